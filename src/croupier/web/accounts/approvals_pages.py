"""A patron's page: what staff ask and may do for them, a code to read out, and what they did."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect

from croupier.casino.floor import summaries
from croupier.casino.floor.patron_approvals import CAGE, acts_at, agree, approve, decline
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.web.accounts.approvals_api import AskedOfPatron, asked_now, done_for
from croupier.web.html.command_forms import amount_of
from croupier.web.html.page_rendering import SEE_OTHER, error_page, is_partial, page
from croupier.web.http.policies import IN_PERSON
from croupier.web.http.request import Request
from croupier.wording.teller import local_moment

INVALID = 422
AMOUNTS = frozenset({"amount", "paid"})
"""The fields of commands that are cents."""


class Asked(msgspec.Struct, frozen=True):
    place: str = ""
    dollars: str = ""
    staff: str = ""
    act: str = ""


@get("/approvals", policy=IN_PERSON, include_in_schema=False)
async def show(request: Request) -> Response[Any]:
    if is_partial(request):
        return page(request, "accounts/asked.html", asked=await _asked(request))
    return await _page(request)


@post("/approvals", policy=IN_PERSON, include_in_schema=False)
async def let(request: Request, data: URLEncodedBody[Asked]) -> Response[Any]:
    floor, patron, staff = request.services.floor, request.access.by.name, data.staff.strip()
    try:
        most = amount_of(data.dollars) if data.dollars.strip() else 0
        act = "-".join(data.act.lower().split())
        code, _ = await approve(floor, patron, data.place, most, staff, act)
    except (Refused, ValueError) as error:
        wrong = error.reason if isinstance(error, Refused) else str(error)
        return await _page(request, INVALID, wrong=wrong)
    return await _page(request, 200, code=code, staff=staff, place=data.place, most=most, act=act)


@post("/approvals/{asked:str}", policy=IN_PERSON, include_in_schema=False)
async def let_as_asked(request: Request, asked: FromPath[str]) -> Response[Any]:
    """Let staff do what they ask."""
    found = {each.id: each for each in await asked_now(request)}.get(asked)
    until = await agree(request.services.floor, request.access.by.name, asked)
    if found is None or until is None:
        return await _page(request, INVALID, wrong="That is not asked any more.")
    return await _page(request, 200, staff=found.by)


@post("/approvals/{asked:str}/no", policy=IN_PERSON, include_in_schema=False)
async def let_not(request: Request, asked: FromPath[str]) -> Redirect:
    await decline(request.services.floor, request.access.by.name, asked)
    return Redirect("/approvals", status_code=SEE_OTHER)


async def _page(
    request: Request,
    status: int = 200,
    *,
    code: str = "",
    staff: str = "",
    wrong: str = "",
    place: str = "",
    most: int = 0,
    act: str = "",
) -> Response[str]:
    floor = request.services.floor
    places = [
        CAGE,
        *(f"tables/{each.table}" for each in await summaries(floor, request.access.viewer)),
        *(f"tournaments/{name}" for name in floor.tournaments),
        *(f"promotions/{name}" for name in floor.promotions),
    ]
    acts = sorted({act for each in places for act in acts_at(floor, each)})
    return page(
        request, "accounts/approvals.html", status, code=code, staff=staff, wrong=wrong,
        place=place, most=most, act=act, asked=await _asked(request),
        places=places, acts=acts,
        done=[(each, local_moment(each.at)) for each in done_for(request, request.access.by.name)],
        named=[
            (each, local_moment(each.at)) for each in floor.named_to_confirm(request.access.by.name)
        ],
    )  # fmt: skip


async def _asked(request: Request) -> list[tuple[AskedOfPatron, str]]:
    """What staff ask for, each with the command in words."""
    return [(each, in_words(each.command)) for each in await asked_now(request)]


def in_words(command: dict[str, Any]) -> str:
    """`bring chips: amount 50` for a command as it would stand in the record."""
    rest = {name: said for name, said in command.items() if name not in ("do", "player", "person")}
    told = [
        f"{name.replace('_', ' ')} {money(said) if name in AMOUNTS else _plain(said)}"
        for name, said in rest.items()
    ]
    name = command["do"].replace("-", " ")
    return f"{name}: {', '.join(told)}" if told else name


def _plain(said: Any) -> str:
    if isinstance(said, bool):
        return "yes" if said else "no"
    return ", ".join(map(str, said)) if isinstance(said, list) else str(said)


router = Router(
    "/", route_handlers=[show, let, let_as_asked, let_not],
    exception_handlers={Exception: error_page},
)  # fmt: skip
