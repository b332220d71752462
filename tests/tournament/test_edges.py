"""Tournaments at their edges: nobody left, everybody out at once, the last second, ties again."""

from __future__ import annotations

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HEATS,
    HOLDEM,
    INSTRUMENTS,
    MINUTE,
    OPERATOR,
    SEVEN,
    TWO_ROUNDS,
    disqualify,
    opened,
    order,
    playing,
)

from croupier.table.tournament_law import Lateness
from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyBack, DeclineBuyBack
from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import AddReserve, SeatReserve, Withdraw
from croupier.tournament.acts.other_games import Reinstate
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import BreakTable, CallLate, MovePlayer, MoveStart
from croupier.tournament.acts.session_end import ConcludeTable, CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import PayBuyIn, StartSession
from croupier.tournament.facts import (
    Eliminated,
    MoneyPaid,
    MoneyRefunded,
    SeatAllocated,
)
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Ground, Status, TournamentPhase

REBUY = {"offered": True, "method": "at once", "cost": 80_00, "chips": 800_00}
SECRET = "00" * 32


# --- the last round


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.13")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_who_has_chips_after_the_last_round_is_not_eliminated_by_it(instrument: str) -> None:
    """No round commences for which they could not wager: they are placed by what they have."""
    held = playing(instrument, **TWO_ROUNDS)
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 10})
    (out,) = [f for f in held.tournament.facts if isinstance(f, Eliminated)]
    assert out.player == "D"
    held.round({"A": 1000, "B": 20, "C": 10})
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["A", "B", "C", "D"]


@pytest.mark.parametrize("instrument", [ACT_2018, HOLDEM])
def test_who_goes_on_with_too_few_chips_is_out_when_the_next_session_begins(
    instrument: str,
) -> None:
    held = playing(instrument, **HEATS)
    held.round({"A": 1000, "B": 1000, "C": 0, "D": 0})
    held.round({"A": 1976, "B": 24})
    held.end()
    assert {e.name for e in held.tournament.still_in()} == {"A", "B"}
    if instrument == ACT_2018:
        held.draw()
    held.start()
    assert held.tournament.entrants["B"].status is Status.OUT
    held.end()
    held.do(AwardPlaces())
    assert order(held)[:2] == ["A", "B"]


def test_nobody_buys_back_when_the_session_is_over() -> None:
    held = playing(ACT_2018, **TWO_ROUNDS, buy_back=REBUY)
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    held.round({"B": 0, "C": 900, "D": 1000})
    assert held.tournament.entrants["B"].status is Status.OUT  # by the last round
    late = held.refused(BuyBack(player="A", paid=80_00))
    assert "no play at Table 1" in late.reason
    held.do(DeclineBuyBack(player="A"))
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["D", "C", "B", "A"]
    held.refused(DeclineBuyBack(player="A"))


def test_until_which_round_somebody_may_buy_back_is_counted_at_their_own_table() -> None:
    late = {**REBUY, "until_round": 1}
    held = opened(ACT_2018, buy_back=late, sessions=[{"name": "final", "rounds": 9, "seats": 2}])
    held.seat(*"ABCD")
    one, other = held.tournament.session.tables
    for _ in range(2):
        held.round({e.name: 1000 for e in held.tournament.at_table(one)}, one)
    first, second = (e.name for e in held.tournament.at_table(other))
    held.round({first: 0, second: 2000}, other)
    assert held.tournament.entrants[first].status is Status.MAY_BUY_BACK


# --- the clock


def test_a_session_of_so_many_minutes_is_over_when_they_are_though_no_round_was_played() -> None:
    held = playing(CHALLENGE, sessions=[{"name": "final", "minutes": 10}])
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    held.now += 9 * MINUTE
    assert "goes on" in held.refused(EndSession()).reason
    held.now += MINUTE
    held.end()


@pytest.mark.parametrize(("value", "first"), [(True, "B"), (False, "A")])
def test_a_round_that_the_clock_overtakes_is_played_out_or_does_not_count(
    value: bool, first: str
) -> None:
    held = playing(
        CHALLENGE, "A B",
        sessions=[{"name": "final", "minutes": 10}], options={"finish_round_at_clock": value},
    )  # fmt: skip
    held.round({"A": 1100, "B": 900})
    held.now += 11 * MINUTE
    held.round({"A": 100, "B": 1900})
    held.end()
    held.do(AwardPlaces())
    assert order(held)[0] == first


# --- everybody, or nobody


@pytest.mark.clause("06:20.22")
def test_20_22_everybody_out_in_one_round_shares_everything() -> None:
    held = playing(ACT_2006, "A B C", **TWO_ROUNDS)
    held.round({"A": 0, "B": 0, "C": 0})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 100), "B": (1, 100), "C": (1, 100)}


@pytest.mark.clause("nsw:19.10.1", "nsw:19.10.4")
def test_19_10_4_if_all_are_out_the_best_placed_go_on() -> None:
    held = playing(CHALLENGE, "A B C", **HEATS)
    held.round(
        {"A": 0, "B": 0, "C": 0}, wagered={"A": 300, "B": 200, "C": 100}, taken=("A", "B", "C")
    )
    held.end()
    assert {e.name for e in held.tournament.still_in()} == {"A", "B"}
    held.draw()
    held.start()
    assert held.chips() == {"A": 1000, "B": 1000, "C": 0}


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_elsewhere_nobody_goes_on_and_the_tournament_is_decided(instrument: str) -> None:
    held = playing(instrument, "A B C", **HEATS)
    held.round({"A": 1500, "B": 1500, "C": 0})
    held.round({"A": 0, "B": 0})
    held.end()
    assert held.tournament.phase is TournamentPhase.PLAYED
    held.do(AwardPlaces())
    assert {name: place for name, (place, _) in held.places().items()} == {"A": 1, "B": 1, "C": 3}


def test_nobody_came_and_the_prizes_can_go_to_nobody() -> None:
    held = opened(ACT_2006)
    held.enter("A", "B")
    held.close()
    held.draw()
    held.now = SEVEN
    held.do(StartSession())
    held.do(EndSession())
    law = law_of(ACT_2006)
    assert held.refused(AwardPlaces()).clauses == (*law.all_returned, *law.cancellation)
    held.do(CancelTournament(reason="nobody came"), OPERATOR)
    assert held.tournament.payments == []


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_table_of_one_is_won_without_a_round(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B")
    held.close()
    held.draw()
    held.sit("A")
    held.now = SEVEN
    if law_of(instrument).late.value is Lateness.DIRECTORS_CHOICE:
        held.do(Disqualify(player="B", ground=Ground.ABSENT, reason="not there"))
    held.do(StartSession())
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 200)}


def test_a_cancelled_tournament_has_its_chips_and_everybody_their_money() -> None:
    held = playing(HOLDEM)
    held.do(CancelTournament(reason="a flood"), OPERATOR)
    assert set(held.chips().values()) == {0}
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert sum(f.amount for f in refunds) == 400_00


# --- entries and seats


def test_a_reserve_has_the_seat_of_somebody_who_withdrew_after_the_ballot() -> None:
    held = opened(ACT_2018)
    held.enter("A", "B", "C")
    held.do(AddReserve(player="R"))
    held.close()
    held.draw()
    held.do(Withdraw(player="B"))
    held.do(SeatReserve(player="R", instead_of="B", paid=100_00))
    assert held.tournament.entrants["R"].seat is not None
    assert held.tournament.entrants["B"].seat is None
    assert held.tournament.reserves == []
    again = SeatReserve(player="Q", instead_of="B", paid=100_00)
    held.do(AddReserve(player="Q"))
    assert "not free" in held.refused(again).reason
    held.start()
    assert held.chips()["R"] == 1000


def test_nobody_who_has_withdrawn_is_drawn_a_seat() -> None:
    held = opened(ACT_2018)
    held.enter("A", "B", "C")
    held.close()
    held.do(Withdraw(player="B"))
    held.draw()
    drawn = {f.player for f in held.tournament.facts if isinstance(f, SeatAllocated)}
    assert drawn == {"A", "C"}


@pytest.mark.clause("nsw:19.6.2", "nsw:19.6.3")
def test_19_6_3_a_reserve_provides_the_buy_in_too() -> None:
    held = opened(CHALLENGE, buy_in=50_00)
    held.enter("A", "B", "C")
    held.do(AddReserve(player="R"))
    held.do(AddReserve(player="S"))
    held.close()
    held.draw()
    for name in "ABC":
        held.do(PayBuyIn(player=name, paid=50_00))
    held.now = SEVEN
    held.do(Disqualify(player="A", ground=Ground.ABSENT, reason="not there"))
    held.do(SeatReserve(player="R", instead_of="A", paid=100_00, copy_given=True))
    held.do(PayBuyIn(player="R", paid=50_00))
    held.sit("C")
    held.do(StartSession())
    assert held.chips()["R"] == 1000
    held.tournament.entrants["B"].has_played = False  # who never sat down
    held.do(Disqualify(player="B", ground=Ground.ABSENT, reason="not there"))
    late = SeatReserve(player="S", instead_of="B", paid=100_00, copy_given=True)
    assert "150" in held.refused(late).reason
    held.do(SeatReserve(player="S", instead_of="B", paid=150_00, copy_given=True))
    assert held.chips()["S"] == 1000
    paid = [f for f in held.tournament.facts if isinstance(f, MoneyPaid) and f.player == "S"]
    assert [(f.what, f.amount) for f in paid] == [(PaidFor.ENTRY, 100_00), (PaidFor.BUY_IN, 50_00)]
    assert {"19.6.2", "19.6.3"} <= set(paid[-1].clauses)


def test_a_reserve_who_enters_waits_no_longer() -> None:
    held = opened(ACT_2018)
    held.do(AddReserve(player="R"))
    held.enter("R")
    assert held.tournament.reserves == []


@pytest.mark.clause("18:19.9", "bac:15.9")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_the_start_is_not_moved_once_it_has_come(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B")
    held.close()
    held.draw()
    held.sit("A")
    held.now = SEVEN
    move = MoveStart(starts=SEVEN + 10 * MINUTE, notice="by loudspeaker")
    assert held.refused(move).clauses == law_of(instrument).late.clauses
    held.do(CallLate())


def test_a_seat_is_kept_for_who_may_buy_back() -> None:
    held = opened(
        HOLDEM, buy_back=REBUY, sessions=[{"name": "final", "rounds": 9, "seats": 4}],
        wagering={"balancing": "as tables empty"},
    )  # fmt: skip
    held.seat(*"ABCDE")
    one, other = held.tournament.session.tables
    first, *rest = (e.name for e in held.tournament.at_table(one))
    held.round({first: 0, **dict.fromkeys(rest, 1000.0)}, one)
    _, box = held.tournament.entrants[first].seat or ("", 0)
    somebody = held.tournament.at_table(other)[0].name
    move = MovePlayer(player=somebody, table=one, box=box)
    assert "not free" in held.refused(move).reason
    assert "no room" in held.refused(BreakTable(table=other, secret=SECRET)).reason
    second, *_ = held.tournament.at_table(other)
    held.do(disqualify(second.name))
    held.do(BreakTable(table=one, secret=held.commit()))
    held.do(BuyBack(player=first, paid=80_00))
    assert first in {e.name for e in held.tournament.at_table(other)}
    held.do(ReturnChips(table=one), DEALER)
    assert "none of the tournament's" in held.refused(ReturnChips(table="X"), DEALER).reason


def test_a_repechage_of_holdem_is_followed_by_a_ballot() -> None:
    sessions = [
        {"name": "heat", "rounds": 1, "advance_in_all": 2},
        {"name": "repechage", "rounds": 1, "advance_in_all": 1, "repechage": True},
        {"name": "final", "rounds": 1},
    ]
    held = playing(
        HOLDEM, sessions=sessions, progression="two and one", repechage="all who are out"
    )
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    held.end()
    held.draw()
    held.start()
    held.round({"C": 900, "D": 100})
    held.end()
    held.draw()
    held.start()
    assert {e.name for e in held.tournament.at_table("Table 1")} == {"A", "B", "C"}


# --- the end of a session


@pytest.mark.clause("nsw:19.5.8")
def test_19_5_8_a_count_before_the_last_round_is_not_the_count_of_the_session() -> None:
    held = playing(CHALLENGE, **TWO_ROUNDS)
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    counted = {each.name: each.chips for each in held.tournament.at_table("Table 1")}
    held.do(CountChips(table="Table 1", chips=counted), DEALER)
    held.round({"A": 900, "B": 800, "C": 700, "D": 500})
    assert "19.5.8" in held.refused(EndSession()).clauses


@pytest.mark.clause("nsw:19.5.5.1")
def test_19_5_5_1_who_goes_on_of_all_tables_is_not_decided_at_one() -> None:
    sessions = [
        {"name": "heat", "rounds": 9, "advance_in_all": 2, "seats": 2},
        {"name": "final", "rounds": 1},
    ]
    held = opened(CHALLENGE, **HEATS | {"sessions": sessions})
    held.seat(*"ABCD")
    one, other = held.tournament.session.tables
    for table in (one, other):
        first, second = (e.name for e in held.tournament.at_table(table))
        assert "19.5.5.1" in held.refused(ConcludeTable(table=one)).clauses
        held.round({first: 0, second: 2000}, table)
    held.do(ConcludeTable(table=one))


@pytest.mark.clause("nsw:19.6.2", "nsw:19.6.9")
def test_19_6_2_every_session_of_challenge_begins_with_the_same_chips() -> None:
    held = playing(CHALLENGE, **HEATS)
    for _ in range(2):
        held.round({"A": 900, "B": 600, "C": 500, "D": 200})
    held.end()
    held.draw()
    held.start()
    assert held.chips()["A"] == held.chips()["B"] == 1000


def test_nobody_is_put_back_on_a_box_that_the_table_does_not_have() -> None:
    held = playing(CHALLENGE)
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    held.round({"B": 1000, "C": 1000, "D": 1000}, counts=False, voids=1)
    back = Reinstate(player="A", table="Table 1", box=8, chips=1000_00, reason="round 1 is void")
    assert "not free" in held.refused(back).reason
