"""What the wagers of Hold'em cost whoever plays them best."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.games.holdem.hands import ANTE, TRIPS
from croupier.games.holdem.odds.decision import FOLD, times
from croupier.games.holdem.odds.payouts import least_ante, money_of, trips_net
from croupier.games.holdem.odds.seven_cards import seven_cards
from croupier.games.holdem.odds.solver import solve
from croupier.games.holdem.ranking import PokerHand
from croupier.money import dollars
from croupier.odds.results import exact_wager

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.holdem.odds.solver import HoldemSolution
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.results import WagerOdds
    from croupier.odds.shoe_composition import Composition

    Way = tuple[str, Fraction, int]
    """How a deal comes out, what it brings, and how many deals do."""

WITH_TRIPS = f"{ANTE}+{TRIPS}"
"""The game with trips on the table: one wager, as a fold loses both."""
RESULTS = ("won", "won", "tied", "lost", "lost")
"""How the dealer's hand leaves the player's, in the order of the kernels."""
BEST_PLAY = (
    "in antes; every hand is played as well as it can be by somebody who sees two cards and the "
    "board, and of two choices worth the same the smaller wager is made"
)
NEVER_FOLDED = "the hand is never folded, as a fold loses trips too"


def analyse(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
    workers: int | None = None,
) -> tuple[WagerOdds, ...]:
    money_of(rules, trips=trips, ante=ante)  # what cannot be counted is refused before the work
    alone = solve(rules, shoe, ante=ante, workers=workers)
    wagers = [game(rules, alone, ANTE, ante), trips_alone(rules, shoe)]
    if trips:
        both = solve(rules, shoe, trips=trips, ante=ante, workers=workers)
        wagers.append(game(rules, both, WITH_TRIPS, ante, trips))
    return tuple(wagers)


class Edges:
    """The edges alone, each worked out once for all rules that leave the wagers as they are."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], float] = {}

    def of(
        self,
        rules: HoldemRules,
        shoe: Composition,
        *,
        trips: Fraction = Fraction(0),
        ante: int | None = None,
    ) -> dict[str, float]:
        wagers = {ANTE: Fraction(0), WITH_TRIPS: trips} if trips else {ANTE: trips}
        found = {}
        for name, on_trips in wagers.items():
            key = money_of(rules, trips=on_trips, ante=ante).key
            if key not in self._known:
                solution = solve(rules, shoe, trips=on_trips, ante=ante)
                self._known[key] = float(-solution.value)
            found[name] = self._known[key]
        return found


def game(
    rules: HoldemRules,
    solution: HoldemSolution,
    name: str,
    ante: int | None,
    trips: Fraction = Fraction(0),
) -> WagerOdds:
    """Ante and blind, so many antes on trips, and the play wagers that follow."""
    money = solution.money
    ways = sorted(_ways(solution), key=lambda way: way[1], reverse=True)
    found = exact_wager(name, ways, assumptions=tuple(_assumptions(rules, ante, trips)))
    often = solution.counted.sum(axis=(1, 2)).tolist()
    wagered = sum(
        Fraction(many, solution.deals) * (Fraction(money.folded, money.unit) + multiple)
        for many, multiple in zip(often, money.multiples, strict=True)
    )
    return msgspec.structs.replace(
        found,
        element_of_risk=float((found.exact or 0) / wagered),
        average_wager=float(wagered),
        actions={choice: many / solution.deals for choice, many in _actions(rules, often)},
    )


def _ways(solution: HoldemSolution) -> Iterator[Way]:
    money, counted = solution.money, solution.counted.tolist()
    for multiple, by_kind in zip(money.multiples, counted, strict=True):
        for kind, results in enumerate(by_kind):
            if not multiple:
                yield FOLD, Fraction(-money.folded, money.unit), sum(results)
                continue
            nets = zip(money.holding(kind), money.playing, strict=True)
            for result, (hold, play), deals in zip(RESULTS, nets, results, strict=True):
                yield result, Fraction(hold + multiple * play, money.unit), deals


def _actions(rules: HoldemRules, often: list[int]) -> Iterator[tuple[str, int]]:
    """Each choice that ends a hand's decisions with the number of deals that make it."""
    before, after, river, folded = often
    law = rules.law
    stages = (law.before_the_flop, law.after_the_flop, law.on_the_river)
    for stage, many in zip(stages, (before, after, river), strict=True):
        largest = max(stage.multiples.value)
        for multiple in sorted(stage.multiples.value, reverse=True):
            yield times(multiple), many if multiple == largest else 0
    yield FOLD, folded


def _assumptions(rules: HoldemRules, ante: int | None, trips: Fraction) -> Iterator[str]:
    yield BEST_PLAY
    if trips:
        yield f"{trips} of an ante on trips, which a fold loses with the rest"
    ante = least_ante(rules) if ante is None else ante
    if rules.blind_payout_cap is not None and ante is not None:
        most = dollars(rules.blind_payout_cap)
        yield f"one hand with an ante of {dollars(ante)}, whose blind wins {most} at most"


def edges(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
) -> dict[str, Fraction | float]:
    """What every wager costs and nothing else: the deals need not be counted for it."""
    found: dict[str, Fraction | float] = {
        ANTE: -solve(rules, shoe, ante=ante).value,
        TRIPS: trips_alone(rules, shoe).exact or Fraction(0),
    }
    if trips:
        found[WITH_TRIPS] = -solve(rules, shoe, trips=trips, ante=ante).value
    return found


def trips_alone(rules: HoldemRules, shoe: Composition) -> WagerOdds:
    """Trips by itself, which looks at the player's seven cards only."""
    by_kind = seven_cards(shoe).tolist()
    ways = [
        (hand.words, trips_net(rules, hand), by_kind[hand]) for hand in reversed(PokerHand)
    ]  # fmt: skip
    return exact_wager(TRIPS, ways, assumptions=(NEVER_FOLDED,))
