"""What is the file's own: how it is opened, what it refuses, how it is copied."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.casino.chains import Chain, writing

from croupier.casino.store import open_store, sqlite, sqlite_file
from croupier.casino.store.contract import StoreBusy, StoreFailed
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store.sqlite_file import immediately, make_durable
from croupier.casino.store.sqlite_schema import APPLICATION, MIGRATIONS, claim, migrate
from croupier.version import __version__

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "casino.db"


def test_every_commit_is_synchronised(path: Path) -> None:
    with SqliteStore(path) as store:
        assert store._writer is not None
        assert store._writer.pragma("journal_mode") == "wal"
        assert store._writer.pragma("synchronous") == 2
    assert apsw.SQLITE_VERSION_NUMBER >= 3_051_003


def test_a_database_that_cannot_be_durable_is_refused() -> None:
    with pytest.raises(StoreFailed, match="no durable log"):
        make_durable(apsw.Connection(":memory:"))


def test_an_sqlite_with_the_bug_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "OLDEST_SQLITE", apsw.SQLITE_VERSION_NUMBER + 1)
    with pytest.raises(StoreFailed, match="can damage its log"):
        SqliteStore(path)
    assert not path.exists()


def test_lines_can_be_neither_changed_nor_deleted(path: Path) -> None:
    with SqliteStore(path) as store:
        store.add(writing(Chain("house").next("open")))
    db = sqlite3.connect(path)
    for spoil in ("UPDATE lines SET line = x'00'", "DELETE FROM lines"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            db.execute(spoil)
    db.close()


def test_what_is_no_database_or_not_a_casinos_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database" * 100)
    with pytest.raises(ValueError, match=r"notes.txt is not a database"):
        open_store(str(text))
    assert text.read_text() == "not a database" * 100

    other = tmp_path / "other.db"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE people (name)")
    db.close()
    before = other.read_bytes()
    for read_only in (False, True):
        with pytest.raises(ValueError, match=r"other.db is a database, but not a casino's"):
            SqliteStore(other, read_only=read_only)
    assert other.read_bytes() == before


def test_a_place_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match=r"nowhere/casino.db: unable to open"):
        SqliteStore(tmp_path / "nowhere" / "casino.db")


def test_an_older_file_is_brought_up_to_date(path: Path) -> None:
    chain = Chain("house")
    with SqliteStore(path) as store:
        store.add(writing(chain.next("open")))
    newer = (*MIGRATIONS, "CREATE TABLE notes (text)")
    db = apsw.Connection(str(path))
    with immediately(db):
        migrate(db, path, newer)
    assert db.execute("SELECT * FROM notes").fetchall() == []
    assert (db.pragma("user_version"), db.pragma("application_id")) == (len(newer), APPLICATION)
    with immediately(db):
        migrate(db, path, newer)  # there is nothing left to do
    assert db.execute("SELECT count(*) FROM lines").get == 1
    db.close()


def test_a_file_of_a_later_version_is_refused(path: Path) -> None:
    SqliteStore(path).close()
    db = apsw.Connection(str(path))
    db.pragma("user_version", 99)
    db.close()
    with pytest.raises(ValueError, match="made by a later croupier: its version is 99"):
        SqliteStore(path)
    with pytest.raises(ValueError, match="version 99"):
        SqliteStore(path, read_only=True)


def test_who_only_reads_cannot_write(path: Path) -> None:
    chain = Chain("house")
    with SqliteStore(path) as store, SqliteStore(path, read_only=True) as reader:
        store.add(writing(chain.next("open")))
        assert reader.standing("house").head == chain.head
        with pytest.raises(StoreFailed, match="for reading only"):
            reader.add(writing(chain.next("close")))


def test_another_process_that_holds_the_file_is_waited_for_and_then_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 10)
    chain = Chain("house")
    with SqliteStore(path) as store:
        db = apsw.Connection(str(path))
        with immediately(db), pytest.raises(StoreBusy, match="another process is writing"):
            store.add(writing(chain.copy().next("open")))
        db.close()
        store.add(writing(chain.next("open")))  # nothing was stored, and it may be repeated


def test_a_copy_made_in_the_midst_of_play_has_the_same_head(path: Path, tmp_path: Path) -> None:
    chain = Chain("tables/1")
    copied = tmp_path / "copy.db"
    with SqliteStore(path) as store:
        store.add(writing(chain.next(*"abc"), id="r1"))
        store.back_up(copied)
        head = chain.head
        store.add(writing(chain.next("d")))
    with SqliteStore(copied) as copy:
        assert copy.standing("tables/1").head == head
        assert copy.receipt("r1") is not None
        assert [placed.position for placed in copy.journal()] == [1, 2, 3]


def test_a_program_that_keeps_no_database_does_not_load_one() -> None:
    code = (
        "import sys, croupier.casino.store;"
        "assert not {'apsw', 'psycopg', 'cryptography'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- requests that were surely not made before


def test_old_requests_are_known_while_they_are_learnt_and_afterwards(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LEARNT_AT_ONCE", 3)
    chain = Chain("house")
    with SqliteStore(path) as store:
        for number in range(20):
            store.add(writing(chain.next("line"), id=f"r{number}"))
    with SqliteStore(path) as store:
        store.add(writing(chain.next("line"), id="r20"))
        for _ in range(2):  # the first time around they are learnt three at a time
            for number in range(21):
                assert store.receipt(f"r{number}") is not None
                assert store.receipt(f"new {number}") is None


def test_for_a_new_request_the_disk_is_not_asked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = Chain("house")
    with SqliteStore(path) as store:
        store.add(writing(chain.next("open"), id="r1"))
        assert store.receipt("r2") is None
        assert store.receipt("r2") is None  # by now all are learnt
        monkeypatch.setattr(store, "_reading", None)
        assert store.receipt("r2") is None
        with pytest.raises(TypeError):
            store.receipt("r1")


def test_a_request_that_another_process_took_is_not_taken_again(path: Path) -> None:
    chain = Chain("house")
    with SqliteStore(path) as store, SqliteStore(path) as other:
        store.add(writing(chain.next("open"), id="r1"))
        assert [store.receipt("r2") for _ in range(3)] == [None] * 3
        deal = writing(chain.next("deal"), id="r2")
        other.add(deal)
        assert store.add(deal).repeated
        assert store.receipt("r2") is not None


def test_a_program_that_is_older_than_the_last_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "casino"
    SqliteStore(path).close()
    db = apsw.Connection(str(path))
    claim(db, path, "99.0.0")
    with pytest.raises(ValueError, match=r"was last served by croupier 99\.0\.0, and this is "):
        SqliteStore(path)
    SqliteStore(path, read_only=True).close()
    claim(db, path, "99.1.0")
    with pytest.raises(ValueError, match=r"served by croupier 99\.1\.0, and this is 99\.0\.0"):
        claim(db, path, "99.0.0")


def test_a_file_of_an_earlier_version_can_be_read_and_is_brought_to_this_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "casino"
    db = apsw.Connection(str(path))
    migrate(db, path, MIGRATIONS[:1])
    db.close()
    with SqliteStore(path, read_only=True) as store:
        assert store.records() == []
    with SqliteStore(path) as store:
        assert store.records() == []
    db = apsw.Connection(str(path))
    assert db.execute("SELECT version FROM program").get == __version__
