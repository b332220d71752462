"""The mean square of what a split brings, from every two of its hands and the dealer together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack.odds import kernels
from croupier.games.blackjack.odds.hands import dealers_draws, patterns, spread
from croupier.games.blackjack.odds.kernels.playing import DOUBLE, HIT, STAND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.odds.against_up_card import Against

    Floats = NDArray[np.float64]
    Ints = NDArray[Any]
    Events = tuple[Ints, Floats]
    """Sets of cards that a hand draws, and what each adds to its result, by the dealer's end."""

BITS = 5 * np.arange(10)
ONE = 1 << BITS
"""A set of cards as one number, five bits for how many of each value."""
UNPAIRED, ANY = 0, 1
KINDS = (UNPAIRED, UNPAIRED), (UNPAIRED, ANY), (ANY, ANY)


def mean_square(against: Against, card: int, actions: Ints) -> float:
    """For hands that lose to the dealer each by itself."""
    results = [_events(against, card, actions, kind, lambda net: net) for kind in (UNPAIRED, ANY)]
    squares = [_events(against, card, actions, kind, np.square) for kind in (UNPAIRED, ANY)]
    together = {kinds: _together(results[kinds[0]], results[kinds[1]]) for kinds in KINDS}
    drawn, worth = [], []
    for kind, more, often in _hands(against, card):
        drawn.append(squares[kind][0] + more * ONE[card])
        worth.append(often * squares[kind][1])
    for kinds, more, often in _pairs_of_hands(against, card):
        drawn.append(together[kinds][0] + more * ONE[card])
        worth.append(often * together[kinds][1])
    return _mean(against, card, *_gathered(np.concatenate(drawn), np.concatenate(worth)))


def _hands(against: Against, card: int) -> Iterator[tuple[int, int, float]]:
    """Each kind of hand with so many pair cards beside its own two, and how many such hands."""
    for pattern in patterns(against.hands.most_hands(card)):
        kinds = (
            (UNPAIRED, pattern.unpaired, pattern.unpaired - 1),
            (ANY, pattern.free, pattern.unpaired),
        )
        for kind, hands, others in kinds:
            for more, sign in enumerate(spread(others) if hands else ()):
                yield kind, pattern.paired + more, pattern.ways * hands * sign


def _pairs_of_hands(against: Against, card: int) -> Iterator[tuple[tuple[int, int], int, float]]:
    """The same for two hands, each of them the first once."""
    for pattern in patterns(against.hands.most_hands(card)):
        unpaired, free = pattern.unpaired, pattern.free
        pairs = unpaired * (unpaired - 1), 2 * unpaired * free, free * (free - 1)
        others = unpaired - 2, unpaired - 1, unpaired
        for kinds, many, rest in zip(KINDS, pairs, others, strict=True):
            for more, sign in enumerate(spread(rest) if many else ()):
                yield kinds, pattern.paired + more, pattern.ways * many * sign


def _events(
    against: Against, card: int, actions: Ints, kind: int, value: Callable[[Any], Any]
) -> Events:
    """A hand loses a wager, two if it is doubled, and gets that and more back unless it busts."""
    hands, pays = against.hands, against.split_pays
    found: dict[int, Floats] = defaultdict(lambda: np.zeros(7))
    orders = np.zeros(len(hands.child))
    found[0] += value(-1)
    if kind == UNPAIRED:
        found[int(ONE[card])] -= value(-1)
    for second in range(10):
        orders[hands.number(card, second)] = kind == ANY or second != card
    for hand in np.arange(11, len(orders)):
        if not orders[hand]:
            continue
        drawn = int(hands.counts[hand].astype(np.int64) @ ONE - ONE[card])
        if actions[hand] == STAND:
            found[drawn] += orders[hand] * (value(pays[0, hands.split_row[hand]]) - value(-1))
        if actions[hand] == DOUBLE:
            found[drawn] += orders[hand] * (value(-2) - value(-1))
        for third in np.flatnonzero(hands.child[hand] >= 0):
            then = hands.child[hand, third]
            if actions[hand] == HIT:
                orders[then] += orders[hand]
            if actions[hand] == DOUBLE:
                net = value(pays[1, hands.split_row[then]]) - value(-2)
                found[drawn + int(ONE[third])] += orders[hand] * net
    return np.array([*found]), np.array([*found.values()])


def _together(one: Events, other: Events) -> Events:
    products = one[1][:, None, :] * other[1][None, :, :]
    return _gathered(np.add.outer(one[0], other[0]).ravel(), products.reshape(-1, 7))


def _gathered(drawn: Ints, worth: Floats) -> Events:
    """Every set once."""
    sets, where = np.unique(drawn, return_inverse=True)
    return sets, np.array([np.bincount(where, worth[:, end]) for end in range(7)]).T


def _mean(against: Against, card: int, sets: Ints, worths: Floats) -> float:
    """Over all draws of such sets from the shoe without the pair, and the dealer's after them."""
    drawn = (sets[:, None] >> BITS) & 31
    rest = against.rest.copy()
    rest[card] -= 2
    chances, left = np.ones(len(sets)), np.full(len(sets), rest.sum())
    for value in range(10):
        for taken in range(drawn[:, value].max()):
            more = drawn[:, value] > taken
            chances[more] *= (rest[value] - taken) / left[more]
            left[more] -= 1
    free = np.ascontiguousarray(rest[:, None] - drawn.T)
    ends = kernels.dealers_chances(
        dealers_draws(against.hands.terms.hit_soft_17)[against.up_card], free, left
    )
    return float(chances @ (worths * ends.T).sum(axis=1))
