"""What the operations of tournaments and of promotions have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response

from croupier.casino.floor.tournament_and_promotion_views import joint_draw_seen
from croupier.casino.floor.views import look_at, watch_affair
from croupier.web.http.command_responses import Told, sent
from croupier.web.http.patron_code import confirmed_by
from croupier.web.http.problems import HttpError, ProblemType
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


async def draw_as_published(
    request: Request, affair: Live[Any], number: int | None
) -> Response[dict[str, Any]]:
    """All that it takes to check a joint draw, or a problem that says that there is none."""
    try:
        seen = await joint_draw_seen(affair, request.access.viewer, number)
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error), field="number") from None
    return as_json(seen)
