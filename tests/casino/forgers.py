"""Somebody with the file in hand, who knows how it is built but does not have the seal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from croupier.aggregate.record_lines import START, link, split


class Forger:
    """Edits a casino's file behind the back of its store."""

    def __init__(self, path: Path, *, to_look: bool = False) -> None:
        self._db = self.db = sqlite3.connect(path)
        self._db.execute("PRAGMA synchronous = OFF")  # a forger is in a hurry
        self._guards: list[str] = []
        if to_look:
            return  # who only wants to look
        guards = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        for trigger, made_by in self._db.execute(guards).fetchall():
            self._db.execute(f"DROP TRIGGER {trigger}")
            self._guards.append(made_by)

    def leave_no_guards(self) -> None:
        """Forget to put back what keeps lines from being changed."""
        self._guards.clear()

    def done(self) -> None:
        for guard in self._guards:  # or whoever looks at the schema knows at once
            self._db.execute(guard)
        self._db.commit()
        self._db.close()

    def lines(self, record: str) -> list[bytes]:
        query = (
            "SELECT line FROM lines JOIN records ON records.id = record"
            " WHERE name = ? ORDER BY number"
        )
        return [line for (line,) in self._db.execute(query, (record,))]

    def put(self, record: str, number: int, line: bytes) -> None:
        """Replace one line and touch nothing else."""
        self._db.execute(
            "UPDATE lines SET line = ? WHERE number = ?"
            " AND record = (SELECT id FROM records WHERE name = ?)",
            (line, number, record),
        )

    def remove(self, record: str, number: int) -> None:
        """Take one line away and leave the gap."""
        self._db.execute(
            "DELETE FROM lines WHERE number = ?"
            " AND record = (SELECT id FROM records WHERE name = ?)",
            (number, record),
        )

    def keep(self, record: str, lines: list[bytes]) -> None:
        """Make a record of these lines, and leave no gap anywhere."""
        (id,) = self._db.execute("SELECT id FROM records WHERE name = ?", (record,)).fetchone()
        self._db.execute("DELETE FROM lines WHERE record = ?", (id,))
        self._db.executemany(
            "INSERT INTO lines (record, number, line) VALUES (?, ?, ?)",
            ((id, number, line) for number, line in enumerate(lines, 1)),
        )
        rows = self._db.execute("SELECT position FROM lines ORDER BY position").fetchall()
        for position, (old,) in enumerate(rows, 1):
            self._db.execute("UPDATE lines SET position = ? WHERE position = ?", (position, old))

    def names_in_safe(self) -> list[str]:
        return [name for (name,) in self._db.execute("SELECT name FROM safe ORDER BY name")]

    def in_safe(self, name: str) -> bytes:
        (content,) = self._db.execute("SELECT content FROM safe WHERE name = ?", (name,)).fetchone()
        return bytes(content)

    def put_in_safe(self, name: str, content: bytes | None) -> None:
        """Put something there in the place of what is; None takes it out."""
        self._db.execute("DELETE FROM safe WHERE name = ?", (name,))
        if content is not None:
            self._db.execute("INSERT INTO safe VALUES (?, ?)", (name, content))


def rehashed(lines: list[bytes]) -> list[bytes]:
    """The same bodies, chained so that every hash fits."""
    made, previous = [], START.encode()
    for line in lines:
        parts = split(line)
        assert parts is not None
        previous = link(previous, parts[1])
        made.append(b'{"hash":"%b","entry":%b}\n' % (previous, parts[1]))
    return made
