"""Something that a table waits for, and what ends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

    from croupier.aggregate.acts import Command


@dataclass(frozen=True, slots=True)
class Wait:
    """Something that the table waits for."""

    question: Hashable
    """The same for as long as it waits for the same thing."""
    lasts: int
    """In milliseconds."""
    then: tuple[Command, ...]
    """What the dealer does when the time is over."""
    players: tuple[str, ...] = ()
    """Whom it waits for by name."""
