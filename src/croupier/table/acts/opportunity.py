"""Everybody at the table has the opportunity to wager before the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.table.table import Table

SECOND = 1000
"""In the milliseconds of a command's time."""


def must_have_had_time(table: Table) -> None:
    """Refuse to close the betting while somebody who could wager has not, and had no time to.

    Where nobody wagers nothing is closed, and a tournament asks its players one by one.
    """
    seconds = table.options.get("betting_seconds", 0)
    if not table.wagers or table.tournament is not None:
        return
    left = table.betting_since + seconds * SECOND - table.now
    if left <= 0:
        return
    placed = {wager.player for wager in table.wagers}
    for player in table.patrons.arrived:
        if player in placed or player in table.patrons.away or not table.chips.rack(player):
            continue
        raise Refused(
            f"{player} has {-(-left // SECOND)} of {seconds} seconds left to place a wager",
            table.law.betting_window,
        )
