"""Rule 14.4 and 14.5: cards on the wrong hand, found in their round or later."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    player,
    two_boxes,
)

from croupier.cards import Card
from croupier.games.blackjack.asks import Hit, Stand
from croupier.games.blackjack.facts import Chose, Dealt, Elected, Insured
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.cards import NewCards
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.machine import FeedMachine
from croupier.table.acts.misplaced import Reconstruct, VoidEarlierRound
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.facts import (
    Reconstructed,
    Reversed,
    RoundVoided,
    Settled,
)
from croupier.table.table import Phase

PUT_RIGHT = Reconstruct(reason="a card lay on the wrong hand")


# --- 14.4: a misplaced card, found in time


@pytest.mark.clause("14.4")
def test_14_4_one_wrong_card_shifts_the_later_ones_and_all_go_where_they_were_due(
    instrument: str,
) -> None:
    at = two_boxes(instrument)
    at.deal("10S")
    at.lay("9H", 1)
    at.lay("6D", 2)
    at.deal("8C 5S")
    assert at.refused(Stand(box=1), player("P")).clauses == ("14.4",)  # the dealer has no card
    at.do(PUT_RIGHT, SUPERVISOR)
    assert (at.cards(1), at.cards(2), at.cards(0)) == ("TS 8C", "9H 5S", "6D")
    at.stand(1)
    at.stand(2)
    assert at.settle("10H 7C") == {"P": 10, "Q": 10}


@pytest.mark.clause("14.4")
def test_14_4_after_a_deal_that_left_a_hand_short_nothing_goes_on(instrument: str) -> None:
    at = two_boxes(instrument, side_bets=["perfect-pairs"])
    at.bet("P", 1, 5, "perfect-pairs")
    at.deal("10S 9H 6D 8C")
    at.lay("5S", 1)
    assert at.refused(Deal(card=Card("5D")), DEALER).clauses == ("14.4",)
    assert at.refused(Hit(box=1), player("P")).clauses == ("14.4",)
    assert at.refused(Collect(), DEALER).clauses == ("A:Round of play",)
    assert not at.facts_of(Settled)
    at.do(PUT_RIGHT, SUPERVISOR)
    assert [fact.wager for fact in at.facts_of(Settled)] == ["perfect-pairs"]
    at.stand(1)
    assert at.cards(2) == "9H 5S"


@pytest.mark.clause("14.4")
def test_14_4_decisions_on_unchanged_cards_stand_and_the_others_are_asked_again(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.bet("R", 3, 10)
    at.deal("10S 9H 10D 7D 8C 5S 5D")
    at.stand(1)
    at.hit(2)
    at.lay("4C", 3)  # Q's card; R has 19 now
    at.hit(2)
    at.deal("3C")  # Q has 17
    at.stand(2)
    at.stand(3)
    at.do(PUT_RIGHT, SUPERVISOR)
    # P's stand and Q's first hit were made on the cards that lie there; Q's second hit was not.
    assert at.last(Reconstructed).decisions_kept == 2
    assert at.cards(2) == "9H 5S 4C"
    assert (at.decider, at.due.box) == ("Q", 2)
    assert list(at.table.shoe.pending) == ["3C"]
    at.hit(2)
    at.deal("3C")
    assert at.cards(2) == "9H 5S 4C 3C"
    at.stand(3)
    assert at.settle("10C") == {"P": 10, "Q": 10, "R": -10}


@pytest.mark.clause("14.4")
def test_14_4_cards_over_wait_before_any_that_were_drawn_in_error_since(
    instrument: str,
) -> None:
    at = two_boxes(instrument)
    at.deal("10S 9H 7D 6C 5S")
    at.hit(1)
    at.lay("4C", 2)
    at.hit(1)
    at.deal("2C")
    at.do(DrawnInError(card=Card("3D")), DEALER)
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.cards(1) == "TS 6C 4C"
    assert list(at.table.shoe.pending) == ["2C", "3D"]


@pytest.mark.clause("14.4", "06:18.11(c)", "18:17.9(c)")
def test_14_4_side_bets_settled_on_wrong_cards_are_settled_anew(instrument: str) -> None:
    at = two_boxes(instrument, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10, "perfect-pairs")
    at.bet("Q", 2, 10, "perfect-pairs")
    at.deal("QS 9H 6D")
    at.lay("QS", 2)
    at.lay("QS", 1)
    assert at.net() == {"P": 240, "Q": -20}  # a perfect pair for P, and 10 on each box
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.cards(1) == "QS QS"
    assert at.net() == {"P": 240, "Q": -20}
    assert at.table.chips.balances


@pytest.mark.clause("14.4", "8.1(a)")
def test_14_4_so_is_a_blackjack_that_was_none(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("AS 9H 6D")
    at.lay("5S", 2)
    at.lay("KH", 1)
    assert at.net() == {"P": 15, "Q": -10}
    at.do(PUT_RIGHT, SUPERVISOR)
    assert (at.cards(1), at.cards(2)) == ("AS 5S", "9H KH")
    assert at.net() == {"P": -10, "Q": -10}
    at.stand(1)
    at.stand(2)
    assert at.settle("10H 7C") == {"P": 10, "Q": 10}


@pytest.mark.clause("14.4", "7.1")
def test_14_4_insurance_against_an_ace_that_was_not_the_dealers_goes_back(
    instrument: str,
) -> None:
    at = two_boxes(instrument, third_party_insurance=False)
    at.deal("10S")
    at.lay("AH", 0)
    at.lay("6D", 2)
    at.deal("8C 5S")
    at.insure("P", 1, 5)
    assert at.last(Insured).amount == 5_00
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.cards(0) == "6D"
    assert at.due.what == "choice"
    assert at.net() == {"P": -10, "Q": -10}


@pytest.mark.clause("14.4", "10.2(a)")
def test_14_4_kept_elections_put_their_chips_down_again(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 20)
    at.bet("R", 2, 10)
    at.deal("8S 9H 6D 8C 5S")
    at.split(1)
    at.elect("Q", 1, 20)
    at.deal("10S")
    at.stand(1)
    at.lay("9C", 2)
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.last(Reconstructed).decisions_kept == 3
    assert at.cards(1, 2) == "8C 9C"
    assert at.net() == {"P": -20, "Q": -40, "R": -10}
    assert at.last(Elected).amount == 20_00
    at.stand(1, 2)
    at.stand(2)
    assert at.settle("10C 9S") == {"P": 20, "Q": 40, "R": 10}


@pytest.mark.clause("14.4", "16.2(a)")
def test_14_4_a_wager_that_was_void_stays_void(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.bet("R", 3, 10)
    at.deal("10S 9H 6D 7D 8C 5S 5D")
    at.do(RecordBreach(person="P", clause="4.3", what="touched a wager"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="past posting"), SUPERVISOR)
    at.hit(2)
    at.lay("4C", 3)
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.last(Reconstructed).decisions_kept == 1
    assert at.cards(2) == "9H 5S 4C"
    assert at.net() == {"P": 0, "Q": -10, "R": -10}


@pytest.mark.clause("14.4", "16.2(a)")
def test_14_4_one_that_was_void_before_the_first_card_never_came_back(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.bet("R", 3, 10)
    at.no_more_bets()
    at.do(RecordBreach(person="Q", clause="4.3", what="late"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="past posting"), SUPERVISOR)
    at.deal("10S")
    at.lay("9H", 1)
    at.do(PUT_RIGHT, SUPERVISOR)
    assert (at.cards(1), at.cards(3)) == ("TS", "9H")
    assert at.net() == {"P": -10, "R": -10}
    at.deal("7D 8C 9C")
    at.stand(1)
    at.stand(3)
    assert at.settle("10C") == {"P": 10, "R": 10}
    assert (at.chips("Q"), at.table.chips.layout) == (10_000, 0)


@pytest.mark.clause("14.4", "14.7")
def test_14_4_who_decided_and_then_went_has_decided(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 9H 7D 2C 5S")
    at.stand(1)
    at.do(StepAway(player="P"), player("P"))
    at.hit(2)
    at.lay("4C", 1)
    at.do(PUT_RIGHT, SUPERVISOR)
    # P's stand on 12 is kept, though for an absent player it would have been the dealer's act.
    assert at.last(Reconstructed).decisions_kept == 2
    assert any(fact.player == "P" for fact in at.facts_of(Chose)[-2:])
    assert at.cards(2) == "9H 5S 4C"


@pytest.mark.clause("14.4", "A:Round of play")
def test_14_4_found_before_the_cards_are_collected(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 7D 8C 9C")
    at.hit(1)
    at.lay("3C", 2)  # Q has 22 now
    at.stand(1)
    at.deal("10C")
    assert at.net() == {"P": 10, "Q": -10}
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.cards(1) == "TS 8C 3C"
    assert at.table.phase is Phase.DEALING
    at.stand(2)
    assert at.settle("10C") == {"P": 10, "Q": 10}


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


@pytest.mark.clause("14.4")
def test_14_4_nothing_is_reconstructed_where_nothing_was_misplaced(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)
    at.deal("10S 7D 9H")
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)
    assert at.refused(Reconstruct(reason=""), SUPERVISOR).clauses == ("14.4",)
    at.stand(1)
    at.settle("10C")
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)


@pytest.mark.clause("14.4", "A:Box")
def test_14_4_a_card_is_laid_where_a_hand_is(instrument: str) -> None:
    at = two_boxes(instrument)
    at.no_more_bets()
    for place in ((5, 1), (1, 2), (0, 2), (-1, 1), (1, 0)):
        deal = Deal(card=Card("10S"), laid_on=place)
        assert at.refused(deal, DEALER).clauses == ("A:Box",)
    at.lay("10S", 1)  # where it was due: nothing is wrong
    assert at.last(Dealt).meant_for is None
    assert at.refused(PUT_RIGHT, SUPERVISOR).clauses == ("14.4",)


@pytest.mark.clause("14.4", "16.3")
def test_14_4_a_round_whose_wagers_a_misplaced_card_left_undecided_is_not_collected(
    instrument: str,
) -> None:
    """Insurance looks at the dealer's second card, which here is somebody else's."""
    at = two_boxes(instrument, third_party_insurance=False)
    at.deal("10S 9H AD 8C 5S")
    at.insure("P", 1, 5)
    at.move_on()
    at.stand(1)
    at.hit(2)
    at.lay("7C", 0)
    at.stand(2)
    assert at.table.phase is Phase.SETTLED
    assert at.refused(Collect(), DEALER).clauses == ("14.4", "16.3")
    at.do(PUT_RIGHT, SUPERVISOR)
    assert at.cards(2) == "9H 5S 7C"
    assert at.settle("KC") == {"P": 0, "Q": -10}


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


@pytest.mark.clause("14.5")
def test_14_5_needs_a_round_and_a_reason(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    at.play()
    for number in (0, 3, -1):
        later = VoidEarlierRound(round=number, reason="seen on tape")
        assert at.refused(later, SUPERVISOR).clauses == ("14.5",)
    assert at.refused(VoidEarlierRound(round=1, reason=""), SUPERVISOR).clauses == ("14.5",)
