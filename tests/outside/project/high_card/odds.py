"""The odds of High Card: every two cards of the shoe are counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.odds import results
from croupier.odds.covariance import known
from croupier.odds.option_effects import effects_of
from croupier.odds.results import Joint, edges, exact_wager
from croupier.table.wagers import MAIN
from high_card.round import ruling
from high_card.rules import case_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.cards import Card
    from croupier.odds.covariance import Covariance
    from croupier.odds.game_modules import CovariedGame, FurtherWagers
    from croupier.odds.parameters import Parameter
    from croupier.odds.question import Question
    from croupier.odds.results import Effect, WagerOdds
    from croupier.odds.shoe_composition import Composition
    from high_card.rules import HighCardRules

    Deals = Counter[tuple[tuple[str, Fraction], ...]]
    """How many deals there are of each way in which the wagers come out together."""

PARAMETERS: tuple[Parameter, ...] = ()
NAMED: frozenset[str] = frozenset()
LONG = False
PART_OF: Mapping[str, str] = {}
HAS_BOXES = True
DECIDES_BY_RANKS = True
METHOD = (
    "Every ordered pair of cards that the shoe can deal is settled by the rules of the table.",
    "Every figure is a ratio of whole numbers.",
)
NOT_COUNTED = "counts are not analysed; the effects are those of a card that was seen"
ASSUMED: tuple[str, ...] = ()
strategy = decide = counted = played_by_count = None


def further() -> tuple[FurtherWagers, ...]:
    """Return no modules: the analysis has every wager."""
    return ()


def covaried() -> CovariedGame:
    """Return this module, which knows how the wagers depend on each other."""
    from high_card import odds

    return odds


def deals(rules: HighCardRules, shoe: Composition) -> Deals:
    """Count the deals of a box and the dealer by what the wagers bring."""
    shoe.needs(2, "a round")
    wagers = (MAIN, *rules.options["side_bets"])
    counted: Deals = Counter()
    for box in DECK:
        for dealer in DECK:
            ways = shoe[box] * (shoe[dealer] - (box is dealer))
            if ways > 0:
                counted[tuple(_result(rules, wager, box, dealer) for wager in wagers)] += ways
    return counted


def _result(rules: HighCardRules, wager: str, box: Card, dealer: Card) -> tuple[str, Fraction]:
    odds, _ = ruling(rules, wager, box, dealer)
    case = case_of(box, dealer)
    name = case["card"] if wager == MAIN else case["twins"]
    net = Fraction(-1) if odds is None else Fraction(odds.win, odds.stake)
    return str(name), net


def analyse(rules: HighCardRules, shoe: Composition) -> Iterator[WagerOdds]:
    """Yield the price of each wager that the table takes."""
    counted = deals(rules, shoe)
    for place, wager in enumerate((MAIN, *rules.options["side_bets"])):
        yield exact_wager(
            wager,
            ((*outcome[place], ways) for outcome, ways in counted.items()),
            side_bets=None if wager == MAIN else rules.options["side_bets"],
        )


def effects(asked: Question) -> tuple[Effect, ...]:
    """Return what other options of the table would do to the edges."""
    return tuple(effects_of(asked, lambda *table: edges(analyse(*table))))


def exact_edges(rules: HighCardRules, shoe: Composition) -> dict[str, Fraction | float]:
    """Return the edge of each wager as a ratio."""
    return results.exact_edges(analyse(rules, shoe))


def joint(rules: HighCardRules, shoe: Composition) -> Iterator[Joint]:
    """Yield the ways in which all wagers of a box come out together."""
    counted, wagers = deals(rules, shoe), (MAIN, *rules.options["side_bets"])
    whole = counted.total()
    for outcome, ways in counted.items():
        chance = Fraction(ways, whole)
        names = {wager: name for wager, (name, _) in zip(wagers, outcome, strict=True)}
        yield Joint(outcomes=names, chance=float(chance), exact=chance)


def exact(rules: HighCardRules, shoe: Composition) -> Iterator[Covariance]:
    """Yield how the wagers of one box depend on each other."""
    counted, wagers = deals(rules, shoe), (MAIN, *rules.options["side_bets"])
    whole = counted.total()

    def mean(*places: int) -> Fraction:
        total = Fraction(0)
        for outcome, ways in counted.items():
            product = Fraction(ways)
            for place in places:
                product *= outcome[place][1]
            total += product
        return total / whole

    def moments(place: int) -> tuple[Fraction, float]:
        return mean(place), sqrt(mean(place, place) - mean(place) ** 2)

    for side in range(1, len(wagers)):
        yield known(MAIN, wagers[side], mean(0, side), moments(0), moments(side))
