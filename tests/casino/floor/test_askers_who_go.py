"""What somebody has asked for comes to its end, though they do not wait for the answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from tests.casino.disks import SlowDisk
from tests.casino.floor.floors import ANA, OPERATOR, Hands, open_floor, run, seen, until
from tests.casino.floor.test_in_flight import TABLE, opened, wager

from croupier.casino.store.contract import StoreFailed
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

AMOUNTS = (10_00, 15_00, 20_00)


async def gone(asking: list[asyncio.Task[object]]) -> None:
    """Whoever asked does not wait any longer."""
    for each in asking:
        each.cancel()
    outcomes = await asyncio.gather(*asking, return_exceptions=True)
    assert {type(each) for each in outcomes} == {asyncio.CancelledError}


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "not stored"])
def test_what_is_being_written_is_stored_or_undone_without_them(
    sqlite: Store, *, fails: bool
) -> None:
    async def test() -> None:
        disk = SlowDisk(sqlite)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            line, before = live.stored, [seen(live, viewer) for viewer in (ANA, OPERATOR, None)]
            counted = floor.counts["commands"]
            disk.stop()
            asking: list[asyncio.Task[object]] = [
                asyncio.create_task(floor.do(TABLE, wager(amount), ANA)) for amount in AMOUNTS
            ]
            await until(lambda: live.line == line + len(AMOUNTS))
            await gone(asking)
            assert live.is_in_flight
            disk.fails = lambda number: StoreFailed("broken") if fails else None
            disk.go_on()
            await until(lambda: not live.is_in_flight and not live.stale)
            if fails:
                assert live.stored == live.line == line
                assert [seen(live, viewer) for viewer in (ANA, OPERATOR, None)] == before
                assert floor.counts["commands"] == counted
            else:
                assert live.stored == live.line == line + len(AMOUNTS)
                assert live.table.wagers[0].amount == AMOUNTS[-1]
                assert floor.counts["commands"] == counted + len(AMOUNTS)
            disk.fails = lambda number: None
            await floor.do(TABLE, wager(25_00), ANA)
        assert inspect(sqlite).sound

    run(test())


def test_what_waits_for_its_turn_at_the_table_is_done_without_them(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            live = await opened(floor)
            line = live.stored
            async with live.lock:
                asking: asyncio.Task[object] = asyncio.create_task(
                    floor.do(TABLE, wager(AMOUNTS[0]), ANA)
                )
                await asyncio.sleep(0)
                await gone([asking])
                assert live.line == line
            await until(lambda: live.stored == line + 1)
            assert live.table.wagers[0].amount == AMOUNTS[0]

    run(test())
