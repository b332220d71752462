"""Everything that can be seen of a table, to compare it with itself and with its replay."""

from __future__ import annotations

from collections import Counter, deque
from types import FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any

import pytest

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.rulebook.citations import Refused
from croupier.table.chip_ledger import ChipLedger, holdings
from croupier.table.facts import TokensMoved
from croupier.table.table import FinishedRound

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.table.table import Table

LAW_IS_MISSING = "bind the rule behind it to its clauses in `law.table` of the data file"
"""The usual reason why a fact or a refusal of a new game has no clauses."""

_FIXED = {
    "game",
    "law",
    "options",
    "rules",
    "record",
    "undone",
    "_acts",
    "_asked_at",
    "_fresh",
    "_play",
}
_PLAIN = (bool, int, float, str, bytes, range, Fact, Command)
_OPAQUE = (FunctionType, GeneratorType)


def observe(table: Table) -> Any:
    """Return all that a table knows and has recorded, as plain values to be compared."""
    record = table.record
    return [record.head, len(record.entries), len(record.lines), state_of(table)]


def state_of(table: Table) -> Any:
    """Return all that a table knows, without its record, to compare it with its replay."""
    return _plain(table, set())


def replayed_as(again: Table, table: Table) -> bool:
    """True if a table played again is the one that was played.

    Its chips must be where its record says that they are, too, without playing it again.
    """
    counted = holdings(table.record)
    assert _chips_in(counted) == _chips_in(table.chips)
    if not any(isinstance(fact, TokensMoved) for fact in table.facts):
        assert sum(counted.stakes.values()) == counted.layout
    return bool(state_of(again) == state_of(table))


def tried(
    table: Table, command: Command, by: Person, now: int, *, closely: bool, refusals: bool = True
) -> tuple[Fact, ...] | None:
    """Ask, then do: return the facts that follow, or None if the command is refused.

    A refusal is the same both times, changes nothing, and cites clauses that the instrument has.
    Looking takes its time: `closely` looks at what asking does, `refusals` at what a refused
    command does.
    """
    before = observe(table) if closely else None
    refusal = table.check(command, by, now)
    assert before is None or observe(table) == before, f"asking about {command} changed something"
    if refusal is None:
        return table.do(command, by, now)
    if refusals and before is None:
        before = observe(table)
    assert refusal.clauses, (
        f"{command} is refused without a clause, with {str(refusal)!r}: {LAW_IS_MISSING}"
    )
    assert set(refusal.clauses) <= set(table.game.instrument.by_id), f"{command}: {refusal}"
    with pytest.raises(Refused) as again:
        table.do(command, by, now)
    assert (again.value.reason, again.value.clauses) == (refusal.reason, refusal.clauses)
    assert before is None or observe(table) == before, f"{command} was refused, yet did something"
    return None


def _chips_in(ledger: ChipLedger) -> tuple[Any, ...]:
    racks = {player: chips for player, chips in ledger.racks.items() if chips}
    tokens = {player: held for player, held in ledger.tokens.items() if held}
    return racks, tokens, ledger.tokens_taken, ledger.layout, ledger.float, ledger.brought


def _plain(value: Any, known: set[int]) -> Any:
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, _OPAQUE):
        return None
    if isinstance(value, FinishedRound):
        return (value.number, value.void, len(value.facts), len(value.cards))
    if id(value) in known:
        return "seen"
    known.add(id(value))
    if isinstance(value, (list, tuple, deque)):
        return [_plain(each, known) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted(repr(each) for each in value)
    if isinstance(value, Counter):
        return {key: count for key, count in value.items() if count}
    if isinstance(value, dict):
        return [(key, _plain(each, known)) for key, each in value.items()]
    return [type(value).__name__, *((f, _plain(getattr(value, f), known)) for f in _fields(value))]


def _fields(value: Any) -> list[str]:
    slots = [slot for cls in type(value).__mro__ for slot in getattr(cls, "__slots__", ())]
    names = dict.fromkeys([*slots, *getattr(value, "__dict__", {})])
    return [name for name in names if name not in _FIXED and hasattr(value, name)]
