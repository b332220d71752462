"""The noticeboard: every notice of the house, read as it comes, and who has acknowledged it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.casino.duties import AcknowledgeNotice
from croupier.casino.notices import Notices

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.aggregate.roles import Person
    from croupier.casino.floor.answers import Answered
    from croupier.casino.floor.floor import Floor
    from croupier.casino.notices import News, Notice


class Noticeboard:
    """One for each floor, for as many as care to look at it."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._notices = Notices()
        self._position = 0
        self._turn = asyncio.Lock()

    async def read(self) -> Notices:
        """All that was stored before this was asked."""
        async with self._turn:
            while page := await asyncio.to_thread(self._floor.store.journal, self._position):
                for placed in page:
                    self._notices.take(placed)
                self._position = page[-1].position
        return self._notices

    async def watch(
        self, after: int = 0, *, patience: float | None = None
    ) -> AsyncIterator[News | None]:
        """The news after a number, and whatever comes, until the floor closes.

        Nobody misses anything or is told it twice. When nothing comes for so many seconds of
        patience, nothing is said once.
        """
        while self._floor.is_open:
            bell = self._floor.notice_bell
            for news in (await self.read()).news[after:]:
                yield news
                after = news.number
            while not bell.is_set():
                try:
                    await asyncio.wait_for(bell.wait(), patience)
                except TimeoutError:
                    yield None

    async def acknowledge(self, notice: Notice, by: Person, request: str | None = None) -> Answered:
        """Have the house record that somebody has taken a notice that is on the board."""
        duty = AcknowledgeNotice(notice=notice.id, to=notice.to)
        return await self._floor.duty(duty, by, request)
