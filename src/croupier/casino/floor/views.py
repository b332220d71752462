"""What a viewer is shown of a table, tournament or promotion, once or while they watch."""

from __future__ import annotations

import asyncio
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.affairs import TOURNAMENT
from croupier.casino.disclosure import Moment, told_of_affair, told_of_table
from croupier.casino.floor.policy import fitting, without_barred
from croupier.casino.floor.replication import must_be_current
from croupier.casino.floor.tournament_tables import tables_of
from croupier.table.tournament import undisclosed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.aggregate.roles import Person
    from croupier.casino.disclosure import Moment
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live


MOST_LOOKS = 64
"""How many different looks at a table are kept for others who see the same."""


class Look(msgspec.Struct, frozen=True, dict=True):
    """What somebody is told since they looked last, and what they see now."""

    moments: tuple[Moment, ...]
    line: int
    """The line of the table's record after which this is what they see."""
    view: Any
    """A `TableView`."""
    due: int | None
    """When the table will go on by itself."""

    @cached_property
    def body(self) -> bytes:
        """As JSON, which is made once for all who see the same."""
        return msgspec.json.encode(self)


async def look(floor: Floor, table: str, viewer: Person | None, after: int | None = None) -> Look:
    """What a person sees of a table, or everybody does, and what they were told after a line."""
    live = floor.live(table)
    async with live.lock:
        floor.must_be_current(live)
        at = floor.clock()
        bars = None if viewer is None else floor.house.bars(viewer.name)
        asked = (live.stored, live.due, _rests_until(live, at), viewer, bars, after)
        seen = live.looks.get(asked)
        if seen is None:
            if len(live.looks) >= MOST_LOOKS:
                live.looks.clear()
            seen = live.looks[asked] = _look(floor, live, viewer, after, at)
        return seen


def _rests_until(live: Live, at: int) -> int | None:
    """When a break is over, if there is one: nothing has to happen for wagers to be taken then."""
    until = live.patience.rests_until() or 0
    return until if at < until else None


def _look(floor: Floor, live: Live, viewer: Person | None, after: int | None, at: int) -> Look:
    moments = [] if after is None else _moments_after(floor, live, max(1, after))
    game, unsaid = live.table.game, undisclosed(live.table)
    return Look(
        tuple(told_of_table(game, moment, viewer, unsaid) for moment in moments),
        live.stored,
        without_barred(floor.house, fitting(live, live.table.view(viewer), viewer, at)),
        live.due,
    )


async def watch(
    floor: Floor,
    table: str,
    viewer: Person | None,
    after: int | None = None,
    *,
    patience: float | None = None,
) -> AsyncIterator[Look | None]:
    """Look now, and again when something has happened or a break is over, while the table is there.

    Nobody misses a moment or is told it twice: whoever was told up to a line goes on after it. When
    nothing happens for so many seconds of patience, nothing is said once.
    """
    live = floor.live(table)
    while floor.is_open and floor.lives.get(table) is live:
        bell = live.bell
        seen = await look(floor, table, viewer, after)
        after, resting = seen.line, _rests_until(live, floor.clock())
        yield seen
        while after == live.stored and not bell.is_set():
            left = inf if resting is None else max(0, resting - floor.clock()) / 1000
            waits = left if patience is None else min(left, patience)
            try:
                async with asyncio.timeout(None if waits == inf else waits):
                    await bell.wait()
            except TimeoutError:
                if waits == left:
                    break
                yield None


def _moments_after(floor: Floor, live: Live, line: int) -> list[Moment]:
    recent = live.recent
    if line >= live.stored:
        return []
    if recent and recent[0].line <= line + 1:
        return [moment for moment in recent if moment.line > line]
    return live.read(floor.store.lines(live.record, after=line), line)


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
