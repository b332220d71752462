"""What is decided and paid in tournaments on a floor, with the books of the house beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.cups import POCKET, Cup
from tests.casino.floor.floors import OPERATOR, run
from tests.casino.floor.players import play_on, settled
from tests.casino.floor.sessions import playing, the_table
from tests.tournament.support import ACT_2018

from croupier.casino.duties import Enrol
from croupier.casino.floor.tables_concerned import tables_of
from croupier.rulebook.citing import Refused
from croupier.table.acts.misplaced import VoidEarlierRound
from croupier.table.roles import Person, Role
from croupier.tournament.acts.awarding import AwardPlaces
from croupier.tournament.acts.ending import EndSession
from croupier.tournament.acts.other_games import Reinstate
from croupier.tournament.state import Phase, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.casino.store.contract import Store

POINTS: dict[str, Any] = {
    "sessions": [{"name": "final", "rounds": 3, "points": [5, 5]}],
    "points": {"elimination": "none", "ties": "share"},
    "prize_ties": "play-off",
    "levels": [{"session": 1, "round": 2, "limits": {"main": [50_00, 1000_00]}}],
}
LONG: dict[str, Any] = {
    "sessions": [{"name": "final", "rounds": 9}],
    "limits": {"main": [25_00, 1000_00]},
    "chips": 500_00,
}
SUE = Person("sue", Role.SUPERVISOR)


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


@pytest.mark.clause("18:19.13", "18:19.14")
def test_19_13_a_round_found_void_while_the_next_is_played_brings_back_whom_it_put_out(
    sqlite: Store,
) -> None:
    """What lies on the layout meanwhile is still its owner's, and nobody is out for it."""

    async def test() -> None:
        async with playing(sqlite, ACT_2018, 3, **LONG) as cup:
            await cup.floor.duty(Enrol(person=SUE.name, roles=(SUE.role,)), OPERATOR)
            players = cup.tournament.entrants
            out = players["p001"]
            await play_on(cup, _all_in("p001"), until=lambda: out.status is Status.OUT)
            live, departure = the_table(cup), out.departure
            assert departure is not None
            faulty, number = live.table.rounds[-1], live.set_up.duty.table
            lost = {fact.player: fact.net for fact in faulty.standing()}
            await play_on(cup, _all_in("p002"), until=lambda: live.table.in_play)
            before = {name: each.chips for name, each in players.items()}
            back = Reinstate(
                player="p001", table="Table 1", box=live_box(cup), chips=departure.chips,
                reason="a card was misplaced",
            )  # fmt: skip
            with pytest.raises(Refused, match="not void"):
                await cup.do(back)
            void = VoidEarlierRound(round=faulty.number, reason="a card was misplaced")
            await cup.floor.do(number, void, SUE)
            for name in ("p002", "p003"):
                assert players[name].status is Status.IN
                assert players[name].chips == before[name] - lost.get(name, 0)
            with pytest.raises(Refused, match="before that round"):
                await cup.do(msgspec.structs.replace(back, chips=departure.chips + 25_00))
            await cup.do(back)
            assert out.chips == departure.chips == live.table.chips.rack("p001")
            assert live.table.chips.balances

    run(test())


def live_box(cup: Cup) -> int:
    """A box at which nobody plays."""
    taken = {each.seat[1] for each in cup.tournament.still_in() if each.seat}
    return next(box for box in range(1, 8) if box not in taken)


def _all_in(player: str) -> Callable[[str], int]:
    return lambda name: 500_00 if name == player else 25_00
