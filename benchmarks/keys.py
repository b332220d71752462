"""What it costs to keep a casino under keys: a line, a command in the store, a head, an opening.

    python -m benchmarks.keys [--commands 20000]

Each figure is taken with keys and without, in turns in one run; processor time, because the disk
is the same for both. A command is a line of a table's length, an answered request and, every
fourth time, a shoe of eight decks in the safe; 64 of them share a transaction.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from croupier.aggregate.line_marks import LineMarks
from croupier.aggregate.record_lines import START, write
from croupier.casino.heads import HeadKeeper
from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import what_is_wrong
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.casino.store.contract import Addition, KeyedRequest, Store, Writing

BODY = b'{"n":1,"at":1800000000000,"by":"ana","role":"player","command":{%b},"facts":[]}' % (
    b'"do":"x",' + b"x" * 300
)
SHOE = b"x" * 1_500
TOGETHER = 64
TABLES = 50


class Table:
    """A record that grows."""

    def __init__(self, store: Store, number: int) -> None:
        self.record = f"tables/{number}/1"
        self.marks = store.marks(self.record)
        self.head, self.lines = START, 0

    def command(self, number: int) -> Writing:
        self.head, line = write(self.head, BODY, self.marks, self.lines + 1)
        self.lines += 1
        return Writing(
            additions=(Addition(self.record, self.lines - 1, (line,)),),
            request=KeyedRequest(f"{self.record}:{number}", sha256(BODY).digest()),
            answer=b'{"line":1}',
            safe={f"dealer/{self.record}": SHOE} if number % 4 == 0 else {},
        )


def commands(store: Store, count: int) -> float:
    """Microseconds of the processor for a command."""
    tables = [Table(store, number) for number in range(TABLES)]
    began = time.process_time()
    for first in range(0, count, TOGETHER):
        numbers = range(first, min(count, first + TOGETHER))
        store.write([tables[number % TABLES].command(number) for number in numbers])
    return (time.process_time() - began) / count * 1e6


def lines(marks: LineMarks | None, count: int = 20_000) -> tuple[float, int]:
    """Microseconds and bytes of a line."""
    head, line, began = START, b"", time.process_time()
    for number in range(count):
        head, line = write(head, BODY, marks, number)
    return (time.process_time() - began) / count * 1e6, len(line)


def main(count: int) -> None:
    keys, seal = HouseKeys.new(), Seal.new()
    took: dict[str, list[float]] = {"without keys": [], "with keys": []}
    for name, marks in (("without keys", None), ("with keys", keys.marks("tables/1/1"))):
        spent, size = lines(marks)
        print(f"a line {name:13} {spent:6.2f} us, {size} bytes")
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(3):
            for name, with_keys in (("without keys", None), ("with keys", keys)):
                path = Path(folder) / f"{turn}{name}.db"
                with open_store(str(path), keys=with_keys) as store:
                    took[name].append(commands(store, count))
                    print(f"a command {name:13} {took[name][-1]:6.1f} us")
        ratio = min(took["with keys"]) / min(took["without keys"])
        print(f"a command with keys takes {ratio:.2f} of the time without, the best of three each")
        with open_store(str(path), keys=keys) as store:
            heads = HeadKeeper(store, seal, Path(folder) / "head")
            began, cpu = time.perf_counter(), time.process_time()
            head = heads.keep(1)
            for number in range(50):
                store.add(Writing(additions=(), safe={"clock": str(number).encode()}))
                heads.keep(number)
            spent, used = time.perf_counter() - began, time.process_time() - cpu
            print(f"a head of {TABLES} records {used / 51 * 1e3:.2f} ms, with the disk "
                  f"{spent / 51 * 1e3:.2f} ms, {len(head.whole)} bytes")  # fmt: skip
        began = time.process_time()
        with open_store(str(path), keys=keys) as store:
            assert list(what_is_wrong(store, heads.last, [seal.public])) == []
        print(f"opening {count} lines: {(time.process_time() - began) * 1e3:.1f} ms")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--commands", type=int, default=20_000)
    main(asked.parse_args().commands)
