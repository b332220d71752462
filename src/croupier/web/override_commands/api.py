"""Overrides: which acts they are, and whether they take a second person."""

from __future__ import annotations

import msgspec
from litestar import Response, Router, get, put
from litestar.params import JSONBody

from croupier.aggregate.roles import Role
from croupier.casino.floor.command_answers import Answer
from croupier.casino.house.commands import RequireSecondPerson
from croupier.casino.override_commands import overrides
from croupier.web.http.command_responses import sent
from croupier.web.http.policies import OPERATOR_IN_PERSON, SUPERVISORS
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_person


class OneOverride(msgspec.Struct, frozen=True):
    override: str
    """What it is called in records."""
    needs: Role
    """The role that it takes, and that its confirmation takes too."""
    because: str
    """Why it is one."""


class Overrides(msgspec.Struct, frozen=True):
    second_person: bool
    """Whether somebody else has to confirm them."""
    overrides: list[OneOverride]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    second_person: bool


@get("/api/overrides", policy=SUPERVISORS, summary="What sets the normal course aside")
async def show(request: Request) -> Overrides:
    listed = [OneOverride(each.name, each.needs, each.because) for each in overrides()]
    return Overrides(request.services.floor.house.second_person, listed)


@put(
    "/api/overrides",
    policy=OPERATOR_IN_PERSON,
    status_code=200,
    summary="Want a second person for overrides",
    overrides=True,
)
async def want(request: Request, data: JSONBody[Wanted]) -> Response[Answer]:
    """From now on, or no longer; the latter is an override itself."""
    command = RequireSecondPerson(required=data.second_person)
    by, second = request.access.by, await second_person(request)
    return sent(await request.services.command_house(command, by, request.key, second))


router = Router("/", route_handlers=[show, want], tags=["overrides"])
