"""What would follow from a command: it is done at a table that was made anew from the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.replaying import replay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.commands import Command
    from croupier.table.facts import Fact
    from croupier.table.roles import Person

FARTHEST = 20_000
"""Lines of a record; with more of them it would take too long to know."""


def foreseen(lines: Iterable[bytes], command: Command, by: Person, at: int) -> tuple[Fact, ...]:
    """The facts that would follow now, or `Refused`. The table itself is not touched."""
    return replay(lines, forgetful=True).table.do(command, by, at)
