"""What changes between two instruments, for every clause and every option."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from croupier.rulebook.amendment_entries import Does
from croupier.rulebook.instruments import Instrument, Option, comparisons, load, read_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.rulebook.rule_values import Value


class ClauseChange(StrEnum):
    """What became of a clause."""

    SAME = "same"
    RENUMBERED = "renumbered"
    REWORDED = "reworded"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


_BACKWARDS = {ClauseChange.ADDED: ClauseChange.REMOVED, ClauseChange.REMOVED: ClauseChange.ADDED}


class ClauseDifference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses of one instrument, the clauses that answer to them in the other, and what differs."""

    before: tuple[str, ...] = msgspec.field(name="from")
    after: tuple[str, ...] = msgspec.field(name="to")
    change: ClauseChange
    says: str = ""

    def backwards(self) -> ClauseDifference:
        """The same difference seen from the other instrument."""
        change = _BACKWARDS.get(self.change, self.change)
        return ClauseDifference(self.after, self.before, change, self.says)


class OptionDifference(msgspec.Struct, frozen=True):
    """An option that the two instruments do not offer alike; `None` where one lacks it."""

    name: str
    before: Option | None
    after: Option | None


class ValueDifference(msgspec.Struct, frozen=True):
    """A value of the rules that the two instruments do not state alike, or that one lacks."""

    name: str
    before: Value | None
    after: Value | None


class Comparison(msgspec.Struct, frozen=True):
    """Two instruments side by side: every clause of both once, and the options that differ."""

    before: Instrument
    after: Instrument
    clauses: tuple[ClauseDifference, ...]
    options: tuple[OptionDifference, ...]

    @property
    def different(self) -> tuple[ClauseDifference, ...]:
        """The clauses that are not the same in both."""
        return tuple(entry for entry in self.clauses if entry.change is not ClauseChange.SAME)


@cache
def compare(before: str, after: str) -> Comparison:
    """Two instruments by their ids, in either direction."""
    first, second = load(before), load(after)
    if before == after:
        stated: list[ClauseDifference] = []
    elif (before, after) in comparisons():
        stated = _stated(before, after)
    elif (after, before) in comparisons():
        stated = [entry.backwards() for entry in _stated(after, before)]
    else:
        known = "; ".join(" and ".join(pair) for pair in comparisons())
        raise LookupError(f"{before} and {after} have not been compared; compared are {known}")
    return Comparison(
        first, second, account(first, second, stated), option_differences(first, second)
    )


def account(
    before: Instrument, after: Instrument, stated: Sequence[ClauseDifference]
) -> tuple[ClauseDifference, ...]:
    """The stated differences with every clause that neither side mentions as the same, in order.

    A clause that is left out, named twice or unknown is an error.
    """
    for entry in stated:
        _check_shape(entry)
    gone = _mentioned(before, [entry.before for entry in stated])
    come = _mentioned(after, [entry.after for entry in stated])
    kept = [id for id in before.by_id if id in after.by_id and id not in gone | come]
    left = [
        f"{instrument.id} {id}"
        for instrument, named in ((before, gone), (after, come))
        for id in instrument.by_id
        if id not in named and id not in kept
    ]
    if left:
        raise ValueError(f"nothing is said of {', '.join(left)}")
    same = [ClauseDifference((id,), (id,), ClauseChange.SAME) for id in kept]
    return _in_order(before, after, [*stated, *same])


def option_differences(before: Instrument, after: Instrument) -> tuple[OptionDifference, ...]:
    """The options that one instrument lacks or fixes, or whose default or values are others."""
    first = {option.name: option for option in before.options}
    second = {option.name: option for option in after.options}
    return tuple(
        OptionDifference(name, first.get(name), second.get(name))
        for name in first | second
        if _choices(first.get(name)) != _choices(second.get(name))
    )


def value_differences(before: Instrument, after: Instrument) -> tuple[ValueDifference, ...]:
    """The values that one instrument lacks, or that are others there."""
    first = {value.name: value for value in before.values}
    second = {value.name: value for value in after.values}
    return tuple(
        ValueDifference(name, first.get(name), second.get(name))
        for name in first | second
        if name not in first or name not in second or first[name].value != second[name].value
    )


def amended_clauses(book: Instrument) -> tuple[ClauseDifference, ...]:
    """The clauses of an amended instrument that are not as they were, in the order of its basis.

    A clause that has only another number differs too. Values alone are no difference of clauses.
    """
    from croupier.rulebook.clause_numbers import new_numbers

    if book.amendment is None or not any(
        getattr(book.amendment, name)
        for name in ("clauses", "rules", "limbs", "rows", "conditions")
    ):
        return ()
    basis = load(book.basis)
    numbers = new_numbers(basis.by_id, book.amendment.clauses)
    removed = {each.id for each in book.amendment.clauses if each.does is Does.REMOVE}
    found = []
    for id in basis.by_id:
        now = numbers.get(id, id)
        if id in removed:
            found.append(ClauseDifference((id,), (), ClauseChange.REMOVED, basis.clause(id).says))
        elif now in book.amended_clauses:
            says = book.clause(now).says
            found.append(ClauseDifference((id,), (now,), ClauseChange.CHANGED, says))
        elif now != id:
            says = basis.clause(id).says
            found.append(ClauseDifference((id,), (now,), ClauseChange.RENUMBERED, says))
    for each in book.amendment.clauses:
        if each.does is Does.ADD:
            says = book.clause(each.becomes or each.id).says
            found.append(ClauseDifference((), (each.becomes or each.id,), ClauseChange.ADDED, says))
    return tuple(found)


def is_written(before: str, after: str) -> bool:
    """Whether the rulebook says of every clause of these two what became of it in the other."""
    return before == after or (before, after) in comparisons() or (after, before) in comparisons()


def _choices(option: Option | None) -> object:
    """What may be chosen, apart from the words for it and the clauses it springs from."""
    if option is None:
        return None
    return (
        option.type,
        set(option.readings),
        option.default,
        option.fixed,
        option.required,
        option.minimum,
        option.maximum,
        option.exclusive,
        option.unless,
        option.needs,
    )


def _stated(before: str, after: str) -> list[ClauseDifference]:
    return msgspec.json.decode(read_data(f"{before}--{after}"), type=list[ClauseDifference])


def _check_shape(entry: ClauseDifference) -> None:
    named = f"{', '.join(entry.before) or 'nothing'} to {', '.join(entry.after) or 'nothing'}"
    wants_before = entry.change is not ClauseChange.ADDED
    wants_after = entry.change is not ClauseChange.REMOVED
    if bool(entry.before) is not wants_before or bool(entry.after) is not wants_after:
        raise ValueError(f"{named} cannot be {entry.change}")
    if entry.change is ClauseChange.RENUMBERED and len(entry.before) != len(entry.after):
        raise ValueError(f"{named} is renumbered, but not clause for clause")
    if not entry.says.strip():
        raise ValueError(f"{named} is {entry.change}, but not in words")


def _mentioned(instrument: Instrument, groups: Sequence[tuple[str, ...]]) -> set[str]:
    named: set[str] = set()
    for id in instrument.cite(*chain.from_iterable(groups)):
        if id in named:
            raise ValueError(f"{instrument.id} {id} is named twice")
        named.add(id)
    return named


def _in_order(
    before: Instrument, after: Instrument, entries: Sequence[ClauseDifference]
) -> tuple[ClauseDifference, ...]:
    """In the order of the first; what only the second has follows what stands before it there."""
    places = {id: place for place, id in enumerate(before.by_id)}
    ordered = sorted(
        (entry for entry in entries if entry.before), key=lambda entry: places[entry.before[0]]
    )
    added = {entry.after[0]: entry for entry in entries if not entry.before}
    previous = None
    for id in after.by_id:
        if id in added:
            holder = (place for place, entry in enumerate(ordered) if previous in entry.after)
            ordered.insert(next(holder, -1) + 1, added[id])
        previous = id
    return tuple(ordered)
