"""What somebody who asks the laboratory waits for: counting, rounds, risk, a first answer.

    python -m benchmarks.laboratory [ROUNDS]

CPU seconds, in one run on one machine, with compiled code that is kept from an earlier run or a
first warm-up. The first answer alone is measured from nothing: a new process with an empty cache
compiles what it needs, and the time on the clock is told beside its CPU time, for on a busy
machine they differ. It fails where a figure is worse than what is promised.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from typing import TYPE_CHECKING

from croupier.odds import odds, strategy_for
from croupier.odds.counting.removal import removal_effects
from croupier.odds.counting.tags import read_count
from croupier.odds.disk_cache import AnswerCache, directory
from croupier.odds.question import question
from croupier.odds.results import encode
from croupier.odds.risk import risk_for
from croupier.odds.simulation.counter import counter_for, read_ramp
from croupier.odds.simulation.shards import play_shard, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

BLACKJACK, HOLDEM = "act-blackjack-2018", "act-ultimate-texas-holdem-2025"
REMOVAL, COUNTED, RISK, FIRST = 3.0, 15e6, 1.0, 15.0
"""What is promised: CPU seconds, rounds a second, CPU seconds, seconds."""
LONG = 100_000
"""Rounds of hold'em for which no second is promised."""


def measured(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def counted_rounds(rounds: int, cache: AnswerCache) -> tuple[float, float]:
    """Rounds a second of one core: by the chart, and by Hi-Lo with a spread and deviations."""
    import msgspec

    asked = question(BLACKJACK)
    usual = strategy_for(BLACKJACK, cache=cache)
    cut = 3 * asked.shoe.total // 4
    table = table_of(asked, cut=cut, strategy=usual)
    counter = counter_for(asked, read_count("HI-LO"), read_ramp("1:8"), cut, usual, deviations=True)
    rates = []
    for each in (table, msgspec.structs.replace(table, counter=counter)):
        encoded = encode(each)
        play_shard(encoded, 1, 0, 1_000)  # compiled
        rates.append(rounds / measured(partial(play_shard, encoded, 1, 1, rounds)))
    return rates[0], rates[1]


def first_answer() -> tuple[float, float]:
    """Seconds on the clock and of CPU until a new installation has answered about blackjack."""
    with tempfile.TemporaryDirectory() as empty:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "croupier", "odds", BLACKJACK],
            env={**os.environ, "CROUPIER_CACHE": empty},
            check=True,
            capture_output=True,
        )
        seconds = time.perf_counter() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(rounds: int) -> None:
    cache = AnswerCache(directory())
    missed = []

    def told(what: str, figure: str, kept: bool) -> None:
        print(f"{what:80} {figure:>24}  {'' if kept else 'worse than promised'}", flush=True)
        if not kept:
            missed.append(what)

    odds(BLACKJACK)  # compiled
    seconds = measured(lambda: removal_effects(question(BLACKJACK)))
    told("effects of removal, all wagers, eight decks", f"{seconds:.2f} s", seconds < REMOVAL)
    plain, counted = counted_rounds(rounds, cache)
    told("rounds a second by the chart, one core", f"{plain:,.0f}", True)
    told("rounds a second by a count, one core", f"{counted:,.0f}", counted > COUNTED)
    risk_for(HOLDEM, bankroll=50, rounds=500, target=5_000, cache=cache)  # compiled
    for instrument, bankroll, target, many in (
        (HOLDEM, 100, None, 1_000), (HOLDEM, 1_000, None, 10_000), (HOLDEM, 1_000, 3_000, 10_000),
        (HOLDEM, 1_000, None, 100_000), (BLACKJACK, 1_000, None, 10_000),
        (BLACKJACK, 100, None, 100_000),
    ):  # fmt: skip
        odds(instrument, cache=cache)
        seconds = measured(
            partial(
                risk_for, instrument, bankroll=bankroll, target=target, rounds=many, cache=cache
            )
        )
        stop = "" if target is None else f", stopping at {target:,}"
        promised = many < LONG or instrument == BLACKJACK
        told(f"risk of {bankroll:,} in {many:,} rounds, {instrument}{stop}", f"{seconds:.2f} s",
             seconds < RISK or not promised)  # fmt: skip
    clock, cpu = first_answer()
    told("the first answer about blackjack, nothing compiled", f"{clock:.1f} s, CPU {cpu:.1f} s",
         min(clock, cpu) < FIRST)  # fmt: skip
    if missed:
        sys.exit(f"worse than promised: {', '.join(missed)}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument(
        "rounds", type=int, nargs="?", default=10_000_000, help="how many rounds are simulated"
    )
    main(asked.parse_args().rounds)
