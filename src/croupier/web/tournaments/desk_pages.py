"""The director's desk in a browser: what comes next, every command with its rules, the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from croupier.aggregate.roles import Role
from croupier.casino.floor.preview import preview_affair
from croupier.casino.floor.views import look_at, watch_affair
from croupier.casino.overrides import Unconfirmed
from croupier.rulebook.citing import Refused
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.seating import CommitBallot, unseated
from croupier.tournament.facts import Facts
from croupier.tournament.state import Phase, Status
from croupier.tournament.tournament import Tournament
from croupier.web.console import actions as console
from croupier.web.console import forms
from croupier.web.console.shapes import NotUnderstood
from croupier.web.html.environment import render
from croupier.web.html.pages import error_page, me, page
from croupier.web.html.words import cite, game_name
from croupier.web.http.policies import Policy, needs
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_on_form, who_has_to_confirm
from croupier.web.http.streaming import HEARTBEAT, page_event, streamed
from croupier.web.tournaments import actions, ballots
from croupier.web.tournaments.actions import Desk
from croupier.web.tournaments.agenda import agenda
from croupier.web.tournaments.model import PHASES
from croupier.web.tournaments.pages import on_the_floor, tournament_of, who_is_away
from croupier.web.tournaments.proofs import proofs
from croupier.wording.teller import moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.answers import Answered
    from croupier.casino.floor.preview import Preview
    from croupier.web.console.actions import Action, Said

DESK = needs(Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.SURVEILLANCE)
"""Those who have commands of their own in a tournament, and those who look on."""
AT_THE_DESK = Policy(DESK.roles, plays=True)
RECORD = needs(Role.SUPERVISOR, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.SURVEILLANCE)
INVALID, CONFLICT, FORBIDDEN = 422, 409, 403
DO = "do"
"""The button that does it; any other only asks."""
LINES = 40

After = Annotated[int, QueryParameter(ge=0, le=10**12)]


async def _desk_of(request: Request, affair: Affair[Tournament]) -> Desk:
    """The tournament before whoever asks, with the secret of its next draw."""
    floor, held = request.services.floor, affair.subject
    secret = await ballots.next_secret(request.services.safe, held)
    tables, away = on_the_floor(request, affair.name), who_is_away(request, affair.name)
    return Desk(held, request.access.by, floor.clock(), secret, tables, away)


@get("/tournaments/{name:str}/desk", policy=DESK, include_in_schema=False)
async def desk(request: Request, name: FromPath[str]) -> Response[str]:
    return await _page(request, tournament_of(request, name))


@get("/tournaments/{name:str}/desk/{do:str}", policy=DESK, include_in_schema=False)
async def show(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[str]:
    """A command with all that the rules say of it."""
    affair, kind = tournament_of(request, name), _kind(do)
    held = await _desk_of(request, affair)
    action = actions.action(held, kind, _prefilled(request, held, kind), {})
    found = actions.verdict(held, kind)
    return await _page(
        request, affair, action=action, refusal=found if isinstance(found, Refused) else None
    )


def _prefilled(request: Request, held: Desk, kind: type[Command]) -> dict[str, list[str]]:
    """What the tournament knows, and what the address says: whom or which table it is about."""
    values = actions.start(held, kind)
    for name in ("player", "table", "instead_of"):
        said = request.query_params.get(name)
        if said and name in kind.__struct_fields__:
            values[name] = [said]
    return values


@post("/tournaments/{name:str}/desk/{do:str}", policy=AT_THE_DESK, include_in_schema=False)
async def ask(request: Request, name: FromPath[str], do: FromPath[str]) -> Response[Any]:
    """Show what would follow from a command, or do it."""
    affair, kind, given = tournament_of(request, name), _kind(do), await _given(request)
    held = await _desk_of(request, affair)
    if held.secret:
        given |= {actions.SECRET: [held.secret]}
    try:
        command = forms.read(kind, given)
    except NotUnderstood as error:
        field = error.field.partition(".")[0].partition("[")[0]
        action = actions.action(held, kind, given, {field: error.wanted})
        return await _page(request, affair, INVALID, action=action, wrong=str(error))
    action = actions.action(held, kind, given, {})
    confirms = who_has_to_confirm(request, command)
    try:
        if DO in given:
            second = await second_on_form(request, given, kind)
            done = await _done(request, affair, command, second)
            return await _page(request, affair, done=done, title=action.title)
        follows = await preview_affair(request.services.floor, affair, command, request.access.by)
    except Unconfirmed as refusal:
        return await _page(
            request, affair, FORBIDDEN, action=action, refusal=refusal, confirms=confirms
        )
    except Refused as refusal:
        return await _page(request, affair, CONFLICT, action=action, refusal=refusal)
    return await _page(
        request, affair, action=action, follows=follows, allowed=True, confirms=confirms
    )


async def _done(
    request: Request, affair: Affair[Tournament], command: Command, second: str | None
) -> list[Fact]:
    if isinstance(command, CommitBallot) and not command.commitments:
        command = await ballots.commitment(request.services.safe, affair.subject)
    floor = request.services.floor
    by = request.access.by
    return _facts(await floor.conduct(affair, command, by, request.key, second))


_read_facts = msgspec.json.Decoder(tuple[Facts, ...]).decode


def _facts(answered: Answered) -> list[Fact]:
    return list(_read_facts(msgspec.json.encode(answered.read()["facts"])))


def _kind(do: str) -> type[Command]:
    kind = actions.KINDS.get(do)
    if kind is None:
        raise HttpError(ProblemType.NOT_FOUND, f"a tournament has no command {do!r}")
    return kind


async def _given(request: Request) -> dict[str, list[str]]:
    form = await request.form()
    return {name: [value for value in form.getall(name) if isinstance(value, str)] for name in form}


# --- the page


async def _page(
    request: Request,
    affair: Affair[Tournament],
    status: int = 200,
    *,
    action: Action | None = None,
    refusal: Refused | None = None,
    follows: Preview | None = None,
    done: list[Fact] | None = None,
    **more: Any,
) -> Response[str]:
    """The desk, or what changes on it for a page that is open already."""
    held = affair.subject
    instrument = held.instrument
    context: Mapping[str, Any] = {
        "allowed": False, "wrong": "", "title": "", "confirms": "", **more,
        "tournament": held,
        "base": _base(affair),
        "instrument": instrument,
        "action": action,
        "refusal": None if refusal is None else console.refused(instrument, refusal),
        **console.preview_in_words(follows, lambda facts: actions.in_words(instrument, facts)),
        "done": _said(instrument, done),
        "people": actions.people_of(held),
        "wagers": {},
    }  # fmt: skip
    if request.headers.get("hx-request") == "true" and done is None:
        return page(request, "console/part.html", 200, **context)
    async with affair.lock:
        ready = await _desk_of(request, affair)
        shown = {**_standing(ready, affair), "subjects": list(actions.subjects(ready))}
    if request.headers.get("hx-request") == "true":
        return page(request, "tournaments/desk_changed.html", 200, **context, **shown)
    return page(
        request, "tournaments/desk.html", status, **context, **shown, name=game_name(instrument),
        reads=request.access.role in RECORD.roles,
    )  # fmt: skip


def _standing(ready: Desk, affair: Affair[Tournament]) -> dict[str, Any]:
    """Where the tournament stands, and what is quickly done about it."""
    held = ready.tournament
    seating = held.phase in (Phase.SEATING, Phase.PLAYING)
    return {
        "phase": PHASES[held.phase],
        "agenda": agenda(ready),
        "unseated": unseated(held) if seating and held.session.drawn else [],
        "may_buy_back": [
            each for each in held.entrants.values() if each.status is Status.MAY_BUY_BACK
        ],
        "tables": [
            (name, state, held.at_table(name)) for name, state in held.session.tables.items()
        ],
        "seats_players": ready.by.role in ACTS[actions.KINDS["take-seat"]].open_to,
        "pool": held.pool if held.has_conditions else None,
        "on_the_floor": ready.tables,
        "trouble": affair.trouble,
        "reported": [(each, cite(held.instrument, each.clauses)) for each in held.reported],
    }


@get("/tournaments/{name:str}/desk/stream", policy=DESK, include_in_schema=False)
async def stream(request: Request, name: FromPath[str]) -> Stream:
    """What comes next, anew whenever something has happened."""
    affair, floor = tournament_of(request, name), request.services.floor
    looks = watch_affair(floor, affair, request.access.by, patience=HEARTBEAT)
    return streamed(request, looks, lambda _: _event(request, affair))


async def _event(request: Request, affair: Affair[Tournament]) -> bytes:
    ready = await _desk_of(request, affair)
    text = render(
        "tournaments/desk_standing.html", tournament=affair.subject, base=_base(affair),
        me=me(request), **_standing(ready, affair),
    )  # fmt: skip
    return page_event("desk", text)


def _base(affair: Affair[Tournament]) -> str:
    return f"/tournaments/{quote(affair.name, safe='')}/desk"


def _said(instrument: str, facts: list[Fact] | None) -> list[Said] | None:
    return None if facts is None else actions.in_words(instrument, facts)


# --- the record


@get("/tournaments/{name:str}/record", policy=RECORD, include_in_schema=False)
async def record(request: Request, name: FromPath[str], after: After = 0) -> Response[str]:
    """Payments, draws, notices and every command in words, for whoever looks after it."""
    affair = tournament_of(request, name)
    look = await look_at(request.services.floor, affair, request.access.viewer)
    held = affair.subject
    return page(
        request, "tournaments/record.html", view=look.view,
        title=held.conditions.name if held.has_conditions else name,
        pool=held.pool if held.has_conditions else None,
        proofs=list(proofs(held)), told=list(_told(held, after)), after=after, step=LINES,
        length=len(held.entries), when=moment,
        account=request.services.floor.house.books.held(affair.record),
    )  # fmt: skip


def _told(held: Tournament, after: int) -> Iterator[tuple[Any, str, str, list[Said]]]:
    for entry in held.entries[after : after + LINES]:
        asked = str(entry.command.__struct_config__.tag).replace("-", " ")
        yield entry, moment(entry.at), asked, actions.in_words(held.instrument, entry.facts)


router = Router(
    "/",
    route_handlers=[desk, show, ask, stream, record],
    exception_handlers={Exception: error_page},
)
