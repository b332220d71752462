"""An aggregate in this process, between what is stored and what is done next.

A tournament, a promotion, the house and, with a dealer and timers besides, a table: each is changed
in memory first. What that added to its record waits in `fresh` until it is stored; if it cannot be,
the aggregate is made anew from the store. What another process stored is repeated here.

A table goes on while its lines are being written: they are in flight, in their order, and the
next command is judged with them. Nothing that was judged or made with lines in flight leaves the
process before they are on the disk (`stored_up_to`). If one of them cannot be stored, those after
it do not fit the record and cannot be either; the table is made anew when none is in flight.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from croupier.aggregate.aggregate import Aggregate
from croupier.aggregate.record_lines import split
from croupier.aggregate.restore import codec_of, follow, restore
from croupier.casino.disclosure import Moment
from croupier.casino.store.contract import Addition, StoreDamaged, StoreFailed
from croupier.rulebook.corrections import BeforeCorrection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from croupier.aggregate.restore import ReplayedCommand
    from croupier.casino.live_kinds import LiveKind
    from croupier.casino.store.contract import Receipt, Store

A = TypeVar("A", bound=Aggregate)
T = TypeVar("T")
RECENT = 512
"""How many of the last moments are at hand for those who look away."""


class OutOfOrder(RuntimeError):
    """A record does not lead to its aggregate; nothing goes on before somebody has looked."""


class NoSuchAffair(LookupError):
    """There is no tournament or promotion of that name."""

    def __init__(self, kind: LiveKind[Any], name: str) -> None:
        super().__init__(f"there is no {kind.called} {name!r}")
        self.kind = kind


class InFlight:
    """Lines that are being written."""

    __slots__ = ("_ended", "is_stored", "line", "readable")

    def __init__(self, line: int, readable: int) -> None:
        self.line = line
        """The last of them."""
        self.readable = readable
        """How much of the record may be read once they are on the disk."""
        self.is_stored: bool | None = None
        """Whether they are, by this very writing; None until that is known."""
        self._ended: asyncio.Event | None = None
        """Set when it is, for those who wait; few ever do."""

    async def end(self) -> bool:
        """Wait until they are on the disk, or will never be; whether they are."""
        if self.is_stored is None:
            self._ended = self._ended or asyncio.Event()
            await self._ended.wait()
        assert self.is_stored is not None
        return self.is_stored

    def note(self, outcome: Receipt | Exception) -> None:
        self.is_stored = not isinstance(outcome, Exception) and not outcome.repeated
        if self._ended is not None:
            self._ended.set()


class Live(Generic[A]):
    """One aggregate. Whoever changes it or looks at it holds its lock."""

    def __init__(self, store: Store, kind: LiveKind[A], name: str, opened_by: Any) -> None:
        self.kind = kind
        self.name = name
        self.record = kind.prefix + name
        self._store = store
        self._opened_by = opened_by
        self.lock = asyncio.Lock()
        self.fresh: list[bytes] = []
        """Lines that are not stored yet, nor in flight."""
        self.moments: list[Moment] = []
        """What they tell."""
        self.stored = 0
        """How many lines the store has."""
        self._in_flight: deque[InFlight] = deque()
        self.recent: deque[Moment] = deque(maxlen=RECENT)
        """What the last lines before the fresh ones tell."""
        self.changed = asyncio.Event()
        """Set, and replaced, whenever something new has been stored, or who watches is notified."""
        self.notified = 0
        """How often those who watch were to look again, though nothing was stored."""
        self._decided = asyncio.Event()
        """Set, and replaced, whenever what was fresh is stored or undone."""
        self.missed: Callable[[], Awaitable[object]] | None = None
        """Repeats what other processes have stored here, for whoever needs it next."""
        self.stale = False
        """Whether what could not be stored has not been forgotten yet."""
        self.out_of_order = ""
        """Why nothing can be done here, if so."""
        self.record_fits = True
        """Whether the record leads to the aggregate; if not, nobody can say where it stands."""
        self.is_older = False
        """Whether that is because a rule was corrected after it had been gone by."""
        self.trouble = ""
        """What the floor could not do for it, if anything."""
        self.aggregate = self._begun()

    def _begun(self) -> A:
        """One of whose record nothing is stored yet."""
        aggregate = self.kind.begin(self._opened_by, None)
        aggregate.record.begin_marked(self._keep, self._store.marks(self.record), self._store.epoch)
        return aggregate

    @property
    def aggregate(self) -> A:
        """What commands change. Its times only go forward: whoever asked may have waited for
        others, or have a clock that is behind theirs."""
        return self._aggregate

    @aggregate.setter
    def aggregate(self, aggregate: A) -> None:
        aggregate.only_forward = True
        aggregate.record.marks = self._store.marks(self.record)
        aggregate.record.epoch = self._store.epoch
        self._aggregate = aggregate

    def _keep(self, line: bytes) -> None:
        self.fresh.append(line)
        if self.line > 1:  # the first line says nothing of what happened
            entry = self.aggregate.record.entries[-1]
            self._tell(Moment(entry.n + 1, entry.at, entry.facts), self.moments)

    def _tell(self, moment: Moment, among: list[Moment] | deque[Moment]) -> None:
        among.append(moment)

    # -- what is to be stored

    @property
    def handed_over(self) -> int:
        """The number of the last line that is stored or in flight."""
        return self._in_flight[-1].line if self._in_flight else self.stored

    @property
    def line(self) -> int:
        """The number of the last line, stored or not."""
        return self.handed_over + len(self.fresh)

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What is to be stored of it, if anything."""
        return (Addition(self.record, self.handed_over, tuple(self.fresh)),) if self.fresh else ()

    def to_be_saved(self) -> dict[str, bytes | None]:
        """What goes into the safe with it."""
        return {}

    def mark_stored(self) -> None:
        """All that was fresh is stored, and whoever watches may look."""
        assert not self._in_flight, "writings are done in their order"
        self.stored = self.line
        self._hand_out_fresh()
        self._decide()
        self._wake_watchers()

    def _decide(self) -> None:
        self._decided.set()
        self._decided = asyncio.Event()

    async def decided(self) -> None:
        """Wait until what is fresh is stored or undone, where it is not left in flight."""
        if self.fresh:
            await self._decided.wait()

    def _hand_out_fresh(self) -> None:
        self.recent.extend(self.moments)
        self.fresh.clear()
        self.moments.clear()

    # -- what is in flight

    def hand_over(self) -> None:
        """What is fresh is being written; whoever comes next may go on from it."""
        line = self.line
        self._in_flight.append(InFlight(line, self._readable_at(line)))
        self._hand_out_fresh()

    def writing_done(self, outcome: Receipt | Exception) -> None:
        """The first of what is in flight is on the disk, or will never be: writings are done in
        their order."""
        first = self._in_flight.popleft()
        first.note(outcome)
        if first.is_stored:
            self.stored = first.line
            self._stored_readable(first.readable)
            self._wake_watchers()
        else:
            self.stale = True

    @property
    def is_in_flight(self) -> bool:
        """Whether lines are being written while it goes on."""
        return bool(self._in_flight)

    async def stored_up_to(self, line: int) -> bool:
        """Wait until a line is on the disk; False if it will never be, and did not happen.

        Asked with the lock held, or before anything else could happen after it was.
        """
        for each in self._in_flight:
            if each.line >= line:
                return await each.end()
        return True

    async def at_rest(self) -> None:
        """Wait until nothing is in flight; whoever holds the lock can rely on it from then on."""
        while self._in_flight:
            await self._in_flight[-1].end()

    async def as_stored(self, read: Callable[[], T]) -> T:
        """What is found here by reading, once all that it was read from is on the disk.

        What will never be stored is not shown to anybody: then it is read again.
        """
        while True:
            async with self.lock:
                await self.must_be_current()
                found, line = read(), self.line
            if await self.stored_up_to(line):
                return found

    def _readable_at(self, line: int) -> int:
        """How much of the record may be read as it stands now, up to a line."""
        return line

    def _stored_readable(self, line: int) -> None:
        """So much of the record may be read by now."""

    def notify(self) -> None:
        """Have everybody look again who watches it, though nothing was stored."""
        self.notified += 1
        self._wake_watchers()

    def _wake_watchers(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    # -- what is stored

    def load(self) -> None:
        """Be what is stored. A record that does not lead to it leaves it out of order."""
        self.stale = True
        try:
            self.restore(*self._stored_lines())
        except (OutOfOrder, ValueError, StoreDamaged) as error:
            if self.kind.is_required:
                raise
            self.out_of_order, self.record_fits = str(error), False
            self.is_older = isinstance(error, BeforeCorrection)
        else:
            self.out_of_order, self.record_fits, self.is_older = "", True, False
        self.stale = False

    def reload(self) -> None:
        """Forget what is not stored, as soon as the store can be read."""
        self.stale = True
        with suppress(StoreFailed):
            self.load()
        self._decide()

    async def must_be_current(self) -> None:
        """What could not be stored is forgotten before anything else happens, and what others have
        stored is repeated."""
        if self.missed is not None:
            await self.at_rest()
            missed, self.missed = self.missed, None
            try:
                await missed()
            except StoreFailed:
                self.missed = missed
                raise
        if self.stale:
            await self.at_rest()
            self.reload()
            if self.stale:
                raise StoreFailed("the record cannot be read")

    def restore(self, lines: list[bytes], safe: bytes | None = None) -> None:
        """Be what a record tells of. A line that does not follow is a `ValueError`."""
        self._forget()
        self.stored = len(lines)
        if not lines and self.kind.is_required:
            self.aggregate = self._begun()
            return
        try:
            self.aggregate = self._restored(lines)
        except BeforeCorrection as older:
            if older.so_far is not None:
                self.aggregate = older.so_far
            raise
        self.aggregate.keep = self._keep

    def _restored(self, lines: list[bytes]) -> A:
        return restore(self.kind.records, lines, self._watch)

    def _watch(self, done: ReplayedCommand, aggregate: A) -> None:
        self._tell(Moment(done.line, done.at, done.facts), self.recent)

    def _forget(self) -> None:
        self.fresh.clear()
        self.moments.clear()
        self.recent.clear()

    def _stored_lines(self) -> tuple[list[bytes], bytes | None]:
        return list(self._store.lines(self.record)), None

    # -- what another process has stored

    def contest(self) -> None:
        """Another process has added something to the record, and may do so again."""

    def miss(self, repeat: Callable[[], Awaitable[object]]) -> None:
        """Another process has added something, which is repeated when somebody needs it: whoever
        watches does."""
        self.missed = repeat
        self.contest()
        self._wake_watchers()

    @property
    def is_contested(self) -> bool:
        """Whether other processes have to be kept from the record before anything is done."""
        return True

    def unread(self) -> tuple[list[bytes], bytes | None]:
        """What was stored and is not known here; read in another thread."""
        return list(self._store.lines(self.record, self.stored)), None

    def has_missed(self, lines: list[bytes], safe: bytes | None) -> bool:
        """Whether more was stored while this was read."""
        return False

    def replicate(self, lines: list[bytes], safe: bytes | None = None) -> None:
        """Repeat what another process has stored; what does not come out so is a `ValueError`."""
        try:
            follow(self.kind.records, self.aggregate, lines, self._watch)
        finally:
            self.aggregate.record.epoch = self._store.epoch
        self.stored += len(lines)

    async def repeat_missed(self) -> None:
        """Repeat what others have stored, for somebody who has not locked it and reads it."""
        if self.missed is not None:
            async with self.lock:
                await self.must_be_current()

    # -- what is told

    def has_at_hand(self, line: int) -> bool:
        """Whether what came after a line need not be read from the store."""
        return line >= self.handed_over or bool(self.recent and self.recent[0].line <= line + 1)

    def moments_after(self, line: int) -> list[Moment]:
        """What came after a line: from what is at hand, or else as it is read from the store.

        In the latter case nothing may be in flight.
        """
        if line >= self.handed_over:
            return []
        if self.has_at_hand(line):
            return [moment for moment in self.recent if moment.line > line]
        assert not self._in_flight, "the store does not have it all yet"
        lines = self._store.lines(self.record, after=line)
        return [self._read(number, text) for number, text in enumerate(lines, line + 1)]

    def _read(self, number: int, line: bytes) -> Moment:
        """What a stored line tells."""
        parts = split(line)
        if parts is None:
            raise OutOfOrder(f"line {number} is not a line of a record")
        entry = codec_of(self.kind.records, self.aggregate.record.header).entry(number, parts.body)
        return Moment(number, entry.at, entry.facts)


def find(affairs: Mapping[str, Live[A]], kind: LiveKind[A], name: str) -> Live[A]:
    """The tournament or promotion of that name, or `NoSuchAffair`."""
    live = affairs.get(name)
    if live is None:
        raise NoSuchAffair(kind, name)
    return live
