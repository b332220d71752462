"""The best way to play Hold'em, exactly: every board, then every flop, then the hands.

Everything is a whole number until the end, so that neither the order of the sums nor the number of
workers can change a result.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from croupier.games.holdem.odds.board_shapes import (
    PLAIN_BOARDS,
    PLAIN_HANDS,
    deck_of,
    how_many_views,
    shapes,
)
from croupier.games.holdem.odds.kernel_tables import CHECK, HANDS, HOLD, PLAY
from croupier.games.holdem.odds.payouts import money_of
from croupier.games.holdem.odds.rank_tables import rank_tables
from croupier.odds import kernel_loader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.games.holdem.odds.kernel_tables import Bytes, Deck, Ints, Payouts
    from croupier.games.holdem.rules import HoldemRules
    from croupier.odds.shoe_composition import Composition

T = TypeVar("T")
KERNELS = "croupier.games.holdem.odds.kernels"


@dataclass(frozen=True)
class HoldemPlay:
    """A way to play: who raises at once, who on the flop, and who bets on the river."""

    raises: Bytes
    """By hand of two cards."""
    flop_raises: Bytes
    """By flop of the deck, and hand."""
    river_bets: Bytes
    """By group of suits, shape of board, and hand as that suit sees it."""


@dataclass(frozen=True)
class HoldemSolution:
    """The best play for one deck and one set of wagers."""

    deck: Deck
    money: Payouts
    play: HoldemPlay
    sums: Ints
    """By what is summed and class of starting hands, over all deals and hands of the class."""
    sizes: Ints
    """By class: how many hands it has."""
    workers: int

    @property
    def deals(self) -> int:
        """The ways to deal two cards, a flop, a turn and river, and the dealer's hand."""
        return int(self.sizes.sum()) * self.deals_each

    @property
    def deals_each(self) -> int:
        """The ways to go on from a hand of two cards."""
        return self.deck.boards * self.deck.dealers

    @property
    def value(self) -> Fraction:
        """What the best play of a hand brings, in antes."""
        best = sum(max(pair) for pair in zip(*self._raise_or_check(), strict=True))
        return Fraction(best, self.deals * self.money.unit)

    def start(self, hand: int) -> tuple[Fraction, Fraction, Fraction]:
        """What a hand of two cards holds, a play of one ante brings it, and a check is worth."""
        alike = self.deck.alike[hand]
        whole = int(self.sizes[alike]) * self.deals_each * self.money.unit
        hold, play, check = (Fraction(int(total), whole) for total in self.sums[:, alike])
        return hold, play, check

    def _raise_or_check(self) -> tuple[list[int], list[int]]:
        raised = self.sums[HOLD] + self.money.before_the_flop * self.sums[PLAY]
        return raised.tolist(), self.sums[CHECK].tolist()

    @cached_property
    def counted(self) -> Ints:
        """The deals by when the play wager is made, kind of hand and how the dealer leaves it."""
        return count(self.deck, self.play, self.workers)


def solve(
    rules: HoldemRules,
    shoe: Composition,
    *,
    trips: Fraction = Fraction(0),
    ante: int | None = None,
    workers: int | None = None,
) -> HoldemSolution:
    """The best play, with so many antes on trips; the ante in cents where a maximum payout is."""
    kernel, deck = kernel_loader.load(KERNELS), deck_of(shoe)
    money = money_of(rules, trips=trips, ante=ante)
    many = workers or os.cpu_count() or 1
    totals, river_bets = _boards(deck, money, many)
    flop_raises = np.zeros((len(deck.flops), len(deck.alike)), np.uint8)

    there = deck.alike >= 0
    sizes = np.bincount(deck.alike[there])

    def flops(worker: int) -> Ints:
        sums = np.zeros((3, len(sizes)), np.int64)
        kernel.solve_flops(
            worker, many, deck, shapes().views, totals, money.after_the_flop, flop_raises, sums
        )
        return sums

    sums = _added(flops, many)
    raised = sums[HOLD] + money.before_the_flop * sums[PLAY] > sums[CHECK]
    raises = np.zeros(len(deck.alike), np.uint8)
    raises[there] = raised[deck.alike[there]]
    return HoldemSolution(
        deck, money, HoldemPlay(raises, flop_raises, river_bets), sums, sizes, many
    )


def _boards(deck: Deck, money: Payouts, many: int) -> tuple[Ints, Bytes]:
    """What every view of a flop is worth to every hand, and which hands bet on which river."""
    kernel, shape, ranks = kernel_loader.load(KERNELS), shapes(), rank_tables()
    groups, boards = len(deck.kinds), len(shape.boards)
    plain = np.zeros((PLAIN_BOARDS, 3, PLAIN_HANDS), np.int64)
    bets = np.zeros((groups, boards, HANDS), np.uint8)
    empty = (groups, how_many_views(), 3, HANDS)
    totals = [np.zeros(empty, np.int64) for _ in range(many)]

    def without_suit(worker: int) -> None:
        kernel.solve_boards(
            worker, PLAIN_BOARDS, many, shape, deck.plain, deck.dealers, ranks, money, plain,
            bets[0], totals[worker][0],
        )  # fmt: skip

    def with_suit(worker: int) -> None:
        for group, kinds in enumerate(deck.kinds):
            kernel.solve_boards(
                PLAIN_BOARDS + worker, boards, many, shape, kinds, deck.dealers, ranks, money,
                plain, bets[group], totals[worker][group],
            )  # fmt: skip

    _each(without_suit, many)
    _each(with_suit, many)
    return _sum(totals), bets


def count(deck: Deck, play: HoldemPlay, workers: int) -> Ints:
    """What comes of a way to play: all deals by play wager, kind of hand, and the dealer's hand."""
    kernel, shape, ranks = kernel_loader.load(KERNELS), shapes(), rank_tables()
    groups, boards = len(deck.kinds), len(shape.boards)

    def flops(worker: int) -> Ints:
        reached = np.zeros((groups, how_many_views(), 3, HANDS), np.int64)
        kernel.reach_flops(
            worker, workers, deck, shape.views, play.raises, play.flop_raises, reached
        )
        return reached

    reached = _added(flops, workers)
    elsewhere = [np.zeros((PLAIN_BOARDS, 3, PLAIN_HANDS), np.int64) for _ in range(workers)]

    def with_suit(worker: int) -> Ints:
        counted = np.zeros((4, 10, 5), np.int64)
        for group, kinds in enumerate(deck.kinds):
            kernel.count_boards(
                PLAIN_BOARDS + worker, boards, workers, shape, kinds, deck.dealers, ranks,
                play.river_bets[group], reached[group], elsewhere[worker], counted,
            )  # fmt: skip
        return counted

    def without_suit(worker: int) -> Ints:
        counted = np.zeros((4, 10, 5), np.int64)
        kernel.count_boards(
            worker, PLAIN_BOARDS, workers, shape, deck.plain, deck.dealers, ranks,
            play.river_bets[0], reached[0], elsewhere[0], counted,
        )  # fmt: skip
        return counted

    counted = _added(with_suit, workers)
    elsewhere[0] = _sum(elsewhere)
    return counted + _added(without_suit, workers)


def _each(work: Callable[[int], object], workers: int) -> None:
    """Do the work of each worker, each in a thread of its own."""
    _done(work, workers)


def _added(work: Callable[[int], Ints], workers: int) -> Ints:
    return _sum(_done(work, workers))


def _done(work: Callable[[int], T], workers: int) -> list[T]:
    if workers == 1:
        return [work(0)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, range(workers)))


def _sum(parts: Sequence[Ints]) -> Ints:
    for part in parts[1:]:
        parts[0].__iadd__(part)
    return parts[0]
