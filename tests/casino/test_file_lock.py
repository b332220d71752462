"""One process for one file, whichever name it is reached by; the first is a process of its own."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, writing

from croupier.casino.store.contract import StoreBusy, StoreFailed
from croupier.casino.store.file_lock import lock_file
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = """
import sys
from croupier.casino.store.file_lock import lock_file
from croupier.casino.store.sqlite import SqliteStore
with lock_file(sys.argv[1]), SqliteStore(sys.argv[1]) as store:
    SqliteStore(sys.argv[1], read_only=True).close()  # which must not end the lock
    store.last_position()
    print("locked", flush=True)
    sys.stdin.read()
"""


@contextmanager
def served(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has locked the file and opened it."""
    process = subprocess.Popen(
        [sys.executable, "-c", FIRST, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "locked\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "casino.db"


def test_the_same_name_a_symbolic_link_and_a_link_to_its_directory(path: Path) -> None:
    link, folder = path.parent / "link.db", path.parent / "elsewhere"
    link.symlink_to(path)
    folder.symlink_to(path.parent)
    names = (path, link, folder / "casino.db", folder / "link.db")
    with served(path) as process:
        for name in names:
            with pytest.raises(StoreBusy, match="another process serves it"), lock_file(str(name)):
                pass
        process.kill()
        process.wait()
        for name in names:
            with lock_file(str(name)):
                pass  # the dead hold nothing


def test_a_file_with_two_names_is_refused_whether_or_not_it_is_served(path: Path) -> None:
    link = path.parent / "link.db"
    with served(path):
        os.link(path, link)
        for name in (path, link):
            with pytest.raises(StoreFailed, match="2 names"), lock_file(str(name)):
                pass
    for name in (path, link):  # the log that the dead left lies beside one of them
        with pytest.raises(StoreFailed, match="2 names"), lock_file(str(name)):
            pass
    link.unlink()
    with lock_file(str(path)):
        pass


def test_there_is_no_lock_beside_it_that_could_be_deleted(path: Path) -> None:
    with served(path):
        assert [each.name for each in path.parent.glob("*lock*")] == []
        with pytest.raises(StoreBusy), lock_file(str(path)):
            pass


def test_an_earlier_version_that_serves_it_is_respected(path: Path) -> None:
    with (path.parent / "casino.db.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(StoreBusy), lock_file(str(path)):
            pass
    with lock_file(str(path)):
        pass


def test_readers_and_backups_are_not_kept_out(path: Path) -> None:
    with lock_file(str(path)), SqliteStore(path) as store:
        store.add(writing(Chain("house").next("open")))
        with SqliteStore(path, read_only=True) as reader:
            assert reader.standing("house").lines == 1
            assert reader.damage() == []


def test_two_casinos_in_one_directory_do_not_disturb_each_other(path: Path) -> None:
    with served(path), lock_file(str(path.parent / "other.db")):
        pass
