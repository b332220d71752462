"""Rounds of the past in a browser: the account of each, step by step on the felt, and its file."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from litestar import Response, Router, get
from litestar.params import FromPath, QueryParameter

from croupier.adjudication.export import BeyondTheFormat
from croupier.aggregate.roles import Role
from croupier.casino.floor import is_practice
from croupier.casino.house_views import count_sessions, is_set_up
from croupier.casino.past_rounds import past_round
from croupier.web.felt.settlements import settlements
from croupier.web.html.cited_lines import CitedLine, told
from croupier.web.html.page_rendering import error_page, html, me, page
from croupier.web.html.template_environment import render
from croupier.web.http.policies import SOMEBODY, SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.laboratory.job_queue import JobState, TooManyJobs
from croupier.web.laboratory.pages import job_queue_of
from croupier.web.past_rounds.api import may_see, record_of
from croupier.web.past_rounds.best_play import (
    Judged,
    decisions,
    judged,
    must_be_told,
    order_for,
    why_not,
)
from croupier.web.tables.page_model import Seen, context, without_moves
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person
    from croupier.casino.past_rounds import History, PastRound, RoundScene
    from croupier.table.round_index import Span
    from croupier.table.views import TableView

PATIENCE = 8.0
"""Seconds that a page waits for the laboratory before it is asked for again."""
ROUNDS = 50
"""How many rounds are listed together."""

Before = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
Step = Annotated[int | None, QueryParameter(ge=1, le=10**6)]
Session = Annotated[int | None, QueryParameter(ge=1, le=10**9)]


@get("/tables/{table:str}/rounds", policy=SOMEBODY, include_in_schema=False)
async def rounds(
    request: Request, table: FromPath[str], before: Before = None, session: Session = None
) -> Response[str]:
    """The newest first; for a player those that they played in."""
    record, by = record_of(request, table, session), request.access.by

    def listed(history: History) -> list[Span]:
        rounds = history.rounds()
        spans = rounds.before(before) if before else reversed(rounds)
        seen = (span for span in spans if span.ends is not None and may_see(span, by))
        return list(islice(seen, ROUNDS + 1))

    found = await request.services.archive.recall(record, listed)
    shown = [(span, local_moment(span.at)) for span in found[:ROUNDS]]
    return page(
        request, "past_rounds/list.html", table=table, rounds=shown, before=before,
        query=f"&session={session}" if session else "",
        sessions=count_sessions(request.services.floor, table),
        more=shown[-1][0].number if len(found) > ROUNDS else None,
    )  # fmt: skip


@get("/tables/{table:str}/rounds/{number:int}", policy=SOMEBODY, include_in_schema=False)
async def account(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    step: Step = None,
    session: Session = None,
) -> Response[str]:
    """For a player a round that they played in; those who look on and staff see any."""
    by = request.access.by
    record = record_of(request, table, session)
    found = await to_thread(_played, request, record, number, by)
    if by.role is Role.PLAYER and by.name not in found.span.players:
        raise HttpError(ProblemType.NOT_ALLOWED, f"{by.name} took no part in round {number}")
    last = len(found.scenes)
    reviewed = not await why_not(request.services, table, found, by)
    return html(
        render_round(
            table, found, min(step or last, last), me=me(request),
            query=f"&session={session}" if session else "",
            may_download=by.role in SUPERVISORS.roles, reviewed=reviewed,
        )
    )  # fmt: skip


def _played(request: Request, record: str, number: int, by: Person) -> PastRound:
    lines = list(request.services.floor.store.lines(record))
    try:
        return past_round(lines, number, by)
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error)) from None


@get(
    "/tables/{table:str}/rounds/{number:int}/best-play",
    policy=SOMEBODY, cost=10, include_in_schema=False,
)  # fmt: skip
async def best_play(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[str]:
    """What each of one's decisions cost, once one has left the table, where the house allows it."""
    by, services = request.access.by, request.services
    found = await to_thread(_played, request, record_of(request, table, session), number, by)
    await must_be_told(services, table, found, by)
    taken = decisions(found, by.name)
    lines: list[Judged] = []
    job = None
    if taken:
        try:
            job = job_queue_of(request.app).ask(order_for(found.game, taken))
        except TooManyJobs:
            raise HttpError(
                ProblemType.UNAVAILABLE, "the laboratory has too much to do", retry_after=30
            ) from None
        await job.settled(PATIENCE)
        lines = judged(taken, job.answer) if job.state is JobState.DONE else []
    shown = page(
        request, "past_rounds/best_play.html", table=table, number=number, lines=lines, job=job,
        query=f"?session={session}" if session else "",
        cost=round(sum(each.cost for each in lines)),
        practice=is_set_up(services.floor, table) and is_practice(services.floor, table),
    )  # fmt: skip
    if job is not None and not job.over:
        shown.headers["Refresh"] = "3"
    return shown


@get("/tables/{table:str}/rounds/{number:int}/file", policy=SUPERVISORS, include_in_schema=False)
async def file(
    request: Request, table: FromPath[str], number: FromPath[int], session: Session = None
) -> Response[bytes]:
    """The round file, to be kept or adjudicated."""
    record = record_of(request, table, session)
    try:
        written = await request.services.archive.round_file(record, number)
    except BeyondTheFormat as error:
        raise HttpError(ProblemType.REFUSED, str(error)) from None
    except LookupError as error:
        raise HttpError(ProblemType.NOT_FOUND, str(error)) from None
    name = f'attachment; filename="{table}-round-{number}.json"'
    return Response(written, media_type="application/json", headers={"Content-Disposition": name})


# --- A round of the past as a page: the felt at any of its steps, and what came of every wager


@dataclass(frozen=True, slots=True)
class AccountStep:
    """One step of the account: who did it, and what followed."""

    number: int
    by: str
    lines: tuple[CitedLine, ...]


def render_round(
    table: str,
    played: PastRound,
    step: int,
    *,
    me: object,
    query: str,
    may_download: bool,
    reviewed: bool,
) -> str:
    """The page of a round, with the felt as it lay after one of its steps."""
    scene = played.scenes[step - 1]
    view = without_moves(scene.view)  # the past is only looked at
    shown = context(view, played.game, Seen(settled=scene.settled))
    return render(
        "past_rounds/page.html", **{**shown, "settlements": settlements(view, played.settled)},
        me=me, table=table, played=played, step=step, query=query, may_download=may_download,
        reviewed=reviewed,
        steps=[_step(number, view, each) for number, each in enumerate(played.scenes, 1)],
        when=local_moment(played.span.at),
    )  # fmt: skip


def _step(number: int, view: TableView, scene: RoundScene) -> AccountStep:
    return AccountStep(number, scene.by.name, tuple(told(view.instrument, scene.facts)))


router = Router(
    "/",
    route_handlers=[rounds, account, best_play, file],
    exception_handlers={Exception: error_page},
)
