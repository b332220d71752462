"""What is commanded of a table, a tournament or promotion, and the house: each in one transaction.

`command_table`, `command_affair` and `command_house` are each read from top to bottom: lock, see
whether the request was answered before, judge and do in memory, have others follow (what a round
means for the tournament that the table belongs to, what chips moved in the books, who confirmed
it), store all of it in one writing, tell. Where another process was faster, it is judged anew.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command
from croupier.casino.disclosure import told_of_affair, told_trouble
from croupier.casino.floor.command_answers import Answered, answer
from croupier.casino.floor.house_policy import (
    confirm_house_command,
    confirmations,
    must_be_a_fit_name,
    must_be_able_to,
    must_owe_nothing,
    must_suit_house,
)
from croupier.casino.floor.live_aggregate import Live
from croupier.casino.floor.patron_approvals import UNBACKED, Backing
from croupier.casino.floor.patron_confirmation import patrons_at_table, patrons_in_affair
from croupier.casino.floor.replication import add_affair
from croupier.casino.floor.tournament_tables import (
    bring_in_line,
    lay_out,
    must_leave_tables_alone,
    new_live,
    report_of_round,
    tables_concerned,
)
from croupier.casino.floor.transaction import TRIES, HandedOver, Transaction
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    Enrol,
    FollowAffair,
    FollowTable,
    ForgetPerson,
    OpenPromotion,
    OpenTournament,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.live_kinds import PROMOTION, TOURNAMENT
from croupier.casino.record_names import HOUSE
from croupier.casino.store.contract import Overtaken, Rejected, StoreBusy, StoreFailed
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.facts import Present

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.aggregate.roles import Person
    from croupier.casino.floor.dealer_steps import AnyDealerStep
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.house_policy import Confirmation
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.house.commands import HouseCommand
    from croupier.casino.house.house import House
    from croupier.casino.particulars import Details
    from croupier.casino.store.contract import KeyedRequest


SCRUB = "scrub"
"""What lies in the safe while there are traces in the files of what was taken out of it."""


# --- at a table


class ByItself(Enum):
    """What a table does without being asked."""

    GO_ON = "go on"
    """Deal as far as it goes, and end every wait that is over."""
    TAKE_BARRED_WAGERS_OFF = "take barred wagers off"
    """What barred people have on the layout goes back to them."""


async def command_table(
    floor: Floor,
    live: LiveTable,
    asked: Command | AnyDealerStep | ByItself,
    by: Person,
    request: KeyedRequest | None = None,
    backing: Backing = UNBACKED,
) -> Answered:
    """Have something done at a table once, or raise `Refused`.

    What came before a refusal did happen, and is stored.
    """
    for _ in range(TRIES):
        if floor.store.shared:
            before = await floor.requests.answered_elsewhere(request)
            if before is not None:
                return before
        doing = _do_at_table(floor, live, asked, by, request, backing)
        # what a table does by itself is in a task of the floor's, which nobody takes back
        done = await (doing if isinstance(asked, ByItself) else floor.finished(doing))
        answered = await done.answered() if isinstance(done, HandedOver) else done
        if answered is not None:
            return answered
    raise StoreBusy(f"others kept being faster at {live.record}")


async def _do_at_table(
    floor: Floor,
    live: LiveTable,
    asked: Command | AnyDealerStep | ByItself,
    by: Person,
    request: KeyedRequest | None,
    backing: Backing,
) -> Answered | HandedOver | None:
    """Have it done and stored, or being stored; None, if it is to be judged anew."""
    async with Transaction(floor, repeatable=True) as transaction:
        await transaction.lock_in_flight(live)
        before = await floor.requests.answered(request, looked_up=not live.is_contested)
        if before is not None:
            return before
        refusal = None
        try:
            _judge_and_do(floor, live, asked, by, backing)
        except Refused as refused:
            floor.counts["refusals"] += 1
            refusal = refused
        if not live.fresh:
            nothing = Answered(answer(live.record, live.line, ()))
            await transaction.leave(live)
            if refusal is not None:
                raise refusal
            return nothing
        if refusal is None:
            return await _store_table(transaction, live, by, request)
        stored = await _store_table(transaction, live, by, None)
        if isinstance(stored, HandedOver):
            await stored.stored()
        raise refusal
    return None


def _judge_and_do(
    floor: Floor,
    live: LiveTable,
    asked: Command | AnyDealerStep | ByItself,
    by: Person,
    backing: Backing,
) -> None:
    """Change a table in memory, or raise `Refused`."""
    at = floor.clock()
    if isinstance(asked, ByItself):
        if asked is ByItself.TAKE_BARRED_WAGERS_OFF:
            _take_barred_wagers_off(floor.house, live, at)
        live.go_on(at)
        return
    floor.must_be_known(live, by)
    if not isinstance(asked, Command):
        live.step(asked, by, at)
        return
    house = floor.house
    must_suit_house(house, live, asked, by, at)
    patrons = patrons_at_table(house, live, asked, by, at)
    confirmed = confirmations(house, live, asked, patrons, by, at, backing)
    live.do(asked, by, at)
    live.confirmed = confirmed


def _take_barred_wagers_off(house: House, live: LiveTable, at: int) -> None:
    for wager in list(live.table.wagers):
        if house.bars(wager.player):
            back = PlaceWager(player=wager.player, box=wager.box, amount=0, wager=wager.wager)
            if live.table.check(back, live.dealer.by, at) is None:
                live.at = at
                live.table.do(back, live.dealer.by, at)


async def _store_table(
    transaction: Transaction, live: LiveTable, by: Person, request: KeyedRequest | None
) -> Answered | HandedOver:
    """Store what is fresh at a table with what follows for its tournament and the house; tell.

    What concerns the table alone is handed over, and it goes on.
    """
    floor, body, at, facts = transaction.floor, live.answer(by), live.at, live.facts
    belongs = live.set_up.command.belongs
    tournament = None if belongs is None else floor.tournaments[belongs.tournament]
    ends_round = tournament is not None and live.has_a_round_to_report
    follow = (FollowTable.barring if ends_round else FollowTable.after)(live.set_up.name, facts)
    for_the_house: list[tuple[HouseCommand, Person]] = [] if follow is None else [(follow, ITSELF)]
    for_the_house += live.confirmed
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
    handed_over = transaction.hand_over(body, request)
    if handed_over is None:
        answered = await transaction.commit(body, request)
        floor.counts["commands"] += not answered.repeated
    elif tournament is None:
        return handed_over
    else:
        answered = await handed_over.stored()
    if follow is not None and follow.barrings:
        floor.take_wagers_off()
    if tournament is not None and any(isinstance(fact, Present) for fact in facts):
        tournament.notify()  # its desk says who is away
    if tournament is not None and ends_round:
        floor.manage_tables(tournament)
    return answered


async def take_wagers_off(floor: Floor) -> None:
    """What barred people have on layouts goes back to them, where no round has begun."""
    for live in list(floor.tables.values()):
        if live.tournament is not None:
            continue  # where a wager stands once it is made, and a session goes on
        with suppress(Rejected, StoreFailed):  # no wager of theirs is taken in any case
            await live.repeat_missed()
            if any(floor.house.bars(wager.player) for wager in live.table.wagers):
                await command_table(floor, live, ByItself.TAKE_BARRED_WAGERS_OFF, ITSELF)


# --- in a tournament or promotion


async def command_affair(
    floor: Floor,
    affair: Live[Any],
    command: Command,
    by: Person,
    request: KeyedRequest | None,
    backing: Backing = UNBACKED,
) -> Answered:
    """Have a tournament or promotion do a command once, or raise `Refused`."""
    for _ in range(TRIES):
        tables = tables_concerned(floor, affair, command)
        async with Transaction(floor, repeatable=True) as transaction:
            await transaction.lock(*tables, affair)
            before = await floor.requests.answered(request)
            if before is not None:
                return before
            if not set(tables).issuperset(tables_concerned(floor, affair, command)):
                raise Overtaken("somebody was moved meanwhile")
            safe: Mapping[str, bytes | None] = {}
            does = command
            if isinstance(command, ClaimPrize | RefuseClaim):
                chance = floor.entropy()
                does, safe = floor.particulars.taken_out(affair.aggregate, command, chance)
            at = floor.clock()
            try:
                confirmed = _judge_in_affair(floor, affair, command, by, at, backing)
                facts = affair.aggregate.do(does, by, at)
            except Refused:
                floor.counts["refusals"] += 1
                raise
            for live in tables:
                bring_in_line(live, affair.aggregate, at)
            for_the_house: list[tuple[HouseCommand, Person]] = list(confirmed)
            if transfers := tuple(affair.kind.transfers(affair.aggregate, facts)):
                follow = FollowAffair(affair=affair.record, transfers=transfers)
                for_the_house.append((follow, ITSELF))
            if for_the_house:
                await transaction.lock(floor.live_house)
                for order, person in for_the_house:
                    floor.house.do(order, person, floor.clock())
            told = [
                fact
                for moment in affair.moments
                for fact in told_of_affair(affair.kind, moment, by).facts
            ]
            body = answer(affair.record, affair.line, tuple(told))
            answered = await transaction.commit(body, request, safe)
            floor.counts["commands"] += not answered.repeated
            return answered
    raise StoreBusy(f"others kept being faster at {affair.record}")


def _judge_in_affair(
    floor: Floor, affair: Live[Any], command: Command, by: Person, at: int, backing: Backing
) -> Sequence[Confirmation]:
    """What confirms a command to a tournament or promotion, if it may be done, as it was asked."""
    if affair.out_of_order:
        trouble = told_trouble(affair.out_of_order, by)
        raise Refused(f"{affair.record} is out of order: {trouble}", Clauses(()))
    must_be_able_to(floor.house, affair, command, by, at)
    must_leave_tables_alone(floor, affair, command, by, at)
    patrons = patrons_in_affair(floor.house, affair, command, by)
    return confirmations(floor.house, affair, command, patrons, by, at, backing)


# --- of the house


async def command_house(
    floor: Floor,
    command: HouseCommand,
    by: Person,
    request: KeyedRequest | None = None,
    safe: Mapping[str, bytes | None] | None = None,
    backing: Backing = UNBACKED,
    called: str | None = None,
) -> Answered:
    """Have the house do a command once, with what goes into the safe with it.

    Whoever is enrolled under a reference is `called` by a name.
    """
    for _ in range(TRIES):
        async with Transaction(floor, repeatable=True) as transaction:
            await transaction.lock(floor.live_house)
            before = await floor.requests.answered(request)
            if before is not None:
                return before
            return await do_in_house(transaction, command, by, request, safe, backing, called)
    raise StoreBusy(f"others kept being faster at {HOUSE}")


async def do_in_house(
    transaction: Transaction,
    command: HouseCommand,
    by: Person,
    request: KeyedRequest | None = None,
    safe: Mapping[str, bytes | None] | None = None,
    backing: Backing = UNBACKED,
    called: str | None = None,
) -> Answered:
    """The same for whoever has locked the house; what it sets up is stored with it."""
    floor = transaction.floor
    at = floor.clock()
    if isinstance(command, Enrol):
        named = command if called is None else msgspec.structs.replace(command, person=called)
        must_be_a_fit_name(floor, named, by, at)
    confirm_house_command(floor.house, command, by, at, backing)
    if isinstance(command, ForgetPerson):
        must_owe_nothing(floor, command.person)
        safe = {**(safe or {}), **await floor.particulars.without(command.person), SCRUB: b"due"}
    if isinstance(command, TakeDownTable) and (gone := floor.tables.get(command.table)):
        safe = {**(safe or {}), gone.snapshot: None}
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


async def note_particulars(floor: Floor, person: str, details: Details) -> None:
    """Keep who somebody is in the safe, unless they are forgotten."""
    for _ in range(TRIES):
        async with Transaction(floor, repeatable=True) as transaction:
            await transaction.lock(floor.live_house)
            if person in floor.house.forgotten:
                raise Refused(f"{person} is forgotten, and nothing is noted of them", Clauses(()))
            noted = floor.particulars.noted(person, details)
            await transaction.commit(safe={**noted, SCRUB: b"due"})
            return
    raise StoreBusy(f"others kept being faster at {HOUSE}")


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
    else:
        live.must_be_able_to_open(at)
    return live
