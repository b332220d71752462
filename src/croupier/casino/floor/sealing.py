"""Sealing: signed checkpoints of everything that was stored, made while the floor is open."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.casino.checkpoints import RECORD, make_checkpoint

if TYPE_CHECKING:
    from croupier.casino.floor.floor import Floor
    from croupier.casino.seal import Seal
    from croupier.casino.store.contract import Placed


class Sealing:
    def __init__(self, floor: Floor, seal: Seal) -> None:
        self._floor = floor
        self._seal = seal
        self.made = floor.clock()
        """When the last checkpoint was asked for, or else when the floor opened."""

    @property
    def key(self) -> str:
        """The public half of the seal."""
        return self._seal.public

    async def checkpoint(self) -> bytes:
        """A checkpoint of how far every record has come by now; the line of its record.

        A round in play is left out: everybody may read a checkpoint, and guess at a hash.
        """
        floor = self._floor
        self.made = at = floor.clock()
        limits = {live.record: live.readable for live in floor.lives.values()}
        return await asyncio.to_thread(make_checkpoint, floor.store, self._seal, at, limits)

    async def last(self) -> bytes | None:
        """The line of the last checkpoint, if there is one."""
        return await asyncio.to_thread(self._last)

    def _last(self) -> bytes | None:
        store = self._floor.store
        lines = store.standing(RECORD).lines
        if lines <= 1:
            return None
        (placed,) = store.page(RECORD, lines - 1, 1)
        return placed.line

    async def page(self, after: int, most: int) -> list[Placed]:
        """The next checkpoints after so many of them."""
        return await asyncio.to_thread(self._floor.store.page, RECORD, after + 1, most)
