"""Seven cards to a number, compiled: two sums and three look-ups.

A card is a word. Its rank is a power of five, in one of two fields so that no field carries over,
and its suit a one in a field of four bits. The words of seven cards add up to how many there are of
each rank and of each suit. `croupier.games.holdem.odds.rank_tables` makes the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from croupier.games.holdem.odds.kernel_tables import HIGH, SUITS

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Bytes, Ints, Ranks, Shorts

LOW_FIELD = (1 << HIGH) - 1
HIGH_FIELD = (1 << 14) - 1
TO_EIGHT = 0x3333 << SUITS
"""Added to a sum of words, it lifts five of a suit to eight, which is a bit of its own."""
EIGHT = 0x8888 << SUITS


@njit(cache=True, nogil=True)
def without_flush(word: int, ranks: Ranks) -> int:
    """The order of seven cards by their ranks alone."""
    start = ranks.start[word >> HIGH & HIGH_FIELD]
    return int(ranks.order[start + ranks.place[word & LOW_FIELD]])


@njit(cache=True, nogil=True)
def with_flush(suited: int, ranks: Ranks) -> int:
    """The order of a flush by its ranks, as bits."""
    return int(ranks.flush[suited])


@njit(cache=True, nogil=True)
def kind_at(order: int, ranks: Ranks) -> int:
    """The kind of hand that has an order."""
    return int(ranks.kind[order])


@njit(cache=True, nogil=True)
def flush_suit(word: int) -> int:
    """The suit of which there are five or more, or -1."""
    if not (word + TO_EIGHT) & EIGHT:
        return -1
    suit = 0
    while not (word + TO_EIGHT) >> (SUITS + 4 * suit) & 8:
        suit += 1
    return suit


@njit(cache=True, nogil=True)
def among(card: int, cards: Ints) -> bool:
    found = False
    for other in cards:
        if other == card:
            found = True
    return found


@njit(cache=True, nogil=True)
def rank_hands(hands: Bytes, words: Ints, ranks: Ranks) -> Shorts:
    """The order of each of many hands of seven cards."""
    orders = np.empty(len(hands), np.int16)
    for n in range(len(hands)):
        word = 0
        for place in range(7):
            word += words[hands[n, place]]
        suit = flush_suit(word)
        if suit < 0:
            orders[n] = without_flush(word, ranks)
        else:
            suited = 0
            for place in range(7):
                card = hands[n, place]
                if card // 13 == suit:
                    suited |= 1 << card % 13
            orders[n] = ranks.flush[suited]
    return orders
