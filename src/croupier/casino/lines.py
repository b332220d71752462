"""Lines of the records that the house keeps beside those of its tables, in the same format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table.record import link

if TYPE_CHECKING:
    from collections.abc import Iterable

HOUSE = "house"
"""The record of what concerns no single table."""
TABLES = "tables/"
"""With this before its name, a table's record."""
TOURNAMENTS, PROMOTIONS = "tournaments/", "promotions/"
"""The same for those of tournaments and promotions."""

_encode = msgspec.json.Encoder().encode


def table_name(name: str) -> str:
    """The name of a table without the number of its session."""
    table, _, session = name.rpartition("/")
    return table if table and session.isdecimal() else name


def place_name(record: str) -> str:
    """What a record is about: the name of a table, and of anything else the record's own."""
    return table_name(record.removeprefix(TABLES)) if record.startswith(TABLES) else record


def chained(head: str, entries: Iterable[msgspec.Struct]) -> tuple[bytes, ...]:
    """The lines that follow the line with that hash, each encoded once and never again."""
    lines = []
    for entry in entries:
        body = _encode(entry)
        head = link(head, body)
        lines.append(b'{"hash":"%b","entry":%b}\n' % (head.encode(), body))
    return tuple(lines)
