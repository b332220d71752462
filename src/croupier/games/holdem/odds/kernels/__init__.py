"""Hold'em, compiled. Loaded by `croupier.odds.kernel_loader.load` and imported by nothing else."""

from croupier.games.holdem.odds.kernels.boards import count_boards, solve_boards
from croupier.games.holdem.odds.kernels.flops import reach_flops, solve_flops
from croupier.games.holdem.odds.kernels.hands import on_the_flop, on_the_river
from croupier.games.holdem.odds.kernels.ranks import rank_hands
from croupier.games.holdem.odds.kernels.rounds import (
    decide,
    index_boards,
    play_at_random,
    play_deals,
)

__all__ = [
    "count_boards", "decide", "index_boards", "on_the_flop", "on_the_river", "play_at_random",
    "play_deals", "rank_hands", "reach_flops", "solve_boards", "solve_flops",
]  # fmt: skip
