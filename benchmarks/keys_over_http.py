"""Commands a second over HTTP, with the house's keys and without them, in one run.

    python -m benchmarks.keys_over_http [--seconds 5] [--connections 64] [--times 3]

Both are the same server before the same fifty tables in SQLite, under the load of `wrk` as in
`benchmarks.commands`; one is kept under no keys: no salts and tags, an open safe, no digest and no
head. They are measured in turns, and their ratio stands at the end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import uvloop
from benchmarks.commands import Measured, Server, load
from benchmarks.service import found, free_port, serve_alone

from croupier.casino.signing_key import find_seal
from croupier.casino.store import open_store
from croupier.web import server
from croupier.web.house_files import HouseFiles, Opened

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = 50


class Unkeyed(HouseFiles):
    """The files of a casino that is kept under no keys, as all were before there were any."""

    @contextmanager
    def opened(self, *, new_casino: bool, new_seal: bool, though_damaged: bool) -> Iterator[Opened]:
        with open_store(self.database) as store:
            yield Opened(store, find_seal(self.seal, (), replace=True), ())


@contextmanager
def serving(where: str, kind: str) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.keys_over_http", "--serve", kind, where, str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield Server(process, port)
        finally:
            process.terminate()
            process.wait()


def measure(kind: str, seconds: int, connections: int) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        where = str(Path(folder) / "casino.db")
        token = uvloop.run(found(where, TABLES))
        with serving(where, kind) as served:
            load(served, 1, connections, tables=TABLES, token=token)
            measured = load(served, seconds, connections, tables=TABLES, token=token)
    print(f"{kind:8} {measured}", flush=True)
    return measured


def main(options: argparse.Namespace) -> None:
    found_by: dict[str, list[Measured]] = {"keyed": [], "unkeyed": []}
    for _ in range(options.times):
        for kind, measured in found_by.items():
            measured.append(measure(kind, options.seconds, options.connections))
    rates = {kind: median(each.rate for each in those) for kind, those in found_by.items()}
    costs = {kind: median(each.each for each in those) for kind, those in found_by.items()}
    print(f"with keys, of without, by commands a second: {rates['keyed'] / rates['unkeyed']:.2f}")
    print(f"by time of the processor: {costs['unkeyed'] / costs['keyed']:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--serve", nargs=3, metavar=("KIND", "WHERE", "PORT"))
    chosen = parser.parse_args()
    if chosen.serve is None:
        main(chosen)
    else:
        if chosen.serve[0] == "unkeyed":
            vars(server)["HouseFiles"] = Unkeyed  # the one thing that differs
        serve_alone(chosen.serve[1], int(chosen.serve[2]))
