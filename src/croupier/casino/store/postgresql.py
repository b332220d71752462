"""The records in PostgreSQL: the store of a casino that several processes or machines serve.

All additions take one lock, so positions are given in the order of commits and whoever reads on
from a position misses nothing. Writers that are busy gather many writings into one transaction.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from select import select
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from croupier.casino.store.contract import (
    Placed,
    Receipt,
    Rejected,
    Standing,
    Store,
    StoreBusy,
    StoreFailed,
    StoreFull,
)
from croupier.casino.store.desk import Desk, Filed, records_of, requests_of, standing_of
from croupier.casino.store.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.casino.store.contract import Writing

    Connection = psycopg.Connection[tuple[Any, ...]]

LOCK = int.from_bytes(b"croupier", "big")
"""The advisory lock that every addition takes."""
CLAIMS, HOLDS = int.from_bytes(b"task", "big"), int.from_bytes(b"hold", "big")
"""With the hash of a name, the advisory locks of whoever sees to a task or holds a record."""
PATIENCE = "5s"
"""How long to wait for it, and how long a process that hangs may hold it."""

MIGRATIONS = (
    """
    CREATE TABLE croupier.records (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE
    );
    CREATE TABLE croupier.lines (
        position bigint PRIMARY KEY,
        record integer NOT NULL REFERENCES croupier.records,
        number integer NOT NULL,
        line bytea NOT NULL,
        UNIQUE (record, number)
    );
    CREATE TABLE croupier.requests (
        id text PRIMARY KEY,
        digest bytea NOT NULL,
        lengths bytea NOT NULL,
        answer bytea NOT NULL
    );
    CREATE TABLE croupier.safe (
        name text PRIMARY KEY,
        content bytea NOT NULL
    );
    CREATE FUNCTION croupier.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'a record is only ever added to'; END $$;
    CREATE TRIGGER lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON croupier.lines
        EXECUTE FUNCTION croupier.refuse();
    """,
)
"""Each brings the database from one version to the next."""


class PostgresqlStore(Store):
    """Connections are opened as threads need them, and anew when the server has closed them."""

    shared: ClassVar[bool] = True

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self._url = url
        self._read_only = read_only
        self.name = _without_secrets(url)
        self._pool = Pool(self._connect, _is_quiet)
        self._holding: Connection | None = None
        self._holds = Lock()
        with self._connection() as db:
            if read_only:
                _must_be_known(db)
            else:
                _must_be_durable(db)
                migrate(db)

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        with self._connection() as db, db.pipeline(), db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            standings = db.execute(f"{_STANDINGS} WHERE name = ANY(%s)", (records_of(writings),))
            filed = db.execute(_FILED, (requests_of(writings),))
            last = db.execute(_LAST)
            desk = Desk([standing_of(*row) for row in standings], [_request(*row) for row in filed])
            outcomes = [desk.judge(writing) for writing in writings]
            _insert(db, desk, _number(last) + 1)
        return outcomes

    def receipt(self, request: str) -> Receipt | None:
        rows = self._rows(_FILED, [request])
        return _request(*rows[0]).receipt() if rows else None

    def records(self) -> list[Standing]:
        return [standing_of(*row) for row in self._rows(f"{_STANDINGS} ORDER BY name")]

    def standing(self, record: str) -> Standing:
        rows = self._rows(f"{_STANDINGS} WHERE name = %s", record)
        return standing_of(*rows[0]) if rows else Standing(record)

    def page(self, record: str, after: int, limit: int) -> list[Placed]:
        wanted = "WHERE name = %s AND number > %s ORDER BY number LIMIT %s"
        rows = self._rows(f"{_PLACED} {wanted}", record, after, limit)
        return [Placed(*row) for row in rows]

    def journal(self, after: int = 0, limit: int = 1000) -> list[Placed]:
        wanted = "WHERE position > %s ORDER BY position LIMIT %s"
        return [Placed(*row) for row in self._rows(f"{_PLACED} {wanted}", after, limit)]

    def safe(self, name: str) -> bytes | None:
        rows = self._rows("SELECT content FROM croupier.safe WHERE name = %s", name)
        return rows[0][0] if rows else None

    def last_position(self) -> int:
        return int(self._rows(_LAST)[0][0])

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds; if the connection is lost meanwhile, on another one."""
        with self._told():
            try:
                with self._pool.one() as db:
                    return db.execute(query.encode(), values).fetchall()
            except psycopg.OperationalError:
                with self._pool.one() as db:
                    return db.execute(query.encode(), values).fetchall()

    def claim(self, task: str) -> bool:
        asked = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"
        return self._on_hold(asked, CLAIMS, task) == (True,)

    def hold(self, record: str) -> int | None:
        held = self._on_hold("SELECT pg_try_advisory_lock(%s, hashtext(%s))", HOLDS, record)
        return self.standing(record).lines if held == (True,) else None

    def release(self, record: str) -> None:
        with suppress(StoreFailed):  # with its connection the hold is gone as well
            self._on_hold("SELECT pg_advisory_unlock(%s, hashtext(%s))", HOLDS, record)

    def _on_hold(self, asked: str, *values: object) -> tuple[Any, ...] | None:
        """On the connection that claims and holds belong to: they end with it."""
        with self._holds, self._told():
            if self._holding is None or not _is_quiet(self._holding):
                self._holding = self._connect()
            return self._holding.execute(asked.encode(), values).fetchone()

    def close(self) -> None:
        if self._holding is not None:
            with suppress(psycopg.Error):  # said, because the server sees a farewell only later
                self._holding.execute("SELECT pg_advisory_unlock_all()")
            self._holding.close()
        self._pool.close()

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        with self._told(), self._pool.one() as db:
            yield db

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever PostgreSQL says went wrong, in the words of the contract."""
        try:
            yield
        except errors.LockNotAvailable:
            raise StoreBusy(f"{self.name}: another process is writing") from None
        except errors.DiskFull:
            raise StoreFull(f"{self.name}: the disk is full") from None
        except psycopg.Error as error:
            raise StoreFailed(f"{self.name}: {str(error).strip()}") from error

    def _connect(self) -> Connection:
        db = psycopg.connect(self._url, autocommit=True, connect_timeout=10)
        db.read_only = self._read_only
        db.execute(_SETTINGS, {"patience": PATIENCE})
        return db


# --- opening

_SETTINGS = """
    SELECT set_config('default_transaction_isolation', 'read committed', false),
        set_config('lock_timeout', %(patience)s, false),
        set_config('idle_in_transaction_session_timeout', %(patience)s, false),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit')
            WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""


def _without_secrets(url: str) -> str:
    """The database as it may be named in a message."""
    said = conninfo_to_dict(url)
    return f"PostgreSQL database {said.get('dbname') or 'of the user'}"


def _is_quiet(db: Connection) -> bool:
    """Whether an idle connection still stands: the server speaks to it only to say farewell."""
    return not db.closed and not select([db.fileno()], [], [], 0)[0]


def _must_be_durable(db: Connection) -> None:
    for setting in ("fsync", "full_page_writes"):
        if _text(db.execute("SELECT current_setting(%s)", (setting,))) != "on":
            raise StoreFailed(f"PostgreSQL would lose what it acknowledged: {setting} is off")


def _must_be_known(db: Connection) -> None:
    """Refuse to read what this version cannot read."""
    there = db.execute("SELECT to_regclass('croupier.migrations')").fetchone()
    if there == (None,):
        raise ValueError("the database holds no casino")
    version = _number(db.execute(_VERSION))
    if version != len(MIGRATIONS):
        raise ValueError(f"the database holds a casino of version {version}, not of a known one")


def migrate(db: Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the database to the newest version; a newer one than is known is refused."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        db.execute("CREATE SCHEMA IF NOT EXISTS croupier")
        db.execute("CREATE TABLE IF NOT EXISTS croupier.migrations (version integer PRIMARY KEY)")
        version = _number(db.execute(_VERSION))
        if version > len(migrations):
            raise ValueError(
                f"the database was made by a later croupier: its version is {version}, "
                f"and this one knows those up to {len(migrations)}"
            )
        for number, script in enumerate(migrations[version:], version + 1):
            db.execute(script.encode())
            db.execute("INSERT INTO croupier.migrations VALUES (%s)", (number,))


# --- rows

_VERSION = "SELECT coalesce(max(version), 0) FROM croupier.migrations"
_LAST = "SELECT coalesce(max(position), 0) FROM croupier.lines"
_STANDINGS = """
    SELECT name, number, substr(line, 10, 64)
    FROM croupier.records CROSS JOIN LATERAL (
        SELECT number, line FROM croupier.lines WHERE record = records.id
        ORDER BY number DESC LIMIT 1
    ) AS last
"""
_PLACED = """
    SELECT position, name, number, line
    FROM croupier.lines JOIN croupier.records ON records.id = record
"""
_FILED = "SELECT id, digest, lengths, answer FROM croupier.requests WHERE id = ANY(%s)"


def _request(id: str, digest: bytes, lengths: bytes, answer: bytes) -> Filed:
    return Filed(id, digest, msgspec.json.decode(lengths, type=dict[str, int]), answer)


def _insert(db: Connection, desk: Desk, position: int) -> None:
    """Store what the desk accepted, each kind of row in one statement."""
    additions = desk.additions
    begun = [addition.record for addition in additions if addition.after == 0]
    if begun:
        db.execute("INSERT INTO croupier.records (name) SELECT unnest(%s::text[])", (begun,))
    rows = [
        (addition.record, number, line)
        for addition in additions
        for number, line in enumerate(addition.lines, addition.after + 1)
    ]
    if rows:
        names, numbers, lines = zip(*rows, strict=True)
        db.execute(
            "INSERT INTO croupier.lines SELECT place, id, number, line"
            " FROM unnest(%s::bigint[], %s::text[], %s::integer[], %s::bytea[])"
            " AS added (place, name, number, line) JOIN croupier.records USING (name)",
            (
                list(range(position, position + len(rows))),
                list(names), list(numbers), list(lines),
            ),
        )  # fmt: skip
    if desk.requests:
        filed = [
            (each.id, each.digest, msgspec.json.encode(each.lengths), each.answer)
            for each in desk.requests
        ]
        ids, digests, lengths, answers = zip(*filed, strict=True)
        db.execute(
            "INSERT INTO croupier.requests"
            " SELECT * FROM unnest(%s::text[], %s::bytea[], %s::bytea[], %s::bytea[])",
            (list(ids), list(digests), list(lengths), list(answers)),
        )
    if desk.safe:
        _lock_away(db, desk.safe)


def _lock_away(db: Connection, safe: dict[str, bytes | None]) -> None:
    kept = {name: content for name, content in safe.items() if content is not None}
    db.execute("DELETE FROM croupier.safe WHERE name = ANY(%s)", (list(safe),))
    db.execute(
        "INSERT INTO croupier.safe SELECT * FROM unnest(%s::text[], %s::bytea[])",
        (list(kept), list(kept.values())),
    )


def _number(cursor: psycopg.Cursor[tuple[Any, ...]]) -> int:
    row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def _text(cursor: psycopg.Cursor[tuple[Any, ...]]) -> str:
    row = cursor.fetchone()
    assert row is not None
    return str(row[0])
