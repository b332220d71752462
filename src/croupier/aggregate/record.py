"""A record: a header, then accepted commands with the facts that followed, one line for each.

How a line is written and chained to the one before it is in `record_lines`. Records begun under
format 1 differ from those of format 2 by their headers, and their entries do not say which facts a
round has stated; they are read and gone on with as they are. What a kind of aggregate does not have
is left out of a header, and so is whatever is at its default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.record_lines import START, write
from croupier.aggregate.roles import Role
from croupier.rulebook.instruments import Amendment
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.aggregate.line_marks import LineMarks
    from croupier.aggregate.roles import Person

FORMAT = 2
"""The format of records that are begun now."""
FORMATS = (1, FORMAT)
"""Those that are read and gone on with."""

_encode = msgspec.json.Encoder().encode


def format_of(kind: str, number: int = FORMAT) -> str:
    """What stands in the header of a record: `croupier-table/2`."""
    return f"croupier-{kind}/{number}"


class Header(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The first line: what the record is about, and under which version its facts were made."""

    format: str
    table: str = ""
    tournament: str = ""
    promotion: str = ""
    house: str = ""
    instrument: str = ""
    options: dict[str, Any] = {}
    boxes: int = 0
    prescribed: tuple[str, ...] = ()
    """What an Authority has prescribed that no prize of a promotion may be."""
    version: str = "0.1.0"
    """Of the program that began it; the first one did not always say so."""
    rulebook: str = ""
    """The fingerprint of the rulebook."""
    epoch: int = 0
    """How often the house had gone on from a backup, with a loss, when the record was begun."""
    asks_patrons: bool = False
    """Of a house: whether staff have acted for patrons as confirmed from its first line on."""
    amendment: Amendment | None = None
    """How the instrument differs from an approved one, if it is not approved itself."""

    @classmethod
    def begun(cls, kind: str, name: str, **has: Any) -> Header:
        """The header of a record that this version begins."""
        has[kind] = name
        return cls(format=format_of(kind), version=__version__, **has)


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One accepted command: which, when, by whom, in what role, and the facts that followed."""

    n: int
    at: int
    by: str
    role: Role
    command: Command
    facts: tuple[Fact, ...]
    epoch: int = 0
    """As in the header, of the house when this entry was made."""
    round: tuple[int, ...] = ()
    """Which of the facts the round at a table has stated, and not the table itself: those from one
    place to before another, counted from 0, and so on in pairs. It is left out in format 1.
    """

    def is_of_round(self, place: int) -> bool:
        """Whether the round has stated the fact at a place."""
        pairs = zip(self.round[::2], self.round[1::2], strict=True)
        return any(begin <= place < end for begin, end in pairs)


def says_what_rounds_state(header: Header) -> bool:
    """Whether the entries of a record say which facts a round has stated."""
    return not header.format.endswith("/1")


class Record:
    """The lines so far. `keep` is handed each of them as it is made, to be stored somewhere.

    Where that is the store of a casino, they need not be held in memory too: `forgetful`, a record
    holds nothing but the last entry. A record that goes on has its header `as_written`.
    """

    def __init__(
        self,
        header: Header,
        keep: Callable[[bytes], object] | None = None,
        *,
        forgetful: bool = False,
        as_written: bytes | None = None,
    ) -> None:
        self.header = header
        self.epoch = header.epoch
        self.tells_rounds = says_what_rounds_state(header)
        self.entries: list[Entry] = []
        self.length = 0
        """How many entries there are."""
        self.head = START
        self.keep = keep
        self.marks: LineMarks | None = None
        """What gives every new line its salt and tag, if a house keeps the record under a key."""
        self.lines: list[bytes] = []
        self.forgetful = forgetful
        self.is_written = False
        """Whether what is added stands in lines already: it is being played again from them."""
        self._write_header(_encode(header) if as_written is None else as_written)

    def begin_marked(
        self, keep: Callable[[bytes], object] | None, marks: LineMarks | None, epoch: int
    ) -> None:
        """Write the header of a record that has no more yet, in an epoch and with marks."""
        assert self.length == 0, "its header is stored"
        self.keep, self.marks = keep, marks
        if epoch:
            self.header, self.epoch = msgspec.structs.replace(self.header, epoch=epoch), epoch
        self.head = START
        self.lines.clear()
        self._write_header(_encode(self.header))

    def go_on_from(self, head: str) -> None:
        """Follow the line with that hash: the record as it is stored, however it is spelt there."""
        self.head = head
        self.is_written = False

    def add(
        self,
        at: int,
        by: Person,
        command: Command,
        facts: tuple[Fact, ...],
        of_round: Sequence[int] = (),
    ) -> None:
        """Write a command down with what followed. What cannot be kept has not been added."""
        number = self.length + 1
        stated = tuple(of_round) if of_round and self.tells_rounds else ()
        entry = Entry(number, at, by.name, by.role, command, facts, self.epoch, stated)
        if self.is_written:
            self.entries, self.length = [entry], number
            return
        head, line = write(self.head, _encode(entry), self.marks, number + 1, self.epoch)
        before = self.entries
        if self.forgetful:
            self.entries = [entry]
        else:
            before.append(entry)
        if self.keep is not None:  # whoever keeps the line may look at its entry
            try:
                self.keep(line)
            except BaseException:
                if not self.forgetful:
                    before.pop()
                self.entries = before
                raise
        self.head, self.length = head, number
        if not self.forgetful:
            self.lines.append(line)

    def _write_header(self, body: bytes) -> None:
        head, line = write(self.head, body, self.marks, 1, self.epoch)
        if self.keep is not None:
            self.keep(line)
        self.head = head
        if not self.forgetful:
            self.lines.append(line)


class Unrecorded(Record):
    """Counts entries and keeps none, for an aggregate that is made only to find something out."""

    def __init__(self) -> None:
        self.epoch = 0
        self.entries: list[Entry] = []
        self.length = 0
        self.head = START
        self.keep = None
        self.lines: list[bytes] = []
        self.tells_rounds = False

    def add(
        self,
        at: int,
        by: Person,
        command: Command,
        facts: tuple[Fact, ...],
        of_round: Sequence[int] = (),
    ) -> None:
        self.length += 1
