"""The solved play carried out: given deals, or deals at random by shards of a seed."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds import kernels
from croupier.odds.holdem.ranking import card_words, number, rank_tables
from croupier.odds.holdem.shapes import masks, namings_of, shapes
from croupier.odds.holdem.solver import KERNELS
from croupier.odds.holdem.tables import FOLDED, SLOTS, Policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.odds.holdem.solver import Play
    from croupier.odds.holdem.tables import Deck, Ints, Money, Shorts


def policy_of(deck: Deck, play: Play) -> Policy:
    """A way to play as a round looks it up."""
    kernel, namings = kernels.load(KERNELS), namings_of(deck.group)
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
    return Policy(
        raises=play.raises,
        flop_class=flop_class,
        naming=naming,
        flop_raises=play.flop_raises,
        board_key=keys,
        board_at=at,
        group=deck.group,
        river_bets=play.river_bets,
    )


def play_deals(policy: Policy, deals: Sequence[Sequence[Card]]) -> Shorts:
    """How given deals come out: the communal five, the player's two and the dealer's two."""
    cards = np.array([[number(card) for card in deal] for deal in deals], np.uint8)
    outcomes: Shorts = kernels.load(KERNELS).play_deals(
        cards, shapes().words, card_words(), rank_tables(), policy
    )
    return outcomes


def play_shard(deck: Deck, policy: Policy, *, seed: int, shard: int, rounds: int) -> Ints:
    """Rounds dealt at random, counted as the exact analysis counts deals.

    Seed and number choose a shard's stream of random numbers, so who plays it does not matter.
    """
    stream = sha256(f"{seed}/{shard}".encode()).digest()[:8]
    state, cards = np.uint64(int.from_bytes(stream, "big")), np.flatnonzero(deck.held)
    counted = np.zeros((4, 10, 5), np.int64)
    kernels.load(KERNELS).play_at_random(
        state, rounds, cards.astype(np.uint8), shapes().words, card_words(), rank_tables(), policy,
        counted,
    )  # fmt: skip
    return counted


def nets(money: Money) -> Ints:
    """What each outcome brings: by when the play wager is made, kind of hand, and the dealer."""
    brings = np.empty((4, 10, 5), np.int64)
    brings[FOLDED] = -money.folded
    for when, multiple in enumerate(money.multiples[:3]):
        for kind in range(10):
            hold, play = np.array(money.holding(kind)), np.array(money.playing)
            brings[when, kind] = hold + multiple * play
    return brings


def estimate(money: Money, counted: Ints) -> tuple[float, float]:
    """The mean of counted rounds in antes, and its standard error."""
    rounds = int(counted.sum())
    brings = nets(money) / money.unit
    mean = float((brings * counted).sum() / rounds)
    square = float((brings * brings * counted).sum() / rounds)
    return mean, sqrt((square - mean * mean) / rounds)
