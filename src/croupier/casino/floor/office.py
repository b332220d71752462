"""The office: the house in front of the store, as a table with its dealer is.

What is done to the house waits in `fresh` until it is stored together with whatever it belongs to.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.casino.house import House
from croupier.casino.lines import HOUSE
from croupier.casino.store.contract import Addition, StoreFailed

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store


class Office:
    """Whoever has the house do something holds the lock until it is stored."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self.lock = asyncio.Lock()
        self.fresh: list[bytes] = []
        self.stored = 0
        self.stale = False
        """Whether what could not be stored has not been forgotten yet."""
        self.load()

    def load(self) -> None:
        """Be the house that is stored; if there is none yet, a new one."""
        self.fresh.clear()
        lines = list(self._store.lines(HOUSE))
        if lines:
            self.house = House.restore(lines)
            self.house.keep = self.fresh.append
        else:
            self.house = House(self._name, self.fresh.append)
        self.stored = len(lines)
        self.stale = False

    def reload(self) -> None:
        """Forget what could not be stored, as soon as the store can be read."""
        self.stale = True
        with suppress(StoreFailed):
            self.load()

    def must_be_current(self) -> None:
        if self.stale:
            self.load()

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What is to be stored of it, if anything."""
        return (Addition(HOUSE, self.stored, tuple(self.fresh)),) if self.fresh else ()

    @property
    def line(self) -> int:
        return self.stored + len(self.fresh)

    def store(self) -> None:
        """All that was fresh is stored."""
        self.stored += len(self.fresh)
        self.fresh.clear()
