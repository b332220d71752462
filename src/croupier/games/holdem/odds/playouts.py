"""A way to play carried out: on given deals, or on deals at random."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.holdem.odds.board_shapes import masks, namings_of, shapes
from croupier.games.holdem.odds.kernel_tables import FOLDED, SLOTS, PlayPolicy
from croupier.games.holdem.odds.rank_tables import card_words, number, rank_tables
from croupier.games.holdem.odds.solver import KERNELS
from croupier.odds import kernel_loader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.games.holdem.odds.kernel_tables import Deck, Ints, Payouts, Shorts
    from croupier.games.holdem.odds.solver import HoldemPlay


def policy_of(deck: Deck, play: HoldemPlay) -> PlayPolicy:
    """A way to play as a round looks it up."""
    kernel, namings = kernel_loader.load(KERNELS), namings_of(deck.group)
    flops = np.array(list(combinations(range(52), 3)), np.int64)
    low, middle, high = flops.T
    places = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    there = deck.held[flops].all(axis=1)
    named = masks(flops[there], namings)
    known = masks(deck.flops, namings[:1])[0]
    flop_class, naming = np.zeros(len(flops), np.int64), np.zeros((len(flops), 4), np.uint8)
    flop_class[places[there]] = np.searchsorted(known, named.min(axis=0))
    naming[places[there]] = np.array(namings)[named.argmin(axis=0)]
    keys, at = np.full(SLOTS, -1, np.int64), np.zeros(SLOTS, np.int64)
    kernel.index_boards(shapes().boards, shapes().words, keys, at)
    return PlayPolicy(
        raises=play.raises,
        flop_class=flop_class,
        naming=naming,
        flop_raises=play.flop_raises,
        board_key=keys,
        board_at=at,
        group=deck.group,
        river_bets=play.river_bets,
    )


def play_deals(policy: PlayPolicy, deals: Sequence[Sequence[Card]]) -> Shorts:
    """How given deals come out: the communal five, the player's two and the dealer's two."""
    cards = np.array([[number(card) for card in deal] for deal in deals], np.uint8)
    outcomes: Shorts = kernel_loader.load(KERNELS).play_deals(
        cards, shapes().words, card_words(), rank_tables(), policy
    )
    return outcomes


def play_at_random(
    deck: Deck, policy: PlayPolicy, brings: Ints, *, stream: int, rounds: int, boxes: int
) -> tuple[Ints, Ints]:
    """Rounds dealt from a stream of random numbers, hands counted as the exact analysis does.

    For each wager that `brings` is for, also what the boxes of a round brought, squared and summed.
    """
    counted, squares = np.zeros((4, 10, 5), np.int64), np.zeros(len(brings), np.int64)
    kernel_loader.load(KERNELS).play_at_random(
        np.uint64(stream), rounds, boxes, np.flatnonzero(deck.held).astype(np.uint8),
        shapes().words, card_words(), rank_tables(), policy, brings, counted, squares,
    )  # fmt: skip
    return counted, squares


def nets(money: Payouts) -> Ints:
    """What each outcome brings: by when the play wager is made, kind of hand, and the dealer."""
    brings = np.empty((4, 10, 5), np.int64)
    brings[FOLDED] = -money.folded
    for when, multiple in enumerate(money.multiples[:3]):
        for kind in range(10):
            hold, play = np.array(money.holding(kind)), np.array(money.playing)
            brings[when, kind] = hold + multiple * play
    return brings
