"""Rule 16: cards face up, dealt or burnt in error, refused, kept for the next round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import Double, Split, Stand
from croupier.games.blackjack.facts import HandEnded
from croupier.games.challenge.acts.decisions import CardRefused
from croupier.games.challenge.acts.stray_cards import (
    CheckForFacedCards,
    DealtToNobody,
)
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misnamed_cards import CorrectBurntCard
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.facts import Burnt, Notified, RoundVoided, SetAside, TakenFromRack
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase


def draw(at: ChallengeAt, card: str | None) -> None:
    """A card leaves the shoe when none is due."""
    at.do(DrawnInError(card=None if card is None else Card(card)), DEALER)


def four_players(second: str, **options: Any) -> ChallengeAt:
    """E40 until P2 has stood and the king was drawn for P2 by mistake."""
    at = open_table("P1 P2 P3 P4", **options)
    for box in (1, 2, 3, 4):
        at.bet(f"P{box}", box, 10)
    at.deal(f"10H 9C 10S {second.split()[0]} 6H 8S 6C 4H {second.split()[1]}")
    at.stand(1)
    at.stand(2)
    draw(at, "KC")
    return at


@pytest.mark.clause("nsw:16.2", "nsw:16.3", "nsw:9.2")
def test_E40_a_card_dealt_in_error_is_offered_in_turn_and_under_12_it_is_taken() -> None:
    at = four_players("4D 5D")
    at.stand(3)
    refused = at.last(CardRefused)
    assert (refused.player, refused.box, refused.card) == ("P3", 3, "KC")
    assert "9.2" in at.refused(Stand(box=4), player("P4")).clauses
    at.hit(4)
    at.deal("KC")
    at.stand(4)
    assert at.settle("10D 2S") == {"P1": -10, "P2": -10, "P3": -10, "P4": 10}


@pytest.mark.clause("nsw:16.4", "nsw:15.1.3")
def test_E40_refused_by_all_it_is_the_dealers_next_card() -> None:
    at = four_players("7D 5D")
    at.stand(3)
    at.stand(4)
    assert at.settle("KC 10D") == {"P1": 10, "P2": 10, "P3": 10, "P4": 10}
    told = [fact for fact in at.facts_of(Notified) if "16.4" in fact.clauses]
    assert [(fact.to, fact.detail) for fact in told] == [("record", "KC")]


@pytest.mark.clause("nsw:16.2")
def test_16_2_no_other_card_comes_before_it() -> None:
    at = four_players("4D 5D")
    at.stand(3)
    at.hit(4)
    assert at.table.round is not None
    assert at.table.round.card_due_to == (4, 1)
    assert at.refused(Deal(card=Card("2S")), DEALER).clauses == ("16.2",)


SCOPES = [("player", False, False), ("area", True, False), ("hand", True, True)]


@pytest.mark.clause("nsw:16.3")
@pytest.mark.parametrize(("scope", "other_box", "other_hand"), SCOPES)
def test_16_3_how_far_a_refusal_reaches(scope: str, other_box: bool, other_hand: bool) -> None:
    at = open_table("P", refusal_scope=scope)
    permit_boxes(at, "P")
    at.bet("P", 1, 10)
    at.bet("P", 2, 10)
    at.deal("8H 10C 6D 8S 4C")
    at.split(1)
    at.deal("5D")
    draw(at, "KC")
    at.stand(1, 1)
    at.deal("KC")  # to the second hand, which had one card
    assert (at.due.what == "choice" and at.due.box == 1) is other_hand
    if other_hand:
        at.stand(1, 2)
    assert (at.due.what == "choice") is other_box


@pytest.mark.clause("nsw:16.3", "nsw:9.2")
def test_16_3_whoever_has_refused_still_draws_to_12() -> None:
    at = open_table("P Q")
    permit_boxes(at, "P")
    at.bet("P", 1, 10)
    at.bet("P", 2, 10)
    at.bet("Q", 3, 10)
    at.deal("10H 2C 10S 6D 4S 3C 5S")
    draw(at, "KC")
    at.stand(1)
    at.deal("KC")  # 15, and no more is asked of P
    assert at.last(HandEnded).clauses == ("16.3",)
    assert at.decider == "Q"
    at.stand(3)
    assert at.settle("10D 2S") == {"P": -20, "Q": -10}


@pytest.mark.clause("nsw:16.3", "nsw:9.2")
def test_16_3_whoever_has_refused_draws_nothing_to_12_itself() -> None:
    at = open_table("P Q")
    permit_boxes(at, "P")
    at.bet("P", 1, 10)
    at.bet("P", 2, 10)
    at.bet("Q", 3, 10)
    at.deal("10H 2C 10S 6D 4S 10C 5S")
    draw(at, "KC")
    at.stand(1)
    ended = at.last(HandEnded)
    assert (ended.box, ended.total, ended.clauses) == (2, 12, ("16.3",))
    assert "9.2" not in ended.clauses
    under = open_table("P")
    under.bet("P", 1, 10)
    under.deal("5H 6D 6S")
    assert "9.2" in under.refused(Stand(box=1), player("P")).clauses


@pytest.mark.clause("nsw:16.2", "nsw:10.1")
@pytest.mark.parametrize("reading", [None, "refuse"])
def test_16_2_doubling_and_splitting_into_a_known_card(reading: str | None) -> None:
    options: dict[str, Any] = {} if reading is None else {"double_into_known_card": reading}
    at = open_table("P", **options)
    at.bet("P", 1, 10)
    at.deal("8H 6D 8S")
    draw(at, "3C")
    for command in (Double(box=1, amount=10_00), Split(box=1)):
        if reading is None:  # as the text has it, which says nothing of a known card
            assert at.allowed(command, player("P"))
        else:
            assert at.refused(command, player("P")).clauses == ("16.2",)
    assert at.refused(Double(box=1, amount=10_01), player("P")).clauses[-1] == "10.1"


@pytest.mark.clause("nsw:16.5", "nsw:16.4")
def test_16_4_a_card_that_nobody_needs_any_more_is_burnt() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 8S")
    at.hit(1)
    draw(at, "KC")
    at.deal("KC")
    assert at.table.phase is Phase.SETTLED
    at.settle()
    at.bet("P", 1, 10)
    at.deal("10H 6D 8C")
    draw(at, "KD")
    at.hit(1)
    draw(at, "2D")
    at.deal("KD")  # bust: the two is nobody's
    at.settle()
    assert at.last(Burnt).card == "2D"
    assert not at.table.shoe.pending


@pytest.mark.clause("nsw:16.5")
def test_E41_a_card_exposed_on_the_dealers_complete_hand_is_burnt() -> None:
    at = open_table("P1")
    at.bet("P1", 1, 10)
    at.deal("10H 10D 8S")
    at.stand(1)
    at.deal("7C")
    at.do(DealerOverdrew(card=Card("4D")), DEALER)
    assert at.cards(0) == "TD 7C"
    assert at.last(Burnt).card == "4D"
    assert at.settle() == {"P1": 10}


@pytest.mark.clause("nsw:16.6")
def test_E41_an_unseen_card_is_the_first_of_the_next_round() -> None:
    at = open_table("P1 P2")
    at.bet("P1", 1, 10)
    at.deal("10H 10D 8S")
    at.stand(1)
    at.deal("9C")
    at.do(DealerOverdrew(), DEALER)
    assert at.last(SetAside).for_next_round
    left = at.table.shoe.remaining
    assert at.settle() == {"P1": -10}
    at.bet("P1", 1, 10)
    at.bet("P2", 2, 20)
    at.deal("5C")
    assert at.table.shoe.remaining == left
    assert at.no_bet("P2", 3, 20).clauses == ("5.3",)
    at.deal("10C 6D 10S 9S")
    assert at.table.shoe.remaining == left - 4


@pytest.mark.clause("nsw:16.6")
def test_16_6_it_waits_however_many_cards_the_round_still_takes() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 2S")
    at.do(DealerOverdrew(), DEALER)
    at.hit(1)
    at.deal("7C")
    at.stand(1)
    at.deal("10C 2D")
    at.settle()
    assert list(at.table.shoe.pending) == [None]


@pytest.mark.clause("nsw:16.6")
def test_16_6_a_card_that_is_due_to_the_dealers_hand_is_not_dealt_in_error() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H")
    assert at.refused(DealerOverdrew(), DEALER).clauses == ("16.6",)
    at.deal("6D 8S")
    at.do(DealerOverdrew(), DEALER)
    at.stand(1)
    left = at.table.shoe.remaining
    for _ in range(2):
        assert at.refused(DealerOverdrew(), DEALER).clauses == ("16.6",)
    assert at.table.shoe.remaining == left
    at.deal("10C 2D")
    at.do(DealerOverdrew(), DEALER)  # a second one, on the complete hand
    assert at.settle() == {"P": -10}
    assert list(at.table.shoe.pending) == [None, None]


@pytest.mark.clause("nsw:16.6")
def test_16_6_if_the_shoe_is_shuffled_before_it_goes_in_with_the_others() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 10S")
    at.do(DealerOverdrew(), DEALER)
    at.stand(1)
    at.cutting_card()
    at.settle("10C 2D")
    at.load()
    assert not at.table.shoe.pending
    assert at.table.shoe.remaining == 311


@pytest.mark.clause("nsw:16.2", "nsw:16.5")
def test_16_5_a_card_on_an_incomplete_dealers_hand_is_the_next_card() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 2S")
    refusal = at.refused(DealerOverdrew(card=Card("4D")), DEALER)
    assert refusal.clauses == ("16.2", "16.5")
    draw(at, "4D")
    at.hit(1)
    at.deal("4D")
    assert at.cards(1) == "TH 2S 4D"


@pytest.mark.clause("nsw:16.2", "nsw:16.16")
def test_16_2_a_card_burnt_in_error_and_noticed_at_once_is_the_next_card() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 2S")
    at.do(BurntInError(card=Card("KC")), DEALER)
    at.do(TakeFromRack(), DEALER)
    at.hit(1)
    at.deal("KC")
    assert at.settle() == {"P": -10}


@pytest.mark.clause("nsw:16.16")
def test_16_16_noticed_later_or_by_the_tables_choice_it_stays_burnt() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 2S")
    at.do(BurntInError(card=Card("KC")), DEALER)
    at.hit(1)
    at.deal("4C")
    assert at.refused(TakeFromRack(), DEALER).clauses == ("16.16",)

    other = open_table("P", burned_in_error="always_burned")
    other.bet("P", 1, 10)
    other.deal("10H 6D 2S")
    other.do(BurntInError(), DEALER)
    assert other.refused(TakeFromRack(), DEALER).clauses == ("16.16",)


@pytest.mark.clause("nsw:16.1", "nsw:16.1.1", "nsw:1.1:burn/ed")
def test_16_1_a_card_found_face_up_is_burnt_and_the_rest_may_be_checked_after_the_round() -> None:
    at = open_table("P")
    check = CheckForFacedCards(suspicion="two backs seen")
    assert at.refused(check, SUPERVISOR).clauses == ("16.1.1",)
    at.bet("P", 1, 10)
    at.deal("10H 6D")
    at.do(FaceUpCard(card=Card("9C")), DEALER)
    at.deal("10S")
    assert at.cards(1) == "TH TS"
    assert at.refused(check, SUPERVISOR).clauses == ("16.1.1",)
    at.stand(1)
    assert at.settle("10D KC") == {"P": 10}
    at.do(check, SUPERVISOR)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert not at.table.cards_checked
    at.do(CheckCards(), SUPERVISOR)
    at.load()
    assert at.table.shoe.remaining == 311


@pytest.mark.clause("nsw:16.7", "nsw:1.1:void")
def test_16_7_a_round_dealt_to_nobody_is_void_and_its_cards_are_burnt() -> None:
    at = open_table("P")
    left = at.table.shoe.remaining
    at.do(DealtToNobody(cards=(Card("KC"), Card("2D"))), DEALER)
    assert at.last(RoundVoided).round == 1
    assert at.table.shoe.rack[-2:] == ["KC", "2D"]
    assert at.table.shoe.remaining == left - 2
    at.bet("P", 1, 10)
    assert at.refused(DealtToNobody(cards=(Card("KC"),)), DEALER).clauses == ("16.7",)
    at.deal("10H 6D 10S")
    assert at.table.number == 2


@pytest.mark.clause("nsw:16.2", "nsw:16.7")
def test_16_7_cards_that_wait_are_the_first_that_are_dealt_to_nobody() -> None:
    at = open_table("P")
    draw(at, "KC")
    draw(at, None)
    other = DealtToNobody(cards=(Card("2D"),))
    assert at.refused(other, DEALER).clauses == ("16.2",)
    left = at.table.shoe.remaining
    at.do(DealtToNobody(cards=(Card("KC"), Card("2D"), Card("3H"))), DEALER)
    shoe = at.table.shoe
    assert (list(shoe.pending), shoe.rack[-3:]) == ([], ["KC", "2D", "3H"])
    assert (shoe.remaining, shoe.out[Card("KC")], shoe.out[Card("2D")]) == (left - 1, 1, 1)
    assert shoe.remaining + len(shoe.rack) == 312


@pytest.mark.clause("nsw:16.2", "nsw:16.7")
def test_16_7_a_round_dealt_to_nobody_may_take_fewer_cards_than_wait() -> None:
    at = open_table("P")
    for card in ("KC", "2D"):
        draw(at, card)
    at.do(DealtToNobody(cards=(Card("KC"),)), DEALER)
    assert list(at.table.shoe.pending) == ["2D"]
    at.bet("P", 1, 10)
    at.deal("2D")
    assert at.cards(1) == "2D"


@pytest.mark.clause("nsw:16.2")
def test_16_2_a_card_seen_between_rounds_is_dealt_as_the_next_card() -> None:
    at = open_table("P Q")
    draw(at, "KC")
    set_aside = at.last(SetAside)
    assert (set_aside.card, set_aside.clauses) == ("KC", ("16.2",))
    draw(at, None)
    draw(at, "2D")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("16.2",)
    at.deal("KC 9H 2D 8H 8C")
    assert (at.cards(1), at.cards(2), at.cards(0)) == ("KC 8H", "9H 8C", "2D")
    assert not at.facts_of(Burnt)[1:]  # but the first of the shoe


@pytest.mark.clause("nsw:16.2", "nsw:16.5")
def test_16_2_by_the_tables_choice_a_card_seen_between_rounds_is_burnt() -> None:
    at = open_table("P", seen_between_rounds="burned")
    draw(at, "KC")
    burnt = at.last(Burnt)
    assert (burnt.card, burnt.clauses) == ("KC", ("16.2", "16.5", "1.1:burn/ed", "4.9"))
    draw(at, None)
    at.bet("P", 1, 10)
    at.deal("10H")
    assert not at.table.shoe.pending


@pytest.mark.clause("nsw:16.2")
@pytest.mark.parametrize("reading", ["next_card", "burned"])
def test_16_2_so_is_one_seen_when_the_round_is_over_and_not_on_the_dealers_hand(
    reading: str,
) -> None:
    at = open_table("P", seen_between_rounds=reading)
    at.bet("P", 1, 10)
    at.deal("10H 6D 8S")
    at.hit(1)
    draw(at, "KC")
    draw(at, "2D")
    at.deal("KC")  # bust: the two is nobody's, and the dealer's hand takes no card
    draw(at, "3D")
    at.settle()
    left = ["3D"] if reading == "next_card" else []
    assert list(at.table.shoe.pending) == left
    assert [fact.card for fact in at.facts_of(Burnt)[1:]] == ["2D", *(["3D"] if not left else [])]


@pytest.mark.clause("nsw:16.2", "nsw:4.4.3")
def test_16_2_if_the_cards_are_shuffled_first_it_goes_in_with_the_others() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 10S")
    at.stand(1)
    at.cutting_card()
    at.settle("10C 2D")
    at.load()
    assert at.table.shoe.remaining == 311
    draw(at, "KC")
    at.bet("P", 1, 10)
    at.deal("KC")
    assert at.cards(1) == "KC"


@pytest.mark.clause("nsw:16.2", "nsw:16.16")
def test_16_2_a_card_burnt_in_error_between_rounds_is_the_next_card_even_if_it_was_seen() -> None:
    at = open_table("P")
    at.do(BurntInError(card=Card("KC")), DEALER)
    at.do(TakeFromRack(), DEALER)
    at.bet("P", 1, 10)
    at.deal("KC")
    assert at.cards(1) == "KC"
    other = open_table("P", seen_between_rounds="burned")
    other.do(BurntInError(card=Card("KC")), DEALER)
    assert other.refused(TakeFromRack(), DEALER).clauses == ("16.16",)


@pytest.mark.clause("nsw:16.2")
def test_16_2_in_the_initial_deal_it_goes_where_the_next_card_is_due_and_nobody_refuses() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10H 9C 6D")
    draw(at, "KC")  # a second card for the dealer
    assert at.refused(Stand(box=1), player("P")).clauses == ("9.1",)
    at.deal("KC 8C")
    assert (at.cards(0), at.cards(1), at.cards(2)) == ("6D", "TH KC", "9C 8C")


@pytest.mark.clause("nsw:16.2")
def test_16_2_a_doubled_hand_takes_the_card_it_is_owed() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("5H 6D 6C")
    at.double(1, 10)
    draw(at, "2C")
    assert at.refused(Stand(box=1), player("P")).clauses == ("9.1",)
    at.deal("2C")
    assert at.settle("10D KS") == {"P": 20}


@pytest.mark.clause("nsw:16.2")
def test_16_2_a_card_burnt_in_error_is_taken_back_from_under_the_cards_of_its_round() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10S 7D 10H")
    at.stand(1)
    at.deal("10C")
    at.do(BurntInError(card=Card("5H")), DEALER)
    at.do(Collect(), DEALER)
    at.do(TakeFromRack(), DEALER)
    assert at.last(TakenFromRack).card == "5H"
    assert at.table.shoe.rack == [None, *map(Card, ("10S", "7D", "10H", "10C"))]
    at.bet("P", 1, 10)
    at.deal("5H")


@pytest.mark.clause("nsw:16.2", "nsw:16.8")
@pytest.mark.parametrize("before", [True, False])
def test_16_2_a_round_comes_out_of_the_rack_beside_a_card_that_was_burnt_in_error(
    before: bool,
) -> None:
    """Which was burnt before the round was collected and taken back, or after."""
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10S 9S 7D 2H 8H")
    at.hit(1)
    at.lay("9C", 2)
    at.stand(1)
    at.deal("10C")
    if before:
        at.do(BurntInError(card=Card("5H")), DEALER)
    at.do(Collect(), DEALER)
    if before:
        at.do(TakeFromRack(), DEALER)
    else:
        at.do(BurntInError(card=Card("5H")), DEALER)
    at.do(Reconstruct(reason="the nine was for box 1"), SUPERVISOR)
    assert at.cards(1) == "TS 2H 9C"
    if not before:
        at.do(TakeFromRack(), DEALER)
    assert at.last(TakenFromRack).card == "5H"
    assert at.table.shoe.rack == [None]
    at.stand(2)
    assert at.settle("10C") == {"P": 10, "Q": -10}


@pytest.mark.clause("nsw:16.1", "nsw:16.16")
def test_16_16_as_many_cards_as_then_make_no_other_card_the_one_burnt_in_error() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10S 7D 10H")
    at.do(BurntInError(card=Card("5H")), DEALER)
    left = at.table.shoe.remaining
    at.do(FeedMachine(), DEALER)  # with the card burnt when it was loaded
    at.stand(1)
    at.deal("10C")
    at.do(FaceUpCard(card=Card("6H")), DEALER)
    assert at.table.shoe.remaining == left
    assert at.refused(TakeFromRack(), DEALER).clauses == ("16.16",)


@pytest.mark.clause("nsw:4.9", "nsw:16.2")
def test_4_9_a_card_drawn_in_error_is_not_dealt_before_one_was_burnt() -> None:
    at = open_table("P", loaded=False)
    super(ChallengeAt, at).load()
    draw(at, "5H")
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("5H")), DEALER).clauses == ("1.1:burn/ed", "4.9")
    at.do(Burn(), DEALER)
    at.deal("5H 7D 10H")


@pytest.mark.clause("nsw:16.16")
def test_16_16_a_card_that_was_taken_out_of_the_rack_is_not_named_as_burnt() -> None:
    at = open_table("P")
    at.bet("P", 1, 25)
    at.no_more_bets()
    at.do(BurntInError(card=Card("9H")), DEALER)
    at.do(TakeFromRack(), DEALER)
    refused = at.refused(CorrectBurntCard(card=Card("KC")), DEALER)
    assert refused.reason == "no card was burnt for all to see since one was dealt"
