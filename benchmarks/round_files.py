"""Round files of whole evenings, irregular ones too: how many are settled in a second on one core.

    python -m benchmarks.round_files

Beside them a plain file of the first edition, which drives the round alone, and an empty loop, so
that figures of different machines can be compared.
"""

from __future__ import annotations

from time import process_time

from tests.adjudication.irregular_evenings import IrregularEvening
from tests.casino.evenings import INSTRUMENTS

from croupier.adjudication import adjudicate
from croupier.adjudication.export import BeyondTheFormat, one_line, round_files

PLAIN = b"""{"instrument": "act-blackjack-2018", "options": {"decks": 6},
 "cards": ["8S", "AD", "8H", "3C", "TD", "TC", "KC"],
 "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 2000}],
 "decisions": [{"box": 1, "hand": 1, "action": "split", "players": ["ana"]},
               {"box": 1, "hand": 1, "action": "double", "stakes": {"ana": 2000}},
               {"box": 1, "hand": 2, "action": "stand"}]}"""


def main() -> None:
    began = process_time()
    for _ in range(3_000_000):
        pass
    print(f"{'an empty loop, 3 million times':40} {process_time() - began:10.2f} s")
    print(f"{'a plain file':40} {_per_second([PLAIN] * 500):10,.0f} a second")
    for instrument in INSTRUMENTS:
        files, spent = [], 0.0
        for seed in range(8):
            evening = IrregularEvening(instrument, seed, trouble=0.15).play(10)
            began = process_time()
            for _, file in round_files(evening.table.record.lines):
                if not isinstance(file, BeyondTheFormat):
                    files.append(one_line(file))
            spent += process_time() - began
        settled = _per_second(files)
        exported = len(files) / spent
        print(f"{instrument:40} {settled:10,.0f} a second, exported {exported:7,.0f}")


def _per_second(files: list[bytes]) -> float:
    best = float("inf")
    for _ in range(4):
        began = process_time()
        for file in files:
            adjudicate(file)
        best = min(best, process_time() - began)
    return len(files) / best


if __name__ == "__main__":
    main()
