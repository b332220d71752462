"""A garbled write-ahead log is found and keeps the casino closed; what power failures leave is not.

SQLite itself reads as far as it can and is content: what stood behind is gone without a word.
"""

from __future__ import annotations

import os
import random
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.casino.lives import RECORDS, ask

from croupier.casino.store import open_store
from croupier.casino.store.contract import StoreDamaged
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store.write_ahead_log import damage_of_log
from croupier.casino.store_verification import Doubt, inspect

if TYPE_CHECKING:
    from pathlib import Path

REQUESTS = 60
HEADER, FRAME = 32, 24
PAGE = 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A casino's file with its log, as a process leaves them that was killed."""
    folder, left = tmp_path / "served", tmp_path / "left"
    folder.mkdir()
    left.mkdir()
    with SqliteStore(folder / "casino.db") as store:
        for number in range(1, REQUESTS + 1):
            ask(store, number)
            if number == 1:
                store.write_back()
        for file in folder.iterdir():
            shutil.copy(file, left / file.name)
    return left / "casino.db"


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def frames_of(log: Path) -> list[int]:
    """Where each frame begins."""
    return list(range(HEADER, log.stat().st_size, FRAME + PAGE))


def garble(log: Path, at: int, length: int = 8) -> None:
    with log.open("r+b") as file:
        file.seek(at)
        before = file.read(length)
        file.seek(at)
        file.write(bytes(each ^ 0x5A for each in before))


def requests_in(database: Path) -> int:
    """How many lines of the second record an ordinary program reads."""
    with apsw.Connection(str(database)) as db:
        asked = "SELECT count(*) FROM lines WHERE record = (SELECT id FROM records WHERE name = ?)"
        ((count,),) = db.execute(asked, (RECORDS[1],))
    return int(count)


def test_a_log_that_was_left_behind_is_sound_and_read(killed: Path) -> None:
    assert damage_of_log(log_of(killed)) is None
    assert len(frames_of(log_of(killed))) > REQUESTS
    with SqliteStore(killed) as store:
        assert store.had_log
        assert store.standing(RECORDS[1]).lines == REQUESTS


@pytest.mark.parametrize("what", ["page", "salt", "checksum", "header"])
def test_a_garbled_log_is_named_and_keeps_the_casino_closed(killed: Path, what: str) -> None:
    log = log_of(killed)
    frames = frames_of(log)
    middle = frames[len(frames) // 2]
    garble(log, {"page": middle + FRAME + 99, "salt": middle + 8, "checksum": middle + 16,
                 "header": 16}[what])  # fmt: skip
    copy = killed.with_name("copy.db")
    for file in (killed, log):
        shutil.copy(file, copy.with_name(file.name.replace("casino", "copy")))
    assert requests_in(copy) < REQUESTS  # SQLite says nothing, and loses what was acknowledged
    before = {file.name: file.read_bytes() for file in (killed, log)}
    with pytest.raises(StoreDamaged, match="write-ahead log"):
        SqliteStore(killed)
    assert {file.name: file.read_bytes() for file in (killed, log)} == before
    with open_store(str(killed), read_only=True) as store:
        damaged = [each for each in inspect(store).findings if each.fault == Doubt.DAMAGED]
        assert any("write-ahead log" in each.text for each in damaged)
    with SqliteStore(killed, though_damaged=True) as store:
        assert "write-ahead log" in store.accepted_damage[-1]
        assert store.standing(RECORDS[1]).lines < REQUESTS
    with SqliteStore(killed) as store:  # which has taken in what could be read
        assert store.accepted_damage == ()


def test_what_a_power_failure_can_leave_is_no_damage(killed: Path) -> None:
    """Of the last commit, which was not acknowledged, anything may be missing; or all after it."""
    whole, log = log_of(killed).read_bytes(), log_of(killed)
    frames = frames_of(log)
    commits = [at for at in frames if whole[at + 4 : at + 8] != bytes(4)]
    chance = random.Random(5)
    last = [at for at in frames if at > commits[-2]]
    for at in last:  # each frame of the last commit, garbled or not written
        log.write_bytes(whole)
        garble(log, at + FRAME)
        assert damage_of_log(log) is None
        log.write_bytes(whole[:at] + bytes(FRAME + PAGE) + whole[at + FRAME + PAGE :])
        assert damage_of_log(log) is None
    for length in (0, 1, HEADER, *(chance.randrange(len(whole)) for _ in range(20))):
        log.write_bytes(whole[:length])  # which nothing inside can show
        assert damage_of_log(log) is None
    log.unlink()
    assert damage_of_log(log) is None


def test_what_an_earlier_turn_of_the_log_left_behind_is_no_damage(tmp_path: Path) -> None:
    database = tmp_path / "casino.db"
    with SqliteStore(database) as store:
        assert store._writer is not None
        for number in range(1, REQUESTS):
            ask(store, number)
            assert damage_of_log(log_of(database)) is None
            if number % 17 == 0:
                size = log_of(database).stat().st_size
                store._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
        assert log_of(database).stat().st_size >= size  # there is something behind its end
        begun_anew = frames_of(log_of(database))[0]
        garble(log_of(database), begun_anew + FRAME)
        assert damage_of_log(log_of(database)) is not None
        garble(log_of(database), begun_anew + FRAME)


def test_a_casino_knows_whether_its_log_was_there(killed: Path) -> None:
    log_of(killed).unlink()
    with suppress(FileNotFoundError):
        os.unlink(f"{killed}-shm")
    with SqliteStore(killed) as store:
        assert not store.had_log
