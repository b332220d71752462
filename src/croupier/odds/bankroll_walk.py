"""A bankroll between ruin and a target, round by round: the chance of every amount, exactly.

Whoever is far from both ends can come to neither within some rounds, and is taken through them all
at once; only those near an end are taken round by round. The same sums come out as if every
round were convolved with the next.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from math import ceil, exp, expm1, log, log1p, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.odds.array_types import Floats
    from croupier.odds.risk import Lattice

NEGLIGIBLE = 1e-18
"""Chances that are left out at the far end; together they are told."""
NEVER = 1e-17
"""The chance that whoever is taken for far from an end comes to it after all, at the most."""
AT_ONCE = 24
"""Rounds that are not worth dividing any further."""
NARROW = 64
"""Outcomes that lie so close together are convolved by one call."""


class Walk:
    """Amounts are whole steps; whoever has less than `needed` is ruined, with `goal` stops.

    What is so far from ruin that it cannot be lost in the `rounds` to come is not reckoned with.
    """

    def __init__(
        self, grid: Lattice, start: int, needed: int, goal: int | None, rounds: int
    ) -> None:
        self._grid = grid
        self._far: dict[tuple[int, bool], int] = {}
        spare = max(start - needed - self._far_from_end(rounds, up=False), 0)
        start, goal = start - spare, None if goal is None else goal - spare
        self._start, self._needed, self._goal = start, needed, goal
        self._chances: Floats = np.zeros(start + 1)
        self._chances[start] = 1
        self._stopped: defaultdict[int, float] = defaultdict(float)  # by the amount left with
        self._together: dict[int, tuple[int, Floats]] = {}
        self.rounds = 0
        self.ruined = 0.0
        self.reached = 0.0
        self.left_out = 0.0

    @property
    def playing(self) -> float:
        return float(self._chances.sum())

    def seconds(self, rounds: int) -> float:
        """About how long it takes to get so far."""
        if self._is_narrow:
            return rounds * 4e-5
        square = sum(steps * steps * chance for steps, chance in self._grid.chances.items())
        wide = self._start + 8 * sqrt(square * rounds)
        wide = min(wide, self._goal or wide)
        return rounds * len(self._grid.chances) * (wide * 6e-10 + 1e-6)

    def go_on_to(self, rounds: int) -> None:
        missing = rounds - self.rounds
        if self._is_narrow:
            self._chances = self._advance(self._chances, missing)
        else:  # a rare large win leads so far off that dividing the rounds takes longer
            for _ in range(missing):
                self._chances = self._play_round(self._chances)
        self.rounds = rounds

    @property
    def _is_narrow(self) -> bool:
        return self._grid.largest_loss + max(self._grid.chances) < NARROW

    def _advance(self, chances: Floats, rounds: int) -> Floats:
        """Those who play on after so many rounds; whoever stops on the way is counted."""
        if rounds <= AT_ONCE:
            for _ in range(rounds):
                chances = self._play_round(chances)
            return chances
        first = min(self._needed + self._far_from_end(rounds, up=False), len(chances))
        last = len(chances)
        if self._goal is not None:
            last = max(min(last, self._goal - self._far_from_end(rounds, up=True)), first)
        near = chances.copy()
        near[first:last] = 0
        after = self._all_at_once(chances[first:last], first, rounds)
        if near.any():
            some = rounds // 2
            after = _sum(after, self._advance(self._advance(near, some), rounds - some))
        return self._trimmed(after)

    def _all_at_once(self, chances: Floats, first: int, rounds: int) -> Floats:
        """Amounts from `first` on, none of which comes to an end within so many rounds."""
        if not chances.any():
            return np.zeros(0)
        lowest, together = self._of_rounds(rounds)
        size = 1 << (len(chances) + len(together)).bit_length()
        spread = np.fft.irfft(np.fft.rfft(chances, size) * np.fft.rfft(together, size), size)
        spread = np.clip(spread[: len(chances) + len(together) - 1], 0, None)
        begin = first + lowest
        after = np.zeros(max(begin + len(spread), 0))
        after[max(begin, 0) :] = spread[max(-begin, 0) :]
        # What rounding puts where nobody can be is put back among those who play.
        after[: self._needed] = 0
        if self._goal is not None:
            after = after[: self._goal]
        return np.asarray(after * (chances.sum() / after.sum()))

    def _of_rounds(self, rounds: int) -> tuple[int, Floats]:
        """What so many rounds bring together: the lowest number of steps, and the chances."""
        if rounds not in self._together:
            from croupier.odds.risk import sum_of_rounds

            lowest, chances = sum_of_rounds(self._grid, rounds)
            there = np.flatnonzero(chances > NEGLIGIBLE)
            first, last = int(there[0]), int(there[-1])
            self._together[rounds] = lowest + first, chances[first : last + 1]
        return self._together[rounds]

    def _far_from_end(self, rounds: int, *, up: bool) -> int:
        """How far off an end is far enough: the chance to come to it is less than `NEVER`.

        By Doob's inequality, the greatest of exp(t S) over the rounds is above exp(t d) with a
        chance of no more than E[exp(t X)]^rounds / exp(t d), whatever t: the best of some is taken.
        """
        if (rounds, up) not in self._far:
            sign = 1 if up else -1
            most = rounds * max(sign * steps for steps in self._grid.chances)
            found = most + 1
            for t in self._rates:
                grown = sum(
                    chance * expm1(sign * t * steps) if sign * t * steps < 500 else exp(500)
                    for steps, chance in self._grid.chances.items()
                )
                if grown < 1e100:
                    bound = (-log(NEVER) + rounds * max(log1p(grown), 0.0)) / t
                    found = min(found, ceil(bound))
            self._far[rounds, up] = max(found, 1)
        return self._far[rounds, up]

    @cached_property
    def _rates(self) -> list[float]:
        return [10 ** (power / 8) for power in range(-48, 9)]

    def _play_round(self, now: Floats) -> Floats:
        loss, gain = self._grid.largest_loss, max(self._grid.chances)
        if self._is_narrow:
            after = np.convolve(now, self._dense) if len(now) else now
        else:
            after = np.zeros(loss + len(now) + gain)  # from -loss upwards
            for steps, chance in self._grid.chances.items():
                after[loss + steps : loss + steps + len(now)] += chance * now
        broke = after[: loss + self._needed]
        self.ruined += float(broke.sum())
        for place in broke.nonzero()[0]:
            self._stopped[max(int(place) - loss, 0)] += float(broke[place])
        chances = after[loss:].copy()
        chances[: self._needed] = 0
        if self._goal is not None:
            there = chances[self._goal :]
            self.reached += float(there.sum())
            for place in there.nonzero()[0]:
                self._stopped[self._goal + int(place)] += float(there[place])
            return chances[: self._goal]
        return self._trimmed(chances)

    @cached_property
    def _dense(self) -> Floats:
        loss = self._grid.largest_loss
        taps = np.zeros(loss + max(self._grid.chances) + 1)
        for steps, chance in self._grid.chances.items():
            taps[loss + steps] = chance
        return taps

    def _trimmed(self, chances: Floats) -> Floats:
        far = int(chances[::-1].cumsum().searchsorted(NEGLIGIBLE))
        self.left_out += float(chances[len(chances) - far :].sum())
        return chances[: len(chances) - far]

    def amounts(self) -> Floats:
        """The chance of every amount that somebody may be left with, from nothing upwards."""
        top = max([len(self._chances) - 1, *self._stopped])
        chances = np.zeros(top + 1)
        chances[: len(self._chances)] = self._chances
        for amount, chance in self._stopped.items():
            chances[amount] += chance
        return chances

    def won_by(self, shares: Sequence[float]) -> list[int]:
        """What such shares of players have won at the most, in steps."""
        below = self.amounts().cumsum()
        last = len(below) - 1
        return [min(int(below.searchsorted(share)), last) - self._start for share in shares]

    def spread(self) -> tuple[float, float]:
        chances = self.amounts()
        won = np.arange(len(chances)) - self._start
        mean = float((won * chances).sum())
        return mean, sqrt(max(float((won * won * chances).sum()) - mean * mean, 0))


def _sum(one: Floats, other: Floats) -> Floats:
    """Two arrays of different lengths, added up."""
    if len(one) < len(other):
        one, other = other, one
    one = one.copy()
    one[: len(other)] += other
    return one
