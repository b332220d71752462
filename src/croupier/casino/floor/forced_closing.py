"""Closing out what cannot go on: every chip goes to whose it is by the record, and it is ended.

A rule that was corrected may lead elsewhere than the record of a table, tournament or promotion
that was begun before. Nobody can say where it would stand; but what everybody had put in and been
paid is in the record. So the round in play, if there is one, is given up, its stakes go back with
the rest, and a new table can be set up under the rules as they are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from croupier.aggregate.record_lines import RecordError
from croupier.aggregate.restore import read
from croupier.casino.floor.commands import command_house
from croupier.casino.floor.patron_approvals import Backing
from croupier.casino.floor.replication import affairs_of
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.books import CAGE, ISSUE, Transfer, pocket
from croupier.casino.house.commands import CloseOut
from croupier.casino.live_kinds import TOURNAMENT
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.chip_ledger import holdings
from croupier.table_replay import read_record
from croupier.tournament.facts import Cancelled, ChipsCashed, Finished, MoneyPaid, MoneyRefunded
from croupier.tournament.tournament import KIND

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Mapping

    from croupier.aggregate.roles import Person
    from croupier.casino.floor.command_answers import Answered
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.house.books import Books
    from croupier.casino.store.contract import KeyedRequest


async def close_out_older(floor: Floor) -> dict[str, str]:
    """Close out whatever was begun before a correction and cannot go on: what, and why."""
    before = set(floor.house.closed_out)
    for affair in affairs_of(floor):
        if affair.is_older and affair.record not in floor.house.closed_out:
            for live in tables_of(floor, affair.name):
                await _tried(floor, live, close_out_table(floor, live, affair.out_of_order))
            await _tried(floor, affair, _close_out_affair(floor, affair))
    for live in list(floor.tables.values()):
        if live.is_older:
            await _tried(floor, live, close_out_table(floor, live, live.out_of_order))
    closed_out = floor.house.closed_out.items()
    return {record: command.reason for record, command in closed_out if record not in before}


async def _tried(
    floor: Floor, part: LiveTable | Live[Any], closing_out: Coroutine[Any, Any, object]
) -> None:
    """Close something out, unless another process did so first.

    A record from which nobody can tell whose the chips are must not keep the floor closed.
    """
    try:
        await closing_out
    except (Refused, ValueError) as error:
        if part.record not in floor.house.closed_out:
            part.out_of_order += f" Its chips cannot be paid out: {error}"


async def close_out_table(
    floor: Floor,
    live: LiveTable,
    reason: str,
    by: Person = ITSELF,
    asked: KeyedRequest | None = None,
    second: str | None = None,
) -> Answered:
    """Pay every chip of a table out by what its record says, and take it off the floor."""
    owned: dict[str, int] = {}
    if live.set_up.command.belongs is None:  # a tournament's chips are worth nothing at its tables
        owned = _owned(floor.store.lines(live.record))
    command = _close_out(floor, live.record, reason, owned)
    answered = await command_house(floor, command, by, asked, backing=Backing(second))
    if floor.tables.get(live.set_up.command.table) is live:
        floor.tables.pop(live.set_up.command.table).notify()
    return answered


def _owned(lines: Iterable[bytes]) -> dict[str, int]:
    """What every player at a table owns."""
    try:
        return holdings(read_record(lines), given_up=True).owned
    except RecordError as error:
        raise Refused(
            f"its record does not say whose its chips are: {error}", Clauses(())
        ) from None


async def _close_out_affair(floor: Floor, affair: Live[Any]) -> None:
    """Everybody has back what they paid, unless it was over."""
    owned: Mapping[str, int] = {}
    if affair.kind is TOURNAMENT:
        owned = _paid_in(floor.store.lines(affair.record))
    command = _close_out(floor, affair.record, affair.out_of_order, owned)
    await command_house(floor, command, ITSELF)


def _paid_in(lines: Iterable[bytes]) -> Mapping[str, int]:
    """What each player has paid for a tournament and not been given back."""
    paid: Counter[str] = Counter()
    for entry in read(KIND, lines).entries:
        for fact in entry.facts:
            if isinstance(fact, MoneyPaid):
                paid[fact.player] += fact.amount
            elif isinstance(fact, MoneyRefunded | ChipsCashed):
                paid[fact.player] -= fact.amount
            elif isinstance(fact, Finished | Cancelled):
                return {}
    return paid


def _close_out(floor: Floor, record: str, reason: str, owned: Mapping[str, int]) -> CloseOut:
    transfers = _transfers(floor.house.books, record, owned)
    return CloseOut(record=record, reason=reason, transfers=transfers)


def _transfers(books: Books, record: str, owned: Mapping[str, int]) -> tuple[Transfer, ...]:
    """From a table or an account to whose the chips are, and what is left to the cage.

    What the record has in its place is short of that where a table lost more than its float: the
    house pays, with new chips if need be.
    """
    owed = {player: amount for player, amount in owned.items() if amount > 0}
    there, cage, due = books.held(record), books.held(CAGE), sum(owed.values())
    transfers = []
    if due > there:
        if due - there > cage:
            transfers.append(Transfer(ISSUE, CAGE, due - there - cage))
        transfers.append(Transfer(CAGE, record, due - there))
    transfers += (Transfer(record, pocket(player), amount) for player, amount in owed.items())
    if there > due:
        transfers.append(Transfer(record, CAGE, there - due))
    return tuple(transfers)
