"""`croupier backup`: a copy of a casino's database, while it is open."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from croupier.casino.store import POSTGRESQL
from croupier.casino.store.sqlite import SqliteStore
from croupier.cli.databases import opened
from croupier.cli.telling import printable, so_many


def run(database: str, to: str) -> None:
    """Copy everything that is stored by now, and say how far each record of the copy has come."""
    if database.startswith(POSTGRESQL):
        raise ValueError("PostgreSQL makes its own copies: pg_dump")
    if os.path.lexists(to):
        raise ValueError(f"{to}: there is something already")
    if not Path(to).absolute().parent.is_dir():
        raise ValueError(f"{to}: there is no such directory to put it in")
    with opened(database) as store:
        assert isinstance(store, SqliteStore)
        store.back_up(to)
    shutil.copymode(database, to)  # what the safe holds is nobody else's business in a copy either
    _synchronise(Path(to))
    with opened(to) as copy:
        for standing in copy.records():
            lines = so_many(standing.lines, "line")
            print(f"{printable(standing.record)}: {lines}, head {standing.head}")


def _synchronise(path: Path) -> None:
    """Have it on the disk before anybody relies on it."""
    for each, flags in ((path, os.O_RDWR), (path.parent, os.O_RDONLY)):
        file = os.open(each, flags)
        try:
            os.fsync(file)
        finally:
            os.close(file)
