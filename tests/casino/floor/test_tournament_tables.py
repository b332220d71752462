"""Tournaments played at tables of the floor, from the first wager to the prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.cups import POCKET, Cup, example, names, people
from tests.casino.floor.floors import Hands, open_floor, run
from tests.casino.floor.players import QUICK, play_on
from tests.tournament.support import INSTRUMENTS

from croupier.casino.inspection import inspect
from croupier.casino.meters import meters_of_tables
from croupier.casino.store import open_store
from croupier.tournament.acts.awarding import AwardPlaces
from croupier.tournament.acts.ending import EndSession
from croupier.tournament.state import Phase

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.store.contract import Store

TWO = {"sessions": [
    {"name": "heats", "rounds": 2, "seats": 4, "advance_per_table": 2},
    {"name": "final", "rounds": 2, "seats": 7},
]}  # fmt: skip


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_two_sessions_are_played_to_the_prizes(instrument: str, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 8)
            cup = Cup(floor, hands, instrument, pace=QUICK)
            await cup.take_entries(8, example(instrument, **TWO))
            while cup.tournament.phase is Phase.SEATING:
                await cup.seat()
                await play_on(cup, lambda name: 50_00 * int(name[1:]))
                await cup.do(EndSession())
                await play_on(cup, lambda name: 50_00 * int(name[1:]))
            await cup.do(AwardPlaces())
            assert cup.tournament.phase is Phase.FINISHED
            pool = cup.tournament.pool
            assert sum(e.prize for e in cup.tournament.entrants.values()) == pool.total
            assert (cup.account, floor.house.books.balance) == (0, True)
            held = sum(cup.pocket(name) for name in names(8))
            assert held == 8 * POCKET - pool.commission
            assert not floor.lives
        found = inspect(store)
        assert found.sound, [str(each) for each in found.findings]

    with open_store(str(tmp_path / "casino.db")) as store:
        run(test(store))
        for meters in meters_of_tables(store).values():
            assert meters.total.rounds
            assert (meters.total.drop, meters.total.handle, meters.total.win) == (0, 0, 0)
