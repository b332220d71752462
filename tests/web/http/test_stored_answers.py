"""No answer, page or event tells what a failed writing would undo."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from tests.casino.disks import SlowDisk
from tests.casino.floor.floors import until
from tests.tournament.support import BACCARAT
from tests.web.casinos import Casino, Watch, opened
from tests.web.cups import Cup

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn
from croupier.casino.store.contract import StoreFailed, StoreFull

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.casino.store.contract import Store

pytestmark = pytest.mark.anyio
ANA = Person("ana", Role.PLAYER)
CUP = "summer-cup"


@asynccontextmanager
async def on_a_slow_disk(where: Path, watch: Watch) -> AsyncIterator[tuple[Casino, SlowDisk]]:
    disks: list[SlowDisk] = []

    def floored(store: Store) -> Floor:
        disks.append(SlowDisk(store))
        return Floor(disks[0])  # type: ignore[arg-type]  # a store but for when it writes

    async with opened(where, watch, floored=floored) as casino:
        yield casino, disks[0]


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "not stored"])
async def test_what_somebody_has_is_told_when_it_is_stored(
    tmp_path: Path, watch: Watch, *, fails: bool
) -> None:
    async with on_a_slow_disk(tmp_path / "casino.db", watch) as (casino, disk):
        ana = await casino.logged_in("ana")
        before = (await ana.get("/api/me")).json()["chips"]
        disk.stop()
        disk.fails = lambda number: StoreFull("no room") if fails else None
        buys = casino.floor.command_house(BuyIn(person="ana", amount=70_00), ANA)
        doing = asyncio.gather(buys, return_exceptions=True)
        await until(lambda: casino.floor.live_house.fresh)
        asking = {path: asyncio.create_task(ana.get(path)) for path in ("/api/me", "/", "/tables")}
        await asyncio.wait(asking.values(), timeout=0.1)
        early = [path for path, asked in asking.items() if asked.done()]
        disk.go_on()
        (bought,) = await doing
        assert isinstance(bought, StoreFailed) == fails
        answers = {path: (await asked).status_code for path, asked in asking.items()}
        assert not early
        if fails:
            assert answers["/api/me"] == answers["/"] == 503
        else:
            assert answers["/api/me"] == answers["/"] == 200
            assert (await asking["/api/me"]).json()["chips"] == before + 70_00
        now = (await ana.get("/api/me")).json()["chips"]
        assert now == (before if fails else before + 70_00)


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "not stored"])
async def test_what_a_player_may_do_in_a_tournament_is_told_when_it_is_stored(
    tmp_path: Path, watch: Watch, *, fails: bool
) -> None:
    async with on_a_slow_disk(tmp_path / "casino.db", watch) as (casino, disk):
        cup = Cup(casino, BACCARAT)
        await cup.enrol_players()
        await cup.open_entries()
        path, ana, live = f"/tournaments/{CUP}", await cup.who("ana"), casino.floor.tournaments[CUP]
        assert "withdraw" not in (await ana.get(path)).text.casefold()
        disk.stop()
        disk.fails = lambda number: StoreFull("no room") if fails else None
        doing = asyncio.create_task(cup.own("ana", "enter", agreed="yes", copy="yes"))
        await until(lambda: live.fresh)
        asking = asyncio.create_task(ana.get(path))
        await asyncio.wait((asking,), timeout=0.1)
        early = asking.done()
        disk.go_on()
        await doing
        told = await asking
        assert not early
        assert told.status_code == (503 if fails else 200)
        again = (await ana.get(path)).text.casefold()
        assert ("withdraw" in again) == (not fails)
