"""Whatever commands alone can change, be it a table, a tournament or a promotion.

A command is judged, carried out whole or refused, and what was carried out is recorded. Time,
identity and randomness enter with it, so doing the same commands again gives the same facts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command, Effect
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citing import Clauses
    from croupier.table.record import Chain


class Judging(ABC):
    """Whatever judges a command before it is carried out."""

    def check(self, command: Command, by: Person, at: int = 0) -> Refused | None:
        """Why a command would be refused now, or None. Nothing is changed by asking."""
        try:
            self._judge(command, by, at)
        except Refused as refusal:
            return refusal
        return None

    @abstractmethod
    def _judge(self, command: Command, by: Person, at: int) -> object:
        """What the command would do, or raise `Refused`. Nothing is changed but `now`."""


class Commanded(Judging):
    """`do` judges a command, carries it out and records it; `check` only judges."""

    def __init__(self, record: Chain) -> None:
        self.record = record
        self.at = 0
        """The moment of the last command that was carried out."""
        self._asked_at = 0
        self._fresh: list[Fact] = []

    def do(self, command: Command, by: Person, at: int = 0) -> tuple[Fact, ...]:
        """Carry out a command and return the facts that follow, or raise `Refused`."""
        effect = self._judge(command, by, at)
        self.at = at
        fresh: list[Fact] = []
        self._fresh = fresh
        effect()
        facts = tuple(fresh)
        self.record.add(at, by, command, facts)
        return facts

    @abstractmethod
    def _judge(self, command: Command, by: Person, at: int) -> Effect: ...

    @property
    def now(self) -> int:
        """The moment of the command that is being judged."""
        return self._asked_at

    @property
    def facts(self) -> list[Fact]:
        """Every fact so far, in order."""
        return [fact for entry in self.record.entries for fact in entry.facts]

    def refuse_unless(self, condition: object, reason: str, clauses: Clauses) -> None:
        if not condition:
            raise Refused(reason, clauses)
