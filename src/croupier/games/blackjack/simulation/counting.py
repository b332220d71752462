"""The tables of a player who counts: those of every chart that is followed, put into one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK_SIZE
from croupier.games.blackjack.simulation.kernel import CountTables
from croupier.games.blackjack.simulation.kernel_tables import WIDTH, BlackjackTables
from croupier.games.blackjack.simulation.one_box import BoxAlone, steps
from croupier.odds.simulation.tally import CountedTally

if TYPE_CHECKING:
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.counter import Counter


class CountedTables:
    """One table of blackjack and one player who counts."""

    def __init__(
        self, rules: BlackjackRules, shoe: Composition, counter: Counter, results: int, places: int
    ) -> None:
        self.counter = counter
        tables = [BlackjackTables(rules, shoe, each).made for each in counter.strategies]
        rows: dict[tuple[int, ...], int] = {}
        self.begin = np.stack([BoxAlone(each, results, rows).begin() for each in tables])
        self.step = steps(rows, results)
        assert len(self.step) <= np.iinfo(np.uint16).max
        self.actions = np.stack([each.actions for each in tables])
        self.ends = np.stack([each.ends for each in tables])
        self.insured = np.stack([each.insured for each in tables])
        self.tags = np.zeros(WIDTH, np.int64)
        self.tags[: len(counter.tags)] = counter.tags
        held = shoe.by_rank.values()
        added = sum(tag * copies for tag, copies in zip(counter.tags, held, strict=True))
        self.drift = added / shoe.total
        left = np.maximum(shoe.total - np.arange(places), 1)
        self.per_card = DECK_SIZE / left / counter.scale

    def made(self) -> CountTables:
        """What the kernel takes, with nothing counted yet."""
        counter = self.counter
        return CountTables(
            tags=self.tags,
            drift=self.drift,
            per_card=self.per_card,
            lowest=counter.lowest,
            charts=np.array(counter.charts, np.int64),
            begin=self.begin,
            step=self.step,
            actions=self.actions,
            ends=self.ends,
            insured=self.insured,
            stakes=np.array(counter.stakes, np.int64),
            by_count=np.zeros((len(counter.charts), 3), np.int64),
            by_shoe=np.zeros(6, np.int64),
        )

    def tally(self, played: CountTables, unit: int) -> CountedTally:
        """What the kernel counted, in initial wagers of one."""
        by_true_count = {
            self.counter.lowest + level: (
                int(rounds), Fraction(int(net), unit), Fraction(int(square), unit**2)
            )
            for level, (rounds, net, square) in enumerate(played.by_count)
            if rounds
        }  # fmt: skip
        units = unit**2, unit, 1, unit, 1, 1
        sums = zip(played.by_shoe, units, strict=True)
        return CountedTally(by_true_count, tuple(Fraction(int(each), one) for each, one in sums))
