"""A tournament or a promotion on the floor, between what is stored and what is done next.

As a table it is changed in memory first, and what that added to its record waits in `fresh` until
it is stored; if it cannot be, the affair is made anew from the store.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.affairs import S
from croupier.casino.disclosure import Moment
from croupier.casino.floor.live import RECENT, OutOfOrder
from croupier.casino.store.contract import Addition
from croupier.rulebook.citing import Refused
from croupier.rulebook.corrections import BeforeCorrection
from croupier.table.chain import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.casino.affairs import Kind
    from croupier.casino.duties import OpenPromotion, OpenTournament


class NoSuchAffair(LookupError):
    """There is no tournament or promotion of that name."""

    def __init__(self, kind: Kind[Any], name: str) -> None:
        super().__init__(f"there is no {kind.called} {name!r}")
        self.kind = kind


class _Asked(msgspec.Struct, frozen=True):
    """An entry of which only what was asked is of interest."""

    at: int
    by: str
    role: Role
    command: msgspec.Raw


class _Told(msgspec.Struct, frozen=True):
    """An entry of which only what followed is of interest."""

    at: int
    facts: tuple[dict[str, Any], ...] = ()


_read_asked = msgspec.json.Decoder(_Asked).decode
_read_told = msgspec.json.Decoder(_Told).decode


class Affair(Generic[S]):
    """One affair of the house. Whoever changes it holds its lock."""

    def __init__(self, kind: Kind[S], name: str, duty: OpenTournament | OpenPromotion) -> None:
        self.kind = kind
        self.name = name
        self.record = kind.prefix + name
        self.fresh: list[bytes] = []
        """Lines that are not stored yet."""
        self.stored = 0
        """How many lines the store has."""
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        """The last lines with their numbers, for those who look away."""
        self.lock = asyncio.Lock()
        self.bell = asyncio.Event()
        """Rings, and is replaced, whenever something new has been stored."""
        self.stale = False
        """Whether what could not be stored has not been forgotten yet."""
        self.out_of_order = ""
        """Why nothing can be asked of it, if so."""
        self.is_older = False
        """Whether that is because a rule was corrected after it had been held by."""
        self.trouble = ""
        """Why a table that it needs could not be set up, if so."""
        self.subject = kind.begin(duty, self.fresh.append)

    # -- what is stored

    def restore(self, lines: Iterable[bytes]) -> None:
        """Be what a record tells of. A line that does not follow is a `ValueError`."""
        stored = list(lines)
        self.fresh.clear()
        self.recent.clear()
        self.stored = len(stored)
        first = max(0, len(stored) - RECENT)
        self.recent.extend(enumerate(stored[first:], first + 1))
        try:
            self.subject = self.kind.restore(stored)
        except BeforeCorrection as older:
            self.subject = older.so_far
            raise
        self.subject.keep = self.fresh.append

    def catch_up(self, lines: Iterable[bytes]) -> None:
        """Follow what another process has stored; every line has to come out as it is there."""
        for line in lines:
            asked = _read_asked(_body(line, self.stored + 1))
            command = msgspec.json.decode(asked.command, type=self.kind.commands)
            try:
                self.subject.do(command, Person(asked.by, asked.role), asked.at)
            except Refused as refusal:
                raise OutOfOrder(f"line {self.stored + 1} would be refused: {refusal}") from None
            if self.fresh.pop() != line:
                raise OutOfOrder(f"line {self.stored + 1}: other facts follow from it")
            self.stored += 1
            self.recent.append((self.stored, line))

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What is to be stored of it, if anything."""
        return (Addition(self.record, self.stored, tuple(self.fresh)),) if self.fresh else ()

    def store(self) -> None:
        """All that was fresh is stored, and whoever watches may look."""
        self.recent.extend(enumerate(self.fresh, self.stored + 1))
        self.stored += len(self.fresh)
        self.fresh.clear()
        self.ring()

    def ring(self) -> None:
        self.bell.set()
        self.bell = asyncio.Event()

    # -- what is told

    @property
    def fresh_moments(self) -> list[Moment]:
        return [_moment(n, line) for n, line in enumerate(self.fresh, self.stored + 1)]

    def moments_after(self, line: int, read: Iterable[bytes]) -> list[Moment]:
        """What came after a line: from what is at hand, or else as it is read from the store."""
        if line >= self.stored:
            return []
        if self.recent and self.recent[0][0] <= line + 1:
            return [_moment(number, body) for number, body in self.recent if number > line]
        return [_moment(number, body) for number, body in enumerate(read, line + 1)]


def find(affairs: Mapping[str, Affair[S]], kind: Kind[S], name: str) -> Affair[S]:
    """The affair of that name, or `NoSuchAffair`."""
    affair = affairs.get(name)
    if affair is None:
        raise NoSuchAffair(kind, name)
    return affair


def _body(line: bytes, number: int) -> bytes:
    parts = split(line)
    if parts is None:
        raise OutOfOrder(f"line {number} is not a line of a record")
    return parts[1]


def _moment(number: int, line: bytes) -> Moment:
    told = _read_told(_body(line, number))
    return Moment(number, told.at, told.facts)
