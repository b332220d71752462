"""The director's desk in a browser: what comes next, every command with its rules, the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from croupier.aggregate.roles import Role
from croupier.casino.cage import chips_at
from croupier.casino.floor.tournament_and_promotion_views import (
    desk_seen,
    draws_seen,
    entries_seen,
)
from croupier.casino.floor.views import look_at, watch_affair
from croupier.rulebook.instruments import load
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.seating import TakeSeat
from croupier.web.console import console as consoles
from croupier.web.console.console import ConsoleOutcome
from croupier.web.felt.game_pages import game_name
from croupier.web.html.cited_lines import cite
from croupier.web.html.page_rendering import error_page, is_partial, me, page
from croupier.web.html.record_in_words import in_words
from croupier.web.html.template_environment import render
from croupier.web.http.policies import Policy, needs
from croupier.web.http.request import Request
from croupier.web.http.streaming import HEARTBEAT, page_event, streamed
from croupier.web.tournaments.console import (
    Desk,
    TournamentConsole,
    desk_of,
    errand,
    next_secret,
)
from croupier.web.tournaments.page_model import PHASES
from croupier.web.tournaments.pages import tournament_of
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from croupier.casino.floor.live_aggregate import Live
    from croupier.tournament.tournament import Tournament

DESK = needs(Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.SURVEILLANCE)
"""Those who have commands of their own in a tournament, and those who look on."""
AT_THE_DESK = Policy(DESK.roles, plays=True)
RECORD = needs(Role.SUPERVISOR, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.SURVEILLANCE)
LINES = 40

After = Annotated[int, QueryParameter(ge=0, le=10**12)]


async def _console(request: Request, affair: Live[Tournament]) -> TournamentConsole:
    """The tournament before whoever asks, with the secret of its next draw."""
    floor, by = request.services.floor, request.access.by
    view = (await look_at(floor, affair, by)).view
    awaited = view.drawing.awaited
    commitments = view.commitments if awaited is None else (awaited.commitment,)
    secret = await next_secret(request.services.safe, affair.name, commitments)
    desk = await desk_of(floor, affair, by, secret)
    return TournamentConsole(request.services, affair, desk)


@get("/tournaments/{name:str}/desk", policy=DESK, include_in_schema=False)
async def desk(request: Request, name: FromPath[str]) -> Response[str]:
    affair = tournament_of(request, name)
    return await _page(request, await _console(request, affair), ConsoleOutcome())


@get("/tournaments/{name:str}/desk/{do:str}", policy=DESK, include_in_schema=False)
async def show(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[str]:
    """A command with all that the rules say of it, and what the address says it is about."""
    at = await _console(request, tournament_of(request, name))
    asked = {each: request.query_params.get(each, "") for each in ("player", "table", "instead_of")}
    known = {each: said for each, said in asked.items() if said}
    return await _page(request, at, await consoles.show(at, do, known))


@post("/tournaments/{name:str}/desk/{do:str}", policy=AT_THE_DESK, include_in_schema=False)
async def ask(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[Any]:
    """Show what would follow from a command, or do it."""
    at = await _console(request, tournament_of(request, name))
    return await _page(request, at, await consoles.ask(request, at, do))


# --- the page


async def _page(request: Request, at: TournamentConsole, outcome: ConsoleOutcome) -> Response[str]:
    """The desk, or what changes on it for a page that is open already."""
    affair, view = at.affair, at.desk.view
    context = consoles.context(at, outcome)
    if is_partial(request) and outcome.done is None:
        return page(request, "console/part.html", 200, **context)
    now = await _console(request, affair)
    async with affair.lock:
        shown = {**_standing(now.desk, affair), "groups": now.groups()}
    if is_partial(request):
        return page(request, "tournaments/desk_changed.html", 200, **context, **shown)
    return page(
        request, "tournaments/desk.html", outcome.status, **context, **shown,
        name=game_name(view.instrument), under=load(view.instrument).title,
        reads=request.access.role in RECORD.roles,
    )  # fmt: skip


def _standing(ready: Desk, affair: Live[Tournament]) -> dict[str, Any]:
    """Where the tournament stands, and what is quickly done about it."""
    view = ready.view
    return {
        "desk": view,
        "phase": PHASES[view.phase],
        "agenda": [errand(ready, item) for item in view.agenda],
        "starts": "" if view.starts is None else local_moment(view.starts),
        "seats_players": ready.by.role in ACTS[TakeSeat].open_to,
        "trouble": affair.trouble,
        "reported": [(each, cite(view.instrument, each.clauses)) for each in view.reported],
    }


@get("/tournaments/{name:str}/desk/stream", policy=DESK, include_in_schema=False)
async def stream(request: Request, name: FromPath[str]) -> Stream:
    """What comes next, anew whenever something has happened."""
    affair, floor = tournament_of(request, name), request.services.floor
    looks = watch_affair(floor, affair, request.access.by, patience=HEARTBEAT)
    return streamed(request, looks, lambda _: _event(request, affair))


async def _event(request: Request, affair: Live[Tournament]) -> bytes:
    at = await _console(request, affair)
    text = render(
        "tournaments/desk_standing.html", base=at.base,
        me=me(request), **_standing(at.desk, affair),
    )  # fmt: skip
    return page_event("desk", text)


# --- the record


@get("/tournaments/{name:str}/record", policy=RECORD, include_in_schema=False)
async def record(request: Request, name: FromPath[str], after: After = 0) -> Response[str]:
    """Payments, draws, notices and every command in words, for whoever looks after it."""
    affair, floor = tournament_of(request, name), request.services.floor
    look = await look_at(floor, affair, request.access.viewer)
    view = await desk_seen(floor, affair, request.access.by)
    return page(
        request, "tournaments/record.html", view=look.view, title=view.title, pool=view.pool,
        proofs=await draws_seen(affair), after=after, step=LINES, length=affair.stored,
        when=local_moment,
        told=list(in_words(view.instrument, entries_seen(affair, after, LINES))),
        account=chips_at(floor, affair.record),
    )  # fmt: skip


router = Router(
    "/",
    route_handlers=[desk, show, ask, stream, record],
    exception_handlers={Exception: error_page},
)
