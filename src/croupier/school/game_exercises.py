"""Exercises of one game: what can go wrong at its tables alone, and how its tables decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from croupier.game_parts import Slot
from croupier.table.acts.conduct import RuleOnDispute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.acts import Command
    from croupier.school.by_chance import DrawnRound
    from croupier.school.exercises import Exercise

MakeAtPause = Callable[["DrawnRound", int, Random], Iterator["Exercise"]]
"""Makes exercises of a drawn round after so many of its decisions."""


def _none_at_pause(played: DrawnRound, pause: int, chance: Random) -> Iterator[Exercise]:
    yield from ()


def _none(played: DrawnRound) -> Iterator[Exercise]:
    yield from ()


def _as_it_is(round_view: Any, act: Mapping[str, Any]) -> Any:
    return round_view


@dataclass(frozen=True, slots=True, kw_only=True)
class SchoolPart:
    """A game in the school."""

    subjects: frozenset[str] = frozenset()
    """The subjects of the game's own acts under which something is put right."""
    exposed_cards: MakeAtPause = _none_at_pause
    """Makes exercises with a card that somebody saw too early."""
    excess_cards: MakeAtPause = _none_at_pause
    """Makes exercises with too many cards."""
    misplaced_cards: Callable[[DrawnRound], Iterator[Exercise]] = _none
    """Makes exercises with a card in the wrong place."""
    returns_short_wager: type[Command] | None = None
    """The command that returns a short wager on which betting has closed, if the game has one."""
    decides_dispute: type[Command] = RuleOnDispute
    """The command that decides a dispute for the house."""
    pays: type[Command] | None = None
    """The command that takes and pays at the next box, if the dealer goes from box to box."""
    round_before: Callable[[Any, Mapping[str, Any]], Any] = _as_it_is
    """Return the view of a round as it lies before an act that tells of what the table cannot see.

    It takes the view and the act, an entry of a script.
    """


SCHOOL: Slot[SchoolPart] = Slot("school", lambda parts: parts.school)
"""The exercises of the game that is played under an instrument."""
