"""Every flop with every hand: which of them raise, what that is worth, and how often it is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from croupier.games.holdem.odds.kernel_tables import (
    AFTER_FLOP,
    BEFORE_FLOP,
    CHECK,
    HOLD,
    PLAY,
    RIVER,
)
from croupier.games.holdem.odds.kernels.boards import hand_of
from croupier.games.holdem.odds.kernels.ranks import among

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Bytes, Deck, Ints

NO_SUIT = -1
"""It is the last of the groups."""


@njit(cache=True, nogil=True)
def kind_of(card: int, suit: int) -> int:
    """A card as the suit sees it."""
    return card % 13 if card // 13 == suit else 13 + card % 13


@njit(cache=True, nogil=True)
def pair_of(first: int, second: int) -> int:
    """The number of a hand of two cards, the first the higher."""
    return first * (first - 1) // 2 + second


@njit(cache=True, nogil=True)
def seen(flop: Ints, views: Ints, suits: Ints, seen_as: Ints) -> int:
    """How the flop looks without a suit and to each of its suits; how many views there are."""
    many = 0
    for suit in range(NO_SUIT, 4):
        a, b, c = kind_of(flop[0], suit), kind_of(flop[1], suit), kind_of(flop[2], suit)
        low, high = min(a, b, c), max(a, b, c)
        if suit == NO_SUIT or low < 13:
            suits[many], seen_as[many] = suit, views[low, a + b + c - low - high, high]
            many += 1
    return many


@njit(cache=True, nogil=True)
def hands_beside(flop: Ints, held: Ints, hands: Ints) -> int:
    """The hands of two cards that a flop leaves; how many there are."""
    many = 0
    for first in range(52):
        if not held[first] or among(first, flop):
            continue
        for second in range(first):
            if held[second] and not among(second, flop):
                hands[many, 0], hands[many, 1] = first, second
                many += 1
    return many


@njit(cache=True, nogil=True)
def solve_flops(
    begin: int, step: int, deck: Deck, views: Ints, totals: Ints, multiple: int, raises: Bytes,
    sums: Ints,
) -> None:  # fmt: skip
    """Decide every flop, and add what it is worth to the class of each hand that sees it."""
    suits, seen_as = np.empty(5, np.int64), np.empty(5, np.int64)
    hands = np.empty((1326, 2), np.int64)
    for number in range(begin, len(deck.flops), step):
        weight = deck.weights[number]
        many = seen(deck.flops[number], views, suits, seen_as)
        for n in range(hands_beside(deck.flops[number], deck.held, hands)):
            first, second = hands[n, 0], hands[n, 1]
            hold = play = check = 0
            for view in range(many):
                suit = suits[view]
                hand = hand_of(kind_of(first, suit), kind_of(second, suit))
                total = totals[deck.group[suit], seen_as[view]]
                hold += total[HOLD, hand]
                play += total[PLAY, hand]
                check += total[CHECK, hand]
            raised = hold + multiple * play
            pair = pair_of(first, second)
            raises[number, pair] = raised > check
            alike = deck.alike[pair]
            sums[HOLD, alike] += weight * hold
            sums[PLAY, alike] += weight * play
            sums[CHECK, alike] += weight * max(raised, check)


@njit(cache=True, nogil=True)
def reach_flops(
    begin: int, step: int, deck: Deck, views: Ints, raises_first: Bytes, raises: Bytes,
    reached: Ints,
) -> None:  # fmt: skip
    """Count, for every view of a flop, the hands that come to it and when they make their play."""
    suits, seen_as = np.empty(5, np.int64), np.empty(5, np.int64)
    hands = np.empty((1326, 2), np.int64)
    for number in range(begin, len(deck.flops), step):
        many = seen(deck.flops[number], views, suits, seen_as)
        for n in range(hands_beside(deck.flops[number], deck.held, hands)):
            first, second = hands[n, 0], hands[n, 1]
            pair = pair_of(first, second)
            stage = AFTER_FLOP if raises[number, pair] else RIVER
            if raises_first[pair]:
                stage = BEFORE_FLOP
            for view in range(many):
                suit = suits[view]
                hand = hand_of(kind_of(first, suit), kind_of(second, suit))
                count = reached[deck.group[suit], seen_as[view], stage]
                count[hand] += deck.weights[number]
