"""What the main wager costs by the best play and by the best chart, and what insurance costs."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.blackjack.outcomes import Scale, chances_of_results
from croupier.odds.blackjack.solving import solve
from croupier.odds.blackjack.terms import ladder_chances
from croupier.odds.results import Outcome, WagerOdds, exact_wager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.blackjack.solving import Solution
    from croupier.odds.composition import Composition

UP_CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The dealer's cards by value, in the order in which the analysis has them."""
LEAST = 52
"""Cards that are enough for any round: a smaller shoe might run out in the middle of one."""

TABLE = (
    "one box with one player; the cards in sight are the hand's own and the dealer's, and the shoe "
    "does not run out",
    "doubles are for the whole wager; stakes leave room to double and split, and nothing to round",
)
_ALONE = "a hand from a split is played as if alone"
_ALONE_BUT_CHARGED = (
    "a hand from a split is played as if alone, reckoning to lose to a dealer's Blackjack a whole "
    "wager or the part of one that serves best"
)
_PAIRS = (
    "its pair cards are out of the shoe, other cards of other hands do not count, and pairs are "
    "split again whenever they may be"
)
_EXACT = (
    "the edges, the average wager and the values by the dealer's card are exact but for rounding "
    "in the last of some thirteen digits"
)
_SPREAD = (
    "the standard deviation and the outcomes take the hands of a split as independent of each "
    "other beyond what they share through the dealer; the mean is exact"
)


def analyse(rules: BlackjackRules, shoe: Composition) -> Iterator[WagerOdds]:
    """The main wager, then insurance where there is any."""
    shoe.needs(LEAST, "a round of blackjack")
    yield _main(solve(rules, shoe), shoe)
    insurance = _insurance(rules, shoe)
    if insurance is not None:
        yield insurance


def _main(solution: Solution, shoe: Composition) -> WagerOdds:
    worth = solution.worth
    outcomes = tuple(_outcomes(solution, shoe))
    square = sum(outcome.net**2 * outcome.chance for outcome in outcomes)
    return WagerOdds(
        wager="main",
        house_edge=-worth.value,
        exact=None,
        standard_deviation=sqrt(square - worth.value**2),
        outcomes=outcomes,
        chart_house_edge=-solution.chart_worth.value,
        element_of_risk=-worth.value / worth.staked,
        average_wager=worth.staked,
        by_up_card={UP_CARDS[up.card]: up.worth.value for up in solution.up_cards},
        assumptions=_assumptions(solution),
    )


def _assumptions(solution: Solution) -> tuple[str, ...]:
    """What the figures take for granted."""
    terms = solution.terms
    charged = any(up.against.takes_one_wager for up in solution.up_cards)
    found = [*TABLE, f"{_ALONE_BUT_CHARGED if charged else _ALONE}; {_PAIRS}"]
    if terms.even_money is not None:
        found.append("no insurance is taken, and even money where it is worth more than waiting")
    if terms.ladder is not None:
        found.append("the play does not tell ten-value cards apart by their rank")
    return (*found, _EXACT, _SPREAD)


def _outcomes(solution: Solution, shoe: Composition) -> Iterator[Outcome]:
    """The results of a round from the greatest loss up."""
    ladder = solution.terms.ladder
    tiers = zip(ladder, ladder_chances(shoe), strict=True) if ladder else ()
    scale = Scale(solution.terms, tuple(tiers))
    chances = np.zeros(2 * scale.middle + 1)
    for up in solution.up_cards:
        chances += up.chance * chances_of_results(up.against, up.best, scale)
    for place, chance in enumerate(chances):
        if chance > 1e-15:  # what rounding leaves of results that cannot be
            net = scale.net(place)
            yield Outcome(outcome=_name(net), net=float(net), chance=float(chance), exact=None)


def _name(net: Fraction) -> str:
    if not net:
        return "nothing won or lost"
    return f"{'win' if net > 0 else 'lose'} {float(abs(net)):g}"


def _insurance(rules: BlackjackRules, shoe: Composition) -> WagerOdds | None:
    """Insurance against an ace, for somebody who knows no other card."""
    law, tens = rules.law.insurance, shoe.by_points[-1]
    if law is None or not shoe.by_points[0]:
        return None
    pays = law.insurance_pays.value
    return exact_wager(
        "insurance",
        (
            ("Blackjack", Fraction(pays.win, pays.stake), tens),
            ("no Blackjack", Fraction(-1), shoe.total - 1 - tens),
        ),
        assumptions=("whoever insures knows no card but the dealer's ace",),
    )
