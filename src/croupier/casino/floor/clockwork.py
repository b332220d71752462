"""The clockwork of a table that the program deals: what it waits for, how long, and what then.

It looks at no clock: whoever has one asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.floor.wager_clock import to_be_announced, wagers_awaited
from croupier.casino.floor.waits import Wait
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.dealing import Collect
from croupier.table.acts.shuffling import DeclineCut
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.casino.duties import Pace
    from croupier.table.table import Table


def waiting(table: Table, pace: Pace) -> Wait | None:
    """What the table waits for now; None if nothing will happen before somebody does something."""
    if table.phase is Phase.SETTLED:
        collecting = Wait(("settled", table.number), pace.settled, (Collect(),))
        return to_be_announced(table) or collecting
    if table.shoe.preparation is Preparation.OFFERING_CUT:
        return _cut(table, pace)
    if table.phase is Phase.BETTING and table.tournament is not None:
        return wagers_awaited(table, pace)
    if table.phase is Phase.BETTING and table.wagers:
        bettors = tuple(dict.fromkeys(wager.player for wager in table.wagers))
        return Wait(("betting", table.number), pace.betting, (NoMoreBets(),), bettors)
    if table.phase is Phase.DEALING:
        asking = table.game.asking(table)
        if asking is not None:
            lasts = pace.decision if asking.players else min(pace.decision, pace.settled)
            by_the_rules = table.options.get("decision_timer")
            if by_the_rules is not None and asking.players:
                lasts = 1000 * by_the_rules
            if asking.answered:
                lasts = 0
            return Wait(("asked", asking.question), lasts, asking.overdue, asking.players)
    return None


def _cut(table: Table, pace: Pace) -> Wait | None:
    player = table.shoe.offers[table.shoe.offered].player
    if player is None:
        return None  # nobody is left to be asked, and staff cut at once
    question = ("cut", table.number, player)
    return Wait(question, pace.cut, (DeclineCut(player=player),), (player,))
