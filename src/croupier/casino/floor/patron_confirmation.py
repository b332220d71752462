"""Whose a command is that staff give, and what confirms it: the patron's word, or a second person.

What a patron has approved, and how, is in `approvals.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from croupier.aggregate.roles import Person, Role, who_may
from croupier.casino.floor.patron_approvals import staff_roles
from croupier.casino.floor.timers import waiting
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import ConfirmedBy, ConfirmForPatron, SetPassword
from croupier.casino.override_commands import name_of
from croupier.casino.patron_acts import (
    BEGINS_A_STAY,
    FROM_POCKET,
    OF_THE_HOUSE,
    NeedsPatron,
    is_patrons_own,
    people_in,
)
from croupier.money import money
from croupier.table.table import Phase
from croupier.table.tournament_play import is_there, players_in, unable_to_wager

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from croupier.aggregate.acts import Act, Command
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.house_policy import Confirmation
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.patron_approvals import Backing
    from croupier.casino.floor.timers import WaitTimer
    from croupier.casino.house.commands import Pace
    from croupier.casino.house.house import House
    from croupier.table.table import Table


# --- whose it is


class Stays(dict[str, int]):
    """Who is at a table and has done nothing there themselves since they came, with the line."""

    def note(self, line: int, by: str, role: Role, command: Command, table: Table) -> None:
        """Follow what was done; whoever acts for themselves does so until they come again."""
        if type(command) is BEGINS_A_STAY:
            self[command.player] = line
        if not self:
            return  # as nearly always
        if role is Role.PLAYER:
            self.pop(by, None)
        for player in self.keys() - set(table.patrons.arrived):
            del self[player]


class Patrons(Protocol):
    """What the house knows of patrons."""

    @property
    def people(self) -> Container[str]:
        """Everybody with an account."""

    @property
    def passwords(self) -> Container[str]:
        """Everybody who was given a password."""

    @property
    def stays(self) -> Mapping[tuple[str, str], int]:
        """By a table's record and a patron: the line at which staff had them arrive."""


class Played(Protocol):
    """A table before a command: on the floor, or as its record is played again."""

    record: str
    stays: Stays
    wait_timer: WaitTimer

    @property
    def table(self) -> Table: ...
    @property
    def pace(self) -> Pace: ...


def patrons_at_table(
    house: Patrons, live: Played, command: Command, by: Person, at: int
) -> tuple[str, ...]:
    """The patrons who have to confirm what somebody else asks for at a table."""
    if by.role is Role.PLAYER:
        return ()  # whom the table lets act for nobody else
    act = live.table.act_of(command)
    if act is None or not is_patrons_own(act):
        return ()
    named = tuple(people_in(command)) or _who_decides(live.table, command, at)
    patrons = _accounts_of_others(house, named, by)
    if not isinstance(command, FROM_POCKET):
        patrons = tuple(each for each in patrons if not _is_played_for(house, live, each))
    if command.after_the_time:
        patrons = tuple(each for each in patrons if _has_time(live.table, each))
    if patrons and _is_overdue(live, command, patrons, at):
        return ()
    return patrons


def patrons_to_confirm(floor: Floor, table: str, command: Command, by: Person) -> tuple[str, ...]:
    """The same, for whoever shows a form before anything is asked."""
    return patrons_at_table(floor.house, floor.live(table), command, by, floor.clock())


def _accounts_of_others(house: Patrons, named: Iterable[str], by: Person) -> tuple[str, ...]:
    """Whoever has no account is whom the staff say they are."""
    others = (each for each in named if each in house.people and each != by.name)
    return tuple(dict.fromkeys(others))


def _who_decides(table: Table, command: Command, at: int) -> tuple[str, ...]:
    """Whose decision it is that names a box only: theirs who could make it themselves."""
    box = getattr(command, "box", None)
    there = [wager.player for wager in table.wagers if wager.box == box]
    if box in table.patrons.seats:
        there.append(table.patrons.seats[box])
    for player in dict.fromkeys(there):
        if table.check(command, Person(player, Role.PLAYER), at) is None:
            return (player,)
    return tuple(there[:1])


def _has_time(table: Table, player: str) -> bool:
    """Whether somebody is there who could lose something by being taken for absent or late.

    Who is away has said so, or let the time pass, if they have anything to lose.
    """
    if not is_there(table, player):
        return False
    if table.tournament is not None:
        return player in players_in(table).values() and player not in unable_to_wager(table)
    return any(wager.player == player for wager in table.wagers)


def _is_played_for(house: Patrons, live: Played, person: str) -> bool:
    """Whether staff had a patron arrive, as was confirmed, who has not acted themselves since."""
    line = live.stays.get(person)
    return line is not None and house.stays.get((live.record, person)) == line


def _is_overdue(live: Played, command: Command, patrons: Sequence[str], at: int) -> bool:
    """Whether the time for an answer is over: what then follows is for the dealer to do."""
    wait = waiting(live.table, live.pace)
    if wait is None:
        return False
    of_them = command.after_the_time and set(patrons) <= set(wait.players)
    if command not in wait.then and not of_them:
        return False
    over = live.wait_timer.over_at(wait, betting=live.table.phase is Phase.BETTING)
    return over is not None and at >= over


def patrons_in_affair(
    house: Patrons, affair: Live[Any], command: Command, by: Person
) -> tuple[str, ...]:
    """The same in a tournament or promotion."""
    return patrons_of(house, affair.aggregate.act_of(command), command, by)


def patrons_to_confirm_in_affair(
    floor: Floor, affair: Live[Any], command: Command, by: Person
) -> tuple[str, ...]:
    """Return the same as the house stands, for a form that is shown before anything is asked."""
    return patrons_in_affair(floor.house, affair, command, by)


def patrons_of(
    house: Patrons, act: Act[Any, Any] | None, command: Command, by: Person
) -> tuple[str, ...]:
    """The same of an act that depends on nothing else."""
    if by.role is Role.PLAYER or by == ITSELF or act is None or not is_patrons_own(act):
        return ()
    return _accounts_of_others(house, people_in(command), by)


def patrons_in_house(house: Patrons, command: Command, by: Person) -> tuple[str, ...]:
    """The same of what is asked of the house."""
    if by == ITSELF or not isinstance(command, OF_THE_HOUSE):
        return ()
    if isinstance(command, SetPassword) and command.person not in house.passwords:
        return ()  # their first, with which they could not have done anything yet
    return _accounts_of_others(house, people_in(command), by)


# --- what confirms it


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command will stand once it is done."""

    record: str
    line: int


def confirmations_for_patrons(
    house: House,
    patrons: Sequence[str],
    command: Command,
    by: Person,
    at: int,
    backing: Backing,
    place: Place,
) -> tuple[Confirmation, ...]:
    """Who stands behind what somebody does for patrons, or raise `NeedsPatron`."""
    unconfirmed = [
        patron
        for patron in patrons
        if (consent := backing.consents.get(patron)) is None
        or not consent.approval.covers(command, place.record, at)
    ]
    if unconfirmed and backing.second is None:
        wrong = _why_not_covered(unconfirmed, backing)
        raise NeedsPatron.to_confirm(unconfirmed, type(command), wrong)
    found = []
    for patron in patrons:
        consent = None if patron in unconfirmed else backing.consents[patron]
        confirm = ConfirmForPatron(
            person=patron, act=name_of(type(command)), record=place.record, line=place.line,
            asked_by=by.name,
            how=ConfirmedBy.SECOND_PERSON if consent is None else consent.how,
            approval="" if consent is None else consent.approval.id,
        )  # fmt: skip
        if consent is None:
            assert backing.second is not None
            person = _second_for(house, backing.second, at, confirm)
        else:
            roles = house.people[patron]
            person = Person(
                patron, min(roles) if roles and Role.PLAYER not in roles else Role.PLAYER
            )
        refusal = house.check(confirm, person, at)
        if refusal is not None:
            raise refusal
        found.append((confirm, person))
    return tuple(found)


def _second_for(house: House, second: str, at: int, confirm: ConfirmForPatron) -> Person:
    """The second person in the first of their roles that will do, now or soonest."""
    roles = staff_roles(house, second)
    fitting = [Person(second, role) for role in who_may(Role.SUPERVISOR) if role in roles]
    if not fitting:
        reason = f"{confirm.act} for {confirm.person} is confirmed by a supervisor or above"
        raise NeedsPatron(f"{reason}, and {second} is none of these", confirm.person)
    return min(fitting, key=lambda person: max(at, house.confirms_from(person)))


def _why_not_covered(patrons: Iterable[str], backing: Backing) -> str:
    """What patrons did approve, if it is something else."""
    for patron in patrons:
        consent = backing.consents.get(patron)
        if consent is not None:
            approval = consent.approval
            what = approval.act or "something"
            most = money(approval.most)
            return f"what {patron} has approved is {what} at {approval.place} for {most} at most"
    return "the code is wrong or holds no longer" if backing.code is not None else ""
