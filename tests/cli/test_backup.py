"""`croupier backup`: what was copied in the midst of play is the same casino elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from tests.cli.test_records import croupier

from croupier.casino.inspection import inspect
from croupier.casino.store.sqlite import SqliteStore
from croupier.cli.telling import so_many

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
                status, out, err = croupier("backup", path, copied)
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
    assert (status, "is not a database" in err) == (2, True)
    status, _, err = croupier("backup", "postgresql:///casino", tmp_path / "copy.db")
    assert (status, err) == (2, "croupier: PostgreSQL makes its own copies: pg_dump\n")
    assert not (tmp_path / "copy.db").exists()
