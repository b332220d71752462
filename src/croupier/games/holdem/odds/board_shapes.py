"""Boards, flops and hands as one suit sees them.

Whether a flush is possible, and with which cards, is all that suits do. On a board with three or
more of a suit a card is therefore one of 26 kinds: of that suit (0 to 12, by rank) or of another
(13 to 25). Where no suit has three, ranks alone count, and every card is of the latter thirteen.
So 2,598,960 boards are 42,783 shapes, and a hand is one of 351 pairs of kinds.

A flop's value is a sum: what it would be if there were no flushes, and for each of its suits what
the boards with three or more of it change. Every part sees the flop by kinds, in 2,938 ways.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK
from croupier.games.holdem.odds.kernel_tables import KINDS, Deck, Shapes
from croupier.games.holdem.odds.rank_tables import CARDS, rank_word

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Ints
    from croupier.odds.shoe_composition import Composition

PLAIN_HANDS = 13 * 14 // 2
PLAIN_BOARDS = comb(13 + 5 - 1, 5)
"""Boards without a suit, the first of all; those of five cards of one rank are never dealt."""


@cache
def shapes() -> Shapes:
    boards = np.array(_of_kinds(5, (0, 3, 4, 5)), np.int64)
    code = np.sort(boards % 13, axis=1) @ 13 ** np.arange(4, -1, -1)
    views = np.zeros((KINDS, KINDS, KINDS), np.int64)
    for n, flop in enumerate(_of_kinds(3, (0, 1, 2, 3))):
        views[flop] = n
    first, second = _pairs(KINDS, least=0)
    high, low = np.maximum(first % 13, second % 13), np.minimum(first % 13, second % 13)
    return Shapes(
        boards=boards,
        plain=np.searchsorted(code[:PLAIN_BOARDS], code),
        views=views,
        plain_hand=high * (high + 1) // 2 + low,
        words=np.array([rank_word(kind % 13) for kind in range(KINDS)], np.int64),
    )


def how_many_views() -> int:
    return int(shapes().views.max()) + 1


def _of_kinds(size: int, suited: tuple[int, ...]) -> list[tuple[int, ...]]:
    """So many kinds, so many of them of the suit, in each way there is."""
    return [
        some + others
        for many in suited
        for some in combinations(range(13), many)
        for others in combinations_with_replacement(range(13, KINDS), size - many)
    ]


def _pairs(size: int, least: int) -> tuple[Ints, Ints]:
    """Two numbers, the larger first, at least so far apart, in the order in which hands count."""
    high, low = np.tril_indices(size, -least)
    return high.astype(np.int64), low.astype(np.int64)


@cache
def deck_of(shoe: Composition) -> Deck:
    """One deck, whole or with cards removed."""
    if max(shoe.counts) > 1:
        raise ValueError("decks: Hold'em is dealt from one deck")
    shoe.needs(9, "a hand against the dealer")
    held = np.array([shoe[card] for card in CARDS], np.int64)
    suits = held.reshape(4, 13)
    different = sorted({tuple(suit) for suit in suits.tolist()}, reverse=True)
    group = np.array([*(different.index(tuple(suit)) for suit in suits.tolist()), 0], np.int64)
    ranks = suits.sum(axis=0)
    kinds = np.array([[*suit, *(ranks - suit)] for suit in np.array(different)], np.int64)
    namings = namings_of(group)
    there = np.flatnonzero(held)
    flops = there[np.array(list(combinations(range(len(there)), 3)))]
    named = masks(flops, namings)
    _, weights = np.unique(named.min(axis=0), return_counts=True)
    chosen = flops[named[0] == named.min(axis=0)]
    hands = np.stack(_pairs(len(DECK), least=1), axis=1)
    possible = held[hands].all(axis=1)
    alike = np.full(len(hands), -1, np.int64)
    names = masks(hands[possible], namings).min(axis=0)
    alike[possible] = np.unique(names, return_inverse=True)[1]
    return Deck(
        held=held,
        group=group,
        kinds=kinds,
        plain=np.concatenate([np.zeros_like(ranks), ranks]),
        flops=chosen[masks(chosen, namings[:1])[0].argsort()],
        weights=weights.astype(np.int64),
        alike=alike,
        dealers=comb(len(there) - 7, 2),
    )


def namings_of(group: Ints) -> list[Ints]:
    """The ways to give like suits each other's names, the first of which changes none."""
    return [
        np.array(naming, np.int64)
        for naming in permutations(range(4))
        if all(group[suit] == group[other] for suit, other in enumerate(naming))
    ]


def masks(some: Ints, namings: list[Ints]) -> Ints:
    """Each row of cards as one number, a bit for each card, under each naming of the suits."""
    named = [(1 << (13 * naming[some // 13] + some % 13)).sum(axis=1) for naming in namings]
    return np.array(named, np.int64)
