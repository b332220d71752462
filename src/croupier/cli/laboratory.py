"""The commands of the odds laboratory: tools beside the table, never a player's advice at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from croupier.cli.arguments import (
    AmendOption,
    InstrumentArgument,
    JsonOption,
    RecomputeOption,
    cents,
    chosen_options,
    instrument_of,
)
from croupier.cli.printing import console, print_json
from croupier.odds.parameters import PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.odds.pictures import Picture
    from croupier.rulebook.instruments import Instrument


INTERRUPTED = 130
"""The exit status of a command that was interrupted, as shells have it."""


def laboratory_option(name: str, parser: Callable[[str], Any] | None = None) -> Any:
    """The option that asks a parameter of the laboratory."""
    parameter = PARAMETERS[name]
    return typer.Option(parser=parser, metavar=parameter.metavar, help=parameter.help)


DecksOption = Annotated[int | None, laboratory_option("decks")]
OptionOption = Annotated[list[str] | None, laboratory_option("option")]
RemoveOption = Annotated[str, laboratory_option("remove")]
TripsOption = Annotated[str, laboratory_option("trips")]
AnteOption = Annotated[int | None, laboratory_option("ante", parser=cents)]
PictureOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="Draw a picture: FILE ends in .svg or .png.")
]


DarkOption = Annotated[bool, typer.Option("--dark", help="Draw the picture on dark paper.")]


GridArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUES]...",
        help="With --grid: what is varied, such as decks=4..8 or soft_17=stand,hit.",
        show_default=False,
    ),
]
GridOption = Annotated[
    bool, typer.Option("--grid", help="One line for each combination of NAME=VALUES.")
]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print comma-separated lines.")]
WorkersOption = Annotated[int | None, laboratory_option("workers")]
SchedulerOption = Annotated[str | None, laboratory_option("scheduler")]


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others."""
    for command in (odds, strategy, simulate, risk):
        app.command()(command)


def odds(
    instrument: InstrumentArgument,
    varied: GridArgument = None,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    as_json: JsonOption = False,
    picture: PictureOption = None,
    dark: DarkOption = False,
    effects: Annotated[
        bool, typer.Option("--effects", help="Show what each option does to the edge instead.")
    ] = False,
    grid: GridOption = False,
    as_csv: CsvOption = False,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
) -> None:
    """Show what each wager costs, exactly.

    \b
    Examples:
      croupier odds act-mini-baccarat-2016
      croupier odds act-mini-baccarat-2016 --option side_bets=perfect-pairs
      croupier odds act-blackjack-2018 --decks 6 --option soft_17=hit --json
      croupier odds act-mini-baccarat-2016 --remove 4S,4S,KD
      croupier odds act-blackjack-2018 --effects
      croupier odds act-ultimate-texas-holdem-2025 --trips 1
      croupier odds act-blackjack-2018 --amend six-to-five.toml
      croupier odds act-blackjack-2018 --grid decks=4..8 soft_17=stand,hit --csv
    """
    from croupier.cli import odds
    from croupier.odds import data_shape as data
    from croupier.odds import effects_for
    from croupier.odds import odds as odds_of
    from croupier.odds.question import question
    from croupier.odds.results import plain

    book = instrument_of(instrument, amend)
    table = asked_table(book, decks, option or [], remove, trips, ante)
    cache = usual_cache(recompute=recompute)
    if _asks_grid(grid, varied, scheduler):
        if effects or picture is not None:
            raise typer.BadParameter("--grid prints lines: leave out --effects and --picture")
        crew = (workers, scheduler, cache)
        _show_grid("odds", book, varied, {}, table, crew, as_csv=as_csv, as_json=as_json)
        return
    if picture is not None and (effects or as_json or as_csv):
        raise typer.BadParameter("choose one of --picture, --effects, --csv and --json")
    one_form(as_json=as_json, as_csv=as_csv, picture=picture)
    if effects:
        asked = question(book, **table)
        found = effects_for(book, cache=cache, **table)
        if as_json:
            print_json({**data.table_data(asked), "effects": plain(tuple(found))})
        elif as_csv:
            typer.echo(data.lines(data.columns_of(asked), data.effect_rows(found)), nl=False)
        else:
            odds.show_effects(console(), found)
        return
    answer = odds_of(book, cache=cache, **table)
    if picture is not None:
        from croupier.odds.pictures import odds_picture

        write_picture(picture, odds_picture(answer), dark=dark)
    elif as_json:
        print_json(data.as_data(answer))
    elif as_csv:
        typer.echo(data.lines(data.table_columns(answer), data.odds_rows(answer)), nl=False)
    else:
        odds.show_odds(console(), answer)


def strategy(
    instrument: InstrumentArgument,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    hand: Annotated[str | None, laboratory_option("hand")] = None,
    board: Annotated[str, laboratory_option("board")] = "",
    dealer: Annotated[str, laboratory_option("dealer")] = "",
    as_svg: Annotated[bool, typer.Option("--svg", help="Print a picture, as SVG.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a line for each situation.")] = False,
    as_json: JsonOption = False,
    picture: PictureOption = None,
    dark: DarkOption = False,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
) -> None:
    """Show the best way to play, for use away from the table.

    \b
    Examples:
      croupier strategy act-blackjack-2018 --decks 6
      croupier strategy act-ultimate-texas-holdem-2025 --svg > chart.svg
      croupier strategy nsw-blackjack-challenge --picture chart.png
      croupier strategy act-ultimate-texas-holdem-2025 --hand AS,KD
      croupier strategy act-blackjack-2018 --hand TS,6D --dealer TH
      croupier strategy act-blackjack-2018 --hand "8 8" --dealer 10
    """
    from croupier.cli import strategy
    from croupier.odds import data_shape as data
    from croupier.odds import decision_for, strategy_for
    from croupier.odds.pictures import strategy_picture, svg
    from croupier.odds.question import question

    if as_svg + as_csv + as_json + (picture is not None) > 1:
        raise typer.BadParameter("choose one of --svg, --csv, --json and --picture")
    if picture is not None:
        must_be_drawable(picture)
    if hand is None and (board or dealer):
        raise typer.BadParameter("a decision needs the hand: give --hand")
    if hand is not None and (as_svg or picture is not None):
        raise typer.BadParameter("a decision is told in words, or with --csv or --json")
    book = instrument_of(instrument, amend)
    table = asked_table(book, decks, option or [], remove, trips, ante)
    if hand is not None:
        decision = decision_for(book, hand, board, dealer=dealer, **table)
        cards = {"hand": hand, "board": board, "dealer": dealer}
        shown = {name: given for name, given in cards.items() if given}
        asked = question(book, **table)
        if as_json:
            print_json({**data.table_data(asked), **shown, **strategy.decision_data(decision)})
        elif as_csv:
            rows = data.decision_rows(decision)
            typer.echo(data.lines({**data.columns_of(asked), **shown}, rows), nl=False)
        else:
            strategy.show_decision(console(), decision)
        return
    answer = strategy_for(book, cache=usual_cache(recompute=recompute), **table)
    if picture is not None:
        write_picture(picture, strategy_picture(answer), dark=dark)
    elif as_svg:
        typer.echo(svg(strategy_picture(answer), dark=dark), nl=False)
    elif as_csv:
        typer.echo(data.lines(data.table_columns(answer), data.strategy_rows(answer)), nl=False)
    elif as_json:
        print_json(data.as_data(answer))
    else:
        strategy.show_strategy(console(), answer)


def simulate(
    instrument: InstrumentArgument,
    varied: GridArgument = None,
    *,
    rounds: Annotated[int, laboratory_option("rounds")],
    seed: Annotated[int, laboratory_option("seed")] = 1,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    strategy: Annotated[str | None, laboratory_option("strategy")] = None,
    boxes: Annotated[int, laboratory_option("boxes")] = 1,
    penetration: Annotated[str | None, laboratory_option("penetration")] = None,
    bankroll: Annotated[float, laboratory_option("bankroll")] = 100,
    session: Annotated[int, laboratory_option("session")] = 1_000,
    count: Annotated[str | None, laboratory_option("count")] = None,
    ramp: Annotated[str, laboratory_option("ramp")] = "1:8",
    deviations: Annotated[
        bool, typer.Option(help="With --count, whether plays follow the count as stakes do.")
    ] = True,
    rounds_an_hour: Annotated[float, laboratory_option("rounds_an_hour")] = 100,
    recompute: RecomputeOption = False,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    grid: GridOption = False,
    as_csv: CsvOption = False,
    as_json: JsonOption = False,
    picture: PictureOption = None,
    dark: DarkOption = False,
    amend: AmendOption = None,
) -> None:
    """Play rounds by the million, by a strategy.

    \b
    Examples:
      croupier simulate act-blackjack-2018 --rounds 1000000 --option soft_17=hit
      croupier simulate nsw-blackjack-challenge --rounds 1000000 --penetration cut
      croupier simulate act-blackjack-2006 --rounds 1000000 --strategy mine.csv
      croupier simulate act-mini-baccarat-2016 --rounds 1000000 --picture it.svg
      croupier simulate act-blackjack-2006 --rounds 1000000 --scheduler pit:8786
      croupier simulate act-blackjack-2018 --rounds 1000000 --count KO --ramp 1:8

    Ctrl-C ends it with a report of what was played until then, and the same command goes on from
    there.
    """
    from croupier.cli import simulate
    from croupier.odds import data_shape as data
    from croupier.odds.pictures import report_picture
    from croupier.odds.simulation import simulate as play
    from croupier.odds.simulation.blackjack_strategy import read_strategy
    from croupier.odds.simulation.shoe_cut import read_penetration
    from croupier.rulebook.instruments import load

    book = instrument_of(instrument, amend)
    table = asked_table(book, decks, option or [], remove, trips, ante)
    if _asks_grid(grid, varied):
        if strategy is not None or picture is not None:
            raise typer.BadParameter(
                "--grid plays the best strategy of each table, and draws nothing"
            )
        asked: dict[str, Any] = {
            "rounds": rounds, "seed": seed, "boxes": boxes, "penetration": penetration,
        }  # fmt: skip
        if count is not None or any(word.startswith("count=") for word in varied or ()):
            asked |= {"count": count, "ramp": ramp, "deviations": deviations,
                      "rounds_an_hour": rounds_an_hour}  # fmt: skip
        crew = (workers, scheduler, usual_cache(recompute=recompute))
        _show_grid("simulate", book, varied, asked, table, crew, as_csv=as_csv, as_json=as_json)
        return
    one_form(as_json=as_json, as_csv=as_csv, picture=picture)
    try:
        with simulate.watched(rounds) as watch:
            report = play(
                book, rounds, seed=seed, workers=workers, scheduler=scheduler, boxes=boxes,
                strategy=read_strategy(strategy, load(book).id) if strategy else None,
                penetration=read_penetration(penetration), bankroll=bankroll, session=session,
                count=count, ramp=ramp, deviations=deviations, rounds_an_hour=rounds_an_hour,
                partial=True, cache=usual_cache(recompute=recompute), watch=watch, **table,
            )  # fmt: skip
    except KeyboardInterrupt:
        interrupted("before any round was played")
    if picture is not None:
        write_picture(picture, report_picture(report), dark=dark)
    elif as_json:
        print_json(data.as_data(report))
    elif as_csv:
        typer.echo(data.lines(data.table_columns(report), data.report_rows(report)), nl=False)
    else:
        simulate.show_report(console(), report)
    if report.asked_for is not None:
        interrupted(simulate.how_far(report))


def risk(
    instrument: InstrumentArgument,
    varied: GridArgument = None,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="How many rounds are looked ahead.")
    ] = 1_000,
    bankroll: Annotated[
        float | None, typer.Option(metavar="AMOUNT", help="What a player comes with.")
    ] = None,
    stake: Annotated[
        float, typer.Option(metavar="AMOUNT", help="The initial wager of every round.")
    ] = 1,
    target: Annotated[
        float | None, typer.Option(metavar="AMOUNT", help="The player stops with so much.")
    ] = None,
    wager: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another wager than the first of the game.")
    ] = None,
    cover: Annotated[
        str,
        typer.Option(
            metavar="first|all",
            help="A round needs its first stake, or all that it can cost.",
        ),
    ] = "first",
    drop: Annotated[
        float | None,
        typer.Option(metavar="AMOUNT", help="What the table's box took, for the hold."),
    ] = None,
    confidence: Annotated[
        float, typer.Option(metavar="P", help="How sure the range of an honest table is.")
    ] = 0.99,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    picture: PictureOption = None,
    dark: DarkOption = False,
    grid: GridOption = False,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    recompute: RecomputeOption = False,
    amend: AmendOption = None,
) -> None:
    """Show what a bankroll risks, or what a table should win.

    With --bankroll, what becomes of a player: ruin, a target, the spread of results. Without it,
    what the house wins of so many wagers, and the range of an honest table. Nothing is sampled.

    \b
    Examples:
      croupier risk act-blackjack-2018 --bankroll 1000 --stake 10 --rounds 500
      croupier risk act-ultimate-texas-holdem-2025 --bankroll 100 --target 150
      croupier risk act-mini-baccarat-2016 --bankroll 50 --picture fan.svg
      croupier risk act-blackjack-2018 --rounds 3500 --stake 25 --drop 12000
    """
    from croupier.cli.risk import show
    from croupier.odds import data_shape as data
    from croupier.odds import risk_formatting as told
    from croupier.odds.risk import risk_for, takings_for

    one_form(as_json=as_json, as_csv=as_csv, picture=picture)
    book = instrument_of(instrument, amend)
    table = asked_table(book, decks, option or [], remove, trips, ante)
    cache = usual_cache(recompute=recompute)
    if _asks_grid(grid, varied, scheduler=scheduler):
        if picture is not None or drop is not None:
            raise typer.BadParameter("--grid prints lines: leave out --picture and --drop")
        fixed = {"rounds": rounds, "bankroll": bankroll, "stake": stake, "wager": wager}
        given = {"target": target, "cover": cover} if bankroll is not None else {}
        crew = (workers, scheduler, cache)
        _show_grid("risk", book, varied, fixed | given, table, crew, as_csv=as_csv, as_json=as_json)
        return
    if bankroll is None:
        if picture is not None or target is not None:
            raise typer.BadParameter("--picture and --target need --bankroll")
        house = takings_for(
            book, rounds=rounds, stake=stake, confidence=confidence, drop=drop, wager=wager,
            cache=cache, **table,
        )  # fmt: skip
        if as_json:
            print_json(data.as_data(house))
        elif as_csv:
            typer.echo(data.lines(data.table_columns(house), data.takings_rows(house)), nl=False)
        else:
            figures = told.takings_figures(house)
            show(console(), told.takings_heading(house), figures, house.assumptions)
        return
    if drop is not None:
        raise typer.BadParameter("--drop is asked of a table: leave out --bankroll")
    player = risk_for(
        book, bankroll=bankroll, rounds=rounds, stake=stake, target=target, wager=wager,
        cover=cover, cache=cache, **table,
    )  # fmt: skip
    if picture is not None:
        write_picture(picture, told.risk_picture(player), dark=dark)
    elif as_json:
        print_json(data.as_data(player))
    elif as_csv:
        typer.echo(data.lines(data.table_columns(player), data.risk_rows(player)), nl=False)
    else:
        figures = told.risk_figures(player)
        show(console(), told.risk_heading(player), figures, player.assumptions)


def interrupted(how_far: str) -> NoReturn:
    """End a command that Ctrl-C has cut short, and say what was done until then."""
    typer.echo(f"croupier: interrupted {how_far}", err=True)
    raise typer.Exit(INTERRUPTED)


def one_form(*, as_json: bool, as_csv: bool, picture: str | None) -> None:
    """Refuse an answer in two forms at once, and a picture that cannot be drawn."""
    if as_json + as_csv + (picture is not None) > 1:
        raise typer.BadParameter("choose one of --json, --csv and --picture")
    if picture is not None:
        must_be_drawable(picture)


def _asks_grid(grid: bool, varied: list[str] | None, scheduler: str | None = None) -> bool:
    """Whether a grid is asked for; what only a grid has is refused without one."""
    if grid or not (varied or scheduler):
        return grid
    what = varied[0] if varied else "--scheduler"
    raise typer.BadParameter(f"{what} is for a grid of tables: give --grid")


def _show_grid(
    tool: str,
    book: str | Instrument,
    varied: list[str] | None,
    asked: dict[str, Any],
    table: TableArguments,
    crew: tuple[int | None, str | None, AnswerCache],
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Print a line for each wager of each table of a grid."""
    from croupier.cli.grid import show
    from croupier.odds.grids import axes_of, points_of

    if as_csv and as_json:
        raise typer.BadParameter("choose one of --csv and --json")
    fixed = {name: value for name, value in table.items() if name != "options"}
    options = table.get("options") or {}
    points = points_of(tool, book, axes_of(varied or ()), asked | fixed, options)
    show(points, crew, as_csv=as_csv, as_json=as_json)


def asked_table(
    instrument: str | Instrument,
    decks: int | None,
    words: list[str],
    remove: str,
    trips: str,
    ante: int | None,
) -> TableArguments:
    """The table that is asked about, as `croupier.odds` takes it."""
    return {
        "decks": decks,
        "options": chosen_options(instrument, words),
        "remove": remove,
        "trips": trips,
        "ante": ante,
    }


def usual_cache(*, recompute: bool = False) -> AnswerCache:
    from croupier.odds.disk_cache import AnswerCache, directory

    return AnswerCache(directory(), recompute=recompute)


def must_be_drawable(name: str) -> None:
    """Refuse a file of no known kind or in no directory, before the work for it is done."""
    from pathlib import Path

    path = Path(name)
    if path.suffix.lower() not in (".svg", ".png"):
        raise ValueError(f"--picture {name}: the file's name ends in .svg or .png")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"--picture {name}: there is no such directory to put it in")


def write_picture(name: str, picture: Picture, *, dark: bool = False) -> None:
    """Draw into a file, of the kind that its name says."""
    from pathlib import Path

    from croupier.odds.pictures import png, svg

    must_be_drawable(name)
    path = Path(name)
    if path.suffix.lower() == ".svg":
        path.write_text(svg(picture, dark=dark), "utf-8")
    else:
        path.write_bytes(png(picture, dark=dark))
