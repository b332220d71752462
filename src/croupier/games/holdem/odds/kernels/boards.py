"""The showdown on every shape of board, for all hands at once.

The hands of a board are put in order and swept upward. With so many hands below, so many of them
holding a card, a hand beats those below that hold neither of its two cards; the same count in its
own group gives the ties.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from croupier.games.holdem.odds.kernel_tables import (
    CHECK,
    FOLDED,
    HANDS,
    HOLD,
    KINDS,
    LOST,
    LOST_UNQUALIFIED,
    PLAY,
    RIVER,
    TIED,
    WON,
    WON_UNQUALIFIED,
)
from croupier.games.holdem.odds.kernels.ranks import without_flush

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Bytes, Ints, Payouts, Ranks, Shapes

STREETS = tuple(
    (*(place for place in range(5) if place not in (turn, river)), turn, river)
    for turn, river in combinations(range(5), 2)
)
"""The ten flops of a board, each with the turn and river that make it."""


class Showdown(NamedTuple):
    """The hands that are possible on a board, in no order, and how each fares."""

    first: Ints
    second: Ints
    """The kinds of the two cards; the first is the higher number."""
    order: Ints
    kind: Ints
    dealers: Ints
    """How many dealer's hands leave it how."""
    by_order: Ints
    """The hands, lowest first."""
    by_half: Ints
    """The same, by the lower bits of their order."""


@njit(cache=True, nogil=True)
def new_showdown() -> Showdown:
    return Showdown(
        np.empty(HANDS, np.int64), np.empty(HANDS, np.int64), np.empty(HANDS, np.int64),
        np.empty(HANDS, np.int64), np.empty((HANDS, 5), np.int64), np.empty(HANDS, np.int64),
        np.empty(HANDS, np.int64),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def hand_of(a: int, b: int) -> int:
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@njit(cache=True, nogil=True)
def take_board(board: Ints, deck: Ints, left: Ints) -> bool:
    """What the deck has left of each kind. False if it has not got the board."""
    for kind in range(KINDS):
        left[kind] = deck[kind]
    for kind in board:
        left[kind] -= 1
        if left[kind] < 0:
            return False
    return True


@njit(cache=True, nogil=True)
def rank_all(board: Ints, left: Ints, words: Ints, ranks: Ranks, show: Showdown) -> int:
    """Rank every hand that is left; how many there are."""
    word = suited = hands = 0
    for kind in board:
        word += words[kind]
        if kind < 13:
            suited |= 1 << kind
    for a in range(KINDS):
        if left[a] == 0:
            continue
        with_a = suited | 1 << a if a < 13 else suited
        for b in range(a + 1):
            if left[b] > (a == b):
                with_b = with_a | 1 << b if b < 13 else with_a
                order = without_flush(word + words[a] + words[b], ranks)
                show.first[hands], show.second[hands] = a, b
                show.order[hands] = max(order, ranks.flush[with_b])
                hands += 1
    return hands


@njit(cache=True, nogil=True)
def sort(hands: int, show: Showdown) -> None:
    """By order, in two counting sorts of seven bits."""
    until = np.zeros(129, np.int64)
    for n in range(hands):
        until[(show.order[n] & 127) + 1] += 1
    for digit in range(128):
        until[digit + 1] += until[digit]
    for n in range(hands):
        digit = show.order[n] & 127
        show.by_half[until[digit]] = n
        until[digit] += 1
    until[:] = 0
    for n in range(hands):
        until[(show.order[n] >> 7) + 1] += 1
    for digit in range(128):
        until[digit + 1] += until[digit]
    for place in range(hands):
        n = show.by_half[place]
        digit = show.order[n] >> 7
        show.by_order[until[digit]] = n
        until[digit] += 1


@njit(cache=True, nogil=True)
def fare(hands: int, dealers: int, left: Ints, ranks: Ranks, show: Showdown) -> None:
    """Sweep the hands upward, one group of equal hands after another."""
    lower = np.zeros(KINDS, np.int64)  # hands below that hold a given card of the kind
    equal = np.zeros(KINDS, np.int64)
    poor = np.zeros(KINDS, np.int64)  # hands with which the dealer does not qualify
    below = poor_hands = unqualified = begin = 0
    while begin < hands:
        order = show.order[show.by_order[begin]]
        kind = ranks.kind[order]
        group, end = 0, begin
        equal[:] = 0
        while end < hands and show.order[show.by_order[end]] == order:
            n = show.by_order[end]
            a, b = show.first[n], show.second[n]
            if a == b:
                group += left[a] * (left[a] - 1) // 2
                equal[a] += left[a] - 1
            else:
                group += left[a] * left[b]
                equal[a] += left[b]
                equal[b] += left[a]
            end += 1
        for place in range(begin, end):
            n = show.by_order[place]
            a, b = show.first[n], show.second[n]
            won = below - lower[a] - lower[b]
            tied = group - equal[a] - equal[b] + 1
            won_unqualified = poor_hands - poor[a] - poor[b] if kind else won
            show.kind[n] = kind
            show.dealers[n, WON] = won - won_unqualified
            show.dealers[n, WON_UNQUALIFIED] = won_unqualified
            show.dealers[n, TIED] = tied
            show.dealers[n, LOST] = dealers - won - tied
            show.dealers[n, LOST_UNQUALIFIED] = 0
        below += group
        for held in range(KINDS):
            lower[held] += equal[held]
        begin = end
        if not kind:
            poor_hands, unqualified = below, end
            for held in range(KINDS):
                poor[held] = lower[held]
    for place in range(unqualified):  # a hand without a pair also loses to better ones without
        n = show.by_order[place]
        others = poor_hands - poor[show.first[n]] - poor[show.second[n]] + 1
        better = others - show.dealers[n, WON_UNQUALIFIED] - show.dealers[n, TIED]
        show.dealers[n, LOST_UNQUALIFIED] = better
        show.dealers[n, LOST] -= better


@njit(cache=True, nogil=True)
def worth(n: int, show: Showdown, dealers: int, money: Payouts) -> tuple[int, int, int]:
    """What a hand holds, what a play wager brings, and what the river is worth to it."""
    won = show.dealers[n, WON] + show.dealers[n, WON_UNQUALIFIED]
    lost = show.dealers[n, LOST] + show.dealers[n, LOST_UNQUALIFIED]
    kind = show.kind[n]
    ante = money.ante * show.dealers[n, WON] - money.unit * show.dealers[n, LOST]
    blind = money.blind[kind] * won - money.unit * lost
    hold = ante + blind + money.trips[kind] * dealers
    play = money.play * won - money.unit * lost
    return hold, play, max(hold + money.on_the_river * play, -money.folded * dealers)


@njit(cache=True, nogil=True)
def solve_boards(
    begin: int, end: int, step: int, shapes: Shapes, deck: Ints, dealers: int, ranks: Ranks,
    money: Payouts, plain_values: Ints, bets: Bytes, totals: Ints,
) -> None:  # fmt: skip
    """Add what boards are worth to the flops that lead to them.

    Boards without a suit are entered in `plain_values`. With a suit, only the difference that it
    makes is added: the flop has the value without it already.
    """
    show, left = new_showdown(), np.empty(KINDS, np.int64)
    values = np.empty((3, HANDS), np.int64)
    for number in range(begin, end, step):
        board = shapes.boards[number]
        if not take_board(board, deck, left):
            continue
        hands = rank_all(board, left, shapes.words, ranks, show)
        sort(hands, show)
        fare(hands, dealers, left, ranks, show)
        values[:] = 0
        plain = plain_values[shapes.plain[number]]
        for n in range(hands):
            hand = hand_of(show.first[n], show.second[n])
            ranked = shapes.plain_hand[hand]
            hold, play, check = worth(n, show, dealers, money)
            bets[number, hand] = check > -money.folded * dealers
            if board[0] >= 13:
                plain[HOLD, ranked], plain[PLAY, ranked], plain[CHECK, ranked] = hold, play, check
                values[HOLD, hand], values[PLAY, hand], values[CHECK, hand] = hold, play, check
            else:
                values[HOLD, hand] = hold - plain[HOLD, ranked]
                values[PLAY, hand] = play - plain[PLAY, ranked]
                values[CHECK, hand] = check - plain[CHECK, ranked]
        for a, b, c, turn, river in STREETS:
            if not same_again(board, turn, river):
                flop = shapes.views[board[a], board[b], board[c]]
                add_ways(totals[flop], values, left, board[turn], board[river])


@njit(cache=True, nogil=True)
def count_boards(
    begin: int, end: int, step: int, shapes: Shapes, deck: Ints, dealers: int, ranks: Ranks,
    bets: Bytes, reached: Ints, elsewhere: Ints, counted: Ints,
) -> None:  # fmt: skip
    """Count the deals by when the play wager is made, kind of hand and how the dealer leaves it.

    What boards with a suit take is entered in `elsewhere`, and those without are counted less it.
    """
    show, left = new_showdown(), np.empty(KINDS, np.int64)
    ways = np.empty((3, HANDS), np.int64)
    for number in range(begin, end, step):
        board = shapes.boards[number]
        if not take_board(board, deck, left):
            continue
        hands = rank_all(board, left, shapes.words, ranks, show)
        sort(hands, show)
        fare(hands, dealers, left, ranks, show)
        ways[:] = 0
        for a, b, c, turn, river in STREETS:
            if not same_again(board, turn, river):
                flop = shapes.views[board[a], board[b], board[c]]
                add_ways(ways, reached[flop], left, board[turn], board[river])
        taken = elsewhere[shapes.plain[number]]
        for n in range(hands):
            hand = hand_of(show.first[n], show.second[n])
            ranked = shapes.plain_hand[hand]
            for stage in range(3):
                deals = ways[stage, hand]
                if board[0] >= 13:
                    deals -= taken[stage, ranked]
                else:
                    taken[stage, ranked] += deals
                if deals:
                    when = FOLDED if stage == RIVER and not bets[number, hand] else stage
                    results = counted[when, show.kind[n]]
                    for result in range(5):
                        results[result] += deals * show.dealers[n, result]


@njit(cache=True, nogil=True)
def same_again(board: Ints, turn: int, river: int) -> bool:
    """Whether a turn and a river of the same kinds came before these."""
    return (turn > 0 and board[turn] == board[turn - 1]) or (
        river > turn + 1 and board[river] == board[river - 1]
    )


@njit(cache=True, nogil=True)
def add_ways(sums: Ints, amounts: Ints, left: Ints, turn: int, river: int) -> None:
    """Add each hand's amounts as often as the turn and river can be dealt to it.

    All hands get what one gets that holds neither kind; those that do hold one, less.
    """
    if turn == river:
        copies = left[turn] + 2
        ways, without_turn, without_river = copies * (copies - 1) // 2, copies - 1, 0
    else:
        without_turn, without_river = left[river] + 1, left[turn] + 1
        ways = without_turn * without_river
    both = hand_of(turn, river)
    for row in range(3):
        for hand in range(HANDS):
            sums[row, hand] += ways * amounts[row, hand]
        sums[row, both] += amounts[row, both]  # which is taken off once too often
    take_off(sums, amounts, turn, without_turn)
    take_off(sums, amounts, river, without_river)


@njit(cache=True, nogil=True)
def take_off(sums: Ints, amounts: Ints, kind: int, ways: int) -> None:
    """Take so many ways off the hands with a kind for every card they have of it."""
    pair = hand_of(kind, kind)
    for row in range(3):
        for other in range(KINDS):
            hand = hand_of(kind, other)
            sums[row, hand] -= ways * amounts[row, hand]
        sums[row, pair] -= ways * amounts[row, pair]
