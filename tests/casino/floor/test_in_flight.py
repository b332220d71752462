"""A table goes on while its lines are written, and nobody is told of them before they are."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.disks import SlowDisk
from tests.casino.floor.cups import Cup, people
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    INSPECTOR,
    OPERATOR,
    Hands,
    bet,
    found,
    open_floor,
    run,
    seen,
    set_up,
    sit_down,
    until,
)
from tests.casino.floor.sessions import by
from tests.tournament.support import ACT_2018, conditions_for

from croupier.casino.floor import look, people_at, summaries, watch
from croupier.casino.floor.live_aggregate import Live
from croupier.casino.floor.live_table import LiveTable
from croupier.casino.floor.tournament_and_promotion_views import tournaments_seen
from croupier.casino.floor.views import readable
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import BuyIn, Pace, TakeDownTable
from croupier.casino.store import open_store
from croupier.casino.store.contract import StoreBusy, StoreFailed, StoreFull
from croupier.casino.store.postgresql import PostgresqlStore
from croupier.casino.store_verification import inspect
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Leave
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.casino.postgresql_server import Server

    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Receipt, Store

TABLE = "blackjack-2018"
SLOW = Pace(betting=3_600_000, decision=3_600_000, cut=3_600_000, settled=3_600_000)


async def opened(floor: Floor) -> LiveTable:
    await found(floor)
    await set_up(floor, TABLE, pace=SLOW)
    await sit_down(floor, TABLE, ANA, 1)
    return floor.live(TABLE)


def wager(amount: int) -> PlaceWager:
    return PlaceWager(player="ana", box=1, amount=amount, wager="main")


def test_the_next_command_is_judged_while_the_last_is_written(store: Store) -> None:
    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            before, answered = live.stored, []
            disk.stop()

            async def ask(amount: int) -> None:
                done = await floor.do(TABLE, wager(amount), ANA)
                answered.append((amount, done.read()["line"]))

            amounts = [10_00 + 5_00 * number for number in range(20)]
            asking = [asyncio.create_task(ask(amount)) for amount in amounts]
            await until(lambda: live.line == before + 20)
            assert (live.stored, answered) == (before, [])
            assert disk.asked <= 2, "one batch is being written, and the rest waits for it"
            disk.go_on()
            await asyncio.gather(*asking)
            assert answered == [(amount, before + n) for n, amount in enumerate(amounts, 1)]
            assert live.stored == live.line == before + 20
        assert inspect(store).sound

    run(test())


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "not stored"])
def test_a_list_of_tables_or_tournaments_shows_what_is_on_the_disk(
    sqlite: Store, *, fails: bool
) -> None:
    async def test() -> None:
        disk = SlowDisk(sqlite)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            await people(floor, 2)
            await set_up(floor, TABLE, pace=SLOW)
            cup = Cup(floor, Hands(), ACT_2018)
            await cup.open()
            await cup.all(cup.to_entries(conditions_for(ACT_2018)))
            disk.stop()
            disk.fails = lambda number: StoreFull("no room") if fails else None
            doing = asyncio.gather(
                floor.do(TABLE, Arrive(player="p002"), by("p002")),
                cup.do(cup.entry("p001")),
                return_exceptions=True,
            )
            await until(lambda: "p001" in cup.tournament.entrants)
            assert "p002" in floor.live(TABLE).table.patrons.arrived
            tables = asyncio.create_task(summaries(floor, by("p002")))
            cups = asyncio.create_task(tournaments_seen(floor, by("p001")))
            await asyncio.wait((tables, cups), timeout=0.05)
            told_early = tables.done() or cups.done()
            disk.go_on()
            await doing
            assert [each.arrived for each in await tables if each.table == TABLE] == [not fails]
            assert [each.entered for each in await cups] == [not fails]
            assert not told_early

    run(test())


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "not stored"])
def test_what_a_viewer_is_told_of_the_house_and_of_people_is_on_the_disk(
    sqlite: Store, *, fails: bool
) -> None:
    async def test() -> None:
        disk = SlowDisk(sqlite)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            before = floor.house.books.held(pocket("ben"))
            disk.stop()
            disk.fails = lambda number: StoreFull("no room") if fails else None
            doing = asyncio.gather(
                floor.do(TABLE, Arrive(player="ben"), BEN),
                floor.command_house(BuyIn(person="chloe", amount=5_00), CHLOE),
                return_exceptions=True,
            )
            await until(lambda: bool(floor.live_house.fresh) and live.line > live.stored)
            reading = [
                asyncio.create_task(people_at(floor, TABLE)),
                asyncio.create_task(_pocket(floor, CHLOE)),
            ]
            await asyncio.wait(reading, timeout=0.05)
            told_early = [each.done() for each in reading]
            disk.go_on()
            await doing
            there, held = [await each for each in reading]
            assert there == (["ana"] if fails else ["ana", "ben"])
            assert held == (before if fails else before + 5_00)
            assert told_early == [False, False]

    run(test())


async def _pocket(floor: Floor, viewer: Person) -> int:
    return (await look(floor, TABLE, viewer)).pocket


def test_nobody_is_told_what_is_not_on_the_disk(store: Store) -> None:
    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            stream = watch(floor, TABLE, BEN, live.stored, patience=0.05)
            first = await anext(stream)
            assert first is not None
            line = live.stored
            disk.stop()
            asking = asyncio.create_task(floor.do(TABLE, wager(25_00), ANA))
            await until(lambda: live.line == line + 1)
            looking = asyncio.create_task(look(floor, TABLE, None, line))
            refused = asyncio.create_task(floor.do(TABLE, Arrive(player="ana"), ANA))
            asked_twice = asyncio.create_task(floor.ready(TABLE, BEN))
            assert await anext(stream) is None, "quiet"
            await asyncio.sleep(0.05)
            assert not any(each.done() for each in (asking, looking, refused))
            assert readable(floor, live.record) == line
            disk.go_on()
            await asyncio.gather(asking, asked_twice)
            with pytest.raises(Refused, match="at the table already"):
                await refused
            seen_by_all = await looking
            assert [moment.line for moment in seen_by_all.moments] == [line + 1]
            told = await anext(stream)
            assert told is not None
            assert (told.line, [moment.line for moment in told.moments]) == (line + 1, [line + 1])
            assert await anext(stream) is None, "it is told once"
            await stream.aclose()  # type: ignore[attr-defined]

    run(test())


@pytest.mark.parametrize("error", [StoreFull("full"), StoreBusy("busy"), StoreFailed("broken")])
def test_what_came_after_a_failed_writing_is_undone(store: Store, error: Exception) -> None:
    """Those in its batch are told so; those behind it are judged anew, without what failed."""

    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            before = [seen(live, viewer) for viewer in (ANA, BEN, OPERATOR, None)]
            line = live.stored
            disk.stop()
            disk.fails = lambda number: error if number == 1 else None
            first = asyncio.create_task(floor.do(TABLE, Arrive(player="ben"), BEN))
            await until(lambda: disk.asked == 1)
            behind = [
                asyncio.create_task(floor.do(TABLE, command, by, "key"))
                for command, by in (
                    (Leave(player="ben"), BEN),  # who never came
                    (wager(50_00), ANA),
                )
            ]
            looking = asyncio.create_task(look(floor, TABLE, None, line))
            await until(lambda: live.line == line + 3)
            assert seen(live, None) != before[-1]
            disk.go_on()
            with pytest.raises(type(error)):
                await first
            with pytest.raises(Refused, match="ben"):
                await behind[0]
            assert (await behind[1]).read()["line"] == line + 1
            assert (await looking).line in (line, line + 1)
            assert "ben" not in live.table.patrons.arrived
            assert live.table.wagers[0].amount == 50_00
            assert live.stored == line + 1
            await floor.do(TABLE, Arrive(player="ben"), BEN)
        assert inspect(store).sound

    run(test())


def test_a_failure_of_all_that_is_in_flight_leaves_the_table_as_it_was(store: Store) -> None:
    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            before = [seen(live, viewer) for viewer in (ANA, OPERATOR, INSPECTOR, None)]
            line = live.stored
            disk.stop()
            disk.fails = lambda number: StoreFailed("broken")
            asking = [
                asyncio.create_task(floor.do(TABLE, wager(10_00 + 5_00 * n), ANA))
                for n in range(10)
            ]
            await until(lambda: live.line == line + 10)
            disk.go_on()
            outcomes = await asyncio.gather(*asking, return_exceptions=True)
            assert {type(each) for each in outcomes} == {StoreFailed}
            assert [seen(live, viewer) for viewer in (ANA, OPERATOR, INSPECTOR, None)] == before
            assert (live.stored, live.line) == (line, line)
            disk.fails = lambda number: None
            await floor.do(TABLE, wager(10_00), ANA)

    run(test())


def test_an_error_in_a_command_undoes_it_and_nothing_that_is_in_flight(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the second command did is forgotten; what the first did is not lost from memory."""
    go_on = LiveTable.go_on

    def wrong(live: LiveTable, at: int) -> None:
        if live.table.wagers and live.table.wagers[0].amount == 50_00:
            raise RuntimeError("an error of ours")
        go_on(live, at)

    monkeypatch.setattr(LiveTable, "go_on", wrong)

    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            line = live.stored
            disk.stop()
            first = asyncio.create_task(floor.do(TABLE, wager(25_00), ANA))
            await until(lambda: live.line == line + 1 and not live.fresh)
            second = asyncio.create_task(floor.do(TABLE, wager(50_00), ANA))
            await asyncio.sleep(0.05)
            disk.go_on()
            assert (await first).read()["line"] == line + 1
            with pytest.raises(RuntimeError, match="an error of ours"):
                await second
            assert live.table.wagers[0].amount == 25_00
            done = await floor.do(TABLE, Arrive(player="ben"), BEN)
            assert done.read()["line"] == line + 2
            now = [seen(live, viewer) for viewer in (ANA, OPERATOR, None)]
        async with open_floor(store, Hands()) as floor:
            again = floor.live(TABLE)
            assert [seen(again, viewer) for viewer in (ANA, OPERATOR, None)] == now

    run(test())


def test_a_request_that_is_in_flight_is_not_done_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_anew: list[str] = []
    reload = Live.reload

    def noted(live: Live[Any]) -> None:
        made_anew.append(live.record)
        reload(live)

    monkeypatch.setattr(Live, "reload", noted)

    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            made_anew.clear()
            line = live.stored
            disk.stop()
            asking = [
                asyncio.create_task(floor.do(TABLE, Arrive(player="ben"), BEN, "once"))
                for _ in range(5)
            ]
            await until(lambda: live.line == line + 1)
            await asyncio.sleep(0.05)
            disk.go_on()
            answers = await asyncio.gather(*asking)
            assert sorted(each.repeated for each in answers) == [False, True, True, True, True]
            assert len({each.body for each in answers}) == 1
            assert live.stored == line + 1
            assert made_anew == []

    run(test())


def test_requests_that_come_at_once_are_looked_up_in_one_question(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    receipts = PostgresqlStore.receipts

    def noted(store: PostgresqlStore, requests: Sequence[str]) -> dict[str, Receipt]:
        asked.append(len(requests))
        return receipts(store, requests)

    async def test() -> None:
        with open_store(postgresql.empty_database()) as store:
            async with open_floor(store, Hands()) as floor:
                live = await opened(floor)
                monkeypatch.setattr(PostgresqlStore, "receipts", noted)
                line = live.stored
                amounts = [10_00 + 5_00 * number for number in range(40)]
                await asyncio.gather(
                    *(floor.do(TABLE, wager(amount), ANA, f"{amount}") for amount in amounts)
                )
                assert live.stored == line + 40
                assert sum(asked) == 40
                assert len(asked) <= 4
                again = await floor.do(TABLE, wager(amounts[0]), ANA, f"{amounts[0]}")
                assert (again.repeated, live.stored) == (True, line + 40)

    run(test())


def test_what_concerns_the_house_waits_for_what_is_in_flight(store: Store) -> None:
    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            line, house = live.stored, floor.live_house.stored
            disk.stop()
            first = asyncio.create_task(floor.do(TABLE, wager(10_00), ANA))
            await until(lambda: live.line == line + 1)
            brought = BringChips(player="ana", amount=10_00)
            second = asyncio.create_task(floor.do(TABLE, brought, ANA))
            third = asyncio.create_task(floor.do(TABLE, wager(20_00), ANA))
            await asyncio.sleep(0.05)
            assert not any(each.done() for each in (first, second, third))
            disk.go_on()
            lines = [(await each).read()["line"] for each in (first, second, third)]
            assert lines == [line + 1, line + 2, line + 3]
            assert floor.live_house.stored == house + 1
            with pytest.raises(Refused):
                await floor.command_house(TakeDownTable(table=TABLE), OPERATOR)
        assert inspect(store).sound

    run(test())


def test_the_record_of_a_round_is_closed_until_its_end_is_stored(store: Store) -> None:
    async def test() -> None:
        disk, hands = SlowDisk(store), Hands()
        async with open_floor(disk, hands) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            await bet(floor, TABLE, ANA, 1)
            before = live.stored
            await floor.do(TABLE, NoMoreBets(), OPERATOR)
            while live.table.phase is Phase.DEALING:
                mover = next(
                    command
                    for command in live.table.legal(ANA)
                    if type(command).__name__ in ("Stand", "DeclineInsurance")
                )
                await floor.do(TABLE, mover, ANA)
            closed, line = readable(floor, live.record), live.line
            assert closed == before
            disk.stop()
            hands.pass_(SLOW.settled)
            collecting = asyncio.create_task(floor.tick(live))
            await until(lambda: live.line > line and not live.fresh)
            assert live.table.phase is Phase.BETTING
            assert readable(floor, live.record) == closed
            disk.go_on()
            await collecting
            assert readable(floor, live.record) == live.stored > line

    run(test())


@pytest.mark.parametrize("seed", range(3))
def test_whatever_fails_what_was_acknowledged_is_what_the_record_says(
    store: Store, seed: int
) -> None:
    """Three players at a table and a disk that fails now and then, at random."""
    chance = random.Random(seed)
    errors, keys = (StoreFull("full"), StoreBusy("busy")), 0

    async def play(floor: Floor, player: Any, box: int, acknowledged: list[Any]) -> None:
        nonlocal keys
        for _ in range(25):
            keys += 1
            amount = 10_00 + 5_00 * chance.randrange(40)
            command = PlaceWager(player=player.name, box=box, amount=amount, wager="main")
            try:
                done = await floor.do(TABLE, command, player, f"{keys}")
            except (StoreFailed, Refused):
                continue
            acknowledged.append((done.read()["line"], player.name, amount))

    async def test() -> None:
        disk = SlowDisk(store)
        async with open_floor(disk, Hands()) as floor:  # type: ignore[arg-type]
            live = await opened(floor)
            await sit_down(floor, TABLE, BEN, 2)
            await sit_down(floor, TABLE, CHLOE, 3)
            line, acknowledged = live.stored, list[Any]()
            disk.fails = lambda number: chance.choice(errors) if chance.random() < 0.2 else None
            players = ((ANA, 1), (BEN, 2), (CHLOE, 3))
            await asyncio.gather(
                *(play(floor, player, box, acknowledged) for player, box in players * 2)
            )
            disk.fails = lambda number: None
            moments = live.moments_after(line)
            assert len(acknowledged) > 20
            told = sorted(acknowledged)
            assert [each[0] for each in told] == [moment.line for moment in moments]
            last = {player: amount for _, player, amount in told}
            assert {each.player: each.amount for each in live.table.wagers} == last
        assert inspect(store).sound
        async with open_floor(store, Hands()) as floor:
            assert {each.player: each.amount for each in floor.live(TABLE).table.wagers} == last

    run(test())
