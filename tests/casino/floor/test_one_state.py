"""The same evening leads to the same state in every process, and in both stores."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.casino.floor import states
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    Hands,
    bet,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
)

from croupier.casino.demo import TABLES
from croupier.casino.store import open_store

if TYPE_CHECKING:
    from tests.casino.postgresql_server import Server

SEEDS = ("0", "1", "2")
PLAYERS = (ANA, BEN, CHLOE)
ROUNDS = 1


async def evening(where: str) -> None:
    """A round of every game, and the next one in the midst of its betting."""
    with open_store(where) as store:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await found(floor)
            for seed, table in enumerate(TABLES):
                await set_up(floor, table)
                for box, player in enumerate(PLAYERS, 1):
                    await sit_down(floor, table, player, box)
                await play_at_random(floor, table, PLAYERS, ROUNDS, hands, seed)
                await bet(floor, table, ANA, 1)


async def one_more_wager(where: str) -> None:
    with open_store(where) as store:
        hands = Hands()
        hands.pass_(10**9)
        async with open_floor(store, hands) as floor:
            await bet(floor, "holdem", BEN, 2)


def worked_out(seed: str, *where: str) -> list[str]:
    """What a process of its own says of these stores; its sets are ordered by the seed."""
    answer = subprocess.run(
        [sys.executable, states.__file__, *where],
        env={
            **os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[3]),
        },
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    return answer.stdout.splitlines()


def test_every_process_and_both_stores_come_to_one_state(
    tmp_path: Path, postgresql: Server
) -> None:
    places = (str(tmp_path / "casino.db"), postgresql.empty_database())
    for where in places:
        run(evening(where))
    said = [worked_out(seed, *places) for seed in SEEDS]
    assert len({order for *_, order in said}) > 1, "the seeds make no difference here"
    (one,) = {state for *hashes, _ in said for state in hashes}

    run(one_more_wager(places[0]))
    assert states.state_hash(places[0]) != one
    assert states.state_hash(places[1]) == one
