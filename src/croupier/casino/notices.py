"""Every notice that was given in the house, in the order in which they were stored.

A table states to whom something was said. What was said to an inspector, to the Commission or to
Surveillance waits until one of them acknowledges it, which the house records. Each line of the
store is looked at once; most have no notice in them, and those are not even decoded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Role
from croupier.casino.checkpoints import RECORD as CHECKPOINTS
from croupier.casino.house.acts import ANSWERING
from croupier.casino.house.facts import NoticeAcknowledged
from croupier.casino.house.house import read_entry as read_house
from croupier.casino.record_names import HOUSE, place_name
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Notified

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.casino.store.contract import Store, StoredLine

_GIVEN, _ACKNOWLEDGED = b'{"fact":"notice"', b'{"fact":"notice-acknowledged"'
_EITHER = b'{"fact":"notice'


class Acknowledged(msgspec.Struct, frozen=True, kw_only=True, tag="acknowledged"):
    """That somebody has taken a notice."""

    number: int
    """Its place in the news."""
    notice: str
    at: int
    by: str
    role: Role


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag="notice"):
    """What was said, to whom, by whom and when, and where it stands in the records."""

    number: int
    """Its place in the news."""
    id: str
    """Its record, its line and its place in the line."""
    at: int
    by: str
    role: Role
    table: str
    record: str
    line: int
    to: str
    """The players, one of them by name, the floor, or an office."""
    about: str
    detail: str
    clauses: Clauses
    acknowledged: Acknowledged | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an office has yet to acknowledge it."""
        return self.acknowledged is None and self.to in ANSWERING


News = Notice | Acknowledged
"""Numbered from 1 on in the order in which it came, the same for everybody and for ever."""


class _Given(msgspec.Struct, frozen=True):
    """An entry of a table of which only the notices are of interest."""

    at: int
    by: str
    role: Role
    facts: list[msgspec.Raw]


_read_given = msgspec.json.Decoder(_Given).decode
_read_notice = msgspec.json.Decoder(Notified).decode


class Notices:
    """Is shown the lines of a store in their order, and keeps what they say of notices."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self._given: dict[str, Notice] = {}
        self._taken: dict[str, Acknowledged] = {}

    def take(self, placed: StoredLine) -> None:
        if placed.record == HOUSE:
            if _ACKNOWLEDGED in placed.line:
                self._acknowledge(_body(placed))
        elif placed.record != CHECKPOINTS and _GIVEN in placed.line:
            self._give(placed, _read_given(_body(placed)))

    def _give(self, placed: StoredLine, entry: _Given) -> None:
        said = [bytes(fact) for fact in entry.facts]
        for index, fact in enumerate((each for each in said if each.startswith(_GIVEN)), 1):
            notified = _read_notice(fact)
            notice = Notice(
                number=len(self.news) + 1, id=notice_id(placed.record, placed.number, index),
                at=entry.at, by=entry.by, role=entry.role,
                table=place_name(placed.record),
                record=placed.record, line=placed.number, to=notified.to, about=notified.about,
                detail=notified.detail, clauses=notified.clauses,
            )  # fmt: skip
            self._given[notice.id] = notice
            self.news.append(notice)

    def _acknowledge(self, body: bytes) -> None:
        entry = read_house(body)
        for fact in entry.facts:
            if isinstance(fact, NoticeAcknowledged):
                taken = Acknowledged(
                    number=len(self.news) + 1, notice=fact.notice, at=entry.at, by=entry.by,
                    role=entry.role,
                )  # fmt: skip
                self._taken[fact.notice] = taken
                self.news.append(taken)

    def get(self, notice: str) -> Notice | None:
        """A notice as it stands now."""
        given = self._given.get(notice)
        return None if given is None else self._now(given)

    def __iter__(self) -> Iterator[Notice]:
        """Every notice as it stands now, the oldest first."""
        return map(self._now, self._given.values())

    def _now(self, given: Notice) -> Notice:
        taken = self._taken.get(given.id)
        return given if taken is None else msgspec.structs.replace(given, acknowledged=taken)


def tells_of_notices(lines: Iterable[bytes]) -> bool:
    """Whether there is anything about a notice in these lines."""
    return any(_EITHER in line for line in lines)


def notice_id(record: str, line: int, index: int) -> str:
    return f"{record}:{line}:{index}"


def _body(placed: StoredLine) -> bytes:
    parts = split(placed.line)
    assert parts is not None  # what a store holds was chained when it came in
    return parts[1]


def notices_of(store: Store) -> Notices:
    """The notices in a store."""
    notices, after = Notices(), 0
    while page := store.journal(after):
        for placed in page:
            notices.take(placed)
        after = page[-1].position
    return notices
