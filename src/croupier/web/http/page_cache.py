"""Pages that are the same for everybody: made once, one at a time, and kept in bounded memory.

A page is made in one thread, whoever asks: several threads would take the processor from the event
loop in turns, and a player's command would wait for all of them. Who asks for a page that is being
made waits for that one. What is kept goes with the program: another version or another instrument
is another process or another key.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import MediaType, Response

from croupier.rulebook.instruments import instruments, load
from croupier.web.http.policies import cost_of
from croupier.web.http.problems import SOON, HttpError, ProblemType
from croupier.web.http.request import address_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from litestar import Litestar, Request

    Key = tuple[str, ...]

MOST_BYTES = 32 * 1024 * 1024
"""Of pages that are kept; the whole rulebook has a third of it."""
MOST_WAITING = 64
"""Pages that wait to be made."""
REVALIDATE = "no-cache"
"""A browser may keep it, and asks each time whether it is still the same."""
NOT_MODIFIED = 304
OVERHEAD = 500
"""Bytes that keeping a page takes beside its own."""


class KeptPage(msgspec.Struct, frozen=True):
    content: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> KeptPage:
        content = text.encode()
        return cls(content, f'"{sha256(content).hexdigest()[:16]}"')

    @property
    def size(self) -> int:
        return len(self.content) + OVERHEAD


class PageCache:
    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._pages: OrderedDict[Key, KeptPage] = OrderedDict()
        self._making: dict[Key, asyncio.Future[KeptPage]] = {}
        self._thread = ThreadPoolExecutor(1, "pages")
        self._waiting = 0
        self.bytes = 0
        self.made = 0

    def __len__(self) -> int:
        return len(self._pages)

    async def get(
        self, request: Request[Any, Any, Any], key: Key, make: Callable[[], str]
    ) -> Response[bytes]:
        """The page of a key; whoever has it made pays what its operation costs."""
        kept = self.find(request, key)
        if kept is not None:
            return kept
        key = (*_edition(), *key)
        page = await self._shared(request, key, make)
        self._keep(key, page)
        return _sent(request, page)

    def find(self, request: Request[Any, Any, Any], key: Key) -> Response[bytes] | None:
        """The page of a key, if it is kept."""
        key = (*_edition(), *key)
        page = self._pages.get(key)
        if page is None:
            return None
        self._pages.move_to_end(key)
        return _sent(request, page)

    async def make(
        self, request: Request[Any, Any, Any], make: Callable[[], str], status: int = 200
    ) -> Response[bytes]:
        """A page that is not kept: there is no end of what may be asked for."""
        _charge(request)
        page = await self._begin(make)
        return Response(page.content, media_type=MediaType.HTML, status_code=status)

    async def _shared(
        self, request: Request[Any, Any, Any], key: Key, make: Callable[[], str]
    ) -> KeptPage:
        """A page that several may be waiting for."""
        making = self._making.get(key)
        if making is None:
            _charge(request)
            making = self._making[key] = self._begin(make)
            making.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(making)

    def _begin(self, make: Callable[[], str]) -> asyncio.Future[KeptPage]:
        """Have a page made after those that wait already."""
        if self._waiting >= MOST_WAITING:
            detail = "too many pages are being made; ask again"
            raise HttpError(ProblemType.UNAVAILABLE, detail, retry_after=SOON)
        self._waiting += 1
        loop = asyncio.get_running_loop()
        making = loop.run_in_executor(self._thread, lambda: KeptPage.of(make()))
        making.add_done_callback(self._end)
        return making

    def _end(self, _: object) -> None:
        self._waiting -= 1
        self.made += 1

    def _keep(self, key: Key, page: KeptPage) -> None:
        if key in self._pages:
            return
        self._pages[key] = page
        self.bytes += page.size
        while self.bytes > self._most:
            _, oldest = self._pages.popitem(last=False)
            self.bytes -= oldest.size

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def page_cache_of(app: Litestar) -> PageCache:
    """The pages of a server, set up when they are first needed."""
    cache: PageCache | None = app.state.get("page_cache")
    if cache is None:
        cache = app.state.page_cache = PageCache()
    return cache


async def close(app: Litestar) -> None:
    page_cache_of(app).close()


def _sent(request: Request[Any, Any, Any], page: KeptPage) -> Response[bytes]:
    headers = {"ETag": page.tag, "Cache-Control": REVALIDATE}
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=NOT_MODIFIED, headers=headers)
    return Response(page.content, media_type=MediaType.HTML, headers=headers)


def _edition() -> Key:
    """What every page depends on beside what was asked: instruments may be registered later."""
    return tuple(load(each).fingerprint for each in instruments())


def _charge(request: Request[Any, Any, Any]) -> None:
    services = request.app.state.get("services")
    if services is not None:
        cost = cost_of(request.route_handler)
        services.authorizer.charge(address_of(request.scope), request.scope["auth"], cost)
