"""Somebody hides rows: a look at all of them finds each, and a search by its key finds some not.

The digest counts rows by a look at all of them, and the house asks for a request or a line by its
key. A database in which the two differ is damaged, and stays closed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import psycopg
import pytest
from tests.casino.chains import Chain, writing

from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import what_is_wrong
from croupier.casino.store import open_store
from croupier.casino.store.contract import KeyedRequest, StoreDamaged, Writing

if TYPE_CHECKING:
    from pathlib import Path

    from tests.casino.postgresql_server import Server

KEYS = HouseKeys.new()
DETACHED = "detached"
"""The name of the index of lines while it is none of the table's."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "casino.db"
    fill(str(path))
    return path


@pytest.fixture
def url(postgresql: Server) -> str:
    """A casino in PostgreSQL; its planner uses indices, as with tables that are large."""
    url = postgresql.another_database("hidden")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("ALTER DATABASE hidden SET enable_seqscan = off")
    fill(url)
    return url


def fill(where: str) -> None:
    """Answer nine requests, and add five lines to each of two records."""
    with open_store(where, keys=KEYS) as store:
        for number in range(9):
            asked = KeyedRequest.of(f"ana/{number}", b"asked")
            store.add(Writing(additions=(), request=asked, answer=b"answered"))
        for record in ("floor", "house"):
            chain = Chain(record)
            for number in range(5):
                store.add(writing(chain.next(str(number))))


def edit(path: Path, *statements: str) -> None:
    """Carry out statements, with the right to write into the schema."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            db.execute(statement)
        (version,) = db.execute("PRAGMA schema_version").fetchone()
        db.execute(f"PRAGMA schema_version = {version + 1}")


def found(path: Path, query: str) -> list[object]:
    with closing(sqlite3.connect(path)) as db:
        return [value for (value,) in db.execute(query)]


def schema(path: Path, name: str) -> str:
    (made_by,) = found(path, f"SELECT sql FROM sqlite_schema WHERE name = '{name}'")
    return str(made_by)


def remake(name: str, made_by: str) -> str:
    """Return the statement that has the schema say how a table was made."""
    return f"UPDATE sqlite_schema SET sql = '{made_by}' WHERE name = '{name}'"


def hide_request(path: Path) -> None:
    """Put a request behind those that come after it, where a search by its id passes it by."""
    made_by = schema(path, "requests")
    backwards = made_by.replace("id TEXT PRIMARY KEY", "id TEXT").replace(
        "answer BLOB NOT NULL", "answer BLOB NOT NULL, PRIMARY KEY (id DESC)"
    )
    edit(
        path,
        "CREATE TABLE kept AS SELECT * FROM requests WHERE id = 'ana/4'",
        "DELETE FROM requests WHERE id = 'ana/4'",
        remake("requests", backwards),
    )
    edit(path, "INSERT INTO requests SELECT * FROM kept", "DROP TABLE kept")
    edit(path, remake("requests", made_by))


def hide_lines(path: Path) -> None:
    """Take the last two lines of the house out of the index, which has as many entries as before.

    In their place are two that nobody asks for.
    """
    made_by = schema(path, "lines")
    triggers = [schema(path, name) for name in ("lines_stay", "lines_are_kept")]
    (root,) = found(path, "SELECT rootpage FROM sqlite_schema WHERE name LIKE '%autoindex_lines%'")
    without_index = made_by.replace("line BLOB NOT NULL,", "line BLOB NOT NULL").replace(
        "UNIQUE (record, number)", ""
    )
    edit(
        path,
        "DROP TRIGGER lines_stay",
        "DROP TRIGGER lines_are_kept",
        "CREATE TABLE kept AS SELECT * FROM lines WHERE record = 2 AND number > 3",
        "DELETE FROM lines WHERE record = 2 AND number > 3",
        f"UPDATE sqlite_schema SET name = '{DETACHED}', "
        f"sql = 'CREATE INDEX {DETACHED} ON lines (record, number)' WHERE rootpage = {root}",
        remake("lines", without_index),
    )
    edit(path, *(f"INSERT INTO lines VALUES ({1000 + each}, 1, 1, x'00')" for each in range(2)))
    edit(path, f"DELETE FROM sqlite_schema WHERE name = '{DETACHED}'")
    edit(path, "DELETE FROM lines WHERE position >= 1000", "INSERT INTO lines SELECT * FROM kept")
    edit(
        path,
        "DROP TABLE kept",
        remake("lines", made_by),
        "INSERT INTO sqlite_schema "
        f"VALUES ('index', 'sqlite_autoindex_lines_1', 'lines', {root}, NULL)",
    )
    edit(path, *triggers)


def test_a_request_that_a_search_passes_by_keeps_it_closed(path: Path) -> None:
    hide_request(path)
    assert "ana/4" in found(path, "SELECT id FROM requests")
    assert not found(path, "SELECT id FROM requests WHERE id = 'ana/4'")
    assert found(path, "PRAGMA quick_check") == ["ok"]
    with pytest.raises(StoreDamaged, match="PRIMARY KEY order for requests"):
        open_store(str(path), keys=KEYS)


def test_lines_that_are_not_in_the_index_keep_it_closed(path: Path) -> None:
    hide_lines(path)
    assert len(found(path, "SELECT number FROM lines NOT INDEXED WHERE record = 2")) == 5
    assert found(path, "SELECT max(number) FROM lines WHERE record = 2") == [3]
    with pytest.raises(StoreDamaged, match="sqlite_autoindex_lines_1"):
        open_store(str(path), keys=KEYS)


def test_untouched_and_with_a_schema_that_was_put_back_it_opens(path: Path) -> None:
    made_by = schema(path, "requests")
    edit(path, remake("requests", made_by))
    with open_store(str(path), keys=KEYS) as store:
        assert store.receipt("ana/4") is not None
        assert store.standing("house").lines == 5


# --- in PostgreSQL


def administer(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        for statement in statements:
            db.execute(statement.encode())


def hide_from_index(url: str, table: str, index: str, rows: str) -> None:
    """Put rows back into a table while its index takes none."""
    ready = (
        "UPDATE pg_index SET indisready = {0}, indisvalid = {0} "
        f"WHERE indexrelid = 'croupier.{index}'::regclass"
    )
    administer(
        url,
        f"ALTER TABLE croupier.{table} DISABLE TRIGGER USER",
        f"CREATE TABLE kept AS SELECT * FROM croupier.{table} WHERE {rows}",
        f"DELETE FROM croupier.{table} WHERE {rows}",
        ready.format("false"),
    )
    administer(url, f"INSERT INTO croupier.{table} SELECT * FROM kept", ready.format("true"))
    administer(url, "DROP TABLE kept", f"ALTER TABLE croupier.{table} ENABLE TRIGGER USER")


def test_in_postgresql_a_request_that_is_not_in_the_index_is_named(url: str) -> None:
    hide_from_index(url, "requests", "requests_pkey", "id = 'ana/4'")
    with open_store(url, keys=KEYS) as store:
        assert store.receipt("ana/4") is None
        (wrong,) = what_is_wrong(store, None)
    assert wrong == "the requests: 1 of them cannot be found by the index"


def test_in_postgresql_lines_that_are_not_in_the_index_are_named(url: str) -> None:
    hide_from_index(url, "lines", "lines_record_number_key", "record = 2 AND number > 3")
    with open_store(url, keys=KEYS) as store:
        assert store.standing("house").lines == 3
        (wrong,) = what_is_wrong(store, None)
    assert wrong == "house: 3 lines are found, and 5 were stored"


def test_in_postgresql_rows_that_a_policy_hides_are_named(url: str) -> None:
    """A policy may look at the question, and hide a request from that of the house alone."""
    administer(
        url,
        "ALTER TABLE croupier.requests ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY hides ON croupier.requests "
        "USING (id <> 'ana/4' OR current_query() NOT LIKE '%ANY%')",
    )
    with open_store(url, keys=KEYS) as store:
        (wrong,) = what_is_wrong(store, None)
    assert wrong == "the table requests is not as it was made"


def test_in_postgresql_it_opens_untouched(url: str) -> None:
    with open_store(url, keys=KEYS) as store:
        assert list(what_is_wrong(store, None)) == []
