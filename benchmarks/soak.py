"""Whether a casino that stays busy stays the same size: the memory of its server over the minutes.

    python -m benchmarks.soak [--minutes 10] [--warm-up 4000] [--viewers 40] [--postgresql URL]

Three guests play at a table of every game as fast as they are answered. Viewers follow the tables
and keep coming and going; somebody walks about and looks at pages, another asks for records, meters
and events as an inspector does. What is compared is the memory of the server's process after so
many commands, when all that it keeps at hand is there, and at the end. It ends with status 1 if
that has grown by more than five in a hundred.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips, Pace, SetUpTable
from croupier.casino.store import open_store
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

OPERATOR = Person("olga", Role.OPERATOR)
GUESTS = ("ana", "ben", "chloe")
PEOPLE = {**dict.fromkeys(GUESTS, Role.PLAYER), "ines": Role.INSPECTOR}
QUICK = Pace(betting=200, decision=2_000, cut=200, settled=5)
FORTUNE = 100_000_000_00
MANY = str(10**9)
CONFLICT = b"409"
"""Somebody else was faster."""
MOST = 0.05
"""By how much the memory may have grown."""
OFTEN = 10.0
"""How many seconds lie between two looks at it."""
NOT_NOW = {"leave", "get-up", "sit", "take-chips", "step-away", "ask-for-rules",
           "ask-determinations"}  # fmt: skip
PAGES = ("/", "/tables/{table}", "/rules", "/api/tables", "/api/tables/{table}/shoes")
DESK = (
    "/api/meters", "/api/events", "/api/notices", "/api/tables/{table}/record",
    "/api/tables/{table}/rounds", "/api/chips", "/metrics",
)  # fmt: skip


# --- the casino


async def found(where: str) -> dict[str, str]:
    """A house with a quick table of every game; a token for everybody."""
    with open_store(where) as store:
        async with Floor(store) as floor:
            await floor.command_house(Enrol(person=OPERATOR.name, roles=(OPERATOR.role,)), OPERATOR)
            await floor.command_house(IssueChips(amount=10 * FORTUNE), OPERATOR)
            for person, role in PEOPLE.items():
                await floor.command_house(Enrol(person=person, roles=(role,)), OPERATOR)
            for guest in GUESTS:
                await floor.command_house(
                    BuyIn(person=guest, amount=FORTUNE), Person(guest, Role.PLAYER)
                )
            for table, (instrument, options) in TABLES.items():
                command = SetUpTable(
                    table=table, instrument=instrument, options=options, pace=QUICK, float=FORTUNE
                )
                await floor.command_house(command, OPERATOR)
            tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
            return {
                person: (await tokens.make(person, "soak", (role,), 1)).token
                for person, role in PEOPLE.items()
            }


@asynccontextmanager
async def served(where: str, log: Path) -> AsyncIterator[tuple[int, int]]:
    """A server in a process of its own: its port and its id."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    environment = {
        **os.environ, "CROUPIER_PORT": str(port), "CROUPIER_RATE": MANY,
        "CROUPIER_RATE_BY_ADDRESS": MANY, "CROUPIER_LOG_REQUESTS": "false",
    }  # fmt: skip
    with open(log, "wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--database", where],
            env=environment, stdout=output, stderr=output, cwd=log.parent,
        )  # fmt: skip
    try:
        while True:
            assert process.poll() is None, log.read_text()
            try:
                async with Connection(port, "") as connection:
                    await connection.ask("GET", "/health/ready")
                break
            except OSError:
                await asyncio.sleep(0.05)  # it is not open yet
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def memory_of(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


# --- those who come


class Connection:
    """One connection that is kept open, with no more of HTTP than this takes."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._who = f"authorization: Bearer {token}\r\n" if token else ""

    async def __aenter__(self) -> Self:
        self._in, self._out = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._out.close()

    async def ask(self, method: str, path: str, body: bytes = b"", key: str = "") -> bytes:
        """What is answered; a conflict is, and nothing else that is not a success."""
        self._send(method, path, body, f"idempotency-key: {key}\r\n" if key else "")
        head = (await self._in.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        answer = await self._in.readexactly(int(length[1])) if length else b""
        assert head[9:10] == b"2" or head[9:12] == CONFLICT, (path, head, answer)
        return b"" if head[9:12] == CONFLICT else answer

    async def events(self, path: str) -> AsyncIterator[bytes]:
        self._send("GET", path, b"", "")
        while line := await self._in.readline():
            if line.startswith(b"data:"):
                yield line

    def _send(self, method: str, path: str, body: bytes, more: str) -> None:
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\n{self._who}{more}"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self._out.write(head.encode() + body)


class Crowd:
    """Everybody in the casino, until they are told to stop."""

    def __init__(self, port: int, tokens: dict[str, str]) -> None:
        self.port = port
        self.tokens = tokens
        self.done: Counter[str] = Counter()

    def connection(self, person: str) -> Connection:
        return Connection(self.port, self.tokens.get(person, ""))

    async def play(self, name: str, table: str, box: int, chance: random.Random) -> None:
        async with self.connection(name) as connection:
            for number in count():
                seen = msgspec.json.decode(await connection.ask("GET", f"/api/tables/{table}"))
                command = choice(seen["view"], name, box, chance)
                if command is None:
                    await asyncio.sleep(0.05)
                    continue
                asked = msgspec.json.encode({"command": command})
                path, key = f"/api/tables/{table}/commands", f"{table}-{number}"
                if await connection.ask("POST", path, asked, key):
                    self.done["commands"] += 1
                if command["do"] == "place-wager":
                    await connection.ask("POST", f"/api/tables/{table}/ready")

    async def follow(self, name: str, table: str, chance: random.Random) -> None:
        """Listen to a table for a while, again and again."""
        while True:
            until = self.done["events"] + chance.randrange(1, 4_000)
            async with self.connection(name) as connection:
                async for _ in connection.events(f"/api/tables/{table}/stream"):
                    self.done["events"] += 1
                    if self.done["events"] >= until:
                        break
            self.done["connections"] += 1

    async def walk(self, name: str, paths: tuple[str, ...], chance: random.Random) -> None:
        async with self.connection(name) as connection:
            while True:
                path = chance.choice(paths).format(table=chance.choice([*TABLES]))
                await connection.ask("GET", path)
                self.done["pages"] += 1
                await asyncio.sleep(0.2)

    def everybody(self, viewers: int) -> list[asyncio.Task[None]]:
        chance = random.Random(22)

        def own() -> random.Random:
            return random.Random(chance.random())

        coming = [
            self.play(name, table, box, own())
            for table in TABLES
            for box, name in enumerate(GUESTS, 1)
        ]
        tables, names = [*TABLES], ("", *PEOPLE)
        coming += [
            self.follow(names[number % len(names)], tables[number % len(tables)], own())
            for number in range(viewers)
        ]
        coming += [self.walk("", PAGES, own()), self.walk("ines", DESK, own())]
        return [asyncio.create_task(each) for each in coming]


def choice(
    view: dict[str, Any], name: str, box: int, chance: random.Random
) -> dict[str, Any] | None:
    """Something legal and modest; chips are brought when there are few."""
    if name not in view["players"]:
        return {"do": "arrive", "player": name}
    if not any(place["seat"] == name for place in view["boxes"]):
        return {"do": "sit", "player": name, "box": box}
    if view["chips"] < 100_00 and view["phase"] == "betting":
        return {"do": "bring-chips", "player": name, "amount": 1_000_00}
    there = any(wager["player"] == name for place in view["boxes"] for wager in place["wagers"])
    open_to = [
        command
        for command in view["legal"]
        if command["do"] not in NOT_NOW
        and not (command["do"] == "place-wager" and (there or not 0 < command["amount"] <= 20_00))
    ]
    return chance.choice(open_to) if open_to else None


# --- the measurement


async def soak(where: str, log: Path, options: argparse.Namespace) -> float:
    """By how much the server's memory has grown since the warm-up."""
    tokens = await found(where)
    async with served(where, log) as (port, pid):
        crowd = Crowd(port, tokens)
        tasks = crowd.everybody(options.viewers)
        began, warm = time.monotonic(), 0.0
        try:
            while time.monotonic() - began < options.minutes * 60:
                await asyncio.wait(tasks, timeout=OFTEN, return_when=asyncio.FIRST_EXCEPTION)
                for task in tasks:
                    if task.done():
                        task.result()
                minutes, now = (time.monotonic() - began) / 60, memory_of(pid)
                if crowd.done["commands"] >= options.warm_up and not warm:
                    warm = now
                grown = f", {now / warm - 1:+.1%} since the warm-up" if warm else ""
                counted = ", ".join(f"{times:,} {what}" for what, times in crowd.done.items())
                print(f"{minutes:5.1f} min  {now:6.1f} MB{grown}  ({counted})", flush=True)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    if not warm:
        sys.exit(f"it took longer than that to come to {options.warm_up:,} commands")
    return now / warm - 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--warm-up", type=int, default=4_000, help="so many commands")
    parser.add_argument("--viewers", type=int, default=40)
    parser.add_argument("--postgresql", metavar="URL", default="", help="an empty database to fill")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        where = options.postgresql or str(Path(directory) / "casino.db")
        grown = asyncio.run(soak(where, Path(directory) / "log", options))
    print(f"the memory of the server grew by {grown:.1%} after the warm-up")
    sys.exit(grown > MOST)


if __name__ == "__main__":
    main()
