"""Sessions of tournaments on a floor, begun for a test and played to their prizes."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from tests.casino.floor.cups import Cup, example, people
from tests.casino.floor.floors import Hands, open_floor
from tests.casino.floor.players import QUICK, play_on, settled

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.tournament_tables import tables_of
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.session_end import EndSession

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

ONE = {"sessions": [{"name": "final", "rounds": 2, "seats": 7}], "minimum_players": 2}


def by(name: str) -> Person:
    return Person(name, Role.PLAYER)


def the_table(cup: Cup, called: str = "Table 1") -> LiveTable:
    there = tables_of(cup.floor, cup.name)
    return next(live for live in there if live.set_up.command.belongs.table == called)  # type: ignore[union-attr]


@asynccontextmanager
async def playing(
    store: Store, instrument: str, players: int, **changes: Any
) -> AsyncIterator[Cup]:
    """A tournament whose only session has begun."""
    hands = Hands()
    async with open_floor(store, hands) as floor:
        await people(floor, players)
        cup = Cup(floor, hands, instrument, pace=QUICK)
        await cup.take_entries(players, example(instrument, **{**ONE, **changes}))
        await cup.seat()
        await settled()
        yield cup


async def finish(cup: Cup) -> None:
    """The rest of the session, and the prizes."""
    await play_on(cup, lambda name: 25_00 * int(name[1:]))
    await cup.do(EndSession())
    await play_on(cup, lambda name: 25_00 * int(name[1:]))
    await cup.do(AwardPlaces())
    assert cup.account == 0
