"""What a table of a tournament waits for while wagers are made: whoever owes one, and no longer.

Nothing waits for a player who lets the time pass. Where the rules stake the minimum for them, that
is done; elsewhere they are away, and the round goes on without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.floor.waits import Wait
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.hidden import AnnounceWagers, ExamineForms, MakeWagersGood
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.turns import AskWager, EverybodyPasses, TimeIsUp
from croupier.table.roles import Person, Role
from croupier.table.tournament import (
    is_ordered,
    law_at,
    order_of_wagering,
    owing_a_wager,
    play_at,
    players_in,
)

if TYPE_CHECKING:
    from croupier.casino.duties import Pace
    from croupier.table.commands import Command
    from croupier.table.table import Table

SUPERVISOR = Person("croupier", Role.SUPERVISOR)
CLOSING: tuple[Command, ...] = (
    MakeWagersGood(), ExamineForms(), EverybodyPasses(), NoMoreBets(),
)  # fmt: skip
"""What closes the betting; whatever of it there is nothing to do for is left out."""


def wagers_awaited(table: Table, pace: Pace) -> Wait | None:
    """What is awaited before the next round is dealt; None if nobody is there to wager."""
    if not order_of_wagering(table):
        return None
    if not is_ordered(table):
        owing = owing_a_wager(table)
        if owing:
            lasts = _seconds(table, pace)  # another time for it begins anew
            return Wait(("owed", _round(table), lasts), lasts, _overdue(table, owing))
        return Wait(("wagered", _round(table)), pace.settled, CLOSING, _all(table))
    asked = play_at(table).asked
    if not asked:
        return Wait(("asking", _round(table)), 0, (AskWager(),))
    player = players_in(table).get(asked[-1])
    if player is not None and player in owing_a_wager(table):
        lasts = _seconds(table, pace)
        question = ("turn", _round(table), asked[-1], lasts)
        return Wait(question, lasts, _overdue(table, [player]))
    left = [box for box in order_of_wagering(table) if box not in asked]
    # Whoever came back after their turn cannot wager any more, and nobody waits for them.
    then = (AskWager(),) if left else (*_overdue(table, owing_a_wager(table)), *CLOSING)
    told = () if player is None else (player,)
    return Wait(("turn over", _round(table), asked[-1]), pace.settled if told else 0, then, told)


def to_be_announced(table: Table) -> Wait | None:
    """Undisclosed wagers are announced as soon as the round is over."""
    if table.tournament is None or not table.tournament.hidden or not table.tournament.forms:
        return None
    return Wait(("announcing", table.number), 0, (AnnounceWagers(),))


def _round(table: Table) -> tuple[int, int]:
    """Which round it is, of those that were dealt and of those that all passed."""
    return table.number, play_at(table).rounds


def _seconds(table: Table, pace: Pace) -> int:
    seconds = play_at(table).terms.seconds
    return pace.betting if seconds is None else 1000 * seconds


def _overdue(table: Table, owing: list[str]) -> tuple[Command, ...]:
    """What becomes of players whose time is up."""
    held_to_it = law_at(table).timed_out and TimeIsUp in table.game.acts
    return tuple(
        TimeIsUp(player=name)
        if held_to_it and table.check(TimeIsUp(player=name), SUPERVISOR, table.at) is None
        else StepAway(player=name)
        for name in owing
    )


def _all(table: Table) -> tuple[str, ...]:
    return tuple(players_in(table).values())
