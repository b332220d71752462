"""Baccarat in compiled code: the tableau, and what every wager brings, as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.vector_table import VectorTable
from croupier.games.baccarat.environment.part import BURN_BY_POINTS, wagers
from croupier.games.baccarat.odds.analysis import wagers_of
from croupier.games.baccarat.odds.coup_counts import MOST_CARDS
from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from croupier.environments.table_setup import TableSetup
    from croupier.environments.vector_table import Bools


class BaccaratVectorTable(VectorTable):
    """A wager, or none, on every coup."""

    def __init__(self, setup: TableSetup, many: int) -> None:
        load("croupier.games.baccarat.simulation.kernel")
        self.kernel = load("croupier.games.baccarat.environment.kernel")
        from croupier.games.baccarat.simulation.shards import COUPS, tableau_of
        from croupier.odds.simulation.kernel_shoe import number_of

        self.rows = {name: row for row, name in enumerate(setup.part.fields(setup))}
        super().__init__(
            setup,
            many,
            cards=[number_of(card) for card in setup.cards],
            columns=self.kernel.COLUMNS,
            a_round=MOST_CARDS,
        )
        self.tableau = tableau_of(setup.rules)
        self.shows_burnt = int(setup.rules.options["burn_method"] == BURN_BY_POINTS)
        by_wager = wagers_of(setup.rules)
        nets = [
            [int(by_wager[wager](coup)[1] * stake) for coup in COUPS]
            for wager in wagers(setup.rules)
            for stake in setup.stakes
        ]
        self.nets = np.array([[0] * len(COUPS), *nets], np.int64)

    def run(self, actions: Any, live: Bools, mode: int, most_steps: int) -> int:
        return int(
            self.kernel.step(
                actions, live, mode, most_steps, self.shows_burnt, self.tableau, self.nets,
                self.tables, self.outcome,
            )
        )  # fmt: skip
