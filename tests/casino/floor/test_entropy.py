"""No shuffle comes twice: not after a restart, nor in a process that was forked from another."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import found, run, set_up

from croupier.casino.floor import Floor
from croupier.casino.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

DRAWN = 200


def secrets_of(floor: Floor) -> list[bytes]:
    return [floor.entropy() for _ in range(DRAWN)]


def test_a_floor_that_opens_again_draws_other_secrets(tmp_path: Path) -> None:
    async def test() -> None:
        drawn: list[bytes] = []
        commitments: set[str | None] = set()
        for life in range(3):
            with SqliteStore(str(tmp_path / "casino.db")) as store:
                async with Floor(store) as floor:
                    if life == 0:
                        await found(floor)
                    await set_up(floor, "holdem", name=f"holdem-{life}")
                    drawn += secrets_of(floor)
                    commitments.add(floor.live(f"holdem-{life}").table.view(None).shoe.commitment)
        assert len(set(drawn)) == 3 * DRAWN
        assert len(commitments - {None}) == 3

    run(test())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_a_forked_process_draws_other_secrets(tmp_path: Path) -> None:
    with SqliteStore(str(tmp_path / "casino.db")) as store:
        entropy = Floor(store).entropy
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, b"".join(entropy() for _ in range(DRAWN)))
            os._exit(0)
        ours = {entropy() for _ in range(DRAWN)}
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        assert os.waitpid(child, 0)[1] == 0
    theirs = {told[at : at + 32] for at in range(0, len(told), 32)}
    assert len(ours) == len(theirs) == DRAWN
    assert not ours & theirs
