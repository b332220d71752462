"""What is asked happens once or not at all, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    BEGUN,
    BEN,
    DEALER,
    OPERATOR,
    Hands,
    bet,
    found,
    open_floor,
    run,
    seen,
    set_up,
    sit_down,
)

from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.cards import Card
from croupier.casino.floor import NoSuchTable
from croupier.casino.floor.dealer_steps import CollectCards, DealOn, DealOne, Prepare
from croupier.casino.house.books import CAGE, pocket
from croupier.casino.house.commands import BuyIn, Dealing, FollowTable, TakeDownTable
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.store.contract import OtherRequest, StoreFull
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.chips_and_float import BringChips, FillFloat
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, Leave
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Receipt, Rejected, Store, Writing

TABLE = "blackjack-2018"


def test_a_request_that_is_made_again_is_answered_as_it_was(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            brought = BringChips(player="ana", amount=50_00)
            await floor.do(TABLE, Arrive(player="ana"), ANA)
            first = await floor.do(TABLE, brought, ANA, "one")
            again = await floor.do(TABLE, brought, ANA, "one")
            assert (again.body, again.repeated) == (first.body, True)
            assert floor.live(TABLE).table.chips.rack("ana") == 50_00
            with pytest.raises(OtherRequest):
                await floor.do(TABLE, BringChips(player="ana", amount=60_00), ANA, "one")
            bought = BuyIn(person="ana", amount=5_00)
            first = await floor.command_house(bought, ANA, "two")
            assert (await floor.command_house(bought, ANA, "two")).body == first.body
            assert floor.house.books.held(pocket("ana")) == 10_000_00 - 50_00 + 5_00
        async with open_floor(store, Hands()) as floor:
            assert (await floor.do(TABLE, brought, ANA, "one")).repeated

    run(test())


def test_a_request_is_answered_as_it_was_though_its_table_has_left_the_floor(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            arrived = Arrive(player="ana")
            first = await floor.do(TABLE, arrived, ANA, "one")
            await floor.do(TABLE, Leave(player="ana"), ANA)
            await floor.do(TABLE, FillFloat(amount=-1_000_000_00), OPERATOR)
            taken_down = TakeDownTable(table=TABLE)
            gone = await floor.command_house(taken_down, OPERATOR, "down")
            assert TABLE not in floor.tables
            again = await floor.do(TABLE, arrived, ANA, "one")
            assert (again.body, again.repeated) == (first.body, True)
            assert (await floor.command_house(taken_down, OPERATOR, "down")).body == gone.body
            with pytest.raises(OtherRequest):
                await floor.do(TABLE, Leave(player="ana"), ANA, "one")
            for table, by, key in ((TABLE, ANA, "two"), (TABLE, BEN, "one"), ("other", ANA, "one")):
                with pytest.raises(NoSuchTable):
                    await floor.do(table, Arrive(player=by.name), by, key)
            with pytest.raises(NoSuchTable):
                await floor.do(TABLE, arrived, ANA)

    run(test())


def test_the_same_key_of_somebody_else_is_another_request(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            await floor.do(TABLE, Arrive(player="ana"), ANA, "key")
            answered = await floor.do(TABLE, Arrive(player="ben"), BEN, "key")
            assert not answered.repeated
            assert floor.live(TABLE).table.patrons.arrived == ["ana", "ben"]

    run(test())


def test_a_hundred_at_once_with_one_key_happen_once(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            await floor.do(TABLE, Arrive(player="ana"), ANA)
            brought = BringChips(player="ana", amount=1_00)
            answers = await asyncio.gather(
                *(floor.do(TABLE, brought, ANA, "key") for _ in range(100))
            )
            assert len({each.body for each in answers}) == 1
            assert sum(not each.repeated for each in answers) == 1
            assert floor.live(TABLE).table.chips.rack("ana") == 1_00

    run(test())


def test_chips_come_from_where_they_are(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor, chips=100_00)
            await set_up(floor, TABLE)
            await floor.do(TABLE, Arrive(player="ana"), ANA)
            live = floor.live(TABLE)
            before, lines = seen(live, OPERATOR), live.stored
            for command in (
                BringChips(player="ana", amount=100_01),
                FillFloat(amount=floor.house.books.held(CAGE) + 1),
            ):
                with pytest.raises(Refused, match="holds"):
                    await floor.do(TABLE, command, OPERATOR)
            assert (seen(live, OPERATOR), live.stored) == (before, lines)
            await floor.do(TABLE, BringChips(player="ana", amount=100_00), ANA)
            assert floor.house.books.held(pocket("ana")) == 0

    run(test())


def test_two_tables_cannot_take_the_same_chips(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor, chips=100_00)
            tables = (TABLE, "baccarat", "holdem", "challenge")
            for table in tables:
                await set_up(floor, table)
                await floor.do(table, Arrive(player="ana"), ANA)
            brought = BringChips(player="ana", amount=60_00)
            outcomes = await asyncio.gather(
                *(floor.do(table, brought, ANA) for table in tables), return_exceptions=True
            )
            refused = [each for each in outcomes if isinstance(each, Refused)]
            assert len(refused) == len(tables) - 1
            assert floor.house.books.held(pocket("ana")) == 40_00
            at_tables = [floor.live(table).table.chips.rack("ana") for table in tables]
            assert sorted(at_tables) == [0, 0, 0, 60_00]

    run(test())


def test_nobody_acts_in_a_role_that_is_not_theirs(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            with pytest.raises(Refused, match="no account here as supervisor"):
                await floor.do(TABLE, FillFloat(amount=1), Person("ana", Role.SUPERVISOR))
            with pytest.raises(WrongRole) as refused:
                await floor.do(TABLE, FillFloat(amount=1), ANA)
            assert (refused.value.needs, refused.value.clauses) == (
                Role.SUPERVISOR,
                ("A:Casino Supervisor",),
            )
            with pytest.raises(Refused, match="by itself"):
                await floor.command_house(FollowTable(table=TABLE, transfers=()), OPERATOR)

    run(test())


class Full:
    """A store whose disk is full when the test says so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.full = False

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        if self.full:
            raise StoreFull("the disk is full")
        return self._store.write(writings)

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def test_what_cannot_be_stored_did_not_happen(store: Store) -> None:
    async def test() -> None:
        full = Full(store)
        async with open_floor(full, Hands()) as floor:  # type: ignore[arg-type]
            await found(floor)
            await set_up(floor, TABLE)
            await sit_down(floor, TABLE, ANA, 1)
            live = floor.live(TABLE)
            before = [seen(live, viewer) for viewer in (ANA, OPERATOR, None)]
            books = floor.house.books.places
            full.full = True
            for command in (
                PlaceWager(player="ana", box=1, amount=10_00),
                BringChips(player="ana", amount=10_00),
            ):
                with pytest.raises(StoreFull):
                    await floor.do(TABLE, command, ANA, "key")
            with pytest.raises(StoreFull):
                await floor.command_house(BuyIn(person="ana", amount=10_00), ANA)
            assert [seen(live, viewer) for viewer in (ANA, OPERATOR, None)] == before
            assert floor.house.books.places == books
            full.full = False
            answered = await floor.do(TABLE, BringChips(player="ana", amount=10_00), ANA, "key")
            assert not answered.repeated
            await bet(floor, TABLE, ANA, 1)
            assert floor.house.books.balance

    run(test())


# --- who deals


def test_a_person_deals_step_by_step_from_a_virtual_shoe(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE, dealing=Dealing.VIRTUAL)
            await open_by_hand(floor)
            with pytest.raises(Refused, match="virtual shoe"):
                await floor.do(TABLE, Deal(card=Card("AS")), DEALER)
            with pytest.raises(Refused, match="virtual shoe"):
                await floor.do(TABLE, Burn(), DEALER)
            with pytest.raises(WrongRole):
                await floor.step(TABLE, Prepare(), ANA)
            await floor.step(TABLE, Prepare(), DEALER)
            await sit_down(floor, TABLE, ANA, 1)
            await bet(floor, TABLE, ANA, 1)
            await floor.do(TABLE, NoMoreBets(), DEALER)
            live = floor.live(TABLE)
            for cards in range(1, 4):
                await floor.step(TABLE, DealOne(), DEALER, f"card {cards}")
                await floor.step(TABLE, DealOne(), DEALER, f"card {cards}")
                assert len(live.table.shoe.layout) == cards
            assert {
                entry for entry in live.table.record.entries if entry.by != DEALER.name
            } == set()
            while live.table.phase is Phase.DEALING:
                answer = _answer(floor)
                await floor.do(TABLE, answer, DEALER if type(answer).__name__ == "MoveOn" else ANA)
                await floor.step(TABLE, DealOn(), DEALER)
            await floor.step(TABLE, CollectCards(), DEALER)
            assert live.table.phase is Phase.BETTING

    run(test())


def _answer(floor: Floor) -> Command:
    """The first answer of a player that the round takes."""
    live = floor.live(TABLE)
    return next(
        command
        for command in live.table.legal(DEALER)
        if type(command).__name__ in ("Stand", "Hit", "MoveOn", "DeclineInsurance")
    )


async def open_by_hand(floor: Floor) -> None:
    live = floor.live(TABLE)
    await floor.do(TABLE, opening_of(live.table, "approved", BEGUN, 10_000_00), OPERATOR)
    await floor.do(TABLE, CheckCards(), DEALER)


def test_a_person_names_the_cards_of_a_real_shoe(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE, dealing=Dealing.REAL)
            await open_by_hand(floor)
            with pytest.raises(Refused, match="real"):
                await floor.step(TABLE, Prepare(), DEALER)
            live = floor.live(TABLE)
            for _ in range(12):
                if live.table.shoe.ready and not live.table.shoe.burns_due:
                    break
                ready = ("Shuffle", "Cut", "InsertCuttingCard", "Burn")
                command = next(
                    each for each in live.table.legal(OPERATOR) if type(each).__name__ in ready
                )
                await floor.do(TABLE, command, OPERATOR)
            await sit_down(floor, TABLE, ANA, 1)
            await bet(floor, TABLE, ANA, 1)
            await floor.do(TABLE, NoMoreBets(), DEALER)
            for card in ("TS", "9D", "8C"):
                await floor.do(TABLE, Deal(card=Card(card)), DEALER)
            assert live.table.shoe.layout == [Card("TS"), Card("9D"), Card("8C")]

    run(test())
