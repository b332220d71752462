"""The engine judges the kernels: the same cards and the same decisions through both.

The kernel deals rounds by its own stream; their cards are then dealt to the round that a table
plays, where the same strategy decides, and what every wager brought has to be the same. Both
sides are counted in initial wagers, as ratios.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.odds.question import Question
    from croupier.odds.results import Strategy

    Brought = Counter[tuple[str, Fraction]]
    """How often each wager of a round brought what."""
    Judge = Callable[[Question, Strategy | None, int, int], Iterator[tuple[Brought, Brought]]]
    """Rounds by seed: what the kernel says of each, and what the engine says."""

STAKE = 25_200
"""In cents; so many divisors that whatever the rules pay comes out whole."""
PATRON = "P"


class EngineCheck(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that were played by the kernel and by the engine."""

    rounds: int
    settlements: int
    """Wagers that were settled in them."""
    differing: int
    """Rounds in which any wager came out otherwise."""
    means: dict[str, Fraction]
    """What each wager brought by the engine, in initial wagers."""


def engine_check(
    asked: Question, strategy: Strategy | None, *, rounds: int, seed: int
) -> EngineCheck:
    """Play so many rounds through both. The strategy is the one that the kernel follows."""
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    judge = SIMULATIONS.of(asked.rules.instrument).judge
    brought: Brought = Counter()
    differing = 0
    for kernel, engine in judge(asked, strategy, rounds, seed):
        differing += kernel != engine
        brought += engine
    wagers = dict.fromkeys(wager for wager, _ in brought)
    return EngineCheck(
        rounds=rounds,
        settlements=brought.total(),
        differing=differing,
        means={wager: _mean(brought, wager) for wager in wagers},
    )


def _mean(brought: Brought, wager: str) -> Fraction:
    nets = {net: times for (of, net), times in brought.items() if of == wager}
    return sum((net * times for net, times in nets.items()), Fraction()) / sum(nets.values())


def count_results(wagers: Any) -> Brought:
    """Return how often each wager of a tally brought what."""
    return Counter(
        {
            (wager, net): times
            for wager, wagered in wagers.items()
            for net, times in wagered.results.items()
        }
    )
