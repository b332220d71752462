"""What the operations of tournaments and of promotions have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response

from croupier.casino.floor.views import look_at, watch_affair
from croupier.web.http.command_responses import Told, sent
from croupier.web.http.patron_code import confirmed_by
from croupier.web.http.request import Request, read
from croupier.web.http.streaming import HEARTBEAT, data_event, heard_up_to, streamed

if TYPE_CHECKING:
    from litestar.response import Stream

    from croupier.casino.floor.command_answers import Answer
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.views import AffairLook
    from croupier.casino.live_kinds import LiveKind


async def look_at_it(
    request: Request, affair: Live[Any], after: int | None
) -> Response[dict[str, Any]]:
    look = await look_at(request.services.floor, affair, request.access.viewer, after)
    return as_json(look)


def command_schema(kind: LiveKind[Any]) -> Response[dict[str, Any]]:
    """A JSON Schema of every command."""
    return as_json(msgspec.json.schema(kind.commands))


async def carry_out(request: Request, affair: Live[Any], told: Told) -> Response[Answer]:
    asked = read(bytes(told.command), affair.kind.commands)
    by = request.access.acting_as(told.role)
    second, code = await confirmed_by(request)
    floor = request.services.floor
    return sent(await floor.conduct(affair, asked, by, request.key, second, code))


def stream(
    request: Request, affair: Live[Any], after: int | None, last_event_id: str | None
) -> Stream:
    """Server-sent events, each a look at the affair; the id of an event is a line."""
    floor, viewer = request.services.floor, request.access.viewer
    after = heard_up_to(after, last_event_id)
    looks = watch_affair(floor, affair, viewer, after, patience=HEARTBEAT)
    return streamed(request, looks, _event)


def _event(look: AffairLook) -> bytes:
    return data_event("look", look.line, msgspec.json.encode(look))


def as_json(said: object) -> Response[dict[str, Any]]:
    body: Any = msgspec.json.encode(said)
    return Response(body, media_type="application/json")
