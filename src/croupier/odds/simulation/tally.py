"""What a shard counted: whole numbers, so that shards add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

FEWEST_SHOES = 30
"""From so many on, what shoes bring on average is near enough to normal to say how sure it is."""


@dataclass(frozen=True)
class WagerTally:
    """How often a wager brought what, in initial wagers, and sums over shoes for its error.

    Wagers of one shoe, from one shuffle to the next, depend on each other; shoes do not.
    """

    results: Counter[Fraction]
    squares: Fraction
    """What the wagers of a shoe brought, squared."""
    products: Fraction
    """The same times how many wagers those were."""
    sizes: Fraction
    """How many they were, squared."""

    @classmethod
    def of(cls, results: Counter[Fraction], sums: Iterable[int], unit: int) -> Self:
        """From the sums of a kernel, which counts in fractions of an initial wager."""
        squares, products, sizes = (int(each) for each in sums)
        return cls(results, Fraction(squares, unit**2), Fraction(products, unit), Fraction(sizes))

    @classmethod
    def one_by_one(cls, results: Counter[Fraction]) -> Self:
        """Where every wager has a shoe to itself."""
        squares = sum((net * net * count for net, count in results.items()), Fraction(0))
        products = sum((net * count for net, count in results.items()), Fraction(0))
        return cls(results, squares, products, Fraction(results.total()))

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.results + other.results,
            self.squares + other.squares,
            self.products + other.products,
            self.sizes + other.sizes,
        )

    @property
    def count(self) -> int:
        return self.results.total()

    @property
    def mean(self) -> Fraction:
        """What a wager brought on average."""
        return self._mean(1)

    @property
    def deviation(self) -> float | None:
        """Of a single wager; None while nothing can be told of it."""
        return sqrt(self.variance) if self._is_telling else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None while nothing can be told of it."""
        return sqrt(self.error_squared) if self._is_telling else None

    @property
    def variance(self) -> Fraction:
        """Of a single wager."""
        return self._mean(2) - self.mean**2

    @property
    def error_squared(self) -> Fraction:
        """Of the mean."""
        mean = self.mean
        return (self.squares - 2 * mean * self.products + mean**2 * self.sizes) / self.count**2

    @property
    def _is_telling(self) -> bool:
        """Whether the shoes say how far results spread: results that are all alike do not."""
        return self._shoes >= FEWEST_SHOES and self.variance > 0

    @property
    def _shoes(self) -> Fraction:
        """How many shoes there were, each counted by its share of the wagers."""
        return self.count**2 / self.sizes

    def _mean(self, power: int) -> Fraction:
        powers = (net**power * count for net, count in self.results.items())
        return sum(powers, Fraction(0)) / self.count


@dataclass(frozen=True)
class CountedTally:
    """What came of playing by a count, in initial wagers of one, and over shoes for its error."""

    by_true_count: dict[int, tuple[int, Fraction, Fraction]]
    """Rounds, what they brought for a wager of one, and that squared."""
    by_shoe: tuple[Fraction, ...]
    """Brought squared, times rounds, rounds squared, times staked, staked squared, shoes."""

    def __add__(self, other: Self) -> Self:
        found = dict(self.by_true_count)
        for true, (rounds, net, square) in other.by_true_count.items():
            before = found.get(true, (0, Fraction(0), Fraction(0)))
            found[true] = before[0] + rounds, before[1] + net, before[2] + square
        sums = zip(self.by_shoe, other.by_shoe, strict=True)
        return type(self)(dict(sorted(found.items())), tuple(one + two for one, two in sums))


@dataclass(frozen=True)
class Tally:
    """What every wager of the rounds brought; the main wager comes first."""

    rounds: int
    wagers: dict[str, WagerTally]
    counted: CountedTally | None = None
    """Of a player who counts."""
    crossed: dict[str, Fraction] = field(default_factory=dict)
    """For each side bet, over shoes, what it brought times what the main wager did."""

    @classmethod
    def nothing(cls) -> Self:
        return cls(0, {})

    def __add__(self, other: Self) -> Self:
        wagers = dict(self.wagers)
        for name, wagered in other.wagers.items():
            wagers[name] = wagers[name] + wagered if name in wagers else wagered
        counted = self.counted or other.counted
        if self.counted and other.counted:
            counted = self.counted + other.counted
        crossed = dict(self.crossed)
        for name, product in other.crossed.items():
            crossed[name] = crossed.get(name, Fraction(0)) + product
        return type(self)(self.rounds + other.rounds, wagers, counted, crossed)

    @property
    def main(self) -> WagerTally:
        return next(iter(self.wagers.values()))
