"""How a command is judged and done.

Every command has one act, declared beside it: the role that it takes, whether players may ask for
it for themselves, the clauses that it goes by, and its judge. A judge checks the command against
the aggregate, raising `Refused`, and returns the effect. Asking whether something is allowed runs
the same function and drops the effect, so what may be done and what is done can never disagree,
and a refusal has changed nothing.

Where the state follows from the facts alone, as in a promotion or the house, the judge is a
generator that yields the facts, and its effect is to apply them (`Stated`). Whoever calls an act
need not know which of the two it is.

Acts are declared by subject, and each game's table is put together from the subjects that its rules
know, with acts of its own in the place of those that its rules do in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, reduce, wraps
from inspect import isgeneratorfunction
from operator import or_
from shlex import quote
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar, cast

import msgspec

from croupier.aggregate.facts import Fact
from croupier.aggregate.free_text import text_fields
from croupier.aggregate.roles import Role, who_may

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citations import Clauses


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="do",
    omit_defaults=True,
    gc=False,
):
    """Something that somebody asks for. It is accepted whole or refused."""

    why_override: ClassVar[str] = ""
    """Why it sets the normal course aside, so that a house may want a second person for it."""
    brings_into_play: ClassVar[bool] = False
    """Whether it brings a player or their chips into play, which nobody does who is barred."""
    changes_limits: ClassVar[bool] = False
    """Whether it sets limits of one table, or of one player at it."""
    why_staff_may: ClassVar[str] = ""
    """Why staff may ask for it without a word of the player's, though players ask for it too."""
    why_patrons_own: ClassVar[str] = ""
    """Why it takes the word of whom it is about, though only staff ask for it."""
    after_the_time: ClassVar[bool] = False
    """Whether it is what staff do when a player has let the time for an answer pass."""
    people_fields: ClassVar[tuple[str, ...]] = ("player", "person")
    """The fields that name those whom it is about."""
    states_breach: ClassVar[bool] = False
    """True if it states that `person` broke the rules, which powers over a player need."""
    bears_on_round: ClassVar[bool] = True
    """False if it changes nothing in the round in which it is given: no round file tells it."""
    names_lying_wager: ClassVar[bool] = False
    """Whether its player, box and wager are those of a wager that lies on the layout."""

    @property
    def is_override(self) -> bool:
        """Whether it sets the normal course aside with what it says."""
        return bool(self.why_override)

    def __str__(self) -> str:
        """Its tag and what it says, as in `double box=1 amount=2000`."""
        names, defaults = self.__struct_fields__, self.__struct_defaults__
        defaults = (msgspec.NODEFAULT,) * (len(names) - len(defaults)) + defaults
        said = (
            f"{name}={quote(str(value))}"
            for name, default in zip(names, defaults, strict=True)
            if (value := getattr(self, name)) != default
        )
        return " ".join((str(self.__struct_config__.tag), *said))


@dataclass(frozen=True, slots=True)
class OneOf:
    """What may stand in a field of a command of which the rules have a list.

    A field declares it, `ground: Annotated[str, OneOf(GROUNDS)]`, so that a form offers the list;
    whether it is kept to is judged like everything else, and refused with its clause.
    """

    values: tuple[str, ...]


@cache
def asks_anything(kind: type[msgspec.Struct]) -> bool:
    """Whether a command or a step has to be filled in. Its types are read once: that takes long."""
    return any(field.required for field in msgspec.structs.fields(kind))


@cache
def whole_numbers(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that take whole numbers: amounts in cents, boxes, places."""
    fields = msgspec.structs.fields(kind)
    return tuple(field.name for field in fields if field.type in (int, int | None))


PEOPLE = (
    *("player", "players", "person", "for_player", "instead_of", "asked_by"),
    *("checked_by_supervisor", "checked_by_dealer", "forfeits", "trainees", "taken", "agreed"),
)
"""The names of the fields in which a command names people."""


def fields_of_people(kind: type[Command]) -> tuple[str, ...]:
    """Return the fields of a command that name people."""
    named = (str, str | None, tuple[str, ...])
    fields = msgspec.structs.fields(kind)
    return tuple(field.name for field in fields if field.name in PEOPLE and field.type in named)


def not_whole(command: Command, name: str) -> TypeError:
    """A command that a program made has a float, say, for an amount."""
    value = getattr(command, name)
    return TypeError(
        f"{type(command).__name__}.{name}: a whole number, and amounts in cents, not {value!r}"
    )


Effect = Callable[[], None]
Facts = Iterator[Fact]
"""What a judge yields that says what follows, and leaves it to its aggregate to apply it."""
C = TypeVar("C", bound=Command)
A_contra = TypeVar("A_contra", contravariant=True)
"""The aggregate that the judges look at."""
L_contra = TypeVar("L_contra", contravariant=True)
"""What the clauses of the acts are read from: the rules of a table, the law of an affair."""
R = TypeVar("R", bound=Effect | Facts)
Lists = Mapping[str, Callable[[Any], Iterable[str]]]
"""By the name of a field, what the rules list for it, read from the aggregate."""
Judge = Callable[[A_contra, C, "Person"], R]


class Applying(Protocol):
    """An aggregate whose state follows from its facts alone."""

    def apply(self, fact: Fact, command: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Stated:
    """The effect of a command whose judge yields facts: they are applied, one after the other."""

    aggregate: Applying
    command: Command
    facts: tuple[Fact, ...]

    def __call__(self) -> None:
        for fact in self.facts:
            self.aggregate.apply(fact, self.command)


@dataclass(frozen=True, slots=True)
class Act(Generic[A_contra, L_contra]):
    """Which role a command needs, if any in particular, what it goes by, and who judges it."""

    command: type[Command]
    needs: Role | None
    open_to: tuple[Role, ...]
    judge: Callable[[A_contra, Any, Person], Effect]
    clauses: Callable[[L_contra], Clauses] | None
    """The clauses that decide about the command, read from the rules or the law in force; none
    for what the house decides by rules of its own.
    """
    oneself: bool = False
    """Whether those whom it is about may ask for it too: each player, or in the house anybody."""
    whole: tuple[str, ...] = ()
    """The fields of the command that take whole numbers, and None perhaps. JSON is held to its
    types as it is read; a program could put anything there.
    """
    lists: Lists = field(default_factory=dict)
    """What a form offers for fields whose list is known at the table; for one that never differs,
    `OneOf` says it.
    """
    names_anybody: bool = False
    """Whether its judge takes players who are not there yet, or no longer."""
    has_text: bool = False
    """Whether the command has text that people write."""
    names: tuple[str, ...] = ()
    """The fields of the command that name people."""


class Acts(Mapping[type[Command], Act[A_contra, L_contra]]):
    """Commands with their acts. A command without an act does not exist for an aggregate."""

    def __init__(self, *parts: Acts[A_contra, L_contra], names_anybody: bool = False) -> None:
        """Put acts together; `names_anybody` says it of all, where nobody has to be there first."""
        self._by_command: dict[type[Command], Act[A_contra, L_contra]] = {}
        for part in parts:
            for act in part.values():
                self._declare(replace(act, names_anybody=True) if names_anybody else act)

    def act(
        self,
        command: type[C],
        needs: Role | None,
        *,
        clauses: Callable[[L_contra], Clauses] | None,
        oneself: bool = False,
        lists: Lists | None = None,
        names_anybody: bool = False,
    ) -> Callable[[Judge[A_contra, C, R]], Judge[A_contra, C, R]]:
        """Declare the act of a command."""

        def declare(judge: Judge[A_contra, C, R]) -> Judge[A_contra, C, R]:
            open_to = tuple(Role) if needs is None else who_may(needs)
            act = Act(
                command, needs, open_to, _to_effect(judge), clauses,
                oneself, whole_numbers(command), lists or {}, names_anybody,
                bool(text_fields(command)), fields_of_people(command),
            )  # fmt: skip
            self._declare(act)
            return judge

        return declare

    def _declare(self, act: Act[A_contra, L_contra]) -> None:
        if act.command in self._by_command:
            raise ValueError(f"{act.command.__name__} has two acts")
        self._by_command[act.command] = act

    def without(self, *commands: type[Command]) -> Self:
        """The same acts, but for commands that a game does not have or judges itself."""
        missing = [command.__name__ for command in commands if command not in self]
        if missing:
            raise ValueError(f"{', '.join(missing)} has no act that could be left out")
        left = type(self)()
        left._by_command = {c: act for c, act in self.items() if c not in commands}
        return left

    @property
    def by_command(self) -> Mapping[type[Command], Act[A_contra, L_contra]]:
        """All of them, for whoever looks one up very often."""
        return self._by_command

    @property
    def commands(self) -> Any:
        """The union of the commands, for decoding; `do` says which one it is."""
        return reduce(or_, self)

    def __getitem__(self, command: type[Command]) -> Act[A_contra, L_contra]:
        return self._by_command[command]

    def __iter__(self) -> Iterator[type[Command]]:
        return iter(self._by_command)

    def __len__(self) -> int:
        return len(self._by_command)

    def __contains__(self, command: object) -> bool:
        return command in self._by_command


def _to_effect(judge: Judge[A_contra, C, R]) -> Callable[[A_contra, Any, Person], Effect]:
    if not isgeneratorfunction(judge):
        return cast("Callable[[A_contra, Any, Person], Effect]", judge)

    @wraps(judge)
    def judged(aggregate: Any, command: Any, by: Person) -> Effect:
        return Stated(aggregate, command, tuple(judge(aggregate, command, by)))

    return judged
