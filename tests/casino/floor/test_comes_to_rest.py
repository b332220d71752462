"""A table that the program deals never waits for something that nobody is asked for.

Players at random lay what the rules let lie and what they do not, go away and come back; staff
close tables and void rounds. After whatever was done each table is at rest in one of three ways:
somebody is asked, a clock runs that ends in something, or the table is closed or says what it waits
for.
`CROUPIER_RESTS` is how many things are done at each table.
"""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    CHLOE,
    SUPERVISOR,
    Hands,
    bet,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)

from croupier.casino.demo import TABLES
from croupier.casino.floor import look
from croupier.casino.store.sqlite import SqliteStore
from croupier.durations import MINUTE
from croupier.games.challenge.acts.closing import DisplayClosingSign
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.table import Phase

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable

THINGS = int(os.environ.get("CROUPIER_RESTS", "150"))
PLAYERS = (ANA, BEN, CHLOE)
STAFF = ("announce-closure", "void-round", "ask-for-no-bet-coup", "direct-no-bet-coup")
"""What staff do now and then."""
TRIES = 130
"""How often a clock may run out and be set again, half a second later, with a reason."""


def tag(command: Command) -> str:
    return str(command.__struct_config__.tag)


async def anything(floor: Floor, table: str, chance: Random) -> None:
    """Something that somebody does there, whether the rules let them or not."""
    live = floor.live(table)
    if chance.random() < 0.02:
        by: Person = SUPERVISOR
        choices = [each for each in live.table.legal(by) if tag(each) in STAFF]
        if AnnounceClosure in live.table.game.acts:
            choices.append(AnnounceClosure(rounds=chance.randrange(4)))
        else:
            closes = live.at + chance.randrange(60 * MINUTE)
            choices.append(DisplayClosingSign(closes=closes))
    else:
        by = chance.choice(PLAYERS)
        choices = list((await look(floor, table, by)).view.legal)
        box, wager = chance.randrange(1, 4), chance.choice(live.table.game.wagers)
        amount = chance.choice((2_50, 5_00, 5_00, 10_00, 15_00, 20_00, 100_00))
        choices += [PlaceWager(player=by.name, box=box, amount=amount, wager=wager)] * 3
    if choices:
        with suppress(Refused):
            await floor.do(table, chance.choice(choices), by)


async def must_be_at_rest(floor: Floor, live: LiveTable, hands: Hands) -> None:
    """Whatever was done before, the table does not wait for nobody."""
    if live.table.phase is Phase.CLOSED:
        return
    if live.due is None:
        asked = [who for who in PLAYERS if any(map(_moves_on, live.table.legal(who)))]
        assert asked or live.held_up, (live.table.phase, live.table.shoe.preparation)
        return
    before = live.line
    for _ in range(TRIES):
        hands.pass_(max(0, live.due - hands.at))
        await floor.tick(live)
        if live.line > before:
            return
        assert live.held_up, "the time was over and nothing happened, for no reason"
    raise AssertionError(f"it tries for ever: {live.held_up}")


def _moves_on(command: Command) -> bool:
    """Whether it brings a round about, or brings one on."""
    return tag(command) not in ("get-up", "step-away", "ask-for-rules", "ask-determinations")


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_the_program_deals_comes_to_rest(table: str, tmp_path: Path) -> None:
    async def evening() -> None:
        chance, hands, name = Random(f"rest {table}"), Hands(), ""
        with SqliteStore(tmp_path / "casino.db") as store:
            async with open_floor(store, hands) as floor:
                await found(floor, 1_000_000_00)
                for number in range(THINGS):
                    if not name or floor.live(name).table.phase is Phase.CLOSED:
                        name = f"{table}-{number}"
                        await set_up(floor, table, name=name)
                        for box, player in enumerate(PLAYERS, 1):
                            await sit_down(floor, name, player, box)
                    await anything(floor, name, chance)
                    if chance.random() < 0.3:
                        await must_be_at_rest(floor, floor.live(name), hands)

    run(evening())


@pytest.mark.parametrize("table", TABLES)
def test_a_second_short_wager_alone_on_the_table_goes_back(table: str, tmp_path: Path) -> None:
    async def evening() -> None:
        hands = Hands()
        with SqliteStore(tmp_path / "casino.db") as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                await set_up(floor, table)
                await sit_down(floor, table, ANA, 1)
                live = floor.live(table)
                live.table.patrons.warned.add("ana")  # as after the first
                try:
                    await bet(floor, table, ANA, 1, 5_00)
                except Refused:
                    return  # some rules do not let it lie there at all
                before = live.table.chips.rack("ana")
                assert live.due is not None
                hands.pass_(live.due - hands.at)
                await floor.tick(live)
                assert not live.table.wagers
                assert live.table.chips.rack("ana") > before
                assert live.is_betting
                assert live.due is None
                told = (await look(floor, table, ANA)).held_up
                assert told is not None
                assert "under the minimum" in told.reason
                assert told.clauses == live.table.law.under_minimum

    run(evening())


def test_who_needs_no_more_time_hears_why_nothing_is_dealt(tmp_path: Path) -> None:
    async def evening() -> None:
        with SqliteStore(tmp_path / "casino.db") as store:
            async with open_floor(store, Hands()) as floor:
                await found(floor)
                await set_up(floor, "blackjack-2018")
                await sit_down(floor, "blackjack-2018", ANA, 1)
                await bet(floor, "blackjack-2018", ANA, 1)
                table = floor.live("blackjack-2018").table
                table.hours = (table.at + MINUTE, table.at + 2 * MINUTE)  # not begun yet
                with pytest.raises(Refused, match="hours of gaming"):
                    await floor.ready("blackjack-2018", ANA)
                seen = await look(floor, "blackjack-2018", ANA)
                assert seen.held_up is not None
                assert seen.held_up.reason == "it is not within the hours of gaming"
                assert seen.held_up.clauses == table.law.hours

    run(evening())
