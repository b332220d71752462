"""The records in one SQLite file: the store of a casino that one process serves.

Every writing is on the disk before it is acknowledged: write-ahead log, full synchronisation. The
SQLite that Python finds may be older than the repair of a bug that could damage such a log; APSW
brings its own. The digest in the file is taken up, advanced with each transaction, and made anew:
one process writes the file, so what it wrote last is what must be found there.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any

import apsw

from croupier.casino.store import sqlite_rows as rows
from croupier.casino.store.conflicts import ConflictCheck, records_of, requests_of
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
from croupier.casino.store.protection import Audit, Protection, Stock, Tampered
from croupier.casino.store.salvage import survey
from croupier.casino.store.sqlite_file import (
    at_one_moment,
    connect,
    connect_unchanging,
    copied,
    create,
    identity,
    immediately,
    log_of,
    must_be_recent,
    open_writer,
    overwrite_free_pages,
    quickly_found_damage,
    told,
)
from croupier.casino.store.sqlite_schema import foreign_schema, must_be_known
from croupier.casino.store.vouching import Voucher, Vouching
from croupier.casino.store.write_ahead_log import damage_of_log

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from os import PathLike

    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.store.contract import Writing
    from croupier.casino.store.protection import StoreDigest
    from croupier.casino.store.salvage import Survivors

LEARNT_AT_ONCE = 1_000
"""How many of the old requests are learnt with each question about one."""


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
        self._voucher = None if self.protection is None else SqliteVoucher(self.protection)
        must_be_recent()
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
            self.had_log = log_of(self.path).exists()
            create(self.path)
            with told(self.path):
                self._writer, self.accepted_damage, self.exposed = open_writer(
                    self.path, though_damaged
                )
            self._file = identity(self.path)
            try:
                self._take_up_keys()
            except BaseException:
                self._writer.close()
                raise

    def _take_up_keys(self) -> None:
        """Go on under the house's keys; a store from before there were any comes under them."""
        with self._transaction() as db:
            if self._voucher is None:
                if stored_digest(db) is not None:
                    raise StoreFailed(f"{self.path} is kept under the house's keys: they are due")
                return
            under_keys = self._voucher.take_up(db, self.path)
            self._known = {each.record: each for each in rows.standings(db)}
        if not under_keys:
            with self._transaction() as db:
                self._voucher.come_under_keys(db)
            self.scrub()
        self.epoch = self._voucher.digest.epoch

    def take_stock(self, epoch: int) -> StoreDigest:
        assert self._voucher is not None, "it is kept under no keys"
        with self._transaction() as db:
            self._voucher.take_stock(db, epoch)
        self.epoch = epoch
        return self._voucher.digest

    def encrypt_anew(self) -> None:
        assert self._voucher is not None, "it is kept under no keys"
        with self._transaction() as db:
            self._voucher.encrypt_anew(db)
        self.scrub()

    def digest(self) -> StoreDigest | None:
        if self._writer is not None:
            return None if self._voucher is None else self._voucher.digest
        with self._reading() as db:
            stored = stored_digest(db)
        if stored is None:
            return None
        if self.protection is None:
            raise StoreDamaged("it is kept under the house's keys, which are not at hand")
        return self.protection.read_digest(stored)

    def ends(self) -> tuple[StoreDigest, dict[str, RecordEnd]]:
        """The digest, and where each record stands by what this process has written or read."""
        with self._lock:
            assert self._voucher is not None
            return self._voucher.digest, dict(self._known)

    def audit(self, *, requests: bool) -> Audit | None:
        if self.protection is None:
            return None
        with self._reading() as db, at_one_moment(db):
            return audit_of(db, self.protection, requests=requests)

    def write(self, writings: Sequence[Writing]) -> list[Receipt | Rejected]:
        voucher = self._voucher
        with self._transaction() as db:
            desk = ConflictCheck(
                self._standings_of(db, records_of(writings)),
                rows.filed(db, *requests_of(writings)),
            )
            outcomes = [desk.judge(writing) for writing in writings]
            vouching = Vouching() if voucher is None else voucher.advance(desk)
            if vouching.stored is not None:
                rows.put_digest(db, vouching.stored)
            rows.insert(db, desk)
            self._made_before.add(filed.id for filed in desk.requests)
        if voucher is not None:
            voucher.note(vouching)
        self._known.update(desk.standings)
        return outcomes

    def _standings_of(self, db: apsw.Connection, records: Sequence[str]) -> list[RecordEnd]:
        """As they are remembered, unless somebody else has written meanwhile."""
        version = db.pragma("data_version")
        if version != self._version:
            if self._voucher is None:
                self._known.clear()
            else:
                self._voucher.must_be_as_left(db, self.path)
            if self._version is not None:
                self._made_before.doubt()
            self._version = version
        return [self._known.get(record) or rows.standing(db, record) for record in records]

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
            row: Any = db.execute(f"{rows.FILED} WHERE id = ?", (request,)).fetchone()
            self._learn_some(db)
        return None if row is None else rows.filed_as(*row).receipt()

    def _learn_some(self, db: apsw.Connection) -> None:
        """Learn some more of the requests that were made before, unless they are all known."""
        last = self._made_before.learnt
        if self._writer is None or last is None:
            return
        next: Any = db.execute(rows.NEXT_REQUESTS, (last, LEARNT_AT_ONCE))
        self._made_before.learn(last, [id for (id,) in next])

    def records(self) -> list[RecordEnd]:
        with self._reading() as db:
            return rows.standings(db)

    def standing(self, record: str) -> RecordEnd:
        with self._reading() as db:
            return rows.standing(db, record)

    def page(self, record: str, after: int, limit: int) -> list[StoredLine]:
        wanted = "WHERE name = ? AND number > ? ORDER BY number LIMIT ?"
        return self._placed(wanted, (record, after, limit))

    def journal(self, after: int = 0, limit: int = 1000) -> list[StoredLine]:
        return self._placed("WHERE position > ? ORDER BY position LIMIT ?", (after, limit))

    def packed(self, after: int, last: int) -> bytes:
        with self._reading() as db:
            row: Any = db.execute(rows.PACKED, (after, last)).fetchone()
        return pack(*row)

    def safe(self, name: str) -> bytes | None:
        with self._reading() as db, at_one_moment(db):  # it may just be coming under keys
            row: Any = db.execute(f"{rows.IN_SAFE} WHERE name = ?", (name,)).fetchone()
            encrypted = self.protection is not None or stored_digest(db) is not None
        return None if row is None else self._read_in_safe(*row, encrypted=encrypted)

    def safe_names(self, beginning: str) -> list[str]:
        asked = "SELECT name FROM safe WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name"
        with self._reading() as db:
            return [str(name) for (name,) in db.execute(asked, (beginning,))]

    def last_position(self) -> int:
        with self._reading() as db:
            return rows.last_position(db)

    def _placed(self, wanted: str, values: tuple[str | int, ...]) -> list[StoredLine]:
        with self._reading() as db:
            return [StoredLine(*row) for row in db.execute(f"{rows.PLACED} {wanted}", values)]

    def damage(self) -> list[str]:
        with self._reading() as db:
            found = []
            try:
                found += [str(line) for (line,) in db.execute("PRAGMA integrity_check")]
            except apsw.CorruptError as error:
                found += quickly_found_damage(db) or (str(error),)
        in_log = damage_of_log(log_of(self.path))
        return [*([] if found == ["ok"] else found), *([] if in_log is None else [in_log])]

    def foreign(self) -> Foreign:
        with self._reading() as db:
            found = foreign_schema(db)
            if not found.readable:
                return found
            return Foreign((*found.said, *rows.hidden(db)))

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
            db.execute(rows.SAFE_ANEW)
            overwrite_free_pages(db)
        with self._lock, told(self.path):
            if self._writer is None or self._failure:
                raise StoreFailed(f"{self.path}: {self._failure}")
            self._writer.pragma("secure_delete", False)
            self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def must_be_in_place(self) -> None:
        if self._writer is not None and identity(self.path) != self._file:
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
            return connect_unchanging(self.path if self._copy is None else self._copy)
        return connect(self.path, apsw.SQLITE_OPEN_READONLY)

    def _find_out_how_to_read(self) -> None:
        """Beside a log SQLite wants to write; from a medium that takes nothing it reads a copy."""
        db = connect(self.path, apsw.SQLITE_OPEN_READONLY)
        try:
            db.pragma("user_version")
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            if not os.access(self.path, os.R_OK):
                raise
            log = log_of(self.path)
            if log.exists() and log.stat().st_size:
                self._folder = TemporaryDirectory(prefix="croupier-")
                self._copy = copied(self.path, log, Path(self._folder.name))
            self._unchanging = True
        finally:
            db.close()


def empty_safe(where: str | PathLike[str]) -> int:
    """Take everything out of the safe of a closed file, and its digest; how many things it held."""
    path = Path(where)
    with told(path):
        db, _, _ = open_writer(path, though_damaged=False)
        try:
            with immediately(db):
                held = int(db.execute("SELECT count(*) FROM safe").get)
                db.execute("DELETE FROM safe")
                db.execute("DELETE FROM digest")
        finally:
            db.close()
    return held


# --- the digest in the file

HAS_DIGEST = 3
"""The version of the database from which on it may be kept under keys."""


def stored_digest(db: apsw.Connection) -> bytes | None:
    """The digest as it lies in the file; None, if that is kept under no keys."""
    if db.pragma("user_version") < HAS_DIGEST:
        return None
    found: Any = db.execute(rows.DIGEST).fetchall()
    if len(found) > 1:
        raise Tampered("there is more than one thing that vouches for the whole of it")
    return bytes(found[0][0]) if found else None


def audit_of(db: apsw.Connection, protection: Protection, *, requests: bool) -> Audit | None:
    """What is found beside the digest, of one moment if the caller has begun a transaction."""
    stored = stored_digest(db)
    if stored is None:
        return None
    in_safe: Any = db.execute(f"{rows.IN_SAFE} ORDER BY name")
    return Audit.of(protection, stored, in_safe, rows.answered(db) if requests else None)


class SqliteVoucher(Voucher):
    """What this process has read or written last of one file; all within its transactions."""

    def take_up(self, db: apsw.Connection, path: Path) -> bool:
        """Go on from the digest that is there; False, if the file is yet to come under keys."""
        stored = stored_digest(db)
        if stored is not None:
            self.stored, self.digest = stored, self.protection.read_digest(stored)
        elif self.protection.keys.file.in_use and rows.standings(db):
            raise Tampered(f"{path}: what vouches for the whole of it is missing")
        in_safe: Any = db.execute(rows.IN_SAFE)
        self.marks = {name: self.protection.mark(name, kept) for name, kept in in_safe}
        return stored is not None

    def come_under_keys(self, db: apsw.Connection) -> None:
        """Encrypt the safe, and vouch for all that is there."""
        in_safe: Any = db.execute(rows.IN_SAFE).fetchall()
        for name, content in in_safe:
            rows.put_in_safe(db, name, self.protection.encrypt(name, content))
        stock = self._take_stock(db)
        self._vouch_for(db, stock.digest(1, 0, stock.position))

    def take_stock(self, db: apsw.Connection, epoch: int) -> None:
        """Vouch for all as it is found, in an epoch."""
        before = self.digest
        self._vouch_for(db, self._take_stock(db).digest(before.n + 1, epoch, before.untagged))

    def encrypt_anew(self, db: apsw.Connection) -> None:
        """Encrypt the safe with the last of its keys."""
        in_safe: Any = db.execute(rows.IN_SAFE).fetchall()
        for name, kept in in_safe:
            content = self.protection.decrypt(name, kept)
            rows.put_in_safe(db, name, self.protection.encrypt(name, content))
        self.take_stock(db, self.digest.epoch)

    def note(self, vouching: Vouching) -> None:
        super().note(vouching)
        for name, mark in vouching.marks.items():
            if mark is None:  # all that lies in the safe is known, and nothing else need be
                self.marks.pop(name, None)

    def must_be_as_left(self, db: apsw.Connection, path: Path) -> None:
        """Under keys nobody else writes: what is not the house's is not gone on from."""
        last = rows.last_position(db)
        if stored_digest(db) != self.stored or last != self.digest.position:
            raise Tampered(f"{path}: somebody else has written into the database")

    def _take_stock(self, db: apsw.Connection) -> Stock:
        in_safe: Any = db.execute(rows.IN_SAFE)
        hashes: Any = db.execute(rows.HASHES)
        stock, marks = Stock.of(self.protection, in_safe, hashes, rows.answered(db))
        self.marks = dict(marks)
        return stock

    def _vouch_for(self, db: apsw.Connection, digest: StoreDigest) -> None:
        self.digest, self.stored = digest, self.protection.write_digest(digest)
        rows.put_digest(db, self.stored)


# --- requests that were surely not made before

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
