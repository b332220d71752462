"""`croupier simulate`: rounds by the million, with their mean as it settles."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.laboratory import (
    AskedTable,
    Crew,
    DrawnForm,
    GridWords,
    interrupted,
    laboratory_option,
    must_not_be_ignored,
    section_table,
)
from croupier.cli.printing import NARROW, console, print_padded, progress, width
from croupier.odds.parameters import BOXES, PLAYED_BY_COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from croupier.odds.simulation import SimulationReport, Watch
    from croupier.odds.simulation.report import ResultCount
    from croupier.odds.simulation.tally import Tally


COUNT, RAMP, ROUNDS_AN_HOUR = PLAYED_BY_COUNT


def add_to(app: typer.Typer) -> None:
    """Put this command behind the others."""
    app.command()(simulate)


def simulate(
    ctx: typer.Context,
    table: AskedTable,
    words: GridWords,
    *,
    rounds: Annotated[int, laboratory_option("rounds")],
    seed: Annotated[int, laboratory_option("seed")] = 1,
    strategy: Annotated[str | None, laboratory_option("strategy")] = None,
    boxes: Annotated[int, laboratory_option(BOXES)] = 1,
    penetration: Annotated[str | None, laboratory_option("penetration")] = None,
    bankroll: Annotated[
        float, typer.Option(metavar="WAGERS", help="What the risk of ruin is told for.")
    ] = 100,
    session: Annotated[int, typer.Option(metavar="ROUNDS", help="And in how many rounds.")] = 1_000,
    count: Annotated[str | None, laboratory_option(COUNT)] = None,
    ramp: Annotated[str, laboratory_option(RAMP)] = "1:8",
    deviations: Annotated[
        bool, typer.Option(help="With --count, whether plays follow the count as stakes do.")
    ] = True,
    rounds_an_hour: Annotated[float, laboratory_option(ROUNDS_AN_HOUR)] = 100,
    crew: Crew,
    form: DrawnForm,
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
    from croupier.odds.answer_forms import forms_of
    from croupier.odds.simulation import simulate as play
    from croupier.odds.simulation.shoe_cut import read_penetration
    from croupier.odds.simulation.strategy_files import read_strategy
    from croupier.rulebook.instruments import load

    counter: dict[str, Any] = {
        "count": count, "ramp": ramp, "deviations": deviations, "rounds_an_hour": rounds_an_hour,
    }  # fmt: skip
    somebody_counts = count is not None or (words.is_wanted and words.varies("count"))
    if not somebody_counts:
        why = "it is asked of somebody who counts: give --count"
        must_not_be_ignored(ctx, why, "ramp", "deviations", "rounds_an_hour")
    if words.is_wanted:
        _must_suit_grid(strategy, form)
        asked = {"rounds": rounds, "seed": seed, "boxes": boxes, "penetration": penetration}
        words.show("simulate", table, asked | (counter if somebody_counts else {}), crew, form)
        return
    form.must_be_one()
    try:
        with _watched(rounds) as watch:
            report = play(
                table.book, rounds, seed=seed, workers=crew.workers, scheduler=crew.scheduler,
                strategy=read_strategy(strategy, load(table.book).id) if strategy else None,
                boxes=boxes, penetration=read_penetration(penetration), bankroll=bankroll,
                session=session, partial=True, cache=table.cache, watch=watch, **counter,
                **table.arguments,
            )  # fmt: skip
    except KeyboardInterrupt:
        interrupted("before any round was played")
    form.tell(forms_of(report), lambda: _show_report(report))
    if report.asked_for is not None:
        interrupted(_how_far(report))


def _must_suit_grid(strategy: str | None, form: DrawnForm) -> None:
    if strategy is not None or form.picture is not None:
        raise typer.BadParameter("--grid plays the best strategy of each table, and draws nothing")


@contextmanager
def _watched(rounds: int) -> Iterator[Watch]:
    """Progress with the mean so far."""
    from croupier.odds.simulation.formatting import interval

    with progress() as tell:

        def watch(tally: Tally) -> None:
            settled = interval(float(tally.main.mean), tally.main.error)
            tell(tally.rounds, rounds, settled)

        tell(0, rounds, "dealing")
        yield watch


def _how_far(report: SimulationReport) -> str:
    """Where an interrupted simulation ended."""
    if report.rounds == report.asked_for:
        ended = "before the same rounds were played from fresh shoes"
    else:
        ended = f"after {report.rounds:,} of {report.asked_for:,} rounds"
    return f"{ended}; the same command goes on from there"


def _show_report(report: SimulationReport) -> None:
    """Print the figures, how often each result came, and what was taken for granted."""
    from rich.table import Table
    from rich.text import Text

    from croupier.odds.sections import Section
    from croupier.odds.simulation.formatting import (
        COUNTED,
        count_rows,
        distributions,
        figures,
        heading,
    )

    told = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    for what, value in figures(report):
        told.add_row(what, value)
    shown: list[RenderableType] = [Text(heading(report), "bold")]
    shown += ["", told]
    if report.counting is not None:
        by_count = Section("by true count", COUNTED, [*count_rows(report.counting)])
        shown += ["", section_table(by_count, width() - 2)]
    for wager, results in distributions(report):
        shown += ["", _distribution(wager, results)]
    shown += ["", *(Text(assumption, "dim") for assumption in report.assumptions)]
    print_padded(console(), shown)


def _distribution(wager: str, results: Sequence[ResultCount]) -> Table:
    """How often a wager brought what, in numbers and as bars."""
    from rich.table import Table
    from rich.text import Text

    from croupier.odds.formatting import per_cent, signed
    from croupier.odds.simulation.formatting import bars

    narrow = width() < NARROW
    table = Table(box=None, padding=(0, 1 if narrow else 3, 0, 0), header_style="dim")
    for name in (f"{wager} brought", "times", "share"):
        table.add_column(name, justify="right")
    if not narrow:
        table.add_column("", no_wrap=True)
    for result, bar in zip(results, bars(results), strict=True):
        colour = "green" if result.net > 0 else "red" if result.net < 0 else "dim"
        drawn = () if narrow else (Text(bar, colour),)
        table.add_row(signed(result.net), f"{result.count:,}", per_cent(result.share), *drawn)
    return table
