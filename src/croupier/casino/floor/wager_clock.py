"""What a table of a tournament waits for while wagers are made: whoever owes one, and no longer.

Everybody has the same time for every round, whether they are there or not. Where the rules stake
the minimum for a player who lets it pass, that is done; elsewhere they are away. When all who are
there have wagered, what the rules and conditions have for those who did not befalls them. A round
for which nobody has done anything is not dealt and puts nobody out: the table waits for somebody to
come back, and from then on everybody has their time anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.waits import Wait
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.hidden import AnnounceWagers, ExamineForms, MakeWagersGood
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    RuleOut,
    TimeIsUp,
)
from croupier.table.tournament import (
    has_begun,
    is_ordered,
    is_there,
    is_untouched,
    law_at,
    order_of_wagering,
    owing_a_wager,
    play_at,
    players_in,
    turn_is_over,
    unable_to_wager,
)
from croupier.table.tournament_readings import NoWager

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.casino.duties import Pace
    from croupier.table.table import Table

SUPERVISOR = Person("croupier", Role.SUPERVISOR)
DIRECTOR = Person("croupier", Role.TOURNAMENT_DIRECTOR)
CLOSING: tuple[Command, ...] = (
    MakeWagersGood(), ExamineForms(), EverybodyPasses(), NoMoreBets(),
)  # fmt: skip
"""What closes the betting; whatever of it there is nothing to do for is left out."""


def wagers_awaited(table: Table, pace: Pace) -> Wait | None:
    """What is awaited before the next round is dealt; None if nobody is there to wager."""
    unable = unable_to_wager(table)
    able = [player for player in players_in(table).values() if player not in unable]
    if unable and not able:
        return Wait(("unable", _round(table)), 0, _closing(table))
    if not (has_begun(table) or any(is_there(table, player) for player in able)):
        paid = play_at(table).deductions and not owing_a_wager(table)
        return Wait(("paid", _round(table)), 0, CLOSING) if paid else None
    if is_ordered(table):
        return _in_turn(table, pace)
    owing = owing_a_wager(table)
    if owing:
        lasts = _seconds(table, pace)  # another time for it begins anew
        return Wait(("owed", _round(table), lasts), lasts, _overdue(table, owing))
    return Wait(("wagered", _round(table)), pace.settled, _closing(table), _all(table))


def _in_turn(table: Table, pace: Pace) -> Wait:
    asked = play_at(table).asked
    if not asked:
        return Wait(("asking", _round(table)), 0, (AskWager(),))
    left = [box for box in order_of_wagering(table) if box not in asked]
    owing = owing_a_wager(table)
    # Whoever came back after their turn cannot wager any more, and nobody waits for them.
    then = (AskWager(),) if left else (*_overdue(table, owing), *_closing(table))
    player = players_in(table).get(asked[-1])
    if player is not None and player in owing:
        lasts = _seconds(table, pace)
        late = _late(table, player) if is_there(table, player) else None
        question = ("turn", _round(table), asked[-1], lasts)
        return Wait(question, lasts, then if late is None else (late,))
    told = () if player is None else (player,)
    return Wait(("turn over", _round(table), asked[-1]), pace.settled if told else 0, then, told)


def _closing(table: Table) -> tuple[Command, ...]:
    """What closes the betting; who has not the chips to be dealt in goes before."""
    return (*(RuleOut(player=player) for player in unable_to_wager(table)), *CLOSING)


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
    """What becomes of players whose time is up: first of those who are there."""
    there = [player for player in owing if is_there(table, player)]
    if there:
        found = (_late(table, player) for player in there)
        return tuple(command for command in found if command is not None)
    return tuple(command for player in owing for command in _sits_out(table, player))


def _late(table: Table, player: str) -> Command | None:
    """What becomes of somebody who is there and has let the time pass; None, if nothing yet."""
    held = TimeIsUp(player=player)
    if TimeIsUp in table.game.acts and table.check(held, SUPERVISOR, table.at) is None:
        return held
    timed = law_at(table).timed_out and play_at(table).terms.seconds is not None
    precedence = play_at(table).readings.no_wager_precedence
    if timed and precedence is NoWager.DISQUALIFICATION:
        ruled = RuleOut(player=player)  # but not before the turn is over
        return ruled if table.check(ruled, DIRECTOR, table.at) is None else None
    if is_ordered(table) and turn_is_over(table, player) and not is_untouched(table):
        return next(iter(_sits_out(table, player)), StepAway(player=player))
    return StepAway(player=player)


def _sits_out(table: Table, player: str) -> tuple[Command, ...]:
    """What the rules and conditions have for somebody without a wager when a round is to begin."""
    for command in (DeductMinimum(player=player), RuleOut(player=player)):
        if table.check(command, DIRECTOR, table.at) is None:
            return (command,)
    return ()


def _all(table: Table) -> tuple[str, ...]:
    return tuple(players_in(table).values())
