"""The inspector's office: meters, significant events, verification and checkpoints."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import QueryParameter

from croupier.casino.checkpoints import read_line
from croupier.casino.floor.verification_in_background import Verified
from croupier.casino.house.acts import LONGEST_NAME
from croupier.casino.significant_events import EventKind, SignificantEvent
from croupier.web.http.policies import ANYBODY, INSPECTORS, SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request

EVENTS = 200
CHECKPOINTS = 100

After = Annotated[int, QueryParameter(ge=0, le=10**12)]
Text = Annotated[str, QueryParameter(max_length=LONGEST_NAME)]


class DayOfATable(msgspec.Struct, frozen=True):
    """What a table took and won on a day, in cents."""

    table: str
    day: str
    drop: int
    taken: int
    fills: int
    handle: int
    win: int
    hold: str | None
    """The part of the drop that was won, as a fraction; none without a drop."""
    rounds: int
    voids: int


class Numbered(msgspec.Struct, frozen=True):
    number: int
    event: SignificantEvent


class EventsPage(msgspec.Struct, frozen=True):
    """Significant events in the order in which they were stored, numbered from 1 on."""

    events: list[Numbered]
    next: int | None
    """After which number to go on; nothing if this was all."""


class CheckpointLine(msgspec.Struct, frozen=True):
    n: int
    at: int
    key: str
    line: str
    """To be kept elsewhere, letter for letter."""


class CheckpointsPage(msgspec.Struct, frozen=True):
    key: str
    """The public key of the house's seal."""
    checkpoints: list[CheckpointLine]
    next: int | None


@get("/api/meters", policy=SUPERVISORS, summary="What tables took and won")
async def meters(request: Request, table: Text = "", day: Text = "") -> list[DayOfATable]:
    """By table and day, in Canberra's time."""
    found = await request.services.archive.consult(lambda registers: registers.meters())
    return [
        DayOfATable(
            table=name, day=when, drop=meter.drop, taken=meter.taken, fills=meter.fills,
            handle=meter.handle, win=meter.win,
            hold=None if meter.hold is None else str(meter.hold),
            rounds=meter.rounds, voids=meter.voids,
        )
        for name, days in sorted(found.items())
        for when, meter in sorted(days.days.items())
        if table in ("", name) and day in ("", when)
    ]  # fmt: skip


@get("/api/events", policy=SUPERVISORS, summary="Significant events")
async def events(
    request: Request,
    after: After = 0,
    kind: Annotated[EventKind | None, QueryParameter()] = None,
) -> EventsPage:
    found = await request.services.archive.consult(
        lambda registers: [
            Numbered(number, event)
            for number, event in enumerate(registers.events[after:], after + 1)
            if kind is None or event.happened.kind is kind
        ]
    )
    page = found[:EVENTS]
    return EventsPage(page, page[-1].number if len(found) > EVENTS else None)


@get("/api/verification", policy=INSPECTORS, summary="What the last verification found")
async def last_verification(request: Request) -> Verified:
    """If there was none since the start, the records are verified now."""
    verifier = request.services.verifier
    return verifier.last or await verifier.verify()


@post("/api/verification", policy=INSPECTORS, status_code=200, summary="Verify all records now")
async def verify(request: Request) -> Verified:
    """Every chain, every checkpoint, every table played again, and the chips counted."""
    return await request.services.verifier.verify()


@get("/api/checkpoints", policy=ANYBODY, summary="Checkpoints, and the key that signed them")
async def checkpoints(request: Request, after: After = 0) -> CheckpointsPage:
    sealing = request.services.sealing
    placed = await sealing.page(after, CHECKPOINTS)
    page = [_checkpoint(each.line) for each in placed]
    return CheckpointsPage(sealing.key, page, page[-1].n if len(page) == CHECKPOINTS else None)


@get("/api/checkpoints/last", policy=ANYBODY, summary="The last checkpoint, to be kept elsewhere")
async def last_checkpoint(request: Request) -> Response[dict[str, Any]]:
    """The line itself, as `croupier verify --checkpoint` takes it."""
    line = await request.services.sealing.last()
    if line is None:
        raise HttpError(ProblemType.NOT_FOUND, "no checkpoint has been made yet")
    return _line(line)


@get("/api/head", policy=ANYBODY, summary="The last head, to be kept elsewhere")
async def last_head(request: Request) -> Response[dict[str, Any]]:
    """What the house signed last of all records at once, as `croupier witness` keeps it."""
    signed = request.services.sealing.head
    if signed is None:
        raise HttpError(ProblemType.NOT_FOUND, "no head has been signed yet")
    return _line(signed.public)


@post("/api/checkpoints", policy=INSPECTORS, status_code=200, summary="Make a checkpoint now")
async def make(request: Request) -> Response[dict[str, Any]]:
    """Of all that was stored before; if nothing was added since the last, it is that one."""
    return _line(await request.services.sealing.checkpoint())


def _checkpoint(line: bytes) -> CheckpointLine:
    sealed, checkpoint = read_line(line)
    return CheckpointLine(sealed.n, checkpoint.at, sealed.key, line.decode())


def _line(line: Any) -> Response[dict[str, Any]]:
    return Response(line, media_type="application/json")


router = Router(
    "/",
    route_handlers=[
        meters, events, last_verification, verify, checkpoints, last_checkpoint, last_head, make,
    ],
    tags=["office"],
)  # fmt: skip
