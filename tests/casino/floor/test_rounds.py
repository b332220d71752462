"""Tables that the program deals play every game to its end, on both stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    OPERATOR,
    Hands,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
)

from croupier.casino.demo import TABLES
from croupier.casino.house.books import at_table, pocket
from croupier.casino.house.commands import TakeDownTable
from croupier.casino.store_verification import inspect
from croupier.rulebook.citations import Refused
from croupier.table.acts.chips_and_float import FillFloat, TakeChips
from croupier.table.acts.patrons import Leave

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

ROUNDS = 6


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_the_program_deals_plays_round_after_round(store: Store, table: str) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            for box, player in enumerate((ANA, BEN, CHLOE), 1):
                await sit_down(floor, table, player, box)
            await play_at_random(floor, table, (ANA, BEN, CHLOE), ROUNDS, hands, seed=7)
            live, books = floor.live(table), floor.house.books
            assert live.table.number >= ROUNDS
            assert books.balance
            assert books.held(at_table(live.set_up.name)) == live.table.chips.brought
        inspection = inspect(store)
        assert inspection.sound, inspection.findings

    run(test())


def test_a_table_is_taken_down_when_all_its_chips_have_left_it(store: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            await sit_down(floor, table, ANA, 1)
            before = floor.house.books.held(pocket("ana"))
            with pytest.raises(Refused, match="still at"):
                await floor.command_house(TakeDownTable(table=table), OPERATOR)
            await floor.do(table, TakeChips(player="ana", amount=1_000_00), ANA)
            await floor.do(table, Leave(player="ana"), ANA)
            left = floor.live(table).table.chips.float
            await floor.do(table, FillFloat(amount=-left), OPERATOR)
            await floor.command_house(TakeDownTable(table=table), OPERATOR)
            assert floor.house.books.held(pocket("ana")) == before + 1_000_00
            assert table not in floor.tables
            await set_up(floor, table)
            assert floor.live(table).record == "tables/blackjack-2018/2"
        assert inspect(store).sound

    run(test())
