"""High Card on the floor: a round that a dealer deals, and every page for people of every role."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import BY_ROLE, OLGA, Watch, opened

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.commands import (
    BuyIn,
    Dealing,
    OpenTournament,
    SetUpTable,
    Shuffles,
)
from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.casinos import Casino, Visitor

OPTIONS = {
    "side_bets": ["twins"],
    "limits": {"main": [10_00, 500_00], "twins": [5_00, 100_00]},
    "multiples": {"main": 5_00, "twins": 2_50},
}
TABLE = "cards"
PAGES = (
    "/", "/tables/cards", "/tables/cards/rounds", "/tables/cards/shuffle",
    "/tables/cards/console", "/tables/cards/rounds/1", "/tables/cards/rounds/1/file",
    "/api/tables/cards", "/api/tables/cards/commands", "/api/tables/cards/rounds/1", "/floor",
    "/floor?instrument=high-card", "/desk", "/desk/meters", "/desk/rounds",
    "/desk/records/cards", "/desk/shoes/cards", "/director",
)  # fmt: skip
"""Pages that differ by the role of who looks."""
SAME_FOR_ALL = (
    "/tables/cards/rules", "/school", "/school/exercises/high-card", "/school/payouts/high-card",
    "/round-files", "/rules/high-card", "/rules/high-card/3.3(a)", "/laboratory",
    "/tournaments", "/promotions",
)  # fmt: skip
ABSENT = ("strategy", "decision", "simulation", "dossier")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def done(visitor: Visitor, **command: Any) -> dict[str, Any]:
    answer = await visitor.post(f"/api/tables/{TABLE}/commands", {"command": command})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def step(visitor: Visitor, **step: Any) -> Any:
    return await visitor.post(f"/api/tables/{TABLE}/steps", {"step": step})


async def table_is_set_up(casino: Casino) -> None:
    floor = casino.floor
    await floor.command_house(BuyIn(person="ana", amount=1_000_00), Person("ana", Role.PLAYER))
    await floor.command_house(
        SetUpTable(table=TABLE, instrument="high-card", options=OPTIONS, float=10_000_00,
                   dealing=Dealing.VIRTUAL, shuffles=Shuffles.HOUSE),
        OLGA,
    )  # fmt: skip


async def a_round_is_played(casino: Casino) -> None:
    ana, dan, sue = [await casino.let_in(each) for each in ("ana", "dan", "sue")]
    approval = {"reference": "HC 1", "date": "2026-01-02"}
    await done(
        sue,
        do="open-table",
        layout=approval,
        shoe=approval,
        float=10_000_00,
        side_bet_layouts={"twins": approval},
    )
    await done(ana, do="arrive", player="ana")
    await done(ana, do="sit", player="ana", box=1)
    await done(ana, do="bring-chips", player="ana", amount=500_00)
    await done(dan, do="check-cards")
    for _ in range(2):
        await step(dan, step="prepare")
        await sue.post(
            f"/api/tables/{TABLE}/commands", {"command": {"do": "decline-cut", "player": "ana"}}
        )
        await step(dan, step="prepare")
    await done(ana, do="place-wager", player="ana", box=1, amount=20_00)
    await done(ana, do="place-wager", player="ana", box=1, amount=5_00, wager="twins")
    await done(dan, do="no-more-bets")
    assert (await step(dan, step="deal-on")).status_code == 200
    assert (await step(dan, step="collect")).status_code == 200


@pytest.mark.anyio
async def test_a_round_is_played_and_every_page_is_drawn(tmp_path: Path) -> None:
    async with opened(tmp_path / "casino.db", Watch()) as casino:
        await table_is_set_up(casino)
        await a_round_is_played(casino)
        for who in (None, *BY_ROLE.values()):
            visitor = casino.visitor() if who is None else await casino.let_in(who)
            drawn = 0
            for path in (*PAGES, *(SAME_FOR_ALL if who is None else ())):
                answer = await visitor.get(path)
                assert answer.status_code in (200, 303, 401, 403), (who, path, answer.text)
                drawn += answer.status_code == 200
            assert drawn > 5, who
        ana = await casino.let_in("ana")
        page = unescape((await ana.get(f"/tables/{TABLE}")).text)
        assert "The higher card wins" in page
        assert "High Card" in page
        told = (await ana.get(f"/api/tables/{TABLE}/rounds/1")).json()
        assert "high-card-dealt" in str(told) or "settled" in str(told)


@pytest.mark.anyio
async def test_every_form_of_the_console_is_drawn(tmp_path: Path) -> None:
    async with opened(tmp_path / "casino.db", Watch()) as casino:
        await table_is_set_up(casino)
        await a_round_is_played(casino)
        sue = await casino.let_in("sue")
        spelt = (await sue.get(f"/api/tables/{TABLE}/commands")).text
        tags = sorted(set(re.findall(r'"(?:const"|enum":\s*\[)[:\s]*"([a-z-]+)"', spelt)))
        assert "record-breach" in tags
        for tag in tags:
            answer = await sue.get(f"/tables/{TABLE}/console/{tag}")
            assert answer.status_code in (200, 403, 404), (tag, answer.text)


@pytest.mark.anyio
async def test_the_laboratory_offers_what_the_game_has(tmp_path: Path) -> None:
    async with opened(tmp_path / "casino.db", Watch()) as casino:
        visitor = casino.visitor()
        page = (await visitor.get("/laboratory")).text
        assert "/laboratory/high-card/covariance" in page
        for tool in ABSENT:
            assert f"/laboratory/high-card/{tool}" not in page
            answer = await visitor.get(f"/laboratory/high-card/{tool}")
            assert answer.status_code == 404
            assert "for high-card there are only" in answer.text


@pytest.mark.anyio
async def test_no_tournament_is_begun(tmp_path: Path) -> None:
    async with opened(tmp_path / "casino.db", Watch()) as casino:
        director = Person("tom", Role.TOURNAMENT_DIRECTOR)
        with pytest.raises(Refused, match="high-card has no rules for tournaments"):
            await casino.floor.command_house(
                OpenTournament(tournament="cup", instrument="high-card"), director
            )
        tom = await casino.let_in("tom")
        assert "high-card" not in (await tom.get("/director")).text
        answer = await tom.get("/director?instrument=high-card")
        assert answer.status_code == 404
        assert "no rules for tournaments" in answer.text
