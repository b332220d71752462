"""What wagers bring from many shoes at once, where a formula says so: pairs, sevens, insurance.

Shoes are rows of how many copies they hold of each card, in the order of `DECK`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS, SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.odds.array_types import Counts, Floats

_COLOURS = tuple((SUITS.index(one), SUITS.index(other)) for one, other in (("S", "C"), ("H", "D")))
_SEVEN = RANKS.index("7")


def pairs(shoes: Counts, nets: Sequence[float]) -> Floats:
    """The first two cards of a hand, for what no pair, a mixed, black, red and suited one bring."""
    held = _by_suit(shoes)
    total, ranks = held.sum(axis=(1, 2)), held.sum(axis=1)
    perfect = (held * (held - 1)).sum(axis=(1, 2))
    black, red = (2 * (held[:, one] * held[:, other]).sum(axis=1) for one, other in _COLOURS)
    all_pairs = (ranks * (ranks - 1)).sum(axis=1)
    ways = total * (total - 1)
    kinds = (ways - all_pairs, all_pairs - perfect - black - red, black, red, perfect)
    return _mean(kinds, nets, ways)


def sevens(shoes: Counts, nets: Sequence[float]) -> Floats:
    """The first three cards, for what no seven first brings, one, two, two suited, three, suited.

    Two sevens are always drawn to.
    """
    held = _by_suit(shoes)
    total, suits = held.sum(axis=(1, 2)), held[:, :, _SEVEN]
    all_sevens = suits.sum(axis=1)
    others = total - all_sevens
    suited = (suits * (suits - 1)).sum(axis=1)
    three_suited = (suits * (suits - 1) * (suits - 2)).sum(axis=1)
    two = all_sevens * (all_sevens - 1)
    kinds = (
        others * (total - 1) * (total - 2),
        all_sevens * others * (total - 2),
        (two - suited) * others,
        suited * others,
        two * (all_sevens - 2) - three_suited,
        three_suited,
    )
    return _mean(kinds, nets, total * (total - 1) * (total - 2))


def insurance(shoes: Counts, pays: float) -> Floats:
    """A dealer's ten after an ace that has been shown."""
    held = _by_suit(shoes)
    tens = held[:, :, RANKS.index("T") :].sum(axis=(1, 2))
    return np.asarray((1 + pays) * tens / (held.sum(axis=(1, 2)) - 1) - 1)


def _by_suit(shoes: Counts) -> Counts:
    return shoes.reshape(len(shoes), len(SUITS), len(RANKS)).astype(np.int64)


def _mean(kinds: Sequence[Counts], nets: Sequence[float], ways: Counts) -> Floats:
    brought = sum(count * net for count, net in zip(kinds, nets, strict=True))
    return np.asarray(brought / ways, np.float64)
