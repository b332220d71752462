"""Overrides: acts that set the normal course aside, which a house may want a second person for.

What the rules prescribe when something is found (a machine that fails, a wrong number of cards, an
empty shoe) is no override, nor what follows a breach that is in the record and touches nobody else.
An override is what one person could do to others by their word alone: have a result not count, or
give themselves or somebody powers. Opening a table that is out of order is none, for nobody can: it
plays again when its record leads to it, or is closed out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Role, who_may
from croupier.casino.house.commands import (
    Appoint,
    ApproveProgram,
    CloseOut,
    Dismiss,
    Enrol,
    HouseCommand,
    IssueChips,
    RequireSecondPerson,
    RetireChips,
    SetPassword,
)
from croupier.games import GAMES, game_of
from croupier.games.baccarat.facts import Ruling
from croupier.games.baccarat.irregularities import CannotReconstruct, RuleOnRound
from croupier.games.baccarat.irregularities import InvalidateGame as InvalidateCoup
from croupier.games.challenge.voids import InvalidateGame, VoidMisdeal
from croupier.games.holdem.conduct import SanctionCollusion
from croupier.games.holdem.misdeals import CallMisdeal
from croupier.promotion.acts.integrity import CancelDraw
from croupier.promotion.promotion import ACTS as OF_PROMOTIONS
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acts.misplaced import VoidEarlierRound
from croupier.table.acts.voiding import Invalidate, VoidRound
from croupier.tournament.acts import ACTS as OF_TOURNAMENTS
from croupier.tournament.acts.awarding import CancelTournament

if TYPE_CHECKING:
    from collections.abc import Iterator

    import msgspec

    from croupier.aggregate.acts import Acts
    from croupier.aggregate.roles import Person
    from croupier.casino.house.house import House

_DISTURBED = "what a game came to does not count, for a disturbance that only people saw"
_GIVEN_UP = "a round is given up because its cards cannot be told any more, as somebody says"
_POWERS = "what somebody may do in the house changes at once"
_CHIPS = "there are more or fewer chips than before, as after a correction of the books"

BECAUSE: dict[type[Any], str] = {
    VoidRound: "a round does not count because somebody finds it impractical or fraudulent",
    Invalidate: _DISTURBED,
    InvalidateGame: _DISTURBED,
    InvalidateCoup: _DISTURBED,
    VoidEarlierRound: "a round that was paid is undone on the word that a card was misplaced in it",
    VoidMisdeal: _GIVEN_UP,
    CannotReconstruct: _GIVEN_UP,
    RuleOnRound: "unless it stands, a finished round is undone where no rule says what follows",
    CallMisdeal: "a round is thrown in by opinion, and for none of the faults that the rules name",
    SanctionCollusion: "if the round is void, others lose theirs for what one player did",
    CancelTournament: "all that was played and paid in a tournament is undone",
    CancelDraw: "those who were drawn lose what they won",
    Enrol: "if it is more than a player, somebody new has powers in the house at once",
    Appoint: _POWERS,
    Dismiss: _POWERS,
    SetPassword: "whoever gives another person a password in the place of theirs can act as them",
    IssueChips: _CHIPS,
    RetireChips: _CHIPS,
    CloseOut: "a table ends in the middle of a round, and chips go where its record says",
    ApproveProgram: "the house plays on under a program that nobody has approved yet",
    RequireSecondPerson: "overrides take no second person any more",
}
"""Every override, and why it is one."""


@dataclass(frozen=True, slots=True)
class Override:
    """An override: its name in records, the role that it takes, and why it is one."""

    name: str
    needs: Role
    because: str


@cache
def overrides() -> tuple[Override, ...]:
    """Every override once by its name."""
    found = {
        name_of(kind): Override(name_of(kind), needed_for(kind), why)
        for kind, why in BECAUSE.items()
    }
    return tuple(found.values())


def is_override(house: House, asked: msgspec.Struct, by: Person) -> bool:
    """Whether something asked of the house, or of what stands in it, is an override."""
    if type(asked) not in BECAUSE:
        return False
    match asked:
        case RuleOnRound():
            return asked.ruling is not Ruling.STAND
        case SanctionCollusion():
            return asked.sanction == "void-round"
        case Enrol():
            return not set(asked.roles) <= {Role.PLAYER}
        case SetPassword():
            return by.name != asked.person and asked.person in house.passwords
    return True


def name_of(kind: type[Any]) -> str:
    """What an act is called in records."""
    return str(kind.__struct_config__.tag)


def needed_for(kind: type[Any]) -> Role:
    """The role that an override takes; every one of the house among them is the operator's."""
    if issubclass(kind, HouseCommand):
        return Role.OPERATOR
    games = (game_of(each).acts for each in GAMES.instruments)
    found: Iterator[Acts[Any, Any]] = chain(games, (OF_TOURNAMENTS, OF_PROMOTIONS))
    needs = next(acts[kind].needs for acts in found if kind in acts)
    assert needs is not None
    return needs


class Unconfirmed(Refused):
    """An override that nobody has confirmed who may. Nothing has happened."""

    def __init__(self, reason: str, needs: Role) -> None:
        super().__init__(reason, Clauses(()))
        self.needs = needs

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


def who_confirms(needs: Role) -> str:
    """In which roles somebody may confirm what takes a role."""
    *most, last = who_may(needs)
    return f"{', '.join(most)} or {last}" if most else str(last)
