"""Blackjack without a hole card: the best play, the best chart, and what they cost.

Nothing is sampled. What is compiled is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from croupier.cards import Card
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.question import Question
    from croupier.odds.results import Decision, Effect, Strategy, WagerOdds
    from croupier.odds.shoe_composition import Composition

__all__ = ["analyse", "decide", "effects", "strategy"]

ASKS = frozenset({"dealer", "boxes"})
"""What is asked of this game and not of every one (`croupier.odds.parameters`)."""
NAMED = frozenset({"soft_17"})
KERNELS = "croupier.odds.blackjack.kernels"
DECIDES_BY_RANKS = True
LONG = True
FURTHER = ("croupier.odds.blackjack.side_bets",)
COUNTED = "croupier.odds.counting.blackjack"
joint = None


def analyse(rules: BlackjackRules, shoe: Composition) -> tuple[WagerOdds, ...]:
    """The main wager, and insurance where there is any."""
    load(KERNELS)
    from croupier.odds.blackjack import analysis

    return tuple(analysis.analyse(rules, shoe))


def exact_edges(rules: BlackjackRules, shoe: Composition) -> dict[str, Fraction | float]:
    """What they cost and nothing else, which is much quicker."""
    load(KERNELS)
    from croupier.odds.blackjack import analysis

    return analysis.edges(rules, shoe)


def strategy(rules: BlackjackRules, shoe: Composition) -> Strategy:
    """The best play by totals, with what each choice is worth."""
    load(KERNELS)
    from croupier.odds.blackjack import chart

    return chart.strategy(rules, shoe)


def decide(
    rules: BlackjackRules,
    shoe: Composition,
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
) -> Decision:
    """What each choice is worth with a hand against a card of the dealer's."""
    if board:
        raise ValueError(f"board: {rules.instrument.id} has none")
    load(KERNELS)
    from croupier.odds.blackjack import decision

    return decision.decide(rules, shoe, hand, dealer)


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each choice that the instrument leaves to a table does to the edges."""
    load(KERNELS)
    from croupier.odds.blackjack import analysis
    from croupier.odds.option_effects import effects_of

    return tuple(effects_of(asked, analysis.edges))
