"""Many shoes of baccarat at once, compiled: what each wager brings from each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from croupier.odds.array_types import Counts, Flags, Floats

NATURAL, NO_CARD = 8, 10


@njit(cache=True, nogil=True)
def coups_of_shoes(
    shoes: Counts, player_draws: Flags, banker_draws: Flags, nets: Floats
) -> Floats:  # fmt: skip
    """The mean of each wager over every coup that each shoe can deal.

    A shoe is how many of its cards count 0, 1, … 9. `banker_draws` is by the banker's total and the
    player's third card, the last place for none; `nets` by wager, player's and banker's total.
    """
    found = np.zeros((len(shoes), len(nets)))
    ends = np.zeros((10, 10))
    rest = np.zeros(10)
    for shoe in range(len(shoes)):
        total = 0.0
        for points in range(10):
            rest[points] = shoes[shoe, points]
            total += rest[points]
        ends[:, :] = 0.0
        for first in range(10):
            for second in range(first, 10):
                here = rest[first]
                rest[first] -= 1
                here *= rest[second] * (1.0 if first == second else 2.0)
                rest[second] -= 1
                if here > 0:
                    player = (first + second) % 10
                    _bankers_cards(rest, total - 2, player, here, player_draws, banker_draws, ends)
                rest[second] += 1
                rest[first] += 1
        ways = total * (total - 1) * (total - 2) * (total - 3)
        for wager in range(len(nets)):
            mean = 0.0
            for player in range(10):
                for banker in range(10):
                    mean += ends[player, banker] * nets[wager, player, banker]
            found[shoe, wager] = mean / ways
    return found


@njit(cache=True, nogil=True)
def _bankers_cards(
    rest: Floats, total: float, player: int, often: float, player_draws: Flags,
    banker_draws: Flags, ends: Floats,
) -> None:  # fmt: skip
    """Every two cards of the banker's, and then the third cards."""
    for first in range(10):
        for second in range(first, 10):
            here = rest[first]
            rest[first] -= 1
            here *= rest[second] * (1.0 if first == second else 2.0)
            rest[second] -= 1
            if here > 0:
                banker = (first + second) % 10
                ways = often * here
                left = total - 2
                if player >= NATURAL or banker >= NATURAL:
                    ends[player, banker] += ways
                elif not player_draws[player]:
                    if banker_draws[banker, NO_CARD]:
                        for third in range(10):
                            ends[player, (banker + third) % 10] += ways * rest[third] / left
                    else:
                        ends[player, banker] += ways
                else:
                    for third in range(10):
                        drawn = ways * rest[third] / left
                        if drawn <= 0:
                            continue
                        after = (player + third) % 10
                        if not banker_draws[banker, third]:
                            ends[after, banker] += drawn
                            continue
                        rest[third] -= 1
                        for last in range(10):
                            ends[after, (banker + last) % 10] += drawn * rest[last] / (left - 1)
                        rest[third] += 1
            rest[second] += 1
            rest[first] += 1
