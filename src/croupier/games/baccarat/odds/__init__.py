"""Baccarat: what each wager on a coup is worth, as ratios of counted coups.

The analysis is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.game_modules import CountedGame, CovariedGame, FurtherWagers
    from croupier.odds.parameters import Parameter
    from croupier.odds.question import Question
    from croupier.odds.results import Effect, Joint, WagerOdds
    from croupier.odds.shoe_composition import Composition

PARAMETERS: tuple[Parameter, ...] = ()
"""This game is asked nothing beside what every game is asked."""
NAMED = frozenset({"settlement"})
PART_OF: Mapping[str, str] = {}
HAS_BOXES = False
DECIDES_BY_RANKS = True
LONG = False
METHOD = (
    "The tableau leaves no decision. All orders in which the shoe can deal six cards are counted "
    "by the point values of the cards, drawn without replacement; with whole decks there are "
    "4,998,398,275,503,360 of them for eight decks.",
    "Each order falls into a coup: the two totals, and the pairs among the first two cards of each "
    "hand. The rules of settlement that a table plays by are asked once for each kind of coup.",
    "Every figure is a ratio of whole numbers; nothing is rounded but what is printed as a decimal "
    "fraction, and the standard deviation is the root of such a ratio.",
)
NOT_COUNTED = ""
strategy = decide = played_by_count = None


def further() -> tuple[FurtherWagers, ...]:
    """Return no modules: the analysis has every wager."""
    return ()


def counted() -> CountedGame:
    """Load the module that knows how baccarat is counted."""
    from croupier.games.baccarat.odds import counting

    return counting


def covaried() -> CovariedGame:
    """Load the module that knows how its wagers depend on each other."""
    from croupier.games.baccarat.odds import covariance

    return covariance


def analyse(rules: BaccaratRules, shoe: Composition) -> Iterator[WagerOdds]:
    """Analyse player, banker and tie, and the pairs that the table offers."""
    from croupier.games.baccarat.odds import analysis

    return analysis.analyse(rules, shoe)


def effects(asked: Question) -> tuple[Effect, ...]:
    """Return what each choice that the instrument leaves to a table does to the edges."""
    from croupier.games.baccarat.odds import analysis

    return analysis.effects(asked)


def exact_edges(rules: BaccaratRules, shoe: Composition) -> dict[str, Fraction | float]:
    """Return what every wager costs and nothing else."""
    from croupier.games.baccarat.odds import analysis

    return analysis.exact_edges(rules, shoe)


def joint(rules: BaccaratRules, shoe: Composition) -> Iterator[Joint]:
    """Return how all wagers of a coup come out together."""
    from croupier.games.baccarat.odds import analysis

    return analysis.joint(rules, shoe)
