"""Several aggregates are changed together, and stored in one writing or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import ANA, OPERATOR, Hands, found, open_floor, run, set_up

from croupier.casino.floor.transaction import Transaction
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import BuyIn
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive

if TYPE_CHECKING:
    from typing import Any

    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

TABLE, OTHER = "blackjack-2018", "baccarat"


async def opened(floor: Floor) -> LiveTable:
    await found(floor)
    await set_up(floor, TABLE)
    await set_up(floor, OTHER)
    return floor.live(TABLE)


def change(floor: Floor, live: LiveTable) -> None:
    """Something at the table, and something of the house."""
    live.table.do(Arrive(player="ana"), ANA, floor.clock())
    floor.house.do(BuyIn(person="ana", amount=5_00), OPERATOR, floor.clock())


async def change_and_fail(floor: Floor, live: LiveTable, error: Exception) -> None:
    async with Transaction(floor) as transaction:
        await transaction.lock(live, floor.live_house)
        change(floor, live)
        raise error


async def lock_one_by_one(floor: Floor, *lives: Live[Any]) -> None:
    async with Transaction(floor) as transaction:
        for live in lives:
            await transaction.lock(live)


@pytest.mark.parametrize(
    "error", [Refused("no", Clauses(())), RuntimeError("what nobody expected")]
)
def test_what_is_not_stored_did_not_happen_anywhere(store: Store, error: Exception) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            live = await opened(floor)
            before = live.stored, floor.live_house.stored, floor.house.books.held(pocket("ana"))
            with pytest.raises(type(error)):
                await change_and_fail(floor, live, error)
            assert "ana" not in live.table.patrons.arrived
            held = floor.house.books.held(pocket("ana"))
            assert (live.stored, floor.live_house.stored, held) == before
            assert not live.fresh
            assert not live.lock.locked()
            await floor.do(TABLE, Arrive(player="ana"), ANA)
            await floor.do(TABLE, BringChips(player="ana", amount=5_00), ANA)

    run(test())


def test_what_is_stored_is_one_writing(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            live = await opened(floor)
            position = store.last_position()
            async with Transaction(floor) as transaction:
                await transaction.lock(floor.live_house, live)
                change(floor, live)
                await transaction.commit()
            placed = store.journal(position)
            assert [each.record for each in placed] == [live.record, floor.live_house.record]
            assert "ana" in floor.live(TABLE).table.patrons.arrived

    run(test())


def test_locks_are_taken_in_one_order(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            live = await opened(floor)
            first, second = sorted(floor.tables.values(), key=lambda live: live.record)
            async with Transaction(floor) as transaction:
                await transaction.lock(second, first)  # sorted when they are taken at once
            for early, late in ((first, second), (live, floor.live_house)):
                with pytest.raises(AssertionError, match="out of order"):
                    await lock_one_by_one(floor, late, early)
                assert not late.lock.locked()

    run(test())
