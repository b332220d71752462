"""What is decided and paid in tournaments on a floor, with the books of the house beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.cups import POCKET, TOM, Cup, names, people
from tests.casino.floor.floors import OPERATOR, Hands, open_floor, run
from tests.casino.floor.players import play_on, settled
from tests.casino.floor.sessions import playing, the_table
from tests.tournament.support import ACT_2018, HOLDEM, conditions_for

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.commands import Enrol
from croupier.rulebook.citations import Refused
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.tournament_play import play_at
from croupier.tournament.acts.entries import Refund, Withdraw
from croupier.tournament.acts.other_games import Reinstate
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.conditions import moment
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.casino.store.contract import Store
    from croupier.tournament.state import TableState

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
            assert cup.tournament.phase is TournamentPhase.TIES
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
            await cup.floor.command_house(Enrol(person=SUE.name, roles=(SUE.role,)), OPERATOR)
            players = cup.tournament.entrants
            out = players["p001"]
            await play_on(cup, _all_in("p001"), until=lambda: out.status is Status.OUT)
            live, departure = the_table(cup), out.departure
            assert departure is not None
            faulty, number = live.table.rounds[-1], live.set_up.command.table
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
            state = cup.tournament.session.tables["Table 1"]
            for _ in range(2):  # the one that is void is none of the session, the next ones are
                assert state.rounds == play_at(live.table).rounds
                await play_on(cup, _all_in(""), until=_one_more(state))

    run(test())


def live_box(cup: Cup) -> int:
    """A box at which nobody plays."""
    taken = {each.seat[1] for each in cup.tournament.still_in() if each.seat}
    return next(box for box in range(1, 8) if box not in taken)


def _one_more(state: TableState) -> Callable[[], bool]:
    rounds = state.rounds
    return lambda: state.rounds > rounds


def _all_in(player: str) -> Callable[[str], int]:
    return lambda name: 500_00 if name == player else 25_00


@pytest.mark.clause("uth:16.23", "uth:16.24")
def test_16_23_what_goes_back_is_in_the_pockets_again(sqlite: Store) -> None:
    """p001 withdraws in time, p002 too late and is ill; in the end all is called off."""

    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await people(floor, 4)
            cup = Cup(floor, hands, HOLDEM)
            await cup.open()
            conditions = conditions_for(HOLDEM, refunds="who is ill", commission={"percent": "10"})
            await cup.all(cup.to_entries(conditions))
            await cup.all([(cup.entry(name), TOM) for name in names(4)])
            assert cup.account == 400_00
            hands.pass_(moment(conditions.withdraw_until or "") - hands.at)
            await cup.do(Withdraw(player="p001"))
            hands.pass_(1)
            await cup.do(Withdraw(player="p002"))
            assert (cup.account, cup.pocket("p001")) == (300_00, POCKET)
            assert cup.pocket("p002") == POCKET - 100_00
            await cup.do(Refund(player="p002", what=PaidFor.ENTRY, reason="a doctor's letter"))
            assert (cup.account, cup.pocket("p002")) == (200_00, POCKET)
            await cup.do(CancelTournament(reason="too few are left"), OPERATOR)
            assert (cup.account, floor.house.books.balance) == (0, True)
            assert [cup.pocket(name) for name in names(4)] == [POCKET] * 4

    run(test())
