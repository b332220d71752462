"""Strangers hold every connection that they get; players play, and the health check is answered.

A real server and real connections from sixteen addresses. Whoever is turned away or cut off comes
back at once. `CROUPIER_STREAMS=4000` has as many strangers as there are connections in a casino.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from tests.web import crowded_server
from tests.web.http.test_crowds import found_with_player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="addresses beside 127.0.0.1"),
]

ADDRESSES = 16
STRANGERS = int(os.environ.get("CROUPIER_STREAMS", "96"))
ROOM = {
    "CROUPIER_CONNECTIONS": str(STRANGERS),
    "CROUPIER_CONNECTIONS_BY_ADDRESS": str(STRANGERS // ADDRESSES + 2),
    "CROUPIER_STRANGER_STREAMS": str(STRANGERS // 4),
    "CROUPIER_STRANGER_STREAMS_BY_ADDRESS": str(max(2, STRANGERS // 64)),
    "CROUPIER_OPEN_METRICS": "true",
}
"""The defaults, in proportion to the number of strangers."""
TIMES = 8
LONGEST = 60.0
"""Seconds after which an answer is not waited for."""
STREAM = b"GET /api/tables/holdem/stream HTTP/1.1\r\nhost: casino.test\r\n\r\n"
SLOW_BODY = (
    b"POST /api/session HTTP/1.1\r\nhost: casino.test\r\ncontent-type: application/json\r\n"
    b"content-length: 1000\r\n\r\n{"
)
SILENCE = b"GET / HTTP/1.1\r\n"


@dataclass
class Crowd:
    """Strangers who hold connections, and what the server says to them."""

    port: int
    sends: bytes
    held: int = 0
    turned_away: int = 0
    log: list[bytes] = field(default_factory=list)

    async def stay(self, number: int) -> None:
        here = f"127.0.3.{1 + number % ADDRESSES}", 0
        while True:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=here
                )
                writer.write(self.sends)
                self.held += 1
                try:
                    said = await reader.readline()
                    if said and b" 200 " not in said:
                        self.turned_away += 1
                    while await reader.read(65536):
                        pass
                finally:
                    self.held -= 1
                    writer.close()
            await asyncio.sleep(0.2)


@asynccontextmanager
async def crowd_of(port: int, sends: bytes) -> AsyncIterator[Crowd]:
    crowd = Crowd(port, sends)
    tasks = [asyncio.create_task(crowd.stay(number)) for number in range(STRANGERS)]
    async with asyncio.timeout(60):
        while crowd.held + crowd.turned_away < STRANGERS:
            await asyncio.sleep(0.05)
    yield crowd
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def served(database: Path, log: Path, **settings: str) -> Iterator[int]:
    with (
        log.open("wb") as said,
        subprocess.Popen(
            [sys.executable, crowded_server.__file__, str(database)],
            stdout=subprocess.PIPE, stderr=said, text=True, env={**os.environ, **settings},
        ) as process,
    ):  # fmt: skip
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


async def ask(port: int, number: int, head: str, body: bytes = b"") -> tuple[int, bytes]:
    """One request on a connection of its own; the status and the body of the answer."""
    here = f"127.0.4.{1 + number}", 0
    async with asyncio.timeout(LONGEST):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=here)
        length = f"host: casino.test\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        writer.write(f"{head}\r\n{length}".encode() + body)
        answer = await reader.read(-1)
        writer.close()
    return int(answer[9:12] or 0), answer.partition(b"\r\n\r\n")[2]


async def test_strangers_who_hold_connections_lock_nobody_out(tmp_path: Path) -> None:
    token = await found_with_player(tmp_path / "casino.db", table=True)
    log = tmp_path / "log"
    with served(tmp_path / "casino.db", log, **ROOM) as port:
        for sends in (SILENCE, SLOW_BODY, STREAM):
            async with crowd_of(port, sends) as crowd:
                await play(port, token)
                if sends is STREAM:
                    await until_streams_are_turned_away(port, token)
    assert crowd.turned_away
    for what in (b"streams", b"connections"):
        assert b"there are too many " + what in log.read_bytes()


async def test_requests_of_an_account_that_arrive_slowly_lock_nobody_out(tmp_path: Path) -> None:
    """A guest's session costs nothing, so its requests are commands once they are here."""
    token = await found_with_player(tmp_path / "casino.db", table=True)
    slow = SLOW_BODY.replace(b"/api/session", b"/api/chips/buy-in").replace(
        b"\r\nhost", b"\r\nauthorization: Bearer %b\r\nhost" % token.encode()
    )
    with served(tmp_path / "casino.db", tmp_path / "log", **ROOM) as port:
        async with crowd_of(port, slow):
            await play(port, token)
            counted = metrics((await ask(port, 0, "GET /metrics HTTP/1.1"))[1])
    assert counted["croupier_commands_under_way"] == 0
    assert counted["croupier_connections_made_room"] > 0


async def until_streams_are_turned_away(port: int, token: str) -> None:
    """Also see that strangers have no more streams than they may."""
    asks = f"GET /metrics HTTP/1.1\r\nauthorization: Bearer {token}"
    async with asyncio.timeout(LONGEST):
        while True:
            counted = metrics((await ask(port, 0, asks))[1])
            assert counted["croupier_stranger_streams"] <= STRANGERS // 4
            if any(name.startswith(TURNED_AWAY) for name in counted):
                break
            await asyncio.sleep(0.1)
    assert counted["croupier_connections_made_room"] > 0


async def play(port: int, token: str) -> None:
    """A player buys chips and somebody asks for the health, each time on a new connection."""
    buys = (
        f"POST /api/chips/buy-in HTTP/1.1\r\nauthorization: Bearer {token}\r\n"
        "content-type: application/json"
    )
    body = json.dumps({"amount": 100}).encode()
    for number in range(TIMES):
        assert (await ask(port, number, buys, body))[0] == 200
        assert (await ask(port, number, "GET /health HTTP/1.1"))[0] == 200


TURNED_AWAY = "croupier_streams_turned_away_total"


def metrics(text: bytes) -> dict[str, float]:
    lines = re.findall(r"^(croupier_\S+) (\S+)$", text.decode(), re.MULTILINE)
    return {name: float(value) for name, value in lines}
