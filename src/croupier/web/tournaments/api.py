"""Tournaments: begun, directed and entered, and what everybody may know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from croupier.casino.floor.command_answers import Answer
from croupier.casino.floor.live_aggregate import find
from croupier.casino.floor.tournament_and_promotion_views import (
    TournamentSummary,
    conditions_seen,
    tournaments_seen,
)
from croupier.casino.house.commands import OpenTournament, Shuffles
from croupier.casino.live_kinds import TOURNAMENT
from croupier.tournament import law_of
from croupier.tournament.conditions_document import Section, document
from croupier.web.http.command_responses import Told, sent
from croupier.web.http.policies import ANYBODY, AT_THE_TABLES, HOLDERS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.streaming import LastEvent
from croupier.web.http.tournament_and_promotion_api import (
    carry_out,
    command_schema,
    draw_as_published,
    look_at_it,
    stream,
)
from croupier.web.tables.api import Line

if TYPE_CHECKING:
    from croupier.casino.floor.live_aggregate import Live
    from croupier.tournament.tournament import Tournament


class Listed(msgspec.Struct, frozen=True):
    """A tournament as the list shows it."""

    tournament: str
    title: str
    """What its conditions call it."""
    instrument: str
    phase: str
    entries: int
    still_in: int
    pool: int
    """In cents."""
    out_of_order: str
    """Why nothing can be asked of it, if so."""


class ConditionsShown(msgspec.Struct, frozen=True):
    """The conditions as patrons read them."""

    tournament: str
    title: str
    sections: tuple[Section, ...]


def _tournament(request: Request, name: str) -> Live[Tournament]:
    return find(request.services.floor.tournaments, TOURNAMENT, name)


@get("/api/tournaments", policy=ANYBODY, summary="Tournaments")
async def tournaments(request: Request) -> list[Listed]:
    held = await tournaments_seen(request.services.floor, request.access.viewer)
    return [_listed(each) for each in held]


def _listed(each: TournamentSummary) -> Listed:
    return Listed(
        tournament=each.name,
        title="" if each.conditions is None else each.conditions.name,
        instrument=each.instrument,
        phase=each.phase,
        entries=each.view.entries,
        still_in=each.view.still_in,
        pool=each.view.pool,
        out_of_order=each.out_of_order,
    )


@post("/api/tournaments", policy=HOLDERS, summary="Begin a tournament")
async def begin(request: Request, data: JSONBody[OpenTournament]) -> Response[Answer]:
    """Players take part in the shuffles at its tables, unless it says otherwise."""
    if data.shuffles is None:
        data = msgspec.structs.replace(data, shuffles=Shuffles.PLAYERS)
    return sent(await request.services.command_house(data, request.access.by, request.key))


@get("/api/tournaments/{name:str}", policy=ANYBODY, summary="What one sees of a tournament")
async def see(
    request: Request, name: FromPath[str], after: Line = None
) -> Response[dict[str, Any]]:
    """In one's role, or without logging in what everybody sees; with what happened after a line."""
    return await look_at_it(request, _tournament(request, name), after)


@get(
    "/api/tournaments/{name:str}/commands",
    policy=ANYBODY,
    summary="How a tournament's commands are spelt",
)
async def spelling(request: Request, name: FromPath[str]) -> Response[dict[str, Any]]:
    return command_schema(_tournament(request, name).kind)


@post(
    "/api/tournaments/{name:str}/commands",
    policy=AT_THE_TABLES,
    status_code=200,
    summary="Direct a tournament, or enter it",
    overrides=True,
    for_patrons=True,
)
async def command(request: Request, name: FromPath[str], data: JSONBody[Told]) -> Response[Answer]:
    """Everything that directors, dealers and entrants do is one of its commands."""
    return await carry_out(request, _tournament(request, name), data)


@get("/api/tournaments/{name:str}/events", policy=ANYBODY, summary="What happens in a tournament")
async def events(
    request: Request, name: FromPath[str], after: Line = None, last_event_id: LastEvent = None
) -> Stream:
    """Server-sent events; whoever comes back with the id of the last is told what came since."""
    return stream(request, _tournament(request, name), after, last_event_id)


@get("/api/tournaments/{name:str}/conditions", policy=ANYBODY, summary="Conditions for patrons")
async def conditions(request: Request, name: FromPath[str]) -> ConditionsShown:
    """What they say line by line, each with the clauses that ask for it."""
    shown = await conditions_seen(_tournament(request, name), request.access.viewer)
    if shown is None:
        raise HttpError(
            ProblemType.NOT_FOUND, f"{name} has no conditions to show yet", field="tournament"
        )
    return ConditionsShown(name, shown.name, document(shown, law_of(shown.instrument)))


@get("/api/tournaments/{name:str}/draw", policy=ANYBODY, summary="A joint draw, to be checked")
async def draw(
    request: Request, name: FromPath[str], number: Line = None
) -> Response[dict[str, Any]]:
    """The last, or by its number: roll, tips, links, commitment, secret and order."""
    return await draw_as_published(request, _tournament(request, name), number)


router = Router(
    "/",
    route_handlers=[tournaments, begin, see, spelling, command, events, conditions, draw],
    tags=["tournaments"],
)
