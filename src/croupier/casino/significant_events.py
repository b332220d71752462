"""Significant events: what an inspector looks for first, drawn from all the records of a house.

Each says who did what, when, and where it stands; what was before and is after; and the clauses,
where there are any. Every line is looked at once, in the order in which the lines were stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.casino.affair_events import AffairEntry, affair_events, read_affair
from croupier.casino.affairs import kind_of
from croupier.casino.duties import (
    BarLifted,
    ChipsTransferred,
    ClosedOut,
    Confirmed,
    Enrolled,
    Incident,
    IssueChips,
    LargeWinSet,
    NoticeAcknowledged,
    PasswordSet,
    PersonBarred,
    ProgramApproved,
    PromotionOpened,
    Reported,
    RetireChips,
    SecondPersonRequired,
    TableSetUp,
    TableTakenDown,
    TournamentOpened,
)
from croupier.casino.happened import Happened, Kind, SignificantEvent
from croupier.casino.house import LARGE_WIN
from croupier.casino.house import Entry as HouseEntry
from croupier.casino.lines import HOUSE
from croupier.casino.table_events import TableEvents
from croupier.chips import dollars
from croupier.replaying import Reader
from croupier.table.chain import RecordError, flaw, split
from croupier.table.record import FORMAT as TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.casino.duties import Events
    from croupier.casino.store.contract import Placed, Store
    from croupier.table.record import Entry

_read_house = msgspec.json.Decoder(HouseEntry).decode

_INCIDENTS = {
    Incident.FAILED_LOG_IN: Kind.FAILED_LOG_IN,
    Incident.LOCKED_OUT: Kind.LOCKED_OUT,
    Incident.CLOCK_CHANGED: Kind.CLOCK,
    Incident.VERIFICATION_FAILED: Kind.VERIFICATION,
    Incident.MALFUNCTION: Kind.MALFUNCTION,
    Incident.STARTED: Kind.RUNNING,
    Incident.STOPPED: Kind.RUNNING,
    Incident.RECOVERED: Kind.RECOVERY,
}


def significant_events(store: Store) -> Iterator[SignificantEvent]:
    """Every significant event of a store, in the order in which they were stored."""
    watch, after = Watch(), 0
    while page := store.journal(after):
        for placed in page:
            yield from watch.take(placed)
        after = page[-1].position


class Watch:
    """Is shown the lines of a store in their order, and says which of them are significant.

    `hear` is told every entry of a table on the way, with the name of its record.
    """

    def __init__(self, hear: Callable[[str, Entry], object] = lambda record, entry: None) -> None:
        self._hear = hear
        self._house = HouseEvents()
        self._tables: dict[str, tuple[Reader, TableEvents]] = {}

    def take(self, placed: Placed) -> Iterator[SignificantEvent]:
        parts = split(placed.line)
        if parts is None:
            problem = flaw(placed.line, placed.number)
            assert problem is not None
            raise RecordError(problem)
        body = parts[1]
        if placed.record == HOUSE:
            if placed.number > 1:
                house_entry = _read_house(body)
                told = self._house.take(house_entry)
                yield from _events(placed, house_entry, told)
        elif placed.number == 1:
            if b'"format":"%b"' % TABLE.encode() in body:
                reader = Reader(body)
                self._tables[placed.record] = reader, TableEvents(reader.header.options)
        elif placed.record in self._tables:
            reader, events = self._tables[placed.record]
            entry = reader.entry(placed.number, body)
            self._hear(placed.record, entry)
            yield from _events(placed, entry, events.take(entry, self._house.large_win))
        elif kind_of(placed.record) is not None:
            told_of = read_affair(body)
            yield from _events(placed, told_of, affair_events(told_of))


def _events(
    placed: Placed, entry: Entry | HouseEntry | AffairEntry, told: Iterator[Happened]
) -> Iterator[SignificantEvent]:
    for happened in told:
        yield SignificantEvent(
            at=entry.at, by=entry.by, role=entry.role, record=placed.record, line=placed.number,
            happened=happened,
        )  # fmt: skip


class HouseEvents:
    """Follows the entries of the house; it knows who may act as what."""

    def __init__(self) -> None:
        self.large_win = LARGE_WIN
        self._roles: dict[str, str] = {}

    def take(self, entry: HouseEntry) -> Iterator[Happened]:
        for fact in entry.facts:
            if isinstance(fact, ChipsTransferred):
                if isinstance(entry.command, (IssueChips, RetireChips)):
                    did = "issued" if isinstance(entry.command, IssueChips) else "retired"
                    amount = dollars(fact.transfer.amount)
                    yield Happened(kind=Kind.CHIPS, what=f"{amount} in chips {did}")
            else:
                yield from self._stated(fact)

    def _stated(self, fact: Events) -> Iterator[Happened]:
        if isinstance(fact, Enrolled):
            yield self._enrolled(fact)
        elif isinstance(fact, PasswordSet):
            yield Happened(kind=Kind.PASSWORD, what="a new password", subject=fact.person)
        elif isinstance(fact, LargeWinSet):
            before, self.large_win = self.large_win, fact.amount
            yield Happened(
                kind=Kind.THRESHOLD, what="what counts as a large win", before=dollars(before),
                after=dollars(fact.amount),
            )  # fmt: skip
        elif isinstance(fact, (PersonBarred, BarLifted)):
            lifted = " no longer" if isinstance(fact, BarLifted) else ""
            yield Happened(
                kind=Kind.EXCLUSION, what=f"somebody is{lifted} {fact.bar}", subject=fact.person,
                detail=fact.reason,
            )  # fmt: skip
        elif isinstance(fact, Reported):
            yield Happened(
                kind=_INCIDENTS[fact.incident], what=fact.incident, subject=fact.subject,
                detail=fact.detail, before=fact.before, after=fact.after,
            )  # fmt: skip
        elif isinstance(fact, SecondPersonRequired):
            yield Happened(
                kind=Kind.OVERRIDE, what="people that an override takes",
                before="one" if fact.required else "two", after="two" if fact.required else "one",
            )  # fmt: skip
        elif isinstance(fact, Confirmed):
            yield Happened(
                kind=Kind.OVERRIDE, what=f"{fact.override} is confirmed", subject=fact.asked_by,
                detail=f"{fact.record} line {fact.line}",
            )  # fmt: skip
        elif isinstance(fact, ProgramApproved):
            yield Happened(kind=Kind.VERIFICATION, what="a program is approved", after=fact.program)
        elif isinstance(fact, NoticeAcknowledged):
            yield Happened(
                kind=Kind.NOTICE, what="a notice is acknowledged", subject=fact.to,
                detail=fact.notice,
            )  # fmt: skip
        elif isinstance(fact, (TableSetUp, TableTakenDown)):
            did = "set up" if isinstance(fact, TableSetUp) else "taken down"
            yield Happened(
                kind=Kind.FLOOR, what=f"a table is {did}", subject=f"{fact.table}/{fact.session}"
            )
        elif isinstance(fact, ClosedOut):
            yield Happened(
                kind=Kind.FLOOR, what="chips are paid out, and it does not go on",
                subject=fact.record, detail=fact.reason,
            )  # fmt: skip
        elif isinstance(fact, TournamentOpened):
            yield Happened(
                kind=Kind.FLOOR, what="a tournament is begun", subject=fact.tournament,
                detail=fact.instrument,
            )  # fmt: skip
        elif isinstance(fact, PromotionOpened):
            yield Happened(kind=Kind.FLOOR, what="a promotion is begun", subject=fact.promotion)

    def _enrolled(self, fact: Enrolled) -> Happened:
        before, now = self._roles.get(fact.person), ", ".join(fact.roles)
        self._roles[fact.person] = now
        if before is None:
            return Happened(kind=Kind.ACCOUNT, what="a new account", subject=fact.person, after=now)
        return Happened(
            kind=Kind.ROLES, what="other roles", subject=fact.person, before=before, after=now
        )
