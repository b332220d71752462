"""What a table that the program deals waits for, and for how long."""

from __future__ import annotations

import pytest
from tests.table.evenings import ANA, BOB, DAN, Evening

from croupier.casino.floor.timers import Wait, WaitTimer, waiting
from croupier.casino.house.commands import Pace
from croupier.games.blackjack.asks_and_answers import DeclineInsurance, Insure, MoveOn
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.patrons import StepAway

PACE = Pace(settled=4_000)


@pytest.fixture
def insurance() -> Evening:
    """Two players with a wager each, and the dealer shows an ace."""
    evening = Evening()
    evening.load_by_hand()
    evening.bet(ANA, 1, 20)
    evening.bet(BOB, 2, 20)
    evening.do(NoMoreBets(), DAN)
    evening.deal("9S 5C AH 9D 8D")
    return evening


def lasts(evening: Evening) -> int:
    wait = waiting(evening.table, PACE)
    assert wait is not None
    assert wait.then == (MoveOn(),)
    return wait.lasts


def test_insurance_is_waited_for_until_every_owner_has_answered(insurance: Evening) -> None:
    assert lasts(insurance) == PACE.settled
    insurance.do(DeclineInsurance(player="ana", box=1), ANA)
    assert lasts(insurance) == PACE.settled
    insurance.do(Insure(player="bob", box=2, amount=10_00), BOB)
    assert lasts(insurance) == 0


def test_nobody_waits_for_an_owner_who_is_away(insurance: Evening) -> None:
    insurance.do(DeclineInsurance(player="ana", box=1), ANA)
    insurance.do(StepAway(player="bob"), BOB)
    assert lasts(insurance) == 0


def test_whoever_has_answered_is_not_offered_to_decline_again(insurance: Evening) -> None:
    decline = DeclineInsurance(player="ana", box=1)
    assert decline in [*insurance.table.legal(ANA)]
    insurance.do(decline, ANA)
    assert decline not in [*insurance.table.legal(ANA)]
    assert insurance.table.check(decline, ANA) is None  # it may be said again


def test_who_is_ready_while_the_first_cards_are_cut_is_so_when_they_are() -> None:
    timer = WaitTimer()
    cut = Wait(("cut", 0, "ana"), 10_000, (), ("ana",), interrupts=True)
    betting = Wait(("betting", 0), 20_000, (NoMoreBets(),), ("ana",))
    timer.note(None, 0)
    timer.note(cut, 1_000)
    timer.ready.add("ana")
    timer.note(betting, 5_000)
    assert timer.over_at(betting, betting=True) == 5_000
    timer.note(Wait(("betting", 1), 20_000, (NoMoreBets(),), ("ana",)), 6_000)
    assert not timer.ready, "the next round is another"
