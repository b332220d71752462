"""Whatever is asked of a table is done whole or refused by its rules: no other error, no chip lost.

Two in three commands make no sense where they come. What remains keeps the tables busy, so that the
nonsense meets them in every state. `CROUPIER_COMMANDS` is how many commands there are.
"""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

from tests.casino.floor.crowds import Crowd, open_house, store_in_memory
from tests.casino.floor.floors import Hands, open_floor, run, set_up

from croupier.casino.demo import TABLES
from croupier.casino.house.books import at_table
from croupier.casino.house.commands import Dealing
from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store

COMMANDS = int(os.environ.get("CROUPIER_COMMANDS", "18000"))
BATCH = 6_000
"""After so many commands the books are looked at, and every table makes room for another."""


async def batch(floor: Floor, hands: Hands, number: int, chance: Random) -> int:
    """A batch of commands at a table of every game in every way of dealing; how many were done."""
    crowds = []
    for game in TABLES:
        for dealing in Dealing:
            name = f"{game}-{dealing}-{number}"
            await set_up(floor, game, dealing=dealing, name=name)
            crowds.append(Crowd(floor, name, chance))
    done = 0
    for _ in range(BATCH):
        crowd = chance.choice(crowds)
        done += await crowd.something()
        if chance.random() < 0.05:
            hands.pass_(chance.choice((500, 2_000, 30_000, 600_000)))
            await floor.tick(crowd.live)
    books = floor.house.books
    assert books.balance
    for crowd in crowds:
        table = crowd.live.table
        assert table.chips.balances
        assert books.held(at_table(crowd.live.set_up.name)) == table.chips.brought
        assert not crowd.live.out_of_order
    return done


def test_nonsense_is_refused_and_nothing_else_goes_wrong() -> None:
    async def test(store: Store) -> None:
        chance, hands, done = Random(20), Hands(), 0
        async with open_floor(store, hands) as floor:
            await open_house(floor)
            for number in range(-(-COMMANDS // BATCH)):
                done += await batch(floor, hands, number, chance)
            rounds = sum(live.table.number for live in floor.tables.values())
            assert done > COMMANDS / 10, "nearly everything was refused"
            assert rounds > COMMANDS / 1_000, "hardly a round was played"
        inspection = inspect(store)
        assert inspection.sound, inspection.findings

    with store_in_memory() as store:
        run(test(store))
