"""`croupier risk`: what a bankroll risks and what a table should win, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.printing import print_padded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, RenderableType


def show(
    console: Console,
    heading: str,
    figures: Iterable[tuple[str, str]],
    assumptions: Iterable[str],
) -> None:
    """Print an answer: what was asked, the figures, and what was taken for granted."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for row in figures:
        table.add_row(*row)
    shown: list[RenderableType] = [Text(heading, "bold")]
    shown += ["", table, "", *(Text(assumption, "dim") for assumption in assumptions)]
    print_padded(console, shown)
