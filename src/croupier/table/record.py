"""A table's record: accepted commands with the facts that followed, chained by hash.

One line per entry. A line is `{"hash":"<64 hex>","entry":<body>}`; the hash is the SHA-256 of the
previous line's hash and the body's very bytes, so nothing is ever encoded again to be verified.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.rulebook.instruments import fingerprint
from croupier.table.commands import Command
from croupier.table.facts import Fact
from croupier.table.roles import Role
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.roles import Person

FORMAT = "croupier-table/1"
START = "0" * 64

_encode = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what the table is, and under which version its facts were made."""

    format: str
    table: str
    instrument: str
    options: dict[str, Any]
    boxes: int
    version: str
    rulebook: str


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted command: which, when, by whom, in what role, and the facts that followed."""

    n: int
    at: int
    by: str
    role: Role
    command: Command
    facts: tuple[Fact, ...]


class Record:
    """The chain so far. `keep` is handed every line as it is made, to be stored somewhere."""

    def __init__(self, header: Header, keep: Callable[[bytes], object] | None = None) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.head = START
        self._keep = keep
        self.lines: list[bytes] = []
        self._chain(header)

    @classmethod
    def begin(
        cls,
        *,
        table: str,
        instrument: str,
        options: dict[str, Any],
        boxes: int,
        keep: Callable[[bytes], object] | None = None,
    ) -> Record:
        header = Header(
            FORMAT, table, instrument, options, boxes, __version__, fingerprint(instrument)
        )
        return cls(header, keep)

    def add(self, at: int, by: Person, command: Command, facts: tuple[Fact, ...]) -> None:
        entry = Entry(len(self.entries) + 1, at, by.name, by.role, command, facts)
        self.entries.append(entry)
        self._chain(entry)

    def _chain(self, entry: Header | Entry) -> None:
        body = _encode(entry)
        self.head = link(self.head, body)
        line = b'{"hash":"%b","entry":%b}\n' % (self.head.encode(), body)
        self.lines.append(line)
        if self._keep is not None:
            self._keep(line)


def link(previous: str, body: bytes) -> str:
    return sha256(previous.encode() + body).hexdigest()
