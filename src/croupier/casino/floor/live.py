"""An aggregate in this process, between what is stored and what is done next.

A tournament, a promotion, the house and, with a dealer and timers besides, a table: each is changed
in memory first. What that added to its record waits in `fresh` until it is stored; if it cannot be,
the aggregate is made anew from the store. What another process stored is repeated here.
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
    from collections.abc import Mapping

    from croupier.aggregate.restore import ReplayedCommand
    from croupier.casino.live_kinds import LiveKind
    from croupier.casino.store.contract import Store

A = TypeVar("A", bound=Aggregate)
RECENT = 512
"""How many of the last moments are at hand for those who look away."""


class OutOfOrder(RuntimeError):
    """A record does not lead to its aggregate; nothing goes on before somebody has looked."""


class NoSuchAffair(LookupError):
    """There is no tournament or promotion of that name."""

    def __init__(self, kind: LiveKind[Any], name: str) -> None:
        super().__init__(f"there is no {kind.called} {name!r}")
        self.kind = kind


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
        """Lines that are not stored yet."""
        self.moments: list[Moment] = []
        """What they tell."""
        self.stored = 0
        """How many lines the store has."""
        self.recent: deque[Moment] = deque(maxlen=RECENT)
        """What the last stored lines tell."""
        self.changed = asyncio.Event()
        """Set, and replaced, whenever something new has been stored."""
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
        self.aggregate = kind.begin(opened_by, self._keep)

    @property
    def aggregate(self) -> A:
        """What commands change. Its times only go forward: whoever asked may have waited for
        others, or have a clock that is behind theirs."""
        return self._aggregate

    @aggregate.setter
    def aggregate(self, aggregate: A) -> None:
        aggregate.only_forward = True
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
    def line(self) -> int:
        """The number of the last line, stored or not."""
        return self.stored + len(self.fresh)

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What is to be stored of it, if anything."""
        return (Addition(self.record, self.stored, tuple(self.fresh)),) if self.fresh else ()

    def to_be_saved(self) -> dict[str, bytes | None]:
        """What goes into the safe with it."""
        return {}

    def mark_stored(self) -> None:
        """All that was fresh is stored, and whoever watches may look."""
        self.stored += len(self.fresh)
        self.recent.extend(self.moments)
        self.fresh.clear()
        self.moments.clear()
        self.notify()

    def notify(self) -> None:
        """Have everybody look again who watches it."""
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

    def must_be_current(self) -> None:
        """What could not be stored is forgotten before anything else happens."""
        if self.stale:
            self.reload()
            if self.stale:
                raise StoreFailed("the record cannot be read")

    def restore(self, lines: list[bytes], safe: bytes | None = None) -> None:
        """Be what a record tells of. A line that does not follow is a `ValueError`."""
        self._forget()
        self.stored = len(lines)
        if not lines and self.kind.is_required:
            self.aggregate = self.kind.begin(self._opened_by, self._keep)
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
        follow(self.kind.records, self.aggregate, lines, self._watch)
        self.stored += len(lines)

    # -- what is told

    def moments_after(self, line: int) -> list[Moment]:
        """What came after a line: from what is at hand, or else as it is read from the store."""
        if line >= self.stored:
            return []
        if self.recent and self.recent[0].line <= line + 1:
            return [moment for moment in self.recent if moment.line > line]
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
