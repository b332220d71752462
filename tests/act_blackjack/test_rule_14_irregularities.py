"""Rule 14: what happens when dealing goes wrong, at a live table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    player,
)

from croupier.cards import Card
from croupier.games.blackjack.asks import Elect, Hit, Stand
from croupier.games.blackjack.facts import Chose, Dealt, Elected, Insured
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.cards import NewCards
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.machine import FeedMachine
from croupier.table.acts.misplaced import Reconstruct, VoidEarlierRound
from croupier.table.acts.patrons import ComeBack, StepAway
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.facts import (
    Burnt,
    CutOffered,
    Present,
    Reconstructed,
    Reversed,
    RoundVoided,
    SetAside,
    Settled,
    Shuffled,
    ShuffleDue,
)
from croupier.table.table import Phase

PUT_RIGHT = Reconstruct(reason="a card lay on the wrong hand")


def two_boxes(instrument: str, **options: Any) -> At:
    """P and Q with 10 each on boxes 1 and 2."""
    at = open_table(instrument, "P Q", **options)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    return at


# --- 14.1: a card face up in the shoe


@pytest.mark.clause("14.1", "A:Burn")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_14_1_a_face_up_card_is_burnt_and_its_recipient_gets_the_next(
    instrument: str, device: str
) -> None:
    at = two_boxes(instrument, device=device)
    at.deal("10S")
    at.do(FaceUpCard(card=Card("AH")), DEALER)  # however useful
    at.deal("9H")
    assert (at.cards(1), at.cards(2)) == ("TS", "9H")
    assert (at.last(Burnt).card, at.last(Burnt).why) == ("AH", "face up")
    assert at.table.shoe.rack == ["AH"]


@pytest.mark.clause("14.1")
def test_14_1_it_may_be_found_at_any_time_while_there_is_a_shoe(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    found = FaceUpCard(card=Card("4H"))
    assert at.refused(found, DEALER).clauses == ("5.1",)
    at.load()
    at.do(found, DEALER)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(found, DEALER)
    at.deal("10S 7D 9H")
    at.stand(1)
    at.deal("10C")
    at.do(found, DEALER)
    assert len(at.table.shoe.rack) == 3


@pytest.mark.clause("14.1", "2.1")
def test_14_1_it_counts_among_the_copies_that_are_out(instrument: str) -> None:
    at = open_table(instrument, decks=4)
    for _ in range(4):
        at.do(FaceUpCard(card=Card("4H")), DEALER)
    assert at.refused(FaceUpCard(card=Card("4H")), DEALER).clauses == ("2.1",)


# --- 14.2: drawn or burnt in error


@pytest.mark.clause("14.2")
@pytest.mark.parametrize("seen", [True, False])
def test_14_2_a_card_drawn_in_error_seen_or_not_is_the_next_card(
    instrument: str, seen: bool
) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 10D 6C 6H")
    at.do(DrawnInError(card=Card("5C") if seen else None), DEALER)
    at.stand(1)
    at.hit(2)
    if seen:
        assert at.refused(Deal(card=Card("9C")), DEALER).clauses == ("14.2",)
    at.deal("5C")
    assert at.cards(2) == "TH 6H 5C"
    assert at.table.shoe.remaining == 312 - 6


@pytest.mark.clause("14.2", "2.1")
def test_14_2_an_unseen_one_turns_out_to_be_a_card_that_can_be(instrument: str) -> None:
    at = open_table(instrument, decks=4)
    for _ in range(4):
        at.do(FaceUpCard(card=Card("4H")), DEALER)
    at.do(DrawnInError(), DEALER)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("4H")), DEALER).clauses == ("2.1",)
    at.deal("10S")


@pytest.mark.clause("14.2")
def test_14_2_nobody_may_refuse_it(instrument: str) -> None:
    """The player decides knowing it, and drawing means drawing this card."""
    at = two_boxes(instrument)
    at.deal("10S 10H 10D 6C 6H")
    at.do(DrawnInError(card=Card("KC")), DEALER)
    at.hit(1)
    at.deal("KC")
    at.stand(2)
    assert at.settle("9C") == {"P": -10, "Q": -10}


@pytest.mark.clause("14.2")
def test_14_2_several_come_in_the_order_in_which_they_left_the_shoe(instrument: str) -> None:
    at = two_boxes(instrument)
    at.no_more_bets()
    for card in ("10S", None, "9H"):
        at.do(DrawnInError(card=Card(card) if card else None), DEALER)
    for card in ("10S", "3C", "9H"):
        at.do(Deal(card=Card(card)), DEALER)
    assert (at.cards(1), at.cards(2), at.cards(0)) == ("TS", "3C", "9H")


@pytest.mark.clause("14.2", "A:Burn")
@pytest.mark.parametrize("seen", [True, False])
def test_14_2_one_that_was_burnt_in_error_stays_out(instrument: str, seen: bool) -> None:
    at = two_boxes(instrument)
    at.deal("10S")
    at.do(BurntInError(card=Card("AH") if seen else None), DEALER)
    at.deal("9H")
    assert at.cards(2) == "9H"
    assert at.table.shoe.rack == ([Card("AH")] if seen else [None])


@pytest.mark.clause("14.2")
def test_14_2_if_nobody_needs_it_any_more_it_opens_the_next_round(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 10D 7C 7H")
    at.stand(1)
    at.stand(2)
    at.deal("8C")
    at.do(DrawnInError(card=Card("AC")), DEALER)
    at.settle()
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("9C")), DEALER).clauses == ("14.2",)
    at.deal("AC")


@pytest.mark.clause("14.2", "16.5(b)")
@pytest.mark.parametrize("between_rounds", [False, True])
def test_14_2_or_is_burnt_if_it_was_seen_under_an_approved_procedure(
    instrument: str, between_rounds: bool
) -> None:
    at = two_boxes(instrument, carry_exposed_card=False)
    at.deal("10S 10H 10D 7C 7H")
    at.stand(1)
    at.stand(2)
    at.deal("8C")
    if between_rounds:
        at.settle()
    at.do(DrawnInError(), DEALER)
    at.do(DrawnInError(card=Card("AC")), DEALER)
    if not between_rounds:
        at.settle()
    assert at.last(Burnt).card == "AC"
    assert at.last(Burnt).clauses == ("14.2", "16.5(b)")
    assert list(at.table.shoe.pending) == [None]  # the one that nobody saw is the next


@pytest.mark.clause("14.2")
def test_14_2_a_new_shoe_takes_it_in_again(instrument: str) -> None:
    at = two_boxes(instrument)
    at.do(DrawnInError(card=Card("AC")), DEALER)
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
    at.load()
    assert not at.table.shoe.pending
    assert at.table.shoe.remaining == 312


# --- 14.3: the dealer's extra card


@pytest.mark.clause("14.3", "A:Burn")
@pytest.mark.parametrize("when", ["initial deal", "before the players", "while a player draws"])
def test_14_3_a_card_to_the_dealers_hand_before_its_turn_is_burnt(
    instrument: str, when: str
) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 10D 6C")
    if when == "initial deal":
        at.do(DealerOverdrew(card=Card("AC")), DEALER)  # a hole card, by habit
    at.deal("6H")
    if when == "before the players":
        at.do(DealerOverdrew(card=Card("AC")), DEALER)
    at.hit(1)
    if when == "while a player draws":
        at.do(DealerOverdrew(card=Card("AC")), DEALER)
    at.deal("5C")
    at.stand(2)
    assert at.cards(0) == "TD"
    assert at.settle("9D") == {"P": 10, "Q": -10}
    assert at.last(Burnt).clauses == ("14.3", "A:Burn")


@pytest.mark.clause("14.3", "12.2")
def test_14_3_so_is_one_that_would_have_no_effect(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S 10H 10D 6C 6H")
    at.hit(1)
    at.deal("KC")
    at.hit(2)
    at.deal("KH")
    assert at.table.phase is Phase.SETTLED
    at.do(DealerOverdrew(card=Card("AC")), DEALER)
    assert at.cards(0) == "TD"
    assert at.settle() == {"P": -10, "Q": -10}


@pytest.mark.clause("14.3")
def test_14_3_is_not_for_a_card_that_is_due_or_a_round_that_is_none(instrument: str) -> None:
    at = two_boxes(instrument)
    extra = DealerOverdrew(card=Card("AC"))
    assert at.refused(extra, DEALER).clauses == ("14.3",)
    at.no_more_bets()
    assert at.refused(extra, DEALER).clauses == ("14.3",)
    at.deal("10S 10H")
    assert at.refused(extra, DEALER).clauses == ("14.3",)  # the dealer's own first card is due


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


# --- 14.6: the shoe runs out


@pytest.mark.clause("14.6", "5.3")
def test_14_6_the_rack_is_shuffled_cut_and_dealt_on_and_the_layout_stays_out(
    instrument: str,
) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(204)
    at.deal("10S 10H 7D 9S")
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("14.6",)
    at.do(Shuffle(), DEALER)
    assert (at.last(Shuffled).cards, at.last(Shuffled).clauses) == (204, ("14.6",))
    assert at.last(CutOffered).player == "P"
    assert at.refused(Cut(player="P", at=153), player("P")).clauses == ("5.3",)
    at.cut(152)
    at.do(InsertCuttingCard(from_back=60), DEALER)
    at.deal("9H")
    at.stand(1)
    at.stand(2)
    assert at.settle("10C") == {"P": 10, "Q": 10}
    assert at.last(ShuffleDue).at_once


@pytest.mark.clause("14.6")
def test_14_6_what_was_burnt_comes_back_with_the_rack(instrument: str) -> None:
    """14.2 keeps a card out of use only until the rack is shuffled as a whole."""
    at = two_boxes(instrument, decks=4)
    for _ in range(4):
        at.do(BurntInError(card=Card("9H")), DEALER)
    at.burn(200)
    at.deal("10S 10H 7D 9S")
    at.load()
    at.deal("9H")


@pytest.mark.clause("14.2", "14.6")
def test_14_6_a_card_drawn_in_error_is_dealt_before_anything_is_shuffled(
    instrument: str,
) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(203)
    at.deal("10S 10H 7D 9S")
    at.do(DrawnInError(card=Card("9H")), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4",)
    at.deal("9H")
    at.stand(1)
    at.stand(2)
    assert at.refused(Deal(card=Card("10C")), DEALER).clauses == ("14.6",)


@pytest.mark.clause("14.6", "A:New shoe")
def test_14_6_an_empty_shoe_before_the_first_card_makes_a_new_one(instrument: str) -> None:
    at = two_boxes(instrument, decks=4)
    at.no_more_bets()
    at.burn(208)
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("14.6",)
    at.load()
    at.deal("10S 10H 7D 9S 9H")
    at.stand(1)
    at.stand(2)
    at.settle("10C")
    assert not at.facts_of(ShuffleDue)


@pytest.mark.clause("5.1")
def test_14_6_between_rounds_an_empty_shoe_is_shuffled_whole(instrument: str) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(208)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.load()
    assert at.last(Shuffled).cards == 208


@pytest.mark.clause("5.4", "5.4(b)", "14.6")
def test_14_6_the_cutting_card_lies_in_the_new_stack_too(instrument: str) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(203)
    at.deal("10S 10H 7D")
    at.cutting_card()
    at.deal("9S 9H")
    at.stand(1)
    at.stand(2)
    at.load()
    at.cutting_card()
    at.settle("10C")


@pytest.mark.clause("16.3")
def test_14_6_has_no_effect_with_a_machine(instrument: str) -> None:
    at = two_boxes(instrument, decks=4, device="shuffler")
    at.burn(204)
    at.deal("10S 10H 7D 9S")
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("16.3",)
    at.refused(Shuffle(), DEALER)
    at.do(VoidRound(ground="impractical", reason="the machine is empty"), SUPERVISOR)
    assert at.chips("P") == 10_000


# --- 14.7: nobody there to decide


@pytest.mark.clause("14.7")
def test_14_7_for_an_absent_player_the_dealer_draws_past_eleven_and_stops(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    assert at.last(Present).present is False
    at.deal("4S 9D 3H 2C AH")
    assert at.cards(1) == "4S 3H 2C AH"
    assert at.settle("10C") == {"P": 10}


@pytest.mark.clause("14.7")
def test_14_7_who_steps_away_in_mid_hand_is_played_for_from_there(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("4S 10H 9D 3H 7C")
    at.hit(1)
    at.do(StepAway(player="P"), player("P"))
    at.deal("2C 5C")
    assert at.decider == "Q"
    at.stand(2)
    assert at.settle("10C") == {"P": -10, "Q": -10}


@pytest.mark.clause("14.7")
def test_14_7_who_comes_back_decides_again(instrument: str) -> None:
    at = two_boxes(instrument)
    at.do(StepAway(player="Q"), player("Q"))
    at.deal("10S 10H 9D 8S 2C")
    at.do(ComeBack(player="Q"), player("Q"))
    at.stand(1)
    assert at.decider == "Q"
    at.do(Hit(box=2), player("Q"))
    again = ComeBack(player="Q")
    assert at.refused(again, player("Q")).clauses == ("14.7",)
    at.do(StepAway(player="Q"), player("Q"))
    assert at.refused(StepAway(player="Q"), player("Q")).clauses == ("14.7",)


@pytest.mark.clause("4.5(b)", "14.7")
@pytest.mark.parametrize("decider", ["next_bettor", "draw_to_12"])
def test_14_7_on_a_shared_box_another_bettor_decides_or_the_dealer_draws(
    instrument: str, decider: str
) -> None:
    """4.5 before 14.7 by default: a player who is present renders the decision."""
    at = open_table(instrument, absent_decider=decider)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    at.deal("10S 7D 6H")
    if decider == "next_bettor":
        assert at.decider == "Q"
        at.do(Stand(box=1), player("Q"))
    assert at.settle("10C") == {"P": -10, "Q": -10}


@pytest.mark.clause("14.7", "10.2(b)", "11.2")
def test_14_7_an_absent_back_bettor_rides_and_neither_doubles_nor_insures(
    instrument: str,
) -> None:
    at = open_table(instrument, third_party_insurance=False)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 20)
    at.do(StepAway(player="Q"), player("Q"))
    at.deal("8S AD 8H")
    at.move_on()
    at.split(1)
    assert at.last(Elected).clauses == ("10.2", "10.2(b)")
    at.deal("3C")
    at.double(1, 10)
    assert at.last(Elected).clauses == ("11.2",)
    at.refused(Elect(player="Q", box=1, amount=20_00), player("Q"))
    at.deal("10H 10C")
    at.stand(1, 2)
    assert at.settle("9C") == {"P": 20 - 10, "Q": 20}


@pytest.mark.clause("14.7", "13.1(c)")
def test_14_7_for_an_absent_blackjack_nothing_is_taken_and_nothing_lost(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    at.deal("AS AD KH")
    at.move_on()
    assert at.settle("9C") == {"P": 15}


@pytest.mark.clause("14.7", "10.4")
def test_14_7_after_a_split_it_holds_for_each_hand_that_is_left(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.deal("5S 9D 5H")
    at.split(1)
    at.deal("6C")
    at.do(StepAway(player="P"), player("P"))
    at.deal("2C")  # 5 6 2
    at.deal("3C 4C")  # 5 3 4
    assert (at.cards(1), at.cards(1, 2)) == ("5S 6C 2C", "5H 3C 4C")
    assert at.settle("10C") == {"P": -20}


# --- 14.8: dealt past the cutting card


@pytest.mark.clause("14.8")
def test_14_8_what_was_dealt_past_the_cutting_card_stands(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.play(("P", 1, 10))
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.do(DealtPastCuttingCard(), DEALER)
    due = at.last(ShuffleDue)
    assert (due.at_once, due.clauses) == (False, ("14.8",))
    assert not at.facts_of(RoundVoided)
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("14.8",)
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.4",)
    at.stand(1)
    assert at.settle("10C") == {"P": 10}
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.load()


@pytest.mark.clause("14.8")
def test_14_8_needs_a_shoe_and_a_cutting_card_that_nobody_saw(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("14.8",)
    at.load()
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("14.8",)


@pytest.mark.clause("06:19.1", "18:18.1")
def test_14_8_has_no_effect_with_a_machine(instrument: str) -> None:
    at = open_table(instrument, device="shuffler")
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses[0] in ("19.1", "18.1")


# --- who may say so


@pytest.mark.clause("A:Dealer")
def test_14_irregularities_are_the_staffs_to_record(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S")
    for command in (
        FaceUpCard(card=Card("4H")),
        DrawnInError(card=Card("4H")),
        BurntInError(),
        DealerOverdrew(card=Card("4H")),
        DealtPastCuttingCard(),
    ):
        assert at.refused(command, player("P")).clauses == ("A:Dealer",)
    assert at.refused(PUT_RIGHT, DEALER).clauses == ("A:Casino Supervisor",)
    assert not at.facts_of(SetAside)
