"""The commands of the inspector's office: what is read out of records that were kept."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.arguments import DatabaseArgument, JsonOption, RecordArgument, TableOption


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others."""
    for command in (export, meters, events, notices, backup):
        app.command()(command)


def export(
    file: RecordArgument,
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, help="The number of the round.")],
    table: TableOption = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to; left out, standard output."),
    ] = None,
) -> None:
    """Write a round of a record as a round file for adjudicate.

    Exit status: 0 written, 1 a round file cannot tell this round, 2 the file is not a record.

    \b
    Examples:
      croupier export evening.jsonl 12 | croupier adjudicate - --explain
      croupier export casino.db 12 --table blackjack-2018 -o round.json
    """
    from croupier.cli import exporting

    raise typer.Exit(exporting.run(file, round_, table, out))


def meters(
    file: RecordArgument,
    table: TableOption = None,
    day: Annotated[
        str | None,
        typer.Option(metavar="DAY", help="Only this day, such as 2027-01-15."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show what each table took and won by the day.

    \b
    Examples:
      croupier meters casino.db
      croupier meters casino.db --table blackjack-2018 --day 2027-01-15
    """
    from croupier.cli import takings

    show = takings.meters_json if as_json else takings.meters
    show(file, table, day)


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
    from croupier.cli import occurrences

    show = occurrences.events_json if as_json else occurrences.events
    show(database, kind or ())


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
    from croupier.cli import notified

    show = notified.notices_json if as_json else notified.notices
    show(database, to, waiting=waiting)


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
    from croupier.cli import backing_up

    backing_up.run(database, to)
