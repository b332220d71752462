"""Promotions: begun, run and entered, and what everybody may know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from croupier.aggregate.roles import Role
from croupier.casino.floor.command_answers import Answer
from croupier.casino.floor.live_aggregate import find
from croupier.casino.floor.tournament_and_promotion_views import PromotionSummary, promotions_seen
from croupier.casino.floor.views import look_at
from croupier.casino.house.commands import OpenPromotion
from croupier.casino.live_kinds import PROMOTION
from croupier.web.http.command_responses import Told, sent
from croupier.web.http.policies import ANYBODY, SOMEBODY, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.streaming import LastEvent
from croupier.web.http.tournament_and_promotion_api import (
    as_json,
    carry_out,
    command_schema,
    draw_as_published,
    look_at_it,
    stream,
)
from croupier.web.tables.api import Line

if TYPE_CHECKING:
    from croupier.casino.floor.live_aggregate import Live
    from croupier.promotion.promotion import Promotion


DESK = needs(Role.SUPERVISOR)


class Listed(msgspec.Struct, frozen=True):
    """A promotion as the list shows it."""

    promotion: str
    title: str
    """What its terms call it, once everybody may know them."""
    phase: str
    tickets: int
    out_of_order: str
    """Why nothing can be asked of it, if so."""


def _promotion(request: Request, name: str) -> Live[Promotion]:
    return find(request.services.floor.promotions, PROMOTION, name)


@get("/api/promotions", policy=ANYBODY, summary="Promotions")
async def promotions(request: Request) -> list[Listed]:
    held = await promotions_seen(request.services.floor, request.access.viewer)
    return [_listed(each) for each in held]


def _listed(each: PromotionSummary) -> Listed:
    public = each.view
    return Listed(
        promotion=each.name,
        title="" if public.terms is None else public.terms.name,
        phase=public.phase,
        tickets=public.tickets,
        out_of_order=each.out_of_order,
    )


@post("/api/promotions", policy=DESK, summary="Begin a promotion")
async def begin(request: Request, data: JSONBody[OpenPromotion]) -> Response[Answer]:
    return sent(await request.services.command_house(data, request.access.by, request.key))


@get("/api/promotions/{name:str}", policy=ANYBODY, summary="What one sees of a promotion")
async def see(
    request: Request, name: FromPath[str], after: Line = None
) -> Response[dict[str, Any]]:
    """In one's role, or without logging in what everybody sees; with what happened after a line."""
    return await look_at_it(request, _promotion(request, name), after)


@get(
    "/api/promotions/{name:str}/commands",
    policy=ANYBODY,
    summary="How a promotion's commands are spelt",
)
async def spelling(request: Request, name: FromPath[str]) -> Response[dict[str, Any]]:
    return command_schema(_promotion(request, name).kind)


@post(
    "/api/promotions/{name:str}/commands",
    policy=SOMEBODY,
    status_code=200,
    summary="Run a promotion, or claim a prize",
    overrides=True,
    for_patrons=True,
)
async def command(request: Request, name: FromPath[str], data: JSONBody[Told]) -> Response[Answer]:
    """Everything that the desk, the scrutineer and players do is one of its commands."""
    return await carry_out(request, _promotion(request, name), data)


@get("/api/promotions/{name:str}/events", policy=ANYBODY, summary="What happens in a promotion")
async def events(
    request: Request, name: FromPath[str], after: Line = None, last_event_id: LastEvent = None
) -> Stream:
    """Server-sent events; whoever comes back with the id of the last is told what came since."""
    return stream(request, _promotion(request, name), after, last_event_id)


@get("/api/promotions/{name:str}/conditions", policy=ANYBODY, summary="Terms for patrons")
async def conditions(request: Request, name: FromPath[str]) -> Response[dict[str, Any]]:
    """The terms, from when the Authority has them."""
    floor, viewer = request.services.floor, request.access.viewer
    terms = (await look_at(floor, _promotion(request, name), viewer)).view.terms
    if terms is None:
        raise HttpError(
            ProblemType.NOT_FOUND, f"{name} has no terms to show yet", field="promotion"
        )
    return as_json(terms)


@get("/api/promotions/{name:str}/draw", policy=ANYBODY, summary="A joint draw, to be checked")
async def draw(
    request: Request, name: FromPath[str], number: Line = None
) -> Response[dict[str, Any]]:
    """The last, or by its number: roll, tips, links, commitment, secret and order."""
    return await draw_as_published(request, _promotion(request, name), number)


router = Router(
    "/",
    route_handlers=[promotions, begin, see, spelling, command, events, conditions, draw],
    tags=["promotions"],
)
