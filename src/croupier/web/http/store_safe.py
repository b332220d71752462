"""The store's safe, from the event loop: a disk is never waited for there."""

from __future__ import annotations

from asyncio import to_thread
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from croupier.casino.store.contract import Writing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from croupier.casino.store.contract import Store

    Put = Callable[[Mapping[str, bytes | None]], Awaitable[object]]
    """Changes the safe, together with whatever else is to be stored."""


class Safe:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, name: str) -> bytes | None:
        return await to_thread(self._store.safe, name)

    async def put(self, contents: Mapping[str, bytes | None]) -> None:
        """Put things in, in the place of what was there; None takes it out."""
        await to_thread(self._store.add, Writing(additions=(), safe=dict(contents)))


def new_secret() -> str:
    """256 bits that nobody can guess."""
    return token_urlsafe(32)


def digest(secret: str) -> str:
    """What is kept of a secret: it shows that one is right, and cannot be turned back into it."""
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()
