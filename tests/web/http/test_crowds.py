"""A crowd at a dear page: a player's command hardly takes longer than beside nobody.

A real server and real connections, each stranger from an address of their own. The control is the
same server without the line of strangers and without pages that are kept.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest
from tests.web import crowded_server

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips, SetUpTable
from croupier.casino.store import open_store
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio

OLGA, ANA = Person("olga", Role.OPERATOR), Person("ana", Role.PLAYER)
STRANGERS = 40
COMMANDS = 15
LONG = 1.0
"""Seconds after which commands have shown how long they take, however few they were."""
PAGE = "/rules/compare"


async def found_with_player(where: Path, *, table: bool = False) -> str:
    """A house with one player, and a table if it is wanted; a token of the player's."""
    with open_store(str(where)) as store:
        async with Floor(store) as floor:
            for person in (OLGA, ANA):
                duty = Enrol(person=person.name, roles=(person.role,))
                await floor.command_house(duty, OLGA)
            await floor.command_house(IssueChips(amount=10**9), OLGA)
            await floor.command_house(BuyIn(person="ana", amount=100_00), ANA)
            if table:
                instrument, options = TABLES["holdem"]
                set_up = SetUpTable(table="holdem", instrument=instrument, options=options)
                await floor.command_house(set_up, OLGA)
            tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
            return (await tokens.make("ana", "test", (Role.PLAYER,), 1)).token


@contextmanager
def _served(database: Path, *words: str) -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, crowded_server.__file__, str(database), *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


class _Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, head: str, body: bytes = b"") -> int:
        length = f"host: casino.test\r\ncontent-length: {len(body)}\r\n\r\n"
        self.writer.write(f"{head}\r\n{length}".encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        (said,) = [line for line in answer.split(b"\r\n") if line.startswith(b"content-length:")]
        await self.reader.readexactly(int(said[15:]))
        return int(answer[9:12])


async def _connected(port: int, number: int = 0) -> _Connection:
    here = f"127.0.1.{1 + number}", 0
    return _Connection(*await asyncio.open_connection("127.0.0.1", port, local_addr=here))


async def _commands(port: int, token: str) -> list[float]:
    """How long each of several commands took."""
    took: list[float] = []
    player = await _connected(port, 200)
    head = (
        f"POST /api/chips/buy-in HTTP/1.1\r\nauthorization: Bearer {token}\r\n"
        "content-type: application/json"
    )
    while len(took) < COMMANDS and sum(took) < LONG:
        began = time.perf_counter()
        assert await player.ask(head, json.dumps({"amount": 100}).encode()) == 200
        took.append(time.perf_counter() - began)
    player.writer.close()
    return took


async def _beside_a_crowd(port: int, token: str) -> list[float]:
    strangers = [await _connected(port, number) for number in range(STRANGERS)]
    crowded = asyncio.Semaphore(0)

    async def ask(stranger: _Connection) -> None:
        while True:
            crowded.release()
            assert await stranger.ask(f"GET {PAGE} HTTP/1.1") in (200, 503)

    tasks = [asyncio.create_task(ask(stranger)) for stranger in strangers]
    for _ in range(STRANGERS + 5):  # everybody is there, and some have been answered
        await crowded.acquire()
    took = await _commands(port, token)
    for task in tasks:
        assert not task.done()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for stranger in strangers:
        stranger.writer.close()
    return took


@pytest.mark.skipif(sys.platform != "linux", reason="addresses of this machine beside 127.0.0.1")
async def test_a_crowd_at_a_dear_page_does_not_hold_up_a_command(tmp_path: Path) -> None:
    token = await found_with_player(tmp_path / "casino.db")
    with _served(tmp_path / "casino.db") as port:
        alone = median(await _commands(port, token))
        crowded = median(await _beside_a_crowd(port, token))
    with _served(tmp_path / "casino.db", "--unprotected") as port:
        unprotected_alone = median(await _commands(port, token))
        unprotected = median(await _beside_a_crowd(port, token))
    assert crowded < unprotected / 5, (alone, crowded, unprotected)
    assert unprotected > 20 * unprotected_alone, (unprotected_alone, unprotected)
