"""A hundred thousand shuffles look like chance, and shuffles known to be bad do not.

`CROUPIER_SHUFFLES` is how many there are in a series; a million on demand.

Declared before the first run: each measure is turned into a standard normal score and must lie
within the 99 % band. A measure outside it is taken again from a second, separate series of
secrets; outside twice is a failure. A control must be outside in both series.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from croupier.commitment import Stream
from croupier.shoe import shuffle
from croupier.shoe.shuffle_statistics import BAND, order_score, scores

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.shoe.shuffle_statistics import Shuffle

SHUFFLES = int(os.environ.get("CROUPIER_SHUFFLES", "100000"))
CONTROL_SHUFFLES = 5_000


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


def test_every_order_of_four_cards_comes_equally_often() -> None:
    first = order_score(shuffle, "four cards, first series", SHUFFLES)
    assert abs(first) <= BAND or (
        abs(order_score(shuffle, "four cards, second series", SHUFFLES)) <= BAND
    )


@pytest.mark.parametrize("control", [naive, never_itself, only_cut])
def test_orders_of_a_bad_shuffle_do_not(control: Shuffle) -> None:
    for series in ("four cards, first series", "four cards, second series"):
        assert order_score(control, series, CONTROL_SHUFFLES) > BAND
