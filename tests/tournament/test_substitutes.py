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
    SEVEN,
    Held,
    opened,
    playing,
)

from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.acts.seating import TakeSeat
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


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_substitute_in_a_session_has_the_seat_where_play_has_begun(instrument: str) -> None:
    """In Challenge, where a player may come late, the substitute still has to come."""
    held = playing(instrument, "A B")
    substitute(held, instrument)
    assert held.tournament.entrants["S"].seated is (instrument != CHALLENGE)
