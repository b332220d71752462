"""A server that is killed at any moment, under load, loses no command that it acknowledged.

Six lives by default; `CROUPIER_KILLS=500` for more. The control has acknowledgements that the
store does not know, and commands that nobody gave, and both are found.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.conftest import postgresql
from tests.casino.floor.floors import found, set_up
from tests.web.guests import GIVE_UP, Guest

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.floor.command_answers import request_of
from croupier.casino.house.commands import Pace
from croupier.casino.house_keys import HouseKeys
from croupier.casino.store import open_store
from croupier.casino.store.contract import KeyedRequest, Store
from croupier.casino.store_verification import inspect
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.casino.postgresql_server import Server

__all__ = ["postgresql"]

KILLS = int(os.environ.get("CROUPIER_KILLS", "6"))
MOST_KILLS = 10 * KILLS
LONGEST_LIFE = 30
"""How many requests are answered at most before a server is killed."""
QUICK = Pace(betting=50, decision=100, cut=20, settled=5)
GUESTS = ("ana", "ben", "chloe")


async def _founded(where: str) -> dict[str, str]:
    """A casino with a quick table of each game; a token for every guest."""
    with open_store(where) as store:
        async with Floor(store) as floor:
            await found(floor, chips=1_000_000_00)
            for table in TABLES:
                await set_up(floor, table, pace=QUICK)
            tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
            return {
                name: (await tokens.make(name, "test", (Role.PLAYER,), 1)).token for name in GUESTS
            }


def _free_port() -> int:
    """A port that stays free while no server lives: Linux gives those to nobody by itself."""
    while True:
        port = random.randrange(20_000, 32_768)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Lives:
    """A server that is born again whenever it has died."""

    def __init__(self, where: str, port: int, keys: Path | None = None) -> None:
        script, shared = Path(__file__).with_name("server_lives.py"), str(keys or "")
        self._process = subprocess.Popen(
            [sys.executable, script, where, str(port), shared],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def begin(self) -> int:
        """The id of a server that has just been started."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"live\n")
        self._process.stdin.flush()
        return int(self._until(b"born").split()[1])

    def wait_until_open(self) -> None:
        self._until(b"open")

    def end(self, server: int, how: signal.Signals) -> None:
        os.kill(server, how)
        self._until(b"dead")

    def _until(self, word: bytes) -> bytes:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(word):
                return line
            assert not line.startswith(b"dead"), "a server died by itself"
        raise AssertionError("the server's parent is gone")

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def _playing(where: str, *ports: int) -> Iterator[list[Guest]]:
    """Guests at every table, each in a thread and by a server of their own, until the end."""
    tokens = asyncio.run(_founded(where))
    guests = [
        Guest(name, table, box, tokens[name], ports[box % len(ports)], seed)
        for seed, table in enumerate(TABLES)
        for box, name in enumerate(GUESTS[: 1 + (seed + len(ports)) % 3], 1)
    ]
    for guest in guests:
        guest.start()
    try:
        yield guests
    finally:
        stopping = [threading.Thread(target=guest.stop) for guest in guests]
        for thread in stopping:
            thread.start()
        for thread in stopping:
            thread.join()


def _check(where: str, guests: list[Guest]) -> None:
    assert [trouble for guest in guests for trouble in guest.troubles] == []
    with open_store(where, read_only=True) as store:
        lost = _lost(store, guests)
        assert lost == []
        for guest in guests:
            recorded = _recorded(store, guest)
            del recorded["come-back"], guest.done["come-back"]  # which the program says for them
            assert +recorded == +guest.done
        found = inspect(store)
        assert found.sound, found.findings
    with open_store(where, read_only=True) as store:
        house = Floor(store).house
        assert house.books.balance


def _lost(store: Store, guests: list[Guest]) -> list[str]:
    """Acknowledged requests that the store does not know, or knows otherwise."""
    return [
        key
        for guest in guests
        for key, body in guest.acknowledged.items()
        if (receipt := store.receipt(_id(guest, key))) is None or receipt.answer != body
    ]


def _id(guest: Guest, key: str) -> str:
    request = request_of(Person(guest.name, Role.PLAYER), key, "", None)
    assert isinstance(request, KeyedRequest)
    return request.id


def _recorded(store: Store, guest: Guest) -> Counter[str]:
    """How often each command of a guest is in the record of the table."""
    done: Counter[str] = Counter()
    for line in store.lines(f"tables/{guest.table}/1", after=1):
        entry = msgspec.json.decode(line)["entry"]
        if (entry["by"], entry["role"]) == (guest.name, Role.PLAYER):
            done[entry["command"]["do"]] += 1
    return done


def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    where, port = str(tmp_path / "casino.db"), _free_port()
    chance = random.Random(1)
    with _playing(where, port) as guests:
        lives = Lives(where, port)
        kills = 0
        while kills < KILLS or not any(guest.repeated for guest in guests):
            assert kills < MOST_KILLS, "no kill came between storing and answering"
            server = lives.begin()
            lives.wait_until_open()
            _until_more(guests, _acknowledged(guests) + chance.randrange(LONGEST_LIFE))
            lives.end(server, signal.SIGKILL)
            kills += 1
        last = lives.begin()
        lives.wait_until_open()
        for guest in guests:
            guest.stop()
        lives.end(last, signal.SIGTERM)
        lives.close()
    _check(where, guests)


def test_a_database_that_is_restarted_under_load_loses_nothing(postgresql: Server) -> None:
    where, port = postgresql.empty_database(), _free_port()
    with _playing(where, port) as guests:
        lives = Lives(where, port)
        server = lives.begin()
        lives.wait_until_open()
        for _ in range(2):
            _until_more(guests, _acknowledged(guests) + 30)
            postgresql.crash()
            postgresql.start()
        _until_more(guests, _acknowledged(guests) + 30)
        for guest in guests:
            guest.stop()
        lives.end(server, signal.SIGTERM)
        lives.close()
    _check(where, guests)


def test_two_servers_serve_the_same_tables(postgresql: Server, tmp_path: Path) -> None:
    where, ports = postgresql.empty_database(), (_free_port(), _free_port())
    HouseKeys.new().save(tmp_path / "house.keys")
    with _playing(where, *ports) as guests:
        lives = [Lives(where, port, tmp_path / "house.keys") for port in ports]
        servers = [each.begin() for each in lives]
        for each in lives:
            each.wait_until_open()
        _until_more(guests, 60)
        lives[0].end(servers[0], signal.SIGKILL)  # the other goes on with all that it saw to
        by_the_other = [guest for guest in guests if guest.port == ports[1]]
        _until_more(by_the_other, _acknowledged(by_the_other) + 30)
        servers[0] = lives[0].begin()
        lives[0].wait_until_open()
        _until_more(guests, _acknowledged(guests) + 30)
        for guest in guests:
            guest.stop()
        _until_they_agree(ports)
        for each, server in zip(lives, servers, strict=True):
            each.end(server, signal.SIGTERM)
            each.close()
    _check(where, guests)


def _until_they_agree(ports: tuple[int, ...]) -> None:
    """Wait until every server shows the same of every table, at the same line of its record."""
    for table in TABLES:
        deadline = time.monotonic() + GIVE_UP
        while len({_shown(port, table) for port in ports}) > 1:
            assert time.monotonic() < deadline, table
            time.sleep(0.01)


def _shown(port: int, table: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", f"/api/tables/{table}")
    seen = msgspec.json.decode(connection.getresponse().read())
    connection.close()
    return msgspec.json.encode((seen["line"], seen["view"]))


def _acknowledged(guests: list[Guest]) -> int:
    """How many requests have been answered with success."""
    return sum(len(guest.acknowledged) for guest in guests)


def _until_more(guests: list[Guest], wanted: int) -> None:
    """Wait until so many requests have been answered."""
    deadline = time.monotonic() + GIVE_UP
    while _acknowledged(guests) < wanted:
        assert time.monotonic() < deadline, [guest.wanted for guest in guests]
        time.sleep(0.01)


def test_the_check_finds_what_was_lost_and_what_was_done_twice(tmp_path: Path) -> None:
    """The control: acknowledgements that the store does not have, and commands nobody gave."""
    where = str(tmp_path / "casino.db")
    asyncio.run(_founded(where))
    guest = Guest("ana", "holdem", 1, "", 0, 0)
    guest.acknowledged["ana-1"] = b"{}"
    with open_store(where) as store:
        assert _lost(store, [guest]) == ["ana-1"]
    guest.acknowledged.clear()
    guest.done["arrive"] = 1
    with pytest.raises(AssertionError):
        _check(where, [guest])
