"""The inspector's desk in a browser: notices as they come, and all that the records show."""

from __future__ import annotations

from asyncio import to_thread
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Stream

from croupier.casino.checkpoints import read_line
from croupier.casino.floor import look, readable, repeat_missed, summaries
from croupier.casino.floor.tournament_and_promotion_views import promotions_seen, tournaments_seen
from croupier.casino.house_views import count_sessions, is_set_up, tables_ever_set_up, tables_set_up
from croupier.casino.meters import total
from croupier.casino.record_names import TABLES
from croupier.casino.significant_events import EventKind
from croupier.promotion.rules import INSTRUMENT as PROMOTION_INSTRUMENT
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.shuffle_verification import check_shoes
from croupier.table.views import FloorView
from croupier.table_replay import read_record
from croupier.web.html.page_rendering import SEE_OTHER, error_page, is_partial, me, page
from croupier.web.html.template_environment import render
from croupier.web.http.policies import INSPECTORS, SUPERVISORS, Policy
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.streaming import (
    HEARTBEAT,
    LastEvent,
    heard_up_to,
    page_event,
    streamed,
)
from croupier.web.inspectors_desk.notices_api import OFFICES
from croupier.web.inspectors_desk.page_model import (
    as_it_stands,
    dispute_on_desk,
    header_of,
    record_in_words,
    shoes,
    slips,
)
from croupier.web.past_rounds.api import record_of
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.casino.floor.record_queries import Registers
    from croupier.casino.meters import Meter
    from croupier.casino.past_rounds import History
    from croupier.casino.shuffle_register import Shuffle
    from croupier.web.inspectors_desk.page_model import DisputeOnDesk, Slip

LINES = 40
SHOES = 50
CHECKPOINTS = 12
DISPUTES, LOOKED_AT = 12, 20_000
"""How many disputes the desk shows, and among how many of the last events they are found."""
IN_PERSON = Policy(INSPECTORS.roles, in_person=True)

After = Annotated[int, QueryParameter(ge=0, le=10**12)]
Heard = Annotated[int | None, QueryParameter(name="after", ge=0, le=10**12)]
Before = Annotated[int | None, QueryParameter(ge=1, le=10**9)]
Session = Annotated[int | None, QueryParameter(ge=1, le=10**9)]


@get("/desk", policy=SUPERVISORS, include_in_schema=False)
async def desk(request: Request) -> Response[str]:
    return await _desk(request)


async def _desk(request: Request, status: int = 200, wrong: str = "") -> Response[str]:
    services = request.services
    standings = await to_thread(services.floor.store.records)
    lines = {each.record: each.lines for each in standings}
    made = lines.get("checkpoints", 1) - 1
    heard = len((await services.noticeboard.read()).news)  # by all that the page shows
    sealed = await services.sealing.page(max(0, made - CHECKPOINTS), CHECKPOINTS)
    return page(
        request, "inspectors_desk/desk.html", status, wrong=wrong,
        slips=await _slips(request), heard=heard,
        tables=[
            (
                table, session, lines.get(f"{TABLES}{table}/{session}", 0),
                is_set_up(services.floor, table),
            )
            for table, session in tables_ever_set_up(services.floor).items()
        ],
        disputes=await _disputes(request),
        **_verification(request),
        key=services.sealing.key,
        checkpoints=[
            (one.n, local_moment(what.at), len(what.heads))
            for one, what in (read_line(each.line) for each in reversed(sealed))
        ],
        play=services.program.wrong,
    )  # fmt: skip


# --- disputes


async def _disputes(request: Request) -> list[DisputeOnDesk]:
    """Every dispute by what was last said in it: those that wait first, then the newest."""

    def found(registers: Registers) -> list[DisputeOnDesk]:
        last: dict[tuple[str, str], DisputeOnDesk] = {}
        for event in reversed(registers.events[-LOOKED_AT:]):
            key = (event.record, event.happened.subject)
            if event.happened.kind is EventKind.DISPUTE and key not in last:
                last[key] = dispute_on_desk(event)
                if len(last) == DISPUTES:
                    break
        return list(last.values())

    told = await request.services.archive.consult(found)
    floor, viewer = request.services.floor, request.access.viewer
    stand = {
        (table, str(each.number)): each
        for table in {each.table for each in told} & set(tables_set_up(floor))
        if isinstance(view := (await look(floor, table, viewer)).view, FloorView)
        for each in view.disputes
    }
    shown = [
        each if (here := stand.get((each.table, each.number))) is None else as_it_stands(each, here)
        for each in told
    ]
    return sorted(shown, key=lambda each: not each.waits)


@get("/desk/disputes", policy=SUPERVISORS, include_in_schema=False)
async def disputes(request: Request) -> Response[str]:
    """The disputes alone, for a desk that is open."""
    return page(request, "inspectors_desk/disputes.html", disputes=await _disputes(request))


# --- notices


async def _slips(request: Request) -> list[Slip]:
    services = request.services
    instruments = {
        each.table: each.instrument
        for each in await summaries(services.floor, request.access.viewer)
    }
    for held in await tournaments_seen(services.floor, request.access.viewer):
        instruments[held.record] = held.instrument
    instruments |= dict.fromkeys(
        (each.record for each in await promotions_seen(services.floor, None)), PROMOTION_INSTRUMENT
    )
    return slips(await services.noticeboard.read(), instruments, request.access.by)


@post("/desk/acknowledgements", policy=OFFICES, include_in_schema=False)
async def acknowledge(request: Request) -> Response[Any]:
    """Take a notice; it is in the record from then on by whom and when."""
    board = request.services.noticeboard
    asked = str((await request.form()).get("notice", ""))
    notice = (await board.read()).get(asked)
    if notice is None:
        raise HttpError(ProblemType.NOT_FOUND, f"there is no notice {asked!r}")
    try:
        await board.acknowledge(notice, request.access.by, request.key)
    except Refused as refusal:
        return await _desk(request, 409, refusal.reason)
    if is_partial(request):
        return page(request, "inspectors_desk/notices.html", slips=await _slips(request))
    return Redirect("/desk", status_code=SEE_OTHER)


@get("/desk/stream", policy=SUPERVISORS, include_in_schema=False)
async def stream(request: Request, after: Heard = None, last_event_id: LastEvent = None) -> Stream:
    """The notices anew whenever there is more than a page shows; what came before this was opened
    is told as well, or a page would never show it."""
    board = request.services.noticeboard
    shown = heard_up_to(after, last_event_id)
    if shown is None:
        shown = len((await board.read()).news)

    async def happening(shown: int) -> AsyncIterator[int | None]:
        async for news in board.watch(shown, patience=HEARTBEAT):
            if news is None:
                yield None
            elif news.number > shown:
                shown = len((await board.read()).news)
                yield shown

    async def told(number: int) -> bytes:
        text = render("inspectors_desk/notices.html", slips=await _slips(request), me=me(request))
        return page_event("notices", text, number)

    return streamed(request, happening(shown), told)


# --- records


@get("/desk/records/{table:str}", policy=SUPERVISORS, include_in_schema=False)
async def record(
    request: Request, table: FromPath[str], after: After = 0, session: Session = None
) -> Response[str]:
    """A table's record in words, a page at a time."""
    name, store = record_of(request, table, session), request.services.floor.store
    (header,) = await to_thread(store.page, name, 0, 1)
    placed = await to_thread(store.page, name, max(after, 1), LINES)
    length = (await to_thread(store.standing, name)).lines
    await repeat_missed(request.services.floor, name)
    last = readable(request.services.floor, name)
    if last is not None:
        placed, length = [line for line in placed if line.number <= last], last
    lines = (placed[0].number, placed[-1].number) if placed else (0, 0)
    return page(
        request, "inspectors_desk/record.html", table=table, session=session, after=after,
        felt_at=await _felt_at(request, name, *lines), step=LINES, length=length,
        told=list(record_in_words(header.line, placed)),
        header=(first := header_of(header.line)), title=load(first.instrument).title,
        sessions=count_sessions(request.services.floor, table),
    )  # fmt: skip


async def _felt_at(request: Request, record: str, first: int, last: int) -> dict[int, str]:
    """For lines of rounds that have ended, where the felt is shown as it was after them."""

    def found(history: History) -> dict[int, str]:
        shown: dict[int, str] = {}
        for span in reversed(history.rounds()):
            if span.ends is None or span.begins > last:
                continue
            if span.ends < first:
                break
            for line in range(max(first, span.begins), min(last, span.ends - 1) + 1):
                shown[line] = f"{span.number}?step={line - span.begins + 1}"
        return shown

    return await request.services.archive.recall(record, found)


@get("/desk/shoes/{table:str}", policy=SUPERVISORS, include_in_schema=False)
async def shuffles(
    request: Request, table: FromPath[str], before: Before = None, session: Session = None
) -> Response[str]:
    """Shuffles with their commitments and what was revealed, checked now; the newest first."""
    name, store = record_of(request, table, session), request.services.floor.store

    def listed(registers: Registers) -> list[Shuffle]:
        known = registers.shuffles(name)
        end = len(known) if before is None else min(before - 1, len(known))
        first = max(0, end - SHOES)
        return known.after(first, end - first)

    found = await request.services.archive.consult(listed)
    checks = await to_thread(lambda: check_shoes(read_record(store.lines(name))))
    return page(
        request, "inspectors_desk/shoes.html", table=table, session=session,
        shoes=shoes(found, checks), before=before,
        more=found[0].number if found and found[0].number > 1 else None,
    )  # fmt: skip


# --- meters


@get("/desk/meters", policy=SUPERVISORS, include_in_schema=False)
async def meters(request: Request) -> Response[str]:
    """By table and by day, in Canberra's time."""
    found = await request.services.archive.consult(lambda registers: registers.meters())
    by_day: dict[str, list[tuple[str, Meter]]] = {}
    for table, counted in sorted(found.items()):
        for day, meter in counted.days.items():
            by_day.setdefault(day, []).append((table, meter))
    days = sorted(by_day.items(), reverse=True)
    return page(
        request,
        "inspectors_desk/meters.html",
        days=days,
        all=total(each.total for each in found.values()),
    )


# --- verification and checkpoints


@get("/desk/verification", policy=SUPERVISORS, include_in_schema=False)
async def verification(request: Request) -> Response[str]:
    """How far it has come, and what was found in the end: a part of the desk."""
    return page(request, "inspectors_desk/verification.html", **_verification(request))


def _verification(request: Request) -> dict[str, Any]:
    verified = request.services.verifier.last
    return {
        "verified": verified,
        "when": None if verified is None else local_moment(verified.at),
        "verifying": request.services.verifier,
        "verifies": request.access.role in INSPECTORS.roles,
    }


@post("/desk/verification", policy=IN_PERSON, include_in_schema=False)
async def verify(request: Request) -> Redirect:
    """Check every chain and checkpoint, play every table again, count the chips."""
    request.services.verifier.begin()
    return Redirect("/desk#verification", status_code=SEE_OTHER)


@post("/desk/checkpoints", policy=IN_PERSON, include_in_schema=False)
async def checkpoint(request: Request) -> Redirect:
    await request.services.sealing.checkpoint()
    return Redirect("/desk#checkpoints", status_code=SEE_OTHER)


@get("/desk/checkpoints/{number:int}", policy=SUPERVISORS, include_in_schema=False)
async def download(request: Request, number: FromPath[int]) -> Response[bytes]:
    """The line itself, to be kept elsewhere and held against the records later."""
    found = await request.services.sealing.page(number - 1, 1) if number > 0 else []
    if not found:
        raise HttpError(ProblemType.NOT_FOUND, f"there is no checkpoint {number}")
    name = f'attachment; filename="checkpoint-{number}.json"'
    return Response(
        found[0].line, media_type="application/json", headers={"Content-Disposition": name}
    )


router = Router(
    "/",
    route_handlers=[
        desk, disputes, acknowledge, stream, record, shuffles, meters, verification, verify,
        checkpoint, download,
    ],
    exception_handlers={Exception: error_page},
)  # fmt: skip
