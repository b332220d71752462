"""One hand, when its cards and some of the board are known: dealers one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from croupier.games.holdem.odds.kernel_tables import (
    CHECK,
    HOLD,
    LOST,
    LOST_UNQUALIFIED,
    PLAY,
    TIED,
    WON,
    WON_UNQUALIFIED,
)
from croupier.games.holdem.odds.kernels.ranks import (
    among,
    flush_suit,
    kind_at,
    with_flush,
    without_flush,
)

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Ints, Payouts, Ranks


@njit(cache=True, nogil=True)
def order_of(first: int, second: int, board: Ints, words: Ints, word: int, ranks: Ranks) -> int:
    """The order of two cards on a board whose words add up to `word`."""
    word += words[first] + words[second]
    suit = flush_suit(word)
    if suit < 0:
        return without_flush(word, ranks)
    suited = 0
    for place in range(5):
        if board[place] // 13 == suit:
            suited |= 1 << board[place] % 13
    if first // 13 == suit:
        suited |= 1 << first % 13
    if second // 13 == suit:
        suited |= 1 << second % 13
    return with_flush(suited, ranks)


@njit(cache=True, nogil=True)
def on_the_river(
    hand: Ints, board: Ints, held: Ints, words: Ints, ranks: Ranks, dealers: Ints
) -> int:
    """Count the dealer's hands by how they leave this one, whose kind is returned."""
    dealers[:] = 0
    word = 0
    for card in board:
        word += words[card]
    own = order_of(hand[0], hand[1], board, words, word, ranks)
    cards = np.empty(52, np.int64)
    many = 0
    for card in range(52):
        if held[card] and not among(card, hand) and not among(card, board):
            cards[many] = card
            many += 1
    for n in range(many):
        for m in range(n):
            dealer = order_of(cards[n], cards[m], board, words, word, ranks)
            qualified = kind_at(dealer, ranks) > 0
            if own > dealer:
                dealers[WON if qualified else WON_UNQUALIFIED] += 1
            elif own < dealer:
                dealers[LOST if qualified else LOST_UNQUALIFIED] += 1
            else:
                dealers[TIED] += 1
    return kind_at(own, ranks)


@njit(cache=True, nogil=True)
def on_the_flop(
    hand: Ints, flop: Ints, held: Ints, words: Ints, ranks: Ranks, money: Payouts, sums: Ints
) -> None:
    """Add up, over every turn, river and dealer, what the hand holds, a play brings, a check is."""
    board = np.empty(5, np.int64)
    for place in range(3):
        board[place] = flop[place]
    dealers = np.empty(5, np.int64)
    sums[:] = 0
    for turn in range(52):
        if not held[turn] or among(turn, hand) or among(turn, flop):
            continue
        board[3] = turn
        for river in range(turn):
            if not held[river] or among(river, hand) or among(river, flop):
                continue
            board[4] = river
            kind = on_the_river(hand, board, held, words, ranks, dealers)
            won = dealers[WON] + dealers[WON_UNQUALIFIED]
            lost = dealers[LOST] + dealers[LOST_UNQUALIFIED]
            everyone = won + lost + dealers[TIED]
            hold = money.ante * dealers[WON] - money.unit * dealers[LOST]
            hold += money.blind[kind] * won - money.unit * lost + money.trips[kind] * everyone
            play = money.play * won - money.unit * lost
            sums[HOLD] += hold
            sums[PLAY] += play
            sums[CHECK] += max(hold + money.on_the_river * play, -money.folded * everyone)
