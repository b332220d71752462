"""Going home from a table: wagers that are not in play yet are taken back, chips taken along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.floor import look, people_at
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.patrons import Leave

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.web.services import Services


async def go_home(services: Services, player: Person, table: str) -> None:
    """Somebody leaves a table with all their chips; `Refused` while a wager of theirs is in play.

    Whoever left before, and had chips there still, takes those.
    """
    floor = services.floor
    if player.name in await people_at(floor, table):
        for command in (await look(floor, table, player)).view.legal:
            if isinstance(command, PlaceWager) and not command.amount:
                await services.play(table, command, player)
        await services.play(table, Leave(player=player.name), player)
    chips = (await look(floor, table, player)).view.chips
    if chips > 0:
        await services.play(table, TakeChips(player=player.name, amount=chips), player)
