"""What a given chart is worth, exactly: somebody's own strategy, or one that a program learned."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds.analysis import LEAST, UP_CARDS
from croupier.games.blackjack.odds.hands import ACE
from croupier.games.blackjack.odds.kernels.playing import HIT, STAND
from croupier.games.blackjack.odds.play_by_cards import worth_of
from croupier.games.blackjack.odds.play_by_totals import Column, cells
from croupier.games.blackjack.odds.solver import solve
from croupier.games.blackjack.simulation.strategy import Charts
from croupier.odds.simulation.strategy_files import Unplayable

if TYPE_CHECKING:
    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.results import Strategy
    from croupier.odds.shoe_composition import Composition


def edge_of(rules: BlackjackRules, shoe: Composition, strategy: Strategy) -> float:
    """What the house keeps of the initial wager of somebody who plays by these charts."""
    shoe.needs(LEAST, "a round of blackjack")
    solution = solve(rules, shoe)
    charts = Charts(strategy, solution.terms)
    value = 0.0
    for up in solution.up_cards:
        value += up.chance * worth_of(up.against, _column(up.against, charts, up.card).play).value
        if up.card == ACE:
            value += up.chance * _answers(solution.terms, up.against, charts, shoe)
    return -value


def _column(against: Against, charts: Charts, up_card: int) -> Column:
    """The charts against one card of the dealer's."""
    hands, shown = against.hands, UP_CARDS[up_card]
    place = cells(hands)
    many = int(place.max()) + 1
    plays, doubles = np.full(many, STAND, np.int8), np.zeros(many, np.bool_)
    for hand in np.flatnonzero(~hands.ended & (hands.size >= 2)):
        total, soft = int(hands.total[hand]), bool(hands.soft[hand])
        told = charts.of_total(int(hands.size[hand]), total, soft, shown)
        draws = told in ("H", "D")
        if hands.must_draw[hand] and not draws:
            raise Unplayable(f"strategy: stands on {total} against {shown}, which must draw")
        plays[place[hand]] = HIT if draws else STAND
        doubles[place[hand]] = told in ("D", "Ds")
    splits = tuple(charts.splits(UP_CARDS[card], shown) for card in range(10))
    return Column(against, plays, doubles, splits)


def _answers(terms: HandTerms, against: Against, charts: Charts, shoe: Composition) -> float:
    """What even money and insurance add to waiting, when the dealer shows an ace."""
    if terms.insurance_pays is None or terms.even_money is None:
        return 0.0
    cards, aces, tens = shoe.total - 1, shoe.by_points[0] - 1, shoe.by_points[-1]
    blackjack = Fraction(2 * aces * tens, cards * (cards - 1))
    added = 0.0
    even = charts.against_an_ace("a Blackjack", "E")
    if even:
        added += float(blackjack) * (float(terms.even_money) - against.waiting())
    if charts.against_an_ace("insurance", "I"):
        insured = 1 - blackjack if even else Fraction(1)
        won = Fraction(tens, cards)
        if even:
            won -= blackjack * Fraction(tens - 1, cards - 2)
        added += float((won * (1 + terms.insurance_pays) - insured) / 2)
    return added
