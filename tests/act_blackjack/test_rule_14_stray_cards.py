"""Rule 14.1 to 14.3: cards face up, drawn or burnt in error, and to the dealer out of turn."""

from __future__ import annotations

import pytest
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    open_table,
    two_boxes,
)

from croupier.cards import Card
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.dealing import Deal
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.facts import (
    Burnt,
)
from croupier.table.table import Phase

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
