"""People: their accounts, their roles and their passwords."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from croupier.aggregate.facts import Bar
from croupier.aggregate.roles import Role
from croupier.casino import house_views
from croupier.casino.house.acts import LONGEST_TEXT
from croupier.casino.house.commands import Appoint, Dismiss, LiftBar
from croupier.casino.particulars import Details, Particulars
from croupier.web.accounts.session_api import Name, Password
from croupier.web.http.naming import in_text
from croupier.web.http.policies import (
    IN_PERSON,
    OPERATOR_IN_PERSON,
    SOMEBODY,
    SUPERVISORS,
    THE_OPERATOR,
    needs,
)
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_person

DESK = needs(Role.SUPERVISOR)
LIFTING = needs(Role.SUPERVISOR, Role.INSPECTOR)
"""Those who let somebody play again; the house minds who lifts what."""


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who gets an account."""

    person: Name
    roles: Annotated[tuple[Role, ...], msgspec.Meta(max_length=len(Role))]
    password: Password


class Account(msgspec.Struct, frozen=True):
    """Somebody with an account."""

    person: str
    roles: tuple[Role, ...]
    chips: int
    """In their pocket, in cents; what they have at tables is there."""


class NewRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: Role


class BarredPerson(msgspec.Struct, frozen=True):
    """Somebody who plays nowhere in the casino, with an account or without."""

    person: str
    bars: tuple[Bar, ...]


class BarEnds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody may play again, or who has taken charge of them."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A password; whoever changes their own gives the one they have as well."""

    password: Password
    current: str = ""


@get("/api/people", policy=SUPERVISORS, summary="Everybody with an account")
async def list_people(request: Request) -> list[Account]:
    people = house_views.list_people(request.services.floor)
    return [_account(request, person) for person in sorted(people, key=in_text)]


@post(
    "/api/people",
    policy=THE_OPERATOR,
    status_code=201,
    summary="Enrol somebody",
    overrides=True,
)
async def enrol(request: Request, data: JSONBody[NewPerson]) -> Account:
    services, by, key = request.services, request.access.by, request.key
    await services.passwords.prove(data.password, data.person)  # refused before there is an account
    second = await second_person(request)
    person = await services.enrol(data.person, data.roles, data.password, by, key, second)
    return _account(request, person)


@get("/api/people/{person:str}", policy=SOMEBODY, summary="One account")
async def one_person(request: Request, person: FromPath[str]) -> Account:
    """One's own, or for supervisors and inspectors anybody's."""
    must_be_theirs(request, person)
    return _account(request, person)


@post(
    "/api/people/{person:str}/roles",
    policy=THE_OPERATOR,
    summary="Appoint somebody",
    overrides=True,
)
async def appoint(request: Request, person: FromPath[str], data: JSONBody[NewRole]) -> Account:
    return await _with_roles(request, Appoint(person=person, role=data.role))


@delete(
    "/api/people/{person:str}/roles/{held:str}",
    policy=THE_OPERATOR,
    status_code=200,
    summary="Dismiss somebody from a role",
    overrides=True,
)
async def dismiss(request: Request, person: FromPath[str], held: FromPath[Role]) -> Account:
    return await _with_roles(request, Dismiss(person=person, role=held))


@get("/api/barred", policy=LIFTING, summary="Everybody who plays nowhere in the casino")
async def list_barred(request: Request) -> list[BarredPerson]:
    barred = house_views.list_barred(request.services.floor)
    return [BarredPerson(person, barred[person]) for person in sorted(barred, key=in_text)]


@post(
    "/api/people/{person:str}/bars/{bar:str}/end",
    policy=LIFTING,
    status_code=204,
    summary="Lift an exclusion, or end a detention",
)
async def end_bar(
    request: Request, person: FromPath[str], bar: FromPath[Bar], data: JSONBody[BarEnds]
) -> None:
    command = LiftBar(person=person, bar=bar, reason=data.reason)
    await request.services.command_house(command, request.access.by, request.key)


class Forgetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why what is known of somebody is removed."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]


@get("/api/people/{person:str}/particulars", policy=SOMEBODY, summary="What is known of somebody")
async def particulars_of(request: Request, person: FromPath[str]) -> Particulars:
    """One's own, or for supervisors and inspectors anybody's; with or without an account."""
    must_be_theirs(request, person)
    return await request.services.floor.particulars.of(person)


@put(
    "/api/people/{person:str}/particulars",
    policy=DESK,
    status_code=204,
    summary="Note who somebody is",
)
async def note_particulars(
    request: Request, person: FromPath[str], data: JSONBody[Details]
) -> None:
    """In the place of what was noted before."""
    must_have_account(request, person)
    await request.services.floor.note_particulars(person, data)


@post(
    "/api/people/{person:str}/forget",
    policy=OPERATOR_IN_PERSON,
    status_code=204,
    summary="Forget somebody",
    overrides=True,
)
async def forget(request: Request, person: FromPath[str], data: JSONBody[Forgetting]) -> None:
    """Remove their particulars and close their account, for good. Their name stays in records."""
    second = await second_person(request)
    services, by = request.services, request.access.by
    await services.forget_person(person, data.reason, by, request.key, second)


async def _with_roles(request: Request, command: Appoint | Dismiss) -> Account:
    second = await second_person(request)
    await request.services.command_house(command, request.access.by, request.key, second)
    return _account(request, command.person)


@put(
    "/api/people/{person:str}/password",
    policy=IN_PERSON,
    status_code=204,
    summary="Change a password",
    overrides=True,
)
async def change_password(
    request: Request, person: FromPath[str], data: JSONBody[NewPassword]
) -> None:
    """One's own, or by the operator anybody's. It ends that person's sessions and tokens."""
    services, by, address = request.services, request.access.by, ""
    if person == by.name:
        address = request.address
        if not await services.authenticator.knows(person, data.current, address):
            raise HttpError(
                ProblemType.NOT_ALLOWED, "the current password is another", field="current"
            )
    second = await second_person(request)
    await services.set_password(person, data.password, by, request.key, second, address)


def must_be_theirs(request: Request, person: str) -> None:
    """Refuse what concerns somebody else, but for those whose business it is."""
    by = request.access.by
    if person != by.name and by.role not in SUPERVISORS.roles:
        detail = f"it takes the role {SUPERVISORS}, and {by.name} acts as {by.role}"
        raise HttpError(ProblemType.NOT_ALLOWED, detail, role=Role.SUPERVISOR)


def must_have_account(request: Request, person: str) -> None:
    if not house_views.has_account(request.services.floor, person):
        raise HttpError(ProblemType.NOT_FOUND, f"{person!r} has no account", field="person")


def _account(request: Request, person: str) -> Account:
    must_have_account(request, person)
    services = request.services
    return Account(person, services.authorizer.roles_of(person), services.chips_of(person))


router = Router(
    "/",
    route_handlers=[
        list_people,
        enrol,
        one_person,
        appoint,
        dismiss,
        change_password,
        list_barred,
        end_bar,
        particulars_of,
        note_particulars,
        forget,
    ],
    tags=["people"],
)
