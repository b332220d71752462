"""Whole rounds of one hand, dealt at random or from given cards, by a way to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from croupier.games.holdem.odds.kernel_tables import (
    AFTER_FLOP,
    BEFORE_FLOP,
    FOLDED,
    LOST,
    LOST_UNQUALIFIED,
    RIVER,
    SLOTS,
    TIED,
    WON,
    WON_UNQUALIFIED,
)
from croupier.games.holdem.odds.kernels.boards import hand_of
from croupier.games.holdem.odds.kernels.flops import kind_of, pair_of
from croupier.games.holdem.odds.kernels.ranks import rank_hands

if TYPE_CHECKING:
    from croupier.games.holdem.odds.kernel_tables import Bytes, Ints, PlayPolicy, Ranks, Shorts

CHUNK = 1024
"""How many rounds are dealt before they are played."""
SPREAD = 0x1E3779B97F4A7C15
NOTHING = -1

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
HALF, LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)


@njit(cache=True, nogil=True)
def slot_of(key: int, keys: Ints) -> int:
    """Where a key is in the hash table, or would be put."""
    slot = (key * SPREAD >> 40) & (SLOTS - 1)
    while keys[slot] != key and keys[slot] != NOTHING:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@njit(cache=True, nogil=True)
def in_key(kind: int, words: Ints) -> int:
    """What a kind adds to the key of a board."""
    return int(1 << kind if kind < 13 else words[kind] << 13)


@njit(cache=True, nogil=True)
def index_boards(boards: Ints, words: Ints, keys: Ints, places: Ints) -> None:
    """Enter every board in the hash table."""
    for number in range(len(boards)):
        key = 0
        for place in range(5):
            key += in_key(boards[number, place], words)
        slot = slot_of(key, keys)
        keys[slot], places[slot] = key, number


@njit(cache=True, nogil=True)
def flop_number(a: int, b: int, c: int) -> int:
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit(cache=True, nogil=True)
def suit_of(board: Ints) -> int:
    """The suit that has three cards or more on the board, or none."""
    suits = 0
    for place in range(5):
        suits += 1 << 4 * (board[place] // 13)
    suit = NOTHING
    for wanted in range(4):
        if suits >> 4 * wanted & 15 >= 3:
            suit = wanted
    return suit


@njit(cache=True, nogil=True)
def decide(deals: Bytes, words: Ints, policy: PlayPolicy) -> Bytes:
    """When each hand makes its play wager.

    The tables are taken out of the policy once: doing it round by round costs more than the rest.
    """
    raises, flop_class, naming = policy.raises, policy.flop_class, policy.naming
    flop_raises, river_bets, group = policy.flop_raises, policy.river_bets, policy.group
    board_key, board_at = policy.board_key, policy.board_at
    whens, board = np.empty(len(deals), np.uint8), np.empty(5, np.int64)
    for n in range(len(deals)):
        for place in range(5):
            board[place] = deals[n, place]
        first, second = int(deals[n, 5]), int(deals[n, 6])
        if raises[pair_of(max(first, second), min(first, second))]:
            whens[n] = BEFORE_FLOP
            continue
        flop = flop_number(board[0], board[1], board[2])
        one = 13 * int(naming[flop, first // 13]) + first % 13
        two = 13 * int(naming[flop, second // 13]) + second % 13
        if flop_raises[flop_class[flop], pair_of(max(one, two), min(one, two))]:
            whens[n] = AFTER_FLOP
            continue
        suit, key = suit_of(board), 0
        for place in range(5):
            key += in_key(kind_of(board[place], suit), words)
        number = board_at[slot_of(key, board_key)]
        hand = hand_of(kind_of(first, suit), kind_of(second, suit))
        whens[n] = RIVER if river_bets[group[suit], number, hand] else FOLDED
    return whens


@njit(cache=True, nogil=True)
def play_deals(
    deals: Bytes, kind_words: Ints, words: Ints, ranks: Ranks, policy: PlayPolicy
) -> Shorts:
    """When the play wager is made, the kind of hand, and how the dealer leaves it, deal by deal.

    The cards of a deal are the communal five, the player's two and the dealer's two.
    """
    dealers = deals[:, :7].copy()
    for n in range(len(deals)):
        dealers[n, 5], dealers[n, 6] = deals[n, 7], deals[n, 8]
    own, others = rank_hands(deals, words, ranks), rank_hands(dealers, words, ranks)
    whens, kinds = decide(deals, kind_words, policy), ranks.kind
    outcomes = np.empty((len(deals), 3), np.int16)
    for n in range(len(deals)):
        qualified, result = kinds[others[n]] > 0, TIED
        if own[n] > others[n]:
            result = WON if qualified else WON_UNQUALIFIED
        elif own[n] < others[n]:
            result = LOST if qualified else LOST_UNQUALIFIED
        outcomes[n, 0], outcomes[n, 1], outcomes[n, 2] = whens[n], kinds[own[n]], result
    return outcomes


@njit(cache=True, nogil=True)
def deal_at_random(state: np.uint64, cards: Bytes, boxes: int, deals: Bytes) -> np.uint64:
    """Deal rounds from the whole deck; where the stream of random numbers then is.

    The boxes of a round follow each other, with one board and one dealer. Cards are swapped to the
    front as they are drawn and never put back in order.
    """
    dealers = 5 + 2 * boxes
    for n in range(0, len(deals), boxes):
        bits = np.uint64(0)
        for drawn in range(dealers + 2):
            if drawn & 1:
                half = bits >> HALF
            else:
                state += STEP
                bits = (state ^ (state >> SHIFTS[0])) * MIX[0]
                bits = (bits ^ (bits >> SHIFTS[1])) * MIX[1]
                bits ^= bits >> SHIFTS[2]
                half = bits & LOW_HALF
            other = drawn + int((half * np.uint64(len(cards) - drawn)) >> HALF)
            cards[drawn], cards[other] = cards[other], cards[drawn]
        for box in range(boxes):
            for place in range(5):
                deals[n + box, place] = cards[place]
            for place in range(2):
                deals[n + box, 5 + place] = cards[5 + 2 * box + place]
                deals[n + box, 7 + place] = cards[dealers + place]
    return state


@njit(cache=True, nogil=True)
def play_at_random(
    state: np.uint64, rounds: int, boxes: int, deck: Bytes, kind_words: Ints, words: Ints,
    ranks: Ranks, policy: PlayPolicy, nets: Ints, counted: Ints, squares: Ints,
) -> None:  # fmt: skip
    """Play so many rounds from a stream of random numbers, and count how their hands come out.

    `squares` has, for each wager that `nets` says what outcomes bring to, what the boxes of a round
    brought together, squared, over rounds.
    """
    cards, deals = deck.copy(), np.empty((CHUNK * boxes, 9), np.uint8)
    while rounds > 0:
        some = deals[: min(rounds, CHUNK) * boxes]
        state = deal_at_random(state, cards, boxes, some)
        outcomes = play_deals(some, kind_words, words, ranks, policy)
        for n in range(len(some)):
            counted[outcomes[n, 0], outcomes[n, 1], outcomes[n, 2]] += 1
        for wager in range(len(nets)):
            for n in range(0, len(some), boxes):
                won = 0
                for box in range(n, n + boxes):
                    won += nets[wager, outcomes[box, 0], outcomes[box, 1], outcomes[box, 2]]
                squares[wager] += won * won
        rounds -= CHUNK
