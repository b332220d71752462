"""Substitutes take the seat themselves, and are late if they do not."""

from __future__ import annotations

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
    SEVEN,
    Held,
    opened,
    playing,
)

from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.acts.seating import MoveStart, TakeSeat
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.state import Ground, Status


def substitute(held: Held, instrument: str) -> None:
    paid = 100_00 if instrument == CHALLENGE else 0
    held.do(Substitute(player="S", instead_of="A", copy_given=True, paid=paid))


def seated(instrument: str) -> Held:
    """A and B have taken their seats; S comes for A."""
    held = opened(instrument)
    held.enter("A", "B")
    held.close()
    held.draw()
    held.sit("A", "B")
    substitute(held, instrument)
    return held


@pytest.mark.clause("06:20.9", "18:19.9", "bac:15.9", "uth:16.10")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_a_substitute_who_does_not_take_the_seat_forfeits_the_position(instrument: str) -> None:
    held = seated(instrument)
    held.now = SEVEN
    held.do(StartSession())
    assert held.tournament.entrants["S"].status is Status.FORFEITED
    assert held.tournament.entrants["B"].status is Status.IN


@pytest.mark.clause("06:20.11", "18:19.11", "bac:15.11", "uth:16.12", "nsw:19.5.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_substitute_takes_the_seat_in_time_and_plays(instrument: str) -> None:
    held = seated(instrument)
    held.do(TakeSeat(player="S"), DEALER)
    held.now = SEVEN
    held.do(StartSession())
    assert held.tournament.entrants["S"].status is Status.IN


@pytest.mark.clause("nsw:19.5.6.2")
def test_nsw_19_5_6_2_a_substitute_who_does_not_take_the_seat_is_absent() -> None:
    held = seated(CHALLENGE)
    held.now = SEVEN
    held.do(Disqualify(player="S", ground=Ground.ABSENT, reason="did not come"))
    assert held.tournament.entrants["S"].status is Status.DISQUALIFIED


@pytest.mark.clause("18:19.11", "bac:15.11", "uth:16.12")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
@pytest.mark.parametrize("sits", [True, False])
def test_a_substitute_approved_after_the_specified_time_has_the_seat_that_was_taken_by_it(
    instrument: str, sits: bool
) -> None:
    """Nobody can take a seat any more; a seat that was not taken is forfeited all the same."""
    held = opened(instrument)
    held.enter("A", "B")
    held.close()
    held.draw()
    held.sit("B")
    if sits:
        held.sit("A")
    held.now = SEVEN
    substitute(held, instrument)
    held.do(StartSession())
    status = Status.IN if sits else Status.FORFEITED
    assert held.tournament.entrants["S"].status is status


@pytest.mark.clause("uth:16.12", "uth:16.8")
def test_a_substitute_for_a_player_who_stays_seated_after_the_time_of_the_next_session_plays() -> (
    None
):
    sessions = ({"name": "one", "rounds": 1, "points": [1]}, {"name": "two", "rounds": 1})
    more = {"points": {"elimination": "by the rules", "ties": "share", "prize_ties": "share"}}
    held = playing(HOLDEM, "A B", sessions=sessions, progression="everybody", **more)
    held.do(MoveStart(starts=held.now + MINUTE, notice="on the screen", session=2))
    held.now += 2 * MINUTE
    held.round({"A": 900, "B": 800})
    held.end()
    assert held.tournament.entrants["A"].seated
    substitute(held, HOLDEM)
    held.do(StartSession())
    assert held.tournament.entrants["S"].status is Status.IN


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_substitute_in_a_session_has_the_seat_where_play_has_begun(instrument: str) -> None:
    """In Challenge, where a player may come late, the substitute still has to come."""
    held = playing(instrument, "A B")
    substitute(held, instrument)
    assert held.tournament.entrants["S"].seated is (instrument != CHALLENGE)
