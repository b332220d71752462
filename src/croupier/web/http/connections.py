"""Connections: HTTP/1.1 with limits on all that arrives before there is a request to be judged.

uvicorn runs the sockets and httptools parses; between them a connection is ours. uvicorn's own
takes headers of any size, waits for them for ever, lets one address take every connection there is,
and sends each answer in two pieces. Here a request has so many bytes, fields and seconds to arrive
in, and an address has so many connections. When there are no more, one makes room: first those that
wait with nothing under way, then strangers, and last the streams of people with accounts, of the
address that has the most. What becomes of a request is in `exchange.py`.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass, field
from enum import IntEnum
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

import httptools
import msgspec

from croupier.web.http.exchange import Exchange, head
from croupier.web.http.logs import RepeatedWarning
from croupier.web.http.problems import MEDIA_TYPE, NOTED, HttpError, ProblemType
from croupier.web.http.request import CONNECTION, network_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uvicorn.config import Config
    from uvicorn.server import ServerState

    from croupier.web.http.security_headers import Headers
    from croupier.web.settings import Network


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What a connection may bring. Sizes are in bytes, times in seconds."""

    head: int = 32 * 1024
    """A request's first line and its headers."""
    fields: int = 100
    """Headers of one request."""
    pipelined: int = 16
    """Requests that may wait behind the one under way."""
    arrival: float = 15.0
    """For a whole request to arrive, from the connection or from the answer before it."""
    unread: float = 15.0
    """In which whoever is sent something has to read on."""
    grace: float = 1.0
    """For which a connection is spared that is new, or answers a stranger."""
    by_address: int = 256
    in_all: int = 4_000


class Standing(IntEnum):
    """The order in which connections make room for others.

    Requests of people with accounts make no room once they are here, until their answer waits for
    somebody to read it. Their streams make room last.
    """

    IDLE = 0
    """Nothing is under way, and a stranger asked last or nobody yet."""
    STRANGERS_STREAM = 1
    STRANGERS_REQUEST = 2
    IDLE_ACCOUNT = 3
    """Nothing is under way but an answer that is not read, and an account asked last."""
    STREAM = 4


SPARED = frozenset((Standing.IDLE, Standing.STRANGERS_REQUEST))
"""Those that make room only after some time: a new one may be anybody's."""


@dataclass(slots=True)
class Connections:
    """All that are open, and whether there is room for another."""

    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    proxies: Sequence[Network] = ()
    """Where many come from, and are counted before they come here."""
    headers: Headers = field(default_factory=list)
    """What every answer has."""
    refused: int = 0
    dropped: int = 0
    """How many took too long, or had to make room."""
    made_room: int = 0
    """The number of these that had something under way."""
    _by_network: Counter[str] = field(default_factory=Counter)
    _standing: tuple[dict[Connection, float], ...] = field(
        default_factory=lambda: tuple({} for _ in Standing)
    )
    """Those that can make room, by their standing, each with the time at which that began."""
    _streams_by_network: Counter[str] = field(default_factory=Counter)
    """Streams of people with accounts, by where they come from behind proxies."""
    _full: RepeatedWarning = field(
        default_factory=lambda: RepeatedWarning("connections", "there are too many connections")
    )
    open: int = 0

    def enter(self, connection: Connection) -> bool:
        """Count a new connection, if there is room for it."""
        address, network = connection.address, connection.network
        has_its_share = self._by_network[network] >= self.limits.by_address
        if has_its_share and not self._is_proxy(address):
            self.refused += 1
            return False
        if self.open >= self.limits.in_all:
            self._full.give()
            if not self._make_room(connection):
                self.refused += 1
                return False
        self.open += 1
        self._by_network[network] += 1
        self.place(connection, Standing.IDLE)
        return True

    def _is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self.proxies)

    def leave(self, connection: Connection) -> None:
        self.open -= 1
        self.place(connection, None)
        self._by_network[connection.network] -= 1
        if not self._by_network[connection.network]:
            del self._by_network[connection.network]

    def place(self, connection: Connection, standing: Standing | None) -> None:
        """Note what a connection is used for from now on; None if it makes room for nobody."""
        if connection.standing is not None:
            del self._standing[connection.standing][connection]
        if connection.standing is Standing.STREAM:
            self._streams_by_network[connection.listener] -= 1
        connection.standing = standing
        if standing is not None:
            self._standing[standing][connection] = connection.now
        if standing is Standing.STREAM:
            self._streams_by_network[connection.listener] += 1

    def _make_room(self, newcomer: Connection) -> bool:
        """Drop the connection that others need least; return whether there was one."""
        dropped = self._least_needed(newcomer.now) or self._spared_of_a_crowd(newcomer)
        if dropped is None:
            return False
        if dropped.standing not in (Standing.IDLE, Standing.IDLE_ACCOUNT):
            self.made_room += 1
        dropped.drop()
        return True

    def _least_needed(self, now: float) -> Connection | None:
        for standing in Standing:
            if standing is Standing.STREAM:
                return self._stream_of_a_crowd()
            oldest, since = next(iter(self._standing[standing].items()), (None, 0.0))
            if oldest is not None and (standing not in SPARED or now - since >= self.limits.grace):
                return oldest
        return None

    def _stream_of_a_crowd(self) -> Connection | None:
        """Return the oldest stream of an account at the address that has the most of them."""
        self._streams_by_network += Counter()  # which leaves out those that have none
        by_network = self._streams_by_network
        crowded = max(by_network, key=lambda each: by_network[each], default="")
        streams = self._standing[Standing.STREAM]
        return next((each for each in streams if each.listener == crowded), None)

    def _spared_of_a_crowd(self, newcomer: Connection) -> Connection | None:
        """Return a connection of the address with the most, if the newcomer's has fewer."""
        crowded = max(self._by_network, key=lambda each: self._by_network[each])
        if self._by_network[crowded] <= self._by_network[newcomer.network] + 1:
            return None
        spared = (each for standing in SPARED for each in self._standing[standing])
        return next((each for each in spared if each.network == crowded), None)


class Connection(asyncio.Protocol):
    """One connection. Its requests are answered one after the other, in their order."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        connections: Connections,
    ) -> None:
        self._loop = _loop or asyncio.get_event_loop()
        self._application = config.loaded_app
        self._state = app_state
        self._server = server_state
        self._idle = config.timeout_keep_alive
        self._all = connections
        self._limits = connections.limits
        self._transport: asyncio.Transport
        self._addresses: dict[str, Any] = {}
        self.address = self.network = self.listener = ""
        self.standing: Standing | None = None
        """Kept by `Connections.place`."""
        self._parser = httptools.HttpRequestParser(self)
        # what comes behind the last request of a connection is nobody's, and no error
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._counted = False
        self._has_account = False
        """True if the last request came from somebody with an account."""
        self._refused = False
        # the request that is arriving
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._hosts = 0
        self._expects_continue = False
        self._in_head = True
        self._head = 0
        """How many bytes of a head that is not whole have arrived."""
        self._in_fields = 0
        """How many of them are in its headers."""
        self._fields = 0
        """Headers and trailers of a request."""
        self._beside = 0
        """How many bytes after its head were no part of its body: the sizes of chunks, and what
        may stand beside and behind them."""
        self._body = False
        """Whether some of a body, or its end, was in what arrived last."""
        # the requests that have arrived
        self._arriving: Exchange | None = None
        """The one whose body is arriving."""
        self._under_way: Exchange | None = None
        self._behind: deque[Exchange] = deque()
        # how fast
        self._is_reading = True
        self._writable: asyncio.Event | None = None
        """Set when the other side reads on; None while it does."""
        self._deadline: float | None = None
        """When the connection ends unless something happens, by the event loop's clock."""
        self._timer: asyncio.TimerHandle | None = None
        """Calls at the deadline, or before: a deadline that was put off is cheaper than a timer."""
        self._rings_at = 0.0
        self._has_begun = False
        """Whether some of a request has arrived, and not all of it."""
        self._is_idle = False
        """Whether it waits for another request, and has had one."""

    # -- coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._server.connections.add(cast("Any", self))
        client, server = (transport.get_extra_info(name) for name in ("peername", "sockname"))
        is_inet = isinstance(client, tuple)
        self.address = str(client[0]) if is_inet else ""
        self.network = network_of(self.address)
        self._addresses = {
            "server": (str(server[0]), int(server[1])) if isinstance(server, tuple) else None,
            "client": (self.address, int(client[1])) if is_inet else None,
        }
        self._counted = self._all.enter(self)
        if self._counted:
            self._expect(self._limits.arrival)
        else:
            self._refuse(ProblemType.UNAVAILABLE, "there are too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._server.connections.discard(cast("Any", self))
        for exchange in (self._arriving, self._under_way, *self._behind):
            if exchange is not None:
                exchange.lose()
        self._behind.clear()
        self._read_on()

    def shutdown(self) -> None:
        """End it as soon as what is under way is answered."""
        if self._under_way is None:
            self._transport.close()
        else:
            self._under_way.keep_alive = False

    def drop(self) -> None:
        """End it without a word: it takes too long, or others need the room."""
        self._all.dropped += 1
        self._leave()
        self._transport.abort()

    def _leave(self) -> None:
        self._deadline = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._counted:
            self._counted = False
            self._all.leave(self)

    def _refuse(self, kind: ProblemType, detail: str) -> None:
        """Answer what is no request yet, and take nothing more."""
        self._refused = True
        self._deadline = None
        if self._under_way is not None and self._under_way.is_begun:
            self._transport.close()  # in the midst of an answer there is no place for another
            return
        body = msgspec.json.encode(HttpError(kind, detail).problem)
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", b"%d" % len(body)),
            *([(b"retry-after", b"5")] if kind is ProblemType.UNAVAILABLE else []),
            (b"connection", b"close"),
            *self._all.headers,
        ]
        self._transport.write(head(kind.status, headers) + b"\r\n" + body)
        self._transport.close()

    # -- how long it takes

    def _expect(self, seconds: float) -> None:
        """End the connection unless something happens in time."""
        now = self._loop.time()
        self._deadline = now + seconds
        if self._timer is not None:
            if self._rings_at <= self._deadline:
                return
            self._timer.cancel()
        self._rings_at = self._deadline
        self._timer = self._loop.call_at(self._deadline, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._deadline is None:
            return
        left = self._deadline - self._loop.time()
        if left > 0:
            self._expect(left)
        elif self._is_idle and self._writable is None:
            self._transport.close()
        else:
            self.drop()

    def pause_writing(self) -> None:
        self._writable = asyncio.Event()
        self._expect(self._limits.unread)
        if self.standing is None:
            self._place(Standing.IDLE_ACCOUNT)

    def resume_writing(self) -> None:
        self._read_on()
        if self._under_way is not None and self.standing is Standing.IDLE_ACCOUNT:
            self._place(None)
        self._deadline = None
        if self._has_begun:
            self._expect(self._limits.arrival)
        elif self._is_idle:
            self._expect(self._idle)

    def _read_on(self) -> None:
        if self._writable is not None:
            self._writable.set()
            self._writable = None

    # -- what arrives

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            self._head += len(data)
        self._body = self._in_head
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            pass  # to another protocol, which nobody speaks here: the request is answered as it is
        except httptools.HttpParserError:
            self._refuse_unreadable()
            return
        if not self._body:
            self._beside += len(data)
        if not self._refused and (
            (self._in_head and self._head > self._limits.head) or self._beside > self._limits.head
        ):
            self._refuse(ProblemType.HEAD_TOO_LARGE, "its headers are too long")

    def _refuse_unreadable(self) -> None:
        """What is no HTTP at all, or more than is taken."""
        if self._refused:
            return
        if self._fields > self._limits.fields:
            self._refuse(ProblemType.HEAD_TOO_LARGE, self._too_many_fields)
        else:
            self._refuse(ProblemType.NOT_UNDERSTOOD, "it is no request of HTTP")

    def on_message_begin(self) -> None:
        self._has_begun = True
        if self._is_idle or self._deadline is None:
            self._is_idle = False
            self._expect(self._limits.arrival)
        self._fields = self._beside = self._hosts = self._in_fields = 0
        self._url, self._headers, self._expects_continue = b"", [], False

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Nothing is done with trailers, which come behind a body: their time has passed."""
        self._fields += 1
        if self._fields > self._limits.fields:
            raise ValueError(self._too_many_fields)  # which ends the parsing
        if not self._in_head:
            return
        name = name.lower()
        self._in_fields += len(name) + len(value)
        if name == b"host":
            self._hosts += 1
        elif name == b"expect" and value.lower() == b"100-continue":
            self._expects_continue = True
        self._headers.append((name, value))

    @property
    def _too_many_fields(self) -> str:
        return f"it has more than {self._limits.fields} headers"

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        if self._refused:
            return
        version = self._parser.get_http_version()
        wrong = self._wrong_with_the_head(version)
        if wrong is not None:
            self._refuse(*wrong)
            return
        url = httptools.parse_url(self._url)
        path = url.path.decode("ascii")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": version,
            "method": self._parser.get_method().decode("ascii"),
            "scheme": "http",
            "root_path": "",
            "path": unquote(path) if "%" in path else path,
            "raw_path": url.path,
            "query_string": url.query or b"",
            "headers": self._headers,
            "state": self._state.copy(),
            CONNECTION: self,
            **self._addresses,
        }
        keep_alive = version != "1.0" and self._parser.should_keep_alive()
        self._arriving = Exchange(
            self, scope, keep_alive=keep_alive, expects_continue=self._expects_continue
        )
        if self._under_way is None:
            self._begin(self._arriving)
        else:
            self.pause_reading()
            self._behind.append(self._arriving)

    def _wrong_with_the_head(self, version: str) -> tuple[ProblemType, str] | None:
        if len(self._url) + self._in_fields > self._limits.head:
            return ProblemType.HEAD_TOO_LARGE, "its headers are too long"
        if self._hosts != 1 and (self._hosts or version != "1.0"):
            return ProblemType.NOT_UNDERSTOOD, "it has to name the host that it asks, once"
        if len(self._behind) >= self._limits.pipelined:
            return ProblemType.NOT_UNDERSTOOD, "too many requests at once on one connection"
        return None

    def on_body(self, body: bytes) -> None:
        self._body = True
        if not self._refused and self._arriving is not None:
            self._arriving.take_body(body)

    def on_message_complete(self) -> None:
        self._in_head = self._body = True
        self._has_begun = False
        if self._writable is None:
            self._deadline = None
        if not self._refused and self._arriving is not None:
            self._arriving.take_end()
            if self._under_way is None:  # it was answered before all of it was here
                self._wait()

    # -- what is answered

    def _begin(self, exchange: Exchange) -> None:
        self._under_way = exchange
        self._has_account = False
        self._place(Standing.STRANGERS_REQUEST)
        task = self._loop.create_task(exchange.run(self._application))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    def end(self, exchange: Exchange) -> None:
        """A request has been answered: the next one, or wait for it."""
        self._server.total_requests += 1
        self._under_way = None
        if not exchange.keep_alive:
            self._transport.close()
        if self._transport.is_closing():
            return
        self.resume_reading()
        if self._behind:
            self._begin(self._behind.popleft())
        else:
            self._place(Standing.IDLE_ACCOUNT if self._has_account else Standing.IDLE)
            if not self._has_begun:
                self._wait()

    async def until_arrived(self) -> None:
        """Wait until all of the request under way is here."""
        if self._under_way is not None:
            await self._under_way.until_arrived()

    def note_account(self) -> None:
        """Note that somebody with an account asks for what is under way."""
        self._has_account = True
        self._place(None)

    def note_stream(self, network: str = "") -> None:
        """Note that a stream is under way, which lasts for as long as the other side likes.

        `network` is where whoever listens comes from, if a proxy says so.
        """
        self._place(None)
        self.listener = network or self.network
        self._place(Standing.STREAM if self._has_account else Standing.STRANGERS_STREAM)

    def _place(self, standing: Standing | None) -> None:
        if self._counted:
            self._all.place(self, standing)

    @property
    def now(self) -> float:
        return self._loop.time()

    def _wait(self) -> None:
        """For another request, which need not come."""
        self._is_idle = True
        if self._writable is None:
            self._expect(self._idle)

    def break_off(self, exchange: Exchange) -> None:
        """The application cannot go on with an answer."""
        if not exchange.is_begun:
            self._refuse(ProblemType.OURS, NOTED)
        else:
            self._transport.close()

    @property
    def common_headers(self) -> Headers:
        """What the server adds to every answer: the date."""
        return self._server.default_headers

    @property
    def is_held_up(self) -> bool:
        """Whether the other side does not read what it is sent."""
        return self._writable is not None

    async def until_it_reads(self) -> None:
        if self._writable is not None:
            await self._writable.wait()

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def pause_reading(self) -> None:
        if self._is_reading:
            self._is_reading = False
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._transport.resume_reading()
