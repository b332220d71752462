"""Whole tournaments a minute of one core, for every instrument.

    python -m benchmarks.tournaments [--players 500] [--runs 2] [INSTRUMENT ...]

Each is held by the example conditions from the first entry to the last prize: every wager, card
and decision is a command to a real table, judged and recorded. Measured in CPU time.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from croupier.rulebook.instruments import instruments
from croupier.tournament.conditions import read_conditions
from croupier.tournament.simulation import simulate

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples" / "tournaments"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("instruments", nargs="*", metavar="INSTRUMENT")
    asked = parser.parse_args()
    print(
        f"{'tournaments of ' + str(asked.players):<34}{'a minute':>9}{'rounds':>9}{'rounds/s':>10}"
    )
    for name in asked.instruments or instruments():
        conditions = read_conditions((EXAMPLES / f"{name}.json").read_bytes())
        start = time.process_time()
        results = simulate(conditions, asked.players, seed=1, runs=asked.runs)
        seconds = time.process_time() - start
        rounds = sum(result.rounds for result in results)
        print(
            f"{name:<34}{60 * asked.runs / seconds:>9.1f}{rounds // asked.runs:>9,}"
            f"{rounds / seconds:>10,.0f}"
        )


if __name__ == "__main__":
    main()
