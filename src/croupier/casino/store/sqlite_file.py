"""One SQLite file: found, made private, looked at for damage, and opened so that it is durable."""

from __future__ import annotations

import os
import shutil
import stat
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import apsw

from croupier.casino.store.contract import StoreBusy, StoreDamaged, StoreFailed, StoreFull
from croupier.casino.store.protection import Tampered
from croupier.casino.store.sqlite_schema import (
    APPLICATION,
    APPLICATION_AT,
    claim,
    foreign_schema,
    migrate,
    must_be_ours,
)
from croupier.casino.store.write_ahead_log import damage_of_log
from croupier.private_files import create_private, make_private

if TYPE_CHECKING:
    from collections.abc import Iterator

OLDEST_SQLITE = 3_051_003
"""From this version on, a log that is reset cannot damage the file."""
MOST_DAMAGE = 20
"""How much of what is damaged is listed when a file is opened."""
PATIENCE = 5_000
"""How many milliseconds to wait while another process writes."""
FULL = 2
FILLED_AT_ONCE = 1_000
"""How many pages are overwritten in one step."""


def must_be_recent() -> None:
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


def connect(path: Path, flags: int) -> apsw.Connection:
    db = apsw.Connection(str(path), flags=flags)
    db.set_busy_timeout(PATIENCE)
    return db


def identity(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to, if any."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def create(path: Path) -> None:
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


def log_of(path: Path) -> Path:
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


def connect_unchanging(path: Path) -> apsw.Connection:
    """A file that nobody changes meanwhile, without a lock or a log."""
    address = f"file:{quote(str(path.absolute()))}?immutable=1"
    return apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


def copied(path: Path, log: Path, folder: Path) -> Path:
    """A copy with all that is in the log, in a folder of one's own."""
    copy = folder / "casino.db"
    shutil.copyfile(path, copy)
    shutil.copyfile(log, folder / "casino.db-wal")
    with closing(connect(copy, apsw.SQLITE_OPEN_READWRITE)) as db:
        db.pragma("user_version")  # before the first look SQLite knows of no log
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    return copy


def open_writer(
    path: Path, though_damaged: bool
) -> tuple[apsw.Connection, tuple[str, ...], tuple[str, ...]]:
    """The connection that writes, what is damaged, and what others had rights to.

    Nothing is written before the first is known, and nobody else's file has its rights changed.
    """
    exposed = _made_private(path) if _says_it_is_ours(path) else ()
    in_log = damage_of_log(log_of(path))  # before SQLite reads it as far as it goes
    if in_log is not None and not though_damaged:
        raise StoreDamaged(f"{path} is damaged: {in_log}")
    db = connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    try:
        must_be_ours(db, path)
        exposed += _made_private(path)
        damage = found_damage(db)
        if in_log is not None:
            damage = (*damage, in_log)
        if damage and not though_damaged:
            raise StoreDamaged(f"{path} is damaged: {damage[0]}")
        make_durable(db)
        with immediately(db):
            migrate(db, path)
            _must_be_as_made(db, path)
            claim(db, path)
    except BaseException:
        db.close()
        raise
    return db, damage, exposed


def _must_be_as_made(db: apsw.Connection, path: Path) -> None:
    """Refuse tables that are not those of the migrations: nothing read from them can be relied on.

    A trigger is told of when the rest is looked at.
    """
    found = foreign_schema(db)
    if not found.readable:
        raise Tampered(f"{path} is not as it was made: {found.said[0]}")


def found_damage(db: apsw.Connection) -> tuple[str, ...]:
    """Return all that is wrong with the file; a million lines take little more than a second.

    Every row has to be where a search by its key finds it. A row that only a look at all rows finds
    counts for the digest, and is missing for whoever asks for it: a request would be done twice.
    """
    return _damage_by(db, "integrity_check")


def quickly_found_damage(db: apsw.Connection) -> tuple[str, ...]:
    """Return what is wrong with the pages of the file, in whatever order its rows are."""
    return _damage_by(db, "quick_check")


def _damage_by(db: apsw.Connection, check: str) -> tuple[str, ...]:
    try:
        found = tuple(str(line) for (line,) in db.execute(f"PRAGMA {check}({MOST_DAMAGE})"))
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


@contextmanager
def at_one_moment(db: apsw.Connection) -> Iterator[None]:
    """All that is read is of one moment, whoever writes meanwhile."""
    with db:
        yield


def overwrite_free_pages(db: apsw.Connection) -> None:
    """Use them all for zeroes, and free them again."""
    free, size = int(db.pragma("freelist_count")), int(db.pragma("page_size"))
    db.execute("CREATE TABLE zeroes (filling BLOB)")
    for begin in range(0, free, FILLED_AT_ONCE):
        pages = min(FILLED_AT_ONCE, free - begin)
        db.execute("INSERT INTO zeroes VALUES (zeroblob(?))", (pages * size,))
    db.execute("DROP TABLE zeroes")
