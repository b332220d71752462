"""Where the commands read records from: a file, standard input, or a casino's database."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from croupier.casino.store import POSTGRESQL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.record_lines import RecordError
    from croupier.casino.house_keys import HouseKeys
    from croupier.casino.references import References
    from croupier.casino.store.contract import Store

SQLITE = b"SQLite format 3\0"
"""How every file of SQLite begins."""


def is_database(where: str) -> bool:
    if where == "-":
        return False
    if where.startswith(POSTGRESQL):
        return True
    with open(where, "rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def must_be_a_database(where: str) -> None:
    """Refuse whatever else there may be."""
    if not is_database(where):
        raise ValueError(f"{where} is not a casino's database")


def keys_for(where: str) -> HouseKeys | None:
    """The house's keys, if they are at hand: in CROUPIER_KEYS, or beside the database."""
    from croupier.casino.house_keys import HouseKeys

    path = os.environ.get("CROUPIER_KEYS", "")
    if not path and not where.startswith(POSTGRESQL):
        path = f"{where}.keys"
    readable = bool(path) and os.access(path, os.R_OK)
    return HouseKeys.load(path) if readable else None


@contextmanager
def opened(where: str, keys: HouseKeys | None = None) -> Iterator[Store]:
    """The store, to be read and never changed."""
    from croupier.aggregate.record_lines import RecordError
    from croupier.casino.store import open_store
    from croupier.casino.store.contract import StoreFailed

    try:
        with open_store(where, read_only=True, keys=keys or keys_for(where)) as store:
            yield store
    except StoreFailed as error:
        raise ValueError(f"it cannot be read: {error}") from None
    except (msgspec.MsgspecError, RecordError) as error:
        raise damaged(where, error) from None


@contextmanager
def names_in(where: str) -> Iterator[References]:
    """Who is meant by the references of a record, as the database with it knows."""
    from croupier.casino.references import References

    if not is_database(where):
        yield References(lambda name: None)
        return
    with opened(where) as store:
        yield References(store.safe)


def damaged(where: str, error: Exception) -> ValueError:
    """What to say of a database with a record that cannot be read."""
    return ValueError(
        f"a record in {where} cannot be read: {error}; `croupier verify` says what is wrong with it"
    )


def lines_of(path: str, table: str | None) -> list[bytes]:
    """The record in a file, or of one table in a casino's database."""
    if is_database(path):
        return _lines_of_table(path, table)
    if table is not None:
        raise ValueError(f"--table: {path} is the record of one table, not a casino's database")
    return lines_in(path)


def _lines_of_table(where: str, table: str | None) -> list[bytes]:
    """The record of one table, named `bj-1/2` or, if it stood there once only, `bj-1`.

    With none named it is that of the only one.
    """
    with opened(where) as store:
        (_, lines), *_ = _of_tables(store, where, table, every=False)
        return lines


def records_of(
    path: str, table: str | None, *, every: bool = False
) -> Iterator[tuple[str, list[bytes]]]:
    """The record in a file, or of one table in a database, or there of `every` one; with its name.

    The name of a record in a file is what it says itself, and is left empty here.
    """
    if is_database(path):
        with opened(path) as store:
            yield from _of_tables(store, path, table, every=every and table is None)
    else:
        yield "", lines_of(path, table)


def _of_tables(
    store: Store, where: str, table: str | None, *, every: bool
) -> Iterator[tuple[str, list[bytes]]]:
    from croupier.casino.record_names import TABLES

    names = [each.record for each in store.records() if each.record.startswith(TABLES)]
    tables = [name.removeprefix(TABLES) for name in names]
    meant = [name for name in tables if table in (None, name, name.rpartition("/")[0])]
    if len(meant) != 1 and not every:
        there = ", ".join(repr(name) for name in meant or tables) or "none"
        raise LookupError(f"--table: {where} has these tables: {there}")
    for name in meant:
        yield name, list(store.lines(TABLES + name))


def lines_in(path: str) -> list[bytes]:
    """The lines of a file or, for `-`, of standard input."""
    if path == "-":
        return sys.stdin.buffer.readlines()
    with open(path, "rb") as file:
        return file.readlines()


def not_a_record(path: str, error: RecordError) -> ValueError:
    if is_database(path):
        return damaged(path, error)
    return ValueError(f"{path} is not a table's record: {error}")
