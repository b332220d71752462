"""What can still be read of a damaged SQLite file: lines are looked for around damaged pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import apsw
import msgspec

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

ROWS_ON_A_PAGE = 50
"""More lines than fit on one: how far to look, where the file no longer says how many there are."""


class Survivors(msgspec.Struct):
    """What is left of one record."""

    positions: dict[int, int] = {}
    """Where each line is that can be read, by its number."""
    last: int = 0
    """The highest number of a line that there is any trace of."""

    def gaps(self) -> list[tuple[int, int]]:
        """The first and last number of each run of lines that cannot be read."""
        gaps, expected = [], 1
        for number in sorted(self.positions):
            if number > expected:
                gaps.append((expected, number - 1))
            expected = number + 1
        if expected <= self.last:
            gaps.append((expected, self.last))
        return gaps


def survey(db: apsw.Connection) -> dict[str, Survivors]:
    """Every record that there is a trace of, and which of its lines can be read."""
    found: dict[int, Survivors] = {}
    top = 0
    for record, number, position in _in_the_index(db):
        survivors = found.setdefault(record, Survivors())
        survivors.last = max(survivors.last, number)
        top = max(top, position)
    top = top or db.pragma("page_count") * ROWS_ON_A_PAGE
    for record, number, position in _in_the_table(db, top):
        survivors = found.setdefault(record, Survivors())
        survivors.positions[number] = position
        survivors.last = max(survivors.last, number)
    names = _names(db)
    return {names.get(id, f"record {id}"): found[id] for id in sorted(found)}


def _in_the_index(db: apsw.Connection) -> Iterator[tuple[int, int, int]]:
    """Record, number and position of lines by the index, from both of its ends to the damage."""
    for order in ("", "DESC"):
        query = (
            "SELECT record, number, position FROM lines INDEXED BY sqlite_autoindex_lines_1 "
            f"ORDER BY record {order}, number {order}"
        )
        if (yield from _until_damage(db, query)):
            return


def _until_damage(db: apsw.Connection, query: str) -> Generator[Any, None, bool]:
    """Rows until a page is damaged; whether there were no more."""
    try:
        yield from db.execute(query)
    except apsw.CorruptError:
        return False
    return True


def _in_the_table(db: apsw.Connection, top: int) -> Iterator[tuple[int, int, int]]:
    """Record, number and position of every line that can be read whole."""
    begin = 1
    while begin <= top:
        try:
            rows: Any = db.execute(
                "SELECT position, record, number, line FROM lines NOT INDEXED "
                "WHERE position >= ? ORDER BY position",
                (begin,),
            )
            for position, record, number, _ in rows:
                yield record, number, position
                begin = position + 1
        except apsw.CorruptError:
            begin += 1  # until the page is passed that cannot be read
        else:
            return


def _names(db: apsw.Connection) -> dict[int, str]:
    """The names of records, from the table or else from the index of names."""
    names: dict[int, str] = {}
    for how in ("NOT INDEXED", "INDEXED BY sqlite_autoindex_records_1 WHERE name >= ''"):
        for id, name in _until_damage(db, f"SELECT id, name FROM records {how}"):
            names.setdefault(id, name)
    return names
