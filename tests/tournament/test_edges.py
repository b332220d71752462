"""Tournaments at their edges: nobody left, everybody out at once, the last second, ties again."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    MINUTE,
    OPERATOR,
    SEVEN,
    Held,
    opened,
)

from croupier.table.tournament_law import Lateness
from croupier.tournament import law_of
from croupier.tournament.acts.awarding import AwardPlaces, CancelTournament
from croupier.tournament.acts.coming_back import BuyBack, DeclineBuyBack
from croupier.tournament.acts.conduct import Disqualify, Ground
from croupier.tournament.acts.ending import ConcludeTable, CountChips, EndSession, ReturnChips
from croupier.tournament.acts.entries import AddReserve, SeatReserve, Substitute, Withdraw
from croupier.tournament.acts.other_games import Reinstate
from croupier.tournament.acts.seating import BreakTable, CallLate, MovePlayer, MoveStart, TakeSeat
from croupier.tournament.acts.sessions import PayBuyIn, StartSession
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.facts import (
    Advanced,
    Eliminated,
    MoneyRefunded,
    PlaceAwarded,
    PointsAwarded,
    SeatAllocated,
    TieFound,
)
from croupier.tournament.state import Phase, Status

TWO_ROUNDS: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 2}]}
HEATS: dict[str, Any] = {
    "sessions": [
        {"name": "heat", "rounds": 2, "advance_per_table": 2},
        {"name": "final", "rounds": 2},
    ],
    "progression": "the first two of each table",
    "session_ties": "play-off",
}
POINTS: dict[str, Any] = {
    "sessions": [
        {"name": "one", "rounds": 1, "points": [8, 5, 2], "fresh_chips": True},
        {"name": "two", "rounds": 1, "points": [8, 5, 2], "fresh_chips": True},
    ],
    "progression": "everybody plays both",
    "points": {"elimination": "none", "ties": "play-off"},
}
REBUY = {"offered": True, "method": "at once", "cost": 80_00, "chips": 800_00}
SECRET = "00" * 32


def playing(instrument: str, names: str = "A B C D", **changes: Any) -> Held:
    held = opened(instrument, **changes)
    held.seat(*names.split())
    return held


def order(held: Held) -> list[str]:
    return sorted(held.places(), key=lambda name: held.places()[name][0] or 0)


def disqualify(name: str) -> Disqualify:
    return Disqualify(player=name, ground=Ground.BREACH, reason="took chips away")


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
    assert held.tournament.phase is Phase.PLAYED
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
    assert held.refused(AwardPlaces()).clauses == law_of(ACT_2006).all_returned
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


# --- who is disqualified


def test_a_leader_who_is_disqualified_after_the_last_round_makes_room() -> None:
    held = playing(ACT_2006, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 800, "C": 800, "D": 700})
    held.end()
    assert set(held.tournament.ties[0].players) == {"B", "C"}
    held.do(disqualify("A"))
    assert set(held.tournament.ties[0].players) == {"B", "C"}
    held.do(disqualify("C"))  # one of those who are tied
    assert held.tournament.phase is Phase.PLAYED
    held.do(disqualify("D"))
    held.do(AwardPlaces())
    assert held.places() == {"B": (1, 400)}


def test_who_is_out_can_still_be_disqualified_and_has_no_prize() -> None:
    held = playing(CHALLENGE, **TWO_ROUNDS)
    held.round({"A": 1000, "B": 1000, "C": 1000, "D": 0})
    held.do(disqualify("D"))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    held.do(AwardPlaces())
    assert "D" not in held.places()
    assert sum(prize for _, prize in held.places().values()) == 400


def test_a_place_that_a_disqualified_player_had_won_goes_to_who_was_tied_for_the_last() -> None:
    held = playing(CHALLENGE, **HEATS)
    for _ in range(2):
        held.round({"A": 900, "B": 600, "C": 600, "D": 200})
    held.end()
    held.do(disqualify("A"))
    assert held.tournament.phase is Phase.SEATING
    advanced = [f.player for f in held.tournament.facts if isinstance(f, Advanced)]
    assert sorted(advanced) == ["B", "C"]


def test_who_is_disqualified_does_not_go_on_by_points() -> None:
    held = playing(ACT_2018, **POINTS)
    held.do(disqualify("D"))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    advanced = {f.player for f in held.tournament.facts if isinstance(f, Advanced)}
    assert advanced == {"A", "B", "C"}
    assert held.tournament.session.players == ["A", "B", "C"]


@pytest.mark.clause("nsw:19.6.4", "nsw:19.6.12", "nsw:19.5.6")
def test_19_6_4_who_makes_no_wager_for_another_reason_is_not_disqualified_for_it() -> None:
    refuses = Disqualify(player="A", ground=Ground.NO_WAGER, reason="says nothing")
    timed: dict[str, Any] = {"wagering": {"allocation": "by ballot", "seconds": 30}}
    held = playing(CHALLENGE, **timed)
    assert held.refused(refuses).clauses == ("19.6.12",)
    held = playing(CHALLENGE, **timed, options={"no_wager_precedence": "disqualification"})
    held.do(refuses)
    held = opened(CHALLENGE)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    held.sit("B", "C")
    held.now = SEVEN
    held.do(StartSession())
    assert held.refused(refuses).clauses == ("19.5.6",)
    held.do(TakeSeat(player="A"), DEALER)
    held.do(refuses)


@pytest.mark.clause("nsw:19.5.6.2")
def test_19_5_6_2_only_the_entry_fee_is_refunded_and_to_whoever_paid_it() -> None:
    held = opened(CHALLENGE, buy_in=50_00)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    for name in "ABC":
        held.do(PayBuyIn(player=name, paid=50_00))
    held.start()
    held.do(Substitute(player="S", instead_of="A"))
    held.do(Disqualify(player="S", ground=Ground.ABSENT, reason="in hospital", refund=True))
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert [(f.player, f.what, f.amount) for f in refunds] == [("A", "entry", 100_00)]


# --- ties


@pytest.mark.clause("06:20.21", "nsw:19.10.3")
@pytest.mark.parametrize("instrument", [ACT_2006, CHALLENGE])
def test_a_play_off_that_ties_again_goes_on_and_is_announced_once(instrument: str) -> None:
    held = playing(instrument, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 900, "C": 100, "D": 50})
    held.end()
    for _ in range(3):
        held.do(PlayOffRound(chips={"A": 850_00, "B": 850_00}), DEALER)
    held.do(PlayOffRound(chips={"A": 800_00, "B": 850_00}), DEALER)
    assert len([f for f in held.tournament.facts if isinstance(f, TieFound)]) == 1
    held.do(AwardPlaces())
    assert order(held)[:2] == ["B", "A"]


@pytest.mark.clause("nsw:19.10.4")
def test_19_10_4_who_is_put_out_by_a_play_off_is_placed_as_in_any_other_round() -> None:
    held = playing(CHALLENGE, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 500, "B": 500, "C": 100, "D": 50})
    held.end()
    held.do(
        PlayOffRound(
            chips={"A": 0, "B": 0}, wagered={"A": 500_00, "B": 500_00}, taken=("A", "B")
        ), DEALER,
    )  # fmt: skip
    held.do(AwardPlaces())
    assert order(held)[:2] == ["B", "A"]
    assert held.places()["B"][1] == 200


@pytest.mark.clause("06:20.22")
def test_20_22_a_play_off_that_leaves_nobody_a_chip_is_shared() -> None:
    held = playing(ACT_2006, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 500, "B": 500, "C": 100, "D": 50})
    held.end()
    held.do(PlayOffRound(chips={"A": 0, "B": 0}), DEALER)
    assert held.tournament.phase is Phase.PLAYED
    held.do(AwardPlaces())
    assert held.places()["A"] == held.places()["B"] == (1, 160)


def test_a_tie_for_the_last_prize_is_told_apart_and_one_below_it_is_not() -> None:
    held = playing(ACT_2006, "A B C D E F", sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 900, "B": 800, "C": 700, "D": 700, "E": 100, "F": 100})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"C", "D"}]
    held.do(PlayOffRound(chips={"C": 1, "D": 2}), DEALER)
    held.do(AwardPlaces())
    assert held.places()["D"] == (3, 120)
    assert held.places()["E"] == held.places()["F"] == (5, 0)


def test_odd_cents_of_a_shared_prize_are_paid_and_goods_go_by_entry() -> None:
    held = opened(
        HOLDEM, entry_fee=33_35, sessions=[{"name": "final", "rounds": 1}], prize_ties="share",
        added_value=[{"what": "a cruise", "value": 1, "place": 1},
                     {"what": "a dinner", "value": 1, "place": 2}],
    )  # fmt: skip
    held.seat("A", "B", "C")
    held.round({"A": 900, "B": 900, "C": 100})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 40.02), "B": (1, 40.02), "C": (3, 20.01)}
    goods = {f.player: f.goods for f in held.tournament.facts if isinstance(f, PlaceAwarded)}
    assert goods == {"A": ("a cruise",), "B": ("a dinner",), "C": ()}


def test_the_breakdown_is_for_the_entries_though_some_are_disqualified() -> None:
    held = playing(
        ACT_2018, sessions=[{"name": "final", "rounds": 1}],
        prizes=[{"percent": ["100"], "entries": 3}, {"percent": ["60", "40"]}],
    )  # fmt: skip
    held.do(disqualify("D"))
    held.round({"A": 900, "B": 800, "C": 700})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 240), "B": (2, 160), "C": (3, 0)}


# --- points and prizes of sessions


@pytest.mark.clause("18:19.3(a)(ix)(B)", "bac:15.3(a)(ix)(B)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_equal_chips_for_different_points_are_played_off_where_the_conditions_say_so(
    instrument: str,
) -> None:
    held = playing(instrument, **POINTS)
    held.round({"A": 900, "B": 900, "C": 500, "D": 500})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"A", "B"}]
    held.do(PlayOffRound(chips={"A": 800_00, "B": 900_00}), DEALER)
    assert [set(tie.players) for tie in held.tournament.ties] == [{"C", "D"}]
    held.do(PlayOffRound(chips={"C": 1_00, "D": 0}), DEALER)
    points = {f.player: f.points for f in held.tournament.facts if isinstance(f, PointsAwarded)}
    assert points == {"B": "8", "A": "5", "C": "2", "D": "0"}
    held.draw()
    held.start()
    held.round({"A": 900, "B": 800, "C": 500, "D": 400})
    held.end()
    held.do(AwardPlaces())
    assert held.places()["A"][0] == held.places()["B"][0] == 1  # 13 points each, and shared


def in_sessions(*prizes: str, **changes: Any) -> dict[str, Any]:
    """Two sessions, of which the first has prizes of its own."""
    sessions = [
        {"name": "one", "rounds": 1, "prizes": list(prizes), "advance_in_all": 2},
        {"name": "two", "rounds": 1},
    ]
    return {"sessions": sessions, "progression": "two go on", "session_ties": "share"} | changes


@pytest.mark.clause("18:19.3(a)(ii)(D)", "bac:15.3(a)(ii)(d)", "uth:16.3(a)(iii)(E)")
@pytest.mark.clause("18:19.19", "bac:15.21", "uth:16.21(b)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_prizes_are_awarded_when_a_session_ends_and_the_rest_of_the_pool_in_the_end(
    instrument: str,
) -> None:
    held = playing(instrument, **in_sessions("10", "5"))
    held.round({"A": 900, "B": 800, "C": 700, "D": 600})
    held.end()
    won = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert [(f.player, f.session, f.place, f.prize) for f in won] == [
        ("A", 1, 1, 40_00), ("B", 1, 2, 20_00),
    ]  # fmt: skip
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    held.round({"A": 100, "B": 1600})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"B": (1, 190), "A": (2, 142), "C": (3, 68), "D": (4, 0)}


@pytest.mark.clause("06:20.21")
def test_20_21_equal_chips_for_a_sessions_prize_play_on() -> None:
    held = playing(ACT_2006, **in_sessions("10", session_ties=None))
    held.round({"A": 900, "B": 900, "C": 700, "D": 600})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"A", "B"}]
    held.do(PlayOffRound(chips={"A": 1, "B": 2}), DEALER)
    (won,) = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert (won.player, won.prize) == ("B", 40_00)


def test_a_sessions_prizes_are_shared_to_the_cent_where_the_conditions_say_so() -> None:
    held = playing(ACT_2018, **in_sessions("10.0025"))
    held.round({"A": 900, "B": 900, "C": 900, "D": 600})
    held.end()
    won = [f for f in held.tournament.facts if isinstance(f, PlaceAwarded)]
    assert [(f.player, f.shared_by, f.prize) for f in won] == [
        ("A", 3, 13_34), ("B", 3, 13_34), ("C", 3, 13_33),
    ]  # fmt: skip


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
    held.do(Disqualify(player="A", ground=Ground.ABSENT, reason="not there"))
    held.do(SeatReserve(player="R", instead_of="A", paid=100_00, copy_given=True))
    held.do(PayBuyIn(player="R", paid=50_00))
    held.sit("C")
    held.now = SEVEN
    held.do(StartSession())
    assert held.chips()["R"] == 1000
    held.tournament.entrants["B"].has_played = False  # who never sat down
    held.do(Disqualify(player="B", ground=Ground.ABSENT, reason="not there"))
    late = SeatReserve(player="S", instead_of="B", paid=100_00, copy_given=True)
    assert "150" in held.refused(late).reason
    held.do(SeatReserve(player="S", instead_of="B", paid=150_00, copy_given=True))
    assert held.chips()["S"] == 1000


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
    back = Reinstate(player="A", table="Table 1", box=8, chips=1000_00, reason="round 1 is void")
    assert "not free" in held.refused(back).reason
