"""Hands of a split together: which cards they hold in all, in how many orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import Actions, Floats, Ints

STAND, HIT = 0, 1


@njit(cache=True)
def ways_to_end(child: Ints, row: Ints, actions: Actions, first: Floats) -> tuple[Floats, Floats]:
    """In how many orders a split hand comes to stand or to be paid at once, by its cards."""
    reached = first.copy()
    standing, paid = np.zeros(len(child)), np.zeros(len(child))
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
def chance_of_both(
    cards: Ints, orders: Floats, more_cards: Ints, more_orders: Floats, free: Floats, needed: int
) -> float:
    """How likely these hands are to hold such cards with the dealer's next card the one needed."""
    drawn, taken, sizes, same = _one_after_another(more_cards)
    chance = whole = 0.0
    for card in range(10):
        whole += free[card]
    held, each = np.zeros(10), np.zeros(drawn.shape[1] + 1)
    parts = np.zeros(drawn.shape[1] + 1)
    for i in range(len(cards)):
        parts[0], left = orders[i], whole
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
        size = 0
        for card in range(10):
            size += cards[i, card]
        longest = max(longest, size)
    drawn, taken = np.zeros((len(cards), longest), np.int64), np.zeros((len(cards), longest))
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
