"""What arrives on a connection before there is a request, and who may have one."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from croupier.web.http.connections import Connection, ConnectionLimits, Connections
from croupier.web.http.request import CONNECTION
from croupier.web.http.security_headers import security_headers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable

pytestmark = pytest.mark.anyio

SOON = 20.0
"""Seconds after which nothing more is waited for."""
BRIEF = 0.3
ROOMY = ConnectionLimits(arrival=SOON, unread=SOON)
HEAD = b"GET / HTTP/1.1\r\nhost: casino.test\r\n"
LARGE = 32 * 1024 * 1024


class House:
    """An application that answers what the path says, and what serves it."""

    def __init__(self, port: int, connections: Connections) -> None:
        self.port = port
        self.connections = connections
        self.under_way = 0
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        while message.get("more_body"):
            message = await receive()
        body = b"x" * LARGE if scope["path"] == "/large" else b"here"
        asked = dict(scope["headers"])
        if b"x-account" in asked:
            scope[CONNECTION].note_account()
        if scope["path"] == "/stream":
            scope[CONNECTION].note_stream(asked.get(b"x-from", b"").decode())
        if scope["path"] in ("/wait", "/stream"):
            self.under_way += 1
            await self.go_on.wait()
        headers = [(b"content-length", str(len(body)).encode())]
        if scope["path"] == "/parts":
            headers = []
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["path"] == "/parts":
            await send({"type": "http.response.body", "body": b"x" * LARGE, "more_body": True})
        await send({"type": "http.response.body", "body": body})

    async def connect(self, address: str = "127.0.0.1") -> Guest:
        here = (address, 0)
        return Guest(*await asyncio.open_connection("127.0.0.1", self.port, local_addr=here))

    async def hold(self, path: bytes, address: str = "127.0.0.1", more: bytes = b"") -> Guest:
        """A connection with something under way."""
        guest, before = await self.connect(address), self.under_way
        await guest.send(HEAD.replace(b" / ", b" " + path + b" ") + more + b"\r\n")
        await until(lambda: self.under_way > before)
        return guest


class Guest:
    """One connection to the house."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *parts: bytes) -> None:
        """Send until the other side has had enough."""
        try:
            for part in parts:
                self.writer.write(part)
                await self.writer.drain()
        except ConnectionError:
            pass

    async def status(self) -> int:
        line = await asyncio.wait_for(self.reader.readline(), SOON)
        return int(line.split()[1]) if line else 0

    async def is_ended(self) -> bool:
        """Whether the house ends the connection, sooner or later."""
        try:
            while await asyncio.wait_for(self.reader.read(65536), SOON):
                pass
        except ConnectionError:
            pass
        return True

    async def ask(self, path: bytes = b"/") -> int:
        await self.send(HEAD.replace(b" / ", b" " + path + b" ") + b"\r\n")
        return await self.status()


@asynccontextmanager
async def served(
    limits: ConnectionLimits, protocol: Any = None, made: type[House] = House
) -> AsyncIterator[House]:
    """The house on a port of its own, under these limits."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        connections = Connections(limits)
        house = made(listening.getsockname()[1], connections)
        config = uvicorn.Config(
            house,
            http=protocol or partial(Connection, connections=connections),  # type: ignore[arg-type]
            lifespan="off", log_config=None, ws="none",
        )  # fmt: skip
        server = uvicorn.Server(config)
        running = asyncio.create_task(server._serve(sockets=[listening]))
        try:
            yield house
        finally:
            house.go_on.set()
            server.should_exit = server.force_exit = True
            await running


def lines(count: int) -> bytes:
    return b"".join(b"x-%d: 1\r\n" % number for number in range(count))


async def until(true: Any) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0)


# -- how much


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"x: " + b"a" * ROOMY.head + b"\r\n\r\n",
        b"GET /" + b"a" * ROOMY.head + b" HTTP/1.1\r\nhost: casino.test\r\n\r\n",
        HEAD + lines(ROOMY.fields) + b"\r\n",
    ],
    ids=["a long field", "a long path", "many fields"],
)
async def test_headers_that_are_too_large_are_refused(head: bytes) -> None:
    async with served(ROOMY) as house:
        guest = await house.connect()
        await guest.send(head)
        assert await guest.status() == 431
        assert await guest.is_ended()
    async with served(ROOMY, HttpToolsProtocol) as house:  # the server by itself takes them
        guest = await house.connect()
        await guest.send(head)
        assert await guest.status() == 200


async def test_headers_without_an_end_are_refused_before_they_are_here() -> None:
    async with served(ROOMY) as house:
        guest = await house.connect()
        await guest.send(HEAD + b"x: ", *[b"a" * 65536] * 1000)
        assert await guest.is_ended()
        assert house.connections.open == 0


CHUNKED = HEAD.replace(b"GET", b"POST") + b"transfer-encoding: chunked\r\n\r\n4\r\nbody\r\n"


@pytest.mark.parametrize(
    "rest",
    [
        [b"0\r\n" + lines(ROOMY.fields) + b"\r\n"],
        [b"0\r\nx: ", *[b"a" * 65536] * 32, b"\r\n\r\n"],
        [b"4;", *[b"a" * 65536] * 32, b"\r\nbody\r\n0\r\n\r\n"],
    ],
    ids=["many trailers", "a long trailer", "a long extension of a chunk"],
)
async def test_what_stands_beside_a_body_is_as_limited_as_headers(rest: list[bytes]) -> None:
    for protocol, status in ((None, 431), (HttpToolsProtocol, 200)):  # which by itself takes it
        async with served(ROOMY, protocol) as house:
            guest = await house.connect()
            await guest.send(CHUNKED, *rest)
            assert await guest.status() == status


async def test_a_trailer_is_no_header() -> None:
    """What is said behind a body was not there when it was judged who asks."""
    seen: list[list[tuple[bytes, bytes]]] = []

    class Watched(House):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await super().__call__(scope, receive, send)
            seen.append(scope["headers"])

    for protocol in (None, HttpToolsProtocol):
        async with served(ROOMY, protocol, Watched) as house:
            guest = await house.connect()
            await guest.send(CHUNKED + b"0\r\nx-role: operator\r\n\r\n")
            assert await guest.status() == 200
            await until(lambda: house.under_way == 0 and seen)
    assert [(b"x-role", b"operator") in headers for headers in seen] == [False, True]


@pytest.mark.parametrize("fields", [1, ROOMY.fields - 1])
async def test_headers_that_fit_are_taken_together_with_a_large_body(fields: int) -> None:
    body = b"b" * (ROOMY.head * 2)
    head = HEAD.replace(b"GET", b"POST") + lines(fields - 1)
    async with served(ROOMY) as house:
        guest = await house.connect()
        await guest.send(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        assert await guest.status() == 200


@pytest.mark.parametrize("hosts", [0, 2])
async def test_a_request_names_its_host_once(hosts: int) -> None:
    async with served(ROOMY) as house:
        guest = await house.connect()
        await guest.send(b"GET / HTTP/1.1\r\n" + b"host: casino.test\r\n" * hosts + b"\r\n")
        assert await guest.status() == 400
        assert await guest.is_ended()


async def test_requests_behind_each_other_are_answered_up_to_a_number() -> None:
    many = ROOMY.pipelined + 1  # and one that is under way
    async with served(ROOMY) as house:
        guest = await house.connect()
        await guest.send((HEAD + b"\r\n") * many)
        await asyncio.wait_for(guest.reader.readuntil(b"here"), SOON)
        for _ in range(many - 1):
            await asyncio.wait_for(guest.reader.readuntil(b"here"), SOON)
        assert await guest.ask() == 200
        other = await house.connect()
        await other.send((HEAD + b"\r\n") * (many + 1))
        assert await other.is_ended()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (HEAD + lines(ROOMY.fields) + b"\r\n", 431),
        (b"\x16\x03\x01\x00\xa5\x01\x00", 400),
        (b"no request at all\r\n\r\n", 400),
    ],
    ids=["no host", "many fields", "TLS", "no HTTP"],
)
async def test_what_is_refused_is_a_problem_with_the_headers_of_every_answer(
    sent: bytes, status: int
) -> None:
    headers = security_headers(secure=True)
    async with served(ROOMY) as house:
        house.connections.headers = headers
        guest = await house.connect()
        await guest.send(sent)
        assert await guest.status() == status
        head = await asyncio.wait_for(guest.reader.readuntil(b"\r\n\r\n"), SOON)
        fields = [field.partition(b": ") for field in head.split(b"\r\n")]
        assert set(headers) <= {(name, value) for name, _, value in fields}
        assert b"content-type: application/problem+json" in head
        assert await guest.is_ended()


# -- how long


@pytest.mark.parametrize(
    "sent",
    [b"", HEAD, HEAD.replace(b"GET", b"POST") + b"content-length: 10\r\n\r\nabc"],
    ids=["nothing", "half of the headers", "half of the body"],
)
async def test_what_does_not_arrive_in_time_is_dropped(sent: bytes) -> None:
    async with served(ConnectionLimits(arrival=BRIEF)) as house:
        guest = await house.connect()
        await guest.send(sent)
        assert await guest.is_ended()
        assert house.connections.dropped == 1


async def test_a_request_has_no_more_time_because_it_comes_in_drops() -> None:
    async with served(ConnectionLimits(arrival=BRIEF)) as house:
        guest = await house.connect()
        await guest.send(HEAD + b"x: ")
        async with asyncio.timeout(SOON):
            while not house.connections.dropped:
                await guest.send(b"a")
                await asyncio.sleep(BRIEF / 10)  # the pace of whoever wants to be a nuisance
        assert await guest.is_ended()


async def test_the_second_request_of_a_connection_has_to_arrive_in_time_too() -> None:
    async with served(ConnectionLimits(arrival=BRIEF)) as house:
        guest = await house.connect()
        assert await guest.ask() == 200
        await guest.send(HEAD)
        assert await guest.is_ended()
        assert house.connections.dropped == 1


async def test_an_answer_may_take_longer_than_a_request() -> None:
    async with served(ConnectionLimits(arrival=BRIEF)) as house:
        guest, other = await house.connect(), await house.connect()
        await guest.send(HEAD.replace(b" / ", b" /wait ") + b"\r\n")
        assert await other.is_ended()  # it had the same time, and asked nothing
        house.go_on.set()
        assert await guest.status() == 200


async def test_who_does_not_read_what_they_asked_for_is_dropped() -> None:
    async with served(ConnectionLimits(arrival=SOON, unread=BRIEF)) as house:
        guest = await house.connect()
        await guest.send(HEAD.replace(b" / ", b" /large ") + b"\r\n")
        await until(lambda: house.connections.dropped)
        assert house.connections.open == 0


# -- how many


async def test_an_address_has_so_many_connections() -> None:
    async with served(ConnectionLimits(by_address=3)) as house:
        guests = [await house.connect() for _ in range(3)]
        assert [await guest.ask() for guest in guests] == [200] * 3
        other = await house.connect()
        assert await other.ask() == 503
        assert b"retry-after: 5" in await other.reader.readuntil(b"\r\n\r\n")
        guests[0].writer.close()
        await until(lambda: house.connections.open < 3)
        assert await (await house.connect()).ask() == 200


async def test_a_proxy_may_have_as_many_as_it_likes() -> None:
    async with served(ConnectionLimits(by_address=1)) as house:
        house.connections.proxies = [ip_network("127.0.0.0/8")]
        assert [await (await house.connect()).ask() for _ in range(5)] == [200] * 5


async def test_who_waits_with_nothing_under_way_makes_room() -> None:
    async with served(ConnectionLimits(in_all=3, arrival=SOON, grace=0)) as house:
        busy = await house.hold(b"/wait")
        silent, idle = await house.connect(), await house.connect()
        assert await idle.ask() == 200
        late = await house.connect()
        assert await late.ask() == 200
        assert await silent.is_ended()
        house.go_on.set()
        assert await busy.status() == 200


async def test_if_all_are_busy_others_are_told_so() -> None:
    async with served(ConnectionLimits(in_all=2, arrival=SOON)) as house:
        held = [await house.hold(b"/wait") for _ in range(2)]
        assert await (await house.connect()).ask() == 503
        assert house.connections.refused == 1
        house.go_on.set()
        assert [await each.status() for each in held] == [200] * 2


ACCOUNT = b"x-account: ana\r\n"


async def test_strangers_make_room_first_and_then_streams_of_accounts() -> None:
    limits = ConnectionLimits(in_all=4, arrival=SOON, grace=0)
    async with served(limits) as house:
        busy = await house.hold(b"/wait", more=ACCOUNT)
        watching = await house.hold(b"/stream", more=ACCOUNT)
        slow = await house.hold(b"/wait")
        stranger = await house.hold(b"/stream")
        held = []
        for ended in (stranger, slow, watching):
            held.append(await house.hold(b"/wait", more=ACCOUNT))
            assert await ended.is_ended()
        assert await (await house.connect()).ask() == 503  # everybody asks for something
        assert (house.connections.made_room, house.connections.open) == (3, 4)
        house.go_on.set()
        assert [await each.status() for each in (busy, *held)] == [200] * 4


@pytest.mark.parametrize("proxied", [False, True])
async def test_the_address_with_the_most_streams_of_accounts_makes_room(proxied: bool) -> None:
    """Whoever keeps many accounts and listens with all of them cuts nobody else off."""

    def listen(house: House, address: str) -> Awaitable[Guest]:
        said = ACCOUNT + (b"x-from: %b\r\n" % address.encode() if proxied else b"")
        return house.hold(b"/stream", "127.0.0.1" if proxied else address, more=said)

    async with served(ConnectionLimits(in_all=4, arrival=SOON, grace=0)) as house:
        player = await listen(house, "127.0.1.1")
        crowd = [await listen(house, "127.0.1.2") for _ in range(5)]
        assert [await each.is_ended() for each in crowd[:2]] == [True, True]
        house.go_on.set()
        assert [await each.status() for each in (player, *crowd[2:])] == [200] * 4


async def test_an_answer_to_an_account_that_nobody_reads_makes_room() -> None:
    async with served(ConnectionLimits(in_all=1, arrival=SOON, unread=SOON, grace=0)) as house:
        guest = await house.connect()
        await guest.send(HEAD.replace(b" / ", b" /parts ") + ACCOUNT + b"\r\n")
        assert await guest.status() == 200
        assert await (await house.connect()).ask() == 200


async def test_a_crowd_at_one_address_makes_room_for_another_address() -> None:
    """The crowd is new, and asks for something; it does not push out anybody else."""
    async with served(ConnectionLimits(in_all=4, arrival=SOON, grace=SOON)) as house:
        crowd = [await house.hold(b"/wait", "127.0.1.1") for _ in range(4)]
        other = await house.hold(b"/wait", "127.0.1.2")
        assert await crowd[0].is_ended()
        assert await (await house.connect("127.0.1.1")).ask() == 503
        third = await house.hold(b"/wait", "127.0.1.3")
        assert await crowd[1].is_ended()
        house.go_on.set()
        assert [await each.status() for each in (other, third, *crowd[2:])] == [200] * 4


async def test_a_connection_that_was_somebodys_may_be_a_strangers_next() -> None:
    """A proxy sends the requests of many people on one connection."""
    async with served(ConnectionLimits(in_all=1, arrival=SOON, grace=0)) as house:
        guest = await house.connect()
        await guest.send(HEAD + ACCOUNT + b"\r\n")
        assert await guest.status() == 200
        await guest.reader.readuntil(b"here")
        await guest.send(HEAD.replace(b" / ", b" /stream ") + b"\r\n")
        await until(lambda: house.under_way == 1)
        assert await (await house.connect()).ask() == 200
        assert await guest.is_ended()
