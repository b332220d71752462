"""Tournaments over HTTP: conditions in a form, the desk, the public page, and what players do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.cups import PLAYERS, Cup

from croupier.casino.books import pocket

if TYPE_CHECKING:
    from tests.web.casinos import Casino

pytestmark = pytest.mark.anyio

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"
INSTRUMENTS = (ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
async def test_a_tournament_is_held_from_the_form_to_the_prizes(
    casino: Casino, instrument: str
) -> None:
    cup = Cup(casino, instrument)
    await cup.enrol_players()
    await cup.open_entries()
    for name in PLAYERS:
        ticked = {"agreed": "yes", "copy_given": "yes"}
        assert (await cup.own(name, "enter", **ticked)).status_code == 303
    await cup.do("tom", "close-entries")
    await cup.seat_everybody()
    await cup.do("tom", "start-session")
    await cup.play({"ana": 1200, "bob": 900, "cleo": 1100, "dave": 800})
    if not cup.held.session.drawn:
        await cup.seat_everybody()
    await cup.do("tom", "start-session")
    await cup.play({"ana": 1500, "bob": 700, "cleo": 800, "dave": 600})
    done = await cup.do("tom", "award-places")
    assert "all of the pool, 400, is paid" in done
    ines = await cup.who("ines")
    record = (await ines.get("/tournaments/summer-cup/record")).text
    assert record.count("fair</span>") >= 1
    assert "books of the house holds 0" in record
    held = casino.floor.house.books.held
    assert sum(held(pocket(name)) for name in PLAYERS) == 4 * 500_00
    assert held(pocket("ana")) == 400_00 + 200_00
