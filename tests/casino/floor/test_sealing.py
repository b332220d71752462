"""A checkpoint of an open floor shows nothing of a round in play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    Hands,
    bet,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
    until,
)

from croupier.casino.checkpoints import read_line
from croupier.casino.floor.maintenance import Sealing, Upkeep
from croupier.casino.house_keys import HouseKeys
from croupier.casino.significant_events import significant_events
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store_verification import inspect
from croupier.table.facts import BettingClosed
from croupier.table.table import Phase

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store


def test_a_head_that_cannot_be_kept_outside_is_reported_once(tmp_path: Path) -> None:
    async def test() -> None:
        with open_store(str(tmp_path / "casino.db"), keys=HouseKeys.new()) as store:
            async with open_floor(store, Hands()) as floor:
                await found(floor)
                sealing = Sealing(floor, Seal.new(), tmp_path / "nowhere" / "head")
                upkeep = Upkeep(floor, sealing, 10**9)
                keeping = asyncio.create_task(sealing.run())
                await until(lambda: sealing.trouble)
                for _ in range(2):
                    await upkeep.go_round()
                keeping.cancel()
            told = [each.happened.subject for each in significant_events(store)]
            assert told.count("the head outside") == 1

    run(test())


@pytest.mark.parametrize("restarted", [False, True])
def test_a_round_in_play_is_not_sealed_before_it_is_over(store: Store, restarted: bool) -> None:
    """Of the hash of a hidden card somebody could try all fifty-two."""

    async def test() -> None:
        hands, table, seal = Hands(), "holdem", Seal.new()
        async with open_floor(store, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            await sit_down(floor, table, ANA, 1)
            await play_at_random(floor, table, (ANA,), 1, hands, seed=2)
            await bet(floor, table, ANA, 1)
            await floor.ready(table, ANA)
            if not restarted:
                await check(floor, table, seal, hands)
        if restarted:
            async with open_floor(store, hands) as floor:
                await check(floor, table, seal, hands)

    async def check(floor: Floor, table: str, seal: Seal, hands: Hands) -> None:
        live, sealing = floor.live(table), Sealing(floor, seal)
        assert live.table.phase is Phase.DEALING
        _, checkpoint = read_line(await sealing.checkpoint())
        sealed = checkpoint.head_of(live.record)
        assert sealed is not None
        after = next(moment for moment in live.recent if moment.line == sealed.lines + 1)
        assert any(isinstance(fact, BettingClosed) for fact in after.facts)
        await play_at_random(floor, table, (ANA,), 1, hands, seed=3)
        _, checkpoint = read_line(await sealing.checkpoint())
        whole = checkpoint.head_of(live.record)
        assert whole is not None
        assert whole.lines == live.stored
        inspection = inspect(store, keys=[seal.public])
        assert inspection.sound, inspection.findings

    run(test())
