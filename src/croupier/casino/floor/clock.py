"""The floor's time: it only ever goes forward, at the pace of the machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STEP = 2_000
"""How far the clock on the wall may wander from the floor's time before somebody is told, in ms."""


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000


class Clock:
    """Milliseconds since 1970 by the wall as the floor opened, and steadily from there on.

    If somebody sets the clock on the wall, nobody's time to answer changes, and the order of the
    record agrees with its times. A floor that opens again is never earlier than it was.
    """

    def __init__(
        self,
        not_before: int = 0,
        *,
        wall: Callable[[], int] = _wall,
        steady: Callable[[], int] = _steady,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._begun = steady()
        self._base = max(wall(), not_before)
        self._known = self._wandered()

    def __call__(self) -> int:
        return self._base + self._steady() - self._begun

    def _wandered(self) -> int:
        return self._wall() - self()

    def stepped(self) -> int | None:
        """How far the clock on the wall was set since this was last asked, if it was."""
        wandered = self._wandered()
        step = wandered - self._known
        if abs(step) < STEP:
            return None
        self._known = wandered
        return step
