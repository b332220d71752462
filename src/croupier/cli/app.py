"""The commands. Each imports what it needs when it runs, so that `--help` answers at once."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from croupier.cli import (
    count,
    covariance,
    dossier,
    drill,
    exercise,
    odds,
    promotion,
    recovery,
    risk,
    serve,
    simulate,
    strategy,
    tournament,
)
from croupier.cli.arguments import (
    USUAL_INSTRUMENT,
    AmendOption,
    Commands,
    CsvOption,
    DatabaseArgument,
    InstrumentArgument,
    JsonOption,
    RecomputeOption,
    RecordArgument,
    TableOption,
    UsualInstrumentArgument,
    amended_by,
    cents,
    instrument_of,
)
from croupier.cli.printing import console, print_json, width
from croupier.version import __version__

app = Commands(
    name="croupier",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class DealerSoft17(StrEnum):
    """What the dealer does with a soft 17."""

    HIT = "hit"
    STAND = "stand"


class SchemaOf(StrEnum):
    """A kind of file of the rulebook."""

    INSTRUMENT = "instrument"
    AMENDMENT = "amendment"


DEFAULT_BANKROLL = 1_000_00


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Casino table games exactly as a regulator approved them, clause by clause.

    \b
    Examples:
      croupier play act-blackjack-2018
      croupier rules act-blackjack-2018 13.1
      croupier COMMAND --help
    """


@app.command()
def play(
    instrument: UsualInstrumentArgument = USUAL_INSTRUMENT,
    boxes: Annotated[int, typer.Option(min=1, metavar="N", help="How many boxes you play.")] = 1,
    side_bet: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Offer this side bet; may be given more than once."),
    ] = None,
    decks: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Decks in the shoe; left out, as many as allowed."),
    ] = None,
    soft_17: Annotated[
        DealerSoft17 | None, typer.Option("--soft-17", help="What the dealer does with a soft 17.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Any other option of the instrument."),
    ] = None,
    bankroll: Annotated[
        int | None,
        typer.Option(
            parser=cents, metavar="DOLLARS", help="What you sit down with; left out, 1000."
        ),
    ] = None,
    minimum: Annotated[
        int | None, typer.Option(parser=cents, metavar="DOLLARS", help="The table's minimum.")
    ] = None,
    maximum: Annotated[
        int | None, typer.Option(parser=cents, metavar="DOLLARS", help="The table's maximum.")
    ] = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the table's record in this file.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text, no full screen.")] = False,
    amend: AmendOption = None,
) -> None:
    """Sit at a table in the terminal.

    \b
    Examples:
      croupier play act-blackjack-2018
      croupier play act-blackjack-2018 --soft-17 hit --side-bet perfect-pairs
      croupier play act-blackjack-2006 --boxes 3 --record evening.jsonl
      croupier play act-mini-baccarat-2016 --option dealing=face_down
      croupier play act-ultimate-texas-holdem-2025
      croupier play act-blackjack-2018 --amend six-to-five.toml
    """
    from croupier.cli import play

    status = play.run(
        instrument_of(instrument, amend),
        boxes=boxes,
        side_bets=tuple(side_bet or ()),
        decks=decks,
        soft_17=soft_17.value if soft_17 else None,
        options=tuple(option or ()),
        bankroll=DEFAULT_BANKROLL if bankroll is None else bankroll,
        minimum=minimum,
        maximum=maximum,
        record=record,
        plain=plain,
    )
    raise typer.Exit(status)


@app.command()
def adjudicate(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A round file; - is standard input.")
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="One round on each line, one answer on each line.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="A readable account instead of JSON.")
    ] = False,
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write a report, too: a document in .html or .pdf by its name."
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the format of round files as a JSON Schema.")
    ] = False,
    amend: AmendOption = None,
) -> None:
    """Settle described rounds, clause by clause.

    Exit status: 0 settled, 1 the rules refuse something or a claim does not agree, 2 the file is
    not a round.

    \b
    Examples:
      croupier adjudicate round.json --explain
      croupier adjudicate round.json --report dispute.pdf
      croupier adjudicate - --lines < rounds.jsonl
      croupier adjudicate round.json --amend six-to-five.toml
    """
    from croupier.cli import adjudicate

    if schema:
        from croupier.adjudication.schema import round_file_schema

        print_json(round_file_schema())
        return
    if file is None:
        raise ValueError("FILE: say which round file, or - for standard input")
    under = amended_by(amend) if amend else None
    raise typer.Exit(adjudicate.run(file, lines, explain, under, report))


@app.command()
def instruments(
    as_json: JsonOption = False,
    schema: Annotated[
        SchemaOf | None,
        typer.Option(
            "--schema",
            help="Print the format of data files or of amendments as a JSON Schema.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """List the instruments.

    \b
    Examples:
      croupier instruments
      croupier instruments --json
      croupier instruments --schema amendment

    An instrument is the approved rules of a game. Its id is what other commands ask for.
    """
    from croupier.cli import rulebook

    if schema is not None:
        from croupier.rulebook import schemas

        made = (
            schemas.amendment_schema if schema is SchemaOf.AMENDMENT else schemas.instrument_schema
        )
        print_json(made())
    elif as_json:
        print_json(rulebook.instruments_json())
    else:
        rulebook.show_instruments()


@app.command()
def rules(
    instrument: InstrumentArgument,
    clause: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAUSE|WORDS",
            help="One clause and those under it, such as 13.1; or words, to find what has them.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="One rule by the name that code has for it, such as over_maximum: its clauses, "
            "its value, the options that bear on it, and the code that reads it.",
        ),
    ] = None,
    as_json: JsonOption = False,
    amend: AmendOption = None,
) -> None:
    """Show what an instrument demands.

    \b
    Examples:
      croupier rules act-blackjack-2018
      croupier rules act-blackjack-2018 13.1
      croupier rules act-blackjack-2018 insurance dealer
      croupier rules act-blackjack-2006 --json
      croupier rules act-blackjack-2018 13.2 --amend six-to-five.toml
      croupier rules act-blackjack-2018 --name players_per_box
    """
    from croupier.cli import rulebook

    book, asked = instrument_of(instrument, amend), " ".join(clause or ())
    if name is not None:
        from croupier.cli import named_rules

        if asked:
            raise typer.BadParameter("give a clause, or a rule with --name", param_hint="--name")
        found = named_rules.rules_by_name(book, name)
        if as_json:
            print_json(found)
        else:
            named_rules.show(console(), book, found)
    elif as_json:
        print_json(rulebook.rules_json(book, asked))
    else:
        rulebook.show_rules(console(), book, asked)


@app.command()
def options(
    instrument: InstrumentArgument,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="One option, such as decks.")
    ] = None,
    as_json: JsonOption = False,
    amend: AmendOption = None,
) -> None:
    """List what an instrument leaves for a table to choose.

    \b
    Examples:
      croupier options act-blackjack-2018
      croupier options act-mini-baccarat-2016 dealing
      croupier options act-blackjack-2018 --amend house-edition.toml
    """
    from croupier.cli import rulebook

    book = instrument_of(instrument, amend)
    if as_json:
        print_json(rulebook.options_json(book, name))
    else:
        rulebook.show_options(console(), book, name)


@app.command()
def values(
    instrument: InstrumentArgument, as_json: JsonOption = False, amend: AmendOption = None
) -> None:
    """List the values of the rules, which a file can amend.

    \b
    Examples:
      croupier values act-blackjack-2018
      croupier values act-blackjack-2018 --amend six-to-five.toml
    """
    from croupier.cli import rulebook

    book = instrument_of(instrument, amend)
    if as_json:
        print_json(rulebook.values_json(book))
    else:
        rulebook.show_values(console(), book)


@app.command()
def corrections(
    instrument: Annotated[
        str | None, typer.Argument(metavar="INSTRUMENT", help="One instrument; all without it.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="VERSION", help="Only those made after this version of Croupier."),
    ] = None,
    affected: Annotated[
        str | None,
        typer.Option(
            metavar="DATABASE",
            help="List the rounds and tournaments of a casino's database, or of a record file, "
            "that corrections settle otherwise, with players and amounts.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rules that came out otherwise in an earlier version.

    \b
    Examples:
      croupier corrections
      croupier corrections act-blackjack-2018 --since 0.1.0
      croupier corrections --affected casino.db --since 1.2.0

    A record that was made before may tell of them; `croupier verify` says where, and `--affected`
    who is owed money. The exit status is then 0 if nobody is, 1 if somebody is, and 3 if a record
    differs and no correction explains it.
    """
    from croupier.cli import rulebook

    if affected is not None:
        from croupier.cli.affected import show_affected

        raise typer.Exit(show_affected(affected, instrument, since, as_json=as_json))

    if as_json:
        print_json(rulebook.corrections_json(instrument, since))
    else:
        rulebook.show_corrections(console(), instrument, since)


@app.command()
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="An instrument.")],
    b: Annotated[
        str | None,
        typer.Argument(
            metavar="B",
            help="The instrument to compare it with; left out with --amend, A as it is amended.",
        ),
    ] = None,
    as_json: JsonOption = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print the edges as comma-separated lines.")
    ] = False,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
) -> None:
    """Show where two instruments of a game, or their edges, differ.

    \b
    Examples:
      croupier compare act-blackjack-2006 act-blackjack-2018
      croupier compare act-blackjack-2018 nsw-blackjack-challenge --json
      croupier compare act-blackjack-2018 --amend six-to-five.toml
    """
    from croupier.cli import compare

    if b is None and amend is None:
        raise typer.BadParameter("another instrument is needed, or --amend FILE", param_hint="B")
    if as_json and as_csv:
        raise typer.BadParameter("choose one of --json and --csv")
    after = instrument_of(b or a, amend)
    if as_csv:
        typer.echo(compare.edges_csv(a, after, recompute), nl=False)
    elif as_json:
        edges = compare.edges_json(a, after, recompute)
        told = compare.comparison_json(a, after)
        print_json({"version": __version__, **told, **edges})
    else:
        compare.show_comparison(console(), a, after)
        compare.show_edges(console(), a, after, recompute)


@app.command()
def coverage(
    instrument: Annotated[
        str | None,
        typer.Argument(
            metavar="INSTRUMENT", help="One that `croupier instruments` lists; left out, all."
        ),
    ] = None,
    as_json: JsonOption = False,
    tests: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Where the tests are; left out, the checkout's or the shipped list."
        ),
    ] = None,
) -> None:
    """Show what implements and tests each clause.

    \b
    Examples:
      croupier coverage
      croupier coverage act-blackjack-2018 --json
    """
    from pathlib import Path

    from croupier.cli import coverage
    from croupier.rulebook.instruments import instruments

    wanted = (instrument,) if instrument else instruments()
    where = Path(tests) if tests else None
    if as_json:
        typer.echo(coverage.coverage_json(where, wanted))
    else:
        coverage.show_coverage(console(), wanted, where)


@app.command()
def commands(
    instrument: UsualInstrumentArgument = USUAL_INSTRUMENT,
    as_json: JsonOption = False,
) -> None:
    """List what can be asked of a table, and which role may ask it.

    \b
    Examples:
      croupier commands
      croupier commands act-mini-baccarat-2016 --json
    """
    from croupier.cli import commands

    if as_json:
        print_json(commands.commands_json(instrument))
    else:
        typer.echo(commands.commands_text(instrument, width()))


@app.command()
def replay(
    file: RecordArgument,
    round_: Annotated[
        int | None,
        typer.Option(
            "--round", min=1, metavar="N", help="Only this round, with every fact; left out, all."
        ),
    ] = None,
    table: TableOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a record again and show what happened.

    Exit status: 0 the same facts follow, 1 others do, 2 the file is not a record.

    \b
    Examples:
      croupier replay evening.jsonl
      croupier replay evening.jsonl --round 12
      croupier replay casino.db --table blackjack-2018
    """
    from croupier.cli import replay

    show = replay.replay_json if as_json else replay.replay
    raise typer.Exit(show(file, round_, table))


@app.command()
def verify(
    file: RecordArgument,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="HASH|FILE",
            help="A head of this record, or of a database in a file, that was kept elsewhere.",
        ),
    ] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="The public key that a database's checkpoints need."),
    ] = None,
    checkpoint: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Checkpoints of this database, handed out before."),
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="What a witness has kept of this database."),
    ] = None,
    keys: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The house's own keys; left out, beside the database."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check that a record or a database was not altered.

    Exit status: 0 all is well, 2 the file is not a record, 3 something does not fit, 4 everything
    fits and nothing from outside shows that a database is not an older copy of itself.

    \b
    Examples:
      croupier verify evening.jsonl
      croupier verify - --json < evening.jsonl
      croupier verify casino.db --checkpoint monday.json
    """
    from croupier.cli import verify

    outside = key or (), checkpoint or (), witness or (), keys
    raise typer.Exit(verify.verify(file, head, *outside, as_json=as_json))


serve.add_to(app)


@app.command()
def export(
    file: RecordArgument,
    rounds: Annotated[
        list[int] | None,
        typer.Argument(metavar="[ROUND]...", min=1, help="The numbers of the rounds."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All rounds, one to a line; of a database, of all tables.")
    ] = False,
    table: TableOption = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to; left out, standard output."),
    ] = None,
) -> None:
    """Write rounds of a record as round files, for adjudicate.

    Whatever went wrong in a round is in its file. One round is laid out for people, several come
    one to a line.

    Exit status: 0 written, 1 a round file cannot tell a round, 2 the file is not a record.

    \b
    Examples:
      croupier export evening.jsonl 12 | croupier adjudicate - --explain
      croupier export evening.jsonl --all | croupier adjudicate - --lines
      croupier export casino.db 12 --table blackjack-2018 -o round.json
    """
    from croupier.cli import export

    raise typer.Exit(export.run(file, rounds or (), every, table, out))


@app.command()
def meters(
    file: RecordArgument,
    table: TableOption = None,
    day: Annotated[
        str | None,
        typer.Option(metavar="DAY", help="Only this day, such as 2027-01-15."),
    ] = None,
    expected: Annotated[
        bool,
        typer.Option("--expected", help="Compare what was won with what should have been."),
    ] = False,
    confidence: Annotated[
        float, typer.Option(metavar="P", help="How sure the range of an honest table is.")
    ] = 0.99,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show what each table took and won by the day.

    With --expected, what each table should have won by what was staked on every wager under its
    options, and the range in which an honest table's result lies.

    \b
    Examples:
      croupier meters casino.db
      croupier meters casino.db --table blackjack-2018 --day 2027-01-15
      croupier meters casino.db --expected
    """
    from croupier.cli import expected_meters, meters

    if as_json and as_csv:
        raise typer.BadParameter("choose one of --csv and --json")
    if expected:
        found = expected_meters.compared(file, table, day, confidence)
        show_expected = (
            expected_meters.as_json if as_json
            else expected_meters.as_csv if as_csv else expected_meters.show
        )  # fmt: skip
        show_expected(found)
        return
    show = meters.meters_json if as_json else meters.meters_csv if as_csv else meters.meters
    show(file, table, day)


@app.command()
def events(
    database: DatabaseArgument,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="Only events of this kind; may be given more than once."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the significant events of a casino.

    \b
    Examples:
      croupier events casino.db
      croupier events casino.db --kind void --kind "large win" --json
    """
    from croupier.cli import events

    show = events.events_json if as_json else events.events
    show(database, kind or ())


@app.command()
def notices(
    database: DatabaseArgument,
    to: Annotated[
        str | None,
        typer.Option(metavar="WHOM", help="Only those to players, inspector, commission, ana, …"),
    ] = None,
    waiting: Annotated[
        bool, typer.Option("--waiting", help="Only those that nobody has acknowledged yet.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the notices of a casino, and who took them.

    \b
    Examples:
      croupier notices casino.db
      croupier notices casino.db --to inspector --waiting --json
    """
    from croupier.cli import notices

    show = notices.notices_json if as_json else notices.notices
    show(database, to, waiting=waiting)


@app.command()
def backup(
    database: DatabaseArgument,
    to: Annotated[str, typer.Argument(metavar="FILE", help="Where the copy is to lie.")],
) -> None:
    """Copy a casino's database while it is open.

    The head of every record is printed. The copy opens elsewhere as the casino was at that moment,
    and verifies to the same heads.

    \b
    Examples:
      croupier backup casino.db /mnt/elsewhere/casino.db
      croupier verify /mnt/elsewhere/casino.db
    """
    from croupier.cli import backup

    backup.run(database, to)


recovery.add_to(app)
promotion.add_to(app)
tournament.add_to(app)
for command in (odds, strategy, simulate, risk, count, covariance, dossier, drill, exercise):
    command.add_to(app)
