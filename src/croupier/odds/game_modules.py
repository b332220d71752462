"""The modules of a game that the laboratory loads only when they are asked for.

`croupier.odds.OddsPart` has a function for each of them. Such a function imports the module and
returns it, so that the type checker compares the module with its protocol here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction

    from croupier.odds.array_types import Counts, Floats
    from croupier.odds.counting.tags import Count
    from croupier.odds.covariance import Covariance
    from croupier.odds.question import Question
    from croupier.odds.results import Chart, Effect, WagerOdds
    from croupier.odds.shoe_composition import Composition

    Watch = Callable[[int, int, str], object]


class FurtherWagers(Protocol):
    """Wagers that are analysed apart from the game, in no time."""

    def analyse(self, rules: Any, shoe: Composition) -> Iterable[WagerOdds]: ...

    def effects(self, asked: Question) -> Iterable[Effect]: ...

    def exact_edges(self, rules: Any, shoe: Composition) -> Mapping[str, Fraction | float]: ...


class CountedGame(Protocol):
    """A game whose shoe lasts for several rounds, so that its cards can be counted."""

    SHOES: int
    """The number of shoes that are shuffled by default."""

    def expectations(self, rules: Any, shoes: Counts) -> dict[str, Floats]:
        """Return what wagers bring from each shoe, for those that a formula is known for."""


class TurningPlay(Protocol):
    """A play that a count changes. Instances are dataclasses with the fields of `IndexPlay`."""

    @property
    def usual(self) -> str: ...

    @property
    def instead(self) -> str: ...


class GamePlayedByCount(Protocol):
    """A game that leaves decisions which a count of the cards changes."""

    LEVELS: range
    """True counts, rounded down, that have charts of their own."""
    ASSUMED: tuple[str, ...]

    def actions(self) -> Mapping[str, str]:
        """Return what the short forms of plays stand for."""

    def charts_by_count(
        self, asked: Question, count: Count, cards: float, watch: Watch
    ) -> dict[int, tuple[Chart, ...]]:
        """Return the best charts at each true count, for a shoe with so many cards left."""

    def index_plays(
        self, asked: Question, count: Count, cards: float, shares: dict[int, float], watch: Watch
    ) -> Sequence[TurningPlay]:
        """Return every play that changes with the count, the most gainful first."""


class CovariedGame(Protocol):
    """A game that knows exactly how some of its wagers depend on each other."""

    ASSUMED: tuple[str, ...]

    @property
    def exact(self) -> Callable[..., Iterable[Covariance]]:
        """Compare wagers of one box, by rules, shoe and what the game asks of its table."""
