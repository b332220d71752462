"""One box by itself: its hand, the dealer's and the settlement followed through by one table.

It is made from the tables for any number of boxes, which a pair that is split goes back to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import RANKS
from croupier.games.blackjack.simulation import kernel
from croupier.games.blackjack.simulation.kernel_tables import WIDTH

if TYPE_CHECKING:
    from croupier.odds.array_types import Ints


class Drawing(NamedTuple):
    """The box takes a card."""

    up_card: int
    hand: int
    doubled: bool


class Waiting(NamedTuple):
    """The box waits for the dealer, who takes a card, by what the dealer's ends would bring."""

    dealer: int
    nets: tuple[int, ...]
    one_card: bool
    """Only a Blackjack matters, so no third card is taken."""


State = Drawing | Waiting


class BoxAlone:
    """Numbers below `split` are results, those above it states in which a card is taken.

    States from which every card leads to the same are one: they share their row. Boxes that are
    played by several charts share the rows of all.
    """

    def __init__(
        self, tables: kernel.Tables, results: int, rows: dict[tuple[int, ...], int] | None = None
    ) -> None:
        self.tables = tables
        self.middle, self.split = results // 2, results
        self.numbers: dict[State, int] = {}
        self.rows = {} if rows is None else rows

    def made(self) -> kernel.Alone:
        """What the kernel takes."""
        begin = self.begin()
        return kernel.Alone(begin=begin, step=steps(self.rows, self.split), split=self.split)

    def begin(self) -> Ints:
        """The number after three cards: the dealer's, the first and the second of the box."""
        width = self.tables.next.shape[1]
        begin = np.zeros((width, width, width), np.uint16)
        for up_card in range(len(RANKS)):
            for first in range(len(RANKS)):
                for second in range(len(RANKS)):
                    hand = int(self.tables.next[kernel.DEALT + first, second])
                    begin[up_card, first, second] = self._after_a_card(up_card, hand)
        return begin

    def _number(self, state: State) -> int:
        if state not in self.numbers:
            row = tuple(self._drawn(state, card) for card in range(len(RANKS)))
            self.numbers[state] = self.rows.setdefault(row, self.split + 1 + len(self.rows))
        return self.numbers[state]

    def _drawn(self, state: State, card: int) -> int:
        if isinstance(state, Waiting):
            return self._dealt_to_dealer(state, int(self.tables.dealers_next[state.dealer, card]))
        hand = int(self.tables.next[state.hand, card])
        if state.doubled:
            return self._ended(state.up_card, hand, doubled=True)
        return self._after_a_card(state.up_card, hand)

    # --- the box

    def _after_a_card(self, up_card: int, hand: int) -> int:
        action = self.tables.actions[hand, up_card]
        if action == kernel.SPLIT:
            return self.split
        if action == kernel.STAND:
            return self._ended(up_card, hand, doubled=False)
        return self._number(Drawing(up_card, hand, doubled=bool(action == kernel.DOUBLE)))

    def _ended(self, up_card: int, hand: int, *, doubled: bool) -> int:
        tables = self.tables
        row = int(tables.ends[hand, up_card])
        need = int(tables.needs[row])
        nets = tables.pays[row + doubled * len(tables.needs)]
        if up_card == kernel.ACE and tables.insured[0] and row != tables.even_money:
            need, nets = max(need, kernel.SECOND_CARD), nets + tables.insured
        if need == kernel.NOTHING:
            return self.middle + int(nets[0])
        one_card = need == kernel.SECOND_CARD
        return self._number(Waiting(tables.dealers_ends + up_card, tuple(nets.tolist()), one_card))

    # --- the dealer

    def _dealt_to_dealer(self, state: Waiting, dealer: int) -> int:
        if dealer < self.tables.dealers_ends:
            return self.middle + state.nets[dealer]
        if state.one_card:
            return self.middle + state.nets[0]
        return self._number(state._replace(dealer=dealer))


def steps(rows: dict[tuple[int, ...], int], split: int) -> Ints:
    """What a card makes of a number, for the rows of one chart or of several."""
    step = np.zeros((split + 1 + len(rows), WIDTH), np.uint16)
    step[split + 1 :, : len(RANKS)] = list(rows)
    return step
