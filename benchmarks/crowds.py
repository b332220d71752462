"""How long a player's command takes while strangers crowd the public pages.

    python benchmarks/crowds.py [--seconds 5]

One player wagers at a table, over and over with a short pause; then the same beside strangers who
ask for a page as fast as they are answered, each from an address of their own. Everybody has
connections of their own to a real server, in the same run. What a search asks for is never asked
for twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path

import uvloop

from service import Client, found, served

CROWDS = (
    ("nobody else", 0, ""),
    ("40 at a comparison", 40, "/rules/compare"),
    ("8 at an instrument", 8, "/rules/act-blackjack-2018"),
    ("40 at searches", 40, "/rules?q=card+{}"),
    ("40 at the laboratory", 40, "/laboratory/act-blackjack-2018/simulation?seed={}"),
    ("40 at a table", 40, "/tables/t0"),
    ("40 at its rules", 40, "/tables/t0/rules"),
    ("200 at the lobby", 200, "/"),
    ("200 at nothing", 200, "/nowhere-{}"),
)
PAUSE = 0.02
numbers = count()


class Stranger(Client):
    """Somebody without an account, from some address."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, "")
        self.address = f"127.0.{1 + number // 250}.{1 + number % 250}"

    async def open(self) -> None:
        self.read, self.write = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0)
        )

    async def get(self, path: str) -> int:
        self.write.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        return await self.answer()


async def beside(
    port: int, token: str, strangers: int, path: str, seconds: float
) -> tuple[list[float], Counter[int]]:
    """How long each command took, and what the strangers were answered."""
    crowd = [Stranger(port, number) for number in range(strangers)]
    statuses: Counter[int] = Counter()
    for stranger in crowd:
        await stranger.open()

    async def ask(stranger: Stranger) -> None:
        while True:
            statuses[await stranger.get(path.format(next(numbers)))] += 1

    tasks = [asyncio.create_task(ask(stranger)) for stranger in crowd]
    player, took = Client(port, token), []
    await player.open()
    await asyncio.sleep(1)
    until = time.perf_counter() + seconds
    for turn in count():
        began = time.perf_counter()
        if began > until:
            break
        amount = 10_00 + 5_00 * (turn % 90)
        wager = {"do": "place-wager", "player": "ana", "box": 1, "amount": amount}
        body = json.dumps({"command": wager}).encode()
        assert await player.ask("POST", "/api/tables/t0/commands", body) == 200
        took.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for each in (*crowd, player):
        each.write.close()
    return took, statuses


async def main(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as directory:
        where = str(Path(directory) / "casino.db")
        token = await found(where, 1)
        async with served(where) as port:
            for name, strangers, path in CROWDS:
                took, statuses = await beside(port, token, strangers, path, options.seconds)
                told = ", ".join(f"{n:,} times {status}" for status, n in sorted(statuses.items()))
                print(
                    f"{name:22} a command p50 {statistics.median(took) * 1000:7.1f} ms, "
                    f"slowest {max(took) * 1000:7.1f} ms; strangers: {told or 'none'}",
                    flush=True,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    uvloop.run(main(parser.parse_args()))
