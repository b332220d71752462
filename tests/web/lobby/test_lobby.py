"""The lobby announces what goes on besides its tables, to everybody and nothing but that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.promotion.cases import DRAW
from tests.tournament.support import ACT_2018
from tests.web.cups import Cup
from tests.web.offers import TERMS, promoting

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.casinos import Casino

pytestmark = pytest.mark.anyio
TO_THE_CUP = 'href="/tournaments/summer-cup"'
TO_THE_DRAW = 'href="/promotions/spring"'


async def test_a_tournament_is_announced_while_it_is_held(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.enrol_players()
    await cup.begin()
    assert TO_THE_CUP not in (await (await cup.who("tom")).get("/")).text
    await cup.open_entries()
    public = (await casino.visitor().get("/")).text
    assert TO_THE_CUP in public
    assert "<strong>Summer Cup</strong>" in public
    assert "entries are open; it starts on Friday 16 January 2099, 19:00" in public
    await cup.do("tom", "enter", player="ana")
    assert "you are in it" in (await (await cup.who("ana")).get("/")).text
    assert "you are in it" not in (await (await cup.who("bob")).get("/")).text
    await cup.do("olga", "cancel-tournament", reason="the roof leaks")
    assert TO_THE_CUP not in (await casino.visitor().get("/")).text


async def test_a_table_of_a_tournament_offers_no_box_to_anybody(casino: Casino) -> None:
    cup = Cup(casino, ACT_2018)
    await cup.enrol_players()
    await cup.open_entries()
    for name in ("ana", "bob"):
        await cup.do("tom", "enter", player=name)
    await cup.do("tom", "close-entries")
    await cup.seat_everybody()
    await cup.do("tom", "start-session")
    await cup.play_until(lambda: "summer-cup-1" in casino.floor.tables)
    lobby = (await casino.visitor().get("/")).text
    listed = lobby[lobby.index("/tables/summer-cup-1") :]
    assert "2 at the table" in listed
    assert "free" not in listed[: listed.index("</ul>")]


async def test_a_promotion_is_announced_from_its_notice_to_its_draw(tmp_path: Path) -> None:
    async with promoting(tmp_path / "casino.db") as offer:
        await offer.begin()
        assert TO_THE_DRAW not in (await offer.casino.visitor().get("/")).text
        await offer.entered()
        public = (await offer.casino.visitor().get("/")).text
        assert TO_THE_DRAW in public
        assert f"<strong>{TERMS.name}</strong>" in public
        assert "Entries are taken until" in public
        offer.at(DRAW)
        await offer.done("olga", "nominate-scrutineer", person="ines")
        await offer.done("sue", "commit-draw")
        await offer.done("ines", "witness-draw", word="kookaburra")
        assert TO_THE_DRAW in (await offer.casino.visitor().get("/")).text
        await offer.done("sue", "draw-winners")
        assert TO_THE_DRAW not in (await offer.casino.visitor().get("/")).text
