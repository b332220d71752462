"""Hold'em as it is simulated: the same deals through the round, and the mean that was solved."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.cases import play
from tests.odds.holdem_by_hand import rules

from croupier.cards import DECK, parse_cards
from croupier.games.holdem import odds as holdem
from croupier.games.holdem.odds.playouts import nets, play_at_random, play_deals, policy_of
from croupier.games.holdem.odds.solver import solve
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.holdem.odds.kernel_tables import Ints, PlayPolicy
    from croupier.games.holdem.odds.solver import HoldemSolution

WORDS = (
    "1 play 40", "1 check; 1 play 20", "1 check; 1 check; 1 play 10", "1 check; 1 check; 1 fold"
)  # fmt: skip
"""What is said at the table when the play wager is made before the flop, after it, and so on."""


@pytest.fixture(scope="module")
def solved() -> HoldemSolution:
    return solve(rules(), Composition.full(1), trips=Fraction(1, 2))


@pytest.fixture(scope="module")
def policy(solved: HoldemSolution) -> PlayPolicy:
    return policy_of(solved.deck, solved.play)


def deals(many: int, cards: tuple[Card, ...] = DECK) -> list[list[Card]]:
    source = random.Random(2025)
    return [source.sample(cards, 9) for _ in range(many)]


def test_the_round_pays_every_deal_alike(solved: HoldemSolution, policy: PlayPolicy) -> None:
    dealt = deals(2_500)
    brings = nets(solved.money)
    for cards, outcome in zip(dealt, play_deals(policy, dealt), strict=True):
        board, hand, dealer = (" ".join(some) for some in (cards[:5], cards[5:7], cards[7:]))
        case = play("1 P 10 trips 5", board, dealer, [hand], WORDS[outcome[0]])
        assert case.net() == {"P": 10 * brings[tuple(outcome)] / solved.money.unit}


def test_every_decision_is_the_best(policy: PlayPolicy) -> None:
    table, whole, trips = rules(), Composition.full(1), Fraction(1, 2)
    dealt = deals(40)
    for cards, (when, _, _) in zip(dealt, play_deals(policy, dealt), strict=True):
        hand, board = cards[5:7], cards[:5]
        if when > 0:
            flop = holdem.decide(table, whole, hand, board[:3], trips=trips)
            assert flop.best == ("2x" if when == 1 else "check")
        if when > 1:
            river = holdem.decide(table, whole, hand, board, trips=trips)
            assert river.best == ("1x" if when == 2 else "fold")


def mean_at_random(
    solution: HoldemSolution, policy: PlayPolicy, rounds: int
) -> tuple[float, float, Ints]:
    """The mean in antes of rounds at random, its standard error, and how they came out."""
    brings, unit = nets(solution.money), solution.money.unit
    counted, squares = play_at_random(
        solution.deck, policy, brings[np.newaxis], stream=9, rounds=rounds, boxes=1
    )
    assert counted.sum() == rounds
    mean = float((brings * counted).sum()) / rounds / unit
    square = float(squares[0]) / rounds / unit**2
    return mean, ((square - mean * mean) / rounds) ** 0.5, counted


def test_cards_at_random_bring_what_was_solved(solved: HoldemSolution, policy: PlayPolicy) -> None:
    mean, error, counted = mean_at_random(solved, policy, 1_500_000)
    assert abs(mean - float(solved.value)) < 3 * error
    chances = solved.counted.sum(axis=(1, 2)) / solved.deals
    often = counted.sum(axis=(1, 2)) / counted.sum()
    assert np.abs(often - chances).max() < 4 * 0.5 / 1_500_000**0.5


def test_removed_cards_are_played_without() -> None:
    few = Composition.of([card for card in DECK if card.rank in "A2345"])
    shoe = few.without(parse_cards("5S 2H"))
    solution = solve(rules(), shoe)
    policy = policy_of(solution.deck, solution.play)
    mean, error, _ = mean_at_random(solution, policy, 1_000_000)
    assert abs(mean - float(solution.value)) < 3 * error
    held = tuple(card for card in DECK if shoe[card])
    dealt = deals(60, held)
    for cards, (when, _, _) in zip(dealt, play_deals(policy, dealt), strict=True):
        if when > 0:
            flop = holdem.decide(rules(), shoe, cards[5:7], cards[:3])
            assert flop.best == ("2x" if when == 1 else "check")
