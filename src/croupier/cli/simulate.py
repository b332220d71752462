"""`croupier simulate`: rounds by the million, with their mean as it settles."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cli.printing import NARROW, print_padded, progress, width
from croupier.odds.formatting import per_cent, signed
from croupier.odds.simulation.formatting import (
    COUNTED,
    bars,
    count_rows,
    distributions,
    figures,
    heading,
    interval,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table

    from croupier.odds.simulation import SimulationReport, Watch
    from croupier.odds.simulation.count_report import CountReport
    from croupier.odds.simulation.report import ResultCount
    from croupier.odds.simulation.tally import Tally


@contextmanager
def watched(rounds: int) -> Iterator[Watch]:
    """Progress with the mean so far."""
    with progress() as tell:

        def watch(tally: Tally) -> None:
            settled = interval(float(tally.main.mean), tally.main.error)
            tell(tally.rounds, rounds, settled)

        tell(0, rounds, "dealing")
        yield watch


def how_far(report: SimulationReport) -> str:
    """Where an interrupted simulation ended."""
    if report.rounds == report.asked_for:
        ended = "before the same rounds were played from fresh shoes"
    else:
        ended = f"after {report.rounds:,} of {report.asked_for:,} rounds"
    return f"{ended}; the same command goes on from there"


def show_report(console: Console, report: SimulationReport) -> None:
    """Print the figures, how often each result came, and what was taken for granted."""
    from rich.table import Table
    from rich.text import Text

    told = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    for what, value in figures(report):
        told.add_row(what, value)
    shown: list[RenderableType] = [Text(heading(report), "bold")]
    shown += ["", told]
    if report.counting is not None:
        shown += ["", _by_true_count(report.counting)]
    for wager, results in distributions(report):
        shown += ["", _distribution(wager, results)]
    shown += ["", *(Text(assumption, "dim") for assumption in report.assumptions)]
    print_padded(console, shown)


def _by_true_count(counting: CountReport) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for name in COUNTED:
        table.add_column(name, justify="right")
    for row in count_rows(counting):
        table.add_row(*row)
    return table


def _distribution(wager: str, results: Sequence[ResultCount]) -> Table:
    """How often a wager brought what, in numbers and as bars."""
    from rich.table import Table
    from rich.text import Text

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
