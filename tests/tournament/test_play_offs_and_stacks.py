"""Chips that are equal where they must be: in additional rounds, in points, after a void round."""

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
    Held,
    order,
    playing,
)

from croupier.casino.floor.tournament_tables import options_for, play_off_seats
from croupier.tournament import law_of
from croupier.tournament.acts.other_games import Reinstate
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.acts.ties import PlayOffRound, play_off_groups
from croupier.tournament.facts import Reinstated
from croupier.tournament.state import Status, TournamentPhase

POINTS: dict[str, Any] = {
    "sessions": [{"name": name, "rounds": 1, "points": [5, 3, 1]} for name in ("one", "two")],
    "progression": "everybody plays both",
    "points": {"elimination": "none", "ties": "share", "prize_ties": "play-off"},
    "prize_ties": "play-off",
}


def play_off_table(held: Held) -> dict[str, int]:
    """What everybody begins with at the only table for additional rounds."""
    (called,) = play_off_groups(held.tournament)
    return {name: chips for name, (_, chips) in play_off_seats(held.tournament, called).items()}


# --- additional rounds


@pytest.mark.clause("18:19.3(a)(xi)(D)", "bac:15.3(a)(xi)(D)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_equal_points_are_played_off_with_equal_chips(instrument: str) -> None:
    """A and B have 5 and 3 points each; in the last session they have 1,900 and 100 in chips."""
    held = playing(instrument, "A B C", **POINTS)
    held.round({"A": 900, "B": 1000, "C": 100})
    held.end()
    held.draw()
    held.start()
    held.round({"A": 1900, "B": 100, "C": 50})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"A", "B"}]
    assert play_off_table(held) == {"A": 1000_00, "B": 1000_00}
    held.do(PlayOffRound(chips={"A": 950_00, "B": 950_00}), DEALER)
    assert play_off_table(held) == {"A": 950_00, "B": 950_00}  # and from there they go on
    held.do(PlayOffRound(chips={"A": 900_00, "B": 950_00}), DEALER)
    held.do(AwardPlaces())
    assert order(held) == ["B", "A", "C"]


@pytest.mark.clause("06:20.21", "nsw:19.10.3")
@pytest.mark.parametrize("instrument", [ACT_2006, CHALLENGE])
def test_equal_chips_are_played_on_with(instrument: str) -> None:
    held = playing(instrument, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 640, "B": 640, "C": 100, "D": 50})
    held.end()
    assert play_off_table(held) == {"A": 640_00, "B": 640_00}


@pytest.mark.clause("06:20.21", "nsw:19.10.3", "nsw:19.6.15")
@pytest.mark.parametrize("instrument", [ACT_2006, CHALLENGE])
def test_additional_rounds_have_the_limits_of_the_end_of_the_session(instrument: str) -> None:
    levels = [{"session": 1, "round": 2, "limits": {"main": [100_00, 800_00]}}]
    held = playing(instrument, sessions=[{"name": "final", "rounds": 2}], levels=levels)
    for _ in range(2):
        held.round({"A": 640, "B": 640, "C": 200, "D": 150})
    held.end()
    (called,) = play_off_groups(held.tournament)
    assert options_for(held.tournament, called)["limits"] == {"main": [100_00, 800_00]}
    held.do(PlayOffRound(chips={"A": 600_00, "B": 700_00}), DEALER)
    held.do(AwardPlaces())


def test_equal_chips_that_are_no_wager_are_made_enough_for_the_limits() -> None:
    """With 60 each and a minimum of 100 by now, both begin with ten times the minimum."""
    levels = [{"session": 1, "round": 2, "limits": {"main": [100_00, 800_00]}}]
    held = playing(ACT_2006, sessions=[{"name": "final", "rounds": 2}], levels=levels)
    held.round({"A": 640, "B": 640, "C": 640, "D": 640})
    held.round({"A": 1640, "B": 1000, "C": 60, "D": 60})
    held.end()
    assert play_off_table(held) == {"C": 1000_00, "D": 1000_00}


# --- points


@pytest.mark.clause("18:A:Tournament Chips", "bac:A:Tournament Chips", "uth:16.3(a)(iv)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_where_everybody_who_is_in_plays_on_for_points_all_begin_with_the_same(
    instrument: str,
) -> None:
    changes = POINTS | {"prize_ties": "share", "points": {"elimination": "none", "ties": "share"}}
    if instrument == HOLDEM:
        changes["points"]["prize_ties"] = "share"
    held = playing(instrument, "A B C", **changes)
    held.round({"A": 50, "B": 10, "C": 1800})
    held.end()
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    assert held.chips() == {"A": 1000, "B": 1000, "C": 1000}


def test_who_goes_on_by_a_cut_keeps_the_chips_though_there_are_points() -> None:
    sessions = [
        {"name": "one", "rounds": 1, "points": [5, 3, 1], "advance_in_all": 2},
        {"name": "two", "rounds": 1, "points": [5, 3, 1]},
    ]
    held = playing(ACT_2018, "A B C", **POINTS | {"sessions": sessions}, session_ties="play-off")
    held.round({"A": 1500, "B": 700, "C": 0})
    held.end()
    held.draw()
    held.start()
    assert held.chips() == {"A": 1500, "B": 700, "C": 0}


# --- a round that is void


def void_round(instrument: str, **changes: Any) -> Held:
    """A went out in the second round with 900, of which B and C had won; D was not concerned."""
    held = playing(instrument, **changes)
    held.round({"A": 900, "B": 1000, "C": 1100, "D": 1000})
    held.round({"A": 0, "B": 1600, "C": 1400, "D": 1000})
    return held


def box_of(held: Held, name: str) -> int:
    """A box at the table that nobody else has."""
    taken = {each.seat[1] for each in held.tournament.still_in() if each.seat}
    return next(box for box in range(1, 8) if box not in taken)


def back(held: Held, chips: int = 900_00) -> Reinstate:
    return Reinstate(
        player="A", table="Table 1", box=box_of(held, "A"), chips=chips, reason="round 2 is void"
    )


@pytest.mark.clause("06:20.13", "18:19.13", "bac:15.13", "uth:16.14", "nsw:19.6.5")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_who_is_put_back_in_has_what_they_had_before_the_round_that_is_void(
    instrument: str,
) -> None:
    held = void_round(instrument)
    assert "not void" in held.refused(back(held)).reason
    held.round({"B": 1600, "C": 1400, "D": 1000}, counts=False)  # another round that was none
    assert "not void" in held.refused(back(held)).reason
    held.round({"B": 1500, "C": 1400, "D": 1100})
    held.round({"B": 900, "C": 1100, "D": 1100}, counts=False, voids=1)
    assert "not void" in held.refused(back(held)).reason
    held.round({"B": 900, "C": 1100, "D": 1100}, counts=False, voids=2)
    (state,) = held.tournament.session.tables.values()
    assert state.rounds == 1  # of three, two are void and none of the session
    untouched = law_of(instrument).chips_untouched
    for chips in (1000_00, 899_99, 0):
        assert held.refused(back(held, chips)).clauses == untouched
    held.do(back(held))
    assert held.chips() == {"A": 900, "B": 900, "C": 1100, "D": 1100}
    held.refused(back(held))
    held.round({"A": 900, "B": 900, "C": 1100, "D": 1100})
    held.replayed()


@pytest.mark.clause("18:19.3(a)(ii)(F)")
def test_who_may_buy_back_need_not_if_the_round_is_void() -> None:
    rebuy = {"offered": True, "most": 1, "method": "at once", "cost": 80_00, "chips": 800_00}
    held = void_round(ACT_2018, buy_back=rebuy)
    assert held.tournament.entrants["A"].status is Status.MAY_BUY_BACK
    held.round({"B": 1000, "C": 1100, "D": 1000}, counts=False, voids=2)
    seat = held.tournament.entrants["A"].seat
    assert seat is not None
    same = Reinstate(player="A", table=seat[0], box=seat[1], chips=900_00, reason="it is void")
    held.do(same)
    assert held.chips()["A"] == 900
    assert held.tournament.pool.total == 400_00
    assert any(isinstance(fact, Reinstated) for fact in held.tournament.facts)


def test_nobody_is_put_back_in_whom_no_round_put_out() -> None:
    sessions = [
        {"name": "heat", "rounds": 1, "advance_per_table": 2},
        {"name": "final", "rounds": 2},
    ]
    held = playing(
        ACT_2018, sessions=sessions, progression="the first two", session_ties="play-off"
    )
    held.round({"A": 24, "B": 2000, "C": 10, "D": 5})
    held.end()
    held.draw()
    held.start()
    assert held.tournament.entrants["A"].status is Status.OUT  # it cannot wager 25
    assert held.tournament.phase is TournamentPhase.PLAYING
    assert "not go out in a round" in held.refused(back(held)).reason


@pytest.mark.clause("18:A:Session")
def test_a_session_goes_on_if_the_round_that_ended_it_is_void() -> None:
    held = playing(ACT_2018, "A B", sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 1100, "B": 900}, number=1)
    held.round({"A": 1000, "B": 1000}, counts=False, voids=1, begun=True)
    assert "goes on" in held.refused(EndSession()).reason
    held.round({"A": 900, "B": 1100}, number=2)
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["B", "A"]


@pytest.mark.clause("18:19.14")
def test_who_was_put_out_by_a_void_round_is_back_though_nobody_else_was_left() -> None:
    held = playing(ACT_2018, "A B")
    seat = held.tournament.entrants["B"].seat
    assert seat is not None
    held.round({"A": 2000, "B": 0}, number=1)
    held.round({"A": 1000}, counts=False, voids=1, begun=True)
    held.do(Reinstate(player="B", table=seat[0], box=seat[1], chips=1000_00, reason="it is void"))
    assert "goes on" in held.refused(EndSession()).reason
    held.round({"A": 0, "B": 2000}, number=2)
    held.end()
    held.do(AwardPlaces())
    assert order(held) == ["B", "A"]


def test_equals_who_could_not_be_dealt_in_play_off_with_chips_that_suffice() -> None:
    one = [{"name": "heat", "rounds": 1, "advance_in_all": 1}, {"name": "final", "rounds": 1}]
    changes = {"sessions": one, "progression": "the best one", "session_ties": "play-off"}
    options = {"tournament_min_test": "ante"}
    held = playing(HOLDEM, "A B C", options=options, **changes)
    held.round({"A": 30, "B": 30, "C": 0})  # an ante, and no blind
    held.end()
    assert all(chips >= 50_00 for chips in play_off_table(held).values())
