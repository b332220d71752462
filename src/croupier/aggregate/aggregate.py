"""Whatever commands alone can change, be it a table, a tournament, a promotion or the house.

A command is judged, carried out whole or refused, and what was carried out is recorded. Time,
identity and randomness enter with it, so doing the same commands again gives the same facts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.aggregate.acts import C, Stated, not_whole
from croupier.aggregate.free_text import tidy, unfit_name
from croupier.rulebook.citations import Clauses, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.aggregate.acts import Act, Command, Effect
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Record
    from croupier.aggregate.roles import Person


class Aggregate(ABC):
    """`do` judges a command, carries it out and records it; `check` only judges.

    It is put together from acts, which look at the state that its subclass adds, and a record.
    """

    called: ClassVar[str]
    """What it is, as a refusal of a command that it does not have says."""

    def __init__(self, acts: Mapping[type[Command], Act[Any, Any]], record: Record) -> None:
        self._acts = acts
        self.record = record
        self.at = 0
        """The moment of the last command that was carried out."""
        self.only_forward = False
        """Whether a command that comes with an earlier time is done at that of the last one."""
        self.takes_text_as_stored = False
        """True while stored commands are done again: earlier versions accepted blank text."""
        self._asked_at = 0
        self._fresh: list[Fact] = []
        self._of_round: list[int] = []
        """Which of the fresh facts a round has stated, as `Entry.round` has it."""

    def check(self, command: Command, by: Person, at: int = 0) -> Refused | None:
        """Why a command would be refused now, or None. Nothing is changed by asking."""
        try:
            self._judge(command, by, at)
        except Refused as refusal:
            return refusal
        return None

    def do(self, command: Command, by: Person, at: int = 0) -> tuple[Fact, ...]:
        """Carry out a command and return the facts that follow, or raise `Refused`."""
        command, effect = self._judge(command, by, at)
        at = self._asked_at
        if type(effect) is Stated:  # recorded first: what cannot be kept has not happened
            self.record.add(at, by, command, effect.facts)
            self.at = at
            effect()
            return effect.facts
        self.at = at
        fresh: list[Fact] = []
        self._fresh, self._of_round = fresh, []
        effect()
        facts = tuple(fresh)
        self.record.add(at, by, command, facts, self._of_round)
        return facts

    def act_of(self, command: Command) -> Act[Any, Any] | None:
        """How a command was declared; None if there is no such command here."""
        return self._acts.get(type(command))

    def _judge(self, command: C, by: Person, at: int) -> tuple[C, Effect]:
        """Return the command with its text stripped, and its effect, or raise `Refused`.

        Nothing is changed but `now`.
        """
        act = self._acts.get(type(command))
        if act is None:
            raise TypeError(f"{type(command).__name__} is not a command of {self.called}")
        for name in act.whole:
            value = getattr(command, name)
            if type(value) is not int and value is not None:
                raise not_whole(command, name)
        self._asked_at = self.at if at < self.at and self.only_forward else at
        if self.takes_text_as_stored or not (act.has_text or act.names):
            return command, self._judge_by(act, command, by)
        unfit = None
        if act.has_text:
            command, unfit = tidy(command)
        effect = self._judge_by(act, command, by)  # an act's own refusal says more
        unfit = unfit or unfit_name(command, act.names)
        if unfit is not None:
            clauses = act.clauses(self.law_of_acts) if act.clauses else Clauses(())
            raise Refused(str(unfit), clauses)
        return command, effect

    @property
    @abstractmethod
    def law_of_acts(self) -> Any:
        """The rules or the law from which the acts read their clauses."""

    @abstractmethod
    def _must_be_allowed(self, act: Act[Any, Any], command: Command, by: Person) -> None:
        """Raise `Refused` if somebody may not ask for it in their role."""

    def _judge_by(self, act: Act[Any, Any], command: Command, by: Person) -> Effect:
        self._must_be_allowed(act, command, by)
        return act.judge(self, command, by)

    @property
    def now(self) -> int:
        """The moment of the command that is being judged."""
        return self._asked_at

    def refuse_unless(self, condition: object, reason: str, clauses: Clauses) -> None:
        """Refuse what does not hold, or where nothing is said: blanks are no text."""
        if not condition or (isinstance(condition, str) and condition.isspace()):
            raise Refused(reason, clauses)

    # -- its record

    def tells_of(self, where: str, command: Command, recorded: bytes) -> bool:
        """Whether a record tells of a corrected rule after a command, as it was in that place.

        The command has been done again; `recorded` are the facts that the record has for it.
        """
        raise LookupError(f"{self.called} knows no {where!r}")

    @property
    def facts(self) -> list[Fact]:
        """Every fact so far, in order."""
        return [fact for entry in self.record.entries for fact in entry.facts]

    @property
    def head(self) -> str:
        """The hash of the last line of its record, which stands for all of them."""
        return self.record.head

    @property
    def length(self) -> int:
        """How many lines its record has."""
        return self.record.length + 1

    @property
    def keep(self) -> Callable[[bytes], object] | None:
        """Who is handed every line of the record as it is made."""
        return self.record.keep

    @keep.setter
    def keep(self, keep: Callable[[bytes], object] | None) -> None:
        self.record.keep = keep
