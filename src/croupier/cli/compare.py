"""`croupier compare`: where two instruments differ, and what that does to the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cli.printing import WIDEST, print_padded
from croupier.cli.rulebook import as_data, grid, title
from croupier.game_rules.rules_in_common import must_be_one_game, rules_in_common
from croupier.odds.data_shape import lines
from croupier.odds.disk_cache import AnswerCache, directory
from croupier.odds.edge_changes import edge_changes
from croupier.odds.formatting import UNMOVED, per_cent
from croupier.odds.kernel_loader import NotInstalled
from croupier.rulebook.differences import (
    ClauseChange,
    ClauseDifference,
    OptionDifference,
    ValueDifference,
    amended_clauses,
    compare,
    is_written,
    option_differences,
    value_differences,
)
from croupier.rulebook.instruments import load
from croupier.rulebook.settlement_tables import CannotAnalyse
from croupier.rulebook.wording import choice, span
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table

    from croupier.game_rules.rules_in_common import NamedRule
    from croupier.odds.edge_changes import EdgeChange
    from croupier.rulebook.instruments import Instrument

BY_DEFAULT = "Whole decks, everything else as by default, and the best play of every hand."
# What makes a difference at the table; the other changes are of number or wording only.
_WIDEST_FIGURE = len("+10.3614 %")
_CHANGES = {
    ClauseChange.CHANGED: "yellow",
    ClauseChange.ADDED: "green",
    ClauseChange.REMOVED: "red",
}


def show_comparison(console: Console, a: str | Instrument, b: str | Instrument) -> None:
    """Print what differs between two instruments of one game, rule by rule, option by option."""
    before, after = load(a), load(b)
    must_be_one_game(before, after)
    if is_written(before.id, after.id):
        shown = _in_writing(before.id, after.id)
    elif _amends(before, after):
        shown = _amended(before, after)
    else:
        shown = _by_name(before, after)
    print_padded(console, shown, WIDEST)


def _amends(before: Instrument, after: Instrument) -> bool:
    """Whether one is the other with other values, and every rule else the same."""
    return before is not after and before.basis == after.basis


def _not_approved(before: Instrument, after: Instrument) -> list[str]:
    return [f"{each.id}: {each.not_approved}" for each in (before, after) if each.not_approved]


def _amended(before: Instrument, after: Instrument) -> list[RenderableType]:
    """An instrument and an amendment of it: the values that are others, and what may be chosen."""
    from rich.text import Text

    options = option_differences(before, after)
    values = value_differences(before, after)
    clauses = _amended_clauses(before, after)
    shown: list[RenderableType] = [
        Text(f"{before.id}  →  {after.id}", "bold"),
        *(Text(each, "dim") for each in _not_approved(before, after)),
    ]
    if values or not clauses:
        shown += [*title("Values that differ"), *_value_differences(values, before, after)]
    if clauses:
        shown += [*title("Clauses that differ"), _differences(clauses, before, after)]
    if options:
        shown += [*title("Options that differ"), *_option_differences(options, before, after)]
    return shown


def _amended_clauses(before: Instrument, after: Instrument) -> Sequence[ClauseDifference]:
    """Return the clauses that an amendment changes; none between two amendments."""
    return amended_clauses(after) if before.id == after.basis else ()


def _in_writing(a: str, b: str) -> list[RenderableType]:
    """As the rulebook compares them: what became of every clause."""
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
    return shown


def _by_name(before: Instrument, after: Instrument) -> list[RenderableType]:
    """Two that nobody compared clause by clause: values, options, and rules by their names."""
    from rich.text import Text

    rules = rules_in_common(before, after)
    both = [rule for rule in rules if rule.before and rule.after]
    shown: list[RenderableType] = [
        Text(f"{before.id}  →  {after.id}", "bold"),
        Text(
            f"{len(before.clauses)} clauses and {len(after.clauses)}; they have not been compared "
            f"clause by clause. The program knows {len(both)} rules by one name under both, "
            f"{sum(not rule.after for rule in rules)} only under the first and "
            f"{sum(not rule.before for rule in rules)} only under the second.",
            "dim",
        ),
        *(Text(each, "dim") for each in _not_approved(before, after)),
        *title("Values that differ"),
        *_value_differences(value_differences(before, after), before, after),
        *title("Options that differ"),
        *_option_differences(option_differences(before, after), before, after),
    ]
    for heading, some in (
        (f"Rules only in {before.id}", [rule for rule in rules if not rule.after]),
        (f"Rules only in {after.id}", [rule for rule in rules if not rule.before]),
        ("Rules that both have, and their clauses", both),
    ):
        shown += [*title(heading), _named_rules(some, before, after)]
    return shown


def comparison_json(a: str | Instrument, b: str | Instrument) -> dict[str, Any]:
    """What `show_comparison` prints, as plain data, and the clauses that are the same."""
    before, after = load(a), load(b)
    must_be_one_game(before, after)
    if not is_written(before.id, after.id):
        return _by_name_json(before, after)
    comparison = compare(before.id, after.id)
    return {
        "from": before.id,
        "to": after.id,
        "same": [
            id
            for entry in comparison.clauses
            if entry.change is ClauseChange.SAME
            for id in entry.before
        ],
        "clauses": as_data(comparison.different),
        "options": _both_sides(comparison.options),
    }


def _by_name_json(before: Instrument, after: Instrument) -> dict[str, Any]:
    not_approved = _not_approved(before, after)
    return {
        "from": before.id,
        "to": after.id,
        **({"not_approved": not_approved} if not_approved else {}),
        "clauses": as_data(clauses) if (clauses := _amended_clauses(before, after)) else None,
        "rules": [
            {"name": rule.name, "from": rule.before, "to": rule.after}
            for rule in rules_in_common(before, after)
        ],
        "values": _both_sides(value_differences(before, after)),
        "options": _both_sides(option_differences(before, after)),
    }


def _both_sides(entries: Iterable[OptionDifference | ValueDifference]) -> list[dict[str, Any]]:
    return [
        {"name": entry.name, "from": as_data(entry.before), "to": as_data(entry.after)}
        for entry in entries
    ]


def _differences(
    entries: Sequence[ClauseDifference], before: Instrument, after: Instrument
) -> Table:
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
    entries: Iterable[OptionDifference], before: Instrument, after: Instrument
) -> Iterable[RenderableType]:
    for entry in entries:
        sides = (choice(each) if each else "no such option" for each in (entry.before, entry.after))
        yield from _two_sides(entry.name, before, after, *sides)


def _value_differences(
    entries: Iterable[ValueDifference], before: Instrument, after: Instrument
) -> Iterable[RenderableType]:
    for entry in entries:
        stated = entry.before or entry.after
        assert stated is not None
        sides = (
            f"{each.value} ({', '.join(each.clauses)})" if each else "no such value"
            for each in (entry.before, entry.after)
        )
        yield from _two_sides(stated.says, before, after, *sides)


def _two_sides(
    heading: str, before: Instrument, after: Instrument, old: str, new: str
) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text(heading, "cyan")
    table = grid()
    table.add_column(style="dim", no_wrap=True)
    table.add_column(ratio=1)
    table.add_row(f"  {before.id}", old)
    table.add_row(f"  {after.id}", new)
    yield table
    yield ""


def _named_rules(rules: Iterable[NamedRule], before: Instrument, after: Instrument) -> Table:
    from rich.text import Text

    table = grid()
    table.add_column(ratio=1)
    table.add_column(style="cyan", ratio=1)
    for rule in rules:
        sides = (span(before, rule.before), span(after, rule.after))
        table.add_row(rule.spoken, Text("  →  ".join(filter(None, sides)), "cyan"))
    return table


def edges_json(
    before: str | Instrument, after: str | Instrument, recompute: bool = False
) -> dict[str, Any]:
    """Each wager's edge under both and what it changes by, as plain data, if they can be known."""
    try:
        changes = _changes(before, after, recompute)
    except NotInstalled:
        return {"edges": None}
    except CannotAnalyse as error:
        return {"edges": None, "edges_unknown": str(error)}
    rows = [
        {
            "wager": row.wager,
            "options": row.options,
            "from": row.before,
            "to": row.after,
            "change": row.change,
        }
        for row in changes
    ]
    return {"edges": rows}


def edges_csv(before: str | Instrument, after: str | Instrument, recompute: bool = False) -> str:
    """The same as comma-separated lines, which begin with the newer instrument."""
    rows = (
        {
            "version": __version__,
            "instrument": load(after).id,
            "options": " ".join(f"{name}={value}" for name, value in row.options.items()),
            "compared_with": load(before).id,
            "wager": row.wager,
            "from": row.before,
            "to": row.after,
            "change": row.change,
        }
        for row in _changes(before, after, recompute)
    )
    return lines({}, rows)


def show_edges(
    console: Console, before: str | Instrument, after: str | Instrument, recompute: bool = False
) -> None:
    """Print each wager's edge under both, and what it changes by."""
    from rich.padding import Padding
    from rich.text import Text

    try:
        changes = _changes(before, after, recompute)
    except (NotInstalled, CannotAnalyse) as error:
        console.print(Padding(Text(f"The edges are not known: {error}", "dim"), (0, 1)))
        return
    if not changes:
        return
    heading = Text("What that does to the house edge", "bold")
    for shown in (
        heading,
        "",
        _table(changes, load(before), load(after)),
        "",
        Text(BY_DEFAULT, "dim"),
    ):
        console.print(Padding(shown, (0, 1)), markup=False)
    console.print()


def _table(changes: Iterable[EdgeChange], before: Instrument, after: Instrument) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("wager", overflow="fold")
    for column in (before.id, after.id, "change"):
        table.add_column(column, justify="right", overflow="fold", min_width=_WIDEST_FIGURE)
    for row in changes:
        table.add_row(_name(row), _edge(row.before), _edge(row.after), _change(row.change))
    return table


def _changes(
    before: str | Instrument, after: str | Instrument, recompute: bool
) -> tuple[EdgeChange, ...]:
    return edge_changes(before, after, AnswerCache(directory(), recompute=recompute))


def _name(row: EdgeChange) -> str:
    return ", ".join((row.wager, *(f"{name}={value}" for name, value in row.options.items())))


def _edge(edge: float | None) -> str:
    return "not taken" if edge is None else per_cent(edge)


def _change(change: float | None) -> str:
    if change is None:
        return ""
    return "none" if abs(change) < UNMOVED else f"{100 * change:+.4f} %"
