"""`croupier backup`: what was copied in the midst of play is the same casino elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, writing
from tests.casino.floor.floors import (
    ANA,
    BEN,
    Hands,
    bet,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)
from tests.casino.floor.states import state_hash
from tests.cli.running import another_process, croupier

from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import inspect
from croupier.cli.printing import so_many

if TYPE_CHECKING:
    from pathlib import Path


def test_a_casino_that_is_open_is_copied_and_opens_elsewhere(tmp_path: Path) -> None:
    path, copied = tmp_path / "casino.db", tmp_path / "copy.db"

    async def evening() -> None:
        with SqliteStore(path) as store:
            async with open_floor(store, Hands()) as floor:
                await found(floor)
                await set_up(floor, "baccarat")
                for box, player in enumerate((ANA, BEN), 1):
                    await sit_down(floor, "baccarat", player, box)
                await bet(floor, "baccarat", ANA, 1)
                heads = store.records()
                status, out, err = another_process("backup", path, copied)
                assert (status, err) == (0, "")
                assert out.splitlines() == [
                    f"{head.record}: {so_many(head.lines, 'line')}, head {head.head}"
                    for head in heads
                ]
                before = state_hash(str(copied))
                assert before == state_hash(str(path))
                await bet(floor, "baccarat", BEN, 2)  # nothing of this is in the copy
                assert state_hash(str(copied)) == before != state_hash(str(path))

    run(evening())
    with SqliteStore(copied, read_only=True) as copy:
        assert inspect(copy).sound
    assert copied.stat().st_mode == path.stat().st_mode


def test_nothing_is_overwritten_and_only_a_casino_is_copied(tmp_path: Path) -> None:
    path, other = tmp_path / "casino.db", tmp_path / "other.db"
    SqliteStore(path).close()
    other.write_text("somebody's")
    status, _, err = croupier("backup", path, other)
    assert (status, err) == (2, f"croupier: {other}: there is something already\n")
    assert other.read_text() == "somebody's"
    nowhere = tmp_path / "nowhere" / "copy.db"
    status, _, err = croupier("backup", path, nowhere)
    assert (status, err) == (2, f"croupier: {nowhere}: there is no such directory to put it in\n")
    status, _, err = croupier("backup", other, tmp_path / "copy.db")
    assert (status, err) == (2, f"croupier: {other} is not a casino's database\n")
    status, _, err = croupier("backup", tmp_path / "none.db", tmp_path / "copy.db")
    assert (status, err) == (2, f"croupier: {tmp_path / 'none.db'}: No such file or directory\n")
    status, _, err = croupier("backup", "postgresql:///casino", tmp_path / "copy.db")
    assert (status, err) == (2, "croupier: PostgreSQL makes its own copies: pg_dump\n")
    assert not (tmp_path / "copy.db").exists()


def test_a_copy_that_cannot_be_made_is_named_with_what_is_wrong(tmp_path: Path) -> None:
    path, too_long = tmp_path / "casino.db", tmp_path / ("x" * 300)
    SqliteStore(path).close()
    status, out, err = croupier("backup", path, too_long)
    wrong = f"{too_long}: the copy cannot be made there: File name too long"
    assert (status, out, err) == (2, "", f"croupier: {wrong}\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_copy_where_nobody_may_write_is_refused_by_its_own_name(tmp_path: Path) -> None:
    path, closed = tmp_path / "casino.db", tmp_path / "closed"
    SqliteStore(path).close()
    closed.mkdir(mode=0o500)
    status, _, err = croupier("backup", path, closed / "copy.db")
    wrong = f"{closed / 'copy.db'}: the copy cannot be made there: Permission denied"
    assert (status, err) == (2, f"croupier: {wrong}\n")


def test_a_copy_for_which_there_is_no_room_is_blamed_and_leaves_nothing(tmp_path: Path) -> None:
    path, copied = tmp_path / "casino.db", tmp_path / "copy.db"
    with SqliteStore(path) as store:
        store.add(writing(Chain("house").next(*("x" * 1_000 for _ in range(100)))))
    answer = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 128; "$@"', "sh", sys.executable, "-m", "croupier",
         "backup", str(path), str(copied)],
        capture_output=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    assert answer.returncode == 2
    assert answer.stderr == f"croupier: {path} cannot be copied to {copied}: disk I/O error\n"
    assert list(tmp_path.glob("copy.db*")) == []
