"""Looking at a tournament or a promotion: once, or for as long as one cares to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Role
from croupier.casino.affairs import TOURNAMENT
from croupier.casino.floor.affair import Moment
from croupier.casino.floor.tables_concerned import tables_of
from croupier.casino.floor.taking_up import must_be_current
from croupier.table.views import EVERY_PLAYER, OFFICES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.aggregate.roles import Person
    from croupier.casino.affairs import Kind
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.floor import Floor

FOR_STAFF = frozenset({"attested", "step", "director", "power"})
"""What those who hold a tournament answer for among themselves."""
OF_ONE_PERSON = frozenset({"paid", "refunded", "reserved", "disqualified", "dispute"})
"""What is told to the player of a tournament whom it concerns, and to staff."""
OF_A_PROMOTION = frozenset({
    "terms-sent", "started", "draw-committed", "draw-witnessed", "drawn", "results-published",
    "draw-cancelled",
})  # fmt: skip
"""What everybody is told of a promotion. The rest is the desk's, or the player's whom it names."""
AT_THE_TABLES = frozenset({"entered", "attended"})
"""What dealers are told of it besides, for it is they who take entries."""
NOTICE = "notice"


class AffairLook(msgspec.Struct, frozen=True):
    """What somebody is told since they looked last, and what they see now."""

    moments: tuple[Moment, ...]
    line: int
    """The line of the record after which this is what they see."""
    view: Any
    tables: dict[str, str] = {}
    """The tables of a tournament that are on the floor: its names for them, and the floor's."""


async def look_at(
    floor: Floor, affair: Affair[Any], viewer: Person | None, after: int | None = None
) -> AffairLook:
    """What a person sees of an affair, or everybody does, and what they were told after a line."""
    async with affair.lock:
        must_be_current(floor, affair)
        moments: list[Moment] = []
        if after is not None:
            first = max(1, after)  # the first line says nothing of what happened
            moments = affair.moments_after(first, floor.store.lines(affair.record, after=first))
        return AffairLook(
            tuple(told_of_affair(affair.kind, moment, viewer) for moment in moments),
            affair.stored,
            affair.kind.view(affair.subject, viewer, floor.clock()),
            _on_the_floor(floor, affair),
        )


def _on_the_floor(floor: Floor, affair: Affair[Any]) -> dict[str, str]:
    duties = (live.set_up.duty for live in tables_of(floor, affair.name))
    own = affair.kind is TOURNAMENT
    return {each.belongs.table: each.table for each in duties if own and each.belongs is not None}


async def watch_affair(
    floor: Floor,
    affair: Affair[Any],
    viewer: Person | None,
    after: int | None = None,
    *,
    patience: float | None = None,
) -> AsyncIterator[AffairLook | None]:
    """Look now, and again whenever something has happened, until the floor closes.

    Nobody misses a moment or is told it twice. When nothing happens for so many seconds of
    patience, nothing is said once.
    """
    while floor.is_open:
        bell = affair.bell
        seen = await look_at(floor, affair, viewer, after)
        after = seen.line
        yield seen
        while after == affair.stored and not bell.is_set():
            try:
                await asyncio.wait_for(bell.wait(), patience)
            except TimeoutError:
                yield None


def told_of_affair(kind: Kind[Any], moment: Moment, viewer: Person | None) -> Moment:
    """A moment as a person is told of it, or with nobody named everybody is."""
    told = tuple(fact for fact in moment.facts if is_told(kind, fact, viewer))
    return Moment(moment.line, moment.at, told)


def is_told(kind: Kind[Any], fact: dict[str, Any], viewer: Person | None) -> bool:
    """Whether a fact of an affair is told to a person, or with nobody named to everybody."""
    if viewer is not None and is_told_all(kind, viewer):
        return True
    name = viewer.name if viewer is not None and viewer.role is Role.PLAYER else None
    return _is_for(kind, fact, name) or _is_for_a_dealer(kind, fact, viewer)


def is_told_all(kind: Kind[Any], viewer: Person) -> bool:
    """Those who look on, and those who hold it; a promotion is held by its desk."""
    if kind is TOURNAMENT:
        return viewer.is_staff or viewer.looks_on or viewer.role is Role.TOURNAMENT_DIRECTOR
    return viewer.oversees


def _is_for_a_dealer(kind: Kind[Any], fact: dict[str, Any], viewer: Person | None) -> bool:
    if kind is TOURNAMENT or viewer is None or viewer.role is not Role.DEALER:
        return False
    by_chance = fact["fact"] == "won" and bool(fact.get("chance"))
    return by_chance or fact["fact"] in AT_THE_TABLES


def _is_for(kind: Kind[Any], fact: dict[str, Any], player: str | None) -> bool:
    tag = fact["fact"]
    if tag == NOTICE:
        meant = fact["to"]
        return meant == EVERY_PLAYER or (meant == player and meant not in OFFICES)
    own = player is not None and fact.get("player") == player
    if kind is TOURNAMENT:
        return tag not in FOR_STAFF and (own or tag not in OF_ONE_PERSON)
    return own or tag in OF_A_PROMOTION
