"""What differs between games when their rounds are played by the million."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import DECK_SIZE
from croupier.game_parts import Slot

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.question import Question
    from croupier.odds.simulation.engine_check import Judge
    from croupier.odds.simulation.shards import Shards, ShardTable

BY_THE_CHART = "every hand is played by the chart, which looks at totals and the dealer's card"
FOR_THE_BEST = (
    "every hand is played as well as it can be by its two cards and the board; boxes tell each "
    "other nothing"
)
BEFORE_THE_FLOP = (
    "before the flop the strategy is followed, and afterwards every hand is played as well as it "
    "can be"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationPart:
    """A game, as whoever simulates it knows it."""

    shards: Callable[[Question, ShardTable], Shards]
    """Make the shards that play the rounds, after their compiled code is loaded."""
    judge: Judge
    """Plays rounds through the kernel and through the engine."""
    needs_strategy: bool = False
    """True if a chart is followed; without one the best is found first."""
    takes_strategy: bool = True
    """True if there is anything to decide."""
    has_boxes: bool = True
    why_no_cut: str | None = None
    """Why no cutting card is put in, where none is."""
    left_at_the_back: int = DECK_SIZE
    """Cards behind the cutting card where the rules ask for fewer: no round could end there."""
    why_no_count: str | None = None
    """Why nobody plays by a count here, where nobody does."""
    assumes: str | None = None
    assumes_of_a_strategy: str | None = None


SIMULATIONS: Slot[SimulationPart] = Slot(
    "simulation", lambda parts: parts.simulation, without_it="its rounds cannot be simulated"
)
