"""A casino with tables at which something has happened, for those who look into its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.casinos import OLGA, Casino

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.house.commands import BuyIn, IssueChips, Pace, SetUpTable
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from tests.web.casinos import Visitor

AT_ONCE = Pace(betting=0, decision=0, cut=0, settled=0)
"""A table that waits for nobody."""
SOONER = {"do": "give-notice", "of": "further-shoes", "player": "ana"}


async def set_up(casino: Casino, *tables: str) -> None:
    for table in tables:
        instrument, options = TABLES[table]
        # Nobody waits for those who have no wager.
        if "betting_seconds" in {option.name for option in load(instrument).options}:
            options = {**options, "betting_seconds": 0}
        await casino.floor.command_house(IssueChips(amount=FLOAT), OLGA)
        command = SetUpTable(
            table=table, instrument=instrument, options=options, float=FLOAT, pace=AT_ONCE
        )
        await casino.floor.command_house(command, OLGA)


async def command(visitor: Visitor, table: str, said: dict[str, Any]) -> None:
    answer = await visitor.post(f"/api/tables/{table}/commands", {"command": said})
    assert answer.status_code == 200, answer.text


async def sit_down(casino: Casino, visitor: Visitor, name: str, table: str, box: int) -> None:
    await casino.floor.command_house(BuyIn(person=name, amount=500_00), Person(name, Role.PLAYER))
    await command(visitor, table, {"do": "arrive", "player": name})
    await command(visitor, table, {"do": "sit", "player": name, "box": box})
    await command(visitor, table, {"do": "bring-chips", "player": name, "amount": 500_00})


async def play(casino: Casino, visitor: Visitor, name: str, table: str, box: int) -> None:
    """A round in which nobody answers: the table goes on by itself until it is over."""
    live = casino.floor.live(table)
    round_ = live.table.number
    wager = {"do": "place-wager", "player": name, "box": box, "amount": 10_00}
    main = live.table.game.wagers[0]
    await command(visitor, table, {**wager, "wager": main})
    while live.table.number == round_ or not live.is_betting:
        await casino.floor.tick(live)


async def tell(casino: Casino, to: str, player: str = "ana") -> None:
    """Somebody is told of a restriction that is about to be made."""
    sue = await casino.logged_in("sue")
    await command(sue, "challenge", {**SOONER, "to": to, "player": player})
