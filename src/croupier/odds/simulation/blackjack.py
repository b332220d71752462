"""Shards of blackjack, ACT and Challenge: one kernel, with tables from the rules of each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import Card
from croupier.games.blackjack.side_bets import (
    ANY_PAIRS,
    PAIRS_PLAY,
    PERFECT_PAIRS,
    SUPER_SEVENS,
    pair_result,
    sevens_result,
)
from croupier.odds.simulation import kernels
from croupier.odds.simulation.blackjack_tables import BlackjackTables
from croupier.odds.simulation.shoes import shoe_of, stream_of
from croupier.odds.simulation.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.chips import Odds
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.composition import Composition
    from croupier.odds.simulation.arrays import Counts
    from croupier.odds.strategy import Strategy
    from croupier.rulebook.citing import Cited

MAIN = "main"
MOST_CARDS = 22
"""No hand has as many cards."""
_PAIRS = tuple((Card("7S"), Card(other)) for other in ("8S", "7H", "7C", "7S"))
_SEVENS = tuple(
    [Card(card) for card in cards.split()]
    for cards in ("8S", "7S", "7S 7H", "7S 7S", "7S 7S 7H", "7S 7S 7S")
)
"""Cards for each way in which the kernel has side bets come out, to ask the rules about."""


class BlackjackShards:
    """A table of blackjack, ready to be dealt."""

    def __init__(
        self,
        rules: BlackjackRules,
        shoe: Composition,
        strategy: Strategy,
        boxes: int,
        cut: int,
    ) -> None:
        self.rules, self.boxes, self.cut = rules, boxes, cut
        self.tables = BlackjackTables(rules, shoe, strategy).made
        self.cards = shoe.total
        self.shoe = shoe_of(shoe, MOST_CARDS * (1 + boxes * self.tables.most_hands))

    def play(self, seed: int, number: int, rounds: int) -> Tally:
        """One shard: so many rounds by the stream of its number."""
        results, pairs, sevens, sums = self.counts()
        kernels.play_blackjack(
            self.shoe.copy(), self.cards, self.cut, rounds, self.boxes,
            bool(self.rules.side_bets), self.tables, stream_of(seed, number),
            results, pairs, sevens, sums,
        )  # fmt: skip
        return self.tally(rounds, results, pairs, sevens, sums)

    def tally(
        self, rounds: int, results: Counts, pairs: Counts, sevens: Counts, sums: Counts
    ) -> Tally:
        """What the kernel counted, in initial wagers."""
        unit, middle = self.tables.unit, len(results) // 2
        main = Counter(
            {
                Fraction(int(place) - middle, unit): int(results[place])
                for place in np.flatnonzero(results)
            }
        )
        return Tally(
            rounds,
            {MAIN: main, **dict(self._side_bets(pairs, sevens))},
            Fraction(int(sums[0]), unit**2),
            Fraction(int(sums[1]), unit),
            int(sums[2]),
        )

    def counts(self) -> tuple[Counts, Counts, Counts, Counts]:
        """Nothing counted yet: results, pairs, sevens, and sums over shoes."""
        most = self.tables.most_hands * int(abs(self.tables.pays).max())
        most += int(abs(self.tables.insured).max())
        return (
            np.zeros(2 * most + 1, np.int64),
            np.zeros(len(_PAIRS), np.int64),
            np.zeros(len(_SEVENS), np.int64),
            np.zeros(3, np.int64),
        )

    def _side_bets(self, pairs: Counts, sevens: Counts) -> Iterator[tuple[str, Counter[Fraction]]]:
        """What each side bet of the table brought, by the rules of each."""
        law = self.rules.law
        pair_laws = {
            PERFECT_PAIRS: law.perfect_pairs,
            PAIRS_PLAY: law.pairs_play,
            ANY_PAIRS: law.any_pairs,
        }
        for wager in self.rules.options["side_bets"]:
            pair_law = pair_laws.get(wager)
            if pair_law is not None:
                pays = [pair_result(pair_law, *cards)[1] for cards in _PAIRS]
                yield wager, _brought(pays, pairs)
            elif wager == SUPER_SEVENS and law.super_sevens is not None:
                pays = [sevens_result(law.super_sevens, cards)[1] for cards in _SEVENS]
                yield wager, _brought(pays, sevens)


def _brought(pays: list[Cited[Odds] | None], counts: Counts) -> Counter[Fraction]:
    found: Counter[Fraction] = Counter()
    for paid, count in zip(pays, counts, strict=True):
        net = Fraction(-1) if paid is None else Fraction(paid.value.win, paid.value.stake)
        found[net] += int(count)
    return found
