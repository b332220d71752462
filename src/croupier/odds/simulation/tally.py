"""What a shard counted: whole numbers, so that shards add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Self


@dataclass(frozen=True)
class Tally:
    """How often each wager brought what, in initial wagers; the main wager comes first."""

    rounds: int
    results: dict[str, Counter[Fraction]]
    squares: Fraction
    """Of shoes from one shuffle to the next: what the main wagers of each brought, squared."""
    products: Fraction
    """The same times how many those wagers were."""
    wagers_squared: int

    @classmethod
    def nothing(cls) -> Self:
        return cls(0, {}, Fraction(0), Fraction(0), 0)

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.rounds + other.rounds,
            {
                wager: self.results.get(wager, Counter()) + other.results.get(wager, Counter())
                for wager in (*self.results, *(w for w in other.results if w not in self.results))
            },
            self.squares + other.squares,
            self.products + other.products,
            self.wagers_squared + other.wagers_squared,
        )

    @property
    def main(self) -> Counter[Fraction]:
        return next(iter(self.results.values()))

    @property
    def mean(self) -> Fraction:
        """What a main wager brought on average."""
        return mean(self.main)

    @property
    def error_squared(self) -> Fraction:
        """Of that mean: wagers of one shoe depend on each other, shoes do not."""
        found, count = self.mean, self.main.total()
        spread = self.squares - 2 * found * self.products + found**2 * self.wagers_squared
        return spread / count**2


def mean(results: Counter[Fraction]) -> Fraction:
    return sum((net * count for net, count in results.items()), Fraction(0)) / results.total()


def variance(results: Counter[Fraction]) -> Fraction:
    square = sum((net * net * count for net, count in results.items()), Fraction(0))
    return square / results.total() - mean(results) ** 2
