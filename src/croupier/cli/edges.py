"""What going from one instrument to another does to the edge, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.odds.changes import edge_changes
from croupier.odds.kept import Kept, directory
from croupier.odds.kernels import NotInstalled
from croupier.odds.showing import UNMOVED, per_cent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console
    from rich.table import Table

    from croupier.odds.changes import EdgeChange

BY_DEFAULT = "Whole decks, everything else as by default, and the best play of every hand."


def edges_json(before: str, after: str, recompute: bool = False) -> list[dict[str, Any]] | None:
    """Each wager's edge under both and what it changes by, as plain data, if they can be known."""
    try:
        changes = _changes(before, after, recompute)
    except NotInstalled:
        return None
    return [
        {
            "wager": row.wager,
            "options": row.options,
            "from": row.before,
            "to": row.after,
            "change": row.change,
        }
        for row in changes
    ]


def show_edges(console: Console, before: str, after: str, recompute: bool = False) -> None:
    """Print each wager's edge under both, and what it changes by."""
    from rich.padding import Padding
    from rich.text import Text

    try:
        changes = _changes(before, after, recompute)
    except NotInstalled as error:
        console.print(Padding(Text(f"The edges are not known: {error}", "dim"), (0, 1)))
        return
    if not changes:
        return
    title = Text("What that does to the house edge", "bold")
    for shown in (title, "", _table(changes, before, after), "", Text(BY_DEFAULT, "dim")):
        console.print(Padding(shown, (0, 1)), markup=False)
    console.print()


def _table(changes: Iterable[EdgeChange], before: str, after: str) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("wager", no_wrap=True)
    for column in (before, after, "change"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in changes:
        table.add_row(_name(row), _edge(row.before), _edge(row.after), _change(row.change))
    return table


def _changes(before: str, after: str, recompute: bool) -> tuple[EdgeChange, ...]:
    return edge_changes(before, after, Kept(directory(), recompute=recompute))


def _name(row: EdgeChange) -> str:
    return ", ".join((row.wager, *(f"{name}={value}" for name, value in row.options.items())))


def _edge(edge: float | None) -> str:
    return "not taken" if edge is None else per_cent(edge)


def _change(change: float | None) -> str:
    if change is None:
        return ""
    return "none" if abs(change) < UNMOVED else f"{100 * change:+.4f} %"
