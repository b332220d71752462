"""How simulated players decide, game by game: a few plain habits that need no analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from croupier.aggregate.roles import Person, Role
from croupier.game_parts import Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

DEALER = Person("dealer", Role.DEALER)


class SimulatedPlayers(Protocol):
    """What a simulated tournament needs of a game."""

    @property
    def never_wagered(self) -> frozenset[str]:
        """Main wagers that nobody makes."""

    @property
    def answer(self) -> Callable[[Table, int], tuple[Command, str | None]]:
        """What is said next at a table, and by which player; None for the dealer."""


SIMULATED_PLAYERS: Slot[SimulatedPlayers] = Slot(
    "simulated_players", lambda parts: parts.simulated_players
)


@dataclass(frozen=True, slots=True)
class PlayersOfGame:
    """Simulated players of one game, by the function that answers for them."""

    answer: Callable[[Table, int], tuple[Command, str | None]]
    never_wagered: frozenset[str] = frozenset()


def due_of(table: Table) -> tuple[Any, Any]:
    """Return the round in play, and the question or card that it waits for."""
    round: Any = getattr(table.round, "round", None)
    return round, getattr(round, "due", None)
