"""What is asked of a casino's SQLite file, and how rows go into it and come out."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.store.conflicts import Filed, standing_of
from croupier.casino.store.contract import RecordEnd

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import apsw

    from croupier.casino.store.conflicts import ConflictCheck, RequestRow

    Value = str | int | bytes

MOST_ROWS = 1_000
"""How many rows one statement inserts; SQLite takes 32,766 values in one."""

SAFE_ANEW = """
    CREATE TABLE safe_anew (
        name TEXT PRIMARY KEY,
        content BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO safe_anew SELECT name, content FROM safe;
    DROP TABLE safe;
    ALTER TABLE safe_anew RENAME TO safe;
"""
STANDINGS = """
    SELECT name, number, substr(line, 10, 64)
    FROM records JOIN lines ON record = records.id
    AND number = (SELECT max(number) FROM lines WHERE record = records.id)
"""
HASHES = """
    SELECT position, name, substr(line, 10, 64)
    FROM lines JOIN records ON records.id = record ORDER BY position
"""
DIGEST = "SELECT content FROM digest"
IN_SAFE = "SELECT name, content FROM safe"
HIDDEN = {
    "stand before the first": "SELECT count(*) FROM lines WHERE position < 1",
    "have a number before the first of their record": """
        SELECT count(*) FROM records
        WHERE (SELECT min(number) FROM lines WHERE record = records.id) < 1""",
    "are missing of a record that has a name": """
        SELECT count(*) FROM records
        WHERE NOT EXISTS (SELECT 1 FROM lines WHERE record = records.id)""",
    "are of a record that has no name": """
        WITH RECURSIVE of (id) AS (
            SELECT min(record) FROM lines
            UNION ALL
            SELECT (SELECT min(record) FROM lines WHERE record > of.id) FROM of
            WHERE of.id IS NOT NULL
        )
        SELECT count(*) FROM of WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM records)""",
}
"""Where lines are that nobody reads, or none are; each is found without a look at all lines."""
FILED = "SELECT id, digest, lengths, answer FROM requests"
NEXT_REQUESTS = "SELECT id FROM requests WHERE id > ? ORDER BY id LIMIT ?"
PACKED = """
    SELECT count(*), CAST(group_concat(place, char(10)) AS BLOB),
        CAST(group_concat(CAST(line AS TEXT), '') AS BLOB)
    FROM (
        SELECT name || ' ' || number || ' ' || length(line) AS place, line
        FROM lines JOIN records ON records.id = record
        WHERE position > ? AND position <= ? ORDER BY position
    )
"""
PLACED = "SELECT position, name, number, line FROM lines JOIN records ON records.id = record"


def standing(db: apsw.Connection, record: str) -> RecordEnd:
    row: Any = db.execute(f"{STANDINGS} WHERE name = ?", (record,)).fetchone()
    return RecordEnd(record) if row is None else standing_of(*row)


def filed(db: apsw.Connection, *requests: str) -> list[Filed]:
    """Those of the requests that were made before."""
    wanted = msgspec.json.encode(requests).decode()
    rows: Any = db.execute(f"{FILED} WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
    return [filed_as(*row) for row in rows]


def filed_as(id: str, digest: bytes, lengths: bytes, answer: bytes) -> Filed:
    return Filed(id, digest, msgspec.json.decode(lengths, type=dict[str, int]), answer)


def standings(db: apsw.Connection) -> list[RecordEnd]:
    rows: Any = db.execute(f"{STANDINGS} ORDER BY name")
    return [standing_of(*row) for row in rows]


def answered(db: apsw.Connection) -> Iterator[RequestRow]:
    rows: Any = db.execute(f"{FILED} ORDER BY id")
    return iter(rows)


def hidden(db: apsw.Connection) -> list[str]:
    """Lines where nobody looks for them."""
    found = ((where, int(db.execute(asked).get)) for where, asked in HIDDEN.items())
    return [f"lines {where}" for where, count in found if count]


def last_position(db: apsw.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(position), 0) FROM lines").get)


def put_in_safe(db: apsw.Connection, name: str, kept: bytes) -> None:
    """In the place of what lies there."""
    db.execute("UPDATE safe SET content = ? WHERE name = ?", (kept, name))


def put_digest(db: apsw.Connection, vouched: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO digest (rowid, content) VALUES (1, ?)", (vouched,))


def insert(db: apsw.Connection, desk: ConflictCheck) -> None:
    begun = [(each.record,) for each in desk.additions if each.after == 0]
    _insert_rows(db, "INSERT INTO records (name)", "(?)", begun)
    _insert_rows(
        db,
        "INSERT INTO lines (record, number, line)",
        "((SELECT id FROM records WHERE name = ?), ?, ?)",
        [
            (addition.record, number, line)
            for addition in desk.additions
            for number, line in enumerate(addition.lines, addition.after + 1)
        ],
    )
    _insert_rows(
        db,
        "INSERT INTO requests",
        "(?, ?, ?, ?)",
        [filed.row for filed in desk.requests],
    )
    kept = [(name, content) for name, content in desk.safe.items() if content is not None]
    _insert_rows(db, "INSERT OR REPLACE INTO safe", "(?, ?)", kept)
    for name, content in desk.safe.items():
        if content is None:
            db.execute("DELETE FROM safe WHERE name = ?", (name,))


def _insert_rows(
    db: apsw.Connection, into: str, row: str, rows: Sequence[tuple[Value, ...]]
) -> None:
    """Many rows in one step: between two steps the thread waits for those that judge meanwhile."""
    for begin in range(0, len(rows), MOST_ROWS):
        some = rows[begin : begin + MOST_ROWS]
        values = ", ".join([row] * len(some))
        db.execute(f"{into} VALUES {values}", tuple(chain.from_iterable(some)))
