"""A client of a stream of events, in the same process as the casino: it can leave at any moment."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from litestar import Litestar
    from tests.web.casinos import Visitor


class Listening:
    """One connection: `async with Listening(app, visitor, path) as heard`."""

    def __init__(self, app: Litestar, visitor: Visitor, path: str, **headers: str) -> None:
        self._app = app
        self._gone = asyncio.Event()
        self._asked = False
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        where, _, query = path.partition("?")
        request = visitor.client.build_request("GET", where, headers=headers)
        self._scope: Any = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": where, "raw_path": where.encode(), "root_path": "",
            "query_string": query.encode(), "headers": request.headers.raw,
            "client": ("192.0.2.1", 40000), "server": ("casino.test", 80),
        }  # fmt: skip

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._app(self._scope, self._receive, self._send))
        start = await self._sent.get()
        self.status: int = start["status"]
        self.headers = sorted(start["headers"])
        return self

    async def __aexit__(self, *raised: object) -> None:
        """Hang up, without a word."""
        self._gone.set()
        with suppress(Exception):
            await self._task

    async def event(self) -> bytes:
        """The next event, as it is sent."""
        while True:
            message = await self._sent.get()
            body = bytes(message.get("body", b""))
            if body and not body.startswith(b":"):
                return body
            if not message.get("more_body", False):
                raise EOFError("the stream is over")

    async def _receive(self) -> Any:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self._gone.is_set():
            raise OSError("nobody listens")
        self._sent.put_nowait(message)
