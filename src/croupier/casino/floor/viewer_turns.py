"""Turns of those who watch: a crowd at a table takes a part of the event loop, and no more.

When something happens at a table, everybody who watches it is to be told. A thousand at once would
hold up the next command for as long as that takes. So they go on a few at a time, with a pause in
which the loop does other things; whoever waits for a turn misses nothing, and is told all that has
happened by then. Those who are at the table, or work there, go first.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

AT_ONCE = 16
"""How many go on before the loop does something else."""
SHARE = 2
"""How many times as long as their turn took the loop is left to others."""


class ViewerTurns:
    """Two lines, of which the first goes first. Nobody waits where few watch."""

    def __init__(self) -> None:
        self._lines: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())
        self._is_moving = False

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines))

    async def take(self, *, first: bool) -> None:
        """Wait for a turn."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._lines[0 if first else 1].append(turn)
        if not self._is_moving:
            self._is_moving = True
            loop.call_soon(self._give)
        await turn

    def _give(self) -> None:
        began, left = time.thread_time(), AT_ONCE
        for line in self._lines:
            while line and left:
                turn = line.popleft()
                if not turn.done():  # who has gone meanwhile takes no turn
                    turn.set_result(None)
                    left -= 1
        # those who have a turn go on before this is called
        asyncio.get_running_loop().call_soon(self._pause, began)

    def _pause(self, began: float) -> None:
        if any(self._lines):
            took = time.thread_time() - began
            asyncio.get_running_loop().call_later(SHARE * took, self._give)
        else:
            self._is_moving = False
