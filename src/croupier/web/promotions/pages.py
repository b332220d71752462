"""Promotions in a browser: for everybody, at the desk, and as the inspector sees them."""

from __future__ import annotations

from asyncio import to_thread
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Stream

from croupier.casino.affairs import PROMOTION
from croupier.casino.duties import OpenPromotion
from croupier.casino.floor.affair import find
from croupier.casino.floor.preview import preview_affair
from croupier.casino.floor.views import look_at, watch_affair
from croupier.casino.overrides import Unconfirmed
from croupier.games.challenge.promotion_law import INSTRUMENT
from croupier.promotion.acts.drawing import CommitDraw, DrawWinners
from croupier.promotion.rules import READINGS
from croupier.promotion.views import DeskView
from croupier.rulebook.citing import Refused
from croupier.web.console.actions import preview_in_words, refused
from croupier.web.console.forms import read
from croupier.web.console.shapes import NotUnderstood
from croupier.web.html.environment import render
from croupier.web.html.pages import SEE_OTHER, error_page, me, page
from croupier.web.http.policies import ANYBODY, SOMEBODY, SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_on_form, who_has_to_confirm
from croupier.web.http.streaming import HEARTBEAT, page_event, streamed
from croupier.web.promotions import actions, draws
from croupier.web.promotions import model as pages
from croupier.web.promotions.api import DESK
from croupier.web.promotions.contexts import (
    command_context,
    desk_context,
    list_context,
    page_context,
)
from croupier.web.promotions.records import FACTS, in_words

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.answers import Answered
    from croupier.casino.floor.preview import Preview
    from croupier.casino.floor.views import AffairLook
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.views import PromotionView
    from croupier.web.console.actions import Action

INVALID, CONFLICT, FORBIDDEN = 422, 409, 403
DO = "do"
"""The button that does it; any other only asks."""
LINES = 40

After = Annotated[int, QueryParameter(ge=0, le=10**12)]


def _affair(request: Request, name: str) -> Affair[Promotion]:
    return find(request.services.floor.promotions, PROMOTION, name)


async def _view(request: Request, affair: Affair[Promotion]) -> PromotionView:
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
    duty = OpenPromotion(
        promotion=typed.get("promotion", "").strip(), options=options,
        prescribed=tuple(filter(None, prescribed)),
    )  # fmt: skip
    try:
        await request.services.duty(duty, request.access.by, request.key)
    except Refused as refusal:
        return await _list(request, CONFLICT, wrong=refusal.reason, typed=typed)
    return Redirect(_desk_of(duty.promotion), status_code=SEE_OTHER)


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
        overseer=request.access.role in SUPERVISORS.roles,
    )  # fmt: skip


@get("/promotions/{name:str}/stream", policy=ANYBODY, include_in_schema=False)
async def stream(
    request: Request, name: FromPath[str], desk: Annotated[bool, QueryParameter()] = False
) -> Stream:
    """The page, or for those who see all of it the desk, anew whenever something has happened."""
    floor, viewer = request.services.floor, request.access.viewer
    affair, looker = _affair(request, name), me(request)

    def told(look: AffairLook) -> bytes:
        if desk and isinstance(look.view, DeskView):
            context = desk_context(look.view, viewer, floor.clock())
            text = render("promotions/desk_board.html", me=looker, **context)
        else:
            context = page_context(look.view, viewer, floor.clock())
            text = render("promotions/board.html", me=looker, **context)
        return page_event("promotion", text)

    return streamed(request, watch_affair(floor, affair, viewer, patience=HEARTBEAT), told)


# --- the desk


@get("/promotions/{name:str}/desk", policy=SUPERVISORS, include_in_schema=False)
async def desk(request: Request, name: FromPath[str]) -> Response[str]:
    return await _desk(request, name)


async def _desk(request: Request, name: str, status: int = 200, **context: Any) -> Response[str]:
    view, by = await _view(request, _affair(request, name)), request.access.by
    assert isinstance(view, DeskView)
    shown = desk_context(view, by, request.services.floor.clock())
    listed = list(actions.subjects(by, view.possible))
    context = {**shown, **command_context(view, None), **context}
    return page(request, "promotions/desk.html", status, subjects=listed, **context)


@get("/promotions/{name:str}/record", policy=SUPERVISORS, include_in_schema=False)
async def record(request: Request, name: FromPath[str], after: After = 0) -> Response[str]:
    """All that was done, in words, a page at a time."""
    affair, store = _affair(request, name), request.services.floor.store
    placed = await to_thread(store.page, affair.record, max(after, 1), LINES)
    return page(
        request, "promotions/record.html", told=list(in_words(placed)), after=after, step=LINES,
        length=affair.stored, title=pages.title_of(await _view(request, affair)), name=name,
        head=affair.subject.head,
    )  # fmt: skip


# --- commands


@get("/promotions/{name:str}/commands/{do:str}", policy=SOMEBODY, include_in_schema=False)
async def show(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[str]:
    """A command to be filled in, with what is known already."""
    affair, kind, by = _affair(request, name), _kind(do), request.access.by
    values = actions.start(kind, affair.subject, by, dict(request.query_params))
    return await _command(request, affair, await _action(request, affair, kind, values))


@post("/promotions/{name:str}/commands/{do:str}", policy=SOMEBODY, include_in_schema=False)
async def ask(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[Any]:
    """Show what would follow from a command, or do it."""
    affair, kind, given = _affair(request, name), _kind(do), await _given(request)
    floor, by = request.services.floor, request.access.by
    action = await _action(request, affair, kind, given)
    command: Command | None = None
    try:
        command = await _asked_for(request, affair, kind, given)
        if DO in given:
            second = await second_on_form(request, given, kind)
            key = _key(request, command, given)
            done = await floor.conduct(affair, command, by, key, second)
            return await _command(request, affair, None, done=_facts(done), title=action.title)
        follows = await preview_affair(floor, affair, command, by)
    except NotUnderstood as error:
        return await _command(request, affair, action, INVALID, wrong=str(error))
    except Unconfirmed as refusal:
        assert command is not None
        confirms = who_has_to_confirm(request, command)
        return await _command(
            request, affair, action, FORBIDDEN, command, refusal=refusal, confirms=confirms
        )
    except Refused as refusal:
        return await _command(request, affair, action, CONFLICT, command, refusal=refusal)
    confirms = who_has_to_confirm(request, command)
    return await _command(
        request, affair, action, 200, command, follows=follows, allowed=True, confirms=confirms
    )


def _kind(do: str) -> type[Command]:
    kind = actions.KINDS.get(do)
    if kind is None:
        raise HttpError(ProblemType.NOT_FOUND, f"a promotion has no command {do!r}")
    return kind


async def _given(request: Request) -> dict[str, list[str]]:
    form = await request.form()
    return {name: [value for value in form.getall(name) if isinstance(value, str)] for name in form}


async def _action(
    request: Request, affair: Affair[Promotion], kind: type[Command], values: dict[str, list[str]]
) -> Action:
    secret = ""
    if kind is DrawWinners and request.access.role in DESK.roles:
        secret = await draws.secret_of_the_draw(request.services.safe, affair.subject)
    return actions.action(kind, values, secret=secret)


async def _asked_for(
    request: Request, affair: Affair[Promotion], kind: type[Command], given: dict[str, list[str]]
) -> Command:
    """What the form asks for, with the secret of the draw that the house keeps."""
    safe, may = request.services.safe, request.access.role in DESK.roles
    if kind is CommitDraw and may:
        return await draws.commitment(safe, affair.subject, request.services.floor.entropy())
    if kind is DrawWinners and may:
        secret = await draws.secret_of_the_draw(safe, affair.subject)
        given = {**given, "secret": [secret]} if secret else given
    return read(kind, given)


def _key(request: Request, command: Command, given: dict[str, list[str]]) -> str | None:
    """The id of a form that was sent: pressing its button twice is asking once."""
    form = "".join(given.get("key", ()))
    if request.key is not None or not form:
        return request.key
    return sha256(form.encode(errors="replace") + msgspec.json.encode(command)).hexdigest()


def _facts(answered: Answered) -> tuple[Fact, ...]:
    facts: tuple[Fact, ...] = msgspec.convert(answered.read()["facts"], tuple[FACTS, ...])
    return facts


async def _command(
    request: Request,
    affair: Affair[Promotion],
    action: Action | None,
    status: int = 200,
    command: Command | None = None,
    *,
    refusal: Refused | None = None,
    follows: Preview | None = None,
    done: tuple[Fact, ...] | None = None,
    **more: Any,
) -> Response[str]:
    """A form with what came of it: on the desk, for others on a page of its own, or in a part."""
    view = await _view(request, affair)
    context = command_context(view, action, command, affair.subject.rules) | more
    if refusal is not None:
        context["refusal"] = refused(INSTRUMENT, refusal)
    context |= preview_in_words(follows, actions.in_words)
    if done is not None:
        context["done"] = actions.in_words(done)
    if request.headers.get("hx-request") == "true":
        # a refusal is an answer like any other for a part of a page
        return page(request, "promotions/part.html", 200, **context)
    if isinstance(view, DeskView) and action is None:
        return await _desk(request, affair.name, status, **context)
    return page(request, "promotions/command.html", status, **context)


router = Router(
    "/",
    route_handlers=[promotions, begin, promotion, stream, desk, record, show, ask],
    exception_handlers={Exception: error_page},
)
