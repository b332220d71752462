"""A shoe as a kernel deals from it, and the stream that shuffles it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK, RANKS, SUITS, Card

if TYPE_CHECKING:
    from croupier.odds.array_types import CardNumbers, Stream
    from croupier.odds.shoe_composition import Composition

_TEN = RANKS.index("T")
_RANK_BITS = 4


def number_of(card: Card) -> int:
    """The suit above the rank."""
    return SUITS.index(card.suit) << _RANK_BITS | RANKS.index(card.rank)


def card_of(number: int) -> Card:
    return Card(RANKS[number & (1 << _RANK_BITS) - 1] + SUITS[number >> _RANK_BITS])


def shoe_of(shoe: Composition, behind: int) -> CardNumbers:
    """The cards, and behind them as many tens as a round may take that the shoe cannot finish."""
    cards = np.array([number_of(card) for card in DECK], np.uint8).repeat(shoe.counts)
    return np.concatenate([cards, np.full(behind, _TEN, np.uint8)])


def stream_of(seed: int, number: int) -> Stream:
    """The stream of chance of one shard: no two shards or seeds begin at the same place."""
    digest = sha256(f"{seed} {number}".encode()).digest()
    return np.array([int.from_bytes(digest[:8], "big")], np.uint64)
