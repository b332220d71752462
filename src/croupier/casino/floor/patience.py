"""Since when a table has been waiting for the same thing, and until when it will."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from croupier.casino.floor.waits import Wait

GRACE = 10_000
"""How long everybody has at least when a floor opens again, in milliseconds."""
HELD_UP = 500
"""How long to wait at least before what the rules did not let happen is tried again, in ms."""


class Patience:
    """That of one table."""

    def __init__(self) -> None:
        self.opened = 0
        """When the floor opened again with this table on it."""
        self.ready: set[str] = set()
        """Who needs no more time to bet."""
        self.rests_until: Callable[[], int | None] = lambda: 0
        """Until when it rests, whatever it waits for; None for as long as nothing else changes."""
        self._question: Hashable = None
        self._since = 0

    def note(self, wait: Wait | None, at: int) -> None:
        """Remember since when the table has been waiting for the same thing."""
        question = None if wait is None else wait.question
        if question != self._question:
            self._question, self._since = question, at
            self.ready.clear()

    def try_again(self, wait: Wait, at: int) -> None:
        """What ends the wait could not be done now."""
        self._since = at + max(0, HELD_UP - wait.lasts)

    def over_at(self, wait: Wait, *, betting: bool) -> int | None:
        """When a wait is over, if nothing happens before."""
        rests = self.rests_until()
        if rests is None:
            return None
        since = max(self._since, rests)
        if betting and wait.players and self.ready.issuperset(wait.players):
            return since
        return max(since + wait.lasts, self.opened + min(wait.lasts, GRACE))
