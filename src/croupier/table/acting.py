"""How a command is judged and done.

Every command has one act: a function that checks it against the table, raising `Refused`, and
returns the effect. Asking whether something is allowed runs the same function and drops the effect,
so what may be done and what is done can never disagree, and a refusal has changed nothing.

Acts are declared by subject, and each game's table is put together from the subjects that its rules
know, with acts of its own in the place of those that its rules do in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Self, TypeVar

from croupier.table.commands import Command
from croupier.table.roles import who_may

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.roles import Person, Role
    from croupier.table.table import Table

Effect = Callable[[], None]
C = TypeVar("C", bound=Command)
Judge = Callable[["Table", C, "Person"], Effect]


@dataclass(frozen=True, slots=True)
class Act:
    """Which role a command needs, and the function that judges it."""

    command: type[Command]
    needs: Role
    open_to: tuple[Role, ...]
    judge: Callable[[Table, Any, Person], Effect]


class Acts(Mapping[type[Command], Act]):
    """Commands with their acts. One without an act does not exist for a table."""

    def __init__(self, *parts: Acts) -> None:
        self._by_command: dict[type[Command], Act] = {}
        for part in parts:
            for act in part.values():
                self._declare(act)

    def act(self, command: type[C], needs: Role) -> Callable[[Judge[C]], Judge[C]]:
        """Declare the act of a command."""

        def declare(judge: Judge[C]) -> Judge[C]:
            self._declare(Act(command, needs, who_may(needs), judge))
            return judge

        return declare

    def _declare(self, act: Act) -> None:
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
    def commands(self) -> Any:
        """The union of the commands, for decoding; `do` says which one it is."""
        return reduce(or_, self)

    def __getitem__(self, command: type[Command]) -> Act:
        return self._by_command[command]

    def __iter__(self) -> Iterator[type[Command]]:
        return iter(self._by_command)

    def __len__(self) -> int:
        return len(self._by_command)

    def __contains__(self, command: object) -> bool:
        return command in self._by_command
