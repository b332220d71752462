"""From whatever state a table is in, its rounds can be ended and every chip taken home.

People do at random what makes sense and what does not, irregularities above all, at a table of each
game whose cards somebody names, draws or has dealt by the program. Again and again the record as it
is then is played on by staff alone; at last the whole casino is emptied.
`CROUPIER_COMMANDS` is how many commands there are.
"""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

from tests.casino.floor.crowds import Crowd, open_house, store_in_memory
from tests.casino.floor.floors import Hands, open_floor, run, set_up
from tests.compatibility.taking_home import casino_emptied, played_on

from croupier.casino.demo import TABLES
from croupier.casino.house.commands import Dealing
from croupier.table.table import Phase
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

COMMANDS = int(os.environ.get("CROUPIER_COMMANDS", "9000"))
LOOKS = {Phase.BETTING: 0.02, Phase.NOT_OPEN: 0.0, Phase.CLOSED: 0.1}
"""How often a table is looked at after something was done there; in a round every second time."""


def test_chips_can_be_taken_home_from_any_state() -> None:
    async def test(store: Store) -> None:
        chance, hands, looked_at = Random(22), Hands(), 0
        async with open_floor(store, hands) as floor:
            await open_house(floor)
            crowds = []
            for game in TABLES:
                for dealing in Dealing:
                    await set_up(floor, game, dealing=dealing, name=f"{game}-{dealing}")
                    crowds.append(Crowd(floor, f"{game}-{dealing}", chance))
            for _ in range(COMMANDS):
                crowd = chance.choice(crowds)
                done, live = await crowd.something(), crowd.live
                if done and chance.random() < LOOKS.get(live.table.phase, 0.5):
                    again = replay(list(store.lines(f"tables/{live.set_up.name}")))
                    assert again.same
                    played_on(again.table)
                    looked_at += again.table.number > 0
                if chance.random() < 0.02:
                    hands.pass_(chance.choice((500, 2_000, 30_000)))
                    await floor.tick(live)
            assert looked_at > COMMANDS / 200, "hardly a round was looked at"
            await casino_emptied(floor, hands)

    with store_in_memory() as store:
        run(test(store))
