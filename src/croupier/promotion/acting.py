"""How a command is judged: its act refuses it, or says which facts follow.

Asking whether something is allowed runs the same act and drops the facts, so what may be done and
what is done can never disagree, and a refusal has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from croupier.rulebook.citing import Refused
from croupier.table.commands import Command
from croupier.table.facts import Fact

if TYPE_CHECKING:
    from croupier.promotion.promotion import Promotion
    from croupier.rulebook.citing import Clauses
    from croupier.table.roles import Person, Role

Facts = Iterator[Fact]
C = TypeVar("C", bound=Command)
Judge = Callable[["Promotion", C, "Person"], Facts]

LONGEST_NAME = 100
LONGEST_WORDS = 2_000


@dataclass(frozen=True, slots=True)
class Act:
    """Which role a command needs, if any in particular, and the function that judges it."""

    needs: Role | None
    judge: Callable[[Promotion, Any, Person], Facts]


class Acts(dict[type[Command], Act]):
    """Commands with their acts."""

    def act(self, command: type[C], needs: Role | None) -> Callable[[Judge[C]], Judge[C]]:
        """Declare the act of a command."""

        def declare(judge: Judge[C]) -> Judge[C]:
            self[command] = Act(needs, judge)
            return judge

        return declare


def must_be_name(field: str, name: str, clauses: Clauses) -> None:
    """A name that can be told from another, and written on one line."""
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
        raise Refused(
            f"{field}: {name[:40]!r} is not a name of 1 to {LONGEST_NAME} characters", clauses
        )


def must_be_said(field: str, words: str, clauses: Clauses) -> None:
    """Words where the rules want some."""
    if not words.strip():
        raise Refused(f"{field}: say something", clauses)
    if len(words) > LONGEST_WORDS:
        raise Refused(f"{field}: no more than {LONGEST_WORDS} characters", clauses)
