"""Shards of baccarat: coups are counted by the kernel, and ruled on once for each kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK, RANKS, Card
from croupier.games.baccarat.hands import points, to_burn
from croupier.games.baccarat.odds.analysis import wagers_of
from croupier.games.baccarat.odds.coup_counts import MOST_CARDS, NATURAL, Coup
from croupier.games.baccarat.pairs import suits
from croupier.games.baccarat.rules import Suits
from croupier.games.baccarat.simulation.kernel import NO_CARD, KernelTableau, play_baccarat
from croupier.odds.simulation.kernel_shoe import number_of, shoe_of, stream_of
from croupier.odds.simulation.tally import Tally, WagerTally

if TYPE_CHECKING:
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.array_types import Counts
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.shoe_cut import ShoeCut

_PAIRS = (None, *Suits)
"""The kinds of pairs by their number in the kernel."""
COUPS = tuple(Coup(*each) for each in product(range(10), range(10), _PAIRS, _PAIRS))
"""The coups in the order in which the kernel counts them."""
_BY_POINTS = "b"
"""The burning of as many cards as the first one shows."""


class BaccaratShards:
    """A table of baccarat, ready to be dealt."""

    def __init__(self, rules: BaccaratRules, shoe: Composition, cut: ShoeCut) -> None:
        wagers = wagers_of(rules)
        self.nets = {wager: [result(coup)[1] for coup in COUPS] for wager, result in wagers.items()}
        self.unit = lcm(*(net.denominator for nets in self.nets.values() for net in nets))
        self.whole = np.array(
            [[int(net * self.unit) for net in nets] for nets in self.nets.values()], np.int64
        )
        self.tableau = tableau_of(rules)
        self.cards, self.cut = shoe.total, cut
        self.shoe = shoe_of(shoe, MOST_CARDS)

    def play(self, seed: int, number: int, rounds: int) -> Tally:
        """One shard: so many coups by the stream of its number."""
        coups, sums = self.counts()
        play_baccarat(
            self.shoe.copy(), self.cards, self.cut.burnt, self.cut.place, rounds, self.tableau,
            self.whole, stream_of(seed, number), coups, sums,
        )  # fmt: skip
        return self.tally(coups, sums)

    def counts(self) -> tuple[Counts, Counts]:
        """Nothing counted yet: coups, and sums over shoes."""
        return np.zeros(len(COUPS), np.int64), np.zeros((len(self.nets), 3), np.int64)

    def tally(self, coups: Counts, sums: Counts) -> Tally:
        """What every wager brought."""
        came = [(int(coup), int(coups[coup])) for coup in np.flatnonzero(coups)]
        wagers = {}
        for (wager, nets), added in zip(self.nets.items(), sums, strict=True):
            brought: Counter[Fraction] = Counter()
            for coup, count in came:
                brought[nets[coup]] += count
            if self.cut.place:
                wagers[wager] = WagerTally.of(brought, added, self.unit)
            else:
                wagers[wager] = WagerTally.one_by_one(brought)
        return Tally(sum(count for _, count in came), wagers)


def tableau_of(rules: BaccaratRules) -> KernelTableau:
    """The rules of drawing, as tables."""
    law = rules.law
    bankers = np.zeros((NATURAL, NO_CARD + 1), np.bool_)
    for total in range(NATURAL):
        for against in law.banker_tableau[total].draws_against.value:
            bankers[total, NO_CARD if against is None else against] = True
    pairs = np.zeros((64, 64), np.uint8)
    for first in DECK:
        for second in DECK:
            if first.rank == second.rank:
                kind = _PAIRS.index(suits(first, second))
                pairs[number_of(first), number_of(second)] = kind
    cards = [Card(f"{rank}S") for rank in RANKS]
    by_points = rules.options["burn_method"] == _BY_POINTS
    return KernelTableau(
        points=np.array([points(card) for card in cards], np.int64),
        burnt=np.array([to_burn(law, card).value * by_points for card in cards], np.int64),
        player_draws=np.array([total in law.player_draws.value for total in range(NATURAL)]),
        banker_draws=bankers,
        pairs=pairs,
    )
