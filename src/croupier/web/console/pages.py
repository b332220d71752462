"""The console of a table in a browser: choose a command, see what the rules say, and do it.

Without scripts every step is a page; with them only the part that changes is sent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Stream
from markupsafe import Markup

from croupier.aggregate.roles import Role
from croupier.casino.floor import draw_at, look
from croupier.casino.house.acts import LONGEST_NAME
from croupier.rulebook.citations import Refused
from croupier.web.console import console as consoles
from croupier.web.console import forms
from croupier.web.console.console import CONFLICT, INVALID, ConsoleOutcome, given_in
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.console.table_console import STEPS, TableConsole
from croupier.web.console.touched import Touched, touched, what_happened
from croupier.web.html.page_rendering import error_page, is_partial, page
from croupier.web.http.policies import Policy, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.tables.page_model import render_desk
from croupier.web.tables.pages import follow, shown

if TYPE_CHECKING:
    import msgspec

CONSOLE = needs(Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR)
"""Those who have commands of their own at a table, besides the players."""
AT_THE_CONSOLE = Policy(CONSOLE.roles, plays=True)


async def _console(request: Request, table: str) -> TableConsole:
    floor, by = request.services.floor, request.access.by
    seen = await look(floor, table, by)
    return TableConsole(floor, table, seen.instrument, seen.dealing, by, seen.view)


@get("/tables/{table:str}/console", policy=CONSOLE, include_in_schema=False)
async def console(request: Request, table: FromPath[str]) -> Response[str]:
    """What comes next, and every command by subject; or what may have happened to what was touched.

    A part of the layout is touched by an address with `at`, and what else is known of it.
    """
    at, what = await _console(request, table), touched(_known(request))
    if what is not None and what.lies is not None:
        draw = await draw_at(at.floor, table, *what.lies)
        if draw is not None:
            what = replace(what, known={**what.known, "draw": str(draw)})
    return await _page(request, at, ConsoleOutcome(), what)


@get("/tables/{table:str}/console/stream", policy=CONSOLE, include_in_schema=False)
async def stream(request: Request, table: FromPath[str]) -> Stream:
    """The felt and what comes next, anew whenever something has happened."""
    return follow(request, table, render_desk)


@get("/tables/{table:str}/console/{do:str}", policy=CONSOLE, include_in_schema=False)
async def show(request: Request, table: FromPath[str], do: FromPath[str]) -> Response[str]:
    at = await _console(request, table)
    return await _page(request, at, await consoles.show(at, do, _known(request)))


def _known(request: Request) -> dict[str, str]:
    """What an address says of what was touched."""
    said = request.query_params
    return {name: text[:LONGEST_NAME] for name in said if (text := str(said.get(name, "")))}


@post("/tables/{table:str}/console/{do:str}", policy=AT_THE_CONSOLE, include_in_schema=False)
async def ask(request: Request, table: FromPath[str], do: FromPath[str]) -> Response[Any]:
    """Show what would follow from a command, or do it."""
    at = await _console(request, table)
    return await _page(request, at, await consoles.ask(request, at, do))


# --- the dealer's hands


@get("/tables/{table:str}/console/hands/{step:str}", policy=CONSOLE, include_in_schema=False)
async def show_step(request: Request, table: FromPath[str], step: FromPath[str]) -> Response[str]:
    at, kind = await _console(request, table), _step(step)
    return await _page(request, at, ConsoleOutcome(action=at.step(kind, forms.by_default(kind))))


@post(
    "/tables/{table:str}/console/hands/{step:str}", policy=AT_THE_CONSOLE, include_in_schema=False
)
async def take_step(request: Request, table: FromPath[str], step: FromPath[str]) -> Response[Any]:
    at, kind, given = await _console(request, table), _step(step), await given_in(request)
    action = at.step(kind, given)
    try:
        done = await at.take(forms.read(kind, given), request.key)
    except NotUnderstood as error:
        outcome = ConsoleOutcome(status=INVALID, action=action, wrong=forms.in_words(error))
    except Refused as refusal:
        outcome = ConsoleOutcome(status=CONFLICT, action=action, refusal=refusal)
    else:
        outcome = ConsoleOutcome(done=done, title=action.title)
    return await _page(request, at, outcome)


def _step(step: str) -> type[msgspec.Struct]:
    kind = STEPS.get(step)
    if kind is None:
        raise HttpError(ProblemType.NOT_FOUND, f"hands do no {step!r}")
    return kind


async def _page(
    request: Request, at: TableConsole, outcome: ConsoleOutcome, touched: Touched | None = None
) -> Response[str]:
    """The console, or what changes on it for a page that is open already."""
    groups = [] if is_partial(request) and touched is None else await at.groups()
    context = {
        **consoles.context(at, outcome),
        "touched": touched,
        "happened": []
        if touched is None
        else list(
            what_happened(
                touched,
                groups,
                at.happens_after,
                cards_on_boxes=at.cards_on_boxes,
            )
        ),
    }
    if is_partial(request):
        # a refusal is an answer like any other for a part of a page
        return page(request, "console/part.html", 200, **context)
    seen = await look(request.services.floor, at.name, at.by)
    return page(
        request, "console/page.html", outcome.status, **context, table=at.name,
        groups=groups, live=Markup(render_desk(*shown(request, at.name, seen))),
    )  # fmt: skip


router = Router(
    "/",
    route_handlers=[console, stream, show, ask, show_step, take_step],
    exception_handlers={Exception: error_page},
)
