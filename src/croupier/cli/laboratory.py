"""The commands of the odds laboratory: tools beside the table, never a player's advice at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.arguments import InstrumentArgument, JsonOption, RecomputeOption, cents
from croupier.cli.printing import console, print_json

if TYPE_CHECKING:
    from croupier.odds.pictures import Picture

DecksOption = Annotated[int | None, typer.Option("--decks", metavar="N", help="Decks in the shoe.")]
OptionOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An option of the table; may be given more than once."),
]
RemoveOption = Annotated[
    str, typer.Option(metavar="CARDS", help="Cards that are out of the shoe, such as 4S,4S,KD.")
]
TripsOption = Annotated[
    str, typer.Option(metavar="ANTES", help="In Hold'em, what lies on trips, such as 1 or 1/2.")
]
AnteOption = Annotated[
    int | None,
    typer.Option(
        parser=cents,
        metavar="DOLLARS",
        help="In Hold'em, the ante, on which a maximum payout depends.",
    ),
]
PictureOption = Annotated[
    str | None, typer.Option(metavar="FILE", help="Draw a picture: FILE ends in .svg or .png.")
]


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others."""
    for command in (odds, strategy, simulate):
        app.command()(command)


def odds(
    instrument: InstrumentArgument,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    as_json: JsonOption = False,
    picture: PictureOption = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Show what each option does to the edge instead.")
    ] = False,
    recompute: RecomputeOption = False,
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
    """
    from croupier.cli import odds
    from croupier.cli.choosing import chosen_options

    words = option or []
    chosen = chosen_options(instrument, words)
    if picture is not None and (effects or as_json):
        raise typer.BadParameter("choose one of --picture, --effects and --json")
    if picture is not None:
        _must_be_drawable(picture)
    if effects:
        found = odds.effects_of(
            instrument, decks=decks, options=chosen, remove=remove, trips=trips, ante=ante,
            recompute=recompute,
        )  # fmt: skip
        if as_json:
            print_json(odds.effects_json(found))
        else:
            odds.show_effects(console(), found)
        return
    answer = odds.odds_of(
        instrument, decks=decks, options=chosen, remove=remove, trips=trips, ante=ante,
        recompute=recompute,
    )  # fmt: skip
    if picture is not None:
        from croupier.odds.pictures import odds_picture

        _write_picture(picture, odds_picture(answer))
    elif as_json:
        print_json(odds.odds_json(answer))
    else:
        odds.show_odds(console(), answer, words)


def strategy(
    instrument: InstrumentArgument,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Only the decision with this hand.")
    ] = None,
    board: Annotated[
        str, typer.Option(metavar="CARDS", help="In Hold'em, what lies on the board with it.")
    ] = "",
    dealer: Annotated[
        str, typer.Option(metavar="CARD", help="In blackjack, the dealer's card against it.")
    ] = "",
    as_svg: Annotated[bool, typer.Option("--svg", help="Print a picture, as SVG.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a line for each situation.")] = False,
    as_json: JsonOption = False,
    picture: PictureOption = None,
    recompute: RecomputeOption = False,
) -> None:
    """Show the best way to play, for use away from the table.

    \b
    Examples:
      croupier strategy act-blackjack-2018 --decks 6
      croupier strategy act-ultimate-texas-holdem-2025 --svg > chart.svg
      croupier strategy nsw-blackjack-challenge --picture chart.png
      croupier strategy act-ultimate-texas-holdem-2025 --hand AS,KD
      croupier strategy act-blackjack-2018 --hand TS,6D --dealer TH
    """
    from croupier.cli import strategy
    from croupier.cli.choosing import chosen_options
    from croupier.odds import decision_for

    if as_svg + as_csv + as_json + (picture is not None) > 1:
        raise typer.BadParameter("choose one of --svg, --csv, --json and --picture")
    if picture is not None:
        _must_be_drawable(picture)
    if hand is None and (board or dealer):
        raise typer.BadParameter("a decision needs the hand: give --hand")
    if hand is not None and (as_svg or as_csv or picture is not None):
        raise typer.BadParameter("a decision is told in words or with --json")
    words = option or []
    chosen = chosen_options(instrument, words)
    if hand is not None:
        decision = decision_for(
            instrument, hand, board, dealer=dealer, decks=decks, options=chosen, remove=remove,
            trips=trips, ante=ante,
        )  # fmt: skip
        if as_json:
            print_json(strategy.decision_json(decision))
        else:
            strategy.show_decision(console(), decision)
        return
    answer = strategy.strategy_of(
        instrument, decks=decks, options=chosen, remove=remove, trips=trips, ante=ante,
        recompute=recompute,
    )  # fmt: skip
    if picture is not None:
        from croupier.odds.pictures import strategy_picture

        _write_picture(picture, strategy_picture(answer))
    elif as_svg:
        typer.echo(strategy.strategy_svg(answer), nl=False)
    elif as_csv:
        typer.echo(strategy.strategy_csv(answer), nl=False)
    elif as_json:
        print_json(strategy.strategy_json(answer))
    else:
        strategy.show_strategy(console(), answer, words)


def simulate(
    instrument: InstrumentArgument,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds to play.")],
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same rounds.")] = 1,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="How many play at once; all cores if left out.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers play.")
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A strategy as `croupier strategy` writes it."),
    ] = None,
    boxes: Annotated[int, typer.Option(metavar="N", help="Boxes in play.")] = 1,
    penetration: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="Deal to this part of the shoe, such as 0.75, or to the cut of the rules: cut.",
        ),
    ] = None,
    bankroll: Annotated[
        float, typer.Option(metavar="WAGERS", help="What the risk of ruin is told for.")
    ] = 100,
    session: Annotated[int, typer.Option(metavar="ROUNDS", help="And in how many rounds.")] = 1_000,
    decks: DecksOption = None,
    option: OptionOption = None,
    remove: RemoveOption = "",
    trips: TripsOption = "0",
    ante: AnteOption = None,
    as_json: JsonOption = False,
    picture: PictureOption = None,
) -> None:
    """Play rounds by the million, by a strategy.

    \b
    Examples:
      croupier simulate act-blackjack-2018 --rounds 1000000 --option soft_17=hit
      croupier simulate nsw-blackjack-challenge --rounds 1000000 --penetration cut
      croupier simulate act-blackjack-2006 --rounds 1000000 --strategy mine.csv
      croupier simulate act-mini-baccarat-2016 --rounds 1000000 --picture it.svg
      croupier simulate act-blackjack-2006 --rounds 1000000 --scheduler pit:8786
    """
    from croupier.cli import simulate
    from croupier.cli.choosing import chosen_options
    from croupier.odds.cache import AnswerCache, directory
    from croupier.odds.pictures import report_picture
    from croupier.odds.simulation import simulate as play
    from croupier.odds.simulation.blackjack_strategy import read_strategy

    words = option or []
    chosen = chosen_options(instrument, words)
    if picture is not None and as_json:
        raise typer.BadParameter("choose one of --picture and --json")
    if picture is not None:
        _must_be_drawable(picture)
    with simulate.watched(rounds) as watch:
        report = play(
            instrument, rounds, seed=seed, workers=workers, scheduler=scheduler, boxes=boxes,
            strategy=read_strategy(strategy, instrument) if strategy else None,
            penetration=simulate.penetration_of(penetration), bankroll=bankroll, session=session,
            decks=decks, options=chosen, remove=remove, trips=trips, ante=ante,
            cache=AnswerCache(directory()), watch=watch,
        )  # fmt: skip
    if picture is not None:
        _write_picture(picture, report_picture(report))
    elif as_json:
        print_json(simulate.report_json(report))
    else:
        simulate.show_report(console(), report, words)


def _must_be_drawable(name: str) -> None:
    """Refuse a file of no known kind or in no directory, before the work for it is done."""
    from pathlib import Path

    path = Path(name)
    if path.suffix.lower() not in (".svg", ".png"):
        raise ValueError(f"--picture {name}: the file's name ends in .svg or .png")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"--picture {name}: there is no such directory to put it in")


def _write_picture(name: str, picture: Picture) -> None:
    """Draw into a file, of the kind that its name says."""
    from pathlib import Path

    from croupier.odds.pictures import png, svg

    _must_be_drawable(name)
    path = Path(name)
    if path.suffix.lower() == ".svg":
        path.write_text(svg(picture), "utf-8")
    else:
        path.write_bytes(png(picture))
