"""The values of choices and the dealer's chances, against plain recursion in ratios."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.odds.blackjack_by_hand import ByHand, counted, shoe_of

from croupier.game_rules import rules_for
from croupier.games.blackjack.odds import hand_terms
from croupier.games.blackjack.odds.against_up_card import Against
from croupier.games.blackjack.odds.hand_terms import DEALER, terms_of
from croupier.games.blackjack.odds.hands import dealers_draws, hands_of, patterns
from croupier.games.blackjack.odds.kernels import playing
from croupier.games.blackjack.odds.kernels.playing import DOUBLE, HIT, STAND
from croupier.odds.shoe_composition import Composition

TABLES = [
    ("act-blackjack-2006", {}),
    ("act-blackjack-2018", {"soft_17": "hit", "double_on": "any_cards"}),
    ("nsw-blackjack-challenge", {}),
]
ROUNDING = 1e-12


@pytest.mark.parametrize(("instrument", "options"), TABLES)
@pytest.mark.parametrize(
    ("cards", "up_card"), [("A:4 3:4 6:4 9:4 T:8", 5), ("A:4 2:2 5:4 7:4 T:8", 0)]
)
def test_every_choice_of_two_cards_is_worth_what_plain_recursion_says(
    instrument: str, options: dict[str, object], cards: str, up_card: int
) -> None:
    rules, shoe = rules_for(instrument, options), shoe_of(cards)
    against = Against(hands_of(terms_of(rules, shoe)), shoe.by_points, up_card)
    by_hand = ByHand(rules, shoe, up_card)
    values, _ = against.values()
    held = [card for card, copies in enumerate(shoe.by_points) if copies]
    for first in held:
        for second in held:
            hand = (first, second)
            blackjack = set(hand) == {0, 9}
            for action, place in (("stand", STAND), ("hit", HIT), ("double", DOUBLE)):
                if action in by_hand.actions(hand) and not blackjack:
                    found = values[against.hands.number(*hand), place]
                    expected = by_hand.value(hand, action)
                    assert found == pytest.approx(float(expected), abs=ROUNDING), (hand, action)


@pytest.mark.parametrize("hit_soft_17", [False, True])
def test_the_dealer_ends_as_often_as_plain_recursion_says(hit_soft_17: bool) -> None:
    options = {"soft_17": "hit" if hit_soft_17 else "stand"}
    rules = rules_for("act-blackjack-2018", options)
    shoe = Composition.full(4)
    hands = hands_of(terms_of(rules, shoe))
    hand = (1, 4, 9)
    for up_card in (0, 5, 9):
        against = Against(hands, shoe.by_points, up_card)
        by_hand = ByHand(rules, shoe, up_card)
        expected = by_hand.dealer(hand, (up_card,))
        found = against.chances[:, hands.number(*hand)]
        for showing, chance in zip(DEALER, found, strict=True):
            assert chance == pytest.approx(float(expected.get(showing, 0)), abs=ROUNDING)


@given(st.lists(st.integers(4, 32), min_size=10, max_size=10), st.integers(0, 9))
@settings(max_examples=25, deadline=None)
def test_a_card_that_nobody_saw_changes_no_chance_of_the_dealers(
    shoe: list[int], up_card: int
) -> None:
    rules = rules_for("act-blackjack-2006")
    against = Against(hands_of(terms_of(rules, Composition.full(8))), shoe, up_card)
    hands = against.hands
    for hand in (hands.number(0), hands.number(1, 4), hands.number(2, 7)):
        after = np.zeros(7)
        for card in range(10):
            then = hands.child[hand, card]
            after += against.free[card, hand] / against.left[hand] * against.chances[:, then]
        assert after == pytest.approx(against.chances[:, hand], abs=ROUNDING)


@pytest.mark.parametrize("hit_soft_17", [False, True])
def test_every_order_of_the_dealers_cards_is_counted_once(hit_soft_17: bool) -> None:
    """From cards that never run out, where plain recursion needs no memory of them."""
    chance = [1 / 13] * 9 + [4 / 13]

    def stopping(cards: tuple[int, ...]) -> float:
        total, soft = counted(cards)
        if total > 17 or (total == 17 and not (soft and hit_soft_17)):
            return float(total <= 21)
        return sum(chance[card] * stopping((*cards, card)) for card in range(10))

    for up_card, draws in enumerate(dealers_draws(hit_soft_17)):
        reach = np.zeros(32)
        reach[0], total = 1.0, 0.0
        for depth, card, _, orders, _ in draws:
            reach[depth + 1] = reach[depth] * chance[card]
            total += orders * reach[depth + 1]
        assert total == pytest.approx(stopping((up_card,)), abs=ROUNDING)


def test_the_compiled_code_finds_busts_in_the_row_where_the_terms_have_them() -> None:
    assert playing.BUST == hand_terms.BUST


def test_patterns_of_splits() -> None:
    """Two hands, three, four: however second cards fall, each order of them is in one pattern."""
    for most_hands in (2, 3, 4):
        pairing = 1 / 13
        whole = sum(
            pattern.ways * pairing**pattern.paired * (1 - pairing) ** pattern.unpaired
            for pattern in patterns(most_hands)
        )
        assert whole == pytest.approx(1, abs=1e-15)
        assert max(pattern.paired for pattern in patterns(most_hands)) == most_hands - 2
