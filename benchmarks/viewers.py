"""What it costs to be watched: a busy table with few viewers and with many, in one run.

    python -m benchmarks.viewers [--seconds 8] [--rate 100] [--viewers 10,200,1000]

Somebody places or changes a wager at a table so many times a second, whatever the answers take;
viewers without an account listen to its stream, each on a connection of their own, from a process
of their own: what they do with what they hear is not counted as the time of a command. Told are the
time of the processor that the server took, how long a command took, and how much the viewers heard.
All of it runs on the same machine. At the end stands what is wanted beside what was found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import uvloop
from benchmarks.commands import Server, Wanted, serving
from benchmarks.service import Client, found, probe

if TYPE_CHECKING:
    from collections.abc import Iterator

EVENT = b"\nevent: look\n"


class Viewer(asyncio.Protocol):
    """One stream: counts the events, and looks at nothing else."""

    heard = 0
    ended = 0
    first: asyncio.Event

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.has_heard = False
        request = b"GET /api/tables/t0/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        cast("asyncio.Transport", transport).write(request)

    def data_received(self, data: bytes) -> None:
        Viewer.heard += data.count(EVENT)
        if not self.has_heard and EVENT in data:
            self.has_heard = True
            self.first.set()

    def connection_lost(self, exc: Exception | None) -> None:
        Viewer.ended += 1


async def watch(port: int, viewers: int) -> None:
    """Listen until the standard input ends; say when all do, and in the end what was heard."""
    loop = asyncio.get_running_loop()
    Viewer.first = asyncio.Event()
    for number in range(viewers):
        Viewer.first.clear()
        # from an address that few others come from
        address = f"127.0.{1 + number // 100}.{1 + number % 100}"
        await loop.create_connection(Viewer, "127.0.0.1", port, local_addr=(address, 0))
        await Viewer.first.wait()
    before = Viewer.heard
    print("open", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    print(f"{Viewer.heard - before} {Viewer.ended}", flush=True)


@contextmanager
def watched(port: int, viewers: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "benchmarks.viewers", "--watch", str(port), str(viewers)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


@dataclass
class Busy:
    """What a busy table cost with so many viewers."""

    viewers: int
    processor: float
    took: list[float]
    heard: int

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.took, n=100)[98] * 1000


async def command_often(server: Server, token: str, rate: int, seconds: float) -> list[float]:
    """How long each command took, of so many a second."""
    clients: asyncio.Queue[Client] = asyncio.Queue()
    for _ in range(32):
        client = Client(server.port, token)
        await client.open()
        clients.put_nowait(client)
    took: list[float] = []
    wager = {"do": "place-wager", "player": "ana", "box": 1}

    async def command(number: int) -> None:
        began = time.perf_counter()
        client = await clients.get()
        body = json.dumps({"command": {**wager, "amount": 10_00 + 5_00 * (number % 90)}})
        assert await client.ask("POST", "/api/tables/t0/commands", body.encode()) == 200
        clients.put_nowait(client)
        took.append(time.perf_counter() - began)

    begun = time.perf_counter()
    asking = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0, begun + number / rate - time.perf_counter()))
        asking.append(asyncio.create_task(command(number)))
    await asyncio.gather(*asking)
    return took


def measure(viewers: int, rate: int, seconds: float) -> Busy:
    with tempfile.TemporaryDirectory() as directory:
        where = str(Path(directory) / "casino.db")
        token = uvloop.run(found(where, 1))
        with serving("--serve", where) as server, watched(server.port, viewers) as process:
            before = server.processor
            took = uvloop.run(command_often(server, token, rate, seconds))
            processor = (server.processor - before) / seconds
            heard, ended = map(int, process.communicate("")[0].split())
    assert not ended, "every stream goes on"
    return Busy(viewers, processor, took, heard)


def main(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as directory:
        print(f"one page on the disk {probe(Path(directory)):.2f} ms", flush=True)
    measured: list[Busy] = []
    for viewers in map(int, options.viewers.split(",")):
        busy = measure(viewers, options.rate, options.seconds)
        measured.append(busy)
        p50 = statistics.median(busy.took) * 1000
        print(
            f"{viewers:5} viewers, {options.rate} commands a second: {busy.processor:5.0%} of a "
            f"processor; a command p50 {p50:.1f} ms, p99 {busy.p99:.1f} ms; each viewer was told "
            f"{busy.heard / viewers / options.seconds:.0f} times a second",
            flush=True,
        )
    few, many = measured[0], measured[-1]
    share = 2 * few.processor / many.processor
    print(Wanted("twice the processor of few viewers, of that of many", share, 1))
    print(Wanted("p99 with many viewers under 150 ms: 150 / p99", 150 / many.p99, 1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        uvloop.run(watch(int(sys.argv[2]), int(sys.argv[3])))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--seconds", type=float, default=8)
        parser.add_argument("--rate", type=int, default=100)
        parser.add_argument("--viewers", default="10,200,1000")
        main(parser.parse_args())
