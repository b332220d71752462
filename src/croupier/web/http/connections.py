"""Connections, with limits on all that arrives before there is a request to be judged.

uvicorn's parser takes headers of any size, waits for them for ever, and lets one address take every
connection there is. Here a request has so many bytes, fields and seconds to arrive in, and an
address has so many connections. When there are no more, the one that has waited longest with
nothing under way makes room.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from croupier.web.http.problems import MEDIA_TYPE, HttpError, ProblemType

if TYPE_CHECKING:
    import asyncio
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
    by_address: int = 256
    in_all: int = 4_000


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
    _by_address: Counter[str] = field(default_factory=Counter)
    _waiting: dict[Connection, None] = field(default_factory=dict)
    """Those with no request under way, in the order in which that began."""
    open: int = 0

    def enter(self, connection: Connection) -> bool:
        """Count a new connection, if there is room for it."""
        address = connection.address
        if self._by_address[address] >= self.limits.by_address and not self._is_proxy(address):
            self.refused += 1
            return False
        if self.open >= self.limits.in_all and not self._make_room():
            self.refused += 1
            return False
        self.open += 1
        self._by_address[address] += 1
        self._waiting[connection] = None
        return True

    def _is_proxy(self, address: str) -> bool:
        return any(ip_address(address) in network for network in self.proxies)

    def leave(self, connection: Connection) -> None:
        self.open -= 1
        self._waiting.pop(connection, None)
        self._by_address[connection.address] -= 1
        if not self._by_address[connection.address]:
            del self._by_address[connection.address]

    def begin(self, connection: Connection) -> None:
        """A request is under way on it: it makes room for nobody."""
        self._waiting.pop(connection, None)

    def end(self, connection: Connection) -> None:
        self._waiting[connection] = None

    def _make_room(self) -> bool:
        oldest = next(iter(self._waiting), None)
        if oldest is None:
            return False
        oldest.drop()
        return True


class Connection(HttpToolsProtocol):
    """One connection. uvicorn makes requests of what arrives; this says how much may."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        connections: Connections,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = connections
        self._limits = connections.limits
        self._counted = False
        self._refused = False
        self._in_head = True
        self._head = 0
        """How many bytes of a head that is not whole have arrived."""
        self._fields = 0
        """Headers and trailers of a request."""
        self._beside = 0
        """How many bytes after its head were no part of its body: the sizes of chunks, and what
        may stand beside and behind them."""
        self._body = False
        """Whether some of a body, or its end, was in what arrived last."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    # -- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counted = self._all.enter(self)
        if self._counted:
            self._expect(self._limits.arrival)
        else:
            self._refuse(ProblemType.UNAVAILABLE, "there are too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def drop(self) -> None:
        """End it without a word: it takes too long, or others need the room."""
        self._all.dropped += 1
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._stop_timer()
        if self._counted:
            self._counted = False
            self._all.leave(self)

    def _refuse(self, kind: ProblemType, detail: str) -> None:
        """Answer what is no request yet, and take nothing more."""
        self._refused = True
        self._stop_timer()
        under_way = self.cycle is not None and self.cycle.response_started
        if under_way and not self.cycle.response_complete:
            self.transport.close()  # in the midst of an answer there is no place for another
            return
        problem = HttpError(kind, detail).problem
        body = msgspec.json.encode(problem)
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
            *([(b"retry-after", b"5")] if kind is ProblemType.UNAVAILABLE else []),
            (b"connection", b"close"),
            *self._all.headers,
        ]
        fields = b"".join(b"%b: %b\r\n" % each for each in headers)
        self.transport.write(STATUS_LINE[kind.status] + fields + b"\r\n" + body)
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP at all, or more than is taken."""
        if self._fields > self._limits.fields:
            self._refuse(ProblemType.HEAD_TOO_LARGE, self._too_many_fields)
        else:
            self._refuse(ProblemType.NOT_UNDERSTOOD, "it is no request of HTTP")

    # -- how long it takes

    def _expect(self, seconds: float) -> None:
        """Drop the connection unless something happens in time."""
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.drop)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect(self._limits.unread)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_timer()

    # -- what arrives

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            self._head += len(data)
        self._body = self._in_head
        super().data_received(data)
        if not self._body:
            self._beside += len(data)
        if not self._refused and (
            (self._in_head and self._head > self._limits.head) or self._beside > self._limits.head
        ):
            self._refuse(ProblemType.HEAD_TOO_LARGE, "its headers are too long")

    def on_message_begin(self) -> None:
        if self._timer is None:  # it came on a connection that had others before
            self._expect(self._limits.arrival)
        self._fields = self._beside = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Nothing is done with trailers, which come behind a body: their time has passed."""
        self._fields += 1
        if self._fields > self._limits.fields:
            raise ValueError(self._too_many_fields)  # which ends the parsing
        if self._in_head:
            super().on_header(name, value)

    @property
    def _too_many_fields(self) -> str:
        return f"it has more than {self._limits.fields} headers"

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        wrong = self._wrong_with_the_head()
        if self._refused:
            return
        if wrong is not None:
            self._refuse(*wrong)
            return
        self._all.begin(self)
        super().on_headers_complete()

    def _wrong_with_the_head(self) -> tuple[ProblemType, str] | None:
        length = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if length > self._limits.head:
            return ProblemType.HEAD_TOO_LARGE, "its headers are too long"
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts != 1 and (hosts or self.parser.get_http_version() != "1.0"):
            return ProblemType.NOT_UNDERSTOOD, "it has to name the host that it asks, once"
        if len(self.pipeline) >= self._limits.pipelined:
            return ProblemType.NOT_UNDERSTOOD, "too many requests at once on one connection"
        return None

    def on_body(self, body: bytes) -> None:
        self._body = True
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = self._body = True
        self._stop_timer()
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self._all.end(self)
