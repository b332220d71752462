"""Several processes on one store: each follows what the others have stored.

Any of them may take a command for any table. What a table does by itself is seen to by the one that
has claimed it; when that one is gone, by another.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from croupier.casino.affairs import PROMOTION, TOURNAMENT, S
from croupier.casino.floor.affair import Affair
from croupier.casino.floor.live import OutOfOrder
from croupier.casino.floor.tournament_tables import new_live, tables_of
from croupier.casino.lines import HOUSE
from croupier.casino.notices import tells_of_notices
from croupier.casino.store.contract import StoreBusy, StoreFailed
from croupier.rulebook.corrections import BeforeCorrection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.store.contract import Store


PAUSE = 0.005
"""How long to wait before asking again for what could not be had, in seconds."""
NAP = 0.25
"""How long to wait to be told of more, before looking all the same, in seconds."""
CLAIM = 1.0
"""How often to ask for tables that nobody sees to, in seconds."""
PAGE = 1000
LOOKS = 8
"""How often to look again at a table that others add to."""
PATIENCE = 10.0
"""How long to wait for a record that another process holds, in seconds."""


class Follower:
    """Reads the journal of the store on and on."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._position = floor.store.last_position()

    async def run(self) -> None:
        """Follow until the floor closes; a store that fails is asked again."""
        loop, claim_at = asyncio.get_running_loop(), 0.0
        with ThreadPoolExecutor(1, "following") as ears:
            while self._floor.is_open:
                try:
                    if loop.time() >= claim_at:
                        claim_at = loop.time() + CLAIM
                        await self.claim()
                    if not await self._read_on():
                        await loop.run_in_executor(ears, self._floor.store.await_lines, NAP)
                except StoreFailed:
                    await asyncio.sleep(PAUSE)

    async def claim(self) -> None:
        """See to the tables and tournaments that no other process sees to."""
        floor = self._floor
        for live in list(floor.lives.values()):
            claimed = await asyncio.to_thread(floor.store.claim, live.record)
            if claimed and not live.claimed:
                live.claimed = True
                await floor.tick(live)
        for affair in list(floor.tournaments.values()):
            if await asyncio.to_thread(floor.store.claim, affair.record):
                floor.tend(affair)

    async def _read_on(self) -> bool:
        """Whether there was anything new."""
        floor = self._floor
        placed = await asyncio.to_thread(floor.store.journal, self._position, PAGE)
        if not placed:
            return False
        records = {each.record: each.number for each in placed}
        if HOUSE in records:
            await follow_house(floor)
        for live in list(floor.lives.values()):
            if live.record in records:
                await follow_table(floor, live, records[live.record])
        for affair in affairs_of(floor):
            if affair.record in records:
                await follow_affair(floor, affair)
                for live in tables_of(floor, affair.name):
                    floor.schedule(live)  # play may rest, or go on
                    live.ring()
        self._position = placed[-1].position
        if tells_of_notices(each.line for each in placed):
            floor.ring_for_notices()
        return True


@asynccontextmanager
async def held(floor: Floor, record: str) -> AsyncIterator[int | None]:
    """Keep other processes from a record, and know how many lines it has; nothing if none could."""
    store = floor.store
    if not store.shared:
        yield None
        return
    patience = PATIENCE / PAUSE
    while (lines := await asyncio.to_thread(store.hold, record)) is None:
        patience -= 1
        if patience < 0:
            raise StoreBusy(f"{record}: another process holds it")
        await asyncio.sleep(PAUSE)
    try:
        yield lines
    finally:
        await asyncio.to_thread(store.release, record)


async def follow_house(floor: Floor) -> bool:
    """Be where the store is with the house; whether it was elsewhere."""
    async with floor.office.lock:
        return await catch_up_house(floor)


async def catch_up_house(floor: Floor) -> bool:
    """The same for whoever holds the lock of the office."""
    office = floor.office
    standing = await asyncio.to_thread(floor.store.standing, HOUSE)
    if standing.lines <= office.stored:
        return False
    office.load()
    take_up_affairs(floor)
    tables = floor.house.tables
    for name, live in list(floor.lives.items()):
        if name not in tables or tables[name].session != live.set_up.session:
            floor.lives.pop(name).ring()
    for name, set_up in tables.items():
        if name not in floor.lives:
            floor.lives[name] = floor.reloaded(new_live(floor, set_up))
    return True


async def follow_table(floor: Floor, live: Live, lines: int) -> None:
    """Be where the store is with a table, which has so many lines at least."""
    async with live.lock:
        if lines > live.stored:  # otherwise they are our own
            await catch_up_table(floor, live)


async def catch_up_table(floor: Floor, live: Live) -> bool:
    """Be where the store is with a table, whose lock one holds; whether it was elsewhere."""
    while True:
        lines, safe = await asyncio.to_thread(_read, floor, live)
        if not lines:
            return False
        live.contest()
        if safe is not None and live.line_of(safe) > live.stored + len(lines):
            continue  # more was stored while this was read
        try:
            live.catch_up(lines, safe)
        except OutOfOrder:
            floor.reloaded(live)
        live.ring()
        floor.schedule(live)
        return True


def as_stored(store: Store, live: Live) -> tuple[list[bytes], bytes | None]:
    """All the lines of a table, and what its dealer held after the last of them."""
    for _ in range(LOOKS):
        lines, safe = list(store.lines(live.record)), store.safe(live.safe)
        if safe is None or live.line_of(safe) <= len(lines):
            break  # otherwise more was stored while this was read, or lines are missing
    return lines, safe


def _read(floor: Floor, live: Live) -> tuple[list[bytes], bytes | None]:
    return list(floor.store.lines(live.record, live.stored)), floor.store.safe(live.safe)


def take_up_affairs(floor: Floor) -> None:
    """Have every affair on the floor that the house knows and the floor does not have yet."""
    house = floor.house
    for name, opened in house.tournaments.items():
        if name not in floor.tournaments:
            take_up(floor, reloaded(floor, Affair(TOURNAMENT, name, opened)))
    for name, offered in house.promotions.items():
        if name not in floor.promotions:
            take_up(floor, reloaded(floor, Affair(PROMOTION, name, offered)))


def take_up(floor: Floor, affair: Affair[Any]) -> None:
    """Have an affair on the floor."""
    if affair.kind is TOURNAMENT:
        floor.tournaments[affair.name] = affair
    else:
        floor.promotions[affair.name] = affair


def affairs_of(floor: Floor) -> list[Affair[Any]]:
    return [*floor.tournaments.values(), *floor.promotions.values()]


def reloaded(floor: Floor, affair: Affair[S]) -> Affair[S]:
    """An affair made anew from what is stored of it, as soon as that can be read."""
    affair.stale = True
    with suppress(StoreFailed):
        try:
            affair.restore(floor.store.lines(affair.record))
            affair.out_of_order, affair.is_older = "", False
        except ValueError as error:
            affair.out_of_order, affair.is_older = str(error), isinstance(error, BeforeCorrection)
        affair.stale = False
    return affair


def must_be_current(floor: Floor, affair: Affair[Any]) -> None:
    """What could not be stored is forgotten before anything else happens."""
    if affair.stale and reloaded(floor, affair).stale:
        raise StoreFailed("the record cannot be read")


async def follow_affair(floor: Floor, affair: Affair[Any]) -> None:
    """Be where the store is with an affair."""
    async with affair.lock:
        await catch_up_affair(floor, affair)


async def catch_up_affair(floor: Floor, affair: Affair[Any]) -> None:
    """The same for whoever holds the lock of the affair."""
    lines = await asyncio.to_thread(lambda: list(floor.store.lines(affair.record, affair.stored)))
    if not lines:
        return
    try:
        affair.catch_up(lines)
    except OutOfOrder:
        reloaded(floor, affair)
    affair.ring()
