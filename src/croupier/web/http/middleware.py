"""The outermost middleware: limits by address, security headers, metrics and the log of requests.

It is around the whole application, so that also what no operation answers has its headers, is
counted and is logged.
"""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from litestar.enums import ScopeType

from croupier.casino.floor.answer_barrier import Reading
from croupier.casino.store.contract import StoreFailed
from croupier.web.http.authorization import Access
from croupier.web.http.load import PlaceInLine
from croupier.web.http.logs import LogLine, say
from croupier.web.http.naming import NamingSend, known, wants_references
from croupier.web.http.problems import MEDIA_TYPE, noted
from croupier.web.http.request import RequestHead, address_of, network_of
from croupier.web.http.security_headers import completed, security_headers

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

    from croupier.casino.floor import Floor
    from croupier.web.http.metrics import Metrics
    from croupier.web.http.problems import HttpError
    from croupier.web.http.security_headers import Headers
    from croupier.web.services import Services
    from croupier.web.settings import Settings

ELSEWHERE = "elsewhere"
"""The path of what is not there: nobody's spelling makes a new line in the metrics."""
GO_FIRST = frozenset(("/health", "/health/ready", "/log-in", "/api/session"))
"""What strangers are not turned away from: watching the process, and becoming somebody."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class OuterMiddleware:
    def __init__(self, inside: ASGIApp, settings: Settings) -> None:
        self._inside = inside
        self._logs = settings.log_requests
        self._headers = security_headers(secure=settings.secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inside(scope, receive, send)
            return
        services: Services = scope["litestar_app"].state.services
        metrics = services.metrics
        response = ResponseStart(send, self._headers, services.floor)
        references = None if wants_references(scope) else services.floor.references
        known.set(references)

        def answering() -> Send:
            if references is None:
                return response.send
            return NamingSend(scope, response.send, references)

        begun = perf_counter()
        metrics.under_way += 1
        try:
            services.address_limit.take(network_of(address_of(scope)))
            asked = RequestHead.of(scope)
            if not services.authorizer.recognises(asked):
                await _wait_for_a_turn(asked, services)
            await self._inside(scope, receive, answering())
        except Exception as error:
            if response.status:
                raise  # an answer has begun: it can only be broken off
            told = await response.unstored_or(error)
            await _send_problem(noted(told, metrics, scope), answering())
        finally:
            metrics.under_way -= 1
            self._count_and_log(scope, response.status, perf_counter() - begun, metrics)

    def _count_and_log(self, scope: HTTPScope, status: int, took: float, metrics: Metrics) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        path = str(scope.get("path_template") or ELSEWHERE)
        metrics.answered(method, path, status, took)
        if self._logs:
            access = scope.get("auth")
            by = access.person if isinstance(access, Access) else None
            say(
                LogLine(
                    what="request", method=method, path=path, status=status,
                    took=round(took * 1000, 2), by=by or "", address=address_of(scope),
                )
            )  # fmt: skip


async def _wait_for_a_turn(asked: RequestHead, services: Services) -> None:
    """Whoever is known goes on at once; others are strangers, who wait."""
    if asked.scope["path"] in GO_FIRST:
        place = PlaceInLine.FIRST
    elif services.authorizer.shows_a_secret(asked):
        place = PlaceInLine.WITH_A_SECRET
    else:
        place = PlaceInLine.LAST
    await services.load.turn(place)


class ResponseStart:
    """One answer on its way out: it has its headers, and rests on nothing that may be undone."""

    def __init__(self, send: Send, headers: Headers, floor: Floor) -> None:
        self._send = send
        self._headers = headers
        self._reading = Reading(floor)
        self._unstored: StoreFailed | None = None
        """Why the answer that was made is not sent, if it is not."""
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            # what is said in the place of an answer rests on nothing
            if self._unstored is None and not self._reading.is_undisturbed:
                await self._must_be_stored()
            self.status = message["status"]
            message["headers"] = completed(list(message.get("headers", ())), self._headers)
        await self._send(message)

    async def _must_be_stored(self) -> None:
        try:
            await self._reading.must_be_stored()
        except StoreFailed as error:
            self._unstored = error
            raise

    async def unstored_or(self, error: Exception) -> Exception:
        """What is said of an error: it may tell of something itself, unless the store failed."""
        if isinstance(error, StoreFailed):
            self._unstored = self._unstored or error
        if self._unstored is None:
            with suppress(StoreFailed):
                await self._must_be_stored()
        return self._unstored or error


async def _send_problem(http_error: HttpError, send: Send) -> None:
    """Answer without the application."""
    body = msgspec.json.encode(http_error.problem)
    headers = {**http_error.headers, "content-type": MEDIA_TYPE, "content-length": str(len(body))}
    await send(
        {
            "type": "http.response.start",
            "status": http_error.problem.status,
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
