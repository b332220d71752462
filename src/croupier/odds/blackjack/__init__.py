"""Blackjack without a hole card: the best play, the best chart, and what they cost.

Nothing is sampled. What is compiled is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.kernels import load

if TYPE_CHECKING:
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.composition import Composition
    from croupier.odds.results import Effect, WagerOdds
    from croupier.odds.strategy import Strategy

__all__ = ["analyse", "effects", "strategy"]

KERNELS = "croupier.odds.blackjack.kernels"


def analyse(rules: BlackjackRules, shoe: Composition) -> tuple[WagerOdds, ...]:
    """The main wager, and insurance where there is any."""
    load(KERNELS)
    from croupier.odds.blackjack import analysis

    return tuple(analysis.analyse(rules, shoe))


def strategy(rules: BlackjackRules, shoe: Composition) -> Strategy:
    """The best play by totals, with what each choice is worth."""
    load(KERNELS)
    from croupier.odds.blackjack import chart

    return chart.strategy(rules, shoe)


def effects(rules: BlackjackRules) -> tuple[Effect, ...]:
    """What each choice that the instrument leaves to a table does to the edge."""
    load(KERNELS)
    from croupier.odds.blackjack import readings

    return tuple(readings.effects(rules))
