"""Two floors on one database, as two processes have it: nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    DEALER,
    OPERATOR,
    SUPERVISOR,
    Hands,
    bet,
    found,
    open_floor,
    play_at_random,
    run,
    seen,
    set_up,
    sit_down,
    until,
)

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import watch
from croupier.casino.floor.patron_approvals import approve
from croupier.casino.floor.replication import replicate
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import BuyIn, CashOut, Enrol
from croupier.casino.patron_acts import NeedsPatron
from croupier.casino.store import open_store
from croupier.casino.store.contract import Store
from croupier.casino.store.postgresql import PostgresqlStore
from croupier.casino.store_verification import inspect
from croupier.rulebook.citations import Refused
from croupier.table.acts.chips_and_float import BringChips, TakeChips
from croupier.table.acts.patrons import Arrive, Sit

if TYPE_CHECKING:
    from tests.casino.postgresql_server import Server

    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Receipt, Writing

TABLE = "blackjack-2018"


@pytest.fixture
def where(postgresql: Server) -> str:
    return postgresql.empty_database()


async def _agree(one: Floor, other: Floor, table: str) -> None:
    lives = one.live(table), other.live(table)
    for floor, live in zip((one, other), lives, strict=True):
        await replicate(floor, live, {live.record: floor.store.standing(live.record).lines})
    for live in lives:
        live.wait_timer.opened = 0
    assert lives[0].stored == lives[1].stored
    for viewer in (ANA, BEN, OPERATOR, None):
        assert seen(lives[0], viewer) == seen(lives[1], viewer)
    assert lives[0].dealer.state() == lives[1].dealer.state()


def test_what_one_process_does_the_other_follows(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await until(lambda: "ana" in other.house.people)
                await set_up(one, TABLE)
                await until(lambda: TABLE in other.tables)
                await sit_down(other, TABLE, ANA, 1)
                await until(lambda: one.live(TABLE).table.patrons.seats == {1: "ana"})
                await bet(one, TABLE, ANA, 1)
                await play_at_random(one, TABLE, (ANA,), 2, hands, seed=1)
                await _agree(one, other, TABLE)
                await play_at_random(other, TABLE, (ANA,), 2, hands, seed=2)
                await _agree(one, other, TABLE)
        with open_store(where) as store:
            assert inspect(store).sound

    run(test())


def test_both_take_commands_for_the_same_table_at_once(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await set_up(one, TABLE)
                await until(lambda: TABLE in other.tables and "ana" in other.house.people)
                for floor, player in ((one, ANA), (other, BEN), (one, CHLOE)):
                    await floor.do(TABLE, Arrive(player=player.name), player)
                brought = [
                    floor.do(
                        TABLE, BringChips(player=player.name, amount=1_00), player, f"{player}/{n}"
                    )
                    for n in range(15)
                    for player in (ANA, BEN, CHLOE)
                    for floor in (one, other)  # each request is made of both
                ]
                answers = await asyncio.gather(*brought)
                assert sum(not answer.repeated for answer in answers) == len(answers) // 2
                await _agree(one, other, TABLE)
                table = one.live(TABLE).table
                assert [table.chips.rack(name) for name in ("ana", "ben", "chloe")] == [15_00] * 3
                for floor in (one, other):  # each is surprised once, and holds the table then
                    assert floor.counts["conflicts"] <= 1
                await until(lambda: other.house.books.places == one.house.books.places)
                assert one.house.books.held(pocket("ana")) == 10_000_00 - 15_00
        with open_store(where) as store:
            assert inspect(store).sound

    run(test())


def test_where_a_hold_is_lost_the_slower_judges_anew(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The length that an addition names lets one of two go on, and the other sees what it did."""
    monkeypatch.setattr(PostgresqlStore, "hold", Store.hold)

    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await set_up(one, TABLE)
                await until(lambda: TABLE in other.tables and "ana" in other.house.people)
                write = one.write

                async def slowly(writing: Writing) -> Receipt:
                    monkeypatch.setattr(one, "write", write)
                    await other.do(TABLE, Arrive(player="ben"), BEN)
                    return await write(writing)

                monkeypatch.setattr(one, "write", slowly)
                await one.do(TABLE, Arrive(player="ana"), ANA)
                assert one.counts["conflicts"] == 1
                assert one.live(TABLE).table.patrons.arrived == ["ben", "ana"]
                await _agree(one, other, TABLE)

    run(test())


def test_chips_of_one_pocket_are_spent_once(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one, chips=10_00)
                await set_up(one, TABLE)
                await set_up(one, "baccarat")
                await until(lambda: len(other.tables) == 2)
                await one.do(TABLE, Arrive(player="ana"), ANA)
                await other.do("baccarat", Arrive(player="ana"), ANA)
                all_of_it = BringChips(player="ana", amount=10_00)
                outcomes = await asyncio.gather(
                    one.do(TABLE, all_of_it, ANA),
                    other.do("baccarat", all_of_it, ANA),
                    return_exceptions=True,
                )
                assert sum(isinstance(each, Refused) for each in outcomes) == 1
        with open_store(where) as store:
            assert inspect(store).sound

    run(test())


def test_a_table_is_seen_to_by_one_process_and_then_by_another(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as second:
            with open_store(where) as first:
                async with open_floor(first, hands) as one:
                    await found(one)
                    await set_up(one, TABLE)
                    async with open_floor(second, hands) as other:
                        await until(lambda: one.live(TABLE).claimed)
                        assert not other.live(TABLE).claimed
            async with open_floor(second, hands) as other:
                assert other.live(TABLE).claimed

    run(test())


def test_two_processes_do_not_enrol_the_same_person_twice(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await until(lambda: "ines" in other.house.people)
                enrol = Enrol(person="dan", roles=(Role.PLAYER,))
                outcomes = await asyncio.gather(
                    one.command_house(enrol, OPERATOR),
                    other.command_house(enrol, OPERATOR),
                    return_exceptions=True,
                )
                assert sum(isinstance(each, Refused) for each in outcomes) == 1
                dan = Person("dan", Role.PLAYER)
                await until(lambda: "dan" in one.house.people and "dan" in other.house.people)
                await asyncio.gather(
                    *(
                        floor.command_house(BuyIn(person="dan", amount=1_00), dan, f"{n}")
                        for n in range(10)
                        for floor in (one, other)
                    )
                )
                await until(lambda: one.house.books.held(pocket("dan")) == 10_00)
                await until(lambda: other.house.books.held(pocket("dan")) == 10_00)

    run(test())


def test_what_a_patron_lets_staff_do_is_done_once_by_either_process(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await set_up(one, TABLE)
                await until(lambda: TABLE in other.tables)
                code, _ = await approve(one, "ana", "cage", 1_00, "")
                out = CashOut(person="ana", amount=1_00)
                done = await asyncio.gather(
                    *(each.command_house(out, SUPERVISOR, code=code) for each in (one, other) * 3),
                    return_exceptions=True,
                )
                assert sum(isinstance(each, NeedsPatron) for each in done) == 5
                code, _ = await approve(other, "ana", f"tables/{TABLE}", 0, "")
                await one.do(TABLE, Arrive(player="ana"), DEALER, code=code)
                await until(lambda: other.live(TABLE).stays == one.live(TABLE).stays)
                sit = Sit(player="ana", box=1)
                await until(lambda: len(other.house.done_for.get("ana", ())) == 2)
                await other.do(TABLE, sit, DEALER)  # who plays for her at either
                with pytest.raises(NeedsPatron):
                    await other.do(TABLE, BringChips(player="ana", amount=1_00), DEALER, code=code)
                await until(lambda: one.house.books.held(pocket("ana")) == 9_999_00)
        with open_store(where) as store:
            assert inspect(store).sound

    run(test())


def test_taking_chips_away_is_followed_too(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await set_up(one, TABLE)
                await until(lambda: TABLE in other.tables)
                await sit_down(one, TABLE, ANA, 1)
                await other.do(TABLE, TakeChips(player="ana", amount=1_000_00), ANA)
                await until(lambda: one.house.books.held(pocket("ana")) == 10_000_00)
                await until(lambda: one.live(TABLE).table.chips.rack("ana") == 0)

    run(test())


def test_a_table_that_nobody_uses_here_is_repeated_when_somebody_does(where: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(where) as first, open_store(where) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await found(one)
                await set_up(one, TABLE)
                await until(lambda: TABLE in other.tables)
                await sit_down(other, TABLE, ANA, 1)
                mine, theirs = one.live(TABLE), other.live(TABLE)
                assert mine.claimed
                await play_at_random(other, TABLE, (ANA,), 12, hands, seed=4)
                await until(lambda: not mine.claimed and mine.missed is not None)
                assert mine.stored < theirs.stored, "nobody has asked for it"
                await until(lambda: theirs.claimed)
                watching = watch(one, TABLE, BEN)
                seen_first = await anext(watching)
                assert seen_first is not None
                assert seen_first.line == theirs.stored
                await bet(other, TABLE, ANA, 1)
                seen_next = await anext(watching)
                assert seen_next is not None
                assert seen_next.line == theirs.stored, "who watches is told"
                await watching.aclose()  # type: ignore[attr-defined]  # an async generator
                await one.do(TABLE, Arrive(player="ben"), BEN)
                await _agree(one, other, TABLE)
        with open_store(where) as store:
            assert inspect(store).sound

    run(test())
