"""Players of a tournament at the tables of a floor: they wager the least, or all they have."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.replication import Replicator
from croupier.casino.floor.timers import waiting
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.commands import Pace
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.patrons import ComeBack
from croupier.table.table import Phase
from croupier.table.tournament_play import is_ordered, law_at, owing_a_wager, play_at
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.ties import play_off_groups
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.casino.floor.cups import Cup

    from croupier.casino.floor.live_table import LiveTable

QUICK = Pace(betting=60_000, decision=1_000, cut=0, settled=0)
"""Nobody is waited for but for a decision, and nobody is timed out while they wager."""
LONGEST = 400


def who_wagers(live: LiveTable) -> list[str]:
    """Whose wager the table waits for now."""
    table = live.table
    if table.phase is not Phase.BETTING or table.tournament is None:
        return []
    owing = owing_a_wager(table)
    if not is_ordered(table):
        return owing
    turn = play_at(table).this_round.asked[-1:]
    return [name for name in owing if [play_at(table).positions[name]] == turn]


def wager_of(live: LiveTable, player: str, amount: int) -> PlaceWager:
    """A main wager of so many minimums or of what there is, if that is less."""
    table, law = live.table, law_at(live.table)
    kind = law.wagers.value[0]
    limits = table.sign.of(kind)
    most = table.chips.rack(player) // law.stakes_for_the_minimum.value
    most = min(most, limits.maximum or most)
    stake = max(limits.minimum, min(amount, most - most % limits.minimum))
    return PlaceWager(player=player, box=play_at(table).positions[player], amount=stake, wager=kind)


async def play_on(
    cup: Cup,
    stake: Callable[[str], int],
    until: Callable[[], bool] = lambda: False,
    *,
    buy_back: bool = True,
) -> None:
    """Have everybody wager and the time pass until no table of the tournament is left."""
    floor = cup.floor
    for _ in range(LONGEST):
        if until():
            return
        lives = tables_of(floor, cup.name)
        if not lives and _all_over(cup):
            return
        for live in lives:
            await come_back(cup, live)
            for name in who_wagers(live):
                await _try(cup, live, name, stake(name))
            if live.table.phase is Phase.DEALING:
                cup.hands.pass_(1_000)
            await floor.tick(live)
        if buy_back:
            await _buy_back(cup)
        await settled()
    stuck = [(live.table.phase, live.due, waiting(live.table, QUICK)) for live in lives]
    raise AssertionError(f"the session does not come to its end: {stuck}")


def _all_over(cup: Cup) -> bool:
    tables, stage = cup.tournament.session.tables, cup.tournament.phase
    if stage is TournamentPhase.TIES:
        return not play_off_groups(cup.tournament)
    return stage is not TournamentPhase.PLAYING or all(
        state.over or not cup.tournament.at_table(name) for name, state in tables.items()
    )


async def _try(cup: Cup, live: LiveTable, name: str, amount: int) -> None:
    player = Person(name, Role.PLAYER)
    try:
        wager = wager_of(live, name, amount)
        await cup.floor.do(live.set_up.command.table, wager, player)
    except (Refused, LookupError):
        return  # the session ended elsewhere meanwhile


async def settled() -> None:
    """Wait until whatever the floor has begun by itself is done."""
    here = asyncio.current_task()
    while others := [task for task in asyncio.all_tasks() if task is not here and _ends(task)]:
        await asyncio.wait(others)


def _ends(task: asyncio.Task[object]) -> bool:
    """Whether it comes to an end while the floor is open: following other processes does not."""
    return getattr(task.get_coro(), "__qualname__", "") != Replicator.run.__qualname__


async def come_back(cup: Cup, live: LiveTable) -> None:
    """Whoever let a decision pass is there again for the next round."""
    if live.table.phase is Phase.BETTING:
        for name in sorted(live.table.patrons.away):
            player = Person(name, Role.PLAYER)
            with suppress(Refused, LookupError):  # the session may have ended meanwhile
                await cup.floor.do(live.set_up.command.table, ComeBack(player=name), player)


async def _buy_back(cup: Cup) -> None:
    for entrant in list(cup.tournament.entrants.values()):
        if entrant.status is Status.MAY_BUY_BACK:
            terms = cup.tournament.conditions.buy_back
            assert terms is not None
            await cup.do(BuyBack(player=entrant.name, paid=terms.cost or 0))
