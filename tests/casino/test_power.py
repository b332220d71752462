"""The power fails hundreds of times: no acknowledged request is lost.

The same under weaker synchronisation, or on a disk that lies, does lose some; so the test can fail.
"""

from __future__ import annotations

import os
import random
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.casino.disks import Disk, failing
from tests.casino.lives import RECORDS, ask

from croupier.aggregate.hash_chain import verify
from croupier.casino.store import sqlite_file
from croupier.casino.store.contract import StoreFailed
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = int(os.environ.get("CROUPIER_POWER_FAILURES", "250"))
LONGEST = 40
"""Requests in a run whose power does not fail earlier."""


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """A casino's file that has been closed properly, with a few lines in it."""
    path = tmp_path / "used" / "casino.db"
    path.parent.mkdir()
    with SqliteStore(path) as store:
        for number in range(1, 4):
            ask(store, number)
    return path


def blackout(used: Path, seed: int, *, sync_lies: bool = False) -> str:
    """What an inspector finds after the power failed somewhere in a run; nothing if all is well."""
    chance = random.Random(seed)
    before, after = used.parent.parent / "before", used.parent.parent / "after"
    for directory in (before, after):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
    shutil.copy(used, before / "casino.db")
    acknowledged = 3
    with failing(Disk(fail_at=chance.randrange(1, 200), sync_lies=sync_lies)) as disk:
        with suppress(StoreFailed), SqliteStore(before / "casino.db") as store:
            # A small log is written back often, so that power fails in the midst of that as well.
            assert store._writer is not None
            store._writer.wal_autocheckpoint(chance.choice((2, 5, 20, 1000)))
            while acknowledged < LONGEST:
                ask(store, acknowledged + 1)
                acknowledged += 1
            disk.stop()
        disk.leave(chance, after)
    return inspect(after / "casino.db", acknowledged)


def inspect(path: Path, acknowledged: int) -> str:
    try:
        with SqliteStore(path) as store:
            for record in RECORDS:
                lines = list(store.lines(record))
                if not acknowledged <= len(lines) <= acknowledged + 1:
                    return f"{record} has {len(lines)} lines after {acknowledged} were acknowledged"
                if not verify(lines).unbroken:
                    return f"{record} is broken"
            ask(store, acknowledged + 1)
            if [standing.lines for standing in store.records()] != [acknowledged + 1] * 2:
                return "the next request was not stored once"
    except (apsw.Error, StoreFailed) as error:
        return f"the file is damaged: {error}"
    return ""


def test_no_acknowledged_request_is_lost(used: Path) -> None:
    for seed in range(SEEDS):
        assert not blackout(used, seed), f"seed {seed}"


@pytest.mark.parametrize("synchronous", [0, 1], ids=["off", "normal"])
def test_with_weaker_synchronisation_some_are_lost(
    used: Path, synchronous: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "FULL", synchronous)
    assert any(blackout(used, seed) for seed in range(30))


def test_on_a_disk_that_lies_some_are_lost(used: Path) -> None:
    assert any(blackout(used, seed, sync_lies=True) for seed in range(30))
