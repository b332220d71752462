"""Rule 3: cards checked, kept, changed, handled and added up."""

from __future__ import annotations

import pytest
from tests.challenge.table_support import open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.aggregate.roles import Person
from croupier.games.blackjack.asks_and_answers import Stand
from croupier.games.challenge.acts.card_checks import (
    CheckByMachine,
    MisstateTotal,
    ReplaceCards,
)
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.conduct import Attest, RecordBreach
from croupier.table.acts.opening import CheckCards
from croupier.table.facts import Attested, CutOffered, Exercised, Notified
from croupier.table.shoe_state import Preparation

NEW_CARDS = ReplaceCards(reason="worn edges")


@pytest.mark.clause("nsw:3.4")
@pytest.mark.parametrize(("by", "who"), [(DEALER, "a dealer"), (SUPERVISOR, "a casino supervisor")])
def test_3_4_cards_are_checked_before_use_by_a_dealer_or_a_supervisor(by: Person, who: str) -> None:
    at = open_table("P", loaded=False)
    at.table.cards_checked = False
    at.load()
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("3.4",)
    at.do(CheckCards(), by)
    assert who in at.last(Attested).what
    at.no_more_bets()
    assert at.refused(CheckCards(occasion="closing"), by).clauses == ("3.4",)


@pytest.mark.clause("nsw:3.4", "nsw:1.1:deck-checking device")
def test_3_4_or_by_a_deck_checking_device() -> None:
    at = open_table("P")
    at.do(CheckByMachine(), DEALER)
    assert "deck-checking device" in at.last(Attested).what
    at.bet("P", 1, 10)
    at.deal("10C")
    assert at.refused(CheckByMachine(), DEALER).clauses == ("3.4",)


@pytest.mark.clause("nsw:3.6", "nsw:3.6.1")
def test_3_6_1_at_a_device_the_cards_may_be_changed_after_any_round() -> None:
    at = open_table("P", device="shuffler")
    at.play()
    at.do(NEW_CARDS, SUPERVISOR)
    assert not at.table.cards_checked
    at.do(CheckCards(), DEALER)
    at.load()
    assert at.table.shoe.remaining == 311
    at.bet("P", 1, 10)
    at.deal("10C")
    assert at.refused(NEW_CARDS, SUPERVISOR).clauses == ("3.6",)


@pytest.mark.clause("nsw:3.6.2", "nsw:4.5.5")
def test_3_6_2_at_a_shoe_after_the_cutting_card_and_before_the_shuffle() -> None:
    at = open_table("P Q")
    at.play()
    assert at.refused(NEW_CARDS, SUPERVISOR).clauses == ("3.6", "3.6.2")
    at.bet("P", 1, 10)
    at.bet("Q", 3, 10)
    at.deal("10C 9C 6D 10S 9S")
    at.stand(1)
    at.stand(3)
    at.cutting_card()
    at.settle("10D KS")
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert not at.allowed(NEW_CARDS, DEALER)
    at.do(NEW_CARDS, SUPERVISOR)
    at.do(CheckCards(), DEALER)
    at.load()
    offer = at.facts_of(CutOffered)[-1]
    assert (offer.player, offer.clauses) == ("Q", ("4.5", "4.5.5"))
    assert at.refused(NEW_CARDS, SUPERVISOR).clauses == ("3.6", "3.6.2")


@pytest.mark.clause("nsw:3.5", "nsw:3.7", "nsw:3.9", "nsw:18.6")
def test_3_5_3_7_3_9_staff_answer_for_what_no_program_sees() -> None:
    at = open_table("P")
    for duty in ("cards-secured", "dealt-from-the-left", "cards-untouched", "no-advice"):
        at.do(Attest(duty=duty, statement="seen"), DEALER)
        assert at.last(Attested).what == duty
    assert at.refused(Attest(duty="tea", statement="seen"), DEALER).clauses == ("18.6",)
    assert at.refused(Attest(duty="cards-secured", statement=""), DEALER).clauses == ("3.5",)


@pytest.mark.clause("nsw:3.9")
def test_3_9_nobody_but_staff_handles_the_cards() -> None:
    at = open_table("P")
    at.do(RecordBreach(person="P", clause="3.9", what="turned a card over"), DEALER)
    noted = at.last(Exercised)
    assert (noted.power, noted.clauses) == ("breach recorded: touching the cards", ("3.9",))
    assert not at.table.patrons.breaches["P"]


@pytest.mark.clause("nsw:3.10")
def test_3_10_a_hand_counts_what_its_cards_count_whatever_was_announced() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10C 6D 8S")
    assert at.refused(MisstateTotal(box=1, said=18), DEALER).clauses == ("3.10",)
    at.do(MisstateTotal(box=1, said=20), DEALER)
    assert at.last(Notified).detail == "box 1, hand 1: 18, not 20"
    at.do(Stand(box=1), player("P"))
    assert at.settle("10D 3C") == {"P": -10}
