"""Cards from a shoe that is shuffled only as far as it is dealt, and the sums that it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import CardNumbers, Counts

STEP = np.uint64(0x9E3779B97F4A7C15)
"""From one word of a stream to the next. Whoever draws adds it, to keep the word at hand."""
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@njit(cache=True, nogil=True)
def draw(shoe: CardNumbers, cards: int, place: int, word: np.uint64) -> np.int64:
    """Bring one of the cards from this place on into it, each as likely as another.

    What lies before the place was dealt in that order. Nothing is ever put back in order: a shoe
    is shuffled anew by dealing from its first place again. The stream is SplitMix64, whose upper
    half picks the card; no card is likelier than another by more than one part in 10 million.

    The array goes on behind the cards, so that a shoe which runs out can be noticed after a round
    instead of at every card.
    """
    left = max(cards - place, 1)
    bits = (word ^ (word >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    bits = (bits ^ (bits >> _31)) >> _32
    here = np.uint64(place)
    other = here + ((bits * np.uint64(left)) >> _32)
    card = shoe[other]
    shoe[other] = shoe[here]
    shoe[here] = card
    return np.int64(card)


@njit(cache=True, nogil=True)
def add_shoe(sums: Counts, won: int, wagers: int) -> None:
    """What the wagers of one shoe brought: squared, times their number, and that number squared."""
    sums[0] += won * won
    sums[1] += won * wagers
    sums[2] += wagers * wagers
