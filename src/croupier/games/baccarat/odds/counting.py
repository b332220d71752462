"""Counting at baccarat: what every wager brings from many shoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK
from croupier.games.baccarat.hands import points
from croupier.games.baccarat.odds.analysis import PAIRS, wagers_of
from croupier.games.baccarat.odds.coup_counts import NATURAL, Coup
from croupier.games.baccarat.rules import Suits
from croupier.odds.counting import many_shoes
from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.odds.array_types import Counts, Floats

KERNELS = "croupier.games.baccarat.odds.kernels"
_KINDS = (None, Suits.MIXED, Suits.BLACK, Suits.RED, Suits.SUITED)
"""In the order in which pairs of many shoes are told."""
SHOES = 2_000


def expectations(rules: BaccaratRules, shoes: Counts) -> dict[str, Floats]:
    """Every wager from each shoe, counted over all its coups."""
    wagers = wagers_of(rules)
    found = {
        wager: many_shoes.pairs(
            shoes, [float(wagers[wager](Coup(0, 0, kind, kind))[1]) for kind in _KINDS]
        )
        for wager in wagers
        if wager in PAIRS
    }
    mains = [wager for wager in wagers if wager not in PAIRS]
    nets = np.array(
        [
            [
                [float(wagers[wager](Coup(player, banker, None, None))[1]) for banker in range(10)]
                for player in range(10)
            ]
            for wager in mains
        ]
    )
    law = rules.law
    bankers = np.zeros((NATURAL, 11), np.bool_)
    for total in range(NATURAL):
        for against in law.banker_tableau[total].draws_against.value:
            bankers[total, 10 if against is None else against] = True
    players = np.array([total in law.player_draws.value for total in range(NATURAL)])
    held = np.zeros((len(shoes), 10), np.int64)
    for place, card in enumerate(DECK):
        held[:, points(card)] += shoes[:, place]
    means = load(KERNELS).coups_of_shoes(held, players, bankers, nets)
    return {wager: means[:, place] for place, wager in enumerate(mains)} | found
