"""The compiled part. What it knows of the rules comes in as arguments."""

from croupier.games.blackjack.odds.kernels.drawing import (
    dealers_chances,
    dealers_draws,
    hands,
    with_more,
)
from croupier.games.blackjack.odds.kernels.playing import follow, values_of, weigh
from croupier.games.blackjack.odds.kernels.splitting import chance_of_both, ways_to_end

__all__ = [
    "chance_of_both",
    "dealers_chances",
    "dealers_draws",
    "follow",
    "hands",
    "values_of",
    "ways_to_end",
    "weigh",
    "with_more",
]
