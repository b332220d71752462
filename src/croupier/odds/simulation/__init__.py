"""Rounds played by the million, with a strategy, by the rules of a table.

`simulate("act-blackjack-2018", 10**8)` needs no strategy: it plays by the best chart.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import TYPE_CHECKING, Self

import msgspec

from croupier.odds.asking import question
from croupier.odds.results import encode
from croupier.odds.simulation.report import (
    CutCardEffect,
    Report,
    distribution,
    n0,
    ruin,
    side_bets,
)
from croupier.odds.simulation.shards import NOT_SIMULATED, SIMULATED, Table, play_shard
from croupier.odds.simulation.tally import Tally, variance
from croupier.odds.simulation.workers import by_cluster, by_threads, connect, cores, threads_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.cards import Card
    from croupier.odds.kept import Kept
    from croupier.odds.strategy import Strategy

    Watch = Callable[[Tally], object]
    """Told what has been counted so far, after every shard."""

__all__ = ["Report", "simulate"]

MOST_BOXES = 7
BANKROLL, SESSION = 100, 1_000
"""What a risk of ruin is told for: initial wagers, and rounds."""


def simulate(
    instrument: str,
    rounds: int,
    *,
    seed: int = 1,
    workers: int | None = None,
    scheduler: str | None = None,
    strategy: Strategy | None = None,
    boxes: int = 1,
    penetration: float | None = None,
    bankroll: float = BANKROLL,
    session: int = SESSION,
    decks: int | None = None,
    options: Mapping[str, object] | None = None,
    remove: Iterable[Card] | str = (),
    kept: Kept | None = None,
    watch: Watch | None = None,
) -> Report:
    """Play so many rounds, on all cores or on the cluster of a Dask scheduler.

    The same seed brings the same report, whoever plays the shards. With a penetration the shoe is
    dealt to a cutting card at that part of it, and the effect is told against fresh shoes.
    """
    _check(rounds, workers, boxes, penetration, bankroll, session)
    asked = question(instrument, decks, options, remove)
    if instrument not in SIMULATED:
        raise LookupError(NOT_SIMULATED.format(instrument))
    if strategy is None:
        strategy = _best(instrument, decks, options, remove, kept)
    chosen = {**(options or {}), **({} if decks is None else {"decks": decks})}
    table = Table(
        instrument=instrument,
        options=chosen,
        removed=asked.removed,
        strategy=strategy,
        boxes=boxes,
        cut=0 if penetration is None else int(penetration * asked.shoe.total),
    )
    with _Crew(seed, rounds, workers, scheduler) as crew:
        tally, seconds = crew.play(table, watch)
        effect = None
        if penetration is not None:
            fresh, _ = crew.play(msgspec.structs.replace(table, cut=0), None)
            effect = _effect(tally, fresh)
    average, deviation = float(tally.mean), sqrt(variance(tally.main))
    return Report(
        instrument=instrument,
        options=asked.rules.options,
        removed=asked.removed,
        rounds=tally.rounds,
        boxes=boxes,
        penetration=penetration,
        seed=seed,
        workers=crew.workers,
        seconds=seconds,
        wager=next(iter(tally.results)),
        mean=average,
        standard_error=sqrt(tally.error_squared),
        standard_deviation=deviation,
        distribution=distribution(tally.main),
        side_bets=tuple(side_bets(tally)),
        n0=n0(average, deviation),
        risk_of_ruin=ruin(average, deviation, bankroll, session),
        cut_card_effect=effect,
    )


def _check(
    rounds: int,
    workers: int | None,
    boxes: int,
    penetration: float | None,
    bankroll: float,
    session: int,
) -> None:
    if rounds < 1:
        raise ValueError(f"rounds: {rounds} is not a number of rounds from 1 on")
    if workers is not None and workers < 1:
        raise ValueError(f"workers: {workers} is not a number of workers from 1 on")
    if not 1 <= boxes <= MOST_BOXES:
        raise ValueError(f"boxes: {boxes} is not a number of boxes from 1 to {MOST_BOXES}")
    if penetration is not None and not 0 < penetration < 1:
        raise ValueError(f"penetration: {penetration} is not a part of the shoe between 0 and 1")
    if bankroll <= 0 or session < 1:
        raise ValueError("a bankroll and a session are more than nothing")


def _best(
    instrument: str,
    decks: int | None,
    options: Mapping[str, object] | None,
    remove: Iterable[Card] | str,
    kept: Kept | None,
) -> Strategy | None:
    """The best chart, where there is anything to decide."""
    from croupier.games import BACCARAT
    from croupier.odds import strategy_for

    if instrument in BACCARAT:
        return None
    return strategy_for(instrument, decks=decks, options=options, remove=remove, kept=kept)


class _Crew:
    """Those who play, and the time that they take."""

    def __init__(self, seed: int, rounds: int, workers: int | None, scheduler: str | None) -> None:
        self.seed, self.rounds = seed, rounds
        self.client = None if scheduler is None else connect(scheduler)
        self.workers = threads_of(self.client) if self.client else workers or cores()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self.client is not None:
            self.client.close()

    def play(self, table: Table, watch: Watch | None) -> tuple[Tally, float]:
        encoded = encode(table)
        play_shard(encoded, self.seed, 0, 1)  # compiled, and refused here if it cannot be played
        begun = time.perf_counter()
        if self.client is None:
            shards = by_threads(encoded, self.seed, self.rounds, self.workers)
        else:
            shards = by_cluster(self.client, encoded, self.seed, self.rounds)
        tally = Tally.nothing()
        for shard in shards:
            tally += shard
            if watch is not None:
                watch(tally)
        return tally, time.perf_counter() - begun


def _effect(cut: Tally, fresh: Tally) -> CutCardEffect:
    return CutCardEffect(
        mean=float(cut.mean - fresh.mean),
        standard_error=sqrt(cut.error_squared + fresh.error_squared),
    )
