"""Leaving a table with one's chips, and what is left of a table that is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import OLGA, Casino, Watch, opened

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.house.commands import BuyIn, Dealing, SetUpTable, TakeDownTable
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Leave, Sit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio
ANA = Person("ana", Role.PLAYER)
TABLE, (INSTRUMENT, OPTIONS) = "pit-9", TABLES["blackjack-2018"]


@pytest.fixture
async def casino(tmp_path: Path) -> AsyncIterator[Casino]:
    async with opened(tmp_path / "casino.db", Watch()) as casino:
        await casino.floor.command_house(
            SetUpTable(table=TABLE, instrument=INSTRUMENT, options=OPTIONS), OLGA
        )
        await casino.floor.command_house(BuyIn(person="ana", amount=500_00), ANA)
        for command in (
            Arrive(player="ana"),
            BringChips(player="ana", amount=300_00),
            Sit(player="ana", box=2),
        ):
            await casino.floor.do(TABLE, command, ANA)
        yield casino


async def test_whoever_leaves_takes_back_wagers_and_takes_the_chips_along(casino: Casino) -> None:
    had = casino.services.chips_of("ana")
    await casino.floor.do(TABLE, PlaceWager(player="ana", box=2, amount=20_00), ANA)
    ana = await casino.let_in("ana")
    assert "Leave with your $280" in (await ana.get("/")).text
    gone = await ana.client.post(f"/tables/{TABLE}/leave")
    assert (gone.status_code, gone.headers["location"]) == (303, "/")
    assert casino.services.chips_of("ana") == had + 300_00
    assert "you are here" not in (await ana.get("/")).text


async def test_staff_have_nothing_to_take_home(casino: Casino) -> None:
    dan = await casino.let_in("dan")
    assert (await dan.client.post(f"/tables/{TABLE}/leave")).status_code == 303
    assert (await dan.client.post("/tables/never-there/leave")).status_code == 404


async def test_chips_that_were_left_at_a_table_are_offered_in_the_lobby(casino: Casino) -> None:
    had = casino.services.chips_of("ana")
    await casino.floor.do(TABLE, Leave(player="ana"), ANA)
    ana = await casino.let_in("ana")
    assert "Take home your $300" in (await ana.get("/")).text
    await ana.client.post(f"/tables/{TABLE}/leave")
    assert casino.services.chips_of("ana") == had + 300_00


async def test_a_table_that_could_never_be_opened_is_not_set_up(casino: Casino) -> None:
    for options, why in (
        ({**OPTIONS, "side_bets": ["pairs-play"]}, "minimum and maximum of pairs-play"),
        ({**OPTIONS, "limits": {}}, "not a whole number of cents"),
    ):
        asked = SetUpTable(
            table="pit-10", instrument=INSTRUMENT, options=options, dealing=Dealing.REAL
        )
        with pytest.raises(Refused, match=f"it could never be opened: .*{why}") as refused:
            await casino.floor.command_house(asked, OLGA)
        assert refused.value.clauses
        assert "pit-10" not in casino.floor.house.tables


async def test_a_table_that_was_taken_down_says_so_and_what_came_of_it(casino: Casino) -> None:
    ana = await casino.let_in("ana")
    await ana.client.post(f"/tables/{TABLE}/leave")
    await casino.floor.command_house(TakeDownTable(table=TABLE), OLGA)
    for visitor, says in (
        (ana, "You played no round at it"),
        (casino.visitor(), "was taken off the floor"),
    ):
        page = await visitor.get(f"/tables/{TABLE}")
        assert page.status_code == 410
        assert says in page.text
        assert 'href="/"' in page.text
    assert (await ana.get("/tables/never-there")).status_code == 404
