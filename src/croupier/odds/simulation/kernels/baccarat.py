"""Coups of baccarat, counted by how they come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from croupier.odds.simulation.kernels.dealing import STEP, draw

if TYPE_CHECKING:
    from croupier.odds.simulation.arrays import Cards, Counts, Ints, Stream

RANK = 15
NATURAL = 8
NO_CARD = 10
"""In place of the points of a third card that the player did not draw."""


class Tableau(NamedTuple):
    """When third cards are drawn, what cards count, and which pairs they are."""

    points: Ints
    """By rank."""
    player_draws: Ints
    """By the player's total."""
    banker_draws: Ints
    """By the banker's total and the points of the player's third card."""
    pairs: Ints
    """The kind of pair that two cards are, by both."""


@njit(cache=True, nogil=True)
def play_baccarat(
    shoe: Cards, cards: int, cut: int, rounds: int, tableau: Tableau, stream: Stream, coups: Counts
) -> int:
    """Play coups, the shoe shuffled anew before each that begins at the cut or behind it.

    Counts them by the player's total, the banker's, and the kinds of their pairs. Returns how many
    cards were dealt last.
    """
    word = stream[0]
    place = dealt = 0
    for _ in range(rounds):
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
        pair = tableau.pairs[first, second]
        coups[player, banker, pair, tableau.pairs[bankers_first, bankers_second]] += 1
        dealt = place
        if place > cards:
            raise ValueError("the shoe ran out in the middle of a coup")
        if place >= cut:
            place = 0
    stream[0] = word
    return dealt
