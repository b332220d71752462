"""Hands by number, and the dealer's draws.

Cards are the ten values, ace first; a hand is how many it holds of each and has a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import Flags, Floats, Ints

_BLOCK = 256
"""States of the shoe that are worked out side by side."""
_DEEPEST = 20
"""More cards than a dealer ever draws."""


@njit(cache=True)
def hands(most_cards: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Every hand up to 21 with its aces low, fewer cards first, and where each card leads."""
    room = 3200
    counts = np.zeros((room, 10), np.int16)
    child = np.zeros((room, 10), np.int32) - np.int32(1)
    hard, size = np.zeros(room, np.int16), np.zeros(room, np.int16)
    last, before = np.zeros(room, np.int16), np.zeros(room, np.int32)
    found, hand = 1, 0
    while hand < found:
        for card in range(last[hand]):  # put in order: first without the highest card, then it
            other = child[before[hand], card]
            if other >= 0:
                child[hand, card] = child[other, last[hand]]
        for card in range(last[hand], 10):
            if size[hand] < most_cards and hard[hand] + card + 1 <= 21:
                _put(counts, found, counts, hand, card, 1)
                hard[found] = hard[hand] + card + 1
                size[found] = size[hand] + 1
                last[found], before[found] = card, hand
                child[hand, card] = found
                found += 1
        hand += 1
    return counts[:found], child[:found], hard[:found], size[:found]


@njit(cache=True)
def with_more(
    counts: Ints, child: Ints, size: Ints, most_cards: Ints, most_more: Ints
) -> tuple[Ints, Ints]:
    """What is out of the shoe beside a hand with more of one of its cards on other hands.

    `at[card, more, hand]` is a row of the counts returned, whose first rows are the hands.
    """
    found = len(counts)
    room = found
    for card in range(10):
        for hand in range(len(counts)):
            if counts[hand, card] and size[hand] <= most_cards[card] and child[hand, card] < 0:
                room += most_more[card]
    out = np.zeros((room, 10), np.int16)
    for hand in range(found):
        _put(out, hand, counts, hand, 0, 0)
    most = 0
    for card in range(10):
        most = max(most, most_more[card])
    at = np.zeros((10, most + 1, len(counts)), np.int32) - np.int32(1)
    beyond = np.zeros(len(counts), np.int32)
    for card in range(10):
        for hand in range(len(counts)):
            if counts[hand, card] and size[hand] <= most_cards[card] and child[hand, card] < 0:
                beyond[hand] = found
                for more in range(most_more[card]):
                    _put(out, found, counts, hand, card, more + 1)
                    found += 1
        for hand in range(len(counts)):
            if counts[hand, card] and size[hand] <= most_cards[card]:
                row = hand
                at[card, 0, hand] = row
                for more in range(1, most_more[card] + 1):
                    if row >= len(counts):
                        row += 1
                    elif child[row, card] >= 0:
                        row = child[row, card]
                    else:
                        row = beyond[row]
                    at[card, more, hand] = row
    return out, at


@njit(cache=True)
def _put(out: Ints, row: int, counts: Ints, hand: int, card: int, more: int) -> None:
    """Copy the cards of a hand with more of one card: an assignment would take long to compile."""
    for each in range(10):
        out[row, each] = counts[hand, each]
    out[row, card] += more


@njit(cache=True)
def dealers_draws(child: Ints, size: Ints, total: Ints, stops: Flags, up_card: int) -> Ints:
    """The dealer's ways from one card to a stop, lowest card first.

    One row for each card laid: how deep, which, how many of it before; and where the dealer may
    stop, in how many orders and with what (0 for 17 … 4 for 21, 5 for a Blackjack).
    """
    first = child[0, up_card]
    orders = np.zeros(len(child), np.int64)
    orders[first] = 1
    for hand in range(first, len(child)):
        if orders[hand] and not stops[hand]:
            for card in range(10):
                if child[hand, card] >= 0:
                    orders[child[hand, card]] += orders[hand]
    draws = np.zeros((len(child), 5), np.int64)
    at, following = np.zeros(24, np.int64), np.zeros(24, np.int64)
    taken = np.zeros(10, np.int64)
    laid = np.zeros(24, np.int64)
    at[0], depth, found = first, 0, 0
    while depth >= 0:
        if following[depth] == 10:
            depth -= 1
            if depth >= 0:
                taken[laid[depth]] -= 1
            continue
        card = following[depth]
        following[depth] += 1
        hand = child[at[depth], card]
        if hand < 0:
            continue
        draws[found, 0], draws[found, 1], draws[found, 2] = depth, card, taken[card]
        if stops[hand]:
            draws[found, 3] = orders[hand]
            blackjack = size[hand] == 2 and total[hand] == 21
            draws[found, 4] = 5 if blackjack else total[hand] - 17
        found += 1
        taken[card] += 1
        laid[depth] = card
        depth += 1
        at[depth], following[depth] = hand, card
    return _leading_to_a_stop(draws, found)


@njit(cache=True)
def _leading_to_a_stop(draws: Ints, found: int) -> Ints:
    """Only the draws that some way to a stop begins with."""
    below = np.zeros(32, np.bool_)
    kept = len(draws)
    for i in range(found - 1, -1, -1):  # the kept ones move up from the end
        depth = draws[i, 0]
        needed = draws[i, 3] > 0 or below[depth + 1]
        below[depth + 1] = False
        if needed:
            below[depth] = True
            kept -= 1
            for column in range(5):
                draws[kept, column] = draws[i, column]
    return draws[kept:]


@njit(cache=True)
def dealers_chances(draws: Ints, free: Floats, left: Floats) -> Floats:
    """For each state of the shoe, how likely the dealer is to end on 17 … 21, Blackjack, bust.

    The orders of one set of cards are counted together; what does not stop by 21 is bust.
    """
    states = free.shape[1]
    chances = np.zeros((7, states))
    reach, each = np.ones((_DEEPEST + 1, _BLOCK)), np.zeros((_DEEPEST, _BLOCK))
    for start in range(0, states, _BLOCK):
        end = min(start + _BLOCK, states)
        for depth in range(_DEEPEST):
            for i in range(end - start):
                cards = left[start + i] - depth
                each[depth, i] = 1.0 / cards if cards > 0 else 0.0
        for draw in range(len(draws)):
            depth, card, taken = draws[draw, 0], draws[draw, 1], draws[draw, 2]
            there, here, one = reach[depth + 1], reach[depth], each[depth]
            held = free[card, start:end]
            for i in range(end - start):
                there[i] = here[i] * (held[i] - taken) * one[i]
            if draws[draw, 3]:
                orders, stopped = float(draws[draw, 3]), chances[draws[draw, 4], start:end]
                for i in range(end - start):
                    stopped[i] += orders * there[i]
    for state in range(states):
        chances[6, state] = 1.0
        for stop in range(6):
            chances[6, state] -= chances[stop, state]
    return chances
