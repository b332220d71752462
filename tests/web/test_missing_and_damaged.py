"""A casino whose record is missing or damaged, or whose seal is, stays closed until told otherwise.

Each server is a process of its own, before real files.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.casino.damage import overwrite_page, pages_of
from tests.web.test_serving import PATIENCE, served

from croupier.casino.checkpoints import known_keys, make_checkpoint
from croupier.casino.house.house import House
from croupier.casino.record_names import HOUSE
from croupier.casino.significant_events import significant_events
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store.contract import Addition, Writing

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.significant_events import EventDetails


def refused(database: Path, *words: str) -> str:
    """What a server says that does not open."""
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "serve", "--database", str(database), "--port", "0",
         *words],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
        env={name: value for name, value in os.environ.items() if "CROUPIER" not in name},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    return done.stderr


def opens(database: Path, *words: str) -> str:
    with served(database, "--approve", *words) as house:
        assert house.stop()[0] == 0
    return house.said


def told(database: Path, kind: str) -> list[EventDetails]:
    with open_store(str(database), read_only=True) as store:
        events = [event.happened for event in significant_events(store)]
    return [event for event in events if event.kind == kind]


@pytest.fixture(scope="module")
def open_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a casino that was open once."""
    folder = tmp_path_factory.mktemp("open-once")
    opens(folder / "casino.db", "--empty")
    return folder


@pytest.fixture
def database(tmp_path: Path, open_once: Path) -> Path:
    """A casino of a test's own that was open once."""
    shutil.copytree(open_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "casino.db"


@pytest.mark.parametrize("left", ["nothing", "an empty file", "an empty database"])
def test_where_the_record_is_missing_no_new_casino_is_founded(database: Path, left: str) -> None:
    sealed = (database.parent / "casino.db.seal").read_bytes()
    database.unlink()
    if left == "an empty file":
        database.touch()
    elif left == "an empty database":
        with sqlite3.connect(database) as db:
            db.execute("CREATE TABLE one (two)")
            db.execute("DROP TABLE one")
    size = database.stat().st_size if database.exists() else None
    said = refused(database)
    assert "is the seal of a casino" in said
    assert "--new-casino" in said
    if left != "an empty database":
        assert (database.stat().st_size if database.exists() else None) == size
    assert "founded" in opens(database, "--new-casino", "--empty")
    assert (database.parent / "casino.db.seal").read_bytes() == sealed


def test_a_seal_that_is_missing_is_not_replaced_unasked(database: Path) -> None:
    path = database.parent / "casino.db.seal"
    old = Seal.load(path).public
    path.rename(database.parent / "elsewhere")
    said = refused(database)
    assert f"signed with {old}" in said
    assert "--new-seal" in said
    assert not path.exists()
    (database.parent / "elsewhere").rename(path)
    opens(database)
    assert told(database, "seal") == []

    path.unlink()
    opens(database, "--new-seal")
    new = Seal.load(path).public
    (event,) = told(database, "seal")
    assert (event.before, event.after) == (old, new)
    opens(database)  # which is the casino's seal now
    assert len(told(database, "seal")) == 1
    with open_store(str(database), read_only=True) as store:
        assert known_keys(store) == (new,)


def test_another_seal_is_not_taken_for_the_casinos(database: Path) -> None:
    path = database.parent / "casino.db.seal"
    path.unlink()
    Seal.new().save(path)
    assert "is another seal than this casino's" in refused(database)
    opens(database, "--new-seal")
    assert len(told(database, "seal")) == 1


def test_a_casino_of_an_earlier_version_is_known_by_its_checkpoints(tmp_path: Path) -> None:
    database, seal = tmp_path / "casino.db", Seal.new()
    with open_store(str(database)) as store:
        store.add(Writing(additions=(Addition(HOUSE, 0, tuple(founded())),)))
        make_checkpoint(store, seal, at=1000)
    assert "the seal of this casino is missing" in refused(database)
    seal.save(tmp_path / "casino.db.seal")
    opens(database, "--empty")


def founded() -> list[bytes]:
    """The record of a house that nobody has kept under keys."""
    lines: list[bytes] = []
    House("Croupier", lines.append)
    return lines


def test_a_damaged_record_stays_closed_until_told_otherwise(database: Path) -> None:
    assert "damaged" not in opens(database)
    overwrite_page(database, pages_of(database, "requests")[-1])
    before = database.read_bytes()
    said = refused(database)
    assert "the casino stays closed" in said
    assert "croupier verify" in said
    assert "--damaged" in said
    assert database.read_bytes() == before, "nothing was written to it"
    assert "The record is damaged" in opens(database, "--damaged")
    subjects = {event.subject for event in told(database, "verification")}
    assert "the files of the record" in subjects
    assert "damaged" in refused(database), "having been told once is not for ever"
