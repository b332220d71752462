"""A floor that stops between any two commands goes on as if it had not."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    INSPECTOR,
    Hands,
    bet,
    found,
    open_floor,
    play_at_random,
    run,
    secrets,
    seen,
    set_up,
    sit_down,
)

from croupier.casino.demo import TABLES
from croupier.casino.floor import Answered, Floor
from croupier.casino.store.contract import Addition, Writing
from croupier.casino.store.sqlite import SqliteStore
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.live_table import LiveTable

Asked = tuple[int, "Command | None", "Person | None"]
"""A moment, and the command that somebody gave then, or none where only time had passed."""
PLAYERS = (ANA, BEN, CHLOE)


class Listening(Floor):
    """A floor that notes whatever is asked of it."""

    asked: list[Asked]

    async def do(
        self,
        table: str,
        command: Command,
        by: Person,
        request: str | None = None,
        second: str | None = None,
        code: str | None = None,
    ) -> Answered:
        self.asked.append((self.clock(), command, by))
        return await super().do(table, command, by, request, second, code)

    async def tick(self, live: LiveTable) -> None:
        self.asked.append((self.clock(), None, None))
        await super().tick(live)


@pytest.mark.parametrize("table", TABLES)
def test_it_may_stop_after_every_command(tmp_path: Path, table: str) -> None:
    """The same evening twice, once without a pause and once opened anew for every command."""

    async def without_a_pause(store: SqliteStore) -> list[Asked]:
        hands = Hands()
        floor = Listening(store, clock=hands.clock(), entropy=secrets())
        floor.asked = []
        async with floor:
            await found(floor)
            await set_up(floor, table)
            for box, player in enumerate(PLAYERS, 1):
                await sit_down(floor, table, player, box)
            await play_at_random(floor, table, PLAYERS, 3, hands, seed=11)
            return floor.asked

    async def with_many(store: SqliteStore, asked: list[Asked]) -> None:
        hands, entropy = Hands(), secrets()
        async with Floor(store, clock=hands.clock(), entropy=entropy) as floor:
            await found(floor)
            await set_up(floor, table)
            before = _views(floor.live(table))
        for at, command, by in asked:
            async with Floor(store, clock=hands.clock(), entropy=entropy) as floor:
                live = floor.live(table)
                live.wait_timer.opened = 0  # it was not shut for any time
                assert _views(live) == before
                hands.pass_(at - hands.at)
                if command is None or by is None:
                    await floor.tick(live)
                else:
                    with suppress(Refused):
                        await floor.do(table, command, by)
                before = _views(live)

    def _views(live: LiveTable) -> list[bytes]:
        assert not live.out_of_order
        return [seen(live, viewer) for viewer in (*PLAYERS, INSPECTOR, None)]

    async def test() -> None:
        with (
            SqliteStore(str(tmp_path / "one.db")) as one,
            SqliteStore(str(tmp_path / "many.db")) as many,
        ):
            asked = await without_a_pause(one)
            await with_many(many, asked)
            record = f"tables/{table}/1"
            assert list(many.lines(record)) == list(one.lines(record))

    run(test())


def test_a_table_whose_record_was_altered_is_out_of_order_and_the_others_play(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        hands = Hands()
        with SqliteStore(str(tmp_path / "casino.db")) as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                for table in ("blackjack-2018", "baccarat"):
                    await set_up(floor, table)
                    await sit_down(floor, table, ANA, 1)
                live = floor.live("baccarat")
                forged = PlaceWager(player="ana", box=1, amount=999_999_00, wager="player")
                live.table.record.add(hands.at, ANA, forged, ())
                addition = Addition(live.record, live.stored, tuple(live.fresh))
                store.add(Writing(additions=(addition,)))
            async with open_floor(store, hands) as floor:
                assert "line" in floor.live("baccarat").out_of_order
                with pytest.raises(Refused, match="out of order"):
                    await bet(floor, "baccarat", ANA, 1)
                await bet(floor, "blackjack-2018", ANA, 1)

    run(test())


def test_what_the_dealer_holds_lies_in_the_safe_and_nowhere_else(tmp_path: Path) -> None:
    async def test() -> None:
        hands, table = Hands(), "blackjack-2018"
        with SqliteStore(str(tmp_path / "casino.db")) as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                await set_up(floor, table)
                live = floor.live(table)
                state = live.dealer.state()
                assert state.secrets
                safe = store.safe(live.safe)
                assert safe is not None
                secret = state.secrets[0][1].encode()
                assert secret in safe
                told = b"".join(store.lines(live.record)) + b"".join(store.lines("house"))
                assert secret not in told
                for viewer in (*PLAYERS, INSPECTOR, None):
                    assert secret not in seen(live, viewer)
                assert msgspec.json.decode(safe)["line"] == live.stored

    run(test())
