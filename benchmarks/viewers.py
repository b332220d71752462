"""What it costs to be watched: a busy table with few viewers and with many, in one run.

    python -m benchmarks.viewers [--seconds 8] [--rate 100] [--viewers 10,200,1000]

Somebody places or changes a wager at a table so many times a second, whatever the answers take;
viewers without an account listen to its stream, each on a connection of their own. Told are the
time of the processor that the server took, how long a command took, and how late viewers were told
of a line. The load comes from this process, which runs on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

import uvloop
from benchmarks.commands import Server, serving
from benchmarks.service import Client, found


async def view(port: int, number: int, heard: dict[int, float], late: list[float]) -> None:
    """Listen to the stream for ever, from an address that few others come from."""
    address = f"127.0.{1 + number // 100}.{1 + number % 100}"
    read, write = await asyncio.open_connection(
        "127.0.0.1", port, limit=2**22, local_addr=(address, 0)
    )
    write.write(f"GET /api/tables/t0/stream HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode())
    while line := await read.readline():
        if line.startswith(b"id: "):
            told = heard.get(int(line[4:]))
            if told is not None:
                late.append(time.perf_counter() - told)
    raise EOFError("a stream has ended")


async def watched(
    server: Server, token: str, viewers: int, rate: int, seconds: float
) -> tuple[float, list[float], list[float]]:
    stored: dict[int, float] = {}
    late: list[float] = []
    tasks = []
    for number in range(viewers):
        tasks.append(asyncio.create_task(view(server.port, number, stored, late)))
        if number % 20 == 0:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
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

    before, begun = server.processor, time.perf_counter()
    asking = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0, begun + number / rate - time.perf_counter()))
        asking.append(asyncio.create_task(command(number)))
    await asyncio.gather(*asking)
    processor = (server.processor - before) / seconds
    assert not any(task.done() for task in tasks), "every stream goes on"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return processor, took, late


async def main(options: argparse.Namespace) -> None:
    first = None
    for viewers in map(int, options.viewers.split(",")):
        with tempfile.TemporaryDirectory() as directory:
            where = str(Path(directory) / "casino.db")
            token = await found(where, 1)
            with serving("--serve", where) as server:
                processor, took, _ = await watched(
                    server, token, viewers, options.rate, options.seconds
                )
        cuts = statistics.quantiles(took, n=100)
        first = first or processor
        print(
            f"{viewers:5} viewers, {options.rate} commands a second: {processor:5.0%} of a "
            f"processor ({processor / first:.2f}); a command p50 {cuts[49] * 1000:.1f} ms, "
            f"p99 {cuts[98] * 1000:.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--viewers", default="10,200,1000")
    uvloop.run(main(parser.parse_args()))
