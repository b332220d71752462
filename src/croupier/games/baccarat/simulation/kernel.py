"""Coups of baccarat, counted by how they come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from croupier.odds.simulation.kernel_dealing import STEP, add_shoe, draw

if TYPE_CHECKING:
    from croupier.odds.array_types import CardNumbers, Counts, Ints, Stream

RANK = 15
NATURAL = 8
NO_CARD = 10
"""In place of the points of a third card that the player did not draw."""
KINDS = 5
"""Of pairs, no pair among them."""


class KernelTableau(NamedTuple):
    """When third cards are drawn, what cards count, and which pairs they are."""

    points: Ints
    """By rank."""
    burnt: Ints
    """By rank of the first card to be burnt: how many more are."""
    player_draws: Ints
    """By the player's total."""
    banker_draws: Ints
    """By the banker's total and the points of the player's third card."""
    pairs: Ints
    """The kind of pair that two cards are, by both."""


@njit(cache=True, nogil=True)
def play_baccarat(
    shoe: CardNumbers, cards: int, burnt: int, cut: int, rounds: int, tableau: KernelTableau,
    nets: Ints, stream: Stream, coups: Counts, sums: Counts,
) -> int:  # fmt: skip
    """Play coups, the shoe shuffled anew after each that meets the cutting card.

    A tie that meets it is followed by one more. Counts coups by the player's total, the banker's,
    and the kinds of their pairs. Of a shoe with a cutting card `sums` has, for each wager that
    `nets` says what coups bring to: over shoes their results squared, times their coups, and their
    coups squared. Returns how many cards were dealt last.
    """
    won = np.zeros(len(nets), np.int64)
    word = stream[0]
    place = dealt = coups_of_shoe = 0
    one_more = False
    for played in range(1, rounds + 1):
        if burnt and place == 0:
            word += STEP
            more = tableau.burnt[draw(shoe, cards, place, word) & RANK]
            place += 1
            for _ in range(burnt - 1 + more):
                word += STEP
                draw(shoe, cards, place, word)
                place += 1
        word += STEP
        first = draw(shoe, cards, place, word)
        word += STEP
        bankers_first = draw(shoe, cards, place + 1, word)
        word += STEP
        second = draw(shoe, cards, place + 2, word)
        word += STEP
        bankers_second = draw(shoe, cards, place + 3, word)
        place += 4
        player = (tableau.points[first & RANK] + tableau.points[second & RANK]) % 10
        banker = (tableau.points[bankers_first & RANK] + tableau.points[bankers_second & RANK]) % 10
        if player < NATURAL and banker < NATURAL:
            against = NO_CARD
            if tableau.player_draws[player]:
                word += STEP
                against = tableau.points[draw(shoe, cards, place, word) & RANK]
                place += 1
                player = (player + against) % 10
            if tableau.banker_draws[banker, against]:
                word += STEP
                third = tableau.points[draw(shoe, cards, place, word) & RANK]
                place += 1
                banker = (banker + third) % 10
        pair = tableau.pairs[first, second] * KINDS + tableau.pairs[bankers_first, bankers_second]
        coup = (player * 10 + banker) * KINDS * KINDS + pair
        coups[coup] += 1
        dealt = place
        if place > cards:
            raise ValueError("the shoe ran out in the middle of a coup: leave more cards in it")
        if cut == 0:
            place = 0
            continue
        coups_of_shoe += 1
        for wager in range(len(nets)):
            won[wager] += nets[wager, coup]
        over = one_more or (place > cut and player != banker)
        one_more = place > cut and not over
        if over or played == rounds:
            for wager in range(len(nets)):
                add_shoe(sums[wager], won[wager], coups_of_shoe)
                won[wager] = 0
            place = coups_of_shoe = 0
    stream[0] = word
    return dealt
