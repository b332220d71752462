"""What a void reaches: open stakes, payments already made, and wagers that hang on other wagers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import ACT_2006, ACT_2018, DEALER, SUPERVISOR, At, open_table

from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.facts import Outcome, Reversed, Settled
from croupier.table.table import Phase

FLOOD = VoidRound(ground="impractical", reason="flood")


def caught(at: At, name: str) -> None:
    at.do(RecordBreach(person=name, clause="4.3", what="touched a wager"), DEALER)


def void(name: str, box: int, wager: str | None = None) -> VoidWager:
    return VoidWager(player=name, box=box, reason="touched a wager", wager=wager)


# --- three suited sevens


def sevens() -> At:
    """Three sevens of hearts, and the round played out: 25,000 for a wager of 5."""
    at = open_table(ACT_2006, "P", side_bets=["super-sevens"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 5, "super-sevens")
    at.deal("7H 9D 7H")
    at.hit(1)
    at.deal("7H")  # a total of 21, so nothing more is decided
    return at


@pytest.mark.clause("06:16.3", "06:A:Void")
def test_17_9_before_the_round_is_complete_three_suited_sevens_are_due_nothing() -> None:
    at = sevens()
    assert at.net() == {"P": -15}  # fixed, but not paid before the round is complete
    at.do(FLOOD, SUPERVISOR)
    assert at.chips("P") == 10_000
    assert not at.facts_of(Reversed)


@pytest.mark.clause("06:17.9", "06:16.3", "06:A:Void")
def test_17_9_until_the_cards_are_collected_they_can_still_be_void() -> None:
    at = sevens()
    at.deal("10C")
    assert at.net() == {"P": 25_010}
    at.do(VoidRound(ground="fraud", reason="a marked card"), SUPERVISOR)
    assert at.chips("P") == 10_000


# --- insurance hangs on what it insures


def insured(instrument: str, **options: Any) -> At:
    """Against an ace: P has insured box 1, and Q has bet beside it and on nothing else."""
    at = open_table(instrument, "P Q", **options)
    at.bet("P", 1, 20)
    at.bet("Q", 1, 20)
    at.deal("10S AD 8H")
    at.insure("P", 1, 10)
    return at


@pytest.mark.clause("16.2(a)", "A:Void")
def test_16_2_a_the_insurance_of_a_void_wager_goes_back_with_it(instrument: str) -> None:
    at = insured(instrument, third_party_insurance=False)
    caught(at, "P")
    at.do(void("P", 1, "main"), SUPERVISOR)
    assert at.chips("P") == 10_000
    at.move_on()
    assert at.decider == "Q"
    at.stand(1)
    assert at.settle("KC") == {"P": 0, "Q": -20}


@pytest.mark.clause("18:16.2(a)", "18:7.2")
def test_16_2_a_insurance_that_another_has_put_on_it_stands() -> None:
    """It is a wager on the dealer's Blackjack: 10 wins 20, and Q's own 20 are lost."""
    at = open_table(ACT_2018, "P Q")
    at.bet("P", 1, 20)
    at.bet("Q", 2, 20)
    at.deal("10S 10H AD 8H 9H")
    at.move_on()
    at.insure("Q", 1, 10, on="P")
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 9_970)
    at.stand(2)
    assert at.settle("KC") == {"P": 0, "Q": 0}


@pytest.mark.clause("16.2(a)")
@pytest.mark.parametrize("second", ["KC", "7C"])
def test_16_2_a_insurance_alone_can_be_void(instrument: str, second: str) -> None:
    at = insured(instrument, third_party_insurance=False)
    at.move_on()
    caught(at, "P")
    at.do(void("P", 1, "insurance"), SUPERVISOR)
    at.stand(1)
    lost = -20 if second == "KC" else 0
    assert at.settle(second) == {"P": lost, "Q": lost}


@pytest.mark.clause("16.2(a)", "A:Void")
def test_16_2_a_insurance_that_was_paid_is_taken_back(instrument: str) -> None:
    at = insured(instrument, third_party_insurance=False)
    at.move_on()
    at.stand(1)
    at.deal("KC")
    assert at.net() == {"P": 0, "Q": -20}
    caught(at, "P")
    at.do(void("P", 1, "insurance"), SUPERVISOR)
    assert at.settle() == {"P": -20, "Q": -20}


# --- side wagers hang on main wagers


@pytest.mark.clause("06:16.2(a)", "06:18.10")
def test_06_18_10_a_side_wager_whose_main_wager_is_void_is_void_too() -> None:
    at = open_table(ACT_2006, "P Q", side_bets=["perfect-pairs"])
    for name in "PQ":
        at.bet(name, 1, 10)
        at.bet(name, 1, 10, "perfect-pairs")
    at.deal("QS 7D QS")
    caught(at, "P")
    at.do(void("P", 1, "main"), SUPERVISOR)
    at.stand(1)
    assert at.settle("10C") == {"P": 0, "Q": 260}


@pytest.mark.clause("18:16.2(a)", "18:17.12(c)")
def test_18_17_8_once_admitted_it_is_settled_whatever_becomes_of_the_main_wager() -> None:
    at = open_table(ACT_2018, "P", side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 10, "perfect-pairs")
    at.deal("QS 7D QS")
    caught(at, "P")
    at.do(void("P", 1, "main"), SUPERVISOR)
    assert at.settle() == {"P": 250}


@pytest.mark.clause("06:16.2(a)", "06:18.10", "18:16.2(a)", "18:17.8")
def test_before_the_first_card_the_side_wager_goes_in_either_year(instrument: str) -> None:
    """2006 makes it void, 2018 does not let it lie on a box without a Blackjack wager."""
    at = open_table(instrument, "P Q", side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 10, "perfect-pairs")
    at.bet("Q", 2, 10)
    at.no_more_bets()
    caught(at, "P")
    at.do(void("P", 1, "main"), SUPERVISOR)
    side = at.last(Settled)
    how = Outcome.VOID if instrument == ACT_2006 else Outcome.RETURNED
    assert (side.wager, side.outcome) == ("perfect-pairs", how)
    assert at.chips("P") == 10_000
    at.deal("10S 7D 9H")
    at.stand(2)
    assert at.settle("10C") == {"Q": 10}


# --- the round goes on without it


@pytest.mark.clause("16.2(a)", "12.2")
def test_16_2_a_a_round_without_any_wager_left_is_over(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.deal("10S 7D 6H")
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    assert at.table.phase is Phase.SETTLED
    assert at.cards(0) == "7D"
    assert at.settle() == {"P": 0}


@pytest.mark.clause("16.2(a)", "12.2")
def test_16_2_a_the_dealer_draws_no_card_that_nothing_depends_on_any_more(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.stand(1)
    assert at.table.round is not None
    assert at.table.round.card_due_to == (0, 1)
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    assert at.table.phase is Phase.SETTLED
    assert at.cards(0) == "7D"


@pytest.mark.clause("16.2(a)", "12.1")
def test_16_2_a_but_goes_on_drawing_for_another(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10S 10H 7D 9H 9D")
    at.stand(1)
    at.stand(2)
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    assert at.settle("10C") == {"P": 0, "Q": 10}


@pytest.mark.clause("16.2(a)", "9.1")
@pytest.mark.parametrize("act", ["hit", "double", "split"])
def test_16_2_a_nor_does_a_hand_get_a_card_whose_wager_is_gone(instrument: str, act: str) -> None:
    at = open_table(instrument, "P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("8S 10H 7D 8H 9D")
    if act == "hit":
        at.hit(1)
    elif act == "double":
        at.double(1, 10)
    else:
        at.split(1)
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    assert at.chips("P") == 10_000
    assert at.decider == "Q"
    at.stand(2)
    assert at.settle("10C") == {"P": 0, "Q": 10}


@pytest.mark.clause("16.2(a)")
def test_16_2_a_while_another_has_a_wager_on_the_hand_the_card_is_due(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.deal("8S 7D 8H")
    at.hit(1)
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    at.deal("4C")
    assert at.decider == "Q"


@pytest.mark.clause("16.2(a)", "14.4")
def test_16_2_a_a_round_rebuilt_later_draws_no_such_card_either(instrument: str) -> None:
    at = open_table(instrument, "P Q R")
    for name, box in (("P", 1), ("Q", 2), ("R", 3)):
        at.bet(name, box, 10)
    at.deal("8S 10H 10D 7D 8H 5D 6D")
    at.hit(1)
    caught(at, "P")
    at.do(void("P", 1), SUPERVISOR)
    at.hit(2)
    at.lay("4C", 3)
    at.do(Reconstruct(reason="on the wrong box"), SUPERVISOR)
    assert (at.cards(1), at.cards(2), at.cards(3)) == ("8S 8H", "TH 5D 4C", "TD 6D")
    assert at.decider == "Q"


@pytest.mark.clause("16.2(a)", "10.2(a)")
def test_16_2_a_an_election_is_not_waited_for_from_one_whose_wager_is_void(
    instrument: str,
) -> None:
    at = open_table(instrument, "P Q R")
    for name in "PQR":
        at.bet(name, 1, 10)
    at.deal("8S 7D 8H")
    at.split(1)
    caught(at, "Q")
    at.do(void("Q", 1), SUPERVISOR)
    at.elect("R", 1, 10)
    at.deal("10S")
    at.stand(1)
    at.deal("10H")
    at.stand(1, 2)
    assert at.settle("10C") == {"P": 20, "Q": 0, "R": 20}


@pytest.mark.clause("16.2(a)", "10.4")
def test_16_2_a_all_hands_of_a_split_are_one_players_wager_on_the_box(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("8S 10H 7D 8H 9H")
    at.split(1)
    at.deal("KS")
    at.hit(1)
    at.deal("KH")  # the first hand is bust and collected
    caught(at, "P")
    assert at.chips("P") == 9_980
    at.do(void("P", 1), SUPERVISOR)
    assert at.chips("P") == 10_000
