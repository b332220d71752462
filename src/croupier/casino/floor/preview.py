"""What would follow from a command, as far as whoever asks may know it before it is done.

A preview leaves no line in any record, so it tells nothing that its viewer could not see already.
At a table the command is done twice, at tables that were made anew from the record and in which all
that is hidden from the viewer was exchanged for something else: what comes out the same both times
does not depend on it, and the rest is left unsaid. No card is drawn, since the table does not have
any. A draw is never made beforehand.
"""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from croupier.aggregate.restore import restore
from croupier.aggregate.roles import Role
from croupier.casino.disclosure import Moment, is_told, is_told_all, told_of_table
from croupier.casino.floor.house_policy import (
    chips_brought,
    chips_paid,
    must_be_able_to,
    must_have_account,
    must_suit_house,
)
from croupier.casino.floor.tournament_tables import must_leave_tables_alone
from croupier.casino.house.acts import may_look_into
from croupier.casino.live_kinds import PROMOTION
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook.citations import Refused
from croupier.table.redaction import TURNS, disguise
from croupier.table.tournament_play import undisclosed
from croupier.table.views import unsaid_to
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_aggregate import Live


FARTHEST = 20_000
"""Lines of a record; with more of them it would take too long to know."""
DRAWN = frozenset({"secret", "commitment", "commitments", "root", "tip", "link"})
"""Fields of commands by which chance comes in; what follows from them nobody is to know before."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What may be told of it beforehand."""

    facts: tuple[Fact, ...] = ()
    whole: bool = False
    """Whether nothing else would be told when it is done."""
    too_long: bool = False
    """Whether the record is too long to find out."""


UNTOLD = Preview()


# --- at a table


async def preview(floor: Floor, table: str, command: Command, by: Person) -> Preview:
    """What would follow from a command at a table now, or raise `Refused`."""
    live, command = floor.live(table), floor.references.referring(command)
    async with live.lock:
        await live.at_rest()
        await live.must_be_current()
        floor.must_be_known(live, by)
        at, length = floor.clock(), live.stored
        live.must_be_for_hands(command, by, at)
        known = _may_count(chips_brought(command), by)
        must_suit_house(floor.house, live, command, by, at, counts_chips=known)
    if length > FARTHEST:
        return Preview(too_long=True)
    lines = await to_thread(lambda: list(floor.store.lines(live.record))[:length])
    found = await to_thread(preview_from_lines, lines, command, by, at)
    return found if known else replace(found, whole=False)


def _may_count(chips: tuple[str, int], by: Person) -> bool:
    """Whether somebody may know if the chips are there that something takes."""
    place, amount = chips
    return amount <= 0 or may_look_into(place, by)


def preview_from_lines(lines: Sequence[bytes], command: Command, by: Person, at: int) -> Preview:
    """The same by the lines of a table's record alone. No table is touched."""
    outcomes = []
    for turn in TURNS:
        table = replay(lines, forgetful=True).table
        if unsaid_to(table, by):
            return UNTOLD
        is_disguised = disguise(table, by, turn)
        outcomes.append(_outcome(table, command, by, at))
        if not is_disguised:
            break
    return _common(outcomes)


_Outcome = Refused | tuple[Any, ...]


def _outcome(table: Any, command: Command, by: Person, at: int) -> _Outcome:
    with_hidden_wagers = undisclosed(table)
    try:
        facts = table.do(command, by, at)
    except Refused as refusal:
        return refusal
    return told_of_table(table.game, Moment(0, at, facts), by, with_hidden_wagers).facts


def _common(outcomes: Sequence[_Outcome]) -> Preview:
    """What is the same whatever is hidden; what is refused either way is raised."""
    first, last = outcomes[0], outcomes[-1]
    if isinstance(first, Refused) or isinstance(last, Refused):
        if isinstance(first, Refused) and isinstance(last, Refused) and _same(first, last):
            raise first
        return UNTOLD
    same = []
    for fact, other in zip(first, last, strict=False):
        if fact != other:
            break
        same.append(fact)
    return Preview(tuple(same), whole=len(same) == len(first) == len(last))


def _same(one: Refused, other: Refused) -> bool:
    return (type(one), one.reason, one.clauses) == (type(other), other.reason, other.clauses)


# --- in a tournament or promotion


def is_drawn(kind: type[Command]) -> bool:
    """Whether chance decides what follows, which nobody is to know before."""
    return not DRAWN.isdisjoint(kind.__struct_fields__)


async def preview_affair(floor: Floor, affair: Live[Any], command: Command, by: Person) -> Preview:
    """What would follow from a command in a tournament or promotion now, or raise `Refused`."""
    command = floor.references.referring(command)
    if _is_in_the_place_of_a_player(affair, command, by):
        return UNTOLD
    async with affair.lock:
        await affair.must_be_current()
        at, length = floor.clock(), affair.stored
        known = _may_count(chips_paid(command), by)
        judge = must_be_able_to if known else must_have_account
        judge(floor.house, affair, command, by, at)
        must_leave_tables_alone(floor, affair, command, by, at)
        refusal = affair.aggregate.check(command, by, at)
        if refusal is not None:
            raise refusal
        if is_drawn(type(command)):
            return UNTOLD
        if affair.kind is PROMOTION:
            return _told(affair, affair.aggregate.foresee(command, by, at), by, whole=known)
    if length > FARTHEST:
        return Preview(too_long=True)
    lines = await to_thread(lambda: list(floor.store.lines(affair.record))[:length])
    facts = await to_thread(lambda: restore(affair.kind.records, lines).do(command, by, at))
    return _told(affair, facts, by, whole=known)


def _is_in_the_place_of_a_player(affair: Live[Any], command: Command, by: Person) -> bool:
    """Whether somebody does a player's part for them whose standing only they and the desk know."""
    if affair.kind is not PROMOTION or is_told_all(affair.kind, by):
        return False
    own = getattr(command, "player", by.name) == by.name
    return not own and PROMOTION_ACTS[type(command)].needs is Role.PLAYER


def _told(affair: Live[Any], facts: Iterable[Fact], by: Person, *, whole: bool) -> Preview:
    told = tuple(fact for fact in facts if is_told(affair.kind, fact, by))
    return Preview(told, whole=whole)
