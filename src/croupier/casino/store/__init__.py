"""Where the records of a casino are kept: in a file, or in a database that several may serve.

`contract.py` is what every store promises; `sqlite.py` and `postgresql.py` keep it, with the same
`conflicts.py` and, under the house's keys, the same `protection.py` and `vouching.py`. Of SQLite,
`sqlite_file.py` opens the file, `sqlite_schema.py` has its tables, `sqlite_rows.py` what is asked
of them. `batch_writer.py` is the thread that writes for all who wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.store.contract import Store

POSTGRESQL = ("postgresql://", "postgres://")


def open_store(
    where: str,
    *,
    read_only: bool = False,
    though_damaged: bool = False,
    keys: HouseKeys | None = None,
) -> Store:
    """The store at an address: a file's path, or `postgresql://…`. A new one is made as needed.

    One whose files are damaged is not opened for writing, unless it is to be `though_damaged`. One
    that is opened with the house's `keys` is kept under them from then on.
    """
    if not where.startswith(POSTGRESQL):
        from croupier.casino.store.sqlite import SqliteStore

        return SqliteStore(where, read_only=read_only, though_damaged=though_damaged, keys=keys)
    try:
        from croupier.casino.store.postgresql import PostgresqlStore
    except ModuleNotFoundError as missing:
        if missing.name != "psycopg":
            raise
        raise ValueError("PostgreSQL needs a driver: pip install 'croupier[postgresql]'") from None
    return PostgresqlStore(where, read_only=read_only, keys=keys)


def forget_safe(where: str) -> int:
    """Empty the safe of a closed casino whose keys are lost, and drop its digest; what it held.

    Nobody can read either. What is left comes under new keys when it is opened with them.
    """
    if where.startswith(POSTGRESQL):
        from croupier.casino.store import postgresql

        return postgresql.empty_safe(where)
    from croupier.casino.store import sqlite

    return sqlite.empty_safe(where)
