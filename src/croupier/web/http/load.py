"""Load: who waits, and who is turned away, when there is more than can be done.

The event loop does one thing at a time, so a crowd that asks for public pages would stand before a
player's command. Whoever shows neither a session nor a token that is known here is a stranger.
Strangers stand in one line: one of them has a turn at a time, and while commands are under way a
turn is followed by a pause as long as it was. Who has waited too long is told to come back later.
If the loop is behind by itself, or commands queue up, fewer turns are given and streams end: first
those of strangers, then all of them, and commands last.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING

from croupier.web.http.problems import SOON, HttpError, ProblemType

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 1.0
"""Seconds for which a stranger waits for a turn."""
PAUSE = 0.002
"""Seconds between two turns while commands are under way, at least."""
SLOW = 0.05
"""Seconds between two turns when there is too much to do."""
EVERY = 0.05
"""Seconds between two looks at how far behind the event loop is."""
SMOOTHING = 0.1
"""How much of the lag that is told the newest look makes: one long moment is no reason to turn
anybody away."""
LONGEST = 0.5
"""Seconds that one look counts at most."""


class LoadLevel(IntEnum):
    """How much there is to do. Who is turned away at one level is turned away at the next too."""

    EASY = 0
    BUSY = 1
    """Strangers wait, and their streams end."""
    OVERLOADED = 2
    """All streams end, and there are no turns for strangers."""
    FULL = 3
    """Not even commands are taken."""


class PlaceInLine(IntEnum):
    """Where a stranger stands in the line."""

    FIRST = 0
    """Before all others, and never turned away."""
    WITH_A_SECRET = 1
    """Who shows a session or a token that was not looked up yet."""
    LAST = 2


LAG = 0.1, 0.3, float("inf")
"""Seconds behind from which on it is busy, overloaded and full."""
UNDER_WAY = 128, 512, 1024
"""Commands under way, the same."""
WAITING_TO_BE_WRITTEN = 128, 512, 2048
"""What waits for the batch writer, the same."""


class Load:
    """How much there is to do, and the line of those who have to wait for it."""

    def __init__(self, to_be_written: Callable[[], int]) -> None:
        self.lag = 0.0
        """Seconds that the event loop is behind, smoothed."""
        self.commands = 0
        """Commands under way."""
        self.turned_away = 0
        self._to_be_written = to_be_written
        self._lines: tuple[deque[asyncio.Future[bool]], ...] = tuple(deque() for _ in PlaceInLine)
        self._is_moving = False

    @property
    def level(self) -> LoadLevel:
        return max(
            _level(self.lag, LAG),
            _level(self.commands, UNDER_WAY),
            _level(self._to_be_written(), WAITING_TO_BE_WRITTEN),
        )

    @property
    def waiting(self) -> int:
        """Strangers in the line."""
        return sum(map(len, self._lines))

    def ends_stream(self, *, stranger: bool) -> bool:
        """Whether a stream has to end, and none may begin."""
        return self.level >= (LoadLevel.BUSY if stranger else LoadLevel.OVERLOADED)

    def must_have_room(self) -> None:
        """Refuse a command if so many are under way that one more would only wait."""
        if self.commands >= UNDER_WAY[-1] or self._to_be_written() >= WAITING_TO_BE_WRITTEN[-1]:
            raise self.refusal()

    def refusal(self) -> HttpError:
        """What those are told who are turned away."""
        self.turned_away += 1
        detail = "there is more to do than can be done; ask again"
        return HttpError(ProblemType.UNAVAILABLE, detail, retry_after=SOON)

    # -- the line of strangers

    async def turn(self, place: PlaceInLine) -> None:
        """Wait for a turn, or be turned away after some time."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        self._lines[place].append(turn)
        timer = None
        if place is not PlaceInLine.FIRST:
            timer = loop.call_later(PATIENCE, _give_up, turn)
        if not self._is_moving:
            self._is_moving = True
            loop.call_soon(self._give_turn)
        try:
            has_turn = await turn
        finally:
            if timer is not None:
                timer.cancel()
        if not has_turn:
            raise self.refusal()

    def _give_turn(self) -> None:
        """Let one stranger go on; how long that took says when the next one does."""
        level = self.level
        lines = self._lines if level < LoadLevel.OVERLOADED else self._lines[: PlaceInLine.LAST]
        turn = next(filter(None, map(_next_of, lines)), None)
        if turn is not None:
            turn.set_result(True)
        # the one who has the turn goes on before this is called
        asyncio.get_running_loop().call_soon(self._pause, time.perf_counter(), level)

    def _pause(self, began: float, level: LoadLevel) -> None:
        if not any(self._lines):
            self._is_moving = False
            return
        loop = asyncio.get_running_loop()
        took = time.perf_counter() - began
        if level > LoadLevel.EASY:
            loop.call_later(max(SLOW, took), self._give_turn)
        elif self.commands:
            loop.call_later(max(PAUSE, took), self._give_turn)
        else:
            loop.call_soon(self._give_turn)

    # -- how far behind it is

    async def measure(self) -> None:
        """Measure the lag of the event loop until cancelled."""
        with suppress(asyncio.CancelledError):
            while True:
                began, worked = time.perf_counter(), time.process_time()
                await asyncio.sleep(EVERY)
                late = max(0.0, time.perf_counter() - began - EVERY)
                # for the rest the machine was busy elsewhere, which nobody here can help
                own = min(late, time.process_time() - worked, LONGEST)
                self.lag += (own - self.lag) * SMOOTHING


def _level(value: float, bounds: tuple[float, float, float]) -> LoadLevel:
    busy, overloaded, full = bounds
    if value < busy:
        return LoadLevel.EASY
    return (
        LoadLevel.FULL
        if value >= full
        else LoadLevel.OVERLOADED
        if value >= overloaded
        else LoadLevel.BUSY
    )


def _next_of(line: deque[asyncio.Future[bool]]) -> asyncio.Future[bool] | None:
    """The first who still waits."""
    while line:
        turn = line.popleft()
        if not turn.done():
            return turn
    return None


def _give_up(turn: asyncio.Future[bool]) -> None:
    if not turn.done():
        turn.set_result(False)
