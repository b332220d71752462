"""A disk that reports an error, or is full: nothing is acknowledged that is not there."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.casino.disks import Disk, failing
from tests.casino.lives import RECORDS, ask

from croupier.aggregate.hash_chain import verify
from croupier.casino.store.contract import StoreFailed, StoreFull
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REQUESTS = 12


def run(store: SqliteStore, acknowledged: list[int], *, write_back: int) -> None:
    """Ask for several things; the log is written back after so many pages, or never after 0."""
    assert store._writer is not None
    store._writer.wal_autocheckpoint(write_back)
    for number in range(len(acknowledged) + 1, REQUESTS + 1):
        ask(store, number)
        acknowledged.append(number)


def check(path: Path, acknowledged: list[int]) -> None:
    """What was acknowledged is there and sound, and the rest can be asked for again."""
    with failing(Disk()), SqliteStore(path) as store:  # one that does not fail, but is quick
        for record in RECORDS:
            assert store.standing(record).lines in (len(acknowledged), len(acknowledged) + 1)
        for number in range(1, REQUESTS + 1):
            repeated = ask(store, number)
            assert repeated or number not in acknowledged
        for record in RECORDS:
            lines = list(store.lines(record))
            assert len(lines) == REQUESTS
            assert verify(lines).unbroken


def test_an_error_at_any_operation_stops_play_and_opening_anew_recovers(tmp_path: Path) -> None:
    """Every operation of a run fails once; the disk itself is well again afterwards."""
    for fail_at in range(1, 10_000):
        path = tmp_path / f"{fail_at}.db"
        acknowledged: list[int] = []
        with failing(Disk(fail_at=fail_at, for_good=False)) as disk:
            try:
                with SqliteStore(path) as store:
                    try:
                        run(store, acknowledged, write_back=3)
                    except StoreFailed:
                        with pytest.raises(StoreFailed, match="must be opened anew"):
                            ask(store, 99)
            except StoreFailed:
                assert acknowledged == []  # it could not even be opened
        check(path, acknowledged)
        if not disk.failed:
            assert acknowledged == [*range(1, REQUESTS + 1)]
            assert fail_at > 100
            return


def test_a_full_disk_refuses_and_with_room_play_goes_on(tmp_path: Path) -> None:
    """Every write to the log finds the disk full once; the same store goes on afterwards.

    What goes wrong when the log is written back concerns no commit, and SQLite says nothing of it.
    """
    refused = 0
    for fail_at in range(1, 10_000):
        path = tmp_path / f"{fail_at}.db"
        with failing(Disk(fail_at=fail_at, fail=apsw.FullError, for_good=False)) as disk:
            try:
                store = SqliteStore(path)
            except StoreFull:
                store = SqliteStore(path)
            acknowledged: list[int] = []
            with store:
                try:
                    run(store, acknowledged, write_back=0)
                except StoreFull:
                    refused += 1
                    assert store.standing("house").lines == len(acknowledged)
                    run(store, acknowledged, write_back=0)
                except StoreFailed:
                    pass  # a synchronisation, not a write, said so
        check(path, acknowledged)
        if not disk.failed:
            assert refused > 20
            return


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    answer = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "croupier-test", tmp_path],
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    if answer.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {answer.stderr.strip()}")
    yield tmp_path
    subprocess.run(["umount", tmp_path], check=True)


def fill(store: SqliteStore) -> int:
    """Ask until the disk is full; the number of the last request that was acknowledged."""
    last = 0
    while True:
        try:
            ask(store, last + 1)
        except StoreFull:
            return last
        last += 1


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    path, ballast = small_disk / "casino.db", small_disk / "ballast"
    ballast.write_bytes(bytes(300_000))
    with SqliteStore(path) as store:
        last = fill(store)
        assert last > 20
        assert store.standing("house").lines == last
        ballast.unlink()
        assert not ask(store, last + 1)
    with SqliteStore(path) as store:
        for record in RECORDS:
            lines = list(store.lines(record))
            assert len(lines) == last + 1
            assert verify(lines).unbroken
