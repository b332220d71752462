"""What every compiled table reads and writes, whatever the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from croupier.odds.array_types import CardNumbers, Counts, Ints

NEXT_STEP, SAME_STEP = 0, 1
"""When a table whose round is over begins the next: at the next step, or at once."""
PLACE, STAGE, DONE, STEPS, BET, SHARED = 0, 1, 2, 3, 4, 5
"""Columns of the state that every game has; its own begin at `SHARED`."""


class Tables(NamedTuple):
    """The tables between two steps, a row for each."""

    cards: int
    """In a whole shoe."""
    width: int
    """How many places a shoe has, with those behind the cards where a round may run out."""
    burnt: int
    cut: int
    """Cards in front of the cutting card; 0 if every round has a fresh shoe."""
    betting: int
    counting: int
    shoe: CardNumbers
    """All shoes, one behind the other."""
    words: npt.NDArray[np.uint64]
    """Where each table's stream of chance is."""
    state: Ints
    counts: Ints
    """Cards seen since the shuffle, by rank, aces first."""


class Outcome(NamedTuple):
    """What a step brings, for every table."""

    obs: Counts
    """By field, and table."""
    mask: Ints
    cents: Counts
    ended: Ints
    truncated: Ints
    illegal: Ints
    final_obs: Counts
    final_mask: Ints
    final_counts: Ints
    """What was seen last of rounds that ended, where the next has begun at once."""
