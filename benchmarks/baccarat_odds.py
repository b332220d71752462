"""Baccarat counted exactly: the whole command from a cold start, beside six plain loops.

    python -m benchmarks.baccarat_odds [--runs 5]

Everything is CPU time in one run on one machine. The reference is what a textbook does: six nested
loops over ten point values, for player, banker and tie only. The command is a new process: it
starts Python, reads the rulebook, counts the coups with their pairs and prints; nothing is compiled
and nothing is read from an earlier run.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from itertools import product
from math import perm

COMMAND = (sys.executable, "-m", "croupier", "odds", "act-mini-baccarat-2016", "--json")
DRAWS_UP_TO = {None: 5, 0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""The highest total with which the banker's hand draws, by the player's third card."""


def six_loops(decks: int = 8) -> tuple[int, int, int]:
    """Draws that the player wins, the banker wins, and that tie."""
    left = [16 * decks, *[4 * decks] * 9]
    won = [0, 0, 0]
    for cards in product(range(10), repeat=6):
        ways = 1
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        for card in cards:
            left[card] += 1
        first, second = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        if first < 8 and second < 8:
            third, rest = (cards[4], cards[5]) if first <= 5 else (None, cards[4])
            if second <= DRAWS_UP_TO[third]:
                second = (second + rest) % 10
            if third is not None:
                first = (first + third) % 10
        won[0 if first > second else 1 if second > first else 2] += ways
    return won[0], won[1], won[2]


def children() -> float:
    """The CPU time of all commands run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cold_start() -> tuple[float, float]:
    """The CPU and wall time of one run of the command."""
    cpu, wall = children(), time.perf_counter()
    subprocess.run(COMMAND, check=True, stdout=subprocess.DEVNULL)
    return children() - cpu, time.perf_counter() - wall


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    before = time.process_time()
    won = six_loops()
    plain = time.process_time() - before
    assert sum(won) == perm(416, 6), "the reference lost some draws"
    measured = [cold_start() for _ in range(runs)]
    cpu, wall = (min(times) for times in zip(*measured, strict=True))
    print(f"six plain loops          {plain:7.3f} s of CPU")
    print(f"croupier odds, cold      {cpu:7.3f} s of CPU, {wall:.3f} s by the clock")
    print(f"ratio                    {plain / cpu:7.1f}")


if __name__ == "__main__":
    main()
