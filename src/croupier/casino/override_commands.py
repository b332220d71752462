"""Overrides: acts that set the normal course aside, which a house may want a second person for.

What the rules prescribe when something is found (a machine that fails, a wrong number of cards, an
empty shoe) is no override, nor what follows a breach that is in the record and touches nobody else.
An override is what one person could do to others by their word alone: have a result not count, or
give themselves or somebody powers. Opening a table that is out of order is none, for nobody can: it
plays again when its record leads to it, or is closed out. Each command says itself whether it is
one (`Command.why_override`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.aggregate.roles import Role, who_may
from croupier.casino.house.commands import HouseCommand, SetPassword
from croupier.game_rules import GAMES, game_of
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.rulebook.citations import Clauses, Refused
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Acts, Command
    from croupier.aggregate.roles import Person
    from croupier.casino.house.house import House


@dataclass(frozen=True, slots=True)
class Override:
    """An override: its name in records, the role that it takes, and why it is one."""

    name: str
    needs: Role
    because: str


@cache
def overriding() -> dict[type[Command], str]:
    """Every kind of command that is or may be an override, and why it is one."""
    kinds = chain(*_acts_of_aggregates(), HouseCommand.__subclasses__())
    return {kind: kind.why_override for kind in kinds if kind.why_override}


@cache
def overrides() -> tuple[Override, ...]:
    """Every override once by its name."""
    found = {
        name_of(kind): Override(name_of(kind), needed_for(kind), why)
        for kind, why in overriding().items()
    }
    return tuple(found.values())


def is_override(house: House, asked: Command, by: Person) -> bool:
    """Whether something asked of the house, or of what stands in it, is an override."""
    if isinstance(asked, SetPassword):
        return by.name != asked.person and asked.person in house.passwords
    return asked.is_override


def _acts_of_aggregates() -> Iterator[Acts[Any, Any]]:
    yield from (game_of(each).acts for each in GAMES.instruments)
    yield from (TOURNAMENT_ACTS, PROMOTION_ACTS)


def name_of(kind: type[Any]) -> str:
    """What an act is called in records."""
    return str(kind.__struct_config__.tag)


def needed_for(kind: type[Any]) -> Role:
    """The role that an override takes; every one of the house among them is the operator's."""
    if issubclass(kind, HouseCommand):
        return Role.OPERATOR
    needs = next(acts[kind].needs for acts in _acts_of_aggregates() if kind in acts)
    assert needs is not None
    return needs


class NamedTooSoon(NamedTuple):
    """A second person who may not confirm anything yet, and who named them. Both learn of it."""

    person: str
    asked_by: str


class Unconfirmed(Refused):
    """An override that nobody has confirmed who may. Nothing has happened."""

    def __init__(self, reason: str, needs: Role, named: NamedTooSoon | None = None) -> None:
        super().__init__(reason, Clauses(()))
        self.needs = needs
        self.named = named

    @classmethod
    def by_anybody(cls, kind: type[Any]) -> Unconfirmed:
        needs = needed_for(kind)
        return cls(
            f"{name_of(kind)} is an override: a second person has to confirm it with their own "
            f"password, {who_confirms(needs)} and not whoever asks",
            needs,
        )

    @classmethod
    def by_the_wrong(cls, person: str, override: str, needs: Role) -> Unconfirmed:
        may = who_confirms(needs)
        return cls(f"{override} is confirmed by {may}, and {person} is none of these", needs)

    @classmethod
    def too_new(cls, named: NamedTooSoon, begins: int, needs: Role) -> Unconfirmed:
        return cls(too_new(named.person, begins), needs, named)


def too_new(person: str, begins: int) -> str:
    """Return why a new account cannot confirm anything yet."""
    return (
        f"{person} has a new role or a password that somebody else set, and may confirm from "
        f"{local_moment(begins)}; until then another person has to"
    )


def who_confirms(needs: Role) -> str:
    """In which roles somebody may confirm what takes a role."""
    *most, last = who_may(needs)
    return f"{', '.join(most)} or {last}" if most else str(last)
