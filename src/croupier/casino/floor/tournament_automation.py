"""What the floor does for tournaments by itself: sets tables up, records rounds, takes tables down.

All of it follows from what is stored, so a floor that was killed goes on with it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.casino.floor.commands import do_in_house
from croupier.casino.floor.maintenance import report
from croupier.casino.floor.tournament_tables import (
    bring_in_line,
    clear,
    is_at_rest,
    is_in_play,
    may_report,
    options_for,
    tables_of,
)
from croupier.casino.floor.transaction import Transaction
from croupier.casino.house.acts import ITSELF, LONGEST_NAME
from croupier.casino.house.commands import Belonging, Incident, SetUpTable, TakeDownTable
from croupier.casino.store.contract import Rejected, StoreFailed
from croupier.rulebook.citations import Refused
from croupier.tournament.acts.session_end import CountChips, ReturnChips
from croupier.tournament.acts.sessions import plan_of, time_is_up
from croupier.tournament.acts.ties import play_off_groups
from croupier.tournament.state import TournamentPhase
from croupier.tournament.table_setup import boxes_for

if TYPE_CHECKING:
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.live_table import LiveTable
    from croupier.tournament.tournament import Tournament


LONGEST_STEM = LONGEST_NAME - 6
"""How much of a tournament's name is in those of its tables, so that a number fits after it."""
SOON = 0.5
"""After how many seconds something that could not be stored is tried again."""


async def manage_tables(floor: Floor, affair: Live[Tournament]) -> None:
    """See to the tables of a tournament, until all is done that there is to do."""
    while floor.is_open:
        try:
            await _manage_once(floor, affair)
            return
        except Refused as refusal:
            await _note(floor, affair, refusal)
            return
        except (Rejected, StoreFailed):
            await asyncio.sleep(SOON)


async def _note(floor: Floor, affair: Live[Tournament], refusal: Refused) -> None:
    """Have it known that a table cannot be set up, unless another process was faster with it."""
    reason = str(refusal)
    if _without_a_table(floor, affair) is None or reason == affair.trouble:
        return
    affair.trouble = reason
    affair.notify()
    with suppress(Rejected, StoreFailed):  # who directs the tournament sees it in any case
        await report(floor, Incident.MALFUNCTION, affair.record, f"no table: {reason}")


def wake(floor: Floor, affair: Live[Tournament]) -> None:
    """Play rests or goes on everywhere: everybody has time again for what they are asked."""
    for live in tables_of(floor, affair.name):
        live.wait_timer.opened = floor.clock()
        floor.schedule(live)
        live.notify()


async def _manage_once(floor: Floor, affair: Live[Tournament]) -> None:
    for live in tables_of(floor, affair.name):
        if _is_done_with(live, affair.aggregate, floor.clock()):
            await _take_down(floor, live, affair)
    while called := _without_a_table(floor, affair):
        await _set_up(floor, affair, called)
    affair.trouble = ""


# --- setting tables up


def _without_a_table(floor: Floor, affair: Live[Tournament]) -> str | None:
    """What the tournament calls a table of its session that is not on the floor yet."""
    there = {
        b.table for live in tables_of(floor, affair.name) if (b := live.set_up.command.belongs)
    }
    return next(
        (name for name in _wanted(affair.aggregate, floor.clock()) if name not in there), None
    )


def _wanted(tournament: Tournament, at: int) -> list[str]:
    """The tables that it takes now: those of the session, or those for additional rounds."""
    if tournament.phase is not TournamentPhase.PLAYING or plan_of(tournament).game:
        return list(play_off_groups(tournament))
    if time_is_up(tournament, at):
        return []
    tables = tournament.session.tables.items()
    return [name for name, state in tables if not state.over and tournament.at_table(name)]


async def _set_up(floor: Floor, affair: Live[Tournament], called: str) -> None:
    async with Transaction(floor) as transaction:
        await transaction.lock(affair, floor.live_house)
        if called != _without_a_table(floor, affair):
            return
        tournament = affair.aggregate
        command = SetUpTable(
            table=_free_name(floor, affair.name),
            instrument=tournament.instrument,
            options=options_for(tournament, called),
            boxes=boxes_for(max(tournament.seats_at_a_table, _highest_box(tournament, called))),
            pace=floor.house.tournaments[affair.name].pace,
            shuffles=floor.house.tournaments[affair.name].shuffles,
            belongs=Belonging(
                affair.name,
                tournament.session.number,
                called,
                play_off=called in play_off_groups(tournament),
            ),
        )
        await do_in_house(transaction, command, ITSELF)
    affair.notify()  # whoever watches the tournament may want to see where it is played


def _highest_box(tournament: Tournament, called: str) -> int:
    """Where seats are kept from a session with larger tables, it is beyond those of this one."""
    return max((each.seat[1] for each in tournament.holding_seats(called) if each.seat), default=0)


def _free_name(floor: Floor, tournament: str) -> str:
    number, short = 1, tournament[:LONGEST_STEM].rstrip("-")
    while f"{short}-{number}" in floor.house.tables:
        number += 1
    return f"{short}-{number}"


# --- taking tables down


def _is_done_with(live: LiveTable, tournament: Tournament, at: int) -> bool:
    belongs = live.set_up.command.belongs
    assert belongs is not None
    if live.table.tournament is None or not is_at_rest(live.table):
        return False
    if belongs.play_off:  # one that is played waits until the others are
        return belongs.table not in play_off_groups(tournament)
    return not is_in_play(live.table, tournament, belongs, at)


async def _take_down(floor: Floor, live: LiveTable, affair: Live[Tournament]) -> None:
    """Count the chips of a table and have them returned, and take it off the floor."""
    belongs = live.set_up.command.belongs
    assert belongs is not None
    async with Transaction(floor) as transaction:
        await transaction.lock(live, affair, floor.live_house)
        tournament, at = affair.aggregate, floor.clock()
        name = live.set_up.command.table
        if floor.tables.get(name) is not live or not _is_done_with(live, tournament, at):
            return
        bring_in_line(live, tournament, at)
        if may_report(tournament, belongs):
            chips = {each.name: each.chips for each in tournament.at_table(belongs.table)}
            tournament.do(CountChips(table=belongs.table, chips=chips), ITSELF, at)
        clear(live, at)
        returned = ReturnChips(table=belongs.table)
        if tournament.check(returned, ITSELF, at) is None:  # not of additional rounds
            tournament.do(returned, ITSELF, at)
        floor.house.do(TakeDownTable(table=name), ITSELF, at)
        await transaction.commit()
        floor.tables.pop(name).notify()
    affair.notify()
