"""Rounds played by the million, with a strategy, by the rules of a table.

`simulate("act-blackjack-2018", 10**8)` needs no strategy: it plays by the best chart.
"""

from __future__ import annotations

import time
from math import inf
from typing import TYPE_CHECKING, Self

import msgspec

from croupier.odds.parameters import TableArguments
from croupier.odds.question import must_be_seed, question
from croupier.odds.results import encode
from croupier.odds.simulation.count_report import PLAYED, WATCHED, count_report
from croupier.odds.simulation.interrupted import Kept, interruptible
from croupier.odds.simulation.report import (
    CONFIDENCE,
    SimulationReport,
    cut_card_effect,
    distribution,
    n0,
    ruin,
    side_bets,
)
from croupier.odds.simulation.shards import SHARD, ShardTable, play_shard, shards_of, table_of
from croupier.odds.simulation.shoe_cut import CUT, place_of
from croupier.odds.simulation.simulated_games import SIMULATIONS
from croupier.odds.simulation.tally import Tally
from croupier.odds.simulation.workers import (
    by_cluster,
    by_threads,
    connect,
    cores,
    must_be_workers,
    threads_of,
)
from croupier.rulebook.amendments import book_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Unpack

    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.question import Asks, Question
    from croupier.odds.results import Strategy
    from croupier.odds.simulation.count_report import CountReport
    from croupier.odds.simulation.counter import Counter
    from croupier.odds.simulation.interrupted import Interruption
    from croupier.odds.simulation.shoe_cut import Penetration
    from croupier.odds.simulation.tally import WagerTally

    Watch = Callable[[Tally], object]
    """Told what has been counted so far, after every shard."""

__all__ = ["SimulationReport", "simulate"]

MOST_ROUNDS = 10**12
"""More than anybody waits for."""
MOST_BOXES = 7
RAMP, ROUNDS_AN_HOUR = "1:8", 100
BANKROLL, SESSION = 100, 1_000
"""What a risk of ruin is told for: initial wagers, and rounds."""
RUIN = (
    "the risk of ruin is that of one wager a round, with results as they came here; croupier risk "
    "works it out from the exact chances"
)
EITHER_WAY = (
    "from so few rounds the mean may be a gain or a loss; N0 and the risk of ruin hold only if it "
    "is as it came out"
)
TO_THE_CUT = (
    "every shoe is burnt and dealt to its cutting card as the rules have it; one that ran out "
    "would be an error, not a shuffle of the discards"
)


class SimulationArguments(TableArguments, total=False):
    """What `simulate` takes beside the instrument and the number of rounds."""

    seed: int
    workers: int | None
    scheduler: str | None
    strategy: Strategy | None
    boxes: int
    penetration: Penetration
    bankroll: float
    session: int
    count: str | None
    ramp: str
    deviations: bool
    rounds_an_hour: float
    partial: bool
    cache: AnswerCache | None
    watch: Watch | None


def simulate(
    instrument: Asks,
    rounds: int,
    *,
    seed: int = 1,
    workers: int | None = None,
    scheduler: str | None = None,
    strategy: Strategy | None = None,
    boxes: int = 1,
    penetration: Penetration = None,
    bankroll: float = BANKROLL,
    session: int = SESSION,
    count: str | None = None,
    ramp: str = RAMP,
    deviations: bool = True,
    rounds_an_hour: float = ROUNDS_AN_HOUR,
    partial: bool = False,
    cache: AnswerCache | None = None,
    watch: Watch | None = None,
    **table: Unpack[TableArguments],
) -> SimulationReport:
    """Play so many rounds, on all cores or on the cluster of a Dask scheduler.

    The same seed brings the same report, whoever plays the shards. With a penetration the shoe is
    dealt to a cutting card at that part of it, or where the rules let it go in deepest if it is
    `"cut"`, and the effect is told against fresh shoes. The table is told as for an analysis
    (`croupier.odds.parameters.TableArguments`).

    With a `count` one player has all boxes, counts by that system, stakes by the `ramp` and, with
    `deviations`, plays by the count too. With `partial`, an interruption (Ctrl-C) brings a report
    of what was played until then; with a `cache` that is kept, and the same call goes on from it.
    """
    must_be_seed(seed)
    _check_numbers(rounds, workers, bankroll, session)
    asked = question(instrument, **table)
    book = asked.rules.instrument
    _check_table(asked, boxes, strategy)
    if count is not None:
        _check_count(asked, rounds_an_hour)
        penetration = CUT if penetration is None else penetration
    cut = place_of(asked, penetration)
    given = strategy is not None
    with interruptible(by_signal=partial) as interruption:
        simulated = table_of(asked, boxes=boxes, cut=cut, strategy=strategy, cache=cache)
        if count is not None and simulated.strategy is not None:
            counter = _counter(asked, count, ramp, cut, simulated.strategy, deviations=deviations)
            simulated = msgspec.structs.replace(simulated, counter=counter)
        with _Crew(seed, rounds, workers, scheduler, cache, interruption, partial=partial) as crew:
            tally, seconds, effect = *crew.play(simulated, watch), None
            if cut and count is None and not interruption.asked:
                fresh, _ = crew.play(msgspec.structs.replace(simulated, cut=0), None)
                if not interruption.asked:
                    effect = cut_card_effect(tally, fresh)
    unfinished = tally.rounds < rounds or bool(cut and count is None and effect is None)
    counting = None
    if simulated.counter is not None and tally.counted is not None:
        counting = count_report(
            tally.counted, simulated.counter, boxes=boxes, deviations=deviations,
            rounds_an_hour=rounds_an_hour, bankroll=bankroll,
        )  # fmt: skip
    average, deviation = float(tally.main.mean), tally.main.deviation
    risk = None if deviation is None else ruin(tally.main, bankroll, session)
    return SimulationReport(
        instrument=book.id,
        not_approved=book.not_approved,
        options=asked.rules.options,
        chosen=asked.named,
        removed=asked.removed,
        beside=asked.wagered_beside,
        rounds=tally.rounds,
        boxes=boxes,
        penetration=cut / asked.shoe.total if cut else None,
        seed=seed,
        workers=crew.workers,
        seconds=seconds,
        wager=next(iter(tally.wagers)),
        mean=average,
        standard_error=tally.main.error,
        standard_deviation=deviation,
        distribution=distribution(tally.main.results),
        side_bets=tuple(side_bets(tally)),
        n0=n0(average, deviation),
        risk_of_ruin=risk,
        cut_card_effect=effect,
        counting=counting,
        asked_for=rounds if unfinished else None,
        assumptions=(
            *_assumptions(asked, given=given, cut=bool(cut)),
            *_of_ruin(tally.main),
            *(() if counting is None else _of_counting(counting)),
        ),
    )


def _counter(
    asked: Question, count: str, ramp: str, cut: int, usual: Strategy, *, deviations: bool
) -> Counter:
    from croupier.odds.counting.tags import read_count
    from croupier.odds.simulation.counter import counter_for, read_ramp

    return counter_for(asked, read_count(count), read_ramp(ramp), cut, usual, deviations=deviations)


def _check_count(asked: Question, rounds_an_hour: float) -> None:
    why_not = SIMULATIONS.of(asked.rules.instrument).why_no_count
    if why_not is not None:
        raise ValueError(f"count: {why_not}")
    if not 0 < rounds_an_hour < inf:
        raise ValueError(f"rounds_an_hour: {rounds_an_hour:g} is not a number of rounds above 0")


def _of_counting(counting: CountReport) -> Iterator[str]:
    yield PLAYED
    if not all(each.stake for each in counting.by_true_count):
        yield WATCHED


def _check_numbers(rounds: int, workers: int | None, bankroll: float, session: int) -> None:
    for name, number in (("rounds", rounds), ("session", session)):
        if not 1 <= number <= MOST_ROUNDS:
            raise ValueError(
                f"{name}: {number} is not a number of rounds from 1 to {MOST_ROUNDS:,}"
            )
    must_be_workers(workers)
    if not 0 < bankroll < inf:
        raise ValueError(f"bankroll: {bankroll:g} is not a number of wagers above 0")


def _check_table(asked: Question, boxes: int, strategy: Strategy | None) -> None:
    instrument = asked.rules.instrument.id
    if not 1 <= boxes <= MOST_BOXES:
        raise ValueError(f"boxes: {boxes} is not a number of boxes from 1 to {MOST_BOXES}")
    game = SIMULATIONS.of(asked.rules.instrument)
    if boxes > 1 and not game.has_boxes:
        raise ValueError(f"boxes: {boxes}, but the wagers of a coup all stand on the same cards")
    if strategy is None:
        return
    if not game.takes_strategy:
        raise ValueError(f"strategy: {instrument} leaves nothing to decide")
    if strategy.instrument != instrument:
        raise ValueError(f"strategy: it is one for {strategy.instrument}, not for {instrument}")


def _assumptions(asked: Question, *, given: bool, cut: bool) -> Iterator[str]:
    game = SIMULATIONS.of(asked.rules.instrument)
    assumed = game.assumes_of_a_strategy if given else game.assumes
    if assumed is not None:
        yield assumed
    if cut:
        yield TO_THE_CUT


def _of_ruin(main: WagerTally) -> Iterator[str]:
    if main.error is not None:
        yield RUIN
        if abs(main.mean) < CONFIDENCE * main.error:
            yield EITHER_WAY


class _Crew:
    """Those who play, the time that they take, and what is kept of it if they are interrupted."""

    def __init__(
        self,
        seed: int,
        rounds: int,
        workers: int | None,
        scheduler: str | None,
        cache: AnswerCache | None,
        interruption: Interruption,
        *,
        partial: bool,
    ) -> None:
        self.seed, self.rounds, self.partial = seed, rounds, partial
        self.interruption = interruption
        self.cache = cache if partial else None
        self.client = None if scheduler is None else connect(scheduler)
        self.workers = threads_of(self.client) if self.client else workers or cores()
        self.played: list[Kept] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, raised: object, *rest: object) -> None:
        if self.client is not None:
            self.client.close()
        if raised is None:
            for kept in self.played:
                if self.interruption.asked:
                    kept.keep()
                else:
                    kept.forget()

    def play(self, table: ShardTable, watch: Watch | None) -> tuple[Tally, float]:
        """All shards, or with what was kept of an earlier interruption those that are missing."""
        encoded = encode(table)
        play_shard(encoded, self.seed, 0, 1)  # compiled, and refused here if it cannot be played
        source = SIMULATIONS.of(book_of(table)).judge.__module__
        kept = Kept.of(self.cache, encoded, self.seed, source)
        if max(kept.numbers, default=-1) >= self.rounds // SHARD:
            kept = Kept(kept.path, left_alone=True)
        self.played.append(kept)
        tally = kept.tally
        begun = time.perf_counter() - kept.seconds
        try:
            self.interruption.may_wait = self.partial
            if tally.rounds and watch is not None:
                watch(tally)
            for number, each, shard in self._missing(encoded, set(kept.numbers)):
                if each == SHARD:
                    kept.add(number, shard)
                tally += shard
                if watch is not None:
                    watch(tally)
        except KeyboardInterrupt:  # by whoever watches, or by an impatient second Ctrl-C
            if not self.partial or not tally.rounds:
                raise
            self.interruption.asked = True
        kept.seconds = time.perf_counter() - begun
        return tally, kept.seconds

    def _missing(self, encoded: bytes, played: set[int]) -> Iterator[tuple[int, int, Tally]]:
        shards = shards_of(self.rounds)
        to_play = ((number, each) for number, each in shards if number not in played)
        if self.client is None:
            return by_threads(encoded, self.seed, to_play, self.workers, self.interruption)
        return by_cluster(self.client, encoded, self.seed, to_play, self.workers, self.interruption)
