"""What the operations of tournaments and of promotions have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Response
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from croupier.casino.floor.attending import look_at, watch_affair
from croupier.table.roles import Role
from croupier.web.asking import Asked, read
from croupier.web.routes.answering import sent
from croupier.web.routes.tables import HEARTBEAT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.casino.affairs import Kind
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.answers import Answer
    from croupier.casino.floor.attending import AffairLook

Line = Annotated[int | None, QueryParameter(ge=0, le=10**12)]
LastEvent = Annotated[str | None, HeaderParameter(name="Last-Event-ID")]


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, spelt as a `GET` of the same path says."""

    command: msgspec.Raw
    role: Role | None = None
    """The role in which it is given; left out, the one in which the request is made."""


async def seen(request: Asked, affair: Affair[Any], after: int | None) -> Response[dict[str, Any]]:
    look = await look_at(request.reception.floor, affair, request.access.viewer, after)
    return as_json(look)


def spelt(kind: Kind[Any]) -> Response[dict[str, Any]]:
    """A JSON Schema of every command."""
    return as_json(msgspec.json.schema(kind.commands))


async def commanded(request: Asked, affair: Affair[Any], told: Told) -> Response[Answer]:
    asked = read(bytes(told.command), affair.kind.commands)
    by = request.access.acting_as(told.role)
    return sent(await request.reception.floor.conduct(affair, asked, by, request.key))


def streamed(
    request: Asked, affair: Affair[Any], after: int | None, last_event_id: str | None
) -> Stream:
    """Server-sent events, each a look at the affair; the id of an event is a line."""
    floor, viewer = request.reception.floor, request.access.viewer
    if last_event_id is not None and last_event_id.isdecimal():
        after = int(last_event_id)

    async def events() -> AsyncIterator[bytes]:
        streams = request.reception.metrics.streams
        streams.inc()
        try:
            async for look in watch_affair(floor, affair, viewer, after, patience=HEARTBEAT):
                if viewer is not None and not floor.house.may_act(viewer):
                    return
                yield b": quiet\n\n" if look is None else _event(look)
        finally:
            streams.dec()

    return Stream(
        events(),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _event(look: AffairLook) -> bytes:
    return b"id: %d\nevent: look\ndata: %b\n\n" % (look.line, msgspec.json.encode(look))


def as_json(said: object) -> Response[dict[str, Any]]:
    body: Any = msgspec.json.encode(said)
    return Response(body, media_type="application/json")
