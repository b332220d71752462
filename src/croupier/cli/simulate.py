"""`croupier simulate`: rounds by the million, with their mean as it settles."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from croupier.odds.results import plain
from croupier.odds.showing import per_cent, signed
from croupier.odds.simulation.showing import figures, heading, interval

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from croupier.odds.simulation import Report, Watch
    from croupier.odds.simulation.tally import Tally


@contextmanager
def progress(rounds: int) -> Iterator[Watch]:
    """A bar on standard error with the mean so far, where somebody looks at it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    shown = Progress(
        BarColumn(), TextColumn("{task.percentage:3.0f} %"), TextColumn("{task.description}"),
        TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    with shown:
        bar = shown.add_task("dealing", total=rounds)

        def watch(tally: Tally) -> None:
            settled = interval(float(tally.mean), float(tally.error_squared) ** 0.5)
            shown.update(bar, completed=tally.rounds, description=settled)

        yield watch


def report_json(report: Report) -> dict[str, Any]:
    """What `show_report` prints, as plain data."""
    return dict(plain(report))


def show_report(console: Console, report: Report) -> None:
    """Print the figures, then how often each result came."""
    from rich.table import Table

    told = Table(box=None, show_header=False, padding=(0, 3, 0, 1))
    for what, value in figures(report):
        told.add_row(what, value)
    results = Table(box=None, padding=(0, 3, 0, 1), header_style="dim")
    for name in (f"{report.wager} brought", "times", "share"):
        results.add_column(name, justify="right")
    for result in report.distribution:
        results.add_row(signed(result.net), f"{result.count:,}", per_cent(result.share))
    console.print()
    console.print(f" {heading(report)}", style="bold", markup=False)
    for table in (told, results):
        console.print()
        console.print(table)
    console.print()
