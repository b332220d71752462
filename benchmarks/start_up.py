"""CPU seconds that the command line takes to start and answer, beside an empty Python program.

    python -m benchmarks.start_up [--runs 10]

Each command runs in a process of its own. Its figure is the user and system time of the quickest
run, because other programs on the machine can only make a run slower. The first run, which may
compile modules, does not count.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
CROUPIER = str(Path(sys.executable).with_name("croupier"))
EMPTY = "python -c pass"
COMMANDS = {
    EMPTY: (sys.executable, "-c", "pass"),
    "croupier --version": (CROUPIER, "--version"),
    "croupier --help": (CROUPIER, "--help"),
    "croupier rules": (CROUPIER, "rules", "act-blackjack-2018", "13.2(a)"),
    "croupier adjudicate": (CROUPIER, "adjudicate", str(ROOT / "docs/examples/natural.json")),
}
RUNS = 10


def measure(runs: int = RUNS) -> Iterator[Figure]:
    """Measure each command, and an empty program as the yardstick."""
    for name, command in COMMANDS.items():
        run(command)
        best = min(run(command) for _ in range(runs))
        yield Figure(name, best, "s", "" if name == EMPTY else EMPTY)


def run(command: tuple[str, ...]) -> float:
    """Run a command and return the CPU seconds that it took."""
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=nowhere)
    _, status, used = os.wait4(process, 0)
    if status != 0:
        raise RuntimeError(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return list(COMMANDS)


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline."""
    return measure(2 if quick else RUNS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--runs", type=int, default=RUNS, help=f"Runs of each command. Default: {RUNS}."
    )
    for figure in measure(parser.parse_args().runs):
        print(f"{figure.name:24} {figure.value:8.3f} s", flush=True)


if __name__ == "__main__":
    main()
