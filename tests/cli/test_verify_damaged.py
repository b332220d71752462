"""`croupier verify` of a damaged file, of one on read-only media, and of what is no casino."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.chains import Chain, writing
from tests.casino.damage import overwrite_page, pages_of
from tests.cli.running import croupier

from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RECORDS = ("first", "second", "third")
LINES = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three records one after the other, each on several pages."""
    path = tmp_path / "casino.db"
    with SqliteStore(path) as store:
        for record in RECORDS:
            chain = Chain(record)
            for number in range(LINES):
                store.add(writing(chain.next(f"{number} {'x' * 400}")))
    return path


def verified(path: Path, status: int = 3) -> dict[str, dict[str, Any]]:
    """What `verify` says of each record."""
    ended, out, err = croupier("verify", path, "--json")
    assert (ended, err) == (status, "")
    return {each["record"]: each for each in json.loads(out)["records"]}


def test_an_untouched_file_has_no_damage(path: Path) -> None:
    assert {each["lines"] for each in verified(path, 4).values()} == {LINES}


def test_of_a_damaged_page_it_says_which_lines_of_which_record_survived(path: Path) -> None:
    leaves = pages_of(path, "lines")[1:]
    middle = leaves[len(leaves) // 2]
    with sqlite3.connect(path) as db:
        before = db.execute("SELECT count(*) FROM lines").fetchone()
    overwrite_page(path, middle)
    said = verified(path)
    assert before == (len(RECORDS) * LINES,)
    assert set(said) == set(RECORDS)
    damaged = {
        record: problem["text"]
        for record, each in said.items()
        for problem in each["problems"]
        if problem["fault"] == "damaged"
    }
    assert set(damaged) == {"second"}
    assert "cannot be read" in damaged["second"]
    assert "of 60 lines survived" in damaged["second"]
    assert (said["first"]["lines"], said["third"]["lines"]) == (LINES, LINES)
    assert 0 < said["second"]["lines"] < LINES, "what came before the damage was verified"
    out = croupier("verify", path)[1]
    assert damaged["second"] in out


@pytest.mark.parametrize("index", ["sqlite_autoindex_lines_1", "sqlite_autoindex_records_1"])
def test_with_a_damaged_index_every_line_is_found_without_it(path: Path, index: str) -> None:
    for page in pages_of(path, index):
        overwrite_page(path, page)
    said = verified(path)
    assert {record: each["lines"] for record, each in said.items()} == dict.fromkeys(RECORDS, LINES)


def test_without_their_names_records_are_told_apart(path: Path) -> None:
    for page in pages_of(path, "records"):
        overwrite_page(path, page)
    assert set(verified(path)) == set(RECORDS), "the index of names has them"
    for page in pages_of(path, "sqlite_autoindex_records_1"):
        overwrite_page(path, page)
    assert {each["lines"] for each in verified(path).values()} == {LINES}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.touch(), "there is nothing in it"),
        (lambda path: _database(path, ""), "is an empty database: there is no casino in it"),
        (
            lambda path: _database(path, "CREATE TABLE one (two)"),
            "is a database, but not a casino's",
        ),
        (lambda path: path.write_bytes(b"GIF89a"), "is not a table's record"),
    ],
)
def test_what_is_no_casino_is_told_from_one(tmp_path: Path, make, said: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "other.db"
    make(path)
    status, out, err = croupier("verify", path)
    assert (status, out) == (2, "")
    assert said in err


def _database(path: Path, script: str) -> None:
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE gone (one); DROP TABLE gone;" + script)


@pytest.fixture
def read_only_medium(tmp_path: Path) -> Iterator[Path]:
    """A directory; `seal` makes it a medium that takes nothing."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a medium")
    medium = tmp_path / "medium"
    medium.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "croupier-test", medium], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("nothing can be mounted here")
    yield medium
    subprocess.run(["umount", medium], check=True)


@pytest.mark.parametrize("with_log", [False, True])
def test_it_reads_from_a_medium_that_takes_nothing(
    path: Path, read_only_medium: Path, with_log: bool
) -> None:
    there = read_only_medium / "casino.db"
    if with_log:  # as it lies there when the power fails
        with SqliteStore(path) as store:
            store.add(writing(Chain("fourth").next("last")))
            shutil.copyfile(path, there)
            shutil.copyfile(f"{path}-wal", f"{there}-wal")
    else:
        shutil.copyfile(path, there)
    subprocess.run(["mount", "-o", "remount,ro", read_only_medium], check=True)
    with pytest.raises(OSError, match="Read-only"):
        (read_only_medium / "control").touch()
    assert set(verified(there, 4)) == {*RECORDS, *(["fourth"] if with_log else [])}
