"""Who may do what: the roles that the instruments name, nested as they nest them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.quick_enums import quick
from croupier.rulebook.citations import Refused, did_you_mean

if TYPE_CHECKING:
    from croupier.rulebook.citations import Clauses


@quick
class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    ASSISTANT_MANAGER = "assistant-gaming-manager"
    GAMING_MANAGER = "gaming-manager"
    SHIFT_MANAGER = "gaming-shift-manager"
    OPERATOR = "operator"
    TOURNAMENT_DIRECTOR = "tournament-director"
    INSPECTOR = "inspector"
    """Also the Commission's or the Authority's officer."""
    SURVEILLANCE = "surveillance"


_STAFF = (
    Role.DEALER, Role.SUPERVISOR, Role.ASSISTANT_MANAGER, Role.GAMING_MANAGER, Role.SHIFT_MANAGER,
    Role.OPERATOR,
)  # fmt: skip
"""Each of these may do what those before it may: the operator acts through its staff."""

_MAY: dict[Role, tuple[Role, ...]] = {
    Role.PLAYER: (Role.PLAYER, *_STAFF),  # staff act for a player who is at the table
    **{role: _STAFF[i:] for i, role in enumerate(_STAFF)},
    Role.TOURNAMENT_DIRECTOR: (Role.TOURNAMENT_DIRECTOR,),
    Role.INSPECTOR: (Role.INSPECTOR,),
    Role.SURVEILLANCE: (Role.SURVEILLANCE, Role.INSPECTOR),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, in the role in which they act."""

    name: str
    role: Role
    """May be given by its text too: `Person("sue", "supervisor")`."""

    def __post_init__(self) -> None:
        if type(self.role) is not Role:
            try:
                object.__setattr__(self, "role", Role(self.role))
            except ValueError:
                near = did_you_mean(str(self.role), Role)
                known = ", ".join(Role)
                raise ValueError(f"role: {self.role!r} is not one of {known}{near}") from None

    @property
    def is_staff(self) -> bool:
        return self.role in _STAFF

    @property
    def looks_on(self) -> bool:
        """Whether they see all that the floor sees, and take no part in it."""
        return self.role in _MAY[Role.SURVEILLANCE]

    @property
    def oversees(self) -> bool:
        """Whether they look on or answer for others: they see what dealers and players do not."""
        return self.looks_on or self.role in _MAY[Role.SUPERVISOR]


def who_may(needed: Role) -> tuple[Role, ...]:
    """The roles that may do what needs this one."""
    return _MAY[needed]


def one(role: Role) -> str:
    """A role as somebody is said to have it: an operator, a dealer."""
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


class WrongRole(Refused):
    """Something that takes another role than the one in which somebody acts."""

    def __init__(self, what: str, needs: Role, by: Person, clauses: Clauses) -> None:
        super().__init__(f"{what} takes {one(needs)}, and {by.name} is {one(by.role)}", clauses)
        self.needs = needs
