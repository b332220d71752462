"""What going from one instrument to another does to the edge, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.odds.changes import edge_changes
from croupier.odds.kept import Kept, directory
from croupier.odds.showing import per_cent

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.odds.changes import EdgeChange

BY_DEFAULT = (
    "Both with as many decks and the options that hold by default, played as well as can be."
)


def edges_json(before: str, after: str) -> list[dict[str, Any]]:
    """Each wager's edge under both, and what it changes by, as plain data."""
    return [
        {
            "wager": row.wager,
            "options": row.options,
            "from": row.before,
            "to": row.after,
            "change": row.change,
        }
        for row in _changes(before, after)
    ]


def show_edges(console: Console, before: str, after: str) -> None:
    """Print each wager's edge under both, and what it changes by."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("wager", no_wrap=True)
    for column in (before, after, "change"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in _changes(before, after):
        edges = [_edge(edge) for edge in (row.before, row.after)]
        table.add_row(_name(row), *edges, _change(row.change))
    title = Text("What that does to the house edge", "bold")
    for shown in (title, "", table, "", Text(BY_DEFAULT, "dim")):
        console.print(Padding(shown, (0, 1)), markup=False)
    console.print()


def _changes(before: str, after: str) -> tuple[EdgeChange, ...]:
    return edge_changes(before, after, Kept(directory()))


def _name(row: EdgeChange) -> str:
    return ", ".join((row.wager, *(f"{name}={value}" for name, value in row.options.items())))


def _edge(edge: float | None) -> str:
    return "not taken" if edge is None else per_cent(edge)


def _change(change: float | None) -> str:
    if change is None:
        return ""
    return "none" if abs(change) < 5e-9 else f"{100 * change:+.4f} %"
