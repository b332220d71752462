"""The records in PostgreSQL: the store of a casino that several processes or machines serve.

All additions take one lock, so positions are given in the order of commits and whoever reads on
from a position misses nothing. Writers that are busy gather many writings into one transaction.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from secrets import token_hex
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
from croupier.casino.store.postgresql_schema import (
    CLAIMS,
    HOLDS,
    LOCK,
    NEWS,
    PROCESS,
    VERSION,
    claim,
    migrate,
    must_be_durable,
    must_be_known,
)
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.casino.store.contract import Writing

    Connection = psycopg.Connection[tuple[Any, ...]]

PATIENCE = "5s"
"""How long to wait for it, and how long a process that hangs may hold it."""


class PostgresqlStore(Store):
    """Connections are opened as threads need them, and anew when the server has closed them."""

    shared: ClassVar[bool] = True

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self._url = url
        self._read_only = read_only
        self.name = _without_secrets(url)
        self._pool = Pool(self._connect, _is_quiet)
        self._known: dict[str, Standing] = {}
        """Where records stood when this process added to them last."""
        self._held: set[str] = set()
        self._holding: Connection | None = None
        self._holds = Lock()
        self._process = token_hex(8)
        self._listening: Connection | None = None
        with self._connection() as db:
            if read_only:
                must_be_known(db)
            else:
                must_be_durable(db)
                migrate(db)
                claim(db)

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        written = self._written_as_known(writings)
        return self._written_as_read(writings) if written is None else written

    def _written_as_known(self, writings: Sequence[Writing]) -> list[Receipt | Rejected] | None:
        """In one question, if all stands as this process left it; otherwise not at all."""
        known = [self._known.get(record) for record in records_of(writings)]
        standings = [standing for standing in known if standing is not None]
        if len(standings) < len(known):
            return None
        desk = Desk(standings, ())
        outcomes = [desk.judge(writing) for writing in writings]
        if any(isinstance(outcome, Rejected) for outcome in outcomes):
            return None  # somebody else was faster: the store has to say who
        with self._connection() as db:
            if not _add(db, self._not_held(writings), standings, desk):
                return None
        self._known.update(desk.standings)
        return outcomes

    def _written_as_read(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        """With a look at where the records stand, while nobody else writes."""
        with self._connection() as db, db.transaction():
            with db.pipeline():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                others = db.execute(_HELD_BY_OTHERS, (self._not_held(writings), HOLDS))
                rows = db.execute(f"{_STANDINGS} WHERE name = ANY(%s)", (records_of(writings),))
                filed = db.execute(_FILED, (requests_of(writings),))
                held = {name for (name,) in others}
                standings = [standing_of(*row) for row in rows]
                desk = Desk(standings, [_request(*row) for row in filed], held)
            outcomes = [desk.judge(writing) for writing in writings]
            _add(db, (), standings, desk)
        self._known.update(desk.standings)
        return outcomes

    def _not_held(self, writings: Sequence[Writing]) -> list[str]:
        """The records that would be added to without having been held, as others may do now."""
        return [record for record in records_of(writings) if record not in self._held]

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

    def await_lines(self, seconds: float) -> bool:
        with self._told():
            if self._listening is None or self._listening.closed:
                self._listening = self._connect()
                self._listening.execute(f"LISTEN {NEWS}".encode())
                return True  # nobody was listening until now
            news = self._listening.notifies(timeout=seconds)
            return any(told.payload != self._process for told in news)

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
        if held != (True,):
            return None
        self._held.add(record)
        return self.standing(record).lines

    def release(self, record: str) -> None:
        self._held.discard(record)
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
        if self._listening is not None:
            self._listening.close()
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
        said = {"patience": PATIENCE, "process": self._process, "version": __version__}
        db.execute(_SETTINGS, said)
        return db


# --- opening

_SETTINGS = f"""
    SELECT set_config('default_transaction_isolation', 'read committed', false),
        set_config('{PROCESS}', %(process)s, false),
        set_config('{VERSION}', %(version)s, false),
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


# --- rows

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
_HELD_BY_OTHERS = """
    SELECT name FROM unnest(%s::text[]) AS name
    WHERE NOT pg_try_advisory_xact_lock_shared(%s, hashtext(name))
"""
_ADD = """
    SELECT croupier.add(
        %s::text[],
        %s::text[], %s::integer[], %s::bytea[],
        %s::text[], %s::integer[], %s::bytea[],
        %s::text[], %s::bytea[], %s::bytea[], %s::bytea[],
        %s::text[], %s::bytea[]
    )
"""
_FILED = "SELECT id, digest, lengths, answer FROM croupier.requests WHERE id = ANY(%s)"


def _request(id: str, digest: bytes, lengths: bytes, answer: bytes) -> Filed:
    return Filed(id, digest, msgspec.json.decode(lengths, type=dict[str, int]), answer)


def _add(
    db: Connection, not_held: Sequence[str], standings: Sequence[Standing], desk: Desk
) -> bool:
    """Store what the desk accepted; False if a record is held, or stands otherwise than known."""
    lines = [
        (addition.record, number, line)
        for addition in desk.additions
        for number, line in enumerate(addition.lines, addition.after + 1)
    ]
    requests = [
        (filed.id, filed.digest, msgspec.json.encode(filed.lengths), filed.answer)
        for filed in desk.requests
    ]
    known = [(each.record, each.lines, each.head.encode()) for each in standings]
    columns = (
        list(not_held), *_columns(known, 3), *_columns(lines, 3), *_columns(requests, 4),
        *_columns(list(desk.safe.items()), 2),
    )  # fmt: skip
    row = db.execute(_ADD, columns).fetchone()
    return row == (True,)


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
