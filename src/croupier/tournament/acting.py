"""How a command to a tournament is judged and done, as it is at a table.

Every command has one act: a function that checks it, raising `Refused`, and returns the effect.
Asking whether something is allowed runs the same function and drops the effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from croupier.table.commands import Command
from croupier.table.roles import who_may

if TYPE_CHECKING:
    from croupier.table.roles import Person, Role
    from croupier.tournament.tournament import Tournament

Effect = Callable[[], None]
C = TypeVar("C", bound=Command)
Judge = Callable[["Tournament", C, "Person"], Effect]


@dataclass(frozen=True, slots=True)
class Act:
    """Which role a command needs, and the function that judges it."""

    needs: Role
    open_to: tuple[Role, ...]
    judge: Callable[[Tournament, Any, Person], Effect]
    oneself: bool = False
    """Whether players may ask for it too, each for themselves."""


class Acts(dict[type[Command], Act]):
    """Commands of one subject with their acts."""

    def act(
        self, command: type[C], needs: Role, *, oneself: bool = False
    ) -> Callable[[Judge[C]], Judge[C]]:
        """Declare the act of a command."""

        def declare(judge: Judge[C]) -> Judge[C]:
            self[command] = Act(needs, who_may(needs), judge, oneself)
            return judge

        return declare
