"""What the records of a house are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

HOUSE = "house"
"""The record of what concerns no single table."""
TABLES = "tables/"
"""With this before its name, a table's record."""
TOURNAMENTS, PROMOTIONS = "tournaments/", "promotions/"
"""The same for those of tournaments and promotions."""


def table_name(name: str) -> str:
    """The name of a table without the number of its session."""
    table, _, session = name.rpartition("/")
    return table if table and session.isdecimal() else name


def record_words(record: str, called: Callable[[str], str] = str) -> str:
    """A record as people call it: a table by its name, with its session after the first.

    `called` says how names are shown.
    """
    if record == HOUSE:
        return "the house"
    for prefix, kind in ((TOURNAMENTS, "the tournament "), (PROMOTIONS, "the promotion ")):
        if record.startswith(prefix):
            return kind + called(record.removeprefix(prefix))
    name, _, session = record.removeprefix(TABLES).rpartition("/")
    if not record.startswith(TABLES) or not session.isdecimal():
        return called(record.removeprefix(TABLES))
    return called(name) if session == "1" else f"{called(name)}, session {session}"


def place_name(record: str) -> str:
    """What a record is about: the name of a table, and of anything else the record's own."""
    return table_name(record.removeprefix(TABLES)) if record.startswith(TABLES) else record
