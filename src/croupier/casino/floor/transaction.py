"""One transaction: aggregates are locked, judged and changed, stored in one writing, and told.

What cannot be stored did not happen: everything that was changed is made anew from the store. Locks
are taken in one order, whoever takes them: tables by the names of their records, then a tournament
or promotion, then the house. Where several processes serve the house, a record is also held against
the others while it is locked, and what they have stored of it is repeated here first.

Whatever concerns one table alone does not keep it locked until it is on the disk: the next command
is judged by then, with lines that are in flight (`live.py`). That is safe because

- the answer, a refusal too, leaves when all that it was judged by is stored;
- writings reach the store in the order in which they were judged, and one that does not go on from
  where its record ends is not accepted: after one that failed none of those behind it is;
- what is judged with lines in flight adds to that very record, or nothing: all else that takes a
  table's lock waits until nothing is in flight.

`commands.py` has every command of the floor as one such transaction, from its locks to its answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from croupier.casino.floor.command_answers import Answered
from croupier.casino.floor.live_table import TABLE, LiveTable
from croupier.casino.floor.replication import catch_up, has_missed
from croupier.casino.live_kinds import PROMOTION, TOURNAMENT
from croupier.casino.store.contract import (
    Overtaken,
    Rejected,
    StoreBusy,
    StoreFailed,
    Writing,
)
from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping

    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.store.contract import Addition, KeyedRequest, Receipt

TRIES = 8
"""How often something is judged anew because another process was faster."""
PAUSE = 0.005
"""How long to wait before asking again for a record that another process holds, in seconds."""
LONGEST = 10.0
"""How long to wait for it at most, in seconds."""
_ORDER = {TABLE: 0, TOURNAMENT: 1, PROMOTION: 1}
_LAST = 2
"""The house is locked last."""
_HARMLESS = (Refused, Rejected, StoreFailed, asyncio.CancelledError)
"""What ends a transaction and leaves unchanged whatever has no fresh lines."""


class Transaction:
    """Used with `async with`; whatever is changed and not stored in the end is undone.

    One that is `repeatable` ends without an error if another process was faster, so that what
    comes after it may be a second one. Whoever is done returns from inside.
    """

    def __init__(self, floor: Floor, *, repeatable: bool = False) -> None:
        self.floor = floor
        self._repeatable = repeatable
        self._locked: list[Live[Any]] = []
        self._held: list[str] = []
        self._begun: list[Live[Any]] = []
        self._left: list[Live[Any]] = []
        """What was locked, and has been left to others before it was stored."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> bool:
        """Undo what was not stored and unlock; whether it is to be judged anew."""
        try:
            if error is not None:
                await self._undo(everything=not isinstance(error, _HARMLESS))
                await self.undo_handed_over()
        finally:
            try:
                for record in self._held:
                    await asyncio.to_thread(self.floor.store.release, record)
            finally:
                for live in self._locked:
                    if not live.stale:
                        self.floor.changing.discard(live)
                    live.lock.release()
        return error is not None and await self.is_to_be_judged_anew(error)

    async def is_to_be_judged_anew(self, error: BaseException) -> bool:
        """Whether it ended so because of what another process has stored meanwhile."""
        if not self._repeatable:
            return False
        if isinstance(error, Overtaken):
            self.floor.counts["conflicts"] += 1
            return True
        refused = isinstance(error, Refused) and self.floor.store.shared
        return refused and await has_missed(self.floor, (*self._locked, *self._left))

    # -- locking

    async def lock(self, *lives: Live[Any]) -> None:
        """Have aggregates for oneself, as they stand in the store."""
        for live in sorted(lives, key=_place) if len(lives) > 1 else lives:
            await self.lock_in_flight(live)
            await live.at_rest()
            await live.must_be_current()

    async def lock_in_flight(self, live: Live[Any]) -> None:
        """Have an aggregate for oneself with what is in flight.

        Only for what adds to its record, or waits by `leave`.
        """
        assert not self._locked or _place(self._locked[-1]) < _place(live), "out of order"
        await live.lock.acquire()
        self._locked.append(live)
        if not isinstance(live, LiveTable):
            self.floor.changing.add(live)
        await live.must_be_current()
        if self.floor.store.shared and live.is_contested:
            await live.at_rest()
            await live.must_be_current()
            lines = await self._hold(live.record)
            if lines > live.stored:
                await catch_up(self.floor, live)

    async def _hold(self, record: str) -> int:
        """Keep other processes from a record, and know how many lines it has."""
        left = LONGEST / PAUSE
        while (lines := await asyncio.to_thread(self.floor.store.hold, record)) is None:
            left -= 1
            if left < 0:
                raise StoreBusy(f"{record}: another process holds it")
            await asyncio.sleep(PAUSE)
        self._held.append(record)
        return lines

    def begin(self, live: Live[Any]) -> None:
        """Take in an aggregate that nobody else knows yet."""
        self._begun.append(live)

    # -- storing

    async def commit(
        self,
        answer: bytes = b"",
        request: KeyedRequest | None = None,
        safe: Mapping[str, bytes | None] | None = None,
    ) -> Answered:
        """Store whatever is fresh, and tell those who watch."""
        parts = [*self._locked, *self._begun]
        saved: dict[str, bytes | None] = dict(safe or {})
        additions: tuple[Addition, ...] = ()
        for live in parts:
            saved |= live.to_be_saved()
            additions += live.additions
        writing = Writing(additions=additions, request=request, answer=answer, safe=saved)
        receipt = await self.floor.write(writing)
        if receipt.repeated:  # another process was asked the same
            await self._undo()
            return Answered(receipt.answer, repeated=True)
        for live in parts:
            if live.fresh:
                live.mark_stored()
            if isinstance(live, LiveTable):
                self.floor.schedule(live)
        return Answered(receipt.answer)

    def hand_over(self, answer: bytes, request: KeyedRequest | None) -> HandedOver | None:
        """Have what is fresh stored while others go on from it, if it is one table's alone."""
        live = self._locked[0]
        if len(self._locked) > 1 or self._held or not isinstance(live, LiveTable):
            return None
        safe = live.to_be_saved()
        writing = Writing(additions=live.additions, request=request, answer=answer, safe=safe)
        written = asyncio.ensure_future(self.floor.write(writing))
        live.hand_over()
        self.floor.in_flight[live.record] = live
        self.floor.schedule(live)
        self._leave()
        return HandedOver(self, written)

    async def leave(self, live: Live[Any]) -> None:
        """Let the next one in where nothing was changed, and wait until what was looked at is
        stored; `Overtaken` if that will never be.
        """
        line = live.line
        self._leave()
        if not await live.stored_up_to(line):
            raise Overtaken(f"{live.record} is not as it was judged by")

    def _leave(self) -> None:
        for live in self._locked:
            live.lock.release()
        self._left += self._locked
        self._locked.clear()

    async def undo_handed_over(self) -> None:
        """Make anew what was left in flight and could not be stored, unless others have."""
        for live in self._left:
            if live.stale and isinstance(live, LiveTable):
                await self.floor.finished(self.floor.make_anew(live))

    async def _undo(self, *, everything: bool = False) -> None:
        """Make anew from the store whatever was changed, or all that is locked.

        What others have in flight comes to its end before, for it is part of what is stored.
        """
        for live in reversed(self._locked):
            if live.fresh or live.stale or everything:
                await live.at_rest()
                live.reload()
                self.floor.undone += live in self.floor.changing
                if isinstance(live, LiveTable):
                    self.floor.schedule(live)


class HandedOver:
    """What one table alone has changed and is being stored, for whoever asked for it.

    It comes to its end without them too.
    """

    __slots__ = ("_transaction", "_written")

    def __init__(self, transaction: Transaction, written: Awaitable[Receipt]) -> None:
        self._transaction = transaction
        self._written = written

    async def stored(self) -> Answered:
        """What is answered when it is stored; for whoever is still in the transaction."""
        receipt = await self._written
        if receipt.repeated:  # another process was asked the same
            await self._transaction.undo_handed_over()
        return Answered(receipt.answer, repeated=receipt.repeated)

    async def answered(self) -> Answered | None:
        """The same after the transaction; None, if it is to be judged anew."""
        try:
            return await self.stored()
        except Exception as error:
            await self._transaction.undo_handed_over()
            if await self._transaction.is_to_be_judged_anew(error):
                return None
            raise


def _place(live: Live[Any]) -> tuple[int, str]:
    return _ORDER.get(live.kind, _LAST), live.record
