"""Notices: what was said to whom, a stream of them as they come, and their acknowledgement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from croupier.aggregate.roles import Role
from croupier.casino.floor.command_answers import Answer
from croupier.casino.house.acts import LONGEST_NAME
from croupier.casino.notices import Notice
from croupier.web.http.command_responses import sent
from croupier.web.http.policies import SUPERVISORS, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.streaming import HEARTBEAT, LastEvent, data_event, heard_up_to, streamed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.casino.notices import News

OFFICES = needs(Role.SURVEILLANCE)
"""Those who are told of things and acknowledge it; the house judges which of them."""
PAGE = 200

After = Annotated[int, QueryParameter(ge=0, le=10**12)]
To = Annotated[str, QueryParameter(max_length=LONGEST_NAME)]


class Given(msgspec.Struct, frozen=True):
    """A page of notices, the oldest first."""

    notices: list[Notice]
    next: int | None
    """After which number to go on; nothing if this was all."""


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which notice somebody has taken, by its id."""

    notice: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


@get("/api/notices", policy=SUPERVISORS, summary="Notices")
async def notices(
    request: Request, after: After = 0, to: To = "", waiting: FromQuery[bool] = False
) -> Given:
    """All of them, those to somebody, or those that an office has not acknowledged yet."""
    found = [
        notice
        for notice in await request.services.noticeboard.read()
        if notice.number > after
        and (not to or notice.to == to)
        and (not waiting or notice.is_waiting)
    ]
    page = found[:PAGE]
    return Given(page, page[-1].number if len(found) > PAGE else None)


@post(
    "/api/notices/acknowledgements",
    policy=OFFICES,
    status_code=200,
    summary="Acknowledge a notice",
)
async def acknowledge(request: Request, data: JSONBody[Taken]) -> Response[Answer]:
    """By whom it was for, once; it is in the record from then on who took it and when."""
    board = request.services.noticeboard
    notice = (await board.read()).get(data.notice)
    if notice is None:
        raise HttpError(
            ProblemType.NOT_FOUND, f"there is no notice {data.notice!r}", field="notice"
        )
    return sent(await board.acknowledge(notice, request.access.by, request.key))


@get("/api/notices/stream", policy=SUPERVISORS, summary="Notices as they come")
async def stream(
    request: Request,
    after: After = 0,
    last_event_id: LastEvent = None,
) -> Stream:
    """Server-sent events: `notice` for each, and `acknowledged` when one is; ids are numbers.

    Whoever comes back with the id of the last event is told what came since, and nothing twice.
    """
    board, after = request.services.noticeboard, heard_up_to(after, last_event_id) or 0

    async def events() -> AsyncIterator[bytes | None]:
        async for news in board.watch(after, patience=HEARTBEAT):
            yield None if news is None else _event(news)

    return streamed(request, events(), lambda event: event)


def _event(news: News) -> bytes:
    kind = "notice" if isinstance(news, Notice) else "acknowledged"
    return data_event(kind, news.number, msgspec.json.encode(news))


router = Router("/", route_handlers=[notices, acknowledge, stream], tags=["notices"])
