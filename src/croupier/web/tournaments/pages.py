"""Tournaments in a browser: the list, a page that stays current, and what players do themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from croupier.aggregate.roles import Role
from croupier.casino.floor import tables_of_tournament
from croupier.casino.floor.live_aggregate import find
from croupier.casino.floor.tournament_and_promotion_views import (
    TournamentSummary,
    conditions_seen,
    draws_seen,
    joint_draws_made,
    own_seen,
    tournament_seen,
    tournaments_seen,
)
from croupier.casino.floor.views import look_at, watch_affair
from croupier.casino.live_kinds import TOURNAMENT
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.tournament.acts.entries import Enter
from croupier.tournament.conditions_document import moment_in_words
from croupier.tournament.state import TournamentPhase
from croupier.web.felt.game_pages import cloth, game_name
from croupier.web.html.page_rendering import SEE_OTHER, error_page, html, is_partial, me, page
from croupier.web.html.template_environment import render
from croupier.web.http.policies import ANYBODY, AT_THE_TABLES, HOLDERS, SOMEBODY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.streaming import HEARTBEAT, page_event, streamed
from croupier.web.tournaments import page_model as pages
from croupier.web.tournaments import player_commands as own

if TYPE_CHECKING:
    from croupier.casino.floor.live_aggregate import Live
    from croupier.tournament.tournament import Tournament

CONFLICT = 409


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament as the list shows it."""

    name: str
    title: str
    game: str
    cloth: str
    phase: str
    starts: str
    fee: str
    players: str
    pool: int
    mine: bool


@get("/tournaments", policy=ANYBODY, include_in_schema=False)
async def tournaments(request: Request) -> Response[str]:
    """Those that everybody may know of; whoever holds one finds drafts too."""
    held = await tournaments_seen(request.services.floor, request.access.viewer)
    shown = [each for each in held if _is_published(request, each)]
    return page(
        request, "tournaments/list.html",
        cards=[_card(each) for each in reversed(shown)],
        directs=request.access.role in HOLDERS.roles, staff=_holds(request),
    )  # fmt: skip


def _card(held: TournamentSummary) -> TournamentCard:
    conditions = held.conditions
    least, most = (conditions.minimum_players, conditions.maximum_players) if conditions else (0, 0)
    numbers = f" ({least or 1} to {most})" if most else ""
    fee = conditions.entry_fee if conditions else None
    return TournamentCard(
        name=held.name,
        title=conditions.name if conditions else held.name,
        game=game_name(held.instrument),
        cloth=cloth(held.instrument),
        phase=pages.PHASES[held.phase],
        starts=moment_in_words(conditions.starts if conditions else None),
        fee="to be said" if fee is None else money(fee) if fee else "none",
        players=f"{held.view.entries}{numbers}",
        pool=held.view.pool,
        mine=held.entered,
    )


def tournament_of(request: Request, name: str) -> Live[Tournament]:
    return find(request.services.floor.tournaments, TOURNAMENT, name)


def _holds(request: Request) -> bool:
    """Whether the viewer acts for the house or looks on, and may know of drafts."""
    viewer = request.access.viewer
    return viewer is not None and viewer.role is not Role.PLAYER


def _is_published(request: Request, held: TournamentSummary) -> bool:
    return held.phase is not TournamentPhase.DRAFT or _holds(request)


# --- the page


@get("/tournaments/{name:str}", policy=ANYBODY, include_in_schema=False)
async def show(request: Request, name: FromPath[str]) -> Response[str]:
    return await _page(request, tournament_of(request, name))


async def _page(
    request: Request, affair: Live[Tournament], status: int = 200, refusal: Refused | None = None
) -> Response[str]:
    look = await look_at(request.services.floor, affair, request.access.viewer)
    seen = await _seen(request, affair, refusal)
    conditions = await conditions_seen(affair, request.access.viewer)
    return html(pages.render_tournament(look.view, conditions, seen, me(request)), status)


async def _seen(
    request: Request, affair: Live[Tournament], refusal: Refused | None = None
) -> pages.PageExtras:
    """What else this viewer may know: what they could do, and which tables have pages."""
    tables = await tables_of_tournament(request.services.floor, affair.name)
    person, desk = request.access.person, _own(request, affair)
    return pages.PageExtras(
        offers=tuple(own.offers(desk)),
        reason=own.why_not(desk),
        refusal=refusal,
        who_decides=own.who_decides(desk),
        on_the_floor={each.called: each.table for each in tables},
        own_table=next((each.table for each in tables if person in each.players), ""),
        token=request.access.csrf_token or "",
        viewer=request.access.viewer,
    )


def _own(request: Request, affair: Live[Tournament]) -> own.OwnDesk | None:
    """What a viewer may do by themselves who is a player."""
    viewer = request.access.viewer
    if viewer is None or viewer.role is not Role.PLAYER:
        return None
    return own.own_desk(request.services.floor, affair, viewer)


@get("/tournaments/{name:str}/stream", policy=ANYBODY, include_in_schema=False)
async def stream(request: Request, name: FromPath[str]) -> Stream:
    """The page anew whenever something has happened; whoever comes back gets the whole of it."""
    affair, floor = tournament_of(request, name), request.services.floor
    looks = watch_affair(floor, affair, request.access.viewer, patience=HEARTBEAT)
    return streamed(request, looks, lambda look: _event(request, affair, look.line, look.view))


async def _event(request: Request, affair: Live[Tournament], line: int, view: Any) -> bytes:
    conditions = await conditions_seen(affair, request.access.viewer)
    text = pages.render_fragment(view, conditions, await _seen(request, affair))
    return page_event("tournament", text, line)


# --- what players do themselves


@get("/tournaments/{name:str}/enter", policy=SOMEBODY, include_in_schema=False)
async def ask_to_enter(request: Request, name: FromPath[str]) -> Response[str]:
    return await _entering(request, tournament_of(request, name))


async def _entering(
    request: Request, affair: Live[Tournament], status: int = 200, refusal: Refused | None = None
) -> Response[str]:
    desk, stated = _own(request, affair), await conditions_seen(affair, request.access.viewer)
    look = await look_at(request.services.floor, affair, request.access.viewer)
    if stated is None:
        raise HttpError(ProblemType.NOT_FOUND, f"{affair.name} takes no entries yet")
    return page(
        request, "tournaments/enter.html", status, view=look.view, title=stated.name,
        fee=stated.entry_fee or 0, offers=tuple(own.offers(desk)),
        refusal=pages.said(look.view.instrument, refusal or own.why_not(desk)),
    )  # fmt: skip


@post("/tournaments/{name:str}/own", policy=AT_THE_TABLES, include_in_schema=False)
async def do_own(request: Request, name: FromPath[str]) -> Response[Any]:
    """One of the buttons of a player; what is refused is said on the page, with its clause."""
    affair, form = tournament_of(request, name), await request.form()
    by, floor = request.access.by, request.services.floor
    do = str(form.get("do", ""))
    command = own.command_of(own_seen(affair, by), do, form)
    if command is None:
        raise HttpError(ProblemType.NOT_FOUND, f"players do no {do!r} by themselves")
    try:
        await floor.conduct(affair, command, by, request.key)
    except Refused as refusal:
        return await _refused(request, affair, command, refusal)
    if is_partial(request):
        return html("")
    return Redirect(f"/tournaments/{name}", status_code=SEE_OTHER)


async def _refused(
    request: Request, affair: Live[Tournament], command: object, refusal: Refused
) -> Response[Any]:
    if is_partial(request):
        said = pages.said((await tournament_seen(affair, None)).instrument, refusal)
        return html(render("tournaments/refusal.html", refusal=said))
    if isinstance(command, Enter):
        return await _entering(request, affair, CONFLICT, refusal)
    return await _page(request, affair, CONFLICT, refusal)


# --- what is read at leisure


@get("/tournaments/{name:str}/conditions", policy=ANYBODY, include_in_schema=False)
async def conditions(request: Request, name: FromPath[str]) -> Response[str]:
    affair = tournament_of(request, name)
    stated = await conditions_seen(affair, request.access.viewer)
    if stated is None:
        raise HttpError(ProblemType.NOT_FOUND, f"the conditions of {name} are not published yet")
    look = await look_at(request.services.floor, affair, request.access.viewer)
    return html(pages.render_conditions(look.view, stated, me(request)))


@get("/tournaments/{name:str}/players", policy=ANYBODY, include_in_schema=False)
async def players(request: Request, name: FromPath[str]) -> Response[str]:
    """Everybody with place, chips and seat, however many they are."""
    affair = tournament_of(request, name)
    look = await look_at(request.services.floor, affair, request.access.viewer)
    stated = await conditions_seen(affair, request.access.viewer)
    return page(
        request, "tournaments/players.html", view=look.view,
        title=stated.name if stated else name,
        all_rows=list(pages.rows(look.view, stated, request.access.person or "")),
        by_points=bool(stated and stated.by_points),
        seats={seat.player: seat for seat in look.view.seats},
    )  # fmt: skip


@get("/tournaments/{name:str}/draws", policy=ANYBODY, include_in_schema=False)
async def draws(request: Request, name: FromPath[str]) -> Response[str]:
    """Every draw with its secret, made again."""
    affair = tournament_of(request, name)
    look = await look_at(request.services.floor, affair, request.access.viewer)
    stated = await conditions_seen(affair, request.access.viewer)
    return page(
        request, "tournaments/draws.html", view=look.view, title=stated.name if stated else name,
        proofs=await draws_seen(affair), joint=await joint_draws_made(affair),
    )  # fmt: skip


@get("/tournaments/{name:str}/draw", policy=ANYBODY, include_in_schema=False)
async def check_draw(request: Request, name: FromPath[str]) -> Response[str]:
    """Where one's browser checks a joint draw; the script asks for what is published."""
    affair = tournament_of(request, name)
    return page(
        request, "html/draw.html", here=f"/tournaments/{quote(affair.name, safe='')}", title=name
    )


router = Router(
    "/",
    route_handlers=[
        tournaments, show, stream, ask_to_enter, do_own, conditions, players, draws, check_draw,
    ],
    exception_handlers={Exception: error_page},
)  # fmt: skip
