"""Whether the program that serves the house is the one that the house was opened under."""

from __future__ import annotations

from asyncio import to_thread
from typing import TYPE_CHECKING

import msgspec

from croupier.web.manifest import IN_SAFE, Manifest, in_words
from croupier.web.problems import Kind, Trouble

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.casino.floor import Floor
    from croupier.web.access.safe import Safe


class Program:
    """`check` measures and compares; from the first difference on, nobody plays."""

    def __init__(self, floor: Floor, safe: Safe, measured: Callable[[], Manifest]) -> None:
        self._floor = floor
        self._safe = safe
        self._measured = measured
        self.wrong = ""
        """Why nobody plays, if so."""

    async def check(self) -> tuple[Manifest, tuple[str, ...]]:
        """The program as it is on the disk, and the files that are not as they were approved.

        A house that was never opened is opened under this program.
        """
        now = await to_thread(self._measured)
        approved = await self._approved()
        if approved is None:
            await self._keep(now)
            return now, ()
        differing = approved.differences(now)
        if differing:
            self._stop(f"the program is not the one that was approved: {in_words(differing)}")
        return now, differing

    async def approve(self) -> Manifest:
        """Open the house under the program as it is; play goes on when it is served anew."""
        now = await to_thread(self._measured)
        await self._keep(now)
        return now

    def must_play(self) -> None:
        if self.wrong:
            raise Trouble(Kind.STOPPED, self.wrong)

    def _stop(self, reason: str) -> None:
        self.wrong = reason
        for live in self._floor.lives.values():
            live.out_of_order = live.out_of_order or reason

    async def _approved(self) -> Manifest | None:
        content = await self._safe.get(IN_SAFE)
        return None if content is None else msgspec.json.decode(content, type=Manifest)

    async def _keep(self, manifest: Manifest) -> None:
        await self._safe.put({IN_SAFE: msgspec.json.encode(manifest)})
