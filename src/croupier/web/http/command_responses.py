"""A command as a request brings it, and what the floor answered as it is sent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from litestar import Response

from croupier.aggregate.roles import Role

if TYPE_CHECKING:
    from litestar.types import Receive, Scope, Send

    from croupier.casino.floor.command_answers import Answer, Answered

T = TypeVar("T")
REPEATED = "Idempotent-Replayed"


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, spelt as `/api/tables/{table}/commands` says."""

    command: msgspec.Raw
    role: Role | None = None
    """The role in which it is given; left out, the one in which the request is made."""


class Encoded(Response[T]):
    """An answer in JSON that is bytes already. It needs nothing of what is done for others."""

    def __init__(self, body: bytes, headers: dict[str, str] | None = None) -> None:
        # a response of the framework takes as long to make as all the rest of an answer
        self._body, self._more = body, headers

    def to_asgi_response(self, app: object, request: object, **how: Any) -> Any:
        return partial(self.send, how["status_code"])

    async def send(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        length = b"%d" % len(self._body)
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        if self._more:
            headers += [(name.lower().encode(), said.encode()) for name, said in self._more.items()]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


def sent(answered: Answered) -> Encoded[Answer]:
    """The very bytes that were stored, so that asking again brings the same."""
    return Encoded(answered.body, {REPEATED: "true"} if answered.repeated else None)
