"""Server-sent events: what somebody is told for as long as they care to listen."""

from __future__ import annotations

from inspect import isawaitable
from typing import TYPE_CHECKING, Annotated, TypeVar

from litestar.params import HeaderParameter
from litestar.response import Stream

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from croupier.web.http.request import Request

HEARTBEAT = 15.0
"""After so many quiet seconds a stream shows that it is alive."""
QUIET = b": quiet\n\n"

LastEvent = Annotated[str | None, HeaderParameter(name="Last-Event-ID")]
"""The id of the last event that somebody who comes back was told."""
T = TypeVar("T")


def streamed(
    request: Request,
    happening: AsyncIterator[T | None],
    told: Callable[[T], bytes | Awaitable[bytes]],
) -> Stream:
    """Tell whatever happens, until it is over or whoever listens has no account any more."""
    floor, viewer = request.services.floor, request.access.viewer

    async def events() -> AsyncIterator[bytes]:
        streams = request.services.metrics.streams
        streams.inc()
        try:
            async for each in happening:
                if viewer is not None and not floor.house.may_act(viewer):
                    return
                said = QUIET if each is None else told(each)
                yield await said if isawaitable(said) else said
        finally:
            streams.dec()

    return Stream(
        events(),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def heard_up_to(after: int | None, last_event_id: str | None) -> int | None:
    """After which line to go on: a browser that comes back says so by the id of its last event."""
    if last_event_id is not None and last_event_id.isdecimal():
        return int(last_event_id)
    return after


def data_event(kind: str, line: int, body: bytes) -> bytes:
    """An event of JSON, which is one line."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (line, kind.encode(), body)


def page_event(kind: str, text: str, line: int | None = None) -> bytes:
    """An event of a part of a page."""
    id = b"" if line is None else b"id: %d\n" % line
    data = b"".join(b"data: %b\n" % each.encode() for each in text.splitlines())
    return b"%bevent: %b\n%b\n" % (id, kind.encode(), data)
