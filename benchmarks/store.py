"""What a store of records can do: durable writings per second, and how fast it is read and checked.

    python -m benchmarks.store [--lines 100000] [--postgresql URL] [--directory DIR]

A durable writing waits for the disk, so the disk is measured first: the same number of plain writes
of one page, each synchronised. The records are notes of 300 characters in a new file.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record_lines import START, chained, split
from croupier.casino.store import open_store
from croupier.casino.store.batch_writer import BatchWriter
from croupier.casino.store.contract import Addition, KeyedRequest, Writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.store.contract import Store

TABLES = 50
SINGLE = 1_000


class Note(msgspec.Struct):
    n: int
    text: str


def notes(record: str, count: int, name: str) -> Iterator[Writing]:
    """Writings of one line each, every one a request."""
    head = START
    for number in range(count):
        lines = chained(head, [Note(number, "x" * 300)])
        parts = split(lines[0])
        assert parts is not None
        head = parts[0].decode()
        request = KeyedRequest.of(f"{name}:{record}:{number}", b"")
        yield Writing(additions=(Addition(record, number, lines),), request=request)


def probe(directory: Path) -> float:
    """Milliseconds for one page on the disk."""
    path = directory / "probe"
    with open(path, "wb", buffering=0) as file:
        began = time.perf_counter()
        for _ in range(200):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        spent = time.perf_counter() - began
    path.unlink()
    return spent / 200 * 1000


def one_by_one(store: Store) -> None:
    spent = []
    for writing in list(notes("single", SINGLE, "single")):
        began = time.perf_counter()
        store.add(writing)
        spent.append(time.perf_counter() - began)
    spent.sort()
    rate = SINGLE / sum(spent)
    p50, p99 = spent[SINGLE // 2] * 1000, spent[SINGLE * 99 // 100] * 1000
    print(f"  one by one: {rate:,.0f} a second, p50 {p50:.2f} ms, p99 {p99:.2f} ms")


def together(store: Store, lines: int) -> None:
    """Many tables through one scribe, who takes whatever waits into one transaction."""
    tables = [notes(f"tables/{table}", lines // TABLES, "group") for table in range(TABLES)]
    writings = [writing for turn in zip(*tables, strict=True) for writing in turn]
    began = time.perf_counter()
    with BatchWriter(store) as scribe:
        for future in [scribe.submit(writing) for writing in writings]:
            future.result()
    spent = time.perf_counter() - began
    print(f"  {TABLES} tables through one scribe: {len(writings) / spent:,.0f} a second")


def read(store: Store) -> None:
    began, cpu = time.perf_counter(), time.process_time()
    position = 0
    while page := store.journal(position, 10_000):
        position = page[-1].position
    spent, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"  journal read: {position:,} lines in {spent:.1f} s, {cpu:.1f} s of one core")
    began, cpu = time.perf_counter(), time.process_time()
    lines = 0
    for standing in store.records():
        found = verify(store.lines(standing.record), standing.head)
        assert found.unbroken
        lines += found.lines
    spent, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"  every chain verified: {lines:,} lines in {spent:.1f} s, {cpu:.1f} s of one core")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--postgresql", metavar="URL", help="an empty database to fill")
    parser.add_argument("--directory", type=Path, help="where the file is to lie")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.directory) as directory:
        print(f"one page synchronised: {probe(Path(directory)):.2f} ms")
        places = [("SQLite", str(Path(directory) / "casino.db"))]
        if asked.postgresql:
            places.append(("PostgreSQL", asked.postgresql))
        for name, where in places:
            print(name)
            with open_store(where) as store:
                one_by_one(store)
                together(store, asked.lines)
                read(store)


if __name__ == "__main__":
    main()
