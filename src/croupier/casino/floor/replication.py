"""Several processes on one store: each repeats what the others have stored.

Any of them may take a command for any table. What a table does by itself is seen to by the one that
has claimed it; when that one is gone, or nobody asks it for anything there while others are asked,
by another. A table that is not used in a process is repeated when somebody there needs it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.casino.floor.live_aggregate import Live
from croupier.casino.floor.live_table import LiveTable
from croupier.casino.floor.tournament_tables import new_live, tables_of
from croupier.casino.live_kinds import PROMOTION, TOURNAMENT
from croupier.casino.notices import tells_of_notices
from croupier.casino.store.contract import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.casino.floor.floor import Floor
    from croupier.casino.store.contract import StoredLine

PAUSE = 0.005
"""How long to wait before asking a store again that failed, in seconds."""
NAP = 0.25
"""How long to wait to be told of more, before looking all the same, in seconds."""
CLAIM = 1.0
"""How often to ask for tables that nobody sees to, in seconds."""
UNUSED = 16
"""After how many lines of others, and nothing that was asked for here, a table is left to them."""
MOST_REPEATED = 4_000
"""How many lines are repeated at most where a snapshot is nearer."""
LEFT = 10.0
"""For how many seconds it is not claimed again."""
PAGE = 1000


class Replicator:
    """Reads the journal of the store on and on."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._position = floor.store.last_position()
        self._has_more = False
        """Whether there is more to read than was read, without waiting for it."""

    async def run(self) -> None:
        """Go on until the floor closes; a store that fails is asked again."""
        loop, claim_at = asyncio.get_running_loop(), 0.0
        with ThreadPoolExecutor(1, "replication") as reading:
            while self._floor.is_open:
                try:
                    if loop.time() >= claim_at:
                        claim_at = loop.time() + CLAIM
                        await self.claim()
                    placed = await loop.run_in_executor(reading, self._next_lines)
                    if placed:
                        await self._take_in(placed)
                except StoreFailed:
                    self._has_more = True
                    await asyncio.sleep(PAUSE)

    def _next_lines(self) -> list[StoredLine]:
        """What was added to the journal; in a thread of its own, in which it waits for that."""
        store = self._floor.store
        if not self._has_more:
            store.await_lines(NAP)
        placed = store.journal(self._position, PAGE)
        self._has_more = len(placed) == PAGE
        return placed

    async def claim(self) -> None:
        """See to the tables and tournaments that no other process sees to."""
        floor, now = self._floor, asyncio.get_running_loop().time()
        tables = [live for live in floor.tables.values() if now >= live.claims_after]
        records = [live.record for live in tables]
        records += [affair.record for affair in floor.tournaments.values()]
        claimed = await asyncio.to_thread(floor.store.claims, records)
        for live in tables:
            if live.record in claimed and not live.claimed:
                live.claimed, live.by_others = True, 0
                await live.repeat_missed()
                await floor.tick(live)
        for affair in list(floor.tournaments.values()):
            if affair.record in claimed:
                floor.manage_tables(affair)

    async def _take_in(self, placed: Sequence[StoredLine]) -> None:
        """Be where the store is after these lines of its journal."""
        floor = self._floor
        lengths = {each.record: each.number for each in placed}
        read: dict[str, list[StoredLine]] = {}
        for each in placed:
            read.setdefault(each.record, []).append(each)
        house = floor.live_house
        await replicate(floor, house, lengths, read.get(house.record, ()))
        behind = [live for live in floor.tables.values() if _is_behind(live, lengths)]
        for live in behind:
            await self._leave_to_others(live, len(read[live.record]))
            if not _is_needed(live):
                live.miss(partial(_repeat_missed, floor, live))
        behind = [live for live in behind if _is_needed(live)]
        safes = await self._safes(behind)
        for live in behind:
            await replicate(floor, live, lengths, read[live.record], safes.get(live.safe))
        for affair in affairs_of(floor):
            await replicate(floor, affair, lengths, read.get(affair.record, ()))
            if affair.record in lengths:
                for live in tables_of(floor, affair.name):
                    floor.schedule(live)  # play may rest, or go on
                    live.notify()
        self._position = placed[-1].position
        if tells_of_notices(each.line for each in placed):
            floor.notify_of_notices()

    async def _leave_to_others(self, live: LiveTable, lines: int) -> None:
        """Let another process see to a table, if others are asked there and nobody is here."""
        live.by_others += lines
        if live.claimed and live.by_others >= UNUSED and live.tournament is None:
            await asyncio.to_thread(self._floor.store.unclaim, live.record)
            live.claimed = False
            live.claims_after = asyncio.get_running_loop().time() + LEFT
            self._floor.schedule(live)

    async def _safes(self, lives: Sequence[LiveTable]) -> dict[str, bytes]:
        """What dealers hold at tables, in one question."""
        if not lives:
            return {}
        return await asyncio.to_thread(self._floor.store.safes, [live.safe for live in lives])


def _is_needed(live: LiveTable) -> bool:
    """Whether a table is repeated at once: because it is used here, or because its tournament is
    looked at without it."""
    return live.by_others < UNUSED or live.tournament is not None


def _is_behind(live: Live[Any], lengths: dict[str, int]) -> bool:
    """Whether a record has lines that an aggregate does not know; if not, those that were added
    are our own, or ours will fail.
    """
    return lengths.get(live.record, 0) > live.handed_over


async def replicate(
    floor: Floor,
    live: Live[Any],
    lengths: dict[str, int],
    read: Sequence[StoredLine] = (),
    safe: bytes | None = None,
) -> None:
    """Be where the store is with an aggregate, by how many lines records have there at least.

    Lines that were read already are repeated if they follow what is known here.
    """
    if not _is_behind(live, lengths):
        return
    async with live.lock:
        if not _is_behind(live, lengths):
            return
        await live.at_rest()
        fresh = [each for each in read if each.number > live.stored]
        lines = [each.line for each in fresh]
        if fresh and fresh[0].number == live.stored + 1 and not live.has_missed(lines, safe):
            _take_in(floor, live, lines, safe)
        else:
            await catch_up(floor, live)


async def has_missed(floor: Floor, lives: Iterable[Live[Any]]) -> bool:
    """Be where the store is with aggregates and the house; whether any was elsewhere."""
    found = False
    for live in (*lives, floor.live_house):
        async with live.lock:
            await live.at_rest()
            found |= await catch_up(floor, live)
    return found


async def _repeat_missed(floor: Floor, live: LiveTable) -> None:
    """Be where the store is with a table that one has locked, whose watchers know of it."""
    notified = live.notified
    await catch_up(floor, live)
    live.notified = notified


async def catch_up(floor: Floor, live: Live[Any]) -> bool:
    """Be where the store is with an aggregate that one has locked, and of which nothing is in
    flight; whether it was elsewhere.
    """
    while True:
        lines, safe = await asyncio.to_thread(live.unread)
        if not lines:
            return False
        live.contest()
        if len(lines) > MOST_REPEATED and isinstance(live, LiveTable) and live.uses_snapshots:
            live.reload()
            floor.schedule(live)
            return True
        if not live.has_missed(lines, safe):
            _take_in(floor, live, lines, safe)
            return True


def _take_in(floor: Floor, live: Live[Any], lines: list[bytes], safe: bytes | None) -> None:
    """Repeat what others have stored."""
    live.contest()
    try:
        live.replicate(lines, safe)
    except ValueError:  # it does not come out here as it is stored
        live.reload()
    if live is floor.live_house:
        match_house(floor)
    live.notify()
    if isinstance(live, LiveTable):
        floor.schedule(live)


# --- what is on the floor, by what the house says


def match_house(floor: Floor) -> None:
    """Have on the floor what the house has opened and set up, and nothing else."""
    add_affairs(floor)
    tables = floor.house.tables
    for name, live in list(floor.tables.items()):
        if name not in tables or tables[name].session != live.set_up.session:
            floor.tables.pop(name).notify()
    for name, set_up in tables.items():
        if name not in floor.tables:
            floor.tables[name] = live = new_live(floor, set_up)
            live.reload()


def add_affairs(floor: Floor) -> None:
    """Have every tournament and promotion on the floor that the house has opened."""
    for name, opened in floor.house.tournaments.items():
        if name not in floor.tournaments:
            floor.tournaments[name] = Live(floor.store, TOURNAMENT, name, opened)
            floor.tournaments[name].reload()
    for name, offered in floor.house.promotions.items():
        if name not in floor.promotions:
            floor.promotions[name] = Live(floor.store, PROMOTION, name, offered)
            floor.promotions[name].reload()


def add_affair(floor: Floor, affair: Live[Any]) -> None:
    """Have a tournament or promotion on the floor that was opened just now."""
    if affair.kind is TOURNAMENT:
        floor.tournaments[affair.name] = affair
    else:
        floor.promotions[affair.name] = affair


def affairs_of(floor: Floor) -> list[Live[Any]]:
    return [*floor.tournaments.values(), *floor.promotions.values()]
