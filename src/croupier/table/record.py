"""A record: accepted commands with the facts that followed, chained by hash.

One line per entry. A line is `{"hash":"<64 hex>","entry":<body>}`; the hash is the SHA-256 of the
previous line's hash and the body's very bytes, so nothing is ever encoded again to be verified.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Role
from croupier.rulebook.instruments import fingerprint
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.roles import Person

FORMAT = "croupier-table/1"
START = "0" * 64

_encode = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's first line: what the table is, and under which version its facts were made."""

    format: str
    table: str
    instrument: str
    options: dict[str, Any]
    boxes: int
    version: str
    rulebook: str


def header_of(table: str, instrument: str, options: dict[str, Any], boxes: int) -> Header:
    """The first line of a table that this version sets up."""
    return Header(FORMAT, table, instrument, options, boxes, __version__, fingerprint(instrument))


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted command: which, when, by whom, in what role, and the facts that followed."""

    n: int
    at: int
    by: str
    role: Role
    command: Command
    facts: tuple[Fact, ...]


class Chain:
    """The lines so far. `keep` is handed each of them as it is made, to be stored somewhere.

    Where that is the store of a casino, they need not be held in memory too: `forgetful`, a chain
    holds nothing but the last entry.
    """

    def __init__(
        self,
        header: bytes,
        keep: Callable[[bytes], object] | None = None,
        *,
        forgetful: bool = False,
    ) -> None:
        self.entries: list[Entry] = []
        self.length = 0
        """How many entries there are."""
        self.head = START
        self.keep = keep
        self.lines: list[bytes] = []
        self._forgetful = forgetful
        self._append(header)

    def go_on_from(self, head: str) -> None:
        """Follow the line with that hash: the record as it is stored, however it is spelt there."""
        self.head = head

    def add(self, at: int, by: Person, command: Command, facts: tuple[Fact, ...]) -> None:
        self.length += 1
        entry = Entry(self.length, at, by.name, by.role, command, facts)
        if self._forgetful:
            self.entries.clear()
        self.entries.append(entry)
        self._append(_encode(entry))

    def _append(self, body: bytes) -> None:
        self.head = link(self.head, body)
        line = b'{"hash":"%b","entry":%b}\n' % (self.head.encode(), body)
        if not self._forgetful:
            self.lines.append(line)
        if self.keep is not None:
            self.keep(line)


class Record(Chain):
    """A table's record so far."""

    def __init__(
        self,
        header: Header,
        keep: Callable[[bytes], object] | None = None,
        *,
        forgetful: bool = False,
    ) -> None:
        super().__init__(_encode(header), keep, forgetful=forgetful)
        self.header = header


def link(previous: str, body: bytes) -> str:
    return sha256(previous.encode() + body).hexdigest()
