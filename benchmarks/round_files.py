"""Round files of whole evenings, irregular ones too: how many are settled in a second on one core.

    python -m benchmarks.round_files

Beside them a plain file of the first edition, and an empty loop, so that figures of different
machines can be compared.
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.rounds import PLAIN as PLAIN_FUNCTION
from benchmarks.rounds import measure_plain
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.casino.evenings import INSTRUMENTS

from croupier.adjudication import adjudicate
from croupier.adjudication.export import BeyondTheFormat, one_line, round_files

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = b"""{"instrument": "act-blackjack-2018", "options": {"decks": 6},
 "cards": ["8S", "AD", "8H", "3C", "TD", "TC", "KC"],
 "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 2000}],
 "decisions": [{"box": 1, "hand": 1, "action": "split", "players": ["ana"]},
               {"box": 1, "hand": 1, "action": "double", "stakes": {"ana": 2000}},
               {"box": 1, "hand": 2, "action": "stand"}]}"""


LOOP = "an empty loop, 3 million times"
PLAIN_FILE = "a plain file"
WAYS = ("settled", "exported")
EVENINGS = 7
"""Seeds 0 to 6. With seed 7 an evening of `act-blackjack-2006` stopped with an error in 1.2."""
RUNS = 4
"""Each figure is the best of this many runs."""


def measure_loop() -> float:
    """Return the CPU seconds of an empty loop."""
    best = float("inf")
    for _ in range(RUNS):
        began = process_time()
        for _ in range(3_000_000):
            pass
        best = min(best, process_time() - began)
    return best


def measure_plain_file() -> Figure:
    return Figure(PLAIN_FILE, _settle([PLAIN] * 500), "files/s", PLAIN_FUNCTION)


def measure_instrument(instrument: str, evenings: int = EVENINGS) -> Iterator[Figure]:
    """Measure how fast the files of several evenings are settled, and exported from the record."""
    records = [
        IrregularEvening(instrument, seed, trouble=0.15).play(10).table.record.lines
        for seed in range(evenings)
    ]
    best = float("inf")
    for _ in range(RUNS):
        began = process_time()
        files = [
            one_line(file)
            for lines in records
            for _, file in round_files(lines)
            if not isinstance(file, BeyondTheFormat)
        ]
        best = min(best, process_time() - began)
    for way, rate in zip(WAYS, (_settle(files), len(files) / best), strict=True):
        yield Figure(f"{instrument}, {way}", rate, "files/s", PLAIN_FUNCTION)


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    instruments = (f"{each}, {way}" for each in INSTRUMENTS for way in WAYS)
    return [PLAIN_FUNCTION, PLAIN_FILE, *instruments]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline.

    A plain function is the yardstick: the empty loop differs by a quarter from one process to the
    next.
    """
    yield measure_plain(0.05 if quick else 0.9)
    yield measure_plain_file()
    for instrument in INSTRUMENTS:
        yield from measure_instrument(instrument, 1 if quick else EVENINGS)


def main() -> None:
    print(f"{LOOP:40} {measure_loop():10.2f} s")
    print(f"{PLAIN_FILE:40} {measure_plain_file().value:10,.0f} a second")
    for instrument in INSTRUMENTS:
        settled, exported = (figure.value for figure in measure_instrument(instrument))
        print(f"{instrument:40} {settled:10,.0f} a second, exported {exported:7,.0f}")


def _settle(files: list[bytes]) -> float:
    """Return how many files are settled in a CPU second."""
    best = float("inf")
    for _ in range(RUNS):
        began = process_time()
        for file in files:
            adjudicate(file)
        best = min(best, process_time() - began)
    return len(files) / best


if __name__ == "__main__":
    main()
