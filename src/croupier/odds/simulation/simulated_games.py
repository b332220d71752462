"""What differs between games when their rounds are played by the million."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.cards import DECK_SIZE
from croupier.game_parts import Slot
from croupier.odds.simulation.engine_check import judge_baccarat, judge_blackjack, judge_holdem

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
    """Who plays the rounds; what is compiled is loaded by it."""
    judge: Judge
    """Plays rounds through the kernel and through the engine."""
    needs_strategy: bool = False
    """Whether a chart is followed; without one the best is found first."""
    takes_strategy: bool = True
    """Whether there is anything to decide."""
    has_boxes: bool = True
    why_no_cut: str | None = None
    """Why no cutting card is put in, where none is."""
    left_at_the_back: int = DECK_SIZE
    """Cards behind the cutting card where the rules ask for fewer: no round could end there."""
    why_no_count: str | None = None
    """Why nobody plays by a count here, where nobody does."""
    assumes: str | None = None
    assumes_of_a_strategy: str | None = None


SIMULATIONS: Slot[SimulationPart] = Slot("simulation")


def _blackjack(asked: Question, table: ShardTable) -> Shards:
    from croupier.games.blackjack.simulation.shards import BlackjackShards
    from croupier.odds.simulation.shoe_cut import cut_of

    rules: Any = asked.rules
    assert table.strategy is not None
    cut = cut_of(rules, table.cut)
    return BlackjackShards(rules, asked.shoe, table.strategy, table.boxes, cut, table.counter)


def _baccarat(asked: Question, table: ShardTable) -> Shards:
    from croupier.games.baccarat.simulation.shards import BaccaratShards
    from croupier.odds.simulation.shoe_cut import cut_of

    rules: Any = asked.rules
    return BaccaratShards(rules, asked.shoe, cut_of(rules, table.cut))


def _holdem(asked: Question, table: ShardTable) -> Shards:
    from croupier.games.holdem.simulation.shards import HoldemShards

    rules: Any = asked.rules
    return HoldemShards.of(rules, asked.shoe, table.strategy, table.boxes, **asked.extras)


BLACKJACK = SimulationPart(
    shards=_blackjack,
    judge=judge_blackjack,
    needs_strategy=True,
    assumes=BY_THE_CHART,
    assumes_of_a_strategy=BY_THE_CHART,
)
BACCARAT = SimulationPart(
    shards=_baccarat,
    judge=judge_baccarat,
    why_no_count="a coup leaves nothing to decide; croupier count says when wagers are favourable",
    takes_strategy=False,
    has_boxes=False,
    left_at_the_back=0,
)
HOLDEM = SimulationPart(
    shards=_holdem,
    judge=judge_holdem,
    why_no_cut="the deck is shuffled for every round of Hold'em",
    why_no_count="the deck is shuffled for every round of Hold'em",
    assumes=FOR_THE_BEST,
    assumes_of_a_strategy=BEFORE_THE_FLOP,
)
