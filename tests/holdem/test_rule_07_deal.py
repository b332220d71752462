"""Rules 2 and 7: one deck, two devices, and the order of the deal."""

from __future__ import annotations

from typing import Any

import pytest
from tests.holdem.cases import KING_HIGH, dealt, opened, refusal, rules

from croupier.cards import DECK
from croupier.games.holdem.asks_and_answers import Betting, CardDue
from croupier.games.holdem.facts import COMMUNAL, DEALER, DealtFaceDown, Spread, Stage
from croupier.rulebook.options import OptionError


def order(device: str, **options: Any) -> list[object]:
    """Where the cards of a round with boxes 2 and 5 go."""
    case = opened("2 P 10; 5 Q 10", device=device, **options)
    for card in DECK[:11]:
        case.round.deal(card)
    return [fact.to for fact in case.facts(DealtFaceDown)]


@pytest.mark.clause("uth:2.1")
def test_2_1_there_is_one_deck() -> None:
    opened("1 P 10")
    with pytest.raises(OptionError, match="always 1"):
        rules(decks=2)


@pytest.mark.clause(
    "uth:2.2", "uth:2.2(b)", "uth:7.1", "uth:7.3", "uth:7.3(a)", "uth:7.3(c)", "uth:7.3(d)",
    "uth:7.3(e)", "uth:7.3(f)", "uth:A:Card Shoe", "uth:A:Hole Cards",
)  # fmt: skip
def test_7_3_a_card_shoe_deals_one_card_at_a_time() -> None:
    assert order("shoe") == [*[COMMUNAL] * 5, 2, 5, DEALER, 2, 5, DEALER]


@pytest.mark.clause(
    "uth:2.2", "uth:2.2(a)", "uth:7.1", "uth:7.2", "uth:7.2(a)", "uth:7.2(c)", "uth:7.2(d)",
    "uth:A:Automated shuffling shoe",
)  # fmt: skip
def test_7_2_an_automated_shuffling_shoe_deals_two_cards_at_once() -> None:
    assert order("shuffler") == [*[COMMUNAL] * 5, 2, 2, 5, 5, DEALER, DEALER]


@pytest.mark.clause("uth:7.2(b)", "uth:A:Communal Cards")
def test_7_2_b_the_communal_cards_are_spread_before_boxes_are_dealt_to() -> None:
    case = dealt("1 P 10", KING_HIGH, "KC QD", ["AH AD"], device="shuffler")
    kinds = [type(fact) for fact in case.round.facts]
    assert kinds[1:7] == [DealtFaceDown] * 5 + [Spread]
    assert case.round.communal == KING_HIGH.split()


@pytest.mark.clause("uth:7.3(b)")
def test_7_3_b_nothing_is_burnt_and_the_first_three_are_the_flop() -> None:
    case = dealt("1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 check")
    assert case.round.communal_up == {0, 1, 2}
    assert len(case.facts(DealtFaceDown)) == 9


@pytest.mark.clause("uth:7.3(c)")
def test_7_3_c_boxes_may_be_dealt_to_the_other_way_round() -> None:
    other_way = order("shoe", deal_direction="anticlockwise")
    assert other_way == [*[COMMUNAL] * 5, 5, 2, DEALER, 5, 2, DEALER]
    assert order("shuffler", deal_direction="anticlockwise")[5:9] == [5, 5, 2, 2]


@pytest.mark.clause("uth:8.1")
def test_8_1_nobody_decides_before_the_dealers_second_card() -> None:
    case = opened("1 P 10")
    for card in DECK[:9]:
        assert isinstance(case.round.due, CardDue)
        assert refusal(case, "1 check").clauses == ("8.1", "A:Before the Flop")
        case.round.deal(card)
    assert isinstance(case.round.due, Betting)
    assert case.round.stage is Stage.BEFORE_THE_FLOP


def test_a_card_that_is_not_due_is_the_drivers_mistake() -> None:
    case = dealt("1 P 10", KING_HIGH, "KC QD", ["AH AD"])
    with pytest.raises(RuntimeError, match="no card is due"):
        case.round.deal(DECK[0])
