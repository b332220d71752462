"""What a table that the program deals waits for, and for how long."""

from __future__ import annotations

import pytest
from tests.challenge.table_support import open_table as open_challenge
from tests.table.evenings import ANA, BOB, DAN, SUE, Evening
from tests.tournament.at_tables import SUPERVISOR, AtTable, all_bet, three
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, DEALER, HOLDEM, player

from croupier.casino.floor.timers import Wait, WaitTimer, wagers_awaited, waiting
from croupier.casino.house.commands import Pace
from croupier.games.blackjack.asks_and_answers import DeclineInsurance, Insure, MoveOn
from croupier.games.challenge.acts.shuffling_device import DeviceFailed
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.hidden_wagers import ReturnForm, WriteWager
from croupier.table.acts.patrons import Leave, StepAway
from croupier.table.acts.shuffling import Cut, Shuffle
from croupier.table.acts.shuffling_machine import LoadMachine, MachineFailed
from croupier.table.acts.tournament import AllocatePosition, CollectTournamentChips
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


@pytest.mark.parametrize("instrument", [ACT_2018, HOLDEM, CHALLENGE])
def test_a_player_who_joins_while_others_wager_has_the_whole_time(instrument: str) -> None:
    at, timer, pace = three(instrument), WaitTimer(), Pace(betting=20_000)
    asked = wagers_awaited(at.table, pace)
    timer.note(asked, 0)
    all_bet(at, "A", "B")
    at.seat("D", 5, 1000)
    joined = wagers_awaited(at.table, pace)
    assert joined is not None
    timer.note(joined, 19_000)
    assert timer.over_at(joined, betting=True) == 39_000


@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT])
def test_a_substitute_in_turn_has_the_whole_time(instrument: str) -> None:
    at, timer, pace = three(instrument), WaitTimer(), Pace(betting=20_000)
    assert at.ask() == "A"
    timer.note(wagers_awaited(at.table, pace), 0)
    at.do(CollectTournamentChips(player="A"), DEALER)
    at.do(AllocatePosition(player="A", box=None))
    at.do(Leave(player="A"), player("A"))
    at.seat("D", 1, 1000)
    turn = wagers_awaited(at.table, pace)
    assert turn is not None
    timer.note(turn, 19_000)
    assert turn.then == (StepAway(player="D"),)
    assert timer.over_at(turn, betting=True) == 39_000


def test_a_decision_has_all_of_its_time_after_cards_are_shuffled_in_mid_round() -> None:
    """The player who takes the cut for 25 seconds does not lose the 20 seconds for a decision."""
    evening, timer = Evening("act-blackjack-2018", options={"device": "shuffler"}), WaitTimer()
    pace = Pace(decision=20_000, cut=30_000)
    evening.do(LoadMachine(), DAN)
    evening.bet(ANA, 1, 20)
    evening.bet(BOB, 2, 20)
    evening.do(NoMoreBets(), DAN)
    evening.deal("9S 5C 7H 9D 8D")
    timer.note(waiting(evening.table, pace), 0)
    evening.do(MachineFailed(fault="a card is jammed"), SUE)
    evening.do(Shuffle(), DAN)
    timer.note(waiting(evening.table, pace), 5_000)
    evening.do(Cut(player="bob", at=100), BOB)
    asked = waiting(evening.table, pace)
    assert asked is not None
    assert asked.players == ("ana",)
    timer.note(asked, 30_000)
    assert timer.over_at(asked, betting=False) == 50_000


def test_a_cut_of_other_cards_is_another_question() -> None:
    evening, timer, pace = Evening(), WaitTimer(), Pace(cut=30_000)
    evening.do(Shuffle(commitment="1" * 64), DAN)
    timer.note(waiting(evening.table, pace), 0)
    evening.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUE)
    evening.do(Shuffle(commitment="2" * 64), DAN)
    cut = waiting(evening.table, pace)
    assert cut is not None
    assert cut.players == ("ana",)
    timer.note(cut, 25_000)
    assert timer.over_at(cut, betting=False) == 55_000


@pytest.mark.clause("nsw:17.5.1")
def test_17_5_1_a_refund_is_a_question_of_its_own_and_its_time_ends() -> None:
    at, timer = open_challenge("P", device="shuffler"), WaitTimer()
    pace = Pace(decision=20_000)
    at.bet("P", 1, 10)
    at.deal("5S 7D 4C")
    timer.note(waiting(at.table, pace), 0)
    at.do(DeviceFailed(fault="a card is jammed", spare_at_hand=False), SUPERVISOR)
    offered = waiting(at.table, pace)
    assert offered is not None
    assert (offered.players, offered.then) == (("P",), (MoveOn(),))
    timer.note(offered, 19_000)
    assert timer.over_at(offered, betting=False) == 39_000
    at.do(MoveOn(), DAN)
    decision = waiting(at.table, pace)
    assert decision is not None
    assert decision.then == (StepAway(player="P"),)
    timer.note(decision, 39_000)
    assert timer.over_at(decision, betting=False) == 59_000


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
