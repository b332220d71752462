"""What the served casino can do: durable commands a second, how long one takes, and opening again.

    python -m benchmarks.service [--seconds 5] [--clients 16] [--viewers 200] [--lines 20000]
        [--records 1000000] [--postgresql URL] [--crowds]

Server and clients share this machine over loopback. A command is a wager placed or changed at a
table; its answer comes when it is on the disk. The reference is the same server answering a request
that stores nothing, in the same run, and the disk is measured first. A floor is opened with so many
lines of a table in play, which it plays again, and with so many more of sessions that are over.
First one player wagers alone, and beside strangers who crowd each of the public pages, every one of
them from an address of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import uvloop

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips, Pace, SetUpTable
from croupier.casino.store import open_store
from croupier.casino.store.contract import Addition, Writing
from croupier.game_rules import rules_for
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens
from croupier.web.server import serve
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

OPERATOR, ANA = Person("olga", Role.OPERATOR), Person("ana", Role.PLAYER)
INSTRUMENT = "act-blackjack-2018"
SLOW = Pace(betting=3_600_000, decision=3_600_000, cut=3_600_000, settled=3_600_000)
MANY = 10**9
SEAL = "CROUPIER_SEAL"
"""Where the seal of a house lies that is not in a file."""


# --- a casino to be measured


async def found(where: str, tables: int) -> str:
    """A house with so many tables at which one player stands; a token of the player's."""
    options = {
        "decks": 8, "soft_17": "hit", "limits": {"main": [10_00, 500_00]},
        "multiples": {"main": 5_00},
    }  # fmt: skip
    decided = dict(rules_for(INSTRUMENT, options).options)
    with open_store(where) as store:
        async with Floor(store) as floor:
            for person in (OPERATOR, ANA):
                await floor.command_house(Enrol(person=person.name, roles=(person.role,)), OPERATOR)
            await floor.command_house(IssueChips(amount=10**12), OPERATOR)
            await floor.command_house(BuyIn(person="ana", amount=10**10), ANA)
            for number in range(tables):
                name = f"t{number}"
                command = SetUpTable(
                    table=name, instrument=INSTRUMENT, options=decided, pace=SLOW, float=10**6
                )
                await floor.command_house(command, OPERATOR)
                await floor.do(name, Arrive(player="ana"), ANA)
                await floor.do(name, BringChips(player="ana", amount=10**6), ANA)
            tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
            return (await tokens.make("ana", "benchmark", (Role.PLAYER,), 1)).token


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def serve_alone(where: str, port: int) -> None:
    settings = Settings(
        database=where, port=port, rate=MANY, rate_by_address=MANY, log_requests=False,
        seal=os.environ.get(SEAL, ""),
    )  # fmt: skip
    serve(settings, demo=False, announce=lambda *_: print("open", flush=True))


@asynccontextmanager
async def served(where: str) -> AsyncIterator[int]:
    """A server in a process of its own; the port that it listens at."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, __file__, "--serve", where, str(port)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


# --- clients


class Client:
    """One connection that is kept open, with no more of HTTP than this takes."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token

    async def open(self) -> None:
        self.read, self.write = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, body: bytes = b"", key: str = "") -> int:
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
            f"authorization: Bearer {self.token}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n" + (f"idempotency-key: {key}\r\n" if key else "")
        )
        self.write.write(head.encode() + b"\r\n" + body)
        return await self.answer()

    async def answer(self) -> int:
        """Read an answer to its end; its status."""
        answer = await self.read.readuntil(b"\r\n\r\n")
        length = next(
            (int(line[15:]) for line in answer.lower().split(b"\r\n")
             if line.startswith(b"content-length:")),
            0,
        )  # fmt: skip
        await self.read.readexactly(length)
        return int(answer[9:12])


@dataclass
class Measured:
    seconds: float
    took: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def __str__(self) -> str:
        cuts = statistics.quantiles(self.took, n=100)
        p50, p99 = cuts[49] * 1000, cuts[98] * 1000
        return f"{self.rate:7,.0f} a second, p50 {p50:6.1f} ms, p99 {p99:6.1f} ms"


async def measure(
    port: int, token: str, tables: int, seconds: float, *, many: int, durable: bool
) -> Measured:
    """Clients that ask as fast as they are answered."""
    clients = [Client(port, token) for _ in range(many)]
    for client in clients:
        await client.open()
    measured = Measured(seconds)
    until = time.perf_counter() + seconds

    async def work(number: int, client: Client) -> None:
        turn = 0
        while (began := time.perf_counter()) < until:
            turn += 1
            table = f"t{(number + turn * many) % tables}"
            if durable:
                amount = 10_00 + 5_00 * ((turn + number) % 90)
                wager = {
                    "do": "place-wager",
                    "player": "ana",
                    "box": 1,
                    "amount": amount,
                }
                body = json.dumps({"command": wager}).encode()
                key = f"{os.getpid()}-{tables}-{number}-{turn}-{seconds}"
                status = await client.ask("POST", f"/api/tables/{table}/commands", body, key)
            else:
                status = await client.ask("GET", "/health")
            assert status == 200, status
            measured.took.append(time.perf_counter() - began)

    await asyncio.gather(*(work(*each) for each in enumerate(clients)))
    for client in clients:
        client.write.close()
    return measured


async def fan_out(port: int, token: str, viewers: int, events: int = 40) -> list[float]:
    """How long each viewer of one table waits for what somebody does there, in seconds."""
    waits: list[float] = []
    asked = {"at": 0.0}
    heard = asyncio.Semaphore(0)

    async def view() -> None:
        read, write = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        write.write(
            f"GET /api/tables/t0/stream HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode()
        )
        first = True
        while True:
            line = await read.readline()
            if line.startswith(b"data:"):
                if not first:
                    waits.append(time.perf_counter() - asked["at"])
                first = False
                heard.release()

    tasks = [asyncio.create_task(view()) for _ in range(viewers)]
    for _ in range(viewers):
        await heard.acquire()
    client = Client(port, token)
    await client.open()
    for number in range(events):
        wager = {
            "do": "place-wager",
            "player": "ana",
            "box": 1,
            "amount": 10_00 + 5_00 * (number % 90),
        }
        asked["at"] = time.perf_counter()
        await client.ask("POST", "/api/tables/t0/commands", json.dumps({"command": wager}).encode())
        for _ in range(viewers):
            await heard.acquire()
    for task in tasks:
        task.cancel()
    client.write.close()
    return waits


async def grow(where: str, lines: int) -> None:
    """A table whose record is so long."""
    await found(where, 1)
    with open_store(where) as store:
        async with Floor(store) as floor:
            for number in range(lines):
                amount = 10_00 + 5_00 * (number % 90)
                await floor.do("t0", PlaceWager(player="ana", box=1, amount=amount), ANA)


def fill(where: str, records: int) -> None:
    """Lines of sessions that are over, until there are so many in all."""
    with open_store(where) as store:
        lines = tuple(store.lines("tables/t0/1"))
        for number in range(1, records // len(lines)):
            over = Addition(record=f"tables/over{number}/1", after=0, lines=lines)
            store.add(Writing(additions=(over,)))


def opened_again(where: str) -> float:
    """Seconds until a floor has everything it had."""
    with open_store(where) as store:
        began = time.perf_counter()
        floor = Floor(store)
        took = time.perf_counter() - began
        assert floor.tables["t0"].table.wagers
        return took


def probe(directory: Path) -> float:
    """Milliseconds for one page on the disk."""
    with open(directory / "probe", "wb", buffering=0) as file:
        began = time.perf_counter()
        for _ in range(200):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return (time.perf_counter() - began) * 5


# --- strangers who crowd the public pages


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
"""How many ask for which page as fast as they are answered; what has a number is never asked twice.
"""
PAUSE = 0.02
"""Seconds between two commands of the player."""
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


async def crowds(where: str, seconds: float) -> None:
    """How long a player's command takes beside each crowd, in one run."""
    token = await found(where, 1)
    async with served(where) as port:
        for name, strangers, path in CROWDS:
            took, statuses = await beside(port, token, strangers, path, seconds)
            told = ", ".join(f"{n:,} times {status}" for status, n in sorted(statuses.items()))
            print(
                f"{name:22} a command p50 {statistics.median(took) * 1000:7.1f} ms, "
                f"slowest {max(took) * 1000:7.1f} ms; strangers: {told or 'none'}",
                flush=True,
            )


async def main(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as directory:
        await crowds(str(Path(directory) / "crowds.db"), min(options.seconds, 3))
        if options.crowds:
            return
        print(f"one page on the disk      {probe(Path(directory)):.2f} ms")
        for tables in (1, 50, 200):
            stores = [("SQLite", str(Path(directory) / f"{tables}.db"))]
            if options.postgresql and tables == 50:  # into an empty database, once
                stores.append(("PostgreSQL", options.postgresql))
            for kind, where in stores:
                token = await found(where, tables)
                async with served(where) as port:
                    ask = partial(measure, port, token, tables, many=options.clients)
                    plain = await ask(2, durable=False)
                    await ask(1, durable=True)
                    measured = await ask(options.seconds, durable=True)
                    print(f"{tables:3} tables, {kind:10}  {measured};", end=" ")
                    print(f"1 : {plain.rate / measured.rate:.1f} to a request that stores nothing")
                    if tables == 1 and kind == "SQLite":
                        waits = await fan_out(port, token, options.viewers)
                        cuts = statistics.quantiles(waits, n=100)
                        print(
                            f"{options.viewers} viewers of a table: p50 {cuts[49] * 1000:.1f} ms, "
                            f"p99 {cuts[98] * 1000:.1f} ms after the command was sent"
                        )
        if options.lines:
            where = str(Path(directory) / "long.db")
            await grow(where, options.lines)
            took = opened_again(where)
            print(f"opened again with {options.lines:,} lines in {took:.2f} s", end=", ")
            print(f"{options.lines / took:,.0f} lines a second")
            if options.records:
                fill(where, options.records)
                took = opened_again(where)
                print(
                    f"with {options.records:,} lines, all others of closed sessions: {took:.2f} s"
                )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_alone(sys.argv[2], int(sys.argv[3]))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--seconds", type=float, default=5)
        parser.add_argument("--crowds", action="store_true", help="measure nothing but crowds")
        parser.add_argument("--postgresql", default="")
        parser.add_argument("--clients", type=int, default=16)
        parser.add_argument("--lines", type=int, default=20_000)
        parser.add_argument("--records", type=int, default=0)
        parser.add_argument("--viewers", type=int, default=200)
        uvloop.run(main(parser.parse_args()))  # the clients take as little of the machine as can be
