"""Hands of a split together: which cards they hold in all, in how many orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.blackjack.arrays import Actions, Floats, Ints

STAND, HIT = 0, 1


@njit(cache=True)
def ways_to_end(child: Ints, row: Ints, actions: Actions, first: Floats) -> tuple[Floats, Floats]:
    """In how many orders a split hand comes to stand or to be paid at once, by its cards."""
    reached = np.zeros(len(child))
    standing, paid = np.zeros(len(child)), np.zeros(len(child))
    reached[:] = first
    for hand in range(1, len(child)):
        orders = reached[hand]
        if orders == 0.0:
            continue
        if actions[hand] == STAND:
            if row[hand] < 21:
                standing[hand] += orders
            else:
                paid[hand] += orders
            continue
        for card in range(10):
            then = child[hand, card]
            if then < 0:
                continue
            if actions[hand] == HIT:
                reached[then] += orders
            elif row[then] < 21:
                standing[then] += orders
            else:
                paid[then] += orders
    return standing, paid


@njit(cache=True)
def both(cards: Ints, orders: Floats, more_cards: Ints, more_orders: Floats) -> tuple[Ints, Floats]:
    """Two hands together: the cards of both, each set once, in how many orders."""
    count = len(cards) * len(more_cards)
    keys, ways = np.zeros(count, np.int64), np.zeros(count)
    found = 0
    for i in range(len(cards)):
        for j in range(len(more_cards)):
            key = np.int64(0)
            for card in range(10):
                key += np.int64(cards[i, card] + more_cards[j, card]) << (5 * card)
            keys[found], ways[found] = key, orders[i] * more_orders[j]
            found += 1
    sorted_by = np.argsort(keys)
    together, together_orders = np.zeros((count, 10), np.int16), np.zeros(count)
    found, before = -1, np.int64(-1)
    for i in sorted_by:
        if keys[i] != before:
            before = keys[i]
            found += 1
            for card in range(10):
                together[found, card] = (before >> (5 * card)) & 31
        together_orders[found] += ways[i]
    return together[: found + 1], together_orders[: found + 1]


@njit(cache=True)
def chance_of_both(
    cards: Ints, orders: Floats, more_cards: Ints, more_orders: Floats, free: Floats, needed: int
) -> float:
    """How likely these hands are to hold such cards with the dealer's next card the one needed."""
    drawn, taken, sizes, same = _one_after_another(more_cards)
    chance = 0.0
    held, each = np.zeros(10), np.zeros(drawn.shape[1] + 1)
    parts = np.zeros(drawn.shape[1] + 1)
    for i in range(len(cards)):
        parts[0], left = orders[i], free.sum()
        for card in range(10):
            held[card] = free[card]
            for _ in range(cards[i, card]):
                parts[0] *= held[card] / left
                held[card] -= 1
                left -= 1
        if parts[0] == 0.0:
            continue
        for k in range(len(each)):
            each[k] = 1.0 / max(left - k, 1.0)
        for j in range(len(more_cards)):
            for k in range(same[j], sizes[j]):
                parts[k + 1] = parts[k] * (held[drawn[j, k]] - taken[j, k]) * each[k]
            dealers = (held[needed] - more_cards[j, needed]) * each[sizes[j]]
            chance += more_orders[j] * parts[sizes[j]] * dealers
    return chance


@njit(cache=True)
def _one_after_another(cards: Ints) -> tuple[Ints, Floats, Ints, Ints]:
    """Sets of cards as draws, copies drawn before each, and draws shared with the set before."""
    longest = 0
    for i in range(len(cards)):
        longest = max(longest, cards[i].sum())
    drawn, taken = np.full((len(cards), longest), -1), np.zeros((len(cards), longest))
    sizes, same = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64)
    for i in range(len(cards)):
        for card in range(10):
            for before in range(cards[i, card]):
                drawn[i, sizes[i]], taken[i, sizes[i]] = card, before
                sizes[i] += 1
        while i and same[i] < min(sizes[i], sizes[i - 1]):
            if drawn[i, same[i]] != drawn[i - 1, same[i]]:
                break
            same[i] += 1
    return drawn, taken, sizes, same
