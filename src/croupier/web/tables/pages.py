"""A table as a page: what one may do is a button, and the page stays current by itself."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from croupier.casino.floor import (
    game,
    is_practice,
    look,
    must_have_table,
    people_at,
    rules_copy,
    watch,
)
from croupier.casino.floor.dealer_steps import AnyDealerStep
from croupier.casino.house.commands import Dealing
from croupier.casino.house_views import count_sessions, is_set_up
from croupier.casino.past_rounds import ended_table
from croupier.casino.record_names import TABLES
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive
from croupier.web.felt.game_pages import game_name
from croupier.web.html.command_forms import NotACommand, amount_of, read_command
from croupier.web.html.page_rendering import SEE_OTHER, error_page, html, is_partial, me, page
from croupier.web.http.policies import ANYBODY, AT_THE_TABLES
from croupier.web.http.request import Request, address_of, read
from croupier.web.http.streaming import (
    HEARTBEAT,
    LastEvent,
    heard_up_to,
    page_event,
    streamed,
)
from croupier.web.tables.api import Line
from croupier.web.tables.leaving import go_home
from croupier.web.tables.page_model import Seen, render_fragment, render_refusal, render_table
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.casino.floor import Look

    Draw = Callable[[Any, Any, Seen], str]

CONFLICT = 409
GONE = 410
READING_A_RECORD = 10
"""What it costs to tell somebody of a table that is gone, beside the page."""
MOST_MISSED = 64
"""Lines; whoever missed more sees how the table stands, and is not told how it came to that."""


@get("/tables/{table:str}", policy=ANYBODY, include_in_schema=False)
async def show(request: Request, table: FromPath[str]) -> Response[str]:
    """The table, or what came of it for whoever comes back to one that was taken down."""
    floor = request.services.floor
    if count_sessions(floor, table) and not is_set_up(floor, table):
        return await _ended(request, table)
    seen = await look(floor, table, request.access.viewer)
    stranger = request.access.person is None and seen.dealing is Dealing.AUTOMATIC
    for_guests = stranger and seen.view.tournament is None
    return html(
        render_table(
            *shown(request, table, seen), me=me(request),
            for_guests=for_guests and bool(await request.services.guests.allowed()),
        )
    )  # fmt: skip


async def _ended(request: Request, table: str) -> Response[str]:
    services, access = request.services, request.access
    ended = None
    if access.person is not None:  # a whole record is read for them
        services.authorizer.charge(address_of(request.scope), access, READING_A_RECORD)
        record = f"{TABLES}{table}/{count_sessions(services.floor, table)}"
        lines = services.floor.store.lines(record)
        ended = await to_thread(ended_table, lines, access.viewer)
    return page(
        request, "tables/ended.html", GONE, table=table, ended=ended,
        name="" if ended is None else game_name(ended.instrument),
        when="" if ended is None else local_moment(ended.ended),
    )  # fmt: skip


@get("/tables/{table:str}/rules", policy=ANYBODY, cost=10, include_in_schema=False)
async def rules(request: Request, table: FromPath[str]) -> Response[str]:
    """A copy of the rules of the table, for whoever asks."""
    copy = await rules_copy(request.services.floor, table)
    return page(request, "tables/rules.html", table=table, copy=copy)


@get("/tables/{table:str}/shuffle", policy=ANYBODY, include_in_schema=False)
async def check_shuffle(request: Request, table: FromPath[str]) -> Response[str]:
    """Where one's browser checks a shuffle card by card; the script asks for what is published."""
    must_have_table(request.services.floor, table)
    return page(request, "tables/shuffle.html", table=table)


def shown(request: Request, table: str, seen: Look) -> tuple[Any, Any, Seen]:
    """What a page is made of: the view, the game, and what else this viewer may know."""
    floor, access = request.services.floor, request.access
    deals = access.viewer is not None and access.viewer.is_staff
    practice = is_practice(floor, table)
    return seen.view, game(floor, table), Seen(
        settled=seen.settled,
        history=seen.history,
        deadline=seen.due,
        now=floor.clock(),
        dealing=seen.dealing,
        real_cards=deals and seen.dealing is Dealing.REAL,
        joint=seen.joint,
        steps=deals and seen.dealing is Dealing.VIRTUAL,
        pocket=seen.pocket,
        can_be_ready=seen.can_be_ready,
        line=seen.line,
        moments=seen.moments,
        held_up=seen.held_up,
        practice=practice,
        best_play=practice and request.services.settings.best_play,
        token=access.csrf_token or "",
    )  # fmt: skip


# --- what is done


@post("/tables/{table:str}/commands", policy=AT_THE_TABLES, include_in_schema=False)
async def take_command(request: Request, table: FromPath[str]) -> Response[Any]:
    """A form of the page; what is refused is said on the page, with its clause."""
    fields = {
        name: value for name, value in (await request.form()).items() if isinstance(value, str)
    }
    floor, by = request.services.floor, request.access.by
    seen = await look(floor, table, by)
    try:
        command = read_command(fields, seen.view)
        await request.services.play(table, command, by, request.key)
    except Refused as refusal:
        return await _refused(request, table, refusal)
    except NotACommand as error:
        return await _refused(request, table, _plain(str(error)))
    return _done(request, table)


@post("/tables/{table:str}/join", policy=AT_THE_TABLES, include_in_schema=False)
async def join(request: Request, table: FromPath[str]) -> Response[Any]:
    """Come to the table with chips from one's pocket; the seat is chosen on the layout."""
    floor, by = request.services.floor, request.access.by
    form = await request.form()
    try:
        amount = amount_of(str(form.get("dollars", "")))
        if by.name not in await people_at(floor, table):
            await request.services.play(table, Arrive(player=by.name), by)
        if amount:
            brings = BringChips(player=by.name, amount=amount)
            await request.services.play(table, brings, by)
    except Refused as refusal:
        return await _refused(request, table, refusal)
    except ValueError as error:
        return await _refused(request, table, _plain(str(error)))
    return _done(request, table)


@post("/tables/{table:str}/leave", policy=AT_THE_TABLES, include_in_schema=False)
async def leave(request: Request, table: FromPath[str]) -> Response[Any]:
    """Leave the table with all one's chips, from its page or from the lobby."""
    try:
        await go_home(request.services, request.access.by, table)
    except Refused as refusal:
        return await _refused(request, table, refusal)
    if is_partial(request):
        return Response("", headers={"HX-Redirect": "/"}, media_type=MediaType.HTML)
    return Redirect("/", status_code=SEE_OTHER)


@post("/tables/{table:str}/ready", policy=AT_THE_TABLES, include_in_schema=False)
async def ready(request: Request, table: FromPath[str]) -> Response[Any]:
    try:
        await request.services.floor.ready(table, request.access.by)
    except Refused as refusal:
        return await _refused(request, table, refusal)
    return _done(request, table)


@post("/tables/{table:str}/steps", policy=AT_THE_TABLES, include_in_schema=False)
async def step(request: Request, table: FromPath[str]) -> Response[Any]:
    """The dealer's hands at a table whose cards come from a virtual shoe."""
    asked = str((await request.form()).get("step", ""))
    try:
        by = request.access.by
        await request.services.floor.step(
            table, read(asked.encode(), AnyDealerStep), by, request.key
        )
    except Refused as refusal:
        return await _refused(request, table, refusal)
    return _done(request, table)


def _plain(said: str) -> Refused:
    return Refused(said, Clauses(()))


async def _refused(request: Request, table: str, refusal: Refused) -> Response[Any]:
    """Why not, beside the table; a browser without scripts gets the whole page with it."""
    floor = request.services.floor
    if is_partial(request):
        you = request.access.by.name
        return html(render_refusal(game(floor, table).instrument.id, refusal, you))
    looked = await look(floor, table, request.access.viewer)
    view, played, seen = shown(request, table, looked)
    text = render_table(view, played, replace(seen, refusal=refusal), me=me(request))
    return html(text, CONFLICT)


def _done(request: Request, table: str) -> Response[Any]:
    """The stream brings what has changed; a browser without scripts is sent to the page anew."""
    if is_partial(request):
        return html("")
    return Redirect(f"/tables/{table}", status_code=SEE_OTHER)


# --- what happens


@get("/tables/{table:str}/stream", policy=ANYBODY, include_in_schema=False)
async def stream(
    request: Request, table: FromPath[str], after: Line = None, last_event_id: LastEvent = None
) -> Stream:
    """The page anew whenever something has happened; whoever comes back gets the whole of it.

    What happened after the line that a page was drawn with is told with the first of it.
    """
    return follow(request, table, render_fragment, heard_up_to(after, last_event_id))


def follow(request: Request, table: str, draw: Draw, after: int | None = None) -> Stream:
    """Events with what is drawn of a table, whenever something has happened there."""
    floor, viewer = request.services.floor, request.access.viewer
    must_have_table(floor, table)
    looks = watch(floor, table, viewer, after, patience=HEARTBEAT, most_missed=MOST_MISSED)
    return streamed(request, looks, lambda seen: _event(request, table, seen, draw))


def _event(request: Request, table: str, seen: Look, draw: Draw) -> bytes:
    return page_event("table", draw(*shown(request, table, seen)), seen.line)


router = Router(
    "/",
    route_handlers=[show, rules, check_shuffle, take_command, join, leave, ready, step, stream],
    exception_handlers={Exception: error_page},
)
