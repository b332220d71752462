"""What the best play would have been: afterwards, to whoever played, where the house allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import OLGA, Casino, Watch, opened

from croupier.aggregate.roles import Person, Role
from croupier.cards import Card
from croupier.casino.demo import TABLES
from croupier.casino.house.commands import BuyIn, Dealing, Pace, SetUpTable
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.past_rounds import past_round
from croupier.games.blackjack.asks_and_answers import Stand
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, Leave
from croupier.web.laboratory.worker import answer
from croupier.web.past_rounds.best_play import decisions, judged, order_for
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio
ANA, SUE, DAN = (
    Person("ana", Role.PLAYER), Person("sue", Role.SUPERVISOR), Person("dan", Role.DEALER),
)  # fmt: skip
TABLE = "pit-7"
ROUND = f"/tables/{TABLE}/rounds/1"
PREPARING = ("shuffle", "cut", "decline-cut", "insert-cutting-card", "burn")


async def a_round(casino: Casino) -> None:
    """Ana stands on sixteen against a ten, for 20, and loses."""
    floor, (instrument, options) = casino.floor, TABLES["blackjack-2018"]
    asked = SetUpTable(table=TABLE, instrument=instrument, options=options, dealing=Dealing.REAL)
    await floor.command_house(asked, OLGA)
    table = floor.live(TABLE).table
    await floor.do(TABLE, opening_of(table, "play chips", floor.clock(), 1_000_00), SUE)
    await floor.do(TABLE, CheckCards(), DAN)
    while left := [c for c in table.legal(SUE) if c.__struct_config__.tag in PREPARING]:
        await floor.do(TABLE, left[0], SUE)
    await floor.command_house(BuyIn(person="ana", amount=100_00), ANA)
    await floor.do(TABLE, Arrive(player="ana"), ANA)
    await floor.do(TABLE, BringChips(player="ana", amount=100_00), ANA)
    await floor.do(TABLE, PlaceWager(player="ana", box=1, amount=20_00), ANA)
    await floor.do(TABLE, NoMoreBets(), DAN)
    for card in ("10S", "10D", "6H"):
        await floor.do(TABLE, Deal(card=Card(card)), DAN)
    await floor.do(TABLE, Stand(box=1), ANA)
    await floor.do(TABLE, Deal(card=Card("7C")), DAN)
    await floor.do(TABLE, Collect(), DAN)


async def test_nobody_is_told_at_the_table_or_where_the_house_does_not_allow_it(
    tmp_path: Path,
) -> None:
    for allowed in (False, True):
        settings = Settings(log_requests=False, best_play=allowed)
        async with opened(tmp_path / f"{allowed}.db", Watch(), settings) as casino:
            await a_round(casino)
            ana = await casino.let_in("ana")
            for at_table in (True, False):
                told = allowed and not at_table
                assert (f"{ROUND}/best-play" in (await ana.get(ROUND)).text) is told
                if not told:
                    refused = await ana.get(f"{ROUND}/best-play")
                    assert refused.status_code == 403
                if at_table:
                    await casino.floor.do(TABLE, Leave(player="ana"), ANA)


async def test_every_decision_is_told_with_the_best_one_and_what_it_gave_up(casino: Casino) -> None:
    await a_round(casino)
    played = past_round(list(casino.floor.store.lines(f"tables/{TABLE}/1")), 1, ANA)
    (taken,) = decisions(played, "ana")
    assert (taken.chosen, taken.stake, taken.hand) == ("stand", 20_00, (Card("10S"), Card("6H")))
    (found,) = judged([taken], answer(order_for(played.game, [taken]), lambda _: None))  # type: ignore[arg-type]
    assert (found.best, found.was_best) == ("hit", False)
    assert 0 < found.cost < 1_00, "sixteen against a ten is close"
    assert decisions(played, "ben") == []


@pytest.mark.parametrize("allowed", [False, True])
async def test_at_a_practice_table_it_is_told_without_leaving_where_the_house_allows_it(
    tmp_path: Path, *, allowed: bool
) -> None:
    settings = Settings(log_requests=False, best_play=allowed)
    async with opened(tmp_path / "casino.db", Watch(), settings) as casino:
        floor, (instrument, options) = casino.floor, TABLES["baccarat"]
        asked = SetUpTable(
            table=TABLE, instrument=instrument, options=options, float=100_000_00, practice=True,
            pace=Pace(betting=0, cut=0, settled=0),
        )  # fmt: skip
        await floor.command_house(BuyIn(person="ana", amount=100_00), ANA)
        await floor.command_house(asked, OLGA)
        for command in (
            Arrive(player="ana"),
            BringChips(player="ana", amount=100_00),
            PlaceWager(player="ana", box=1, wager="banker", amount=20_00),
        ):
            await floor.do(TABLE, command, ANA)
        await floor.ready(TABLE, ANA)
        ana = await casino.let_in("ana")
        assert "practice</span>" in (await ana.get("/")).text
        assert (f"{ROUND}/best-play" in (await ana.get(f"/tables/{TABLE}")).text) is allowed
        assert (f"{ROUND}/best-play" in (await ana.get(ROUND)).text) is allowed
        assert (await ana.get(f"{ROUND}/best-play")).status_code == (200 if allowed else 403)
        assert (await ana.get(f"/tables/{TABLE}/rounds/2/best-play")).status_code in (403, 404)


async def test_a_table_in_earnest_is_none_to_practise_at(casino: Casino) -> None:
    """Where people deal, nobody is told, whatever the table was to be set up as."""
    instrument, options = TABLES["baccarat"]
    for dealing in (Dealing.REAL, Dealing.VIRTUAL):
        asked = SetUpTable(
            table=TABLE, instrument=instrument, options=options, dealing=dealing, practice=True
        )
        with pytest.raises(Refused, match="practice: only a table that the program deals"):
            await casino.floor.command_house(asked, OLGA)
