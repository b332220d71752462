"""Server-sent events: what somebody is told for as long as they care to listen."""

from __future__ import annotations

from asyncio import CancelledError, Task, current_task
from contextlib import contextmanager
from inspect import isawaitable
from typing import TYPE_CHECKING, Annotated, TypeVar

from litestar.params import HeaderParameter
from litestar.response import Stream

from croupier.casino.floor.answer_barrier import Reading
from croupier.casino.store.contract import StoreFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from croupier.casino.floor import Floor
    from croupier.web.http.authorization import Access, Authorizer
    from croupier.web.http.request import Request

HEARTBEAT = 15.0
"""After so many quiet seconds a stream shows that it is alive."""
QUIET = b": quiet\n\n"
LATER = b"retry: 5000\n\n"
"""Tells a browser when to come back, in milliseconds."""

LastEvent = Annotated[str | None, HeaderParameter(name="Last-Event-ID")]
"""The id of the last event that somebody who comes back was told."""
T = TypeVar("T")


class OpenStream:
    """One stream, in the task that sends it."""

    def __init__(self, access: Access, task: Task[object]) -> None:
        self.access = access
        self.changes = -1
        """How often the account had changed when the house was last seen to change."""
        self.is_over = False
        self._task = task

    def end(self) -> None:
        """End it now, whatever it waits for."""
        self.is_over = True
        self._task.cancel()

    def catch(self) -> bool:
        """Whether the task was cancelled by `end` alone, and may go on to finish its answer."""
        if self.is_over:
            self._task.uncancel()
        return self.is_over


class OpenStreams:
    """The streams of people with accounts. Each ends with the access that it was opened by."""

    def __init__(self, floor: Floor, authorizer: Authorizer) -> None:
        self._floor = floor
        self._authorizer = authorizer
        self._streams: dict[str, set[OpenStream]] = {}

    @contextmanager
    def listening(self, access: Access) -> Iterator[OpenStream | None]:
        """While the task that is running now streams to somebody."""
        person, task = access.person, current_task()
        if person is None or task is None:
            yield None
            return
        stream = OpenStream(access, task)
        self._streams.setdefault(person, set()).add(stream)
        try:
            yield stream
        finally:
            self._streams[person].discard(stream)
            if not self._streams[person]:
                del self._streams[person]

    async def watch(self) -> None:
        """End streams as soon as the house says that an account has changed, wherever it was."""
        while True:
            changed = self._floor.house_changed
            for person in list(self._streams):
                changes = self._changes_of(person)
                if any(each.changes != changes for each in self._streams.get(person, ())):
                    await self.check(person)
            await changed.wait()

    async def check(self, person: str) -> None:
        """End those of somebody's streams that what they were opened by would not open now."""
        changes = self._changes_of(person)
        for stream in list(self._streams.get(person, ())):
            if await self.is_let_in(stream.access):
                stream.changes = changes
            elif not stream.is_over:
                stream.end()

    async def is_let_in(self, access: Access) -> bool:
        """Whether somebody would be let in now as they were."""
        try:
            return await self._authorizer.still_lets_in(access)
        except StoreFailed:
            return False  # whoever may listen comes back

    def _changes_of(self, person: str) -> int:
        return self._floor.house.account_changes.get(person, 0)


EVENT_STREAM = "text/event-stream"
"""The media type of what is told as it happens."""


def streamed(
    request: Request,
    happening: AsyncIterator[T | None],
    told: Callable[[T], bytes | Awaitable[bytes]],
) -> Stream:
    """Tell whatever happens, until it is over or whoever listens is let in no longer.

    When there is too much to do it ends, too: a browser comes back by itself, and misses nothing.
    """
    services, viewer = request.services, request.access.viewer
    floor, load = services.floor, services.load
    if load.ends_stream(stranger=viewer is None):
        raise load.refusal()

    async def events() -> AsyncIterator[bytes]:
        streams = services.metrics.streams
        streams.inc()
        try:
            with services.streams.listening(request.access) as stream:
                if not await services.streams.is_let_in(request.access):
                    return  # what let them in was ended on the way here
                try:
                    async for each in happening:
                        if viewer is not None and not floor.house.may_act(viewer):
                            return
                        if load.ends_stream(stranger=viewer is None):
                            yield LATER
                            return
                        reading = Reading(floor)
                        said = QUIET if each is None else told(each)
                        said = await said if isawaitable(said) else said
                        if not await reading.is_stored():
                            yield LATER
                            return
                        yield said
                except CancelledError:
                    if stream is None or not stream.catch():
                        raise
        finally:
            streams.dec()

    return Stream(
        events(),
        media_type=EVENT_STREAM,
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
