"""Whoever comes into an affair has an account and is not barred, and pays out of their pocket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Role
from croupier.casino.books import Overdrawn, Transfer, pocket
from croupier.casino.judging import overdrawn, why_barred
from croupier.promotion.acts import entering as promotion_entries
from croupier.promotion.acts.drawing import NominateScrutineer, WinByChance
from croupier.rulebook.citing import Clauses, Refused
from croupier.tournament.acts.entries import AddReserve, Enter, SeatReserve, Substitute
from croupier.tournament.acts.gate import NominateDirector

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.affair import Affair
    from croupier.casino.house import House

COMES_IN = (
    Enter, AddReserve, SeatReserve, Substitute, promotion_entries.Enter, WinByChance,
)  # fmt: skip


def must_be_able_to(
    house: House, affair: Affair[Any], command: Command, by: Person, at: int
) -> None:
    """Refuse what the affair cannot know to be impossible; what it refuses itself comes first."""
    must_be_known(house, affair, command, by, at)
    refusal = _lacks_chips(house, affair, command, by)
    if refusal is not None:
        raise affair.subject.check(command, by, at) or refusal


def must_be_known(house: House, affair: Affair[Any], command: Command, by: Person, at: int) -> None:
    """Refuse those without an account; whether they have the chips is not looked at."""
    if not house.may_act(by):
        raise Refused(f"{by.name} has no account here as {by.role}", Clauses(()))
    refusal = _lacks_account(house, command)
    if refusal is not None:
        raise affair.subject.check(command, by, at) or refusal


def _lacks_account(house: House, command: Command) -> Refused | None:
    if isinstance(command, NominateScrutineer):  # who has to be able to add a word to the draw
        known = command.person in house.people
        return None if known else Refused(f"{command.person!r} has no account here", Clauses(()))
    if isinstance(command, NominateDirector):
        person, role = command.person, Role.TOURNAMENT_DIRECTOR
    elif isinstance(command, COMES_IN):
        person, role = command.player, Role.PLAYER
    else:
        return None
    if role in house.people.get(person, ()):
        return why_barred(house, person) if role is Role.PLAYER else None
    return Refused(f"{person!r} has no account here as {role}", Clauses(()))


def chips_for(command: Command) -> tuple[str, int]:
    """Where the chips come from that a command costs somebody, and how many."""
    player, paid = getattr(command, "player", None), getattr(command, "paid", 0)
    return (pocket(player), paid) if player else ("", 0)


def _lacks_chips(house: House, affair: Affair[Any], command: Command, by: Person) -> Refused | None:
    source, paid = chips_for(command)
    if paid <= 0:
        return None
    try:
        house.books.check([Transfer(source, affair.record, paid)])
    except Overdrawn as short:
        return overdrawn(short, by, affair.subject.law.fee)
    return None
