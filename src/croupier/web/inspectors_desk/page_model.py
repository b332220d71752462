"""What the inspector's desk shows: notices, records in words, shoes, meters and events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import who_may
from croupier.cards import Card
from croupier.casino.house.acts import ANSWERING
from croupier.casino.live_kinds import kind_of
from croupier.casino.record_names import TABLES, record_words, table_name
from croupier.money import money
from croupier.table.acts.opening import Approval
from croupier.table.facts import REVIEW_REQUESTED
from croupier.table_replay import Reader
from croupier.web.console.forms import MONEY
from croupier.web.html.cited_lines import CitedLine, cite
from croupier.web.html.record_in_words import in_words
from croupier.web.html.template_environment import called
from croupier.wording.teller import local_moment, noted, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.record import Header
    from croupier.aggregate.roles import Person
    from croupier.casino.notices import Notice
    from croupier.casino.shuffle_register import Shuffle
    from croupier.casino.significant_events import SignificantEvent
    from croupier.casino.store.contract import StoredLine
    from croupier.table.shuffle_verification import ShoeCheck
    from croupier.table.views import DisputeView
    from croupier.web.html.record_in_words import LineInWords

WAITING_FIRST = 60
"""How many notices the desk shows; the record has all."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A notice on the desk."""

    id: str
    to: str
    table: str
    when: str
    by: str
    line: CitedLine
    record_line: int
    href: str
    """Where the record is read at that line."""
    waiting: bool
    taken: str
    """Who has acknowledged it, and when."""
    mine: bool
    """Whether whoever looks at it may acknowledge it."""


def slips(notices: Iterable[Notice], instruments: dict[str, str], viewer: Person) -> list[Slip]:
    """Those that wait for somebody first, and of each kind the newest first."""
    made = [_slip(notice, instruments.get(notice.table, ""), viewer) for notice in notices]
    made.reverse()
    made.sort(key=lambda slip: not slip.waiting)
    return made[:WAITING_FIRST]


def _slip(notice: Notice, instrument: str, viewer: Person) -> Slip:
    taken = notice.acknowledged
    text = sentence(": ".join(filter(None, (notice.about, noted(notice.detail)))))
    office = ANSWERING.get(notice.to)
    return Slip(
        id=notice.id,
        to=notice.to,
        table=record_words(notice.record, called),
        when=local_moment(notice.at),
        by=notice.by,
        line=CitedLine(text, cite(instrument, notice.clauses) if instrument else ()),
        record_line=notice.line,
        href=f"{_record_page(notice)}?after={notice.line - 1}",
        waiting=notice.is_waiting,
        taken="" if taken is None else f"{taken.by}, {local_moment(taken.at)}",
        mine=notice.is_waiting and office is not None and viewer.role in who_may(office),
    )


def _record_page(notice: Notice) -> str:
    if kind_of(notice.record) is not None:  # a tournament or promotion has its record beside it
        return f"/{quote(notice.record)}/record"
    return f"/desk/records/{quote(notice.table, safe='')}"


@dataclass(frozen=True, slots=True)
class DisputeOnDesk:
    """A dispute, by what was last said in it, and what leads to it."""

    table: str
    number: str
    what: str
    says: str
    when: str
    by: str
    href: str
    round_href: str = ""
    round: int | None = None
    answer_href: str = ""
    waits: bool = False
    """Whether nobody has answered it yet, or a review is asked for."""


def dispute_on_desk(event: SignificantEvent) -> DisputeOnDesk:
    table = table_name(event.record.removeprefix(TABLES))
    happened = event.happened
    return DisputeOnDesk(
        table, happened.subject.rpartition(" ")[2], happened.subject.capitalize(),
        sentence(": ".join(filter(None, (happened.what, happened.detail)))),
        local_moment(event.at), event.by,
        f"/desk/records/{quote(table, safe='')}?after={event.line - 1}",
    )  # fmt: skip


def as_it_stands(told: DisputeOnDesk, stands: DisputeView) -> DisputeOnDesk:
    """One of a table that stands: who raised it, about which round, and where it is answered."""
    at = f"/tables/{quote(told.table, safe='')}"
    said = f"{stands.player}: {stands.about}."
    if stands.answers:
        stage, words = stands.answers[-1]
        said = f"{said} {sentence(f'{stage}: {words}')}"
    return replace(
        told,
        says=said,
        round=stands.round,
        round_href="" if stands.round is None else f"{at}/rounds/{stands.round}",
        answer_href=f"{at}/console?at=dispute&number={stands.number}",
        waits=not stands.answers or stands.stage == REVIEW_REQUESTED,
    )


# --- a record in words


def header_of(line: bytes) -> Header:
    return Reader(_body(line)).header


def record_in_words(header: bytes, page: Iterable[StoredLine]) -> Iterator[LineInWords]:
    """Lines of a table's record; the first says nothing of what happened."""
    reader = Reader(_body(header))
    lines = (placed for placed in page if placed.number > 1)
    entries = ((each.number, reader.entry(each.number, _body(each.line))) for each in lines)
    return in_words(reader.header.instrument, entries, _asked)


def _asked(command: msgspec.Struct) -> str:
    """What was asked, with the fields that say more than what goes without saying."""
    written = msgspec.to_builtins(command)
    what = str(written.pop("do")).replace("-", " ")
    words = ", ".join(
        f"{name.replace('_', ' ')} {_said(name, getattr(command, name))}" for name in written
    )
    return f"{what}: {words}" if words else what


def _said(name: str, value: Any) -> str:
    """What stands in a field of a command: amounts in dollars, cards and approvals as one says."""
    if isinstance(value, Card):
        return value.spoken
    if isinstance(value, Approval):
        return str(value)
    if isinstance(value, msgspec.Struct):
        value = {each: getattr(value, each) for each in msgspec.to_builtins(value)}
    if isinstance(value, dict):
        inner = ((key, _said(name if name in MONEY else key, each)) for key, each in value.items())
        return " ".join(f"{key} {each}" for key, each in inner)
    if isinstance(value, (list, tuple)):
        between = ", " if any(isinstance(each, Card) for each in value) else " "
        return between.join(_said(name, each) for each in value)
    if name in MONEY and isinstance(value, int):
        return money(value)
    return str(value)


def _body(line: bytes) -> bytes:
    parts = split(line)
    assert parts is not None  # what a store holds was chained when it came in
    return parts[1]


# --- shoes


@dataclass(frozen=True, slots=True)
class ShoeRow:
    """A shuffle: what it was committed to, what was revealed, and whether the two agree."""

    shuffle: Shuffle
    when: str
    check: ShoeCheck | None


def shoes(shuffles: Iterable[Shuffle], checks: Iterable[ShoeCheck]) -> list[ShoeRow]:
    checked = {check.entry + 1: check for check in checks}
    made = [ShoeRow(each, local_moment(each.at), checked.get(each.line)) for each in shuffles]
    return made[::-1]
