"""The order of hands as tables for the kernels, read from the engine's own ranking."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK, Card
from croupier.games.holdem.odds.kernel_tables import HIGH, SUITS, Ranks
from croupier.games.holdem.ranking import RANKS, kind, rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.games.holdem.odds.kernel_tables import Ints

    Some = tuple[int, ...]
    """Ranks, ascending, an ace 12."""

_SUITS = "SHDC"
_LOW = 7
"""The ranks of the low field: two to eight. The others are the high field's."""


def number(card: Card) -> int:
    """A card as the kernels count them: the suit's thirteen from the two up, spades first."""
    return 13 * _SUITS.index(card.suit) + RANKS.index(card.rank)


CARDS: tuple[Card, ...] = tuple(sorted(DECK, key=number))
"""The cards by number."""


def rank_word(rank: int) -> int:
    """A power of five, in the low field or the high one: four of a rank do not carry over."""
    power: int = 5 ** (rank % _LOW)
    return power if rank < _LOW else power << HIGH


@cache
def card_words() -> Ints:
    """The word of each card: its rank and its suit."""
    words = [rank_word(n % 13) | 1 << SUITS + 4 * (n // 13) for n in range(52)]
    return np.array(words, np.int64)


@cache
def rank_tables() -> Ranks:
    start, place = np.zeros(5**6, np.int32), np.zeros(5**_LOW, np.int16)
    for size in range(8):
        for n, low in enumerate(_choices(range(_LOW), size)):
            place[_sum(low)] = n
    plain: list[int] = []
    for size in range(8):
        for high in _choices(range(_LOW, 13), size):
            start[_sum(high) >> HIGH] = len(plain)
            plain += [_without_flush(low + high) for low in _choices(range(_LOW), 7 - size)]
    suited = {sum(1 << rank for rank in ranks): _flush(ranks) for ranks in _flushes()}
    numbers = sorted({*plain, *suited.values()})
    order = {number: n for n, number in enumerate(numbers, start=1)}
    flush = np.zeros(1 << 13, np.int16)
    flush[list(suited)] = [order[number] for number in suited.values()]
    kinds = [0, *(int(kind(number)) for number in numbers)]
    return Ranks(
        start=start,
        place=place,
        order=np.array([order[number] for number in plain], np.int16),
        flush=flush,
        kind=np.array(kinds, np.int16),
    )


def _choices(ranks: Iterable[int], size: int) -> Iterator[Some]:
    """So many cards of some ranks, no more than four of one."""
    for some in combinations_with_replacement(ranks, size):
        if all(low != high for low, high in zip(some, some[4:], strict=False)):
            yield some


def _flushes() -> Iterator[Some]:
    for size in (5, 6, 7):
        yield from combinations(range(13), size)


def _sum(ranks: Some) -> int:
    return sum(map(rank_word, ranks))


def _without_flush(ranks: Some) -> int:
    """Seven cards whose suits turn from card to card, so that no suit has more than two."""
    return rank(CARDS[13 * (n % 4) + wanted] for n, wanted in enumerate(ranks))


def _flush(ranks: Some) -> int:
    return rank(CARDS[wanted] for wanted in ranks)
