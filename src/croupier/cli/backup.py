"""`croupier backup`: a copy of a casino's database, while it is open."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.casino.store import POSTGRESQL
from croupier.casino.store.contract import StoreFailed
from croupier.casino.store.sqlite import SqliteStore
from croupier.cli.printing import printable, so_many
from croupier.cli.record_sources import must_be_a_database, opened
from croupier.private_files import create_private, write_private

if TYPE_CHECKING:
    from collections.abc import Iterator


def run(database: str, to: str) -> None:
    """Copy everything that is stored by now, and say how far each record of the copy has come.

    The last head goes with it, so that the copy can be verified; the keys and the seal do not.
    """
    if database.startswith(POSTGRESQL):
        raise ValueError("PostgreSQL makes its own copies: pg_dump")
    must_be_a_database(database)
    copy = Path(to)
    if os.path.lexists(copy):
        raise ValueError(f"{to}: there is something already")
    if not copy.absolute().parent.is_dir():
        raise ValueError(f"{to}: there is no such directory to put it in")
    head = Path(f"{database}.head")
    kept = head.read_bytes() if head.exists() else None  # before the copy, which has all of it
    with opened(database) as store, _made_anew(copy):
        assert isinstance(store, SqliteStore)
        store.back_up(copy)
        _synchronise(copy)
    if kept is not None:
        write_private(f"{copy}.head", kept)
    with opened(to) as made:
        for standing in made.records():
            lines = so_many(standing.lines, "line")
            print(f"{printable(standing.record)}: {lines}, head {standing.head}")


@contextmanager
def _made_anew(copy: Path) -> Iterator[None]:
    """An empty file, nobody else's business from the start, and gone again if it is not filled."""
    try:
        os.close(create_private(copy))
    except OSError as error:
        raise ValueError(f"{copy}: the copy cannot be made there: {error.strerror}") from None
    try:
        yield
    except BaseException as error:
        for left in (copy, Path(f"{copy}-journal")):
            left.unlink(missing_ok=True)
        if isinstance(error, StoreFailed):
            raise ValueError(str(error)) from None
        raise


def _synchronise(path: Path) -> None:
    """Have it on the disk before anybody relies on it."""
    for each, flags in ((path, os.O_RDWR), (path.parent, os.O_RDONLY)):
        file = os.open(each, flags)
        try:
            os.fsync(file)
        finally:
            os.close(file)
