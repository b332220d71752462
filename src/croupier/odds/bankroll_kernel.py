"""Bankrolls near an end, round by round, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import Counts, Floats

TOGETHER = 128
"""Amounts that are looked at together."""


@njit(cache=True, nogil=True)
def play_rounds(
    chances: Floats,
    rounds: int,
    steps: Counts,
    outcomes: Floats,
    needed: int,
    goal: int,
    negligible: float,
    ruined_with: Floats,
    reached_with: Floats,
) -> tuple[Floats, float]:
    """The chances of amounts after so many rounds, and those left out as negligible.

    Whoever has less than `needed` afterwards is added to `ruined_with`, by what is left; whoever
    has the `goal` (-1 for none), by how much more, to `reached_with`.
    """
    loss, gain = -steps.min(), steps.max()
    size = len(chances) + rounds * gain
    if goal >= 0:
        size = min(size, goal + gain)
    now, after = np.zeros(loss + size), np.zeros(loss + size)  # from -loss upwards
    first, last = needed, len(chances)
    while first < last and chances[first] == 0:
        first += 1
    now[loss + first : loss + last] = chances[first:]
    left_out = 0.0
    for _ in range(rounds):
        if first >= last:
            break
        top = min(last + gain, size)
        for place in range(loss + top):
            after[place] = 0.0
        for begin in range(loss + first, loss + last, TOGETHER):
            end = min(begin + TOGETHER, loss + last)
            if not now[begin:end].any():  # between amounts that only a rare large win leads to
                continue
            for which in range(len(steps)):
                chance, by = outcomes[which], steps[which]
                for place in range(begin, end):
                    after[place + by] += chance * now[place]
        for place in range(loss + needed):
            ruined_with[max(place - loss, 0)] += after[place]
            after[place] = 0.0
        if goal >= 0:
            for place in range(loss + goal, loss + top):
                reached_with[place - loss - goal] += after[place]
                after[place] = 0.0
            top = min(top, goal)
        tail = 0.0
        while top > needed and tail + after[loss + top - 1] < negligible:
            top -= 1
            tail += after[loss + top]
            after[loss + top] = 0.0
        left_out += tail
        first, last = max(needed, first - loss), top
        now, after = after, now
    return now[loss : loss + max(last, needed)].copy(), left_out
