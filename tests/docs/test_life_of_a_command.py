"""docs/life-of-a-command.md names the functions that a Hit passes, in their order."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.docs.drawings import ROOT, steps
from tests.web.casinos import OLGA, Casino, Watch, opened
from tests.web.conftest import anyio_backend, quick_passwords, watch
from tests.web.offices import command, sit_down
from tests.web.streams import Listening

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import IssueChips, Pace, SetUpTable, Shuffles

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["anyio_backend", "quick_passwords", "watch"]
pytestmark = pytest.mark.anyio

ONCE = ("take_command", "Services.play", "Floor.do", "Transaction.hand_over", "LiveTable.do")
"""Boundaries that are crossed once."""
TABLE = "blackjack-2018"
ANA = Person("ana", Role.PLAYER)
PATIENT = Pace(betting=0, decision=3_600_000, cut=0, settled=3_600_000)


@contextmanager
def traced() -> Iterator[list[tuple[str, str]]]:
    """Every call of a function of the package, as its file and name."""
    calls: list[tuple[str, str]] = []
    begun: set[FrameType] = set()
    inside = str(ROOT / "src" / "croupier") + "/"

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(inside):
            return
        if frame not in begun:  # a coroutine that goes on is no new call
            begun.add(frame)
            calls.append((frame.f_code.co_filename.removeprefix(inside), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


async def until_a_hit_is_possible(casino: Casino, visitor: Any) -> None:
    """Rounds are played until one asks for a decision and does not end before."""
    wager = {"do": "place-wager", "player": "ana", "box": 1, "amount": 25_00, "wager": "main"}
    live = casino.floor.live(TABLE)
    for _ in range(100):
        seen = (await visitor.get(f"/api/tables/{TABLE}")).json()["view"]["legal"]
        tags = {each["do"] for each in seen}
        if "hit" in tags:
            return
        if "place-wager" in tags:
            await command(visitor, TABLE, wager)
            await casino.floor.ready(TABLE, ANA)
        await casino.floor.tick(live)
    raise AssertionError("nobody was asked for a decision")


async def test_a_hit_passes_what_the_page_names_in_its_order(tmp_path: Path, watch: Watch) -> None:
    chance = Random(1)  # a Blackjack of ana's would leave nothing to decide
    seeded = partial(Floor, entropy=lambda: chance.randbytes(32))
    async with opened(tmp_path / "casino.db", watch, floored=seeded) as casino:
        instrument, options = TABLES[TABLE]
        await casino.floor.command_house(IssueChips(amount=FLOAT), OLGA)
        setting_up = SetUpTable(
            table=TABLE, instrument=instrument, options=options, float=FLOAT, pace=PATIENT,
            shuffles=Shuffles.HOUSE,
        )  # fmt: skip
        await casino.floor.command_house(setting_up, OLGA)
        ana = await casino.let_in("ana")
        await sit_down(casino, ana, "ana", TABLE, 1)
        await until_a_hit_is_possible(casino, ana)
        bob = await casino.let_in("bob")
        async with Listening(casino.app, bob, f"/tables/{TABLE}/stream") as page:
            await page.event()
            with traced() as calls:
                form = {"command": '{"do":"hit","box":1}'}
                answer = await ana.client.post(f"/tables/{TABLE}/commands", data=form)
                assert answer.status_code == 303, answer.text
                await page.event()
    named = steps()
    assert len(named) > 10
    place = 0
    for row in named:
        assert row in calls[place:], f"{row} is not called after {calls[place - 1]}"
        place = calls.index(row, place) + 1
    assert {
        name: calls.count((file, name)) for file, name in named if name in ONCE
    } == dict.fromkeys(ONCE, 1)
