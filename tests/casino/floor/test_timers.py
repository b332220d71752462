"""What a table that the program deals waits for, and for how long."""

from __future__ import annotations

import pytest
from tests.table.evenings import ANA, BOB, DAN, Evening
from tests.tournament.at_tables import SUPERVISOR, AtTable, three
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, HOLDEM, player

from croupier.casino.floor.timers import Wait, WaitTimer, wagers_awaited, waiting
from croupier.casino.house.commands import Pace
from croupier.games.blackjack.asks_and_answers import DeclineInsurance, Insure, MoveOn
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.hidden_wagers import ReturnForm, WriteWager
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.turns import RuleOut
from croupier.table.tournament_play import is_ordered

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


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
@pytest.mark.parametrize("order", [False, True])
def test_a_player_is_asked_for_a_wager_after_the_cut_and_has_the_whole_time(
    instrument: str, order: bool
) -> None:
    """A minute of shuffling and cutting takes nothing of the ten seconds for a wager."""
    at, timer = three(instrument, order=order), WaitTimer()
    if is_ordered(at.table):
        at.ask()
    pace = Pace(betting=10_000)
    before = wagers_awaited(at.table, pace)
    assert before is not None
    timer.note(before, 0)
    timer.note(Wait(("cut", 0, "A"), 30_000, (), ("A",), interrupts=True), 1_000)
    timer.note(Wait(("cut", 0, "B"), 30_000, (), ("B",), interrupts=True), 31_000)
    after = wagers_awaited(at.table, pace)
    assert after is not None
    timer.note(after, 60_000)
    assert timer.over_at(after, betting=True) == 60_000 + before.lasts


def test_betting_at_an_ordinary_table_goes_on_during_a_shuffle() -> None:
    timer = WaitTimer()
    betting = Wait(("betting", 0), 20_000, (NoMoreBets(),), ("ana",))
    timer.note(betting, 0)
    timer.note(Wait(("cut", 0, "ana"), 10_000, (), ("ana",), interrupts=True), 1_000)
    timer.note(betting, 6_000)
    assert timer.over_at(betting, betting=True) == 20_000


def test_who_has_to_put_a_form_right_is_waited_for_as_for_a_wager() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 1000)}, undisclosed=1, order=True)
    pace = Pace(betting=60_000, settled=1_000)
    at.ask()
    at.do(WriteWager(player="A", amount=5_00, type="main"), player("A"))
    at.ask()
    at.bet("B", 25)
    at.do(ReturnForm(player="A", reason="it is under the minimum"), SUPERVISOR)
    wait = wagers_awaited(at.table, pace)
    assert wait is not None
    assert (wait.lasts, wait.then[0]) == (60_000, RuleOut(player="A"))
    at.do(WriteWager(player="A", amount=50_00, type="main"), player("A"))
    wait = wagers_awaited(at.table, pace)
    assert wait is not None
    assert wait.lasts == 1_000
