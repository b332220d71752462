"""Overrides in a browser: which they are, and whether they take a second person."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.response import Redirect

from croupier.aggregate.roles import Role, who_may
from croupier.casino.house.commands import DelegatePower, RequireSecondPerson
from croupier.casino.operator_powers import powers
from croupier.casino.override_commands import Unconfirmed, overrides, who_confirms
from croupier.rulebook.citations import Refused
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.policies import OPERATOR_IN_PERSON, SUPERVISORS
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_on_form, wants_second_person

WANTED = "second_person_wanted"
CONFLICT, FORBIDDEN = 409, 403


@get("/overrides", policy=SUPERVISORS, include_in_schema=False)
async def show(request: Request) -> Response[str]:
    return _page(request)


@post("/overrides", policy=OPERATOR_IN_PERSON, include_in_schema=False)
async def want(request: Request) -> Response[Any]:
    """A second person from now on, or no longer."""
    form = await request.form()
    given = {name: [str(value) for value in form.getall(name)] for name in form}
    command = RequireSecondPerson(required=given.get(WANTED) == ["yes"])
    try:
        second = await second_on_form(request, given, type(command))
        await request.services.command_house(command, request.access.by, request.key, second)
    except Refused as refusal:
        status = FORBIDDEN if isinstance(refusal, Unconfirmed) else CONFLICT
        return _page(request, status, refusal.reason)
    return Redirect("/overrides", status_code=SEE_OTHER)


@post("/overrides/powers", policy=OPERATOR_IN_PERSON, include_in_schema=False)
async def delegate(request: Request) -> Response[Any]:
    """Delegate a power of the casino operator to a role."""
    form = await request.form()
    given = {name: [str(value) for value in form.getall(name)] for name in form}
    power, role = (given.get(name, [""])[0] for name in ("power", "role"))
    try:
        command = DelegatePower(power=power, role=Role(role))
    except ValueError:
        return _page(request, CONFLICT, "choose a role")
    try:
        second = await second_on_form(request, given, type(command))
        await request.services.command_house(command, request.access.by, request.key, second)
    except Refused as refusal:
        status = FORBIDDEN if isinstance(refusal, Unconfirmed) else CONFLICT
        return _page(request, status, refusal.reason)
    return Redirect("/overrides", status_code=SEE_OTHER)


def _page(request: Request, status: int = 200, wrong: str = "") -> Response[str]:
    required = wants_second_person(request)
    return page(
        request, "override_commands/overrides.html", status, wrong=wrong, required=required,
        overrides=overrides(), who_confirms=who_confirms,
        decides=request.access.role in OPERATOR_IN_PERSON.roles,
        confirms=who_confirms(Role.OPERATOR) if required else "",
        powers=powers(), holder_of=request.services.floor.holder_of,
        is_delegated=request.services.floor.is_delegated, who_may=who_may, dealer=Role.DEALER,
    )  # fmt: skip


router = Router(
    "/", route_handlers=[show, want, delegate], exception_handlers={Exception: error_page}
)
