"""What is decided and paid in tournaments on a floor, with the books of the house beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.floor.cups import POCKET
from tests.casino.floor.floors import run
from tests.casino.floor.players import play_on, settled
from tests.casino.floor.sessions import playing
from tests.tournament.support import ACT_2018

from croupier.casino.floor.tables_concerned import tables_of
from croupier.tournament.acts.awarding import AwardPlaces
from croupier.tournament.acts.ending import EndSession
from croupier.tournament.state import Phase

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

POINTS: dict[str, Any] = {
    "sessions": [{"name": "final", "rounds": 3, "points": [5, 5]}],
    "points": {"elimination": "none", "ties": "share"},
    "prize_ties": "play-off",
    "levels": [{"session": 1, "round": 2, "limits": {"main": [50_00, 1000_00]}}],
}


@pytest.mark.clause("18:19.3(a)(xi)(D)")
def test_19_3_a_xi_d_equal_points_are_played_off_with_equal_chips_at_the_last_limits(
    sqlite: Store,
) -> None:
    """Both have five points, whatever their chips; the pool is 180, all of it for the first."""

    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2, **POINTS) as cup:
            await play_on(cup, lambda name: 100_00 * int(name[1:]))
            stacks = {each.name: each.chips for each in cup.tournament.entrants.values()}
            assert len(set(stacks.values())) == 2
            await cup.do(EndSession())
            await settled()
            assert cup.tournament.phase is Phase.TIES
            (live,) = tables_of(cup.floor, cup.name)
            assert {name: live.table.chips.rack(name) for name in stacks} == dict.fromkeys(
                stacks, 1000_00
            )
            assert live.table.sign.of("main").minimum == 50_00
            await play_on(cup, lambda name: 100_00 * int(name[1:]))
            await cup.do(AwardPlaces())
            assert (cup.account, cup.floor.house.books.balance) == (0, True)
            assert sorted(cup.pocket(name) for name in stacks) == [POCKET - 100_00, POCKET + 80_00]

    run(test())
