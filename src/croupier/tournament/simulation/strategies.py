"""How simulated players wager: a few plain habits, so that structures can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from croupier.commitment import Stream

if TYPE_CHECKING:
    from collections.abc import Iterator


class Habit(StrEnum):
    """What a player stakes."""

    MINIMUM = "minimum"
    """The least, always."""
    STEADY = "steady"
    """A tenth of the chips."""
    CHASER = "chaser"
    """The least while ahead; behind, as much as it takes to catch up."""
    BOLD = "bold"
    """Half of the chips, more often than not."""


class Dice:
    """Secrets and numbers that follow from a seed and from nothing else."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._secrets = 0
        self._stream = Stream(sha256(b"dice" + seed).digest(), b"croupier tournament dice 1")

    def secret(self) -> bytes:
        self._secrets += 1
        return sha256(self._seed + self._secrets.to_bytes(8, "big")).digest()

    def below(self, n: int) -> int:
        return self._stream.below(n)


@dataclass(frozen=True, slots=True)
class WagerSituation:
    """What a player sees before wagering."""

    chips: int
    best: int
    """The most that anybody else at the table has."""
    minimum: int
    maximum: int
    stakes: int
    """How many stakes of this size it takes to be dealt in."""


def stake(habit: Habit, stand: WagerSituation, dice: Dice) -> int:
    """What a player with this habit wagers: whole minimums within limits and chips."""
    units = _units(habit, stand, dice)
    most = min(stand.maximum, stand.chips // stand.stakes)
    return max(stand.minimum, min(units * stand.minimum, most - most % stand.minimum))


def _units(habit: Habit, stand: WagerSituation, dice: Dice) -> int:
    if habit is Habit.STEADY:
        return stand.chips // 10 // stand.minimum
    if habit is Habit.CHASER:
        return max(1, -(-(stand.best - stand.chips) // stand.minimum) + 1)
    if habit is Habit.BOLD and dice.below(3):
        return stand.chips // 2 // stand.minimum
    return 1


def habits() -> Iterator[Habit]:
    """Every habit in turn, without end."""
    while True:
        yield from Habit
