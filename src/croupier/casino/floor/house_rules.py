"""What the house refuses at a table that the table cannot know of, before a command is done there.

Who is barred does not play, people named as staff are staff, and chips come from where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Role, one, who_may
from croupier.casino.floor.barring import must_not_be_barred
from croupier.casino.floor.coming import must_be_there, must_fit
from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.live import Live
    from croupier.casino.house import House

CHECKED_BY = {"checked_by_supervisor": Role.SUPERVISOR, "checked_by_dealer": Role.DEALER}
"""The fields of commands by which cards that come to a table were checked, with who does it."""


def must_suit_the_house(
    house: House, live: Live, command: Command, by: Person, at: int, *, counts_chips: bool = True
) -> None:
    """Refuse a command for what the house knows; what it knows of chips may be left out."""
    must_not_be_barred(house, live, command, by, at)
    _must_name_staff(house, live, command, by, at)
    if counts_chips:
        must_be_there(house.books, live, command, by, at)
    else:
        must_fit(live, command, by, at)


def _must_name_staff(house: House, live: Live, command: Command, by: Person, at: int) -> None:
    """Refuse the word of people who are not there; what the table refuses comes first."""
    for field, role in CHECKED_BY.items():
        person = getattr(command, field, None)
        if person is None or set(house.people.get(person, ())) & set(who_may(role)):
            continue
        clauses = live.table.law.cards_replaced
        refusal = Refused(f"{field}: {person} is not {one(role)} here", clauses)
        raise live.table.check(command, by, at) or refusal
