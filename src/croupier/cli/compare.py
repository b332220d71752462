"""`croupier compare`: where two instruments differ, and what that does to the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cli.printing import WIDEST, print_padded
from croupier.cli.rulebook import as_data, grid, title
from croupier.odds.disk_cache import AnswerCache, directory
from croupier.odds.edge_changes import edge_changes
from croupier.odds.formatting import UNMOVED, per_cent
from croupier.odds.kernel_loader import NotInstalled
from croupier.rulebook.differences import Change, Difference, OptionDifference, compare
from croupier.rulebook.wording import choice, span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table

    from croupier.odds.edge_changes import EdgeChange
    from croupier.rulebook.instruments import Instrument

BY_DEFAULT = "Whole decks, everything else as by default, and the best play of every hand."
# What makes a difference at the table; the other changes are of number or wording only.
_CHANGES = {Change.CHANGED: "yellow", Change.ADDED: "green", Change.REMOVED: "red"}


def show_comparison(console: Console, a: str, b: str) -> None:
    """Print what differs between two instruments, clause by clause and option by option."""
    from rich.text import Text

    comparison = compare(a, b)
    before, after = comparison.before, comparison.after
    same = len(comparison.clauses) - len(comparison.different)
    shown: list[RenderableType] = [
        Text(f"{before.id}  →  {after.id}", "bold"),
        Text(
            f"{len(before.clauses)} clauses and {len(after.clauses)}; {same} are the same in both",
            "dim",
        ),
    ]
    real = [entry for entry in comparison.different if entry.change in _CHANGES]
    formal = [entry for entry in comparison.different if entry.change not in _CHANGES]
    if real:
        shown += [*title("What differs"), _differences(real, before, after)]
    if comparison.options:
        shown += [
            *title("Options that differ"),
            *_option_differences(comparison.options, before, after),
        ]
    if formal:
        shown += [
            *title("The same rule under another number or in other words"),
            _differences(formal, before, after),
        ]
    print_padded(console, shown, WIDEST)


def comparison_json(a: str, b: str) -> dict[str, Any]:
    """What `show_comparison` prints, as plain data, and the clauses that are the same."""
    comparison = compare(a, b)
    return {
        "from": a,
        "to": b,
        "same": [
            id for entry in comparison.clauses if entry.change is Change.SAME for id in entry.before
        ],
        "clauses": as_data(comparison.different),
        "options": [
            {
                "name": option.name,
                "from": as_data(option.before),
                "to": as_data(option.after),
            }
            for option in comparison.options
        ],
    }


def _differences(entries: Sequence[Difference], before: Instrument, after: Instrument) -> Table:
    from rich.text import Text

    table = grid()
    table.add_column(no_wrap=True, min_width=10)
    table.add_column(ratio=1)
    for number, entry in enumerate(entries):
        if number:
            table.add_row("")
        old, new = span(before, entry.before), span(after, entry.after)
        ids = old if old == new else "  →  ".join(filter(None, (old, new)))
        table.add_row(Text(entry.change, _CHANGES.get(entry.change, "dim")), Text(ids, "cyan"))
        table.add_row("", entry.says)
    return table


def _option_differences(
    entries: Sequence[OptionDifference], before: Instrument, after: Instrument
) -> Iterable[RenderableType]:
    from rich.text import Text

    for number, entry in enumerate(entries):
        if number:
            yield ""
        yield Text(entry.name, "cyan")
        table = grid()
        table.add_column(style="dim", no_wrap=True)
        table.add_column(ratio=1)
        for instrument, option in ((before, entry.before), (after, entry.after)):
            table.add_row(f"  {instrument.id}", choice(option) if option else "no such option")
        yield table


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
    heading = Text("What that does to the house edge", "bold")
    for shown in (heading, "", _table(changes, before, after), "", Text(BY_DEFAULT, "dim")):
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
    return edge_changes(before, after, AnswerCache(directory(), recompute=recompute))


def _name(row: EdgeChange) -> str:
    return ", ".join((row.wager, *(f"{name}={value}" for name, value in row.options.items())))


def _edge(edge: float | None) -> str:
    return "not taken" if edge is None else per_cent(edge)


def _change(change: float | None) -> str:
    if change is None:
        return ""
    return "none" if abs(change) < UNMOVED else f"{100 * change:+.4f} %"
