"""The floor in a browser, for those who manage it: tables at a glance, takings, another table."""

from __future__ import annotations

from asyncio import to_thread
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from croupier.casino.floor import must_have_table
from croupier.casino.house.commands import Dealing, TakeDownTable
from croupier.casino.meters import day_of
from croupier.casino.record_names import TABLES
from croupier.game_rules import GAMES
from croupier.rulebook import instrument_life
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.acts.opening import CANBERRA
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.felt.game_pages import game_name
from croupier.web.html.page_rendering import SEE_OTHER, error_page, is_partial, page
from croupier.web.http.policies import MANAGERS, Policy
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.laboratory.job_queue import TooManyJobs
from croupier.web.laboratory.pages import job_queue_of
from croupier.web.laboratory.worker_orders import HouseTakingsOrder
from croupier.web.office import table_form as setting_up
from croupier.web.office import takings as drawn
from croupier.web.office.floor_overview import DEALT, at_a_glance

if TYPE_CHECKING:
    from croupier.web.laboratory.job_queue import Job

FLOOR = Policy(MANAGERS.roles, in_person=True)
CONFLICT = 409
PERIODS = (7, 14, 30)


@get("/floor", policy=FLOOR, include_in_schema=False, cost=3)
async def floor(
    request: Request,
    instrument: Annotated[str, QueryParameter(max_length=60)] = "",
    done: Annotated[str, QueryParameter(max_length=60)] = "",
    down: Annotated[str, QueryParameter(max_length=60)] = "",
) -> Response[str]:
    """The tables that stand; with an instrument, the form for another one.

    With a table to be taken down, whoever asks for it is asked once more.
    """
    if instrument and instrument not in GAMES.instruments:
        raise HttpError(ProblemType.NOT_FOUND, f"there is no instrument {instrument!r}")
    if is_partial(request):
        return page(request, "office/tables.html", tables=await _tables(request))
    values = setting_up.offered(instrument) if instrument else {}
    if down:
        must_have_table(request.services.floor, down)
    return await _floor(request, instrument, values, done=done, down=down)


async def _tables(request: Request) -> list[Any]:
    meters = await request.services.archive.consult(lambda registers: registers.meters())
    return await at_a_glance(request.services.floor, request.access.by, meters)


async def _floor(
    request: Request,
    instrument: str,
    values: dict[str, list[str]],
    status: int = 200,
    wrong: str = "",
    done: str = "",
    down: str = "",
) -> Response[str]:
    must, may = setting_up.asked(instrument, values) if instrument else ([], [])
    must = [each for each in must if not setting_up.is_in_rows(each)]
    template = "office/set_up.html" if instrument else "office/floor.html"
    return page(
        request, template, status, must=must, may=may, values=values, wrong=wrong, done=done,
        down=down,
        instrument=instrument, not_in_force=_not_in_force(request, instrument),
        books=[(load(each), game_name(each)) for each in GAMES.instruments],
        dealings=DEALT, tables=await _tables(request) if not instrument else [],
        called=game_name(instrument) if instrument else "",
        wagers=setting_up.wager_rows(instrument, values) if instrument else [],
    )  # fmt: skip


def _not_in_force(request: Request, instrument: str) -> str | None:
    """What whoever sets up a table is told about rules that are not in force today."""
    if not instrument:
        return None
    now = request.services.floor.clock() / 1000
    return instrument_life.notice(load(instrument), datetime.fromtimestamp(now, CANBERRA).date())


@post("/floor", policy=FLOOR, include_in_schema=False)
async def set_up(request: Request) -> Response[Any]:
    form = await request.form()
    given = {name: [str(value) for value in form.getall(name)] for name in form}
    instrument = given.get("instrument", [""])[0]
    if instrument not in GAMES.instruments:
        raise HttpError(ProblemType.NOT_FOUND, f"there is no instrument {instrument!r}")
    try:
        command = setting_up.read(given)
        await request.services.command_house(command, request.access.by, request.key)
    except (Refused, NotUnderstood) as error:
        wrong = error.reason if isinstance(error, Refused) else str(error)
        return await _floor(request, instrument, given, CONFLICT, wrong)
    there = command.table if command.dealing is Dealing.AUTOMATIC else f"{command.table}/console"
    return Redirect(f"/tables/{there}", status_code=SEE_OTHER)


@post("/floor/{table:str}/take-down", policy=FLOOR, include_in_schema=False)
async def take_down(request: Request, table: FromPath[str]) -> Response[Any]:
    must_have_table(request.services.floor, table)
    try:
        await request.services.command_house(
            TakeDownTable(table=table), request.access.by, request.key
        )
    except Refused as refusal:
        return await _floor(request, "", {}, CONFLICT, refusal.reason)
    return Redirect(f"/floor?done={table}", status_code=SEE_OTHER)


# --- takings


@get("/floor/takings", policy=FLOOR, include_in_schema=False, cost=5)
async def takings(
    request: Request,
    table: Annotated[str, QueryParameter(max_length=60)] = "",
    days: Annotated[int, QueryParameter(ge=1, le=366)] = 14,
) -> Response[str]:
    """Win, drop and hold by day and table, against what the odds expect once that is known."""
    meters = await request.services.archive.consult(lambda registers: registers.meters())
    period = drawn.last_days(day_of(request.services.floor.clock()), days)
    job = _newest(request, period[0])
    lines = job.answer if job is not None and job.answer is not None else ()
    shown = drawn.by_day(meters, period, table, lines), drawn.by_table(meters, period, lines)
    return page(
        request, "office/takings.html", table=table, days=days, periods=PERIODS, wrong="",
        tables=sorted(meters), job=job, charts=tuple(map(drawn.chart, shown)),
        outside=[each for each in lines if each.day and each.found.verdict != "within"],
    )  # fmt: skip


def _newest(request: Request, since: str) -> Job | None:
    """The last time that somebody asked what the odds expect since a day."""
    asked = [
        job
        for job in job_queue_of(request.app).jobs.values()
        if isinstance(job.order, HouseTakingsOrder) and job.order.since == since
    ]
    return asked[-1] if asked else None


@post("/floor/takings", policy=FLOOR, include_in_schema=False, cost=20)
async def expect(
    request: Request,
    table: Annotated[str, QueryParameter(max_length=60)] = "",
    days: Annotated[int, QueryParameter(ge=1, le=366)] = 14,
) -> Redirect:
    """Have it worked out what the odds expect of the wagers of these days."""
    services = request.services
    since = drawn.last_days(day_of(services.floor.clock()), days)[0]
    standings = await to_thread(services.floor.store.records)
    lines = sum(each.lines for each in standings if each.record.startswith(TABLES))
    order = HouseTakingsOrder(database=services.settings.database, since=since, lines=lines)
    try:
        await job_queue_of(request.app).ask(order).settled(2)
    except TooManyJobs:
        raise services.load.refusal() from None
    where = f"/floor/takings?days={days}" + (f"&table={table}" if table else "")
    return Redirect(where, status_code=SEE_OTHER)


router = Router(
    "/",
    route_handlers=[floor, set_up, take_down, takings, expect],
    exception_handlers={Exception: error_page},
)
