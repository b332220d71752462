"""Blackjack as tables for a kernel: every state of a hand, what to do in it, what it brings."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import RANKS
from croupier.games.blackjack.odds import hand_terms as terms_module
from croupier.games.blackjack.odds.hand_terms import (
    BLACKJACK,
    BUST,
    EVEN_MONEY,
    FIVE_CARDS,
    terms_of,
)
from croupier.games.blackjack.rules import DealerBlackjackCollects
from croupier.games.blackjack.settlement import Showing, rule_on
from croupier.games.blackjack.simulation import kernel
from croupier.games.blackjack.simulation.strategy import Charts
from croupier.odds.simulation.strategy_files import Unplayable

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.array_types import Ints
    from croupier.odds.results import Strategy
    from croupier.odds.shoe_composition import Composition

WIDTH = 16
_TENS = "TJQK"
_PAID = BLACKJACK + len(_TENS)
"""A Blackjack that the dealer cannot match; before it those that wait, by their ten."""
_EVEN = _PAID + 1
_ROWS = _EVEN + 1
DEALERS_TOTALS = (17, 18, 19, 20, 21, BUST)
DEALERS_ENDS = len(DEALERS_TOTALS) + len(_TENS)
COLLECTS = {
    None: 0,
    DealerBlackjackCollects.BUSTS_AND_ONE: kernel.BB_1,
    DealerBlackjackCollects.ONE_IN_ALL: kernel.OBO,
    DealerBlackjackCollects.ONE_FOR_EACH_HAND: kernel.OBBO,
}


class HeldHand(NamedTuple):
    """A hand as far as it matters to what follows."""

    cards: int
    low: int
    """The points with every ace as one."""
    ace: bool
    pair: str = ""
    """The card of which it is a pair."""

    @property
    def soft(self) -> bool:
        return self.ace and self.low <= 11

    @property
    def total(self) -> int:
        return self.low + 10 * self.soft


class EndedHand(NamedTuple):
    """A hand that takes no card and no decision any more, by the row that pays it."""

    row: int


State = HeldHand | EndedHand


class BlackjackTables:
    """The tables of one set of rules and one strategy."""

    def __init__(self, rules: BlackjackRules, shoe: Composition, strategy: Strategy) -> None:
        self.rules, self.terms = rules, terms_of(rules, shoe)
        self.charts = Charts(strategy, self.terms)
        self.even_money = self.charts.against_an_ace("a Blackjack", "E")
        self.insures = self.charts.against_an_ace("insurance", "I")
        self.states: dict[State, int] = {}
        self.next = self._explored()

    @cached_property
    def made(self) -> kernel.Tables:
        """What the kernel takes."""
        pays = self._pays()
        insured = self._insured()
        rows = *pays, self._insured(always=True)
        unit = lcm(*(net.denominator for row in rows for net in row))
        whole = np.array([[int(net * unit) for net in row] for row in pays], np.int32)
        return kernel.Tables(
            next=self.next,
            actions=self._by_up_card(self._action).astype(np.uint8),
            unpaired=self._unpaired(),
            ends=self._by_up_card(self._end).astype(np.uint8),
            needs=np.array([_needs(row, whole[row]) for row in range(_ROWS)], np.uint8),
            pays=whole,
            dealers_next=dealers_next(self.terms.hit_soft_17),
            dealers_ends=DEALERS_ENDS,
            dealers_blackjack=len(DEALERS_TOTALS),
            insured=np.array([int(net * unit) for net in insured], np.int32),
            even_money=_EVEN,
            most_hands=self.terms.most_hands,
            collects=COLLECTS[self.terms.collects],
            unit=unit,
        )

    # --- states

    def _explored(self) -> Ints:
        """The next state by card, from two times thirteen single cards to every hand."""
        rows: list[list[State]] = []
        waiting: list[State] = []
        for split in (False, True):
            for rank in RANKS:
                rows.append([self._second_card(rank, card, split) for card in RANKS])
                waiting += rows[-1]
        numbers = len(rows)
        while waiting:
            state = waiting.pop(0)
            if state in self.states:
                continue
            self.states[state] = numbers
            numbers += 1
            rows.append([self._drawn(state, card) for card in RANKS])
            waiting += rows[-1]
            if isinstance(state, HeldHand) and state.pair:
                waiting.append(state._replace(pair=""))
        table = np.zeros((numbers, WIDTH), np.uint16)
        for number, row in enumerate(rows):
            table[number, : len(RANKS)] = [self.states[state] for state in row]
        return table

    def _second_card(self, rank: str, card: str, split: bool) -> State:
        points = _points(rank), _points(card)
        held = HeldHand(2, sum(points), 1 in points)
        if held.total == 21 and (not split or self.terms.blackjack_after_split):
            return EndedHand(BLACKJACK + _TENS.index(card if rank == "A" else rank))
        if split and rank == "A" and self.terms.one_card_on_aces:
            return EndedHand(held.total)
        if points[0] == points[1]:
            held = held._replace(pair=_column(rank))
        return self._unless_over(held)

    def _drawn(self, state: State, card: str) -> State:
        if isinstance(state, EndedHand):
            return state
        points = _points(card)
        most = self.terms.most_cards if self.terms.most_cards < 21 else 3
        cards = min(state.cards + 1, most)
        return self._unless_over(HeldHand(cards, state.low + points, state.ace or points == 1))

    def _unless_over(self, held: HeldHand) -> State:
        if held.total > 21:
            return EndedHand(BUST)
        if held.total == 21:
            return EndedHand(21)
        return EndedHand(FIVE_CARDS) if held.cards == self.terms.most_cards else held

    def _unpaired(self) -> Ints:
        table = np.zeros(len(self.next), np.uint16)
        for state, number in self.states.items():
            alone = state._replace(pair="") if isinstance(state, HeldHand) else state
            table[number] = self.states[alone]
        return table

    # --- what is done

    def _by_up_card(self, told: Callable[[State, str], int]) -> Ints:
        table = np.zeros((len(self.next), WIDTH), np.int64)
        for state, number in self.states.items():
            for place, rank in enumerate(RANKS):
                table[number, place] = told(state, rank)
        return table

    def _action(self, state: State, up_card: str) -> int:
        if isinstance(state, EndedHand):
            return kernel.STAND
        against = _column(up_card)
        if state.pair and self.charts.splits(state.pair, against):
            return kernel.SPLIT
        told = self.charts.of_total(state.cards, state.total, state.soft, against)
        if told in ("D", "Ds") and state.cards <= self.terms.doubled_up_to:
            return kernel.DOUBLE
        if told in ("H", "D"):
            return kernel.HIT
        if state.total < 12:
            raise Unplayable(
                f"strategy: stands on {state.total} against {against}, and the rules have every "
                "hand under 12 draw"
            )
        return kernel.STAND

    # --- what it brings

    def _end(self, state: State, up_card: str) -> int:
        if isinstance(state, HeldHand):
            return state.total
        if not BLACKJACK <= state.row < _PAID:
            return state.row
        if up_card == "A":
            return _EVEN if self.even_money else state.row
        return state.row if up_card in _TENS else _PAID

    def _pays(self) -> list[list[Fraction]]:
        """Net by row, single stakes before doubled ones, and by the dealer's end."""
        return [
            [self._net(stake, row, end) for end in range(DEALERS_ENDS)]
            for stake in (1, 2)
            for row in range(_ROWS)
        ]

    def _net(self, stake: int, row: int, end: int) -> Fraction:
        table = self.terms.pays[stake - 1]
        dealers_ten = end - len(DEALERS_TOTALS)
        if dealers_ten < 0:
            outcome = terms_module.DEALER.index(Showing(DEALERS_TOTALS[end], False))
        else:
            outcome = terms_module.DEALER_BLACKJACK
        if row == _EVEN:
            return table[EVEN_MONEY][outcome]
        if row == _PAID:
            return table[BLACKJACK][0]
        if row < BLACKJACK:
            return table[row][outcome]
        if dealers_ten < 0 or self.terms.ladder is None:
            return table[BLACKJACK][outcome]
        shows = Showing(21, True, row - BLACKJACK), Showing(21, True, dealers_ten)
        return terms_module.net_of(rule_on(self.rules.law, *shows), stake)

    def _insured(self, *, always: bool = False) -> list[Fraction]:
        """Half a wager on the dealer's Blackjack, where the strategy insures."""
        pays = self.terms.insurance_pays
        if pays is None or not (self.insures or always):
            return [Fraction(0)] * DEALERS_ENDS
        half = Fraction(1, 2)
        return [-half] * len(DEALERS_TOTALS) + [pays * half] * len(_TENS)


def _needs(row: int, nets: Ints) -> int:
    """Nothing of the dealer, if a hand that ended so is paid alike whatever the dealer gets."""
    if len(set(nets.tolist())) == 1:
        return kernel.NOTHING
    return kernel.SECOND_CARD if BLACKJACK <= row < _PAID else kernel.TOTAL


def dealers_next(hit_soft_17: bool) -> Ints:
    """The dealer's ends first, then single cards by rank, then other hands."""
    numbers: dict[tuple[int, bool], int] = {}
    rows: list[list[int | tuple[int, bool]]] = []

    def drawn(low: int, ace: bool) -> int | tuple[int, bool]:
        soft = ace and low <= 11
        total = low + 10 * soft
        if total > 21:
            return DEALERS_TOTALS.index(BUST)
        stands = total >= 17 and not (total == 17 and soft and hit_soft_17)
        return DEALERS_TOTALS.index(total) if stands else (low, ace)

    for rank in RANKS:
        row: list[int | tuple[int, bool]] = []
        for card in RANKS:
            points = _points(rank), _points(card)
            if set(points) == {1, 10}:
                row.append(len(DEALERS_TOTALS) + _TENS.index(card if rank == "A" else rank))
            else:
                row.append(drawn(sum(points), 1 in points))
        rows.append(row)
    waiting = [after for row in rows for after in row if isinstance(after, tuple)]
    while waiting:
        held = waiting.pop(0)
        if held not in numbers:
            numbers[held] = DEALERS_ENDS + len(rows)
            low, ace = held
            rows.append([drawn(low + _points(card), ace or card == "A") for card in RANKS])
            waiting += [after for after in rows[-1] if isinstance(after, tuple)]
    table = np.zeros((DEALERS_ENDS + len(rows), WIDTH), np.uint8)
    for number, row in enumerate(rows):
        after = [each if isinstance(each, int) else numbers[each] for each in row]
        table[DEALERS_ENDS + number, : len(RANKS)] = after
    return table


def _points(rank: str) -> int:
    return min(RANKS.index(rank) + 1, 10)


def _column(rank: str) -> str:
    """How a chart calls a card."""
    return "10" if _points(rank) == 10 else rank
