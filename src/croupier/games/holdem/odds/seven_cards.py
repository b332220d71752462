"""How often seven cards of a deck make each kind of hand, without dealing any.

Ranks alone are counted first, each number of cards of each rank; then hands with five or more of a
suit are taken from the kinds that their ranks make, and put among the flushes.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.holdem.odds.rank_tables import CARDS
from croupier.games.holdem.ranking import PokerHand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.holdem.odds.kernel_tables import Bytes, Ints
    from croupier.odds.shoe_composition import Composition

SEVEN = 7
RANKS = range(13)
ROYAL = 0b11111 << 8


def seven_cards(shoe: Composition) -> Ints:
    """By kind of hand, the ways to take seven cards from a deck, whole or with cards removed."""
    suits = np.array([shoe[card] for card in CARDS], np.int64).reshape(4, 13)
    ranks = suits.sum(axis=0)
    counted = _by_ranks(tuple(ranks.tolist()))
    for suit in suits:
        _put_among_flushes(counted, suit, ranks - suit)
    return counted


@cache
def _straights() -> Bytes:
    """By the ranks that are there, as bits from the two up: whether five are in a row."""
    rows = [0b11111 << low for low in range(9)] + [1 << 12 | 0b1111]
    masks = np.arange(1 << 13)
    found: Bytes = np.any([masks & row == row for row in rows], axis=0).astype(np.uint8)
    return found


def _by_ranks(held: tuple[int, ...]) -> Ints:
    """The ways by kind, as if there were no flushes.

    Rank after rank: which ranks are there, and how many cards of the two that have the most.
    """
    ways: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
    for rank, copies in enumerate(held):
        more: dict[tuple[int, int, int, int], int] = {}
        for (cards, mask, most, further), known in ways.items():
            for many in range(min(copies, SEVEN - cards) + 1):
                first = max(most, many)
                second = max(further, min(most, many))
                hand = cards + many, mask | bool(many) << rank, first, second
                more[hand] = more.get(hand, 0) + known * comb(copies, many)
        ways = more
    counted = np.zeros(len(PokerHand), np.int64)
    for (cards, mask, most, further), known in ways.items():
        if cards == SEVEN:
            counted[_kind(bool(_straights()[mask]), most, further)] += known
    return counted


def _kind(straight: bool, most: int, further: int) -> PokerHand:
    match most, further:
        case 4, _:
            return PokerHand.FOUR_OF_A_KIND
        case 3, 2 | 3:
            return PokerHand.FULL_HOUSE
    if straight:
        return PokerHand.STRAIGHT
    match most, further:
        case 3, _:
            return PokerHand.THREE_OF_A_KIND
        case 2, 2:
            return PokerHand.TWO_PAIRS
    return PokerHand.ONE_PAIR if most == 2 else PokerHand.HIGH_CARD


def _put_among_flushes(counted: Ints, suit: Ints, others: Ints) -> None:
    """Count hands with five to seven cards of a suit for what they are."""
    there = [rank for rank in RANKS if suit[rank]]
    for many in (5, 6, 7):
        suited = [sum(1 << rank for rank in some) for some in combinations(there, many)]
        masks = np.array(suited, np.int64)
        straight = _straights()[masks].astype(bool)
        for further, rank_kinds, ways in _beside(masks, others, SEVEN - many):
            kinds = np.where(_straights()[masks | further], PokerHand.STRAIGHT, rank_kinds)
            np.subtract.at(counted, kinds, ways)
            counted[PokerHand.FLUSH] += ways * int((~straight).sum())
            royal = int(((masks & ROYAL) == ROYAL).sum())
            counted[PokerHand.ROYAL_FLUSH] += ways * royal
            counted[PokerHand.STRAIGHT_FLUSH] += ways * (int(straight.sum()) - royal)


def _beside(masks: Ints, others: Ints, left: int) -> Iterator[tuple[int, Ints, int]]:
    """Cards of other suits beside those of one: their ranks, what kind that makes, and ways."""

    def paired(rank: int) -> Ints:
        return masks >> rank & 1

    if left == 0:
        yield 0, np.full(len(masks), PokerHand.HIGH_CARD), 1
    elif left == 1:
        for rank in RANKS:
            kinds = np.where(paired(rank), PokerHand.ONE_PAIR, PokerHand.HIGH_CARD)
            yield 1 << rank, kinds, int(others[rank])
    else:
        for rank in RANKS:
            two = np.where(paired(rank), PokerHand.THREE_OF_A_KIND, PokerHand.ONE_PAIR)
            yield 1 << rank, two, comb(int(others[rank]), 2)
            for lower in range(rank):
                pairs = paired(rank) + paired(lower)  # none, one or two
                yield 1 << rank | 1 << lower, pairs, int(others[rank] * others[lower])
