"""That one process serves a casino in a file.

Each keeps the tables in its memory. Two before one file would trip each other up at every command;
several that serve one house need PostgreSQL.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.casino.store import POSTGRESQL
from croupier.casino.store.contract import StoreBusy, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator


try:
    import fcntl
except ImportError:  # pragma: no cover - where there are no such locks it is for people to see to
    fcntl = None  # type: ignore[assignment]


@contextmanager
def lock_file(where: str) -> Iterator[None]:
    """Refuse to be the second. The lock ends with the process, however that ends."""
    if where.startswith(POSTGRESQL) or fcntl is None:
        yield
        return
    try:
        lock = os.open(f"{where}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreFailed(f"{where}: unable to open its lock: {error.strerror}") from None
    try:
        _take(lock, where)
        yield
    finally:
        os.close(lock)


def _take(lock: int, where: str) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreBusy(
            f"{where}: another process serves it; several at once need PostgreSQL"
        ) from None
