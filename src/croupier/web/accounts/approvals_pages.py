"""A patron's page of what staff may do for them, with the code to read out, and what they did."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import URLEncodedBody

from croupier.casino.floor import summaries
from croupier.casino.floor.approvals import CAGE, approve
from croupier.rulebook.citations import Refused
from croupier.web.accounts.approvals_api import done_for
from croupier.web.cage.pages import amount_of
from croupier.web.html.page_rendering import error_page, page
from croupier.web.http.policies import IN_PERSON
from croupier.web.http.request import Request

INVALID = 422


class Asked(msgspec.Struct, frozen=True):
    place: str = ""
    dollars: str = ""
    staff: str = ""


@get("/approvals", policy=IN_PERSON, include_in_schema=False)
async def show(request: Request) -> Response[Any]:
    return _page(request)


@post("/approvals", policy=IN_PERSON, include_in_schema=False)
async def let(request: Request, data: URLEncodedBody[Asked]) -> Response[Any]:
    floor, patron, staff = request.services.floor, request.access.by.name, data.staff.strip()
    try:
        most = amount_of(data.dollars) if data.dollars.strip() else 0
        code, _ = await approve(floor, patron, data.place, most, staff)
    except (Refused, ValueError) as error:
        wrong = error.reason if isinstance(error, Refused) else str(error)
        return _page(request, INVALID, wrong=wrong)
    return _page(request, 200, code=code, staff=staff)


def _page(
    request: Request, status: int = 200, *, code: str = "", staff: str = "", wrong: str = ""
) -> Response[str]:
    floor = request.services.floor
    return page(
        request, "accounts/approvals.html", status, code=code, staff=staff, wrong=wrong,
        places=[
            CAGE,
            *(f"tables/{each.table}" for each in summaries(floor, request.access.viewer)),
            *(f"tournaments/{name}" for name in floor.tournaments),
            *(f"promotions/{name}" for name in floor.promotions),
        ],
        done=done_for(request, request.access.by.name),
    )  # fmt: skip


router = Router("/", route_handlers=[show, let], exception_handlers={Exception: error_page})
