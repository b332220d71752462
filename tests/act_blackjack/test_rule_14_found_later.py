"""Rule 14.4 and 14.5: cards on the wrong hand, found when they are collected or later."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.table_support import PUT_RIGHT
from tests.table_support import DEALER, SUPERVISOR, At, open_table, two_boxes

from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.dealing import Collect
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.facts import Notified, Reversed, RoundVoided
from croupier.table.table import Phase

# --- 14.4: found when the cards are collected


def collected_with_a_card_astray(instrument: str, card: str = "4C", **options: Any) -> At:
    """Q's card lay on P's hand, the round was paid, and the cards are in the rack."""
    at = two_boxes(instrument, **options)
    at.deal("10S 10H 7D 8C 5S")
    at.stand(1)
    at.hit(2)
    at.lay(card, 1)  # P had stood on 18
    at.stand(2)
    assert at.settle("10C") == {"P": -10, "Q": -10}
    return at


@pytest.mark.clause("14.4")
def test_14_4_found_when_they_are_in_the_rack_but_nothing_has_begun(instrument: str) -> None:
    at = collected_with_a_card_astray(instrument)
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.table.phase is Phase.DEALING
    assert (at.cards(1), at.cards(2)) == ("TS 8C", "TH 5S 4C")
    assert at.table.shoe.rack == []
    assert at.decider == "Q"  # who stood on 15 and has 19
    at.stand(2)
    at.deal("10C")
    at.do(Collect(), DEALER)
    assert (at.chips("P"), at.chips("Q")) == (10_010, 10_010)
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)
    assert at.table.number == 1


@pytest.mark.clause("4.3", "14.4")
def test_14_4_what_is_won_after_all_waits_for_whoever_has_gone(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 7D 9C 8C")
    at.stand(1)
    at.stand(2)
    at.lay("10C", 1)  # the dealer's: P stood on 19
    assert at.settle("JC") == {"P": -10, "Q": 10}
    at.leave("P")
    at.do(PUT_RIGHT, SUPERVISOR)
    owed = at.last(Notified)
    assert (owed.about, owed.detail, owed.clauses) == ("owed to a player", "P: 20", ("4.3",))


@pytest.mark.clause("14.4", "5.4(b)")
def test_14_4_then_too_a_shuffle_that_was_due_waits_for_the_end(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 7D 8C")
    at.cutting_card()
    at.deal("5S")
    at.stand(1)
    at.hit(2)
    at.lay("4C", 1)
    at.stand(2)
    at.settle("10C")
    at.do(PUT_RIGHT, SUPERVISOR)
    at.hit(2)
    at.deal("10C")
    assert at.settle("9D KD") == {"P": 20, "Q": 0}  # from a loss to a win, and still a loss
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)


@pytest.mark.clause("14.4")
def test_14_4_then_too_nobody_gains_or_loses_an_announced_round_by_it(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10S 10H 7D 8C 5S")
    at.stand(1)
    at.hit(2)
    at.lay("4C", 1)
    at.stand(2)
    at.settle("10C")
    assert at.table.rounds_left == 0
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.table.rounds_left == 1
    at.stand(2)
    at.deal("10C")
    at.do(Collect(), DEALER)
    assert at.table.rounds_left == 0


@pytest.mark.clause("14.4")
@pytest.mark.parametrize("closed", [False, True])
def test_14_4_a_round_that_is_complete_as_rebuilt_is_only_paid_anew(
    instrument: str, closed: bool
) -> None:
    """With its six Q has 21 and nothing to decide, so wagers for the next round may lie there."""
    at = collected_with_a_card_astray(instrument, "6C")
    at.bet("P", 1, 25)
    if closed:
        at.no_more_bets()
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.table.phase is (Phase.DEALING if closed else Phase.BETTING)
    assert (at.chips("P"), at.chips("Q")) == (10_010 - 25, 10_010)
    assert len(at.table.shoe.rack) == 7
    at.deal("10S 9D")
    at.do(VoidEarlierRound(round=1, reason="and yet"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000 - 25, 10_000)


@pytest.mark.clause("14.4", "16.3")
@pytest.mark.parametrize("gone", ["machine", "shuffle"])
def test_14_4_with_its_cards_gone_and_more_to_play_only_a_void_is_left(
    instrument: str, gone: str
) -> None:
    device = "shuffler" if gone == "machine" else "shoe"
    at = collected_with_a_card_astray(instrument, device=device)
    if gone == "machine":
        at.do(FeedMachine(), DEALER)
    else:
        at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
        at.load()
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4", "16.3")
    fraud = VoidRound(ground="fraud", reason="the dealer was in on it", round=1)
    at.do(fraud, SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)


@pytest.mark.clause("14.4")
def test_14_4_while_wagers_for_the_next_round_lie_there_it_cannot_be_played_on(
    instrument: str,
) -> None:
    at = collected_with_a_card_astray(instrument)
    at.bet("P", 1, 10)
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)
    at.no_more_bets()
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)


@pytest.mark.clause("14.4", "14.7")
def test_14_4_who_has_left_since_is_played_for(instrument: str) -> None:
    at = collected_with_a_card_astray(instrument)
    at.leave("Q")
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.cards(2) == "TH 5S 4C"
    at.deal("10C")
    assert at.chips("Q") == 20  # lost ten then, and it is a win now
    at.do(Collect(), DEALER)
    assert at.table.chips.balances


@pytest.mark.clause("14.4")
def test_14_4_what_was_paid_and_is_gone_is_owed(instrument: str) -> None:
    at = open_table(instrument, "P Q", chips=10)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10S 10H 7D 8C 9C")
    at.stand(1)
    at.stand(2)
    at.lay("3S", 1)  # the dealer's
    assert at.settle("10C") == {"P": 10, "Q": 10}
    at.leave("Q")
    at.do(PUT_RIGHT, SUPERVISOR)  # 7 3 10 beats both
    assert (at.chips("P"), at.chips("Q")) == (0, -20)
    notice = at.table.notices[-1]
    assert (notice.to, notice.about, notice.detail) == ("floor", "owed to the house", "Q: 20")
    assert at.table.chips.balances


@pytest.mark.clause("14.4", "14.5")
def test_14_4_ends_and_14_5_begins_with_the_next_rounds_first_card(instrument: str) -> None:
    at = collected_with_a_card_astray(instrument)
    later = VoidEarlierRound(round=1, reason="seen on tape")
    assert at.refused(later, SUPERVISOR).clauses == ("14.4",)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(later, SUPERVISOR).clauses == ("14.4",)
    at.deal("10S")
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)
    at.do(later, SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000 - 10, 10_000)


# --- 14.5: found later


@pytest.mark.clause("14.5", "A:Void")
def test_14_5_the_faulty_round_is_void_and_the_later_ones_stand(instrument: str) -> None:
    at = open_table(instrument, "P")
    for _ in range(3):
        at.play(("P", 1, 10))
    assert at.chips("P") == 10_030
    at.do(VoidEarlierRound(round=2, reason="seen on tape"), SUPERVISOR)
    assert at.chips("P") == 10_020
    voided = at.last(RoundVoided)
    assert (voided.round, voided.clauses) == (2, ("14.5", "A:Void"))
    assert [past.void for past in at.table.rounds] == [False, True, False]


@pytest.mark.clause("14.5", "16.2(a)")
def test_14_5_what_was_undone_in_the_round_is_not_undone_again(instrument: str) -> None:
    at = open_table(instrument, "P Q", side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 10, "perfect-pairs")
    at.bet("Q", 2, 10)
    at.deal("QS 10H 7D QS 9H")
    at.do(RecordBreach(person="P", clause="4.3", what="late"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="late", wager="perfect-pairs"), SUPERVISOR)
    at.stand(1)
    at.stand(2)
    assert at.settle("10C") == {"P": 10, "Q": 10}
    at.play(("Q", 2, 10))
    at.do(VoidEarlierRound(round=1, reason="seen on tape"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_010)
    assert len(at.facts_of(Reversed)) == 3


@pytest.mark.clause("A:Void", "16.2(a)", "16.3")
def test_14_5_nor_by_voiding_the_round_that_it_was_void_in(instrument: str) -> None:
    at = open_table(instrument, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 10, "perfect-pairs")
    at.deal("QS 7D QS")
    at.do(RecordBreach(person="P", clause="4.3", what="late"), DEALER)
    void = VoidWager(player="P", box=1, reason="late", wager="perfect-pairs")
    at.do(void, SUPERVISOR)
    assert at.chips("P") == 9_990
    assert at.refused(void, SUPERVISOR).clauses == ("16.2(a)",)
    at.do(VoidRound(ground="impractical", reason="flood"), SUPERVISOR)
    assert at.chips("P") == 10_000
    assert len(at.facts_of(Reversed)) == 1


@pytest.mark.clause("16.3", "14.4")
def test_16_3_a_round_that_would_go_on_and_whose_cards_are_mixed_is_void(instrument: str) -> None:
    """It is neither found in its round nor after the next has begun."""
    at = collected_with_a_card_astray(instrument)
    impractical = VoidRound(ground="impractical", reason="Q would have to decide", round=1)
    assert at.refused(impractical, SUPERVISOR).clauses == ("16.3",), "it can be put right"
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4", "16.3")
    at.do(impractical, SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)
    assert at.last(RoundVoided).clauses == ("16.3", "A:Void")


@pytest.mark.clause("14.5")
def test_14_5_needs_a_round_and_a_reason(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    at.play()
    for number in (0, 3, -1):
        later = VoidEarlierRound(round=number, reason="seen on tape")
        assert at.refused(later, SUPERVISOR).clauses == ("14.5",)
    assert at.refused(VoidEarlierRound(round=1, reason=""), SUPERVISOR).clauses == ("14.5",)
