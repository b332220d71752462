"""The second person of an override: whose word the house takes, stored with what it confirms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Person, who_may
from croupier.casino.duties import Confirm
from croupier.casino.lines import HOUSE
from croupier.casino.overrides import BECAUSE, Unconfirmed, is_override, name_of, needed_for

if TYPE_CHECKING:
    import msgspec

    from croupier.aggregate.acts import Command
    from croupier.casino.duties import Duties
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.live import Live
    from croupier.casino.house import House

    Confirmation = tuple[Confirm, Person]


def at_table(
    house: House, live: Live, command: Command, by: Person, at: int, second: str | None
) -> Confirmation | None:
    """Who confirms a command at a table, if anybody does; refused, if somebody has to."""
    if type(command) not in BECAUSE:
        return None
    refusal = live.table.check(command, by, at)  # what the rules say of it comes first
    if refusal is not None:
        raise refusal
    return _confirmation(house, command, by, second, live.record, live.stored + 1)


def in_affair(
    house: House, affair: Affair[Any], command: Command, by: Person, at: int, second: str | None
) -> Confirmation | None:
    """The same of a command to a tournament or promotion."""
    if type(command) not in BECAUSE:
        return None
    refusal = affair.subject.check(command, by, at)
    if refusal is not None:
        raise refusal
    return _confirmation(house, command, by, second, affair.record, affair.stored + 1)


def confirm_duty(house: House, duty: Duties, by: Person, at: int, second: str | None) -> None:
    """Have the house note who confirms what it is to do next."""
    if second is None or not is_override(house, duty, by):
        return
    refusal = house.check(duty, by)
    if refusal is not None and not isinstance(refusal, Unconfirmed):
        raise refusal
    confirmation = _confirmation(house, duty, by, second, HOUSE, house.length + 2)
    if confirmation is not None:
        house.do(*confirmation, at)


def _confirmation(
    house: House, asked: msgspec.Struct, by: Person, second: str | None, record: str, line: int
) -> Confirmation | None:
    if second is None:
        if house.takes_two(asked, by):
            raise Unconfirmed.by_anybody(type(asked))
        return None
    if not is_override(house, asked, by):
        return None
    confirm = Confirm(
        override=name_of(type(asked)), record=record, line=line, asked_by=by.name,
        needs=needed_for(type(asked)),
    )  # fmt: skip
    person = _fitting(house, second, confirm)
    refusal = house.check(confirm, person)
    if refusal is not None:
        raise refusal
    return confirm, person


def _fitting(house: House, second: str, confirm: Confirm) -> Person:
    """Somebody in the first of their roles that may confirm it."""
    held = house.people.get(second, frozenset())
    role = next((role for role in who_may(confirm.needs) if role in held), None)
    if role is None:
        raise Unconfirmed.by_the_wrong(second, confirm.override, confirm.needs)
    return Person(second, role)
