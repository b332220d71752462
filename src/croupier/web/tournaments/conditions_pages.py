"""Conditions in a browser: built in a form that is checked as it is filled in, or pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from croupier.casino.floor.tournament_and_promotion_views import (
    refusal_of_new,
    tournament_seen,
    tournaments_seen,
)
from croupier.casino.house.commands import OpenTournament, Shuffles
from croupier.game_rules import GAMES, game_of, rules_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.tournament_law import Ties, Topic
from croupier.tournament import has_tournaments, law_of, with_tournaments
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.conditions import (
    AddOn,
    BuyBack,
    Conditions,
    ConditionsError,
    Eligibility,
    PrizeScale,
    SessionPlan,
    Wagering,
    read_conditions,
)
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.policies import HOLDERS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.office import table_form as setting_up
from croupier.web.tournaments import conditions_form as form
from croupier.web.tournaments.page_model import PHASES, said
from croupier.web.tournaments.pages import tournament_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.casino.house.commands import Pace
    from croupier.table.tournament_law import TournamentLaw

INVALID, CONFLICT = 422, 409
PASTED, NAME = "json", "tournament"

Instrument = Annotated[str, QueryParameter(max_length=60)]


@get("/director", policy=HOLDERS, include_in_schema=False)
async def director(request: Request, instrument: Instrument = "") -> Response[str]:
    """Tournaments that are held, and the form for another one."""
    if not instrument:
        return await _desks(request)
    _must_be_known(instrument)
    return _form(request, instrument, form.written(suggested(instrument)))


async def _desks(request: Request, status: int = 200, wrong: str = "") -> Response[str]:
    held = await tournaments_seen(request.services.floor, request.access.viewer)
    return page(
        request, "tournaments/director.html", status, held=held[::-1],
        books=[load(each) for each in with_tournaments()], phases=PHASES, wrong=wrong,
    )  # fmt: skip


def _must_be_known(instrument: str) -> None:
    if instrument not in GAMES.instruments:
        raise HttpError(ProblemType.NOT_FOUND, f"there is no instrument {instrument!r}")
    if not has_tournaments(instrument):
        raise HttpError(ProblemType.NOT_FOUND, f"{instrument} has no rules for tournaments")


@get("/tournaments/{name:str}/desk/document-conditions", policy=HOLDERS, include_in_schema=False)
async def rewrite(request: Request, name: FromPath[str]) -> Response[str]:
    """The conditions of a tournament that is begun, to be written anew."""
    held = await tournament_seen(tournament_of(request, name), request.access.viewer)
    stated = held.conditions or suggested(held.instrument)
    return _form(request, held.instrument, form.written(stated), tournament=name)


@post("/director", policy=HOLDERS, include_in_schema=False)
async def begin(request: Request) -> Response[Any]:
    """Check the form, fill it from a text, hand it out as one, or begin the tournament with it."""
    given = await _given(request)
    asked, name = given.get("ask", ["check"])[0], given.get(NAME, [""])[0].strip()
    if asked == "paste":
        return await _pasted(request, given, name)
    instrument = given.get("instrument", [""])[0]
    _must_be_known(instrument)
    try:
        stated, pace = form.read(instrument, given), setting_up.pace_in(given)
    except NotUnderstood as error:
        return _form(request, instrument, given, INVALID, tournament=name, wrong=error)
    if asked == "file":
        return _file(stated)
    if asked == "check":
        return _form(request, instrument, given, tournament=name)
    try:
        await _document(request, name, stated, pace)
    except Refused as refusal:
        return _form(request, instrument, given, CONFLICT, tournament=name, refusal=refusal)
    return Redirect(f"/tournaments/{name}/desk", status_code=SEE_OTHER)


async def _document(request: Request, name: str, stated: Conditions, pace: Pace) -> None:
    """Write conditions down; a tournament that would not take them is not begun."""
    floor, by = request.services.floor, request.access.by
    command = DocumentConditions(conditions=stated)
    affair = floor.tournaments.get(name)
    if affair is None:
        refusal = refusal_of_new(name, stated.instrument, command, by, floor.clock())
        if refusal is not None:
            raise refusal
        begun = OpenTournament(
            tournament=name, instrument=stated.instrument, pace=pace, shuffles=Shuffles.PLAYERS
        )
        await floor.command_house(begun, by)
        affair = floor.tournaments[name]
    await floor.conduct(affair, command, by, request.key)


@post("/director/check", policy=HOLDERS, include_in_schema=False)
async def check(request: Request) -> Response[str]:
    """What the form lacks as it stands, while it is filled in."""
    given = await _given(request)
    instrument = given.get("instrument", [""])[0]
    _must_be_known(instrument)
    return page(request, "tournaments/checked.html", **_checked(instrument, given))


async def _pasted(request: Request, given: Mapping[str, list[str]], name: str) -> Response[str]:
    try:
        stated = read_conditions(given.get(PASTED, [""])[0])
    except ConditionsError as error:
        return await _desks(request, INVALID, str(error))
    _must_be_known(stated.instrument)
    return _form(request, stated.instrument, form.written(stated), tournament=name)


def _file(stated: Conditions) -> Response[bytes]:
    body = msgspec.json.format(msgspec.json.encode(stated), indent=2)
    name = 'attachment; filename="conditions.json"'
    return Response(body, media_type="application/json", headers={"Content-Disposition": name})


async def _given(request: Request) -> dict[str, list[str]]:
    sent = await request.form()
    return {name: [each for each in sent.getall(name) if isinstance(each, str)] for name in sent}


def _form(
    request: Request,
    instrument: str,
    values: Mapping[str, list[str]],
    status: int = 200,
    *,
    tournament: str = "",
    wrong: NotUnderstood | None = None,
    refusal: Refused | None = None,
) -> Response[str]:
    errors = (
        {} if wrong is None else {wrong.field.partition(".")[0].partition("[")[0]: wrong.wanted}
    )
    return page(
        request, "tournaments/builder.html", status, book=load(instrument), tournament=tournament,
        known=tournament in request.services.floor.tournaments,
        sections=form.sections(instrument, values, errors),
        options=form.table_options(instrument, values), values=values,
        refusal=said(instrument, refusal),
        **_checked(instrument, values),
    )  # fmt: skip


def _checked(instrument: str, values: Mapping[str, list[str]]) -> dict[str, Any]:
    """What the findings page shows: what is lacking, or the field that cannot be read."""
    try:
        stated = form.read(instrument, values)
    except NotUnderstood as error:
        return {"found": None, "wrong": error}
    return {"found": form.findings(stated), "wrong": None}


# --- conditions to begin with: all that an instrument asks for, but for what only people know


FEE, CHIPS = 100_00, 1000_00
LIMITS = (25_00, 500_00)
FEWEST, MOST = 4, 56


def suggested(instrument: str) -> Conditions:
    """Heats and a final; name, beginning and the table's own options are left to be said."""
    law = law_of(instrument)
    return Conditions(
        name="",
        instrument=instrument,
        how_to_enter="at the tournament desk, or on this page",
        eligibility=Eligibility(entitled_only=True),
        groups="none",
        minimum_players=FEWEST,
        maximum_players=MOST,
        entry_fee=FEE,
        chips=CHIPS,
        buy_back=BuyBack(offered=False),
        sessions=(
            SessionPlan(name="heats", rounds=10, advance_per_table=2),
            SessionPlan(name="final", rounds=15, fresh_chips=True),
        ),
        tables="as many as it takes for the players and seats of each session",
        progression="as each session says, by the chips at its end",
        elimination="who cannot wager the minimum, and who does not go on",
        session_ties=law.session_ties.value or Ties.PLAY_OFF,
        limits=dict.fromkeys(_wagers(instrument), LIMITS),
        compulsory_wager="the table minimum, every round",
        prizes=(PrizeScale(percent=("50", "30", "20")),),
        prize_ties=law.prize_ties.value or Ties.SHARE,
        distribution="by bank cheque at the end of the final",
        **_where_asked_for(law),
    )


def _wagers(instrument: str) -> tuple[str, ...]:
    """The wagers of a table that offers no side bets, each with limits on its sign."""
    options = setting_up.options_in(instrument, setting_up.start(instrument))
    return game_of(instrument)(rules_for(instrument, options)).wagers


def _where_asked_for(law: TournamentLaw) -> dict[str, Any]:
    """What not every instrument lists."""
    asked = law.contents
    return {
        "add_on": AddOn(offered=False) if Topic.ADD_ON in asked else None,
        "side_bets": () if Topic.SIDE_BETS in asked else None,
        "wagering": Wagering(allocation="by ballot") if Topic.WAGERING in asked else None,
        "statement": Topic.STATEMENT in asked,
    }


router = Router(
    "/",
    route_handlers=[director, rewrite, begin, check],
    exception_handlers={Exception: error_page},
)
