"""What a player might do at a moment, as buttons, keys and typed words all name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citing import Refused


@dataclass(frozen=True, slots=True)
class Amounts:
    """A move whose amount the player may choose, up to the most that is allowed."""

    most: int
    step: int
    command: Callable[[int], Command]

    @property
    def may_be_less(self) -> bool:
        return self.most > self.step


@dataclass(frozen=True, slots=True)
class Move:
    """Something the player might do: the command, and why it would be refused if it would."""

    name: str
    key: str
    command: Command
    by: Person
    refusal: Refused | None
    label: str = ""
    """What its button says, where that is more than the name."""
    amounts: Amounts | None = None
    asked: bool = True
    """Whether this is a moment for it; otherwise it is there to be refused with the reason."""
    alone: bool = False
    """Whether it is the plain way on, that Space takes."""

    @property
    def legal(self) -> bool:
        return self.refusal is None

    @property
    def says(self) -> str:
        return self.label or self.name.capitalize()
