"""How shuffles look: scores of many of them against what chance would give.

Each measure is a standard normal score, so that one in a hundred lies outside `BAND` although all
is well. The pack is small enough for the moments of every measure to be counted over all orders.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import pairwise, permutations
from math import sqrt
from typing import TYPE_CHECKING

from croupier.cards import DECK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.cards import Card

    Shuffle = Callable[[tuple[Card, ...], bytes], tuple[Card, ...]]

BAND = 2.576
"""Holds 99 of 100 scores."""
PACK = DECK[:7]
PLACE = {card: place for place, card in enumerate(PACK)}


def secrets(series: str, count: int) -> Iterator[bytes]:
    """The secrets of a series that anybody can make again."""
    return (sha256(f"{series} {number}".encode()).digest() for number in range(count))


def adjacency(order: Sequence[int]) -> int:
    """How many cards still follow the card that they followed in the pack."""
    return sum(b == a + 1 for a, b in pairwise(order))


def runs(order: Sequence[int]) -> int:
    """Into how many rising runs the order falls."""
    return 1 + sum(b < a for a, b in pairwise(order))


def serial_correlation(order: Sequence[int]) -> int:
    """How far neighbours go together."""
    return sum(a * b for a, b in pairwise(order))


MEASURES = (adjacency, runs, serial_correlation)


def scores(shuffler: Shuffle, series: str, count: int) -> dict[str, float]:
    """The scores of so many shuffles: of places, neighbours, runs and correlation."""
    size = len(PACK)
    places = Counter[tuple[int, int]]()
    totals = dict.fromkeys(MEASURES, 0)
    for secret in secrets(series, count):
        order = [PLACE[card] for card in shuffler(PACK, secret)]
        places.update(enumerate(order))
        for measure in MEASURES:
            totals[measure] += measure(order)
    expected = count / size
    chi_square = sum(
        (places[place, card] - expected) ** 2 / expected
        for place in range(size)
        for card in range(size)
    )
    # Each order fills every place once, which leaves (size - 1) squared degrees of freedom.
    found = {"position": chi_square_score(chi_square * (size - 1) / size, (size - 1) ** 2)}
    for measure, total in totals.items():
        mean, variance = _moments(measure)
        found[measure.__name__] = (total - count * mean) / sqrt(count * variance)
    return found


def order_score(shuffler: Shuffle, series: str, count: int) -> float:
    """Of four cards, how equally often every order came; infinite if one never did."""
    pack = DECK[:4]
    orders = Counter(shuffler(pack, secret) for secret in secrets(series, count))
    possible = list(permutations(pack))
    if set(orders) != set(possible):
        return float("inf")
    expected = count / len(possible)
    chi_square = sum((orders[order] - expected) ** 2 / expected for order in possible)
    return chi_square_score(chi_square, len(possible) - 1)


@cache
def _moments(measure: Callable[[Sequence[int]], int]) -> tuple[float, float]:
    """Mean and variance over every order that the pack can have."""
    values = [measure(order) for order in permutations(range(len(PACK)))]
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values)


def chi_square_score(chi_square: float, freedom: int) -> float:
    """Wilson and Hilferty's normal score of a chi-square."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))
