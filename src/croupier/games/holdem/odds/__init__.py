"""Ultimate Texas Hold'em, solved: the best play of every hand, and what it costs.

Nothing here is sampled or rounded before the end. What is compiled is loaded when it is asked for.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games.holdem.odds.table_parameters import ANTE_IN_CENTS, ANTES_ON_TRIPS
from croupier.odds.parameters import BOARD, BOXES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.cards import Card
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.game_modules import CovariedGame, FurtherWagers
    from croupier.odds.parameters import Parameter
    from croupier.odds.question import Question
    from croupier.odds.results import Decision, Effect, Strategy, WagerOdds
    from croupier.odds.shoe_composition import Composition

PARAMETERS: tuple[Parameter, ...] = (ANTES_ON_TRIPS, ANTE_IN_CENTS, BOARD, BOXES)
"""Parameters that this game has and not every one."""
NAMED: frozenset[str] = frozenset()
KERNELS = "croupier.games.holdem.odds.kernels"
PART_OF: Mapping[str, str] = {"blind": "ante", "play": "ante"}
HAS_BOXES = True
DECIDES_BY_RANKS = False
LONG = True
METHOD = (
    "The game is solved completely: every board, every flop and every starting hand, with the "
    "dealer's hand and the hands that do not qualify counted for each. Suits that can be exchanged "
    "without changing anything are counted together: 134,459 boards stand for all 2,598,960, and "
    "1,755 flops for all 22,100.",
    "On each board all hands of two cards are put in order, so that it is known how many of the "
    "dealer's 990 possible hands each of them beats, ties and loses to. On the river the better of "
    "a play wager and a fold is taken, after the flop the better of a play wager and what the "
    "rivers bring, and before it the better of a play wager and what the flops bring.",
    "All sums are whole numbers until the end: every figure is a ratio. Trips looks at the seven "
    "cards of the player alone, whose kinds are counted by their ranks and suits, without dealing.",
)
NOT_COUNTED = (
    "the deck is shuffled for every round, so nothing can be counted from one to the next; the "
    "effects are those of a card that was seen"
)
joint = counted = played_by_count = None


def _load_kernels() -> None:
    """Load the compiled code; a command that only asks for the parameters does without."""
    from croupier.odds.kernel_loader import load

    load(KERNELS)


def further() -> tuple[FurtherWagers, ...]:
    """Return no modules: the analysis has every wager."""
    return ()


def covaried() -> CovariedGame:
    """Load the module that knows how its wagers depend on each other."""
    from croupier.games.holdem.odds import covariance

    return covariance


def analyse(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
    workers: int | None = None,
) -> tuple[WagerOdds, ...]:
    """The game without trips, and trips alone; with so many antes on trips, the two together.

    The ante, in cents, matters only under a maximum payout of the blind.
    """
    _load_kernels()
    from croupier.games.holdem.odds import analysis

    return analysis.analyse(rules, shoe, trips=trips, ante=ante, workers=workers)


def exact_edges(
    rules: HoldemRules, shoe: Composition, **extras: Any
) -> dict[str, Fraction | float]:
    """What every wager costs and nothing else."""
    _load_kernels()
    from croupier.games.holdem.odds import analysis

    return analysis.edges(rules, shoe, **extras)


def strategy(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
) -> Strategy:
    """The starting hands with what each choice is worth."""
    _load_kernels()
    from croupier.games.holdem.odds import chart

    return chart.strategy(rules, shoe, trips=trips, ante=ante)


def decide(
    rules: HoldemRules,
    shoe: Composition,
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
) -> Decision:
    """What each choice is worth with a hand: before the flop, with a flop, or with all five."""
    _load_kernels()
    from croupier.games.holdem.odds import decision

    return decision.decide(rules, shoe, hand, board, trips=trips, ante=ante)


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each choice that the instrument leaves to a table does to the edges."""
    _load_kernels()
    from croupier.games.holdem.odds.analysis import Edges
    from croupier.odds.option_effects import effects_of

    return tuple(effects_of(asked, Edges().of))
