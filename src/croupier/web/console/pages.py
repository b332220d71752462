"""The console in a browser: choose a command, see what the rules say of it, and do it.

What would follow is shown first; the same form does it then. Without scripts every step is a page,
with them it is a part of the page that is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Stream
from markupsafe import Markup

from croupier.aggregate.roles import Role
from croupier.casino.floor import look
from croupier.casino.floor.preview import preview
from croupier.casino.overrides import Unconfirmed
from croupier.replaying import words_of
from croupier.rulebook.citing import Refused
from croupier.web.console import actions, forms
from croupier.web.console.actions import preview_in_words
from croupier.web.console.shapes import NotUnderstood
from croupier.web.html.pages import error_page, page
from croupier.web.html.words import wager_name
from croupier.web.http.policies import Policy, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_on_form, who_has_to_confirm
from croupier.web.tables.model import render_felt
from croupier.web.tables.pages import follow, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.facts import Fact
    from croupier.casino.floor.answers import Answered
    from croupier.casino.floor.live import Live
    from croupier.casino.floor.preview import Preview
    from croupier.web.console.actions import Action

CONSOLE = needs(Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR)
"""Those who have commands of their own at a table, besides the players."""
AT_THE_CONSOLE = Policy(CONSOLE.roles, plays=True)
INVALID, CONFLICT, FORBIDDEN = 422, 409, 403
HANDS = "/tables/{table:str}/console/hands/{step:str}"
DO = "do"
"""The button that does it; any other only asks."""


@get("/tables/{table:str}/console", policy=CONSOLE, include_in_schema=False)
async def console(request: Request, table: FromPath[str]) -> Response[str]:
    """Every command by subject."""
    return await _page(request, table)


@get("/tables/{table:str}/console/stream", policy=CONSOLE, include_in_schema=False)
async def stream(request: Request, table: FromPath[str]) -> Stream:
    """The felt anew whenever something has happened."""
    return follow(request, table, render_felt)


@get("/tables/{table:str}/console/{do:str}", policy=CONSOLE, include_in_schema=False)
async def show(request: Request, table: FromPath[str], do: FromPath[str]) -> Response[str]:
    live = request.services.floor.live(table)
    act = _act(live, do)
    values = actions.start(live, act.command, request.services.floor.clock())
    action = actions.action(live, act, values, {})
    verdict = None
    if not any(field.required for field in msgspec.structs.fields(act.command)):
        async with live.lock:
            verdict = actions.refusal_of(
                request.services.floor, live, forms.read(act.command, values), request.access.by
            )
    return await _page(request, table, action=action, refusal=verdict)


@post("/tables/{table:str}/console/{do:str}", policy=AT_THE_CONSOLE, include_in_schema=False)
async def ask(request: Request, table: FromPath[str], do: FromPath[str]) -> Response[Any]:
    """Show what would follow from a command, or do it."""
    floor, by = request.services.floor, request.access.by
    live = floor.live(table)
    act, given = _act(live, do), await _given(request)
    try:
        command = forms.read(act.command, given)
    except NotUnderstood as error:
        action = actions.action(live, act, given, {_first(error.field): error.wanted})
        return await _page(request, table, INVALID, action=action, wrong=str(error))
    action = actions.action(live, act, given, {})
    confirms = who_has_to_confirm(request, command)
    try:
        if DO in given:
            second = await second_on_form(request, given, act.command)
            done = await floor.do(table, command, by, request.key, second)
            return await _page(request, table, done=_facts(live, done), title=action.title)
        follows = await preview(floor, table, command, by)
    except Unconfirmed as refusal:
        return await _page(
            request, table, FORBIDDEN, action=action, refusal=refusal, confirms=confirms
        )
    except Refused as refusal:
        return await _page(request, table, CONFLICT, action=action, refusal=refusal)
    return await _page(
        request, table, action=action, follows=follows, allowed=True, confirms=confirms
    )


# --- the dealer's hands


@get(HANDS, policy=CONSOLE, include_in_schema=False)
async def show_step(request: Request, table: FromPath[str], step: FromPath[str]) -> Response[str]:
    live, kind = request.services.floor.live(table), _step(step)
    action = actions.hand(live, kind, forms.by_default(kind), {})
    return await _page(request, table, action=action)


@post(
    "/tables/{table:str}/console/hands/{step:str}", policy=AT_THE_CONSOLE, include_in_schema=False
)
async def take_step(request: Request, table: FromPath[str], step: FromPath[str]) -> Response[Any]:
    floor = request.services.floor
    live, kind, given = floor.live(table), _step(step), await _given(request)
    action = actions.hand(live, kind, given, {})
    try:
        asked: Any = forms.read(kind, given)
        done = await floor.step(table, asked, request.access.by, request.key)
    except NotUnderstood as error:
        return await _page(request, table, INVALID, action=action, wrong=str(error))
    except Refused as refusal:
        return await _page(request, table, CONFLICT, action=action, refusal=refusal)
    return await _page(request, table, done=_facts(live, done), title=action.title)


# --- pages


def _act(live: Live, do: str) -> Any:
    try:
        return actions.act_of(live, do)
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error)) from None


def _step(step: str) -> type[msgspec.Struct]:
    kind = actions.STEPS.get(step)
    if kind is None:
        raise HttpError(ProblemType.NOT_FOUND, f"hands do no {step!r}")
    return kind


async def _given(request: Request) -> dict[str, list[str]]:
    form = await request.form()
    return {name: [value for value in form.getall(name) if isinstance(value, str)] for name in form}


def _first(field: str) -> str:
    """The field of a command that a field of the form belongs to."""
    return field.partition(".")[0].partition("[")[0]


def _facts(live: Live, answered: Answered) -> list[Fact]:
    facts = msgspec.json.encode(answered.read()["facts"])
    return list(words_of(live.set_up.duty.instrument).read_facts(facts))


async def _page(
    request: Request,
    table: str,
    status: int = 200,
    *,
    action: Action | None = None,
    refusal: Refused | None = None,
    follows: Preview | None = None,
    done: list[Fact] | None = None,
    **more: Any,
) -> Response[str]:
    """The console, or what changes on it for a page that is open already."""
    live, by = request.services.floor.live(table), request.access.by
    instrument = live.set_up.duty.instrument
    context: Mapping[str, Any] = {
        "allowed": False, "wrong": "", "title": "", "confirms": "", **more,
        "table": table,
        "base": f"/tables/{quote(table, safe='')}/console",
        "instrument": instrument,
        "action": action,
        "refusal": None if refusal is None else actions.refused(instrument, refusal),
        **preview_in_words(follows, lambda facts: actions.in_words(instrument, facts)),
        "done": _said(instrument, done),
        "people": sorted(live.table.patrons.arrived),
        "wagers": {wager: wager_name(instrument, wager) for wager in live.table.game.wagers},
    }  # fmt: skip
    if request.headers.get("hx-request") == "true":
        # a refusal is an answer like any other for a part of a page
        return page(request, "console/part.html", 200, **context)
    seen = await look(request.services.floor, table, by)
    async with live.lock:
        listed = list(actions.subjects(live, by, request.services.floor.clock()))
    return page(
        request, "console/page.html", status, **context,
        subjects=listed, felt=Markup(render_felt(*shown(request, table, seen))),
    )  # fmt: skip


def _said(instrument: str, facts: list[Fact] | None) -> Any:
    return None if facts is None else actions.in_words(instrument, facts)


router = Router(
    "/",
    route_handlers=[console, stream, show, ask, show_step, take_step],
    exception_handlers={Exception: error_page},
)
