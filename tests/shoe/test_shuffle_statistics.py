"""A hundred thousand shuffles look like chance, and shuffles known to be bad do not.

`CROUPIER_SHUFFLES` is how many there are in a series; a million on demand.

Declared before the first run: each measure is turned into a standard normal score and must lie
within the 99 % band. A measure outside it is taken again from a second, separate series of
secrets; outside twice is a failure. A control must be outside in both series.
"""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256
from itertools import pairwise, permutations
from math import sqrt
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK
from croupier.commitment import Stream
from croupier.shoe import shuffle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.cards import Card

    Shuffle = Callable[[tuple[Card, ...], bytes], tuple[Card, ...]]

BAND = 2.576
SHUFFLES = int(os.environ.get("CROUPIER_SHUFFLES", "100000"))
CONTROL_SHUFFLES = 5_000
PACK = DECK[:7]
PLACE = {card: place for place, card in enumerate(PACK)}


def secrets(series: str, count: int) -> list[bytes]:
    return [sha256(f"{series} {number}".encode()).digest() for number in range(count)]


def chi_square_score(chi_square: float, freedom: int) -> float:
    """Wilson and Hilferty's normal score of a chi-square."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def adjacency(order: Sequence[int]) -> int:
    """How many cards still follow the card that they followed in the pack."""
    return sum(b == a + 1 for a, b in pairwise(order))


def runs(order: Sequence[int]) -> int:
    return 1 + sum(b < a for a, b in pairwise(order))


def serial_correlation(order: Sequence[int]) -> int:
    return sum(a * b for a, b in pairwise(order))


MEASURES = (adjacency, runs, serial_correlation)


def exact_moments(measure: Callable[[Sequence[int]], int]) -> tuple[float, float]:
    """Mean and variance over every order that the pack can have."""
    values = [measure(order) for order in permutations(range(len(PACK)))]
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values)


MOMENTS = {measure: exact_moments(measure) for measure in MEASURES}


def scores(shuffler: Shuffle, series: str, count: int) -> dict[str, float]:
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
        mean, variance = MOMENTS[measure]
        found[measure.__name__] = (total - count * mean) / sqrt(count * variance)
    return found


def outside(shuffler: Shuffle, count: int) -> set[str]:
    """The measures outside the band in both series."""

    def in_series(series: str) -> set[str]:
        found = scores(shuffler, series, count)
        return {name for name, score in found.items() if abs(score) > BAND}

    first = in_series("first series")
    return first and first & in_series("second series")


def naive(pack: tuple[Card, ...], secret: bytes) -> tuple[Card, ...]:
    """The well-known mistake: every card changes places with any other."""
    cards = list(pack)
    stream = Stream(secret, b"control")
    for i in range(len(cards)):
        j = stream.below(len(cards))
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def never_itself(pack: tuple[Card, ...], secret: bytes) -> tuple[Card, ...]:
    """The other one: a card may not stay where it is, so only cyclic orders come."""
    cards = list(pack)
    stream = Stream(secret, b"control")
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def only_cut(pack: tuple[Card, ...], secret: bytes) -> tuple[Card, ...]:
    """Every card is equally often in every place, and the neighbours stay together."""
    k = Stream(secret, b"control").below(len(pack))
    return pack[k:] + pack[:k]


def test_the_shuffle_is_within_every_band() -> None:
    assert outside(shuffle, SHUFFLES) == set()


@pytest.mark.parametrize(
    ("control", "gives_itself_away_by"),
    [
        (naive, {"position"}),
        (never_itself, {"position", "adjacency"}),
        (only_cut, {"adjacency", "runs", "serial_correlation"}),
    ],
)
def test_a_bad_shuffle_is_outside(control: Shuffle, gives_itself_away_by: set[str]) -> None:
    assert outside(control, CONTROL_SHUFFLES) >= gives_itself_away_by


def order_score(shuffler: Shuffle, series: str, count: int) -> float:
    pack = DECK[:4]
    orders = Counter(shuffler(pack, secret) for secret in secrets(series, count))
    possible = list(permutations(pack))
    if set(orders) != set(possible):
        return float("inf")
    expected = count / len(possible)
    chi_square = sum((orders[order] - expected) ** 2 / expected for order in possible)
    return chi_square_score(chi_square, len(possible) - 1)


def test_every_order_of_four_cards_comes_equally_often() -> None:
    first = order_score(shuffle, "four cards, first series", SHUFFLES)
    assert abs(first) <= BAND or (
        abs(order_score(shuffle, "four cards, second series", SHUFFLES)) <= BAND
    )


@pytest.mark.parametrize("control", [naive, never_itself, only_cut])
def test_orders_of_a_bad_shuffle_do_not(control: Shuffle) -> None:
    for series in ("four cards, first series", "four cards, second series"):
        assert order_score(control, series, CONTROL_SHUFFLES) > BAND
