"""That one process serves a casino in a file, whichever name it reaches the file by.

Each keeps the tables in its memory. Two before one file would trip each other up at every command;
several that serve one house need PostgreSQL. What is locked is the database itself, so that neither
a symbolic link nor a deleted file beside it lets in a second process. A hard link is refused: the
log lies beside one name of the file, and under another name what is only in the log is missing.
"""

from __future__ import annotations

import os
import stat
import struct
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from croupier.casino.store import POSTGRESQL
from croupier.casino.store.contract import StoreBusy, StoreFailed
from croupier.private_files import create_private

if TYPE_CHECKING:
    from collections.abc import Iterator


try:
    import fcntl
except ImportError:  # pragma: no cover - where there are no such locks, a file is not served
    fcntl = None  # type: ignore[assignment]

LOCKED_BYTE = 0x4000_0000 + 1024
"""In the page that SQLite keeps for its own locks, behind them: nothing is ever stored there."""


@contextmanager
def lock_file(where: str) -> Iterator[None]:
    """Refuse to be the second. The lock ends with the process, however that ends."""
    if where.startswith(POSTGRESQL):
        yield
        return
    if fcntl is None:  # pragma: no cover
        raise StoreFailed(
            f"{where}: on this system nothing keeps a second process from the file; "
            "serve a casino in PostgreSQL here"
        )
    with ExitStack() as locked:
        try:
            with suppress(FileExistsError):
                os.close(create_private(where))
            database = os.open(where, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise StoreFailed(f"{where}: unable to open it: {error.strerror}") from None
        locked.callback(os.close, database)
        if not stat.S_ISREG(os.fstat(database).st_mode):
            raise StoreFailed(f"{where}: unable to open it: it is no file")
        _must_have_one_name(where, database)
        with suppress(FileNotFoundError):
            lock = _open_lock_file(where)
            locked.callback(os.close, lock)
            _take(where, lock)
        _take_database(where, database)
        yield


def _must_have_one_name(where: str, database: int) -> None:
    names = os.fstat(database).st_nlink
    if names > 1:
        raise StoreFailed(
            f"{where}: the file has {names} names (hard links), and its log lies beside one of "
            "them; remove the others, or copy it with `croupier backup`"
        )


def _open_lock_file(where: str) -> int:
    """The file that earlier versions locked, and that is all there is where no byte can be."""
    create = 0 if _locks_bytes() else os.O_CREAT
    return os.open(f"{os.path.realpath(where)}.lock", create | os.O_RDWR | os.O_CLOEXEC, 0o600)


def _take(where: str, lock: int) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _busy(where) from None


def _take_database(where: str, database: int) -> None:
    """Lock a byte of the database for this opening of it.

    A lock of the whole process would end as soon as SQLite closes any of its connections.
    """
    if not _locks_bytes():  # pragma: no cover - only Linux has these
        return
    exclusive = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0)
    try:
        fcntl.fcntl(database, fcntl.F_OFD_SETLK, exclusive)
    except BlockingIOError:
        raise _busy(where) from None
    except OSError as error:
        raise StoreFailed(f"{where}: unable to lock it: {error.strerror}") from None


def _locks_bytes() -> bool:
    return hasattr(fcntl, "F_OFD_SETLK")


def _busy(where: str) -> StoreBusy:
    return StoreBusy(f"{where}: another process serves it; several at once need PostgreSQL")
