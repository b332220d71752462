"""A crowd that watches a table is told in turns, and made one view for."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import ANA, Hands, bet, found, open_floor, run, set_up, sit_down

from croupier.casino.floor import look, watch
from croupier.casino.floor.views import AT_ONCE, ViewerTurns
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.casino.store.contract import Store
    from croupier.table.views import TableView

TABLE = "blackjack-2018"


def test_a_few_have_a_turn_at_once_and_the_loop_does_other_things_between() -> None:
    async def test() -> None:
        turns, told, commands = ViewerTurns(), list[int](), list[int]()

        async def viewer(number: int) -> None:
            await turns.take(first=False)
            told.append(number)

        crowd = [asyncio.create_task(viewer(number)) for number in range(10 * AT_ONCE)]
        while not all(task.done() for task in crowd):
            commands.append(len(told))
            await asyncio.sleep(0)
        assert told == list(range(10 * AT_ONCE))
        seen = sorted(set(commands))
        assert len(seen) >= 10
        assert max(after - before for before, after in pairwise(seen)) <= AT_ONCE
        assert turns.waiting == 0

    run(test())


def test_who_is_at_the_table_goes_first_and_who_has_gone_takes_no_turn() -> None:
    async def test() -> None:
        turns, told = ViewerTurns(), list[str]()

        async def viewer(name: str, *, first: bool) -> None:
            await turns.take(first=first)
            told.append(name)

        crowd = [
            asyncio.create_task(viewer(f"stranger {number}", first=False))
            for number in range(3 * AT_ONCE)
        ]
        player = asyncio.create_task(viewer("player", first=True))
        await asyncio.sleep(0)
        assert turns.waiting == 3 * AT_ONCE + 1
        for task in crowd[: 2 * AT_ONCE]:
            task.cancel()
        await asyncio.gather(*crowd, player, return_exceptions=True)
        assert told[0] == "player"
        assert len(told) == AT_ONCE + 1

    run(test())


def test_one_view_is_made_for_all_who_see_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Person | None] = []
    view = Table.view

    def noted(table: Table, viewer: Person | None) -> TableView:
        made.append(viewer)
        return view(table, viewer)

    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor)
            await set_up(floor, TABLE)
            await sit_down(floor, TABLE, ANA, 1)
            line = floor.live(TABLE).stored
            streams = [watch(floor, TABLE, None, after) for after in range(line + 1)]
            monkeypatch.setattr(Table, "view", noted)
            looks = [await anext(stream) for stream in streams]
            assert made == [None], "whatever each of them is told"
            bodies = {seen.body for seen in looks if seen is not None}
            assert len(bodies) == line, "those who were told nothing and of the header are told all"
            made.clear()
            await bet(floor, TABLE, ANA, 1)
            waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
            looks = await asyncio.gather(*waiting)
            assert made == [None]
            assert len({seen.body for seen in looks if seen is not None}) == 1
            whole = await look(floor, TABLE, None, line)
            assert looks[0] is not None
            assert whole.body == looks[0].body
            for stream in streams:
                await stream.aclose()  # type: ignore[attr-defined]

    run(test())
