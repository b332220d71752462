"""Names in what goes out: every answer has them where the casino goes by references.

Templates put them in as they are rendered (`html/template_environment.py`), for only they know what
has to be escaped how; JSON and streams of it are written over on their way out. What says that it
is sent as it is recorded, line by line, stays so, and a request may ask for that with a header:
whoever makes a draw again from its secret needs what it was made from.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litestar.types import HTTPResponseStartEvent, HTTPScope, Message, Send

    from croupier.casino.references import References

OPT = "as_recorded"
"""Under which name an operation says that references stay: `@get(…, as_recorded=True)`."""
HEADER, AS_RECORDED = b"names", b"as-recorded"
JSON = (b"application/json", b"application/problem+json")
STREAM = b"text/event-stream"

known: ContextVar[References | None] = ContextVar("known", default=None)
"""What references stand for, in the casino that a request came to."""


def in_text(text: str) -> str:
    """A text with names in the place of references."""
    references = known.get()
    return text if references is None else references.in_text(text)


def wants_references(scope: HTTPScope) -> bool:
    """Whether a request asks for what is recorded."""
    return (HEADER, AS_RECORDED) in scope["headers"]


class NamingSend:
    """Sends an answer with names in the place of references."""

    def __init__(self, scope: HTTPScope, send: Send, references: References) -> None:
        self._scope = scope
        self._send = send
        self._references = references
        self._start: HTTPResponseStartEvent | None = None
        """Of an answer in JSON: its length is known with its body."""
        self._body = b""
        self._streams = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            kind = dict(message["headers"]).get(b"content-type", b"").partition(b";")[0]
            if kind in JSON and not self._is_as_recorded():
                self._start = message
                return
            self._streams = kind == STREAM
        elif message["type"] == "http.response.body":
            if self._start is not None:
                await self._send_json(message["body"], more=message["more_body"])
                return
            if self._streams:
                message["body"] = self._references.in_json(message["body"])
        await self._send(message)

    def _is_as_recorded(self) -> bool:
        handler = self._scope.get("route_handler")
        return handler is not None and bool(handler.opt.get(OPT))

    async def _send_json(self, part: bytes, *, more: bool) -> None:
        self._body += part
        if more:
            return
        assert self._start is not None
        start, self._start = self._start, None
        body = self._references.in_json(self._body)
        if len(body) != len(self._body):
            length = (b"content-length", b"%d" % len(body))
            others = [each for each in start["headers"] if each[0] != length[0]]
            start["headers"] = [*others, length]
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})
