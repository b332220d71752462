"""Bankrolls near an end, round by round, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import Counts, Floats

TOGETHER = 128
"""Amounts that are looked at together."""
ABREAST = 4
"""Amounts of the ruined that play on side by side: each sum is then read and written once."""


@njit(cache=True, nogil=True, inline="always")
def add(to: Floats, chances: Floats, times: float) -> None:
    """From the beginning of `to` on."""
    for place in range(len(chances)):
        to[place] += times * chances[place]


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
        after[: loss + top] = 0.0
        for begin in range(loss + first, loss + last, TOGETHER):
            end = min(begin + TOGETHER, loss + last)
            if not now[begin:end].any():  # between amounts that only a rare large win leads to
                continue
            for which in range(len(steps)):
                add(after[begin + steps[which] :], now[begin:end], outcomes[which])
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


@njit(cache=True, nogil=True)
def ruined_by_round(
    chances: Floats, far: int, rounds: int, steps: Counts, outcomes: Floats
) -> Floats:
    """The chance to be ruined in each round, by what is left.

    The amounts begin with the least that a round is played with; what is left, with the largest
    loss below it. Amounts that are `far` above, or too high to be lost in the rounds to come, are
    not followed.
    """
    loss = -steps.min()
    ruined = np.zeros((rounds, -(-loss // ABREAST) * ABREAST))
    width = min(far, loss * rounds)
    now, after = np.zeros(loss + width), np.zeros(loss + width)
    there = min(len(chances), width)
    now[loss : loss + there] = chances[:there]
    for past in range(rounds):
        top = min(loss + width, loss * (rounds - past))  # after this round
        after[:top] = 0.0
        for which in range(len(steps)):
            by = steps[which]
            end = min(loss + width, top - by)
            if end > loss:
                add(after[loss + by :], now[loss:end], outcomes[which])
        ruined[past, :loss] = after[:loss]
        after[:loss] = 0.0
        now, after = after, now
        width = top - loss
    return ruined


@njit(cache=True, nogil=True)
def sums_of_rounds(
    most: int, steps: Counts, outcomes: Floats, negligible: float
) -> tuple[int, Floats]:
    """The chances of what 0, 1, … rounds bring together, fewer than `most`, and the lowest of it.

    Ends with less than a negligible chance are left out.
    """
    loss, gain = -steps.min(), steps.max()
    zero = loss * most
    now, after = np.zeros(zero + gain * most + 1), np.zeros(zero + gain * most + 1)
    now[zero] = 1.0
    first, last = zero, zero + 1
    lowest, highest = first, last
    rows = [(first, now[first:last].copy())]
    for _ in range(1, most):
        after[first - loss : last + gain] = 0.0
        for which in range(len(steps)):
            add(after[first + steps[which] :], now[first:last], outcomes[which])
        first, last = first - loss, last + gain
        tail = 0.0
        while tail + after[first] < negligible:
            tail += after[first]
            first += 1
        tail = 0.0
        while tail + after[last - 1] < negligible:
            last -= 1
            tail += after[last]
        lowest, highest = min(lowest, first), max(highest, last)
        rows.append((first, after[first:last].copy()))
        now, after = after, now
    sums = np.zeros((most, highest - lowest))
    for rounds in range(most):
        first, chances = rows[rounds]
        sums[rounds, first - lowest : first - lowest + len(chances)] = chances
    return lowest - zero, sums


@njit(cache=True, nogil=True)
def played_on(ruined: Floats, sums: Floats) -> Floats:
    """What those who are ruined in each round would have after the last one, had they played on.

    What they are left with, and what the rounds to come bring, is counted from the least of it.
    """
    rounds, amounts = ruined.shape
    width = sums.shape[1]
    after = np.zeros(amounts + width)
    padded = np.zeros(width + 2 * (ABREAST - 1))
    zeroth, first, second, third = padded[3:], padded[2:], padded[1:], padded
    for past in range(rounds):
        padded[ABREAST - 1 : ABREAST - 1 + width] = sums[rounds - 1 - past]
        for left in range(0, amounts, ABREAST):
            to, chances = after[left:], ruined[past, left : left + ABREAST]
            a, b, c, d = chances[0], chances[1], chances[2], chances[3]
            for place in range(width + ABREAST - 1):
                to[place] += (
                    a * zeroth[place] + b * first[place] + c * second[place] + d * third[place]
                )
    return after
