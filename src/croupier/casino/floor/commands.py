"""What is commanded of a table, a tournament or promotion, and the house: each in one transaction.

A command is judged and done in memory, with whatever follows from it elsewhere: what a round means
for the tournament that the table belongs to, what chips moved in the books, who confirmed it. All
of it is stored in one writing.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.casino.disclosure import told_of_affair, told_trouble
from croupier.casino.floor.command_answers import Answered, answer
from croupier.casino.floor.house_policy import (
    confirm_house_command,
    confirmation_in_affair,
    must_be_a_fit_name,
    must_be_able_to,
)
from croupier.casino.floor.live import Live
from croupier.casino.floor.replication import add_affair
from croupier.casino.floor.tournament_tables import (
    bring_in_line,
    lay_out,
    must_leave_tables_alone,
    new_live,
    report_of_round,
    tables_concerned,
)
from croupier.casino.floor.transaction import Transaction, transact
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    Enrol,
    FollowAffair,
    FollowTable,
    OpenPromotion,
    OpenTournament,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.live_kinds import PROMOTION, TOURNAMENT
from croupier.casino.record_names import HOUSE
from croupier.casino.store.contract import Overtaken, Rejected, StoreFailed
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.facts import Present

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.house.commands import HouseCommand
    from croupier.casino.house.house import House
    from croupier.casino.store.contract import Request

    Act = Callable[[int], None]
    """Does something at a table at a time, or raises `Refused`."""


# --- at a table


async def command_table(
    floor: Floor, live: LiveTable, act: Act, by: Person, request: Request | None = None
) -> Answered:
    """Have something done at a table once, or raise `Refused`."""

    async def perform(transaction: Transaction) -> Answered:
        return await do_at_table(transaction, live, act, by, request)

    return await transact(floor, lambda: (live,), perform, request)


async def do_at_table(
    transaction: Transaction, live: LiveTable, act: Act, by: Person, request: Request | None = None
) -> Answered:
    """The same for whoever has locked the table.

    What came before a refusal did happen, and is stored.
    """
    floor, refusal = transaction.floor, None
    try:
        act(floor.clock())
    except Refused as refused:
        floor.counts["refusals"] += 1
        refusal, request = refused, None
    answered = Answered(answer(live.record, live.stored, ()))
    if live.fresh:
        answered = await _store_table(transaction, live, by, request)
    if refusal is not None:
        raise refusal
    return answered


async def _store_table(
    transaction: Transaction, live: LiveTable, by: Person, request: Request | None
) -> Answered:
    """Store what is fresh at a table, and with it what follows for its tournament and the house."""
    floor, body, at = transaction.floor, live.answer(by), live.at
    if live.set_up.command.belongs is None:
        tournament = None
    else:
        tournament = floor.tournaments[live.set_up.command.belongs.tournament]
    ends_round = tournament is not None and live.has_a_round_to_report
    follows = FollowTable.barring if ends_round else FollowTable.after
    follow = follows(live.set_up.name, live.facts)
    present = tournament is not None and any(isinstance(fact, Present) for fact in live.facts)
    for_the_house: list[tuple[HouseCommand, Person]] = [] if follow is None else [(follow, ITSELF)]
    if live.confirmed is not None:
        for_the_house.append(live.confirmed)
    if tournament is not None and ends_round:
        await transaction.lock(tournament)
        report = report_of_round(floor, live, tournament.aggregate)
        if report is not None:
            tournament.aggregate.do(report, ITSELF, at)
        bring_in_line(live, tournament.aggregate, at)
    if for_the_house:
        await transaction.lock(floor.live_house)
        if floor.tables.get(live.set_up.command.table) is not live:
            raise Refused("the table has been taken down", live.table.law.float)
        for command, person in for_the_house:
            floor.house.do(command, person, at)
    answered = await transaction.commit(body, request)
    floor.counts["commands"] += not answered.repeated
    if follow is not None and follow.barrings:
        floor.take_wagers_off()
    if tournament is not None and present:
        tournament.notify()  # its desk says who is away
    if tournament is not None and ends_round:
        floor.manage_tables(tournament)
    return answered


# --- in a tournament or promotion


async def command_affair(
    floor: Floor,
    affair: Live[Any],
    command: Command,
    by: Person,
    request: Request | None,
    second: str | None = None,
) -> Answered:
    """Have a tournament or promotion do a command once, or raise `Refused`."""
    tables: list[LiveTable] = []

    def wanted() -> Sequence[Live[Any]]:
        tables[:] = tables_concerned(floor, affair, command)
        return (*tables, affair)

    async def perform(transaction: Transaction) -> Answered:
        if not set(tables).issuperset(tables_concerned(floor, affair, command)):
            raise Overtaken("somebody was moved meanwhile")
        return await _do_in_affair(transaction, tables, affair, command, by, request, second)

    return await transact(floor, wanted, perform, request)


async def _do_in_affair(
    transaction: Transaction,
    tables: Sequence[LiveTable],
    affair: Live[Any],
    command: Command,
    by: Person,
    request: Request | None,
    second: str | None,
) -> Answered:
    floor = transaction.floor
    house, at = floor.house, floor.clock()
    try:
        if affair.out_of_order:
            trouble = told_trouble(affair.out_of_order, by)
            raise Refused(f"{affair.record} is out of order: {trouble}", Clauses(()))
        must_be_able_to(house, affair, command, by, at)
        must_leave_tables_alone(floor, affair, command, by, at)
        confirmed = confirmation_in_affair(house, affair, command, by, at, second)
        facts = affair.aggregate.do(command, by, at)
    except Refused:
        floor.counts["refusals"] += 1
        raise
    for live in tables:
        bring_in_line(live, affair.aggregate, at)
    for_the_house: list[tuple[HouseCommand, Person]] = [] if confirmed is None else [confirmed]
    if transfers := tuple(affair.kind.transfers(affair.aggregate, facts)):
        for_the_house.append((FollowAffair(affair=affair.record, transfers=transfers), ITSELF))
    if for_the_house:
        await transaction.lock(floor.live_house)
        for order, person in for_the_house:
            floor.house.do(order, person, floor.clock())
    told = [
        fact for moment in affair.moments for fact in told_of_affair(affair.kind, moment, by).facts
    ]
    answered = await transaction.commit(answer(affair.record, affair.line, tuple(told)), request)
    floor.counts["commands"] += not answered.repeated
    return answered


# --- of the house


async def command_house(
    floor: Floor,
    command: HouseCommand,
    by: Person,
    request: Request | None = None,
    safe: Mapping[str, bytes | None] | None = None,
    second: str | None = None,
) -> Answered:
    """Have the house do a command once, with what goes into the safe with it."""

    async def perform(transaction: Transaction) -> Answered:
        return await do_in_house(transaction, command, by, request, safe, second)

    return await transact(floor, lambda: (floor.live_house,), perform, request)


async def do_in_house(
    transaction: Transaction,
    command: HouseCommand,
    by: Person,
    request: Request | None = None,
    safe: Mapping[str, bytes | None] | None = None,
    second: str | None = None,
) -> Answered:
    """The same for whoever has locked the house; what it sets up is stored with it."""
    floor = transaction.floor
    at = floor.clock()
    if isinstance(command, Enrol):
        must_be_a_fit_name(floor.house, command, by, at)
    confirm_house_command(floor.house, command, by, at, second)
    facts = floor.house.do(command, by, at)
    table, affair = _set_up(floor, command, at), _opened(floor, command)
    for live in (table, affair):
        if live is not None:
            transaction.begin(live)
    body = answer(HOUSE, floor.live_house.line, facts)
    answered = await transaction.commit(body, request, safe)
    if answered.repeated:
        return answered
    if table is not None:
        floor.tables[table.set_up.command.table] = table
        if floor.store.shared:
            table.claimed = await asyncio.to_thread(floor.store.claim, table.record)
        floor.schedule(table)
    if affair is not None:
        add_affair(floor, affair)
    elif isinstance(command, TakeDownTable):
        floor.tables.pop(command.table).notify()
    return answered


def _opened(floor: Floor, command: HouseCommand) -> Live[Any] | None:
    """The tournament or promotion that a command opens, if it is one that does."""
    if isinstance(command, OpenTournament):
        return Live(floor.store, TOURNAMENT, command.tournament, command)
    if isinstance(command, OpenPromotion):
        return Live(floor.store, PROMOTION, command.promotion, command)
    return None


def _set_up(floor: Floor, command: HouseCommand, at: int) -> LiveTable | None:
    """The table that a command sets up, if it is one that does; opened, if the program deals."""
    if not isinstance(command, SetUpTable):
        return None
    live = new_live(floor, floor.house.tables[command.table])
    if live.tournament is not None:
        lay_out(live, live.tournament(), at)
    elif live.is_automatic:
        live.open(at)
        follow = FollowTable.after(live.set_up.name, live.facts)
        if follow is not None:
            floor.house.do(follow, ITSELF, at)
    return live


# --- wagers of people who are barred


async def take_wagers_off(floor: Floor) -> None:
    """What barred people have on layouts goes back to them, where no round has begun."""
    for live in list(floor.tables.values()):
        if live.tournament is not None:
            continue  # where a wager stands once it is made, and a session goes on
        if any(floor.house.bars(wager.player) for wager in live.table.wagers):

            def act(at: int, live: LiveTable = live) -> None:
                _take_off(floor.house, live, at)
                live.go_on(at)

            with suppress(Rejected, StoreFailed):  # no wager of theirs is taken in any case
                await command_table(floor, live, act, ITSELF)


def _take_off(house: House, live: LiveTable, at: int) -> None:
    for wager in list(live.table.wagers):
        if house.bars(wager.player):
            back = PlaceWager(player=wager.player, box=wager.box, amount=0, wager=wager.wager)
            if live.table.check(back, live.dealer.by, at) is None:
                live.at = at
                live.table.do(back, live.dealer.by, at)
