"""Tournaments on a floor: people with chips, a director, and what is asked in which order."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs
from tests.casino.floor.floors import OPERATOR, Hands
from tests.tournament.support import conditions_for

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.patron_confirmation import patrons_in_affair
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips, OpenTournament, Pace
from croupier.casino.record_names import TOURNAMENTS
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament import ballot
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.entries import CloseEntries, Enter
from croupier.tournament.acts.seating import CommitBallot, DrawSeats, TakeSeat
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.conditions import Conditions, read_conditions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Answered, Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.tournament.tournament import Tournament

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "tournaments"
CUP = "cup"
TOM = Person("tom", Role.TOURNAMENT_DIRECTOR)
DEALER = Person("dora", Role.DEALER)
INES = Person("ines", Role.INSPECTOR)
POCKET = 1_000_00
LONG = 1_000
"""More rounds than any session without a number of them has."""
SECRETS = [sha256(b"secret %d" % n).digest() for n in range(50)]


def example(instrument: str, **changes: Any) -> Conditions:
    """Return the conditions of an example in the documentation, with some changes.

    Limits and buy-backs end with the last round of their session if the changes make it shorter.
    """
    there = read_conditions((EXAMPLES / f"{instrument}.json").read_bytes())
    changed = msgspec.convert(msgspec.to_builtins(there) | changes, Conditions)
    if "levels" not in changes:
        played = [plan.rounds or LONG for plan in changed.sessions]
        levels = (each for each in changed.levels if each.session <= len(played))
        in_time = tuple(each for each in levels if each.round <= played[each.session - 1])
        changed = structs.replace(changed, levels=in_time)
    terms = changed.buy_back
    if terms is None or terms.until_round is None or terms.until_session > len(changed.sessions):
        return changed
    rounds = changed.sessions[terms.until_session - 1].rounds or terms.until_round
    last = min(terms.until_round, rounds)
    return structs.replace(changed, buy_back=structs.replace(terms, until_round=last))


def names(players: int) -> list[str]:
    return [f"p{n:03}" for n in range(1, players + 1)]


async def people(floor: Floor, players: int, more: Sequence[Person] = ()) -> None:
    """A house with its staff, and players with chips in their pockets."""
    staff = (OPERATOR, TOM, DEALER, INES, *more)
    for person in (*staff, *(Person(name, Role.PLAYER) for name in names(players))):
        await floor.command_house(Enrol(person=person.name, roles=(person.role,)), OPERATOR)
    await floor.command_house(IssueChips(amount=100_000_000_00), OPERATOR)
    for name in names(players):
        await floor.command_house(BuyIn(person=name, amount=POCKET), Person(name, Role.PLAYER))


class Cup:
    """One tournament on a floor."""

    def __init__(
        self, floor: Floor, hands: Hands, instrument: str, name: str = CUP, pace: Pace | None = None
    ) -> None:
        self.floor, self.hands, self.instrument, self.name = floor, hands, instrument, name
        self.pace = pace or Pace()
        self.drawn = 0

    @property
    def affair(self) -> Live[Tournament]:
        return self.floor.tournaments[self.name]

    @property
    def tournament(self) -> Tournament:
        return self.affair.aggregate

    @property
    def account(self) -> int:
        """What the books hold for it."""
        return self.floor.house.books.held(TOURNAMENTS + self.name)

    def pocket(self, player: str) -> int:
        return self.floor.house.books.held(pocket(player))

    async def open(self) -> None:
        command = OpenTournament(tournament=self.name, instrument=self.instrument, pace=self.pace)
        await self.floor.command_house(command, OPERATOR)

    async def do(self, command: Command, by: Person = TOM, request: str | None = None) -> Answered:
        """What staff do for an entrant, the operator confirms."""
        is_for_patron = bool(patrons_in_affair(self.floor.house, self.affair, command, by))
        second = OPERATOR.name if is_for_patron else None
        return await self.floor.conduct(self.affair, command, by, request, second)

    def to_entries(self, conditions: Conditions) -> list[tuple[Command, Person]]:
        """What passes the gate."""
        steps = [step for step in self.tournament.law.gate if step is not ConditionsStep.DOCUMENTED]
        return [
            (DocumentConditions(conditions=conditions), OPERATOR),
            *((TakeStep(step=step, document="CR 7 of 2027"), OPERATOR) for step in steps),
            (NominateDirector(person=TOM.name), OPERATOR),
            (OpenEntries(), TOM),
        ]

    def entry(self, player: str) -> Enter:
        fee = self.tournament.conditions.entry_fee or 0
        return Enter(player=player, paid=fee, copy_given=True)

    def ballot(self) -> list[tuple[Command, Person]]:
        secret = SECRETS[self.drawn]
        self.drawn += 1
        return [
            (CommitBallot(commitments=(ballot.commit(secret),)), TOM),
            (DrawSeats(secret=secret.hex()), TOM),
        ]

    async def all(self, commands: list[tuple[Command, Person]]) -> None:
        for command, by in commands:
            await self.do(command, by)

    async def take_entries(self, players: int, conditions: Conditions | None = None) -> None:
        await self.open()
        await self.all(self.to_entries(conditions or conditions_for(self.instrument)))
        await self.all([(self.entry(name), TOM) for name in names(players)])
        await self.do(CloseEntries())

    async def seat(self) -> None:
        """The ballot, and everybody sits down and play begins at the published time."""
        if not self.tournament.session.drawn:
            await self.all(self.ballot())
        for name in list(self.tournament.session.players):
            if not self.tournament.entrants[name].seated:
                await self.do(TakeSeat(player=name), DEALER)
        late = (self.tournament.session.starts or 0) - self.hands.at
        self.hands.pass_(max(0, late))
        await self.do(StartSession())
