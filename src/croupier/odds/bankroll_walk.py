"""A bankroll between ruin and a target, round by round: the chance of every amount, exactly.

Three ways lead through some rounds. The same sums come out of each as if every round were
convolved with the next, but for what `ERROR` bounds:

- whoever is far from both ends can come to neither, and is taken through all the rounds at once;
- where ruin is near and the target is not, everybody is taken through them at once as if nobody had
  to stop, and what the ruined would have come to on credit is taken off again. For that it is
  enough to know who is ruined in which round, and of all amounts only those are followed that can
  still be lost;
- where the target is near, every amount is followed through every round.
"""

from __future__ import annotations

from functools import cached_property
from math import ceil, exp, expm1, log, log1p, sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from croupier.odds.array_types import Floats
    from croupier.odds.risk import Lattice

    Spectrum = NDArray[np.complex128]

KERNEL = "croupier.odds.bankroll_kernel"
NEGLIGIBLE = 1e-18
"""Chances that are left out at the far end; together they are told."""
NEVER = 1e-17
"""The chance that whoever is taken for far from an end comes to it after all, at the most."""
NOISE = 1e-16
"""A chance below which a Fourier transform of double precision tells nothing."""
AT_ONCE = 32
"""Rounds that are not worth dividing any further where every amount is followed."""
ON_CREDIT = 128
"""The same where ruin alone is near."""
MOST_ON_CREDIT = 20_000
"""Steps of a win, of which the sums of so many rounds can still be kept."""
ERROR = 1e-9
"""More than all that is rounded and left out comes to, however many rounds there are.

Each transform is wrong by less than `NOISE` an amount, times the chance of those it takes along,
and so is what is taken off; there are at most some thousand amounts and some ten thousand
transforms. Compared with rounds convolved one by one, 1e-12 was seen.
"""


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
        self._ruined_with = np.zeros(needed)
        self._reached_with = np.zeros(max(grid.chances))  # so much more than the goal
        self._together: dict[int, tuple[int, Floats]] = {}
        self._spectra: dict[tuple[int, int], Spectrum] = {}
        self._steps = np.array([*grid.chances], np.int64)
        self._outcomes = np.array([*grid.chances.values()])
        self.rounds = 0
        self.left_out = 0.0

    @property
    def ruined(self) -> float:
        return float(self._ruined_with.sum())

    @property
    def reached(self) -> float:
        return float(self._reached_with.sum())

    @property
    def playing(self) -> float:
        return float(self._chances.sum())

    def seconds(self, rounds: int) -> float:
        """About how long it takes to get so far."""
        gain = max(self._grid.chances)
        if self._goal is None and gain <= MOST_ON_CREDIT:
            near = self._far_from_end(ON_CREDIT, up=False)
            taken_off = -min(self._grid.chances) * (near + 5 * gain)
            return rounds * (len(self._grid.chances) * near + taken_off) * 2e-10
        near = self._far_from_end(AT_ONCE, up=False) + 4 * gain
        if self._goal is not None:
            near = min(near, self._goal)
        return rounds * (len(self._grid.chances) * near * 5e-10 + 1e-5)

    def go_on_to(self, rounds: int) -> None:
        self._chances = self._advance(self._chances, rounds - self.rounds)
        self.rounds = rounds

    def _advance(self, chances: Floats, rounds: int) -> Floats:
        """Those who play on after so many rounds; whoever stops on the way is counted."""
        ruin_ends = min(self._needed + self._far_from_end(rounds, up=False), len(chances))
        target_begins = len(chances)
        if self._goal is not None:
            target_begins = min(self._goal - self._far_from_end(rounds, up=True), target_begins)
        near, after = chances.copy(), np.zeros(0)
        gain = max(self._grid.chances)
        if rounds <= ON_CREDIT and ruin_ends <= target_begins and gain <= MOST_ON_CREDIT:
            near[:target_begins] = 0
            after = self._on_credit(chances[:target_begins], rounds)
        elif rounds > AT_ONCE:
            far = slice(ruin_ends, max(target_begins, ruin_ends))
            near[far] = 0
            after = self._all_at_once(chances[far], ruin_ends, rounds)
        if near.any():
            after = _sum(after, self._followed(near, rounds))
        return self._trimmed(after)

    def _followed(self, chances: Floats, rounds: int) -> Floats:
        """Amounts near an end."""
        if rounds <= AT_ONCE:
            return self._one_by_one(chances, rounds)
        some = rounds // 2
        return self._advance(self._advance(chances, some), rounds - some)

    def _all_at_once(self, chances: Floats, first: int, rounds: int) -> Floats:
        """Amounts from `first` on, none of which comes to an end within so many rounds."""
        if not chances.any():
            return np.zeros(0)
        total = float(chances.sum())
        return self._cleaned(self._spread(chances, first, rounds), total, total)

    def _on_credit(self, chances: Floats, rounds: int) -> Floats:
        """Amounts that cannot come to the target within so many rounds."""
        if not chances.any():
            return np.zeros(0)
        ruined = load(KERNEL).ruined_by_round(
            chances[self._needed :], self._far_from_end(rounds, up=False), rounds,
            self._steps, self._outcomes,
        )  # fmt: skip
        after, total = self._spread(chances, 0, rounds), float(chances.sum())
        owed = float(ruined.sum())
        if owed:
            least = self._needed + min(self._grid.chances)
            shares = ruined.sum(axis=0)
            for left in range(least, self._needed):
                self._ruined_with[max(left, 0)] += shares[left - least]
            begin, come_to = self._played_on(ruined)
            begin += least
            come_to = come_to[max(-begin, 0) : max(len(after) - begin, 0)]
            after[max(begin, 0) : max(begin, 0) + len(come_to)] -= come_to
        return self._cleaned(after, total - owed, total)

    def _spread(self, chances: Floats, first: int, rounds: int) -> Floats:
        """What amounts from `first` on come to if nobody stops, from nothing upwards."""
        lowest, together = self._of_rounds(rounds)
        size = 1 << (len(chances) + len(together) - 2).bit_length()
        if (rounds, size) not in self._spectra:
            self._spectra[rounds, size] = np.fft.rfft(together, size)
        spread = np.fft.irfft(np.fft.rfft(chances, size) * self._spectra[rounds, size], size)
        spread = spread[: len(chances) + len(together) - 1]
        begin = first + lowest
        after = np.zeros(max(begin + len(spread), 0))
        after[max(begin, 0) :] = spread[max(-begin, 0) :]
        return after

    def _cleaned(self, after: Floats, total: float, before: float) -> Floats:
        """Without what rounding puts where nobody can be, which is put back among who plays."""
        after[after < NOISE * before] = 0
        after[: self._needed] = 0
        if self._goal is not None:
            after = after[: self._goal]
        there = after.sum()
        return np.asarray(after * (total / there)) if there else after

    def _played_on(self, ruined: Floats) -> tuple[int, Floats]:
        """What the ruined of each round would come to: the lowest number of steps, and the chances.

        What so few of them come to that it does not matter is left out.
        """
        lowest, sums, beyond = self._sums
        kept = len(beyond) - int(beyond[::-1].searchsorted(NOISE / ruined.sum()))
        return lowest, load(KERNEL).played_on(ruined, sums[:, :kept])

    @cached_property
    def _sums(self) -> tuple[int, Floats, Floats]:
        """What 0, 1, 2, … rounds bring: the lowest number of steps, and a row of chances for each.

        Beside them, the most that lies beyond each number of steps.
        """
        lowest, sums = load(KERNEL).sums_of_rounds(
            ON_CREDIT, self._steps, self._outcomes, NEGLIGIBLE
        )
        return lowest, sums, sums[:, ::-1].cumsum(axis=1)[:, ::-1].max(axis=0)

    def _of_rounds(self, rounds: int) -> tuple[int, Floats]:
        """What so many rounds bring together: the lowest number of steps, and the chances."""
        if rounds not in self._together:
            from croupier.odds.risk import sum_of_rounds

            lowest, chances = sum_of_rounds(self._grid, rounds)
            chances[chances < NOISE] = 0
            there = np.flatnonzero(chances)
            first, last = int(there[0]), int(there[-1])
            self._together[rounds] = lowest + first, chances[first : last + 1] / chances.sum()
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

    def _one_by_one(self, chances: Floats, rounds: int) -> Floats:
        after, left_out = load(KERNEL).play_rounds(
            chances, rounds, self._steps, self._outcomes, self._needed,
            -1 if self._goal is None else self._goal, NEGLIGIBLE,
            self._ruined_with, self._reached_with,
        )  # fmt: skip
        self.left_out += left_out
        return np.asarray(after)

    def _trimmed(self, chances: Floats) -> Floats:
        far = int(chances[::-1].cumsum().searchsorted(NEGLIGIBLE))
        self.left_out += float(chances[len(chances) - far :].sum())
        return chances[: len(chances) - far]

    def amounts(self) -> Floats:
        """The chance of every amount that somebody may be left with, from nothing upwards."""
        goal = self._goal or 0
        top = max(len(self._chances), goal + len(self._reached_with))
        chances = np.zeros(top)
        chances[: len(self._chances)] = self._chances
        chances[: self._needed] += self._ruined_with
        if self._goal is not None:
            chances[goal : goal + len(self._reached_with)] += self._reached_with
        return np.trim_zeros(chances, "b")

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
