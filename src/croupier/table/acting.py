"""How a command is judged and done.

Every command has one act: a function that checks it against the table, raising `Refused`, and
returns the effect. Asking whether something is allowed runs the same function and drops the effect,
so what may be done and what is done can never disagree, and a refusal has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from croupier.table.commands import Command
from croupier.table.roles import who_may

if TYPE_CHECKING:
    from croupier.table.roles import Person, Role
    from croupier.table.table import Table

Effect = Callable[[], None]
C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Act:
    """Which role a command needs, and the function that judges it."""

    command: type[Command]
    needs: Role
    open_to: tuple[Role, ...]
    judge: Callable[[Table, Any, Person], Effect]


ACTS: dict[type[Command], Act] = {}
"""Every command there is. One without an act does not exist for a table."""


def act(
    command: type[C], needs: Role
) -> Callable[[Callable[[Table, C, Person], Effect]], Callable[[Table, C, Person], Effect]]:
    """Declare the act of a command."""

    def declare(
        judge: Callable[[Table, C, Person], Effect],
    ) -> Callable[[Table, C, Person], Effect]:
        if command in ACTS:
            raise ValueError(f"{command.__name__} has two acts")
        ACTS[command] = Act(command, needs, who_may(needs), judge)
        return judge

    return declare
