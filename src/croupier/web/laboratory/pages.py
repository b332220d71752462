"""The pages of the laboratory: tools beside the table, never a player's advice at it."""

from __future__ import annotations

import asyncio
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from litestar import Litestar, MediaType, Request, Response, Router, get, post
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, ServerSentEvent
from litestar.response.sse import ServerSentEventMessage
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_303_SEE_OTHER,
    HTTP_400_BAD_REQUEST,
    HTTP_404_NOT_FOUND,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from croupier.odds import ODDS
from croupier.odds.simulation.simulated_games import SIMULATIONS
from croupier.rulebook.instruments import comparisons, instruments, load
from croupier.web.html.template_environment import render
from croupier.web.http.page_cache import page_cache_of
from croupier.web.http.policies import ANYBODY, MADE_ONCE, OPT
from croupier.web.http.problems import LATER
from croupier.web.http.streaming import counted, must_have_room
from croupier.web.laboratory.files import file_of, files_of
from croupier.web.laboratory.form_to_order import read_order
from croupier.web.laboratory.forms import LaboratoryForm
from croupier.web.laboratory.job_queue import JobQueue, JobState, TooManyJobs
from croupier.web.laboratory.links import address
from croupier.web.laboratory.template_values import BEGUN, BUSY, NOTHING, TOOLS, WORDS, shown
from croupier.web.laboratory.worker_orders import BegunOrder, ChangesOrder

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from croupier.web.http.load import Load
    from croupier.web.laboratory.job_queue import Job
    from croupier.web.laboratory.worker_orders import Order

PATIENCE = 1.5
"""Seconds for which a page waits for its answer before it says that it is being worked out."""
HEARTBEAT = 1.0
"""Seconds after which the page hears that the work goes on."""

Asked = Request[Any, Any, Any]
Page = Response[bytes]


@get("/", name="laboratory", cost=5)
async def index(request: Asked) -> Page:
    """The instruments, and what may be asked about each."""
    return await page_cache_of(request.app).get(request, ("laboratory",), _index)


def _index() -> str:
    books = [load(name) for name in instruments() if name in ODDS]
    return _drawn(
        "index.html",
        books=books,
        tools={book.id: tools_for(book.id) for book in books},
        comparisons=comparisons(),
        compiled=find_spec("numba") is not None,
    )


def tools_for(instrument: str) -> list[str]:
    """List what may be asked about an instrument: it depends on the parts of its game."""
    if instrument not in ODDS:
        return []
    missing = {"strategy", "decision"} if ODDS.of(instrument).strategy is None else set()
    if instrument not in SIMULATIONS:
        missing |= {"simulation", "dossier"}
    return [tool for tool in TOOLS if tool not in missing]


@get("/changes", cost=10)
async def changes(request: Asked, a: FromQuery[str] = "", b: FromQuery[str] = "") -> Page:
    """What going from one instrument to another does to the edge of every wager."""
    known = instruments()
    if a not in known or b not in known or a == b:
        return _nothing(f"{a or 'nothing'} and {b or 'nothing'} have not been compared")
    if load(a).game != load(b).game:
        return _nothing(f"{a} and {b} are two games; they have no wagers in common")
    if (without := next((each for each in (a, b) if each not in ODDS), None)) is not None:
        return _nothing(f"nobody has worked out the odds of {without}")
    key = "laboratory", "changes", a, b
    if (kept := page_cache_of(request.app).find(request, key)) is not None:
        return kept
    job, status = await _begun(request, ChangesOrder(before=a, after=b))
    draw = partial(_drawn, "changes.html", before=load(a), after=load(b), job=job, **shown(job))
    return await _answer(request, key, draw, status, job)


@get("/{instrument:str}", cost=10)
async def edges(request: Asked, instrument: FromPath[str]) -> Page | Redirect:
    """The house edges of the table that the query describes."""
    return await _tool(request, instrument, "odds")


@get("/{instrument:str}/{tool:str}", cost=15)
async def another(
    request: Asked, instrument: FromPath[str], tool: FromPath[str]
) -> Page | Redirect:
    """Another tool of the laboratory, for the table that the query describes."""
    return await _tool(request, instrument, tool)


async def _tool(request: Asked, instrument: str, tool: str) -> Page | Redirect:
    if (message := _not_there(instrument, tool)) is not None:
        return _nothing(message)
    form, order = read_order(request.query_params.dict(), instrument, tool)
    if form.errors:
        return await _tool_page(request, form, tool, HTTP_400_BAD_REQUEST)
    if len(form.query) < len(request.url.query):
        return Redirect(_asks_again(form, tool), status_code=HTTP_303_SEE_OTHER)
    if order is None:
        return await _tool_page(request, form, tool)
    if isinstance(order, BegunOrder):  # is begun by whoever asks for it, not by reading
        return await _tool_page(request, form, tool, job=job_queue_of(request.app).find(order))
    if (kept := page_cache_of(request.app).find(request, _key(form, tool))) is not None:
        return kept
    job, status = await _begun(request, order)
    return await _tool_page(request, form, tool, status, job)


@post("/{instrument:str}/{tool:str}", status_code=HTTP_303_SEE_OTHER, cost=15)
async def begin(request: Asked, instrument: FromPath[str], tool: FromPath[str]) -> Page | Redirect:
    """Begin what takes long, and go where it is watched. Other tools are asked by reading."""
    if (message := _not_there(instrument, tool)) is not None:
        return _nothing(message)
    if tool not in BEGUN:
        raise MethodNotAllowedException(
            "only a simulation, a grid or a dossier is begun; the rest is asked by reading"
        )
    given: dict[str, list[str]] = {}
    for field, text in (await request.form()).multi_items():
        given.setdefault(field, []).append(str(text))
    form, order = read_order(given, instrument, tool)
    if order is None:
        return await _tool_page(request, form, tool, HTTP_400_BAD_REQUEST)
    try:
        job_queue_of(request.app).ask(order)
    except TooManyJobs:
        return await _tool_page(request, form, tool, HTTP_503_SERVICE_UNAVAILABLE)
    return Redirect(_asks_again(form, tool), status_code=HTTP_303_SEE_OTHER)


def _asks_again(form: LaboratoryForm, tool: str) -> str:
    """The address that asks the same again."""
    return f"{address(form.book.basis, tool)}?{form.query}".rstrip("?")


@get("/{instrument:str}/{tool:str}/{file:str}", cost=15)
async def answer_file(
    request: Asked, instrument: FromPath[str], tool: FromPath[str], file: FromPath[str]
) -> Page | Redirect:
    """An answer as a file. What is not worked out yet is worked out on its page first."""
    if (message := _not_there(instrument, tool)) is not None:
        return _nothing(message)
    form, order = read_order(request.query_params.dict(), instrument, tool)
    if order is None or file not in files_of(order):
        return _nothing(f"there is no {file[:40]} of that")
    job = job_queue_of(request.app).find(order)
    if job is None and not isinstance(order, BegunOrder):
        job, _ = await _begun(request, order)
    if job is None or job.state is not JobState.DONE:
        return Redirect(_asks_again(form, tool), status_code=HTTP_303_SEE_OTHER)
    found = await asyncio.to_thread(file_of, order, job.answer, file)
    if found is None:
        return _nothing("nothing here can set a PDF; the page has the same")
    return Response(
        found.content,
        media_type=found.media_type,
        headers={"Content-Disposition": f'attachment; filename="{found.name}"'},
    )


@post("/jobs/{job:str}/stop", status_code=HTTP_303_SEE_OTHER)
async def stop(request: Asked, job: FromPath[str]) -> Redirect:
    """Give up what was begun, and go back to where it was begun."""
    found = _job(request, job)
    if not isinstance(found.order, BegunOrder):
        raise NotFoundException("only a simulation, a grid or a dossier can be stopped")
    job_queue_of(request.app).stop(found)
    back = request.headers.get("referer", "").partition("?")[2]
    page = f"{address(found.order.instrument, found.order.tool)}?{back}".rstrip("?")
    return Redirect(page, status_code=HTTP_303_SEE_OTHER)


@get("/jobs/{job:str}/events")
async def events(request: Asked, job: FromPath[str]) -> ServerSentEvent:
    """How the work comes on: what the page shows of it, each time that it changes."""
    services = request.app.state.get("services")
    found = _job(request, job)
    if services is None:
        return ServerSentEvent(_told(found, None))
    if services.load.ends_stream(stranger=True):
        raise services.load.refusal()
    must_have_room(services, request.scope)
    return ServerSentEvent(counted(services, request.scope, _told(found, services.load)))


async def _told(job: Job, load: Load | None) -> AsyncGenerator[ServerSentEventMessage, None]:
    async for _ in job.changes(HEARTBEAT):
        if load is not None and load.ends_stream(stranger=True):
            return
        text = render("laboratory/_work.html", **WORDS, **{**NOTHING, **shown(job), "job": job})
        yield ServerSentEventMessage(data=text, event="over" if job.over else "step")


def job_queue_of(app: Litestar) -> JobQueue:
    """The queue of a server, set up when it is first needed."""
    queue: JobQueue | None = app.state.get("laboratory")
    if queue is None:
        queue = app.state.laboratory = JobQueue()
    return queue


async def close(app: Litestar) -> None:
    """Leave nothing at work behind when the server stops."""
    await job_queue_of(app).close()


async def _begun(request: Asked, order: Order) -> tuple[Job | None, int]:
    """The job of an order, over if that takes but a moment; none, and why, if there is no room."""
    try:
        job = job_queue_of(request.app).ask(order)
    except TooManyJobs:
        return None, HTTP_503_SERVICE_UNAVAILABLE
    await job.settled(PATIENCE)
    return job, HTTP_200_OK


def _blame(form: LaboratoryForm, job: Job) -> None:
    """Say beside a field what the worker said of it."""
    place, colon, reason = job.reason.partition(": ")
    if colon and place in form.beside:
        form.errors[place] = reason


def _job(request: Asked, id: str) -> Job:
    job = job_queue_of(request.app).jobs.get(id)
    if job is None:
        raise NotFoundException("nothing of that name is being worked out, nor was it lately")
    return job


def _not_there(instrument: str, tool: str) -> str | None:
    """Why a tool cannot be had."""
    if instrument not in instruments():
        return f"there is no instrument {instrument}, only {', '.join(instruments())}"
    if instrument not in ODDS:
        return f"nobody has worked out the odds of {instrument}: its game has no part for them"
    if tool not in tools_for(instrument):
        return f"for {instrument} there are only: {', '.join(tools_for(instrument))}"
    return None


def _nothing(message: str) -> Page:
    return _page("nothing.html", HTTP_404_NOT_FOUND, message=message)


def _key(form: LaboratoryForm, tool: str) -> tuple[str, ...]:
    return "laboratory", tool, form.book.id, form.query


async def _tool_page(
    request: Asked,
    form: LaboratoryForm,
    tool: str,
    status: int = HTTP_200_OK,
    job: Job | None = None,
) -> Page:
    if status == HTTP_503_SERVICE_UNAVAILABLE:
        form.errors[""] = BUSY
    if job is not None and job.state is JobState.REFUSED:
        _blame(form, job)
    draw = partial(
        _drawn,
        "tool.html",
        book=form.book,
        filled=form,
        tool=tool,
        tools=tools_for(form.book.basis),
        job=job,
        **shown(job),
    )
    return await _answer(request, _key(form, tool), draw, status, job)


async def _answer(
    request: Asked, key: tuple[str, ...], draw: Callable[[], str], status: int, job: Job | None
) -> Page:
    """A page with an answer is kept; one of work that goes on changes while it is drawn."""
    pages = page_cache_of(request.app)
    if job is not None and job.state is JobState.DONE:
        return await pages.get(request, key, draw)
    if job is not None and not job.over:
        return _html(draw(), status)
    page = await pages.make(request, draw, status)
    if status == HTTP_503_SERVICE_UNAVAILABLE:
        page.headers["Retry-After"] = str(LATER)
    return page


def _page(template: str, status: int = HTTP_200_OK, **context: Any) -> Page:
    return _html(_drawn(template, **context), status)


def _html(text: str, status: int) -> Page:
    return Response(text.encode(), media_type=MediaType.HTML, status_code=status)


def _drawn(template: str, **context: Any) -> str:
    return render(f"laboratory/{template}", **WORDS, **{**NOTHING, **context})


router = Router(
    "/laboratory",
    route_handlers=[index, changes, edges, another, answer_file, begin, stop, events],
    opt={OPT: ANYBODY, MADE_ONCE: True},
    include_in_schema=False,
)
