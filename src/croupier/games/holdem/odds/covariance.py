"""Ante and trips of one box together, counted over every deal."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier.odds.covariance import known
from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.covariance import Covariance
    from croupier.odds.shoe_composition import Composition

KERNELS = "croupier.games.holdem.odds.kernels"
ASSUMED: tuple[str, ...] = (
    "a box with trips has one ante on them, unless --trips says otherwise, and is played for both; "
    "a fold loses them",
)


def exact(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
) -> Iterator[Covariance]:
    """The two wagers of a box."""
    load(KERNELS)
    from croupier.games.holdem.hands import ANTE, TRIPS
    from croupier.games.holdem.odds.payouts import money_of
    from croupier.games.holdem.odds.playouts import nets
    from croupier.games.holdem.odds.solver import solve
    from croupier.games.holdem.simulation.shards import nets_of_trips

    solution = solve(rules, shoe, trips=trips or Fraction(1), ante=ante)
    money = money_of(rules, trips=Fraction(0), ante=ante)
    unit, on_trips = nets_of_trips(rules)
    played, beside = _flat(nets(money)), _flat(on_trips)
    deals = _flat(solution.counted)

    def mean(scale: int, *factors: list[int]) -> Fraction:
        total = 0
        for row in zip(deals, *factors, strict=True):
            product = 1
            for factor in row:
                product *= factor
            total += product
        return Fraction(total, scale * solution.deals)

    one, other = mean(money.unit, played), mean(unit, beside)
    deviation = sqrt(mean(money.unit**2, played, played) - one**2)
    other_deviation = sqrt(mean(unit**2, beside, beside) - other**2)
    product = mean(money.unit * unit, played, beside)
    yield known(ANTE, TRIPS, product, (one, deviation), (other, other_deviation))


def _flat(table: Any) -> list[int]:
    return [int(each) for each in table.ravel().tolist()]
