"""Hold'em in compiled code: the order of the deal, legal actions and results as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.seat import BETTING, BOX
from croupier.environments.vector_table import VectorTable
from croupier.games.holdem.environment.part import (
    CHECK,
    FOLD,
    MULTIPLES,
    ONE_TIMES,
    OVER,
    box_of,
    number_of,
)
from croupier.games.holdem.facts import COMMUNAL, DEALER
from croupier.games.holdem.legal_answers import offered_amounts
from croupier.games.holdem.odds.payouts import money_of
from croupier.games.holdem.odds.rank_tables import card_words, rank_tables
from croupier.games.holdem.odds.table_parameters import antes_on_trips
from croupier.games.holdem.ranking import PokerHand
from croupier.games.holdem.round import Round, hands_in_order
from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from croupier.environments.table_setup import TableSetup
    from croupier.environments.vector_table import Bools
    from croupier.odds.array_types import Ints

_PLACES = {COMMUNAL: [0, 1, 2, 3, 4], BOX: [5, 6], DEALER: [7, 8]}
"""Where the kernel keeps the cards."""


class HoldemVectorTable(VectorTable):
    """One box at each table."""

    def __init__(self, setup: TableSetup, many: int) -> None:
        self.kernel = load("croupier.games.holdem.environment.kernel")
        kernel = self.kernel
        self.rows = {
            "stage": kernel.F_STAGE,
            "hole": slice(kernel.F_HOLE, kernel.F_BOARD),
            "board": slice(kernel.F_BOARD, kernel.F_BET),
        }
        if setup.betting:
            self.rows["bet"] = kernel.F_BET
        cards = [number_of(card) for card in setup.cards]
        super().__init__(setup, many, cards=cards, columns=kernel.COLUMNS, a_round=9)
        self.ranks = rank_tables()
        trips = antes_on_trips(setup.extras)
        money = [money_of(setup.rules, trips=trips, ante=stake) for stake in setup.stakes]
        self.rules = kernel.HoldemRules(
            order=order_of(setup),
            legal=legal_actions(setup),
            nets=np.array(
                [
                    [
                        [
                            _cents(money.holding(kind), money.playing, times, money.unit, stake)
                            for kind in PokerHand
                        ]
                        for times in MULTIPLES
                    ]
                    for money, stake in zip(money, setup.stakes, strict=True)
                ],
                np.int64,
            ),
            folded=np.array([int((2 + trips) * stake) for stake in setup.stakes], np.int64),
            runs_out=int(setup.rules.run_out_when_all_fold),
            card_words=card_words(),
        )

    def run(self, actions: Any, live: Bools, mode: int, most_steps: int) -> int:
        return int(
            self.kernel.step(
                actions, live, mode, most_steps, self.rules, self.ranks, self.tables, self.outcome
            )
        )


def order_of(setup: TableSetup) -> Ints:
    """Where each card goes, as the round asks for them."""
    left = {whose: list(places) for whose, places in _PLACES.items()}
    round = Round(setup.rules, [box_of(setup, setup.unit)])
    places = [(COMMUNAL, ())] * 5 + hands_in_order(round)
    return np.array([left[to].pop(0) for to, _ in places], np.int64)


def legal_actions(setup: TableSetup) -> Ints:
    """By stage, stake and action; the hands do not matter."""
    actions = setup.part.actions(setup)
    legal = np.zeros((OVER + 1, len(setup.stakes), len(actions)), np.int8)
    legal[BETTING, :, len(actions) - len(setup.bets) :] = 1
    law = setup.rules.law
    stages = (law.before_the_flop, law.after_the_flop, law.on_the_river)
    for stage, betting_law in enumerate(stages, start=1):
        legal[stage, :, FOLD] = 1
        legal[stage, :, CHECK] = betting_law.check is not None
        for bet, stake in enumerate(setup.stakes):
            offered = offered_amounts(setup.rules, betting_law, box_of(setup, stake))
            for place, times in enumerate(MULTIPLES):
                legal[stage, bet, ONE_TIMES + place] = times * stake in offered
    return legal


def _cents(
    hold: tuple[int, ...], play: tuple[int, ...], times: int, unit: int, stake: int
) -> list[int]:
    """What a hand brings in cents, by how the dealer leaves it."""
    return [(one + times * other) * stake // unit for one, other in zip(hold, play, strict=True)]
