"""Promotions in a browser: for everybody, at the desk, and as the inspector sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Stream

from croupier.aggregate.acts import tag_of
from croupier.aggregate.roles import Role
from croupier.casino.floor.live_aggregate import find
from croupier.casino.floor.tournament_and_promotion_views import entries_seen, head_of
from croupier.casino.floor.views import look_at, watch_affair
from croupier.casino.house.commands import OpenPromotion
from croupier.casino.live_kinds import PROMOTION
from croupier.promotion.acts.draws import DrawWinners
from croupier.promotion.rules import INSTRUMENT, READINGS
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import DecidedBy
from croupier.promotion.views import DeskView, PlayerView
from croupier.rulebook.citations import Refused
from croupier.web.console import console as consoles
from croupier.web.console.console import CONFLICT, ConsoleOutcome
from croupier.web.html.page_rendering import SEE_OTHER, error_page, is_partial, me, page
from croupier.web.html.record_in_words import in_words
from croupier.web.html.taking_part import taking_part
from croupier.web.html.template_environment import render
from croupier.web.http.policies import ANYBODY, SOMEBODY, SUPERVISORS
from croupier.web.http.request import Request
from croupier.web.http.streaming import HEARTBEAT, page_event, streamed
from croupier.web.promotions import page_model as pages
from croupier.web.promotions.api import DESK
from croupier.web.promotions.console import PromotionConsole, secret_of_the_draw
from croupier.web.promotions.page_contexts import (
    command_context,
    desk_context,
    list_context,
    page_context,
)

if TYPE_CHECKING:
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.views import AffairLook
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.views import PromotionView

LINES = 40

After = Annotated[int, QueryParameter(ge=0, le=10**12)]


def _affair(request: Request, name: str) -> Live[Promotion]:
    return find(request.services.floor.promotions, PROMOTION, name)


async def _view(request: Request, affair: Live[Promotion]) -> PromotionView:
    view: PromotionView = (
        await look_at(request.services.floor, affair, request.access.viewer)
    ).view
    return view


# --- the list, and another promotion


@get("/promotions", policy=ANYBODY, include_in_schema=False)
async def promotions(request: Request) -> Response[str]:
    return await _list(request)


async def _list(request: Request, status: int = 200, **more: Any) -> Response[str]:
    floor = request.services.floor
    views = [await _view(request, affair) for affair in floor.promotions.values()]
    begins = request.access.role in DESK.roles
    return page(
        request, "promotions/list.html", status,
        **{"wrong": "", "typed": {}, **more}, **list_context(views, floor.clock()),
        readings=READINGS if begins else (), begins=begins,
        overseer=request.access.role in SUPERVISORS.roles,
    )  # fmt: skip


@post("/promotions", policy=DESK, include_in_schema=False)
async def begin(request: Request) -> Response[Any]:
    form = await request.form()
    typed = {name: str(form.get(name, "")) for name in form}
    options: dict[str, Any] = {
        option.name: typed[option.name] == "true" if option.type == "flag" else typed[option.name]
        for option in READINGS
        if typed.get(option.name)
    }
    prescribed = tuple(line.strip() for line in typed.get("prescribed", "").splitlines())
    command = OpenPromotion(
        promotion=typed.get("promotion", "").strip(), options=options,
        prescribed=tuple(filter(None, prescribed)),
    )  # fmt: skip
    try:
        await request.services.command_house(command, request.access.by, request.key)
    except Refused as refusal:
        return await _list(request, CONFLICT, wrong=refusal.reason, typed=typed)
    return Redirect(_desk_of(command.promotion), status_code=SEE_OTHER)


def _desk_of(name: str) -> str:
    return f"/promotions/{quote(name, safe='')}/desk"


# --- for everybody


@get("/promotions/{name:str}", policy=ANYBODY, include_in_schema=False)
async def promotion(request: Request, name: FromPath[str]) -> Response[str]:
    """The terms, where it stands, the proof of the draw and the winners; for a player, theirs."""
    view = await _view(request, _affair(request, name))
    clock = request.services.floor.clock()
    return page(
        request, "promotions/page.html", **page_context(view, request.access.viewer, clock),
        **_taking_part(request, view), may_take_part=request.access.viewer is not None,
        overseer=request.access.role in SUPERVISORS.roles,
    )  # fmt: skip


def _taking_part(request: Request, view: PromotionView) -> dict[str, Any]:
    """What the browser of somebody who may take part in the draw has to know."""
    viewer, said = request.access.viewer, ""
    if viewer is not None and view.phase == PromotionPhase.RUNNING and view.terms is not None:
        official = viewer.role is Role.INSPECTOR or viewer.name == view.scrutineer
        holds = isinstance(view, PlayerView) and bool(view.own_tickets)
        if (official or holds) and view.terms.decided_by is DecidedBy.DRAW:
            base = f"/api/promotions/{quote(view.promotion, safe='')}"
            said = taking_part(base, viewer.name, view.drawing, official=official)
    return {"taking_part": said, "token": request.access.csrf_token or ""}


@get("/promotions/{name:str}/draw", policy=ANYBODY, include_in_schema=False)
async def check_draw(request: Request, name: FromPath[str]) -> Response[str]:
    """Where one's browser checks a joint draw; the script asks for what is published."""
    affair = _affair(request, name)
    here = f"/promotions/{quote(affair.name, safe='')}"
    return page(request, "html/draw.html", here=here, title=name)


@get("/promotions/{name:str}/stream", policy=ANYBODY, include_in_schema=False)
async def stream(
    request: Request, name: FromPath[str], desk: Annotated[bool, QueryParameter()] = False
) -> Stream:
    """The page, or for those who see all of it the desk, anew whenever something has happened."""
    floor, viewer = request.services.floor, request.access.viewer
    affair, looker = _affair(request, name), me(request)

    def told(look: AffairLook) -> bytes:
        if desk and isinstance(look.view, DeskView):
            context = desk_context(look.view, floor.clock())
            text = render("promotions/desk_board.html", me=looker, **context)
        else:
            context = page_context(look.view, viewer, floor.clock())
            context |= _taking_part(request, look.view)
            text = render("promotions/board.html", me=looker, **context)
        return page_event("promotion", text)

    return streamed(request, watch_affair(floor, affair, viewer, patience=HEARTBEAT), told)


# --- the desk


@get("/promotions/{name:str}/desk", policy=SUPERVISORS, include_in_schema=False)
async def desk(request: Request, name: FromPath[str]) -> Response[str]:
    return _desk(request, await _console(request, name), ConsoleOutcome())


def _desk(request: Request, at: PromotionConsole, outcome: ConsoleOutcome) -> Response[str]:
    assert isinstance(at.view, DeskView)
    shown = desk_context(at.view, request.services.floor.clock())
    context = {**shown, **command_context(at, outcome)}
    return page(request, "promotions/desk.html", outcome.status, groups=at.groups(), **context)


@get("/promotions/{name:str}/record", policy=SUPERVISORS, include_in_schema=False)
async def record(request: Request, name: FromPath[str], after: After = 0) -> Response[str]:
    """All that was done, in words, a page at a time."""
    affair = _affair(request, name)
    told = list(in_words(INSTRUMENT, entries_seen(affair, after, LINES)))
    return page(
        request, "promotions/record.html", told=told, after=after, step=LINES,
        length=affair.stored, title=pages.title_of(await _view(request, affair)), name=name,
        head=head_of(affair),
    )  # fmt: skip


# --- commands


async def _console(request: Request, name: str, do: str = "") -> PromotionConsole:
    affair, by = _affair(request, name), request.access.by
    view, secret = await _view(request, affair), ""
    if do == tag_of(DrawWinners) and by.role in DESK.roles:
        secret = await secret_of_the_draw(request.services.safe, name, view.draw)
    return PromotionConsole(request.services, affair, view, by, secret)


@get("/promotions/{name:str}/commands/{do:str}", policy=SOMEBODY, include_in_schema=False)
async def show(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[str]:
    """A command to be filled in, with what is known already."""
    at = await _console(request, name, do)
    return await _command(request, at, await consoles.show(at, do, request.query_params))


@post("/promotions/{name:str}/commands/{do:str}", policy=SOMEBODY, include_in_schema=False)
async def ask(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[Any]:
    """Show what would follow from a command, or do it."""
    at = await _console(request, name, do)
    outcome = await consoles.ask(request, at, do)
    if outcome.done is not None:
        at = await _console(request, name)
    return await _command(request, at, outcome)


async def _command(
    request: Request, at: PromotionConsole, outcome: ConsoleOutcome
) -> Response[str]:
    """A form with what came of it: on the desk, for others on a page of its own, or in a part."""
    context = command_context(at, outcome)
    if is_partial(request):
        # a refusal is an answer like any other for a part of a page
        return page(request, "promotions/part.html", 200, **context)
    if isinstance(at.view, DeskView) and outcome.action is None:
        return _desk(request, at, outcome)
    return page(request, "promotions/command.html", outcome.status, **context)


router = Router(
    "/",
    route_handlers=[promotions, begin, promotion, check_draw, stream, desk, record, show, ask],
    exception_handlers={Exception: error_page},
)
