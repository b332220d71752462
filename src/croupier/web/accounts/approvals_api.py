"""What a patron lets staff do for them, and what staff have done."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from croupier.casino.floor.patron_approvals import agree, approve, asked_of, decline, withdraw
from croupier.casino.house.commands import ConfirmedBy
from croupier.casino.house.facts import DoneForPatron
from croupier.casino.house_views import done_for_patron
from croupier.web.accounts.people_api import must_be_theirs
from croupier.web.accounts.session_api import Name
from croupier.web.http.policies import IN_PERSON, SOMEBODY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request

MOST = 10**12

Place = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class NewApproval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that staff may do, within two minutes."""

    place: Place
    """`cage`, or a table, tournament or promotion: `tables/bj-1`, `tournaments/summer-cup`."""
    most: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0
    """What it may take from one's pocket, in cents."""
    staff: Name | None = None
    """Who may do it; left out, whoever is told the code."""
    act: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """What they may do, such as `bring-chips`; left out, anything that is one's own to do there."""


class Approved(msgspec.Struct, frozen=True):
    """The code to be read out, which is shown here and nowhere else, and until when it holds."""

    until: int
    code: str | None = None
    """None, if one person was named who needs none."""


class AskedOfPatron(msgspec.Struct, frozen=True):
    """What somebody on the staff would do for whoever asks."""

    id: str
    by: str
    place: str
    command: dict[str, Any]
    """As it would stand in the record."""
    cost: int
    """What it takes from one's pocket, in cents."""
    until: int


class DoneForSomebody(msgspec.Struct, frozen=True):
    """What somebody on the staff did for a patron."""

    at: int
    act: str
    record: str
    line: int
    by: str
    how: ConfirmedBy
    confirmed_by: str


@post("/api/approvals", policy=IN_PERSON, status_code=201, summary="Let staff do something for me")
async def let(request: Request, data: JSONBody[NewApproval]) -> Approved:
    """It is for one act, and takes the place of what was approved before."""
    floor, patron = request.services.floor, request.access.by.name
    code, until = await approve(floor, patron, data.place, data.most, data.staff or "", data.act)
    return Approved(until, code or None)


@get("/api/approvals", policy=IN_PERSON, summary="What staff ask to do for me")
async def asks(request: Request) -> list[AskedOfPatron]:
    """What they would do now and may not without a word of mine, the oldest first."""
    return await asked_now(request)


@post(
    "/api/approvals/{asked:str}",
    policy=IN_PERSON,
    status_code=201,
    summary="Let staff do what they ask",
)
async def let_as_asked(request: Request, asked: FromPath[str]) -> Approved:
    """That very command, by whoever asked, once; it takes the place of what was approved before."""
    until = await agree(request.services.floor, request.access.by.name, asked)
    if until is None:
        raise _not_asked(asked)
    return Approved(until)


@delete(
    "/api/approvals/{asked:str}",
    policy=IN_PERSON,
    status_code=204,
    summary="Do not let staff do what they ask",
)
async def let_not(request: Request, asked: FromPath[str]) -> None:
    if not await decline(request.services.floor, request.access.by.name, asked):
        raise _not_asked(asked)


def _not_asked(asked: str) -> HttpError:
    return HttpError(ProblemType.NOT_FOUND, f"{asked!r} is not asked, or is no longer")


async def asked_now(request: Request) -> list[AskedOfPatron]:
    found = await asked_of(request.services.floor, request.access.by.name)
    return [
        AskedOfPatron(
            each.id, each.by, each.place, msgspec.json.decode(each.command), each.cost, each.until
        )
        for each in found
    ]


@delete("/api/approvals", policy=IN_PERSON, status_code=204, summary="Let staff do nothing for me")
async def let_nobody(request: Request) -> None:
    """What was approved and not used yet holds no longer."""
    await withdraw(request.services.floor, request.access.by.name)


@get("/api/people/{person:str}/acts", policy=SOMEBODY, summary="What staff did for somebody")
async def acts_for(request: Request, person: FromPath[str]) -> list[DoneForSomebody]:
    """The last of it, the newest first: for oneself, or for supervisors and inspectors."""
    must_be_theirs(request, person)
    return done_for(request, person)


def done_for(request: Request, person: str) -> list[DoneForSomebody]:
    return [_told(at, fact) for at, fact in done_for_patron(request.services.floor, person)]


def _told(at: int, fact: DoneForPatron) -> DoneForSomebody:
    return DoneForSomebody(
        at, fact.act, fact.record, fact.line, fact.asked_by, fact.how, fact.confirmed_by
    )


router = Router(
    "/", route_handlers=[let, asks, let_as_asked, let_not, let_nobody, acts_for], tags=["approvals"]
)
