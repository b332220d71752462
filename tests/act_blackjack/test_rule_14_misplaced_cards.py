"""Rule 14.4: cards on the wrong hand, found while they lie there."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import PUT_RIGHT
from tests.table_support import DEALER, SUPERVISOR, open_table, player, two_boxes

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.blackjack.facts import Chose, Dealt, Elected, Insured
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import Reconstructed, Settled
from croupier.table.table import Phase

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


@pytest.mark.clause("13.1(d)")
def test_13_1_d_a_card_laid_on_a_hand_that_is_bust_leaves_it_lost(instrument: str) -> None:
    """P has 25 and gets Q's ten, which makes 35: as much a bust as before."""
    at = open_table(instrument, collect_busts="at_end")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("KS AC 6H 10S 7D")
    at.hit(1)
    at.deal("5S")
    at.hit(2)
    at.lay("10D", 1)
    at.stand(2)
    assert at.settle("AH") == {"P": -10, "Q": 10}


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


@pytest.mark.clause("14.4", "06:16.2(a)", "18:16.2(a)")
def test_14_4_a_hand_that_is_short_waits_though_the_last_wager_of_the_deal_is_void(
    instrument: str,
) -> None:
    """The first card of P lies with Q, whose wager is void before the cards are put right."""
    at = open_table(instrument, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 5, "perfect-pairs")
    at.bet("Q", 2, 10)
    at.no_more_bets()
    at.lay("9S", 2)
    at.deal("10H 7D 10D 8H")
    at.do(RecordBreach(person="Q", clause="4.3", what="touched a wager"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    assert at.refused(Stand(box=1), player("P")).clauses == ("14.4",)
    assert not at.facts_of(Settled)[1:]  # the void wager alone
    at.do(PUT_RIGHT, SUPERVISOR)
    at.stand(1)
    assert at.settle("10C") == {"P": 10 - 5, "Q": 0}
