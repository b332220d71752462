"""The records in PostgreSQL: the store of a casino that several processes or machines serve.

All additions take one lock, so positions are given in the order of commits and whoever reads on
from a position misses nothing. Writers that are busy gather many writings into one transaction.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from secrets import token_hex
from select import select
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec
import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from croupier.casino.store.conflicts import (
    ConflictCheck,
    Filed,
    records_of,
    requests_of,
    standing_of,
)
from croupier.casino.store.connection_pool import ConnectionPool
from croupier.casino.store.contract import (
    Foreign,
    Receipt,
    RecordEnd,
    Rejected,
    Store,
    StoreBusy,
    StoreDamaged,
    StoredLine,
    StoreFailed,
    StoreFull,
    pack,
)
from croupier.casino.store.postgresql_schema import (
    CLAIMS,
    HOLDS,
    LOCK,
    NEWS,
    PROCESS,
    VERSION,
    claim,
    first,
    foreign,
    migrate,
    must_be_durable,
    must_be_known,
)
from croupier.casino.store.protection import Audit, Protection, Stock, StoreDigest, Tampered
from croupier.casino.store.vouching import Voucher, Vouching
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.store.conflicts import RequestRow
    from croupier.casino.store.contract import Writing

    Connection = psycopg.Connection[tuple[Any, ...]]
    Cursor = psycopg.Cursor[tuple[Any, ...]]

T = TypeVar("T")


# --- the store


OTHERS = 0.5
"""For how many seconds after another process has written it is likely to do so again."""
PATIENCE = "5s"
"""How long to wait for it, and how long a process that hangs may hold it."""
READ_AT_ONCE = 1_000
"""The number of rows that one question fetches, where all rows are read."""


class PostgresqlStore(Store):
    """Connections are opened as threads need them, and anew when the server has closed them."""

    shared: ClassVar[bool] = True

    def __init__(self, url: str, *, read_only: bool = False, keys: HouseKeys | None = None) -> None:
        self._url = url
        self.protection = None if keys is None else Protection(keys)
        self._voucher = None if self.protection is None else Voucher(self.protection)
        self._read_only = read_only
        self.name = _without_secrets(url)
        self._pool = ConnectionPool(self._connect, _is_quiet)
        self._known: dict[str, RecordEnd] = {}
        """Where records stood when this process added to them last."""
        self._held: set[str] = set()
        self._holding: Connection | None = None
        self._others_until = 0.0
        """Until when other processes are likely to write between any two writings of this one."""
        self._claims: dict[str, Connection] = {}
        """What was claimed, with the connection that it ends with."""
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
        if not read_only:
            self._take_up_keys()

    def _take_up_keys(self) -> None:
        """Go on under the house's keys; a store from before there were any comes under them."""
        with self._connection() as db:
            row = db.execute(_DIGEST).fetchone()
        if self.protection is None:
            if row is not None:
                raise StoreFailed(f"{self.name} is kept under the house's keys: they are due")
            return
        if row is None and self.protection.keys.file.in_use and self.last_position():
            raise Tampered(f"{self.name}: what vouches for the whole of it is missing")
        if row is None:
            self._come_under_keys(self.protection)
            self.scrub()
        else:
            self.epoch = self.protection.read_digest(row[0]).epoch

    def _come_under_keys(self, protection: Protection) -> None:
        """Encrypt the safe and vouch for what is there, unless another process just did."""
        with self._connection() as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            if db.execute(_DIGEST).fetchone() is not None:
                return
            for name, content in db.execute(_IN_SAFE).fetchall():
                put = "UPDATE croupier.safe SET content = %s WHERE name = %s"
                db.execute(put, (protection.encrypt(name, content), name))
            stock = _stock(db, protection)
            digest = stock.digest(1, 0, stock.position)
            db.execute(_PUT_DIGEST, (protection.write_digest(digest),))

    def take_stock(self, epoch: int) -> StoreDigest:
        assert self.protection is not None, "it is kept under no keys"
        with self._connection() as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            row = db.execute(_DIGEST).fetchone()
            before = StoreDigest() if row is None else self.protection.read_digest(row[0])
            taken = _stock(db, self.protection).digest(before.n + 1, epoch, before.untagged)
            db.execute(_PUT_DIGEST, (self.protection.write_digest(taken),))
        self.epoch = epoch
        return taken

    def encrypt_anew(self) -> None:
        assert self.protection is not None, "it is kept under no keys"
        with self._connection() as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            for name, content in db.execute(_IN_SAFE).fetchall():
                kept = self.protection.encrypt(name, self.protection.decrypt(name, content))
                put = "UPDATE croupier.safe SET content = %s WHERE name = %s"
                db.execute(put, (kept, name))
            before = self.protection.read_digest(first(db.execute(_DIGEST)))
            stock = _stock(db, self.protection)
            digest = stock.digest(before.n + 1, before.epoch, before.untagged)
            db.execute(_PUT_DIGEST, (self.protection.write_digest(digest),))
        self.scrub()

    def digest(self) -> StoreDigest | None:
        stored = self._asked(_stored_digest)
        if stored is None:
            return None
        if self.protection is None:
            raise StoreDamaged("it is kept under the house's keys, which are not at hand")
        return self.protection.read_digest(stored)

    def audit(self, *, requests: bool) -> Audit | None:
        if self.protection is None:
            return None
        with self._connection() as db, db.transaction():
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            row = db.execute(_DIGEST).fetchone()
            if row is None:
                return None
            in_safe: Any = db.execute(f"{_IN_SAFE} ORDER BY name".encode())
            return Audit.of(self.protection, row[0], in_safe, _answered(db) if requests else None)

    def foreign(self) -> Foreign:
        return self._asked(foreign)

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        if monotonic() < self._others_until:  # to try it as known would be in vain
            return self._written_as_read(writings)
        written = self._written_as_known(writings)
        return self._written_as_read(writings) if written is None else written

    def _written_as_known(self, writings: Sequence[Writing]) -> list[Receipt | Rejected] | None:
        """In one question, if all stands as this process left it; otherwise not at all."""
        known = [self._known.get(record) for record in records_of(writings)]
        standings = [standing for standing in known if standing is not None]
        if len(standings) < len(known):
            return None
        desk = ConflictCheck(standings, ())
        outcomes = [desk.judge(writing) for writing in writings]
        if any(isinstance(outcome, Rejected) for outcome in outcomes):
            return None  # somebody else was faster: the store has to say who
        voucher = self._voucher
        if voucher is not None and (
            voucher.stored is None or not desk.safe.keys() <= voucher.marks.keys()
        ):
            return None
        vouching = Vouching() if voucher is None else voucher.advance(desk)
        with self._connection() as db:
            if not _is_done(_add(db, self._not_held(writings), standings, desk, vouching)):
                return None
        if voucher is not None:
            voucher.note(vouching)
        self._known.update(desk.standings)
        return outcomes

    def _note_vouched(
        self, voucher: Voucher, names: Sequence[str], digest: Cursor, in_safe: Cursor
    ) -> None:
        """Know the digest as it is now, and what lies in the safe under some names."""
        row = digest.fetchone()
        if row is None:
            raise Tampered(f"{self.name}: what vouches for the whole of it is missing")
        if row[0] != voucher.stored:
            self._others_until = monotonic() + OTHERS
            voucher.marks.clear()
            voucher.stored, voucher.digest = row[0], voucher.protection.read_digest(row[0])
            if voucher.digest.epoch != self.epoch:
                raise Tampered(f"{self.name}: a loss was accepted meanwhile; start again")
        voucher.marks.update(dict.fromkeys(names))
        for name, kept in in_safe:
            voucher.marks[name] = voucher.protection.mark(name, kept)

    def _written_as_read(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        """With a look at where the records stand, while nobody else writes."""
        voucher = self._voucher
        in_safe = [name for writing in writings for name in writing.safe]
        # Others wait meanwhile: one question has all that is read, another writes and commits.
        with self._connection() as db, db.pipeline(), db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            others = db.execute(_HELD_BY_OTHERS, (self._not_held(writings), HOLDS))
            rows = db.execute(f"{_STANDINGS} WHERE name = ANY(%s)", (records_of(writings),))
            filed = db.execute(_FILED, (requests_of(writings),))
            vouched = db.execute(_DIGEST), db.execute(_IN_SAFE_NAMED, (in_safe,))
            held = {name for (name,) in others}
            standings = [standing_of(*row) for row in rows]
            desk = ConflictCheck(standings, [_request(*row) for row in filed], held)
            outcomes = [desk.judge(writing) for writing in writings]
            vouching = Vouching()
            if voucher is not None:
                self._note_vouched(voucher, in_safe, *vouched)
                vouching = voucher.advance(desk)
            added = _add(db, (), standings, desk, vouching)
        if not _is_done(added):
            raise StoreFailed(f"{self.name}: a record does not stand as it was read")
        if voucher is not None:
            voucher.note(vouching)
        self._known.update(desk.standings)
        return outcomes

    def _not_held(self, writings: Sequence[Writing]) -> list[str]:
        """The records that would be added to without having been held, as others may do now."""
        return [record for record in records_of(writings) if record not in self._held]

    def receipt(self, request: str) -> Receipt | None:
        return self.receipts((request,)).get(request)

    def receipts(self, requests: Sequence[str]) -> dict[str, Receipt]:
        rows = self._rows(_FILED, list(requests))
        return {filed.id: filed.receipt() for filed in (_request(*row) for row in rows)}

    def records(self) -> list[RecordEnd]:
        return [standing_of(*row) for row in self._rows(f"{_STANDINGS} ORDER BY name")]

    def standing(self, record: str) -> RecordEnd:
        rows = self._rows(f"{_STANDINGS} WHERE name = %s", record)
        return standing_of(*rows[0]) if rows else RecordEnd(record)

    def page(self, record: str, after: int, limit: int) -> list[StoredLine]:
        wanted = "WHERE name = %s AND number > %s ORDER BY number LIMIT %s"
        rows = self._rows(f"{_PLACED} {wanted}", record, after, limit)
        return [StoredLine(*row) for row in rows]

    def journal(self, after: int = 0, limit: int = 1000) -> list[StoredLine]:
        wanted = "WHERE position > %s ORDER BY position LIMIT %s"
        return [StoredLine(*row) for row in self._rows(f"{_PLACED} {wanted}", after, limit)]

    def packed(self, after: int, last: int) -> bytes:
        (row,) = self._rows(_PACKED, after, last, binary=True)
        return pack(*row)

    def safe(self, name: str) -> bytes | None:
        return self.safes((name,)).get(name)

    def safes(self, names: Sequence[str]) -> dict[str, bytes]:
        asked, encrypted = _IN_SAFE_NAMED, True
        if self.protection is not None:
            kept = self._rows(asked, list(names))
        else:
            kept, encrypted = self._asked(lambda db: _kept_and_how(db, asked, names))
        read = ((name, self._read_in_safe(name, it, encrypted=encrypted)) for name, it in kept)
        return {name: content for name, content in read if content is not None}

    def safe_names(self, beginning: str) -> list[str]:
        asked = "SELECT name FROM croupier.safe WHERE starts_with(name, %s) ORDER BY name"
        return [name for (name,) in self._rows(asked, beginning)]

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

    def _rows(self, query: str, *values: object, binary: bool = False) -> list[tuple[Any, ...]]:
        return self._asked(lambda db: db.execute(query.encode(), values, binary=binary).fetchall())

    def _asked(self, ask: Callable[[Connection], T]) -> T:
        """What a question is answered; if the connection is lost meanwhile, on another one."""
        with self._told():
            try:
                with self._pool.one() as db:
                    return ask(db)
            except psycopg.OperationalError:
                with self._pool.one() as db:
                    return ask(db)

    def claim(self, task: str) -> bool:
        return task in self.claims((task,))

    def claims(self, tasks: Sequence[str]) -> set[str]:
        self._on_hold("SELECT true")  # which shows whether the connection still stands
        claimed = {task for task in tasks if self._claims.get(task) is self._holding}
        asked = """
            SELECT array_agg(task) FROM unnest(%s::text[]) AS task
            WHERE pg_try_advisory_lock(%s, hashtext(task))"""
        new = [task for task in tasks if task not in claimed]  # each is claimed once
        found = self._on_hold(asked, new, CLAIMS) if new else None
        for task in new:
            self._claims.pop(task, None)
        if found is not None and found[0] is not None and self._holding is not None:
            self._claims |= dict.fromkeys(found[0], self._holding)
            claimed.update(found[0])
        return claimed

    def unclaim(self, task: str) -> None:
        if self._claims.pop(task, None) is not None:
            with suppress(StoreFailed):  # with its connection the claim is gone as well
                self._on_hold("SELECT pg_advisory_unlock(%s, hashtext(%s))", CLAIMS, task)

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

    def scrub(self) -> None:
        """Write the safe into another file, and remove the one that it was in."""
        with self._connection() as db:
            db.execute("VACUUM FULL croupier.safe")

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

    def _told(self) -> AbstractContextManager[None]:
        return _told(self.name)

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


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Whatever PostgreSQL says went wrong, in the words of the contract."""
    try:
        yield
    except errors.LockNotAvailable:
        raise StoreBusy(f"{name}: another process is writing") from None
    except errors.DiskFull:
        raise StoreFull(f"{name}: the disk is full") from None
    except psycopg.Error as error:
        raise StoreFailed(f"{name}: {str(error).strip()}") from error


def _without_secrets(url: str) -> str:
    """The database as it may be named in a message."""
    said = conninfo_to_dict(url)
    return f"PostgreSQL database {said.get('dbname') or 'of the user'}"


def _is_quiet(db: Connection) -> bool:
    """Whether an idle connection still stands: the server speaks to it only to say farewell."""
    return not db.closed and not select([db.fileno()], [], [], 0)[0]


def empty_safe(url: str) -> int:
    """Take everything out of the safe, and its digest; how many things it held.

    Nobody may serve the casino meanwhile: whoever does holds records, or sees to tasks.
    """
    name = _without_secrets(url)
    with _told(name):
        with psycopg.connect(url, connect_timeout=10) as db, db.transaction():
            must_be_durable(db)
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            if first(db.execute(_SERVED_BY, ([CLAIMS, HOLDS],))):
                raise StoreBusy(f"{name} is being served: close the casino first")
            held = int(first(db.execute("SELECT count(*) FROM croupier.safe")))
            db.execute("DELETE FROM croupier.safe")
            db.execute("DELETE FROM croupier.digest")
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as db:
            db.execute("VACUUM FULL croupier.safe")
    return held


# --- rows

_SERVED_BY = """
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ANY(%s::bigint[])
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
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
_PACKED = """
    SELECT count(*),
        convert_to(
            string_agg(name || ' ' || number || ' ' || length(line), chr(10) ORDER BY position),
            'UTF8'
        ),
        string_agg(line, ''::bytea ORDER BY position)
    FROM croupier.lines JOIN croupier.records ON records.id = record
    WHERE position > %s AND position <= %s
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
        %s::text[], %s::bytea[],
        %s::bytea, %s::bytea
    )
"""
_DIGEST = "SELECT content FROM croupier.digest"
_PUT_DIGEST = """
    INSERT INTO croupier.digest (content) VALUES (%s)
    ON CONFLICT (id) DO UPDATE SET content = excluded.content
"""
_IN_SAFE = "SELECT name, content FROM croupier.safe"
_IN_SAFE_NAMED = f"{_IN_SAFE} WHERE name = ANY(%s)"
_HASHES = """
    SELECT position, name, substr(line, 10, 64)
    FROM croupier.lines JOIN croupier.records ON records.id = record ORDER BY position
"""
_ANSWERED = "SELECT id, digest, lengths, answer FROM croupier.requests"
_FILED = "SELECT id, digest, lengths, answer FROM croupier.requests WHERE id = ANY(%s)"


def _request(id: str, digest: bytes, lengths: bytes, answer: bytes) -> Filed:
    return Filed(id, digest, msgspec.json.decode(lengths, type=dict[str, int]), answer)


def _stored_digest(db: Connection) -> bytes | None:
    """The digest as it lies there; None, if the database is kept under no keys."""
    if first(db.execute("SELECT to_regclass('croupier.digest')")) is None:
        return None
    row = db.execute(_DIGEST).fetchone()
    return None if row is None else bytes(row[0])


def _kept_and_how(
    db: Connection, asked: str, names: Sequence[str]
) -> tuple[list[tuple[Any, ...]], bool]:
    """What lies in the safe under some names, and whether it is encrypted at that moment."""
    with db.transaction():
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        kept = db.execute(asked.encode(), (list(names),)).fetchall()
        return kept, _stored_digest(db) is not None


def _stock(db: Connection, protection: Protection) -> Stock:
    in_safe: Any = db.execute(_IN_SAFE)
    hashes: Any = db.execute(_HASHES)
    stock, _ = Stock.of(protection, in_safe, hashes, _answered(db))
    return stock


def _answered(db: Connection) -> Iterator[RequestRow]:
    """Read every request a part at a time: there may be more than fit into memory."""
    with db.cursor("answered", binary=True) as cursor:
        cursor.itersize = READ_AT_ONCE
        yield from cursor.execute(_ANSWERED)


def _add(
    db: Connection,
    not_held: Sequence[str],
    standings: Sequence[RecordEnd],
    desk: ConflictCheck,
    vouching: Vouching,
) -> Cursor:
    """Have what the desk accepted stored; whether it is, `_is_done` tells."""
    lines = [
        (addition.record, number, line)
        for addition in desk.additions
        for number, line in enumerate(addition.lines, addition.after + 1)
    ]
    requests = [filed.row for filed in desk.requests]
    known = [(each.record, each.lines, each.head.encode()) for each in standings]
    columns = (
        list(not_held), *_columns(known, 3), *_columns(lines, 3), *_columns(requests, 4),
        *_columns(list(desk.safe.items()), 2), vouching.before, vouching.stored,
    )  # fmt: skip
    return db.execute(_ADD, columns)


def _is_done(added: Cursor) -> bool:
    """Whether it was stored; not if a record is held, or stands otherwise than known."""
    return added.fetchone() == (True,)


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
