"""Shards of Ultimate Texas Hold'em: boxes share the board and the dealer's hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, Self

import numpy as np

from croupier.games.holdem.hands import ANTE, TRIPS
from croupier.games.holdem.odds.chart import ACES_FIRST, hands_of
from croupier.games.holdem.odds.decision import CHECK, times
from croupier.games.holdem.odds.kernel_tables import FOLDED
from croupier.games.holdem.odds.payouts import money_of, trips_net
from croupier.games.holdem.odds.playouts import nets, play_at_random, policy_of
from croupier.games.holdem.odds.rank_tables import CARDS
from croupier.games.holdem.odds.solver import solve
from croupier.games.holdem.ranking import PokerHand
from croupier.games.holdem.rules import BlindCapScope
from croupier.odds.simulation.kernel_shoe import stream_of
from croupier.odds.simulation.strategy_files import Unplayable
from croupier.odds.simulation.tally import Tally, WagerTally

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Bytes, Ints
    from croupier.games.holdem.odds.solver import HoldemSolution
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.results import Strategy
    from croupier.odds.shoe_composition import Composition

STARTING_HANDS = "starting hands"
_CHECKS = (".", CHECK)


class HoldemShards:
    """A table of Hold'em, ready to be dealt: every hand played as well as it can be.

    A strategy has the say before the flop. On the flop and the river no chart could be told, and a
    hand that comes there is played for the best.
    """

    def __init__(
        self,
        rules: HoldemRules,
        solution: HoldemSolution,
        boxes: int,
        *,
        raises: Bytes | None = None,
        ante: int | None = None,
    ) -> None:
        play = solution.play if raises is None else replace(solution.play, raises=raises)
        self.deck, self.policy = solution.deck, policy_of(solution.deck, play)
        self.boxes = boxes
        money = money_of(rules, trips=Fraction(0), ante=ante)
        self.units, self.brings = {ANTE: money.unit}, {ANTE: nets(money)}
        if solution.money.trips.any():
            self.units[TRIPS], self.brings[TRIPS] = nets_of_trips(rules)

    @classmethod
    def of(
        cls,
        rules: HoldemRules,
        shoe: Composition,
        strategy: Strategy | None,
        boxes: int,
        *,
        trips: Fraction = Fraction(0),
        ante: int | None = None,
    ) -> Self:
        """What cannot be played is refused before anything is solved."""
        if boxes > 1 and rules.blind_payout_cap and rules.blind_cap_scope is BlindCapScope.TABLE:
            raise ValueError(
                "boxes: a maximum payout that the table shares (blind_cap_scope=table_pro_rata) is "
                "simulated for one box only"
            )
        shoe.needs(7 + 2 * boxes, f"a round of {boxes} boxes")
        raises = None if strategy is None else raises_of(rules, strategy, shoe)
        solution = solve(rules, shoe, trips=trips, ante=ante)
        return cls(rules, solution, boxes, raises=raises, ante=ante)

    def play(self, seed: int, number: int, rounds: int) -> Tally:
        """One shard: so many rounds by the stream of its number."""
        counted, squares = play_at_random(
            self.deck, self.policy, np.stack(list(self.brings.values())),
            stream=int(stream_of(seed, number)[0]), rounds=rounds, boxes=self.boxes,
        )  # fmt: skip
        return self.tally(rounds, counted, squares)

    def tally(self, rounds: int, counted: Ints, squares: Ints) -> Tally:
        """What every wager brought; all boxes of a round belong together."""
        wagers = {}
        for (wager, brings), square in zip(self.brings.items(), squares, strict=True):
            unit, boxes = self.units[wager], self.boxes
            results: Counter[Fraction] = Counter()
            for net, count in zip(brings.ravel().tolist(), counted.ravel().tolist(), strict=True):
                results[Fraction(net, unit)] += count
            sums = square, boxes * (brings * counted).sum(), boxes * boxes * rounds
            wagers[wager] = WagerTally.of(+results, sums, unit)
        return Tally(rounds, wagers)


def nets_of_trips(rules: HoldemRules) -> tuple[int, Ints]:
    """What trips bring, as `nets` has it for the game, and in what fractions: a fold loses them."""
    by_kind = [trips_net(rules, hand) for hand in PokerHand]
    unit = lcm(*(net.denominator for net in by_kind))
    brings = np.empty((4, len(by_kind), 5), np.int64)
    brings[:] = np.array([int(net * unit) for net in by_kind])[:, np.newaxis]
    brings[FOLDED] = -unit
    return unit, brings


def raises_of(rules: HoldemRules, strategy: Strategy, shoe: Composition) -> Bytes:
    """The hands that raise before the flop, from the chart of the starting hands."""
    chart = next((each for each in strategy.charts if each.name == STARTING_HANDS), None)
    if chart is None:
        raise Unplayable(f"strategy: a chart of {STARTING_HANDS} is wanted")
    most = times(max(rules.law.before_the_flop.multiples.value))
    held = [shoe[card] > 0 for card in CARDS]
    there = np.array([held[one] and held[two] for one in range(len(held)) for two in range(one)])
    raises = np.zeros(len(there), np.uint8)
    for row, column in product(ACES_FIRST, repeat=2):
        hands = hands_of(_rank(row), _rank(column))
        told = row in chart.rows and column in chart.columns
        cell = chart[row, column] if told else None
        action = cell.action if cell else None
        if action == most:
            raises[hands] = True
        elif action not in _CHECKS and there[hands].any():
            said = repr(action) if action else "nothing"
            raise Unplayable(
                f"strategy: {STARTING_HANDS}, {row} with {column} says {said}, not one of "
                f"{', '.join((most, *_CHECKS))}"
            )
    return raises


def _rank(name: str) -> int:
    return len(ACES_FIRST) - 1 - ACES_FIRST.index(name)
