"""Server-sent events: what somebody is told for as long as they care to listen."""

from __future__ import annotations

from asyncio import CancelledError, Task, current_task
from contextlib import aclosing, contextmanager
from inspect import isawaitable
from typing import TYPE_CHECKING, Annotated, TypeVar

from litestar.params import HeaderParameter
from litestar.response import Stream

from croupier.casino.floor.answer_barrier import Reading
from croupier.casino.house_views import count_account_changes, may_act
from croupier.casino.store.contract import StoreFailed
from croupier.web.http.logs import RepeatedWarning
from croupier.web.http.problems import SOON, HttpError, ProblemType
from croupier.web.http.request import address_of, connection_of, network_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator

    from litestar.types import HTTPScope

    from croupier.casino.floor import Floor
    from croupier.web.http.authorization import Access, Authorizer
    from croupier.web.http.metrics import Metrics
    from croupier.web.http.request import Request
    from croupier.web.services import Services
    from croupier.web.settings import Settings

HEARTBEAT = 15.0
"""After so many quiet seconds a stream shows that it is alive."""
QUIET = b": quiet\n\n"
LATER = b"retry: 5000\n\n"
"""Tells a browser when to come back, in milliseconds."""

MOST_OF_A_GUEST = 8
"""The most streams that a guest, who may be anybody, has open."""

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
    """The streams that are open, and whether there is room for another.

    Those of people with accounts end with the access that they were opened by. Strangers have so
    many in all, and so many from one address. When all are taken and somebody comes from an address
    that has fewer, the address with the most gives one up.
    """

    def __init__(
        self, floor: Floor, authorizer: Authorizer, settings: Settings, metrics: Metrics
    ) -> None:
        self._floor = floor
        self._authorizer = authorizer
        self._settings = settings
        self._metrics = metrics
        self._streams: dict[str, dict[OpenStream, None]] = {}
        """By the person."""
        self._of_strangers: dict[str, dict[OpenStream, None]] = {}
        """By the network that they come from, the oldest first."""
        self._most_of_strangers = min(settings.stranger_streams, max(1, settings.connections // 2))
        self._many = RepeatedWarning("streams", "there are too many streams")
        self.strangers = 0
        """The number of open streams of strangers."""

    def must_have_room(self, access: Access, address: str) -> None:
        """Raise `HttpError` if no stream may begin for somebody."""
        if access.person is not None:
            most = self._most_of(access.person)
            if len(self._streams.get(access.person, ())) >= most:
                raise self._refusal(
                    "account", f"{most} streams are open for this account; close one of them"
                )
            return
        network, most = network_of(address), self._settings.stranger_streams_by_address
        if len(self._of_strangers.get(network, ())) >= most:
            detail = f"{most} streams are open from this address; close one of them or log in"
            raise self._refusal("address", detail)
        if self.strangers >= self._most_of_strangers and self._most_crowded(network) is None:
            detail = "all streams for visitors are taken; log in, or ask again later"
            raise self._refusal("all", detail, ProblemType.UNAVAILABLE)

    def _most_of(self, person: str) -> int:
        if self._floor.is_guest(person):
            return MOST_OF_A_GUEST
        return self._settings.streams_by_account

    def _most_crowded(self, newcomer: str) -> str | None:
        """Return the network that gives up a stream for one of a newcomer, if one has more."""
        most = max(self._of_strangers, key=lambda each: len(self._of_strangers[each]))
        has_more = len(self._of_strangers[most]) > len(self._of_strangers.get(newcomer, ())) + 1
        return most if has_more else None

    def _refusal(
        self, reason: str, detail: str, kind: ProblemType = ProblemType.TOO_MANY
    ) -> HttpError:
        self._metrics.streams_turned_away.labels(reason).inc()
        self._many.give()
        return HttpError(kind, detail, retry_after=SOON)

    @contextmanager
    def listening(self, access: Access, address: str) -> Iterator[OpenStream]:
        """Count the stream that the running task sends, for as long as it does."""
        self.must_have_room(access, address)  # others may have come since the answer was begun
        task = current_task()
        assert task is not None
        stream, person, network = OpenStream(access, task), access.person, network_of(address)
        if person is not None:
            here = self._streams.setdefault(person, {})
        else:
            self._end_another_for(network)
            here = self._of_strangers.setdefault(network, {})
            self.strangers += 1
        here[stream] = None
        try:
            yield stream
        finally:
            if here.pop(stream, stream) is None and person is None:
                self.strangers -= 1
            of = self._streams if person is not None else self._of_strangers
            key = person if person is not None else network
            if not here and of.get(key) is here:
                del of[key]

    def _end_another_for(self, newcomer: str) -> None:
        """End the oldest stream of the address with the most, if strangers have all they may."""
        if self.strangers < self._most_of_strangers:
            return
        crowded = self._most_crowded(newcomer)
        assert crowded is not None
        oldest = next(iter(self._of_strangers[crowded]))
        del self._of_strangers[crowded][oldest]
        self.strangers -= 1
        self._metrics.streams_turned_away.labels("ended").inc()
        self._many.give()
        oldest.end()

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
        for stream in list(self._streams.get(person, {})):
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
        return count_account_changes(self._floor, person)


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
    services, access, viewer = request.services, request.access, request.access.viewer
    floor, load = services.floor, services.load
    must_have_room(services, request.scope)

    async def events() -> AsyncGenerator[bytes, None]:
        if not await services.streams.is_let_in(access):
            return  # what let them in was ended on the way here
        async for each in happening:
            if viewer is not None and not may_act(floor, viewer):
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

    return Stream(
        counted(services, request.scope, events()),
        media_type=EVENT_STREAM,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def must_have_room(services: Services, scope: HTTPScope) -> None:
    """Raise `HttpError` if no stream may begin for whoever asks."""
    access: Access = scope["auth"]
    if services.load.ends_stream(stranger=access.viewer is None):
        raise services.load.refusal()
    services.streams.must_have_room(access, address_of(scope))


async def counted(
    services: Services, scope: HTTPScope, parts: AsyncGenerator[T, None]
) -> AsyncIterator[T]:
    """Send the parts of a stream that is counted while it lasts, and that may have to end."""
    connection = connection_of(scope)
    if connection is not None:
        connection.note_stream(network_of(address_of(scope)))
    streams = services.metrics.streams
    streams.inc()
    try:
        with services.streams.listening(scope["auth"], address_of(scope)) as stream:
            try:
                async with aclosing(parts):
                    async for part in parts:
                        yield part
            except CancelledError:
                if not stream.catch():
                    raise
    except HttpError:
        return  # its place was taken after the answer had begun: a browser comes back
    finally:
        streams.dec()


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
