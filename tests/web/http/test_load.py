"""More than can be done: strangers are turned away first, then streams, and commands last."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import until
from tests.web.casinos import OLGA, Casino, Watch, opened
from tests.web.streams import Listening

from croupier.casino.demo import TABLES
from croupier.casino.house.commands import SetUpTable
from croupier.web.http import load
from croupier.web.http.load import LAG, UNDER_WAY, Load, LoadLevel
from croupier.web.http.page_cache import KeptPage, PageCache, page_cache_of
from croupier.web.http.policies import cost_of, operations
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

BUSY, OVERLOADED, FULL = UNDER_WAY
STREAM = "/api/tables/holdem/stream"


@pytest.fixture
async def house(casino: Casino) -> Casino:
    """A casino with a table."""
    instrument, options = TABLES["holdem"]
    duty = SetUpTable(table="holdem", instrument=instrument, options=options, float=100_000_00)
    await casino.floor.command_house(duty, OLGA)
    return casino


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "PATIENCE", 0.05)


@pytest.mark.usefixtures("impatient")
async def test_strangers_are_turned_away_and_players_are_not(house: Casino) -> None:
    stranger, ana = house.visitor(), await house.logged_in("ana")
    assert (await ana.get("/api/me")).status_code == 200
    public = ("/", "/rules", "/api/tables", "/static/base.css", "/nowhere")
    assert {(await stranger.get(path)).status_code for path in public} == {200, 404}
    house.services.load.commands = OVERLOADED
    for path in public:
        answer = await stranger.get(path)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1"), path
        assert answer.json()["type"] == "urn:croupier:problem:unavailable"
        assert (await ana.get(path)).status_code in (200, 404), path
    assert (await ana.post("/api/chips/buy-in", {"amount": 100_00})).status_code == 200
    assert house.services.load.turned_away == len(public)


@pytest.mark.usefixtures("impatient")
async def test_a_secret_that_nobody_has_is_no_way_past_the_line(house: Casino) -> None:
    house.services.load.commands = OVERLOADED
    for headers in ({"cookie": "croupier=guessed"}, {"authorization": "Bearer croupier_guessed"}):
        for path in ("/api/me", "/nowhere"):
            guessing = [house.visitor(**headers).get(path) for _ in range(40)]
            codes = [answer.status_code for answer in await asyncio.gather(*guessing)]
            assert codes.count(503) >= 30, codes


@pytest.mark.usefixtures("impatient")
async def test_watching_the_process_and_logging_in_are_always_possible(house: Casino) -> None:
    house.services.load.commands = OVERLOADED
    assert (await house.visitor().get("/health")).status_code == 200
    assert (await house.visitor().get("/health/ready")).status_code == 200
    await house.logged_in("ana")


async def test_a_stranger_who_waits_gets_a_turn_when_there_is_room_again(house: Casino) -> None:
    services = house.services
    services.load.commands = OVERLOADED
    asked = asyncio.create_task(house.visitor().get("/"))
    await until(lambda: services.load.waiting)
    services.load.commands = 0
    assert (await asked).status_code == 200
    assert services.load.waiting == 0


async def test_streams_end_before_commands_do(house: Casino) -> None:
    ana = await house.logged_in("ana")
    services, live = house.services, house.floor.live("holdem")
    async with (
        Listening(house.app, house.visitor(), STREAM) as public,
        Listening(house.app, ana, STREAM) as players,
    ):
        assert b"event: look" in await public.event()
        assert b"event: look" in await players.event()

        services.load.commands = BUSY
        live.notify()
        await _is_told_to_come_back(public)
        assert b"event: look" in await players.event()
        assert (await ana.post("/api/chips/buy-in", {"amount": 100_00})).status_code == 200
        async with Listening(house.app, ana, STREAM) as another:
            assert another.status == 200

        services.load.commands = OVERLOADED
        live.notify()
        await _is_told_to_come_back(players)
        answer = await ana.get(STREAM)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert (await ana.post("/api/chips/buy-in", {"amount": 100_00})).status_code == 200

        services.load.commands = FULL
        answer = await ana.post("/api/chips/buy-in", {"amount": 100_00})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert services.chips_of("ana") == 200_00


async def _is_told_to_come_back(heard: Listening) -> None:
    assert await heard.event() == b"retry: 5000\n\n"
    with pytest.raises(EOFError):
        await heard.event()


async def test_commands_under_way_are_counted(house: Casino) -> None:
    ana, services = await house.logged_in("ana"), house.services
    services.load.commands = FULL - 1
    assert (await ana.post("/api/chips/buy-in", {"amount": 100_00})).status_code == 200
    assert (await ana.post("/api/chips/buy-in", {"amount": 0})).status_code == 422
    assert services.load.commands == FULL - 1  # whatever became of them


async def test_a_loop_that_works_too_long_is_behind_and_a_machine_that_slept_is_not() -> None:
    async def lag_after(hold_up: float, *, works: bool) -> float:
        measured = Load(lambda: 0)
        task = asyncio.create_task(measured.measure())
        for _ in range(8):
            await asyncio.sleep(0.01)
            until = time.process_time() + hold_up
            while works and time.process_time() < until:
                pass
            if not works:
                time.sleep(hold_up)
        await asyncio.sleep(0.06)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return measured.lag

    assert await lag_after(0.3, works=True) > LAG[0]
    assert await lag_after(0.3, works=False) < LAG[0]


def test_levels_follow_what_waits_for_the_disk() -> None:
    levels = [Load(partial(int, waiting)).level for waiting in (0, 128, 10_000)]
    assert levels == [LoadLevel.EASY, LoadLevel.BUSY, LoadLevel.FULL]


# --- what is dear


async def test_a_page_is_made_once_for_all_who_ask(casino: Casino) -> None:
    pages = page_cache_of(casino.app)
    asked = [casino.visitor(f"192.0.2.{number}").get("/rules/compare") for number in range(20)]
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert pages.made == 1
    tag = answers[0].headers["etag"]
    again = await casino.visitor().get("/rules/compare", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    other = await casino.visitor().get("/rules/coverage", headers={"if-none-match": tag})
    assert (other.status_code, pages.made) == (200, 2)


async def test_what_has_to_be_made_counts_as_many_requests(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(rate=5, burst=4, log_requests=False)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        stranger, neighbour = casino.visitor(), casino.visitor("198.51.100.9")
        assert (await stranger.get("/rules?q=card")).status_code == 200  # 15 of 20
        answer = await stranger.get("/rules?q=cards")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
        assert "counts as 15" in answer.json()["detail"]
        assert (await neighbour.get("/rules?q=cards")).status_code == 200
        assert (await stranger.get("/health")).status_code == 200
        watch.on(4)
        assert (await stranger.get("/rules/compare")).status_code == 200
        for _ in range(10):  # it is there, and costs nothing more
            assert (await stranger.get("/rules/compare")).status_code == 200
        ana = await casino.logged_in("ana", "203.0.113.7")
        assert (await ana.get("/rules?q=box")).status_code == 200
        assert (await ana.get("/rules?q=boxes")).status_code == 429  # an account pays as well


async def test_every_public_page_that_is_dear_says_so(casino: Casino) -> None:
    costs = {
        path: cost_of(handler)
        for method, path, handler in operations(casino.app)
        if method == "GET"
    }
    dear = {path for path, cost in costs.items() if cost > 1}
    public = {path for path in costs if path.startswith(("/rules", "/laboratory"))}
    copies = {"/tables/{table:str}/rules", "/api/tables/{table:str}/rules"}
    proofs = {"/api/tables/{table:str}/shuffle"}
    settled = {"/round-files", "/tables/{table:str}/rounds/{number:int}/what-if"}
    played = "/school/exercises/{instrument:str}/{name:str}"
    set_for = "/school/sets/{name:str}/{number:int}"
    school = {"/school", "/school/payouts/{instrument:str}", "/school/instructor"}
    school |= {played, f"{played}/payments", set_for, f"{set_for}/payments"}
    set_for = "/api/school/sets/{name:str}/questions/{number:int}"
    school |= {"/api/school/payouts/{instrument:str}", f"/api{played}", set_for}
    school |= {f"/api{played}/payments", f"{set_for}/payments"}
    others = {"/laboratory/jobs/{job:str}/events"}
    desks = {
        "/desk/rounds", "/desk/events", "/floor", "/floor/takings",
        "/tables/{table:str}/rounds/{number:int}/evidence",
        "/tables/{table:str}/rounds/{number:int}/best-play",
    }  # fmt: skip
    assert dear == public - others | copies | proofs | settled | school | desks


async def test_pages_that_are_kept_have_so_many_bytes_and_no_more() -> None:
    pages = PageCache(10_000)
    for number in range(1_000):
        pages._keep(("page", str(number)), KeptPage.of(f"{number} " * 100))
    assert pages.bytes <= 10_000
    assert 0 < len(pages) < 20
    pages.close()
