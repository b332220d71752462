"""A command as a request brings it, and what the floor answered as it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response

from croupier.aggregate.roles import Role

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

    from croupier.casino.floor.command_answers import Answer, Answered

REPEATED = "Idempotent-Replayed"


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, spelt as `/api/tables/{table}/commands` says."""

    command: msgspec.Raw
    role: Role | None = None
    """The role in which it is given; left out, the one in which the request is made."""


class Stored(Response["Answer"]):
    """The very bytes that were stored. They need nothing of what is done for other answers."""

    def __init__(self, answered: Answered) -> None:
        body: Any = answered.body
        headers = {REPEATED: "true"} if answered.repeated else {}
        super().__init__(body, media_type="application/json", headers=headers)

    def to_asgi_response(self, app: object, request: object, **how: Any) -> Any:
        body: Any = self.content
        return _sending(body, self.headers, how["status_code"])


def _sending(body: bytes, headers: dict[str, str], status: int) -> ASGIApp:
    said = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    said += [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def send_it(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": status, "headers": said})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return send_it


def sent(answered: Answered) -> Response[Answer]:
    """So that asking again brings the same."""
    return Stored(answered)
