"""Going home from a table: wagers that are not in play yet are taken back, chips taken along."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.casino.floor import look, people_at, watch
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.patrons import Leave
from croupier.table.table import Phase
from croupier.table.views import PlayerView

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.web.services import Services


COLLECTING = 12
"""Seconds for the cards of a settled round to be collected; then it is said what holds them."""


async def go_home(services: Services, player: Person, table: str, *, waits: bool = True) -> None:
    """Somebody leaves a table with all their chips; `Refused` while a wager of theirs is in play.

    Whoever left before, and had chips there still, takes those. Left out, `waits` is for the cards
    of a settled round to be collected.
    """
    floor = services.floor
    if player.name in await people_at(floor, table):
        for command in (await look(floor, table, player)).view.legal:
            if isinstance(command, PlaceWager) and not command.amount:
                await services.play(table, command, player)
        if waits:
            await _round_is_over(services, player, table)
        await services.play(table, Leave(player=player.name), player)
    view = (await look(floor, table, player)).view
    if isinstance(view, PlayerView) and view.chips > 0:
        await services.play(table, TakeChips(player=player.name, amount=view.chips), player)


async def _round_is_over(services: Services, player: Person, table: str) -> None:
    """Wagers that are settled lie there until the cards are collected, which comes by itself."""
    with suppress(TimeoutError):
        async with asyncio.timeout(COLLECTING):
            async for seen in watch(services.floor, table, player):
                if seen is None or seen.view.phase != Phase.SETTLED:
                    return
