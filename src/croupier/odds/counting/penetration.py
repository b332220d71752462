"""How often a wager turns in the player's favour as a shoe is dealt, for whoever saw every card.

Shoes are shuffled at random; what a wager brings from what is left of one is worked out by its
formula, or where there is none estimated from the effects of removal.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import DECK, RANKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from croupier.odds.array_types import Counts, Floats
    from croupier.odds.shoe_composition import Composition

_BATCH = 5_000
"""Shoes that are shuffled at once, which takes some megabytes."""


class Turn(NamedTuple):
    """How a wager stands when so many cards are gone."""

    cards: int
    favourable: float
    """The share of shoes in which the player would have the better of it."""
    standard_error: float
    gain: float
    """What the wager brings then, on average over those shoes."""
    best: float
    """The most that it brought in any of them."""


def turns(
    shoe: Composition,
    depths: Sequence[int],
    shoes: int,
    seed: int,
    expectations: Callable[[Counts], Mapping[str, Floats]],
) -> dict[str, list[Turn]]:
    """Every wager by how many cards are gone."""
    found: dict[str, list[_Sums]] = {}
    for place, rests in _dealt(shoe, depths, shoes, seed):
        for wager, brings in expectations(rests).items():
            sums = found.setdefault(wager, [_Sums() for _ in depths])
            sums[place].add(brings)
    return {
        wager: [each.turn(cards) for each, cards in zip(sums, depths, strict=True)]
        for wager, sums in found.items()
    }


def _dealt(
    shoe: Composition, depths: Sequence[int], shoes: int, seed: int
) -> Iterator[tuple[int, Counts]]:
    """What is left of shoes at each depth: the number of the depth, and shoes by card."""
    chance = np.random.Generator(np.random.PCG64(seed))
    pack = np.repeat(np.arange(len(DECK), dtype=np.uint8), shoe.counts)
    full = np.array(shoe.counts, np.int64)
    for begun in range(0, shoes, _BATCH):
        many = min(_BATCH, shoes - begun)
        shuffled = chance.permuted(np.tile(pack, (many, 1)), axis=1)
        gone, before = np.zeros((many, len(DECK)), np.int64), 0
        rows = len(DECK) * np.arange(many)[:, None]
        for place, cards in enumerate(depths):
            dealt = shuffled[:, before:cards] + rows
            gone += np.bincount(dealt.ravel(), minlength=gone.size).reshape(gone.shape)
            before = cards
            yield place, full - gone


class _Sums:
    def __init__(self) -> None:
        self.shoes = self.favourable = 0
        self.gained = self.best = 0.0

    def add(self, brings: Floats) -> None:
        good = brings[brings > 0]
        self.shoes += len(brings)
        self.favourable += len(good)
        self.gained += float(good.sum())
        self.best = max([self.best, *good.tolist()])

    def turn(self, cards: int) -> Turn:
        share = self.favourable / self.shoes
        return Turn(
            cards,
            share,
            sqrt(share * (1 - share) / self.shoes),
            self.gained / self.favourable if self.favourable else 0.0,
            self.best,
        )


class Estimate:
    """What a wager brings from what is left of a shoe, where no formula says so.

    The effects of the cards that are gone add up, each counting for more as fewer are left. What
    whoever plays by the cards gains by it grows with the cards gone against those left; how much it
    is, and how far the whole is off, comes from some shoes that are worked out.
    """

    def __init__(self, expectation: float, effects: Mapping[str, float], shoe: Composition) -> None:
        held = np.array([shoe.by_rank[rank] for rank in RANKS], np.float64)
        moves = np.array([effects[rank] for rank in RANKS])
        self._expectation, self._cards = expectation, shoe.total
        self._usual = held / shoe.total
        self._moves = moves - self._usual @ moves
        self._gain = self.off = 0.0

    def of(self, rests: Counts) -> Floats:
        left = rests.reshape(len(rests), -1, len(RANKS)).sum(axis=1)
        cards = left.sum(axis=1)
        shares = left / cards[:, None] - self._usual
        gained = self._gain * (self._cards - cards) / cards
        return np.asarray(self._expectation - (self._cards - 1) * (shares @ self._moves) + gained)

    def learn(self, rests: Counts, worked_out: Floats) -> None:
        """Take over what these shoes bring, all of one depth."""
        missing = worked_out - self.of(rests)
        left = rests[0].sum()
        self._gain += float(missing.mean()) * left / (self._cards - left)
        self.off = float(missing.std())


def some_shoes(shoe: Composition, cards: int, many: int, seed: int) -> Counts:
    """What is left of a few shoes when so many cards are gone."""
    return next(rests for _, rests in _dealt(shoe, (cards,), many, seed))
