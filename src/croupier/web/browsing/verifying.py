"""A verification that was asked for at the desk, and how far it has come."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from typing import TYPE_CHECKING

from croupier.casino.inspection import listening

if TYPE_CHECKING:
    from litestar import Litestar

    from croupier.casino.floor.verifying import Verified, Verifier


class Verifying:
    """It goes on by itself, whoever looks at the desk meanwhile."""

    def __init__(self) -> None:
        self.inspected = 0
        self.lines = 0
        self._task: asyncio.Task[Verified] | None = None

    @property
    def is_under_way(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def failed(self) -> str:
        """Why it came to no result, if so."""
        if self._task is None or self._task.cancelled() or not self._task.done():
            return ""
        error = self._task.exception()
        return "" if error is None else str(error) or type(error).__name__

    def begin(self, verifier: Verifier) -> None:
        if self.is_under_way:
            return
        self.inspected = self.lines = 0
        context = copy_context()
        context.run(listening.set, self._hear)
        self._task = asyncio.create_task(verifier.verify(), context=context)

    def _hear(self, inspected: int, lines: int) -> None:
        self.inspected, self.lines = inspected, lines


def verifying_of(app: Litestar) -> Verifying:
    """The one of an application."""
    found: Verifying | None = app.state.get("verifying")
    if found is None:
        found = app.state.verifying = Verifying()
    return found
