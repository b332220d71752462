"""People whom a command names as staff: they have accounts, and the role that the rules ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.rulebook.citing import Refused
from croupier.table.roles import Role, one, who_may

if TYPE_CHECKING:
    from croupier.casino.floor.live import Live
    from croupier.casino.house import House
    from croupier.table.commands import Command
    from croupier.table.roles import Person

CHECKED_BY = {"checked_by_supervisor": Role.SUPERVISOR, "checked_by_dealer": Role.DEALER}
"""The fields of commands by which cards that come to a table were checked, with who does it."""


def must_name_staff(house: House, live: Live, command: Command, by: Person, at: int) -> None:
    """Refuse the word of people who are not there; what the table refuses comes first."""
    for field, role in CHECKED_BY.items():
        person = getattr(command, field, None)
        if person is None or set(house.people.get(person, ())) & set(who_may(role)):
            continue
        clauses = live.table.law.cards_replaced
        refusal = Refused(f"{field}: {person} is not {one(role)} here", clauses)
        raise live.table.check(command, by, at) or refusal
