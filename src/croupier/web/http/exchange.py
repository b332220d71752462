"""One request and its answer on a connection, between the bytes of HTTP/1.1 and the application.

An answer whose length is known leaves in one piece, its head with its body: each piece is a call
to the system and a packet of its own, which cost more than all that is done here.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from croupier.web.http.logs import report

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from croupier.web.http.connections import Connection
    from croupier.web.http.security_headers import Headers

    Message = MutableMapping[str, Any]
    Application = Callable[
        [Any, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
        Awaitable[None],
    ]

UNREAD = 65_536
"""How many bytes of a body may wait for the application before no more are taken."""
WITHOUT_BODY = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
LENGTH = b"content-length"
CHUNKED = -1
"""The length of an answer whose end shows only when it is there."""
STATUS_LINES = {
    each.value: f"HTTP/1.1 {each.value} {each.phrase}\r\n".encode() for each in HTTPStatus
}
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


def head(status: int, headers: Headers) -> bytes:
    """The head of an answer, without the empty line behind it. No header may hold a line's end."""
    fields = b"".join([b"%b: %b\r\n" % (name.lower(), value) for name, value in headers])
    if fields.count(b"\n") != len(headers) or fields.count(b"\r") != len(headers):
        raise ValueError("the end of a line stands in a header")
    return STATUS_LINES[status] + fields


class Exchange:
    """What the application is handed for a request: its `scope`, `receive` and `send`."""

    __slots__ = (
        "_connection", "_expects_continue", "_has_body", "_head", "_is_read", "_is_whole", "_left",
        "_news", "_unread", "is_answered", "is_begun", "is_gone", "keep_alive", "scope",
    )  # fmt: skip

    def __init__(
        self,
        connection: Connection,
        scope: MutableMapping[str, Any],
        *,
        keep_alive: bool,
        expects_continue: bool,
    ) -> None:
        self._connection = connection
        self.scope = scope
        self.keep_alive = keep_alive
        self._expects_continue = expects_continue
        self._unread = b""
        self._is_whole = self._is_read = False
        """Whether the end of the body is there, and whether the application knows."""
        self._news: asyncio.Event | None = None
        """Set when there is more to receive, for an application that waits for it."""
        self._head: bytes | None = None
        """Of the answer, until some of it was sent."""
        self._left = 0
        """How many bytes of the answer are still to come, if that is known."""
        self._has_body = scope["method"] != "HEAD"
        self.is_begun = False
        """Whether the application has begun to answer."""
        self.is_answered = False
        self.is_gone = False
        """Whether the connection was lost before that."""

    async def run(self, application: Application) -> None:
        """Have the application answer."""
        try:
            await application(self.scope, self.receive, self.send)
        except Exception as error:
            report(error, self.scope["method"], "")
            self._break_off()
        except BaseException:
            self._break_off()
            raise
        else:
            if not self.is_answered:
                self._break_off()

    def _break_off(self) -> None:
        if not self.is_gone and not self.is_answered:
            self._connection.break_off(self)

    # -- the request

    def take_body(self, part: bytes) -> None:
        """Some of the body has arrived."""
        if not self.is_answered:
            self._unread += part
            if len(self._unread) > UNREAD:
                self._connection.pause_reading()
            self._tell()

    def take_end(self) -> None:
        """All of it has."""
        self._is_whole = True
        self._tell()

    def lose(self) -> None:
        """Nobody is there any more to be answered."""
        self.is_gone = not self.is_answered
        self._tell()

    def _tell(self) -> None:
        if self._news is not None:
            self._news.set()

    async def until_arrived(self) -> None:
        """Wait until the body is here, or as much of it as may wait for the application."""
        while not (self._is_whole or self.is_gone or len(self._unread) > UNREAD):
            await self._wait_for_more()

    async def _wait_for_more(self) -> None:
        if self._expects_continue and not self.is_begun:
            self._expects_continue = False
            self._connection.write(CONTINUE)
        self._connection.resume_reading()
        self._news = asyncio.Event()
        await self._news.wait()

    async def receive(self) -> Message:
        while True:
            if self.is_gone or self.is_answered:
                return {"type": "http.disconnect"}
            if self._unread or (self._is_whole and not self._is_read):
                body, self._unread, self._is_read = self._unread, b"", self._is_whole
                return {"type": "http.request", "body": body, "more_body": not self._is_whole}
            await self._wait_for_more()

    # -- the answer

    async def send(self, message: Message) -> None:
        connection = self._connection
        if connection.is_held_up:
            await connection.until_it_reads()
        if self.is_gone:
            return
        if message["type"] == "http.response.start" and not self.is_begun:
            self.is_begun = True
            self._begin(message["status"], list(message.get("headers", ())))
        elif message["type"] == "http.response.body" and self.is_begun and not self.is_answered:
            self._send(message.get("body", b""), more=message.get("more_body", False))
        else:
            raise RuntimeError(f"{message['type']} is not what comes next of an answer")

    def _begin(self, status: int, headers: Headers) -> None:
        """Make the head of the answer; it waits for its body, unless that comes when it comes."""
        length = next((value for name, value in headers if name.lower() == LENGTH), None)
        self._has_body = self._has_body and status not in WITHOUT_BODY
        if length is not None:
            self._left = int(length) if self._has_body else 0
        elif self._has_body:
            self._left = CHUNKED
            headers.append((b"transfer-encoding", b"chunked"))
        if not self.keep_alive:
            headers.append((b"connection", b"close"))
        self._head = head(status, [*self._connection.common_headers, *headers]) + b"\r\n"
        if self._left == CHUNKED:
            self._write(b"")

    def _send(self, body: bytes, *, more: bool) -> None:
        if not self._has_body:
            body = b""
        elif self._left == CHUNKED:
            body = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            if not more:
                body += b"0\r\n\r\n"
        else:
            self._left -= len(body)
            if self._left < 0 or (self._left and not more):
                raise RuntimeError("the answer is not as long as its head says")
        self._write(body)
        if not more:
            self.is_answered = True
            self._tell()
            self._connection.end(self)

    def _write(self, body: bytes) -> None:
        if self._head is not None:
            body, self._head = self._head + body, None
        if body:
            self._connection.write(body)
