"""Wagers of one coup together, counted over every coup."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from croupier.games.baccarat.odds.analysis import wagers_of
from croupier.games.baccarat.odds.coup_counts import coups
from croupier.odds.covariance import known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.covariance import Covariance
    from croupier.odds.shoe_composition import Composition

ASSUMED: tuple[str, ...] = ("all wagers of a coup stand on the same cards, whoever makes them",)


def exact(rules: BaccaratRules, shoe: Composition) -> Iterator[Covariance]:
    """Every two wagers of a coup."""
    counted, wagers = coups(rules.law, shoe), wagers_of(rules)
    whole = sum(counted.values())
    nets = {
        wager: [(result(coup)[1], ways) for coup, ways in counted.items()]
        for wager, result in wagers.items()
    }

    def mean(power: int, *names: str) -> Fraction:
        total = Fraction(0)
        for rows in zip(*(nets[name] for name in names), strict=True):
            product = Fraction(1)
            for net, _ in rows:
                product *= net**power
            total += product * rows[0][1]
        return total / whole

    moments = {
        wager: (mean(1, wager), sqrt(mean(2, wager) - mean(1, wager) ** 2)) for wager in wagers
    }
    for one, other in combinations(wagers, 2):
        yield known(one, other, mean(1, one, other), moments[one], moments[other])
