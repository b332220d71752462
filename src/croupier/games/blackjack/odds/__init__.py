"""Blackjack without a hole card: the best play, the best chart, and what they cost.

Nothing is sampled. What is compiled is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.parameters import BOXES, DEALERS_CARD, PLAYED_BY_COUNT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from croupier.cards import Card
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.game_modules import (
        CountedGame,
        CovariedGame,
        FurtherWagers,
        GamePlayedByCount,
    )
    from croupier.odds.parameters import Parameter
    from croupier.odds.question import Question
    from croupier.odds.results import Decision, Effect, Strategy, WagerOdds
    from croupier.odds.shoe_composition import Composition

PARAMETERS: tuple[Parameter, ...] = (DEALERS_CARD, BOXES, *PLAYED_BY_COUNT)
"""Parameters that this game has and not every one."""
NAMED = frozenset({"soft_17"})
KERNELS = "croupier.games.blackjack.odds.kernels"
PART_OF: Mapping[str, str] = {}
HAS_BOXES = True
DECIDES_BY_RANKS = True
LONG = True
METHOD = (
    "The dealer takes no hole card, so a dealer's Blackjack is one of the ways in which the "
    "dealer's hand may end, and takes from the player what the instrument lets it take.",
    "Every hand that a box can hold is enumerated as a count of each card value, and every "
    "sequence of the dealer's cards with its number of orders. For each card of the dealer's and "
    "each hand the chances are those of drawing without replacement from the shoe as it is, less "
    "the cards of that hand.",
    "Standing, doubling and drawing are valued from the highest totals down, so that each value "
    "contains the best play of all that may follow; a pair is split where that is worth more. How "
    "split hands are played is stated among the assumptions, and the value of that play is exact.",
    "The chart is the best play by total, softness, pair and the dealer's card: it is improved by "
    "the value of each action over the hands of a cell, weighted by how often they arise, until "
    "nothing changes. Its edge is then worked out as exactly as the other.",
    "Side bets are counted over all combinations of cards and are ratios of whole numbers. The "
    "sums over the main wager are in floating point with some thirteen significant digits; their "
    "chances are therefore given as decimal fractions.",
)
NOT_COUNTED = ""
joint = None


def _load_kernels() -> None:
    """Load the compiled code; a command that only asks for the parameters does without."""
    from croupier.odds.kernel_loader import load

    load(KERNELS)


def further() -> tuple[FurtherWagers, ...]:
    """Load the module that analyses the side bets."""
    from croupier.games.blackjack.odds import side_bets

    return (side_bets,)


def counted() -> CountedGame:
    """Load the module that knows how blackjack is counted."""
    from croupier.games.blackjack.odds import counting

    return counting


def played_by_count() -> GamePlayedByCount:
    """Load the module that knows which plays a count changes."""
    from croupier.games.blackjack.odds import counting

    return counting


def covaried() -> CovariedGame:
    """Load the module that knows how its wagers depend on each other."""
    from croupier.games.blackjack.odds import covariance

    return covariance


def analyse(rules: BlackjackRules, shoe: Composition) -> tuple[WagerOdds, ...]:
    """The main wager, and insurance where there is any."""
    _load_kernels()
    from croupier.games.blackjack.odds import analysis

    return tuple(analysis.analyse(rules, shoe))


def exact_edges(rules: BlackjackRules, shoe: Composition) -> dict[str, Fraction | float]:
    """What they cost and nothing else, which is much quicker."""
    _load_kernels()
    from croupier.games.blackjack.odds import analysis

    return analysis.edges(rules, shoe)


def strategy(rules: BlackjackRules, shoe: Composition) -> Strategy:
    """The best play by totals, with what each choice is worth."""
    _load_kernels()
    from croupier.games.blackjack.odds import chart

    return chart.strategy(rules, shoe)


def decide(
    rules: BlackjackRules,
    shoe: Composition,
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
) -> Decision:
    """What each choice is worth with a hand against a card of the dealer's."""
    _load_kernels()
    from croupier.games.blackjack.odds import decision

    return decision.decide(rules, shoe, hand, dealer)


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each choice that the instrument leaves to a table does to the edges."""
    _load_kernels()
    from croupier.games.blackjack.odds import analysis
    from croupier.odds.option_effects import effects_of

    return tuple(effects_of(asked, analysis.edges))
