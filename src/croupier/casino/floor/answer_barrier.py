"""No answer leaves that rests on what may yet be undone.

The house, tournaments and promotions are changed in memory and stored before they are unlocked.
Whoever reads them meanwhile, anywhere, may see what a failed writing takes back; so what is made of
them waits until it is stored. What is read of a table waits for its own lines
(`live_aggregate.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.store.contract import StoreFailed

if TYPE_CHECKING:
    from croupier.casino.floor.floor import Floor


class Reading:
    """What is read of the house, tournaments and promotions for one answer, from now on."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._undone = floor.undone

    @property
    def is_undisturbed(self) -> bool:
        """Whether all of it is on the disk, as nearly always."""
        return not self._floor.changing and self._undone == self._floor.undone

    async def is_stored(self) -> bool:
        """Wait until all that can have been read is on the disk; False if some of it was undone."""
        for live in tuple(self._floor.changing):
            await live.decided()
            if live.stale:
                raise StoreFailed("what this rests on cannot be read")
        return self._undone == self._floor.undone

    async def must_be_stored(self) -> None:
        """The same, and `StoreFailed` if some of it was undone: whoever asks again is told."""
        if not self.is_undisturbed and not await self.is_stored():
            raise StoreFailed("what this rests on could not be stored")
