"""Overrides: which acts they are, and whether they take a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar import Response, Router, get, put
from litestar.params import JSONBody

from croupier.aggregate.roles import Role, who_may
from croupier.casino.floor.command_answers import Answer
from croupier.casino.house.commands import DelegatePower, RequireSecondPerson
from croupier.casino.house_views import needs_second_person
from croupier.casino.operator_powers import Power, powers
from croupier.casino.override_commands import overrides
from croupier.web.http.command_responses import sent
from croupier.web.http.policies import OPERATOR_IN_PERSON, SUPERVISORS
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_person

if TYPE_CHECKING:
    from croupier.casino.floor.floor import Floor


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


class OnePower(msgspec.Struct, frozen=True):
    power: str
    holder: Role
    """The role from which on staff exercise it."""
    by_default: bool
    """True until the operator has said who holds it."""
    roles: list[Role]
    """The roles to which the operator may give it."""
    clauses: dict[str, list[str]]
    """The clauses that give it to the casino operator, by instrument."""


class Powers(msgspec.Struct, frozen=True):
    powers: list[OnePower]


class Delegated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    power: str
    role: Role


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    second_person: bool


@get("/api/overrides", policy=SUPERVISORS, summary="What sets the normal course aside")
async def show(request: Request) -> Overrides:
    listed = [OneOverride(each.name, each.needs, each.because) for each in overrides()]
    return Overrides(needs_second_person(request.services.floor), listed)


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


@get("/api/powers", policy=SUPERVISORS, summary="Powers of the casino operator")
async def show_powers(request: Request) -> Powers:
    """List who on the staff exercises the powers that the rules give to the casino operator."""
    floor = request.services.floor
    return Powers([_listed(each, floor) for each in powers()])


def _listed(power: Power, floor: Floor) -> OnePower:
    clauses = {id: list(clauses) for id, clauses in power.given_by}
    holder, by_default = floor.holder_of(power.name), not floor.is_delegated(power.name)
    return OnePower(power.name, holder, by_default, list(who_may(power.needs)), clauses)


@put(
    "/api/powers",
    policy=OPERATOR_IN_PERSON,
    status_code=200,
    summary="Delegate a power",
    overrides=True,
)
async def delegate(request: Request, data: JSONBody[Delegated]) -> Response[Answer]:
    """State from which role on staff exercise a power of the casino operator."""
    command = DelegatePower(power=data.power, role=data.role)
    by, second = request.access.by, await second_person(request)
    return sent(await request.services.command_house(command, by, request.key, second))


router = Router("/", route_handlers=[show, want, show_powers, delegate], tags=["overrides"])
