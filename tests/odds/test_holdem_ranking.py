"""The compiled ranking of seven cards, against the engine's."""

from __future__ import annotations

import random

import numpy as np
import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.games.holdem.odds.rank_tables import CARDS, card_words, number, rank_tables
from croupier.games.holdem.odds.solver import KERNELS
from croupier.games.holdem.ranking import PokerHand, kind, rank
from croupier.odds import kernel_loader


def orders(hands: list[list[Card]]) -> list[int]:
    cards = np.array([[number(card) for card in hand] for hand in hands], np.uint8)
    ranked: list[int] = (
        kernel_loader.load(KERNELS).rank_hands(cards, card_words(), rank_tables()).tolist()
    )
    return ranked


def order(cards: str) -> int:
    (one,) = orders([list(parse_cards(cards))])
    return one


def flushes(source: random.Random) -> list[Card]:
    """Seven cards of which at least five are of one suit."""
    suit = source.choice("SHDC")
    suited = source.sample([card for card in DECK if card.suit == suit], 5)
    return suited + source.sample([card for card in DECK if card not in suited], 2)


def test_any_cards_rank_as_at_the_table() -> None:
    source = random.Random(7)
    hands = [source.sample(DECK, 7) for _ in range(40_000)]
    hands += [flushes(source) for _ in range(15_000)]
    there, here = [rank(hand) for hand in hands], orders(hands)
    found = dict(zip(there, here, strict=True))
    assert [found[number] for number in there] == here  # level there is level here
    climbing = [found[number] for number in sorted(found)]
    assert climbing == sorted(set(climbing))
    assert [rank_tables().kind[order] for order in climbing] == [kind(n) for n in sorted(found)]
    assert len(found) > 4_000


def test_seven_cards_have_4824_orders() -> None:
    table = rank_tables()
    assert set(table.order) | set(table.flush) == set(range(4_825))
    assert len(table.order) == 49_205
    assert (np.diff(table.kind[1:]) >= 0).all()


def test_the_six_makes_the_straight_and_not_the_ace() -> None:
    six_high = order("2S 3H 4D 5C 6S KH QD")
    assert order("AS 2H 3D 4C 5S 6H KD") == six_high
    assert order("AS 2H 3D 4C 5S KH QD") == six_high - 1
    assert order("AS 2S 3S 4S 5S 6S KD") == order("2S 3S 4S 5S 6S KH QD")


@pytest.mark.parametrize("card", DECK)
def test_a_card_and_its_number(card: Card) -> None:
    assert CARDS[number(card)] == card


def test_a_flush_beside_pairs() -> None:
    assert rank_tables().kind[order("AS KS 9S 4S 2S AH AD")] == PokerHand.FLUSH
    assert rank_tables().kind[order("AS KS QS JS TS AH AD")] == PokerHand.ROYAL_FLUSH
    assert (
        order("AS AH AD AC KS QS JS")
        > order("AS AH AD KC KS QS JS")
        > order("AS KS 9S 4S 2S AH AD")
    )
