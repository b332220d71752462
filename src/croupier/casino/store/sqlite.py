"""The records in one SQLite file: the store of a casino that one process serves.

Every writing is on the disk before it is acknowledged: write-ahead log, full synchronisation. The
SQLite that Python finds may be older than the repair of a bug that could damage such a log; APSW
brings its own.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import apsw
import msgspec

from croupier.casino.store.conflicts import (
    ConflictCheck,
    Filed,
    records_of,
    requests_of,
    standing_of,
)
from croupier.casino.store.connection_pool import ConnectionPool
from croupier.casino.store.contract import (
    Receipt,
    RecordEnd,
    Rejected,
    Store,
    StoreBusy,
    StoreDamaged,
    StoredLine,
    StoreFailed,
    StoreFull,
    older_than,
)
from croupier.casino.store.protection import (
    Audit,
    Protection,
    Stock,
    StoreDigest,
    Tampered,
)
from croupier.casino.store.salvage import survey
from croupier.casino.store.write_ahead_log import damage_of_log
from croupier.private_files import create_private, make_private
from croupier.version import __version__, numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from os import PathLike

    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.store.contract import Writing
    from croupier.casino.store.salvage import Survivors

    Value = str | int | bytes


# --- which requests were surely not made before


BITS = 2**23
"""One megabyte: with a million requests one new one in nine is looked for in vain."""


class RequestFilter:
    """Never wrong about a request that it has been told of. Any thread may tell it or ask."""

    def __init__(self) -> None:
        self._bits = bytearray(BITS // 8)
        self._lock = Lock()
        self.learnt: str | None = ""
        """The last of the stored ids, in their order, that was learnt; None after the last."""

    def may_be(self, id: str) -> bool:
        """Whether a request may have been made before."""
        place = hash(id) % BITS
        return self.learnt is not None or bool(self._bits[place >> 3] & 1 << (place & 7))

    def add(self, ids: Iterable[str]) -> None:
        bits = self._bits
        with self._lock:  # of two threads at one byte, neither may undo what the other has set
            for id in ids:
                place = hash(id) % BITS
                bits[place >> 3] |= 1 << (place & 7)

    def learn(self, after: str, ids: Sequence[str]) -> None:
        """The next stored ids after the last that was learnt; there are no more after none."""
        self.add(ids)
        with self._lock:
            if self.learnt == after:
                self.learnt = ids[-1] if ids else None

    def doubt(self) -> None:
        """Somebody else has stored something: what is stored has to be learnt again."""
        with self._lock:
            self.learnt = ""


# --- the schema


APPLICATION = int.from_bytes(b"Crpr", "big")
"""What tells a casino's file from any other."""
APPLICATION_AT = 68
"""Where it stands in the first bytes of the file."""

MIGRATIONS = (
    """
    CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE lines (
        position INTEGER PRIMARY KEY,
        record INTEGER NOT NULL REFERENCES records,
        number INTEGER NOT NULL,
        line BLOB NOT NULL,
        UNIQUE (record, number)
    ) STRICT;
    CREATE TABLE requests (
        id TEXT PRIMARY KEY,
        digest BLOB NOT NULL,
        lengths BLOB NOT NULL,
        answer BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE safe (
        name TEXT PRIMARY KEY,
        content BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines
        BEGIN SELECT raise(ABORT, 'a record is only ever added to'); END;
    CREATE TRIGGER lines_are_kept BEFORE DELETE ON lines
        BEGIN SELECT raise(ABORT, 'a record is only ever added to'); END;
    """,
    """
    CREATE TABLE program (version TEXT NOT NULL) STRICT;
    INSERT INTO program VALUES ('0.1.0');
    """,
    """
    CREATE TABLE digest (content BLOB NOT NULL) STRICT;
    """,
)
"""Each brings the file from one version to the next."""


def must_be_ours(db: apsw.Connection, path: Path) -> None:
    """Refuse a file that is no database or somebody else's; an empty one will do."""
    with db:  # both looks in one transaction, for somebody else may be making it
        ours = db.pragma("application_id") == APPLICATION
        empty = db.execute("SELECT count(*) FROM sqlite_schema").get == 0
    if not ours and not empty:
        raise ValueError(f"{path} is a database, but not a casino's")


def must_be_known(db: apsw.Connection, path: Path) -> None:
    """Refuse to read what this version cannot read; what was made before can be read as it is."""
    must_be_ours(db, path)
    version = db.pragma("user_version")
    if version == 0 and db.pragma("application_id") != APPLICATION:
        raise ValueError(f"{path} is an empty database: there is no casino in it")
    if not 0 < version <= len(MIGRATIONS):
        raise ValueError(f"{path} is a casino's database of version {version}, not of a known one")


def migrate(db: apsw.Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a file to the newest version; a newer one than is known is refused."""
    version = db.pragma("user_version")
    if version > len(migrations):
        raise ValueError(
            f"{path} was made by a later croupier: its version is {version}, "
            f"and this one knows those up to {len(migrations)}"
        )
    for script in migrations[version:]:
        db.execute(script)
    db.pragma("application_id", APPLICATION)
    db.pragma("user_version", len(migrations))


def claim(db: apsw.Connection, path: Path, version: str = __version__) -> None:
    """Say which version of the program serves the casino; an older one than before is refused.

    It would go on by rules that have been corrected since.
    """
    served = str(db.execute("SELECT version FROM program").get)
    if numbers(served) > numbers(version):
        raise ValueError(older_than(served, str(path), version))
    db.execute("UPDATE program SET version = ?", (version,))


# --- the store


OLDEST_SQLITE = 3_051_003
"""From this version on, a log that is reset cannot damage the file."""
MOST_DAMAGE = 20
"""How much of what is damaged is listed when a file is opened."""
PATIENCE = 5_000
"""How many milliseconds to wait while another process writes."""
FULL = 2
HAS_DIGEST = 3
"""The version of the database from which on it may be kept under keys."""
LEARNT_AT_ONCE = 1_000
"""How many of the old requests are learnt with each question about one."""
MOST_ROWS = 1_000
"""How many rows one statement inserts; SQLite takes 32,766 values in one."""


class SqliteStore(Store):
    """One connection writes, in the order of the threads that ask; others read beside it.

    After an error of the disk it writes no more: what the disk holds shows when it is opened anew.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        read_only: bool = False,
        though_damaged: bool = False,
        keys: HouseKeys | None = None,
    ) -> None:
        self.path = Path(path)
        self.protection = None if keys is None else Protection(keys)
        self._digest: StoreDigest | None = None
        self._vouched = b""
        """The digest as it is stored."""
        self._safe_marks: dict[str, int] = {}
        """What each thing in the safe adds to its sum."""
        _must_be_recent()
        self._lock = Lock()
        self._failure = "it was opened for reading only" if read_only else ""
        self._readers = ConnectionPool(self._open_reader)
        self._writer: apsw.Connection | None = None
        self._known: dict[str, RecordEnd] = {}
        self._made_before = RequestFilter()
        self._version: object = None
        """Of the database when all that was known: it changes when others write."""
        self._unchanging = False
        """Whether the file is on a medium that nobody can write to."""
        self._copy: Path | None = None
        """What is read in its place, if it has a log there."""
        self._folder: TemporaryDirectory[str] | None = None
        if read_only:
            with told(self.path):
                self._find_out_how_to_read()
            with self._reading() as db:
                must_be_known(db, self.path)
        else:
            self.had_log = _log_of(self.path).exists()
            _create(self.path)
            with told(self.path):
                self._writer, self.accepted_damage, self.exposed = _open_writer(
                    self.path, though_damaged
                )
            self._file = _identity(self.path)
            try:
                self._take_up_keys()
            except BaseException:
                self._writer.close()
                raise

    def _take_up_keys(self) -> None:
        """Go on under the house's keys; a store from before there were any comes under them."""
        with self._transaction() as db:
            row: Any = db.execute("SELECT content FROM digest").fetchone()
            protection = self.protection
            if protection is None:
                if row is not None:
                    raise StoreFailed(f"{self.path} is kept under the house's keys: they are due")
                return
            if row is not None:
                self._vouched = row[0]
                self._digest = protection.read_digest(self._vouched)
            elif protection.keys.file.in_use and _standings(db):
                raise Tampered(f"{self.path}: what vouches for the whole of it is missing")
            rows: Any = db.execute("SELECT name, content FROM safe")
            self._safe_marks = {name: protection.mark(name, kept) for name, kept in rows}
            self._known = {each.record: each for each in _standings(db)}
        if self._digest is None:
            self._come_under_keys(protection)
            self.scrub()
        assert self._digest is not None
        self.epoch = self._digest.epoch

    def _come_under_keys(self, protection: Protection) -> None:
        """Encrypt the safe, and vouch for all that is there."""
        with self._transaction() as db:
            rows: Any = db.execute("SELECT name, content FROM safe").fetchall()
            for name, content in rows:
                kept = protection.encrypt(name, content)
                db.execute("UPDATE safe SET content = ? WHERE name = ?", (kept, name))
            stock = self._take_stock(db, protection)
            self._vouch_for(db, protection, stock.digest(1, 0, stock.position))

    def take_stock(self, epoch: int) -> StoreDigest:
        assert self.protection is not None, "it is kept under no keys"
        before = self._digest or StoreDigest()
        with self._transaction() as db:
            stock = self._take_stock(db, self.protection)
            digest = stock.digest(before.n + 1, epoch, before.untagged)
            self._vouch_for(db, self.protection, digest)
        return digest

    def encrypt_anew(self) -> None:
        assert self.protection is not None, "it is kept under no keys"
        assert self._digest is not None
        with self._transaction() as db:
            rows: Any = db.execute("SELECT name, content FROM safe").fetchall()
            for name, content in rows:
                kept = self.protection.encrypt(name, self.protection.decrypt(name, content))
                db.execute("UPDATE safe SET content = ? WHERE name = ?", (kept, name))
            stock, before = self._take_stock(db, self.protection), self._digest
            digest = stock.digest(before.n + 1, before.epoch, before.untagged)
            self._vouch_for(db, self.protection, digest)
        self.scrub()

    def _take_stock(self, db: apsw.Connection, protection: Protection) -> Stock:
        """All that there is, counted; what lies in the safe has to be the house's."""
        stock = Stock()
        self._safe_marks.clear()
        rows: Any = db.execute("SELECT name, content FROM safe")
        for name, kept in rows:
            protection.decrypt(name, kept)
            self._safe_marks[name] = mark = protection.mark(name, kept)
            stock.count_in_safe(mark)
        hashes: Any = db.execute(_HASHES)
        for placed in hashes:
            stock.count_line(*placed)
        for filed, lengths in _answered(db):
            stock.count_request(protection.mark_of_request(filed, lengths))
        return stock

    def _vouch_for(self, db: apsw.Connection, protection: Protection, digest: StoreDigest) -> None:
        self._digest, self.epoch = digest, digest.epoch
        self._vouched = protection.write_digest(digest)
        _put_digest(db, self._vouched)

    def digest(self) -> StoreDigest | None:
        if self._writer is not None:
            return self._digest
        with self._reading() as db:
            if db.pragma("user_version") < HAS_DIGEST:
                return None
            row: Any = db.execute("SELECT content FROM digest").fetchone()
        if row is None:
            return None
        if self.protection is None:
            raise StoreDamaged("it is kept under the house's keys, which are not at hand")
        return self.protection.read_digest(row[0])

    def ends(self) -> tuple[StoreDigest, dict[str, RecordEnd]]:
        """The digest, and where each record stands by what this process has written or read."""
        with self._lock:
            assert self._digest is not None
            return self._digest, dict(self._known)

    def audit(self, *, requests: bool) -> Audit | None:
        audit: Audit | None = None
        with self._reading() as db, db:  # in one transaction
            row: Any = None
            if db.pragma("user_version") >= HAS_DIGEST:
                row = db.execute("SELECT content FROM digest").fetchone()
            if row is not None and self.protection is not None:
                in_safe: Any = db.execute("SELECT name, content FROM safe ORDER BY name")
                answered = _answered(db) if requests else None
                audit = Audit.of(self.protection, row[0], in_safe, answered)
        return audit

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        with self._transaction() as db:
            desk = ConflictCheck(
                self._standings_of(db, records_of(writings)), _filed(db, *requests_of(writings))
            )
            outcomes = [desk.judge(writing) for writing in writings]
            vouched = self._vouch(db, desk)
            _insert(db, desk)
            self._made_before.add(filed.id for filed in desk.requests)
        if vouched is not None:
            self._digest, self._vouched, marks = vouched
            for name, mark in marks.items():
                if mark is None:
                    self._safe_marks.pop(name, None)
                else:
                    self._safe_marks[name] = mark
        self._known.update(desk.standings)
        return outcomes

    def _vouch(
        self, db: apsw.Connection, desk: ConflictCheck
    ) -> tuple[StoreDigest, bytes, dict[str, int | None]] | None:
        """Encrypt what goes into the safe, and write down the digest with it all."""
        if self.protection is None or not (desk.additions or desk.safe or desk.requests):
            return None
        assert self._digest is not None
        digest, desk.safe, marks = self.protection.advance(self._digest, desk, self._safe_marks)
        vouched = self.protection.write_digest(digest)
        _put_digest(db, vouched)
        return digest, vouched, marks

    def _standings_of(self, db: apsw.Connection, records: Sequence[str]) -> list[RecordEnd]:
        """As they are remembered, unless somebody else has written meanwhile."""
        version = db.pragma("data_version")
        if version != self._version:
            if self._digest is None:
                self._known.clear()
            else:
                self._must_be_as_left(db)
            if self._version is not None:
                self._made_before.doubt()
            self._version = version
        return [self._known.get(record) or _standing(db, record) for record in records]

    def _must_be_as_left(self, db: apsw.Connection) -> None:
        """Under keys nobody else writes: what is not the house's is not gone on from."""
        row: Any = db.execute("SELECT content FROM digest").fetchone()
        last = int(db.execute("SELECT coalesce(max(position), 0) FROM lines").get)
        assert self._digest is not None
        if row != (self._vouched,) or last != self._digest.position:
            raise Tampered(f"{self.path}: somebody else has written into the database")

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        with self._lock:
            if self._failure or self._writer is None:
                raise StoreFailed(f"{self.path}: {self._failure}")
            try:
                with told(self.path), immediately(self._writer):
                    yield self._writer
            except (StoreBusy, StoreFull):
                raise
            except StoreFailed as error:
                self._failure = f"a write failed, and it must be opened anew: {error}"
                raise

    def receipt(self, request: str) -> Receipt | None:
        if not self._made_before.may_be(request):
            return None
        with self._reading() as db:
            row: Any = db.execute(f"{_FILED} WHERE id = ?", (request,)).fetchone()
            self._learn_some(db)
        return None if row is None else _filed_as(*row).receipt()

    def _learn_some(self, db: apsw.Connection) -> None:
        """Learn some more of the requests that were made before, unless they are all known."""
        last = self._made_before.learnt
        if self._writer is None or last is None:
            return
        rows: Any = db.execute(_NEXT_REQUESTS, (last, LEARNT_AT_ONCE))
        self._made_before.learn(last, [id for (id,) in rows])

    def records(self) -> list[RecordEnd]:
        with self._reading() as db:
            return _standings(db)

    def standing(self, record: str) -> RecordEnd:
        with self._reading() as db:
            return _standing(db, record)

    def page(self, record: str, after: int, limit: int) -> list[StoredLine]:
        wanted = "WHERE name = ? AND number > ? ORDER BY number LIMIT ?"
        return self._placed(wanted, (record, after, limit))

    def journal(self, after: int = 0, limit: int = 1000) -> list[StoredLine]:
        return self._placed("WHERE position > ? ORDER BY position LIMIT ?", (after, limit))

    def safe(self, name: str) -> bytes | None:
        with self._reading() as db:
            row: Any = db.execute("SELECT content FROM safe WHERE name = ?", (name,)).fetchone()
        return None if row is None else self._read_in_safe(name, row[0])

    def safe_names(self, beginning: str) -> list[str]:
        asked = "SELECT name FROM safe WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name"
        with self._reading() as db:
            return [str(name) for (name,) in db.execute(asked, (beginning,))]

    def last_position(self) -> int:
        with self._reading() as db:
            return int(db.execute("SELECT coalesce(max(position), 0) FROM lines").get)

    def _placed(self, wanted: str, values: tuple[str | int, ...]) -> list[StoredLine]:
        with self._reading() as db:
            return [StoredLine(*row) for row in db.execute(f"{_PLACED} {wanted}", values)]

    def damage(self) -> list[str]:
        with self._reading() as db:
            found = []
            try:
                found += [str(line) for (line,) in db.execute("PRAGMA integrity_check")]
            except apsw.CorruptError as error:
                found += _quickly_found_damage(db) or (str(error),)
        in_log = damage_of_log(_log_of(self.path))
        return [*([] if found == ["ok"] else found), *([] if in_log is None else [in_log])]

    def write_back(self) -> None:
        with self._lock, told(self.path):
            if self._writer is not None and not self._failure:
                self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def survey(self) -> dict[str, Survivors]:
        with self._reading() as db:
            return survey(db)

    def at_position(self, position: int) -> StoredLine | None:
        """By the table alone: an index, or the names of records, may be damaged."""
        asked = "SELECT position, '', number, line FROM lines NOT INDEXED WHERE position = ?"
        with self._reading() as db:
            row: Any = db.execute(asked, (position,)).fetchone()
        return None if row is None else StoredLine(*row)

    def back_up(self, to: str | PathLike[str]) -> None:
        """Copy everything that is stored to a new or empty file, while others go on writing."""
        with self._reading() as db:
            try:
                db.execute("VACUUM INTO ?", (str(to),))
            except (apsw.CantOpenError, apsw.FullError, apsw.IOError) as error:
                # SQLite does not say which of the two files it is
                raise StoreFailed(f"{self.path} cannot be copied to {to}: {error}") from error

    def scrub(self) -> None:
        """Write the safe anew, overwrite where it was and whatever else is free, empty the log.

        What is deleted is not gone: as rows come and go, SQLite leaves copies of some behind, in
        the pages of the table and in those that were taken from it.
        """
        with self._transaction() as db:
            db.pragma("secure_delete", True)
            db.execute(_SAFE_ANEW)
            _overwrite_free_pages(db)
        with self._lock, told(self.path):
            if self._writer is None or self._failure:
                raise StoreFailed(f"{self.path}: {self._failure}")
            self._writer.pragma("secure_delete", False)
            self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def must_be_in_place(self) -> None:
        if self._writer is not None and _identity(self.path) != self._file:
            raise StoreFailed(f"{self.path}: the file was removed, or another is in its place")

    def close(self) -> None:
        with self._lock:
            self._readers.close()
            self._failure = self._failure or "it is closed"
            if self._writer is not None:
                with suppress(apsw.Error):  # of a disk that failed nothing more is to be had
                    self._writer.close()
            if self._folder is not None:
                self._folder.cleanup()

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        with told(self.path), self._readers.one() as db:
            yield db

    def _open_reader(self) -> apsw.Connection:
        if self._unchanging:
            return _connect_unchanging(self.path if self._copy is None else self._copy)
        return _connect(self.path, apsw.SQLITE_OPEN_READONLY)

    def _find_out_how_to_read(self) -> None:
        """Beside a log SQLite wants to write; from a medium that takes nothing it reads a copy."""
        db = _connect(self.path, apsw.SQLITE_OPEN_READONLY)
        try:
            db.pragma("user_version")
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            if not os.access(self.path, os.R_OK):
                raise
            log = _log_of(self.path)
            if log.exists() and log.stat().st_size:
                self._folder = TemporaryDirectory(prefix="croupier-")
                self._copy = _copied(self.path, log, Path(self._folder.name))
            self._unchanging = True
        finally:
            db.close()


# --- opening


def _must_be_recent() -> None:
    version = apsw.SQLITE_VERSION_NUMBER
    if version < OLDEST_SQLITE:
        raise StoreFailed(
            f"SQLite {apsw.sqlite_lib_version()} can damage its log; 3.51.3 or later is needed"
        )


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Whatever SQLite says went wrong, in the words of the contract."""
    try:
        yield
    except apsw.BusyError:
        raise StoreBusy(f"{path}: another process is writing") from None
    except apsw.FullError:
        raise StoreFull(f"{path}: the disk is full") from None
    except apsw.CorruptError as error:
        raise StoreDamaged(f"{path} is damaged: {error}") from error
    except apsw.NotADBError:
        raise ValueError(f"{path} is not a database") from None
    except apsw.Error as error:
        raise StoreFailed(f"{path}: {error}") from error


def _connect(path: Path, flags: int) -> apsw.Connection:
    db = apsw.Connection(str(path), flags=flags)
    db.set_busy_timeout(PATIENCE)
    return db


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to, if any."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _create(path: Path) -> None:
    """Make the file, if it is not there, its owner's alone; a device or a pipe is none."""
    try:
        with suppress(FileExistsError):
            os.close(create_private(path))
        is_file = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        raise StoreFailed(f"{path}: unable to open it: {error.strerror}") from None
    if not is_file:
        raise StoreFailed(f"{path}: unable to open it: it is no file")


def _says_it_is_ours(path: Path) -> bool:
    """Before SQLite has a look, which makes a log with the rights that the file has."""
    try:
        with path.open("rb") as file:
            said = file.read(APPLICATION_AT + 4)[APPLICATION_AT:]
    except OSError:  # of which SQLite says what is wrong
        return False
    return said == APPLICATION.to_bytes(4, "big")


def _log_of(path: Path) -> Path:
    return Path(f"{os.path.realpath(path)}-wal")


def _made_private(path: Path) -> tuple[str, ...]:
    """Have the owner alone read the database and its log; which of them others could, and how.

    A new log gets the rights of its database.
    """
    try:
        files = [f"{os.path.realpath(path)}{suffix}" for suffix in ("", "-wal", "-shm")]
        loose = {file: make_private(file) for file in files}
    except OSError as error:
        raise StoreFailed(f"{path}: unable to open it: {error.strerror}") from None
    return tuple(f"{file} ({rights})" for file, rights in loose.items() if rights)


def _connect_unchanging(path: Path) -> apsw.Connection:
    """A file that nobody changes meanwhile, without a lock or a log."""
    address = f"file:{quote(str(path.absolute()))}?immutable=1"
    return apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


def _copied(path: Path, log: Path, folder: Path) -> Path:
    """A copy with all that is in the log, in a folder of one's own."""
    copy = folder / "casino.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, folder / "casino.db-wal")
    with closing(_connect(copy, apsw.SQLITE_OPEN_READWRITE)) as db:
        db.pragma("user_version")  # before the first look SQLite knows of no log
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    return copy


def _open_writer(
    path: Path, though_damaged: bool
) -> tuple[apsw.Connection, tuple[str, ...], tuple[str, ...]]:
    """The connection that writes, what is damaged, and what others had rights to.

    Nothing is written before the first is known, and nobody else's file has its rights changed.
    """
    exposed = _made_private(path) if _says_it_is_ours(path) else ()
    in_log = damage_of_log(_log_of(path))  # before SQLite reads it as far as it goes
    if in_log is not None and not though_damaged:
        raise StoreDamaged(f"{path} is damaged: {in_log}")
    db = _connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    try:
        must_be_ours(db, path)
        exposed += _made_private(path)
        damage = _quickly_found_damage(db)
        if in_log is not None:
            damage = (*damage, in_log)
        if damage and not though_damaged:
            raise StoreDamaged(f"{path} is damaged: {damage[0]}")
        make_durable(db)
        with immediately(db):
            migrate(db, path)
            claim(db, path)
    except BaseException:
        db.close()
        raise
    return db, damage, exposed


def empty_safe(where: str | PathLike[str]) -> int:
    """Take everything out of the safe of a closed file, and its digest; how many things it held."""
    path = Path(where)
    with told(path):
        db, _, _ = _open_writer(path, though_damaged=False)
        try:
            with immediately(db):
                held = int(db.execute("SELECT count(*) FROM safe").get)
                db.execute("DELETE FROM safe")
                db.execute("DELETE FROM digest")
        finally:
            db.close()
    return held


def _quickly_found_damage(db: apsw.Connection) -> tuple[str, ...]:
    """What is wrong with the pages of the file: each is looked at, a gigabyte in a few seconds."""
    try:
        found = tuple(str(line) for (line,) in db.execute(f"PRAGMA quick_check({MOST_DAMAGE})"))
    except apsw.CorruptError as error:
        return (str(error),)
    return () if found == ("ok",) else found


def make_durable(db: apsw.Connection) -> None:
    """Ask for a log that is synchronised at every commit, and make sure that it is."""
    mode = _turned_to_the_log(db)
    db.pragma("synchronous", FULL)
    db.pragma("fullfsync", True)  # only macOS tells it from a plain one
    if mode != "wal" or db.pragma("synchronous") != FULL:
        raise StoreFailed(f"SQLite would keep no durable log here: its journal mode is {mode}")


def _turned_to_the_log(db: apsw.Connection) -> str:
    """The journal mode after asking for the log. If two ask at once, SQLite waits for neither."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            return str(db.pragma("journal_mode", "wal"))
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.005)


@contextmanager
def immediately(db: apsw.Connection) -> Iterator[None]:
    """A transaction that holds the right to write from its beginning."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # some errors end it by themselves
            db.execute("ROLLBACK")
        raise


# --- rows

_SAFE_ANEW = """
    CREATE TABLE safe_anew (
        name TEXT PRIMARY KEY,
        content BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO safe_anew SELECT name, content FROM safe;
    DROP TABLE safe;
    ALTER TABLE safe_anew RENAME TO safe;
"""
FILLED_AT_ONCE = 1_000
"""Pages."""


def _overwrite_free_pages(db: apsw.Connection) -> None:
    """Use them all for zeroes, and free them again."""
    free, size = int(db.pragma("freelist_count")), int(db.pragma("page_size"))
    db.execute("CREATE TABLE zeroes (filling BLOB)")
    for begin in range(0, free, FILLED_AT_ONCE):
        pages = min(FILLED_AT_ONCE, free - begin)
        db.execute("INSERT INTO zeroes VALUES (zeroblob(?))", (pages * size,))
    db.execute("DROP TABLE zeroes")


_STANDINGS = """
    SELECT name, number, substr(line, 10, 64)
    FROM records JOIN lines ON record = records.id
    AND number = (SELECT max(number) FROM lines WHERE record = records.id)
"""
_HASHES = """
    SELECT position, name, substr(line, 10, 64)
    FROM lines JOIN records ON records.id = record ORDER BY position
"""
_FILED = "SELECT id, digest, lengths, answer FROM requests"
_NEXT_REQUESTS = "SELECT id FROM requests WHERE id > ? ORDER BY id LIMIT ?"
_PLACED = "SELECT position, name, number, line FROM lines JOIN records ON records.id = record"


def _standing(db: apsw.Connection, record: str) -> RecordEnd:
    row: Any = db.execute(f"{_STANDINGS} WHERE name = ?", (record,)).fetchone()
    return RecordEnd(record) if row is None else standing_of(*row)


def _filed(db: apsw.Connection, *requests: str) -> list[Filed]:
    """Those of the requests that were made before."""
    wanted = msgspec.json.encode(requests).decode()
    rows: Any = db.execute(f"{_FILED} WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
    return [_filed_as(*row) for row in rows]


def _filed_as(id: str, digest: bytes, lengths: bytes, answer: bytes) -> Filed:
    return Filed(id, digest, msgspec.json.decode(lengths, type=dict[str, int]), answer)


def _standings(db: apsw.Connection) -> list[RecordEnd]:
    rows: Any = db.execute(f"{_STANDINGS} ORDER BY name")
    return [standing_of(*row) for row in rows]


def _answered(db: apsw.Connection) -> Iterator[tuple[Filed, bytes]]:
    rows: Any = db.execute(f"{_FILED} ORDER BY id")
    return ((_filed_as(*row), row[2]) for row in rows)


def _put_digest(db: apsw.Connection, vouched: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO digest (rowid, content) VALUES (1, ?)", (vouched,))


def _insert(db: apsw.Connection, desk: ConflictCheck) -> None:
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
        [(filed.id, filed.digest, filed.stored_lengths, filed.answer) for filed in desk.requests],
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
