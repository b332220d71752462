"""The door of the house: every request comes in here and every answer goes out, errors as well.

It stands around the whole application, so that also what no operation answers has its headers, is
counted and is logged.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from litestar.enums import ScopeType

from croupier.web.access.gate import Access
from croupier.web.logs import Line, say
from croupier.web.problems import MEDIA_TYPE, Trouble

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

    from croupier.web.metrics import Metrics
    from croupier.web.reception import Reception
    from croupier.web.settings import Settings

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
HSTS = "Strict-Transport-Security", "max-age=31536000; includeSubDomains"
UNTOLD = "Cache-Control", "no-store"
"""What an answer says of keeping it, unless its operation says something else."""
ELSEWHERE = "elsewhere"
"""The path of what is not there: nobody's spelling makes a new line in the metrics."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Door:
    def __init__(self, inside: ASGIApp, settings: Settings) -> None:
        self._inside = inside
        self._logs = settings.log_requests
        headers = [*HEADERS.items(), *((HSTS,) if settings.secure else ())]
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inside(scope, receive, send)
            return
        reception: Reception = scope["litestar_app"].state.reception
        metrics = reception.metrics
        visit = Visit(send, self._headers)
        begun = perf_counter()
        metrics.under_way.inc()
        try:
            reception.address_rates.take(address_of(scope))
            await self._inside(scope, receive, visit.send)
        except Trouble as trouble:
            metrics.problems.labels(trouble.kind.slug).inc()
            await _turn_away(trouble, visit.send)
        finally:
            metrics.under_way.dec()
            self._note(scope, visit.status, perf_counter() - begun, metrics)

    def _note(self, scope: HTTPScope, status: int, took: float, metrics: Metrics) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        path = str(scope.get("path_template") or ELSEWHERE)
        metrics.answered(method, path, status, took)
        if self._logs:
            access = scope.get("auth")
            by = access.person if isinstance(access, Access) else None
            say(
                Line(
                    what="request", method=method, path=path, status=status,
                    took=round(took * 1000, 2), by=by or "", address=address_of(scope),
                )
            )  # fmt: skip


class Visit:
    """One answer on its way out."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._send = send
        self._headers = headers
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            there = list(message.get("headers", ()))
            names = {name.lower() for name, _ in there}
            name, value = UNTOLD[0].lower().encode(), UNTOLD[1].encode()
            added = [*self._headers, (name, value)]
            message["headers"] = there + [each for each in added if each[0] not in names]
        await self._send(message)


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


async def _turn_away(trouble: Trouble, send: Send) -> None:
    """Answer without the application."""
    body = msgspec.json.encode(trouble.problem)
    headers = {**trouble.headers, "content-type": MEDIA_TYPE, "content-length": str(len(body))}
    await send(
        {
            "type": "http.response.start",
            "status": trouble.problem.status,
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
