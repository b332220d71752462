"""What the main wager costs by the best play and by the best chart, and what insurance costs."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds.assumptions import assumptions
from croupier.games.blackjack.odds.hand_terms import ladder_chances
from croupier.games.blackjack.odds.hands import ACE
from croupier.games.blackjack.odds.outcomes import Scale, chances_of_results
from croupier.games.blackjack.odds.solver import solve
from croupier.odds.results import WagerOdds, WagerOutcome, exact_edges, exact_wager
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.odds.solver import BlackjackSolution
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.shoe_composition import Composition

UP_CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The dealer's cards by value, in the order in which the analysis has them."""
LEAST = 52
"""Cards that are enough for any round: a smaller shoe might run out in the middle of one."""


def analyse(rules: BlackjackRules, shoe: Composition) -> Iterator[WagerOdds]:
    """The main wager, then insurance where there is any."""
    shoe.needs(LEAST, "a round of blackjack")
    yield _main(solve(rules, shoe), shoe)
    insurance = _insurance(rules, shoe)
    if insurance is not None:
        yield insurance


def edges(rules: BlackjackRules, shoe: Composition) -> dict[str, Fraction | float]:
    """The edges alone, without the chart and the outcomes."""
    shoe.needs(LEAST, "a round of blackjack")
    insurance = _insurance(rules, shoe)
    beside = {} if insurance is None else exact_edges([insurance])
    return {MAIN: -solve(rules, shoe).worth.value, **beside}


def _main(solution: BlackjackSolution, shoe: Composition) -> WagerOdds:
    worth = solution.worth
    outcomes = tuple(_outcomes(solution, shoe))
    square = sum(outcome.net**2 * outcome.chance for outcome in outcomes)
    return WagerOdds(
        wager=MAIN,
        house_edge=-worth.value,
        exact=None,
        standard_deviation=sqrt(square - worth.value**2),
        outcomes=outcomes,
        chart_house_edge=-solution.chart_worth.value,
        element_of_risk=-worth.value / worth.staked,
        average_wager=worth.staked,
        by_up_card={UP_CARDS[up.card]: up.worth.value for up in solution.up_cards},
        even_money=_even_money(solution),
        assumptions=assumptions(solution),
    )


def _outcomes(solution: BlackjackSolution, shoe: Composition) -> Iterator[WagerOutcome]:
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
            yield WagerOutcome(outcome=_name(net), net=float(net), chance=float(chance), exact=None)


def _name(net: Fraction) -> str:
    if not net:
        return "nothing won or lost"
    return f"{'win' if net > 0 else 'lose'} {float(abs(net)):g}"


def _even_money(solution: BlackjackSolution) -> dict[str, float] | None:
    """What a Blackjack against an ace is worth, where the rules let it take even money."""
    even = solution.terms.even_money
    for up in solution.up_cards:
        if up.card == ACE and even is not None:
            return {"even money": float(even), "waiting": up.against.waiting()}
    return None


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
