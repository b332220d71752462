"""Shards of baccarat: coups are counted by the kernel, and ruled on once for each kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK, RANKS, Card
from croupier.games.baccarat.hands import points
from croupier.games.baccarat.pairs import suits
from croupier.games.baccarat.rules import Suits
from croupier.odds.baccarat import wagers_of
from croupier.odds.coups import MOST_CARDS, NATURAL, Coup
from croupier.odds.simulation import kernels
from croupier.odds.simulation.kernels.baccarat import NO_CARD, Tableau
from croupier.odds.simulation.shoes import number_of, shoe_of, stream_of
from croupier.odds.simulation.tally import Tally

if TYPE_CHECKING:
    from croupier.games.baccarat.rules import BaccaratLaw, BaccaratRules
    from croupier.odds.composition import Composition
    from croupier.odds.simulation.arrays import Counts

_PAIRS = (None, *Suits)
"""The kinds of pairs by their number in the kernel."""


class BaccaratShards:
    """A table of baccarat, ready to be dealt."""

    def __init__(self, rules: BaccaratRules, shoe: Composition, cut: int) -> None:
        self.wagers = wagers_of(rules)
        self.tableau = tableau_of(rules.law)
        self.cards, self.cut = shoe.total, cut
        self.shoe = shoe_of(shoe, MOST_CARDS)

    def play(self, seed: int, number: int, rounds: int) -> Tally:
        """One shard: so many coups by the stream of its number."""
        coups = np.zeros((10, 10, len(_PAIRS), len(_PAIRS)), np.int64)
        kernels.play_baccarat(
            self.shoe.copy(), self.cards, self.cut, rounds, self.tableau,
            stream_of(seed, number), coups,
        )  # fmt: skip
        return self.tally(coups)

    def tally(self, coups: Counts) -> Tally:
        """What every wager brought; coups are taken as independent of each other."""
        results: dict[str, Counter[Fraction]] = {wager: Counter() for wager in self.wagers}
        for player, banker, pair, bankers_pair in np.argwhere(coups):
            coup = Coup(int(player), int(banker), _PAIRS[pair], _PAIRS[bankers_pair])
            count = int(coups[player, banker, pair, bankers_pair])
            for wager, result in self.wagers.items():
                results[wager][result(coup)[1]] += count
        rounds = int(coups.sum())
        main = next(iter(results.values()))
        return Tally(
            rounds,
            results,
            sum((net * net * count for net, count in main.items()), Fraction(0)),
            sum((net * count for net, count in main.items()), Fraction(0)),
            rounds,
        )


def tableau_of(law: BaccaratLaw) -> Tableau:
    """The rules of drawing, as tables."""
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
    return Tableau(
        points=np.array([points(Card(f"{rank}S")) for rank in RANKS], np.int64),
        player_draws=np.array([total in law.player_draws.value for total in range(NATURAL)]),
        banker_draws=bankers,
        pairs=pairs,
    )
