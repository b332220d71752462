"""The office in a browser: people with their roles and passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote, urlencode

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect
from markupsafe import escape

from croupier.aggregate.facts import Bar
from croupier.aggregate.roles import Role
from croupier.casino.house.acts import LONGEST_NAME
from croupier.casino.house.commands import (
    Appoint,
    Dismiss,
    Enrol,
    ForgetPerson,
    LiftBar,
    SetPassword,
)
from croupier.casino.house_views import (
    has_account,
    is_forgotten,
    list_barred,
    list_people,
    needs_second_person,
)
from croupier.casino.override_commands import Unconfirmed, who_confirms
from croupier.casino.particulars import Details
from croupier.casino.patron_acts import NeedsPatron
from croupier.rulebook.citations import Refused
from croupier.web.accounts.people_api import must_have_account
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.html.template_environment import words
from croupier.web.http.naming import in_text
from croupier.web.http.policies import THE_OPERATOR, Policy
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.second_person import second_on_form
from croupier.wording.teller import local_moment

if TYPE_CHECKING:
    from litestar.datastructures import FormMultiDict

    from croupier.casino.house.commands import HouseCommand

PEOPLE = Policy(THE_OPERATOR.roles, in_person=True)
CONFLICT, FORBIDDEN = 409, 403


# --- people


@get("/people", policy=PEOPLE, include_in_schema=False)
async def people(
    request: Request,
    done: Annotated[str, QueryParameter(max_length=20)] = "",
    person: Annotated[str, QueryParameter(max_length=LONGEST_NAME)] = "",
    office: Annotated[str, QueryParameter(max_length=40)] = "",
) -> Response[str]:
    """Everybody with an account; after a change, with a word of what was done."""
    known = done in DONE and has_account(request.services.floor, person)
    said = DONE[done].format(person=person, role=words(office)) if known else ""
    return _people(request, done=said)


DONE = {
    "enrol": "{person} has an account now.",
    "appoint": "{person} is appointed: {role}.",
    "dismiss": "{person} is dismissed as {role}.",
    "password": "{person} has a new password.",
    "lift": "A bar of {person} is lifted.",
}
"""What is said after each change."""


def _back(request: Request, done: str, person: str, role: str = "") -> Redirect:
    who = request.services.floor.references.person_called(person)
    said = {"done": done, "person": who, **({"office": role} if role else {})}
    return Redirect(f"/people?{urlencode(said)}", status_code=SEE_OTHER)


def _people(
    request: Request, status: int = 200, wrong: str = "", done: str = "", **typed: str
) -> Response[str]:
    services = request.services
    floor = services.floor
    two = needs_second_person(floor)
    accounts = [
        (person, services.authorizer.roles_of(person), services.chips_of(person))
        for person in sorted(list_people(floor), key=in_text)
        if not is_forgotten(floor, person)
    ]
    return page(
        request, "office/people.html", status, accounts=accounts, roles=tuple(Role), wrong=wrong,
        done=done, typed=typed, barred=sorted(
            ((person, bar) for person, bars in list_barred(floor).items() for bar in bars),
            key=lambda each: (in_text(each[0]), each[1]),
        ),
        confirms=who_confirms(Role.OPERATOR) if two else "",
        resets=who_confirms(Role.OPERATOR if two else Role.SUPERVISOR),
    )  # fmt: skip


@post("/people", policy=PEOPLE, include_in_schema=False)
async def enrol(request: Request) -> Response[Any]:
    """Somebody gets an account with roles and a password."""
    form = await request.form()
    person, password = str(form.get("person", "")).strip(), str(form.get("password", ""))
    services, by = request.services, request.access.by
    try:
        roles = tuple(Role(str(role)) for role in form.getall("roles", []))
        await services.passwords.prove(password, person)  # refused before there is an account
        second = await second_on_form(request, _given(form), Enrol)
        await services.enrol(person, roles, password, by, None, second)
    except (Refused, HttpError, ValueError) as error:
        return _people(request, _status(error), _why(error), person=person)
    return _back(request, "enrol", person)


@get("/people/{person:str}/tokens", policy=PEOPLE, include_in_schema=False)
async def tokens(request: Request, person: FromPath[str]) -> Response[str]:
    """What programs may act for somebody."""
    must_have_account(request, person)
    listed = await request.services.tokens.of(person)
    dated = [(each, local_moment(each.made), local_moment(each.expires)) for each in listed]
    return page(request, "office/tokens.html", person=person, tokens=dated, wrong="")


@post("/people/{person:str}/tokens/{id:str}/revoke", policy=PEOPLE, include_in_schema=False)
async def revoke_token(request: Request, person: FromPath[str], id: FromPath[str]) -> Redirect:
    must_have_account(request, person)
    await request.services.revoke_token(person, id, request.access.by, request.key)
    return Redirect(f"/people/{quote(person, safe='')}/tokens", status_code=SEE_OTHER)


@get("/people/{person:str}/particulars", policy=PEOPLE, include_in_schema=False)
async def particulars(
    request: Request,
    person: FromPath[str],
    done: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Response[str]:
    return await _particulars(request, person, kept=done == "kept")


async def _particulars(
    request: Request, person: str, status: int = 200, wrong: str = "", *, kept: bool = False
) -> Response[str]:
    """What is known of somebody apart from the records."""
    must_have_account(request, person)
    floor = request.services.floor
    return page(
        request, "office/particulars.html", status, person=person, wrong=wrong, kept=kept,
        known=await floor.particulars.of(person), forgotten=is_forgotten(floor, person),
        entered=escape(person),  # the reference itself
        confirms=who_confirms(Role.OPERATOR) if needs_second_person(floor) else "",
    )  # fmt: skip


@post("/people/{person:str}/particulars", policy=PEOPLE, include_in_schema=False)
async def note_particulars(request: Request, person: FromPath[str]) -> Response[Any]:
    form = await request.form()
    said = {field: str(form.get(field, "")).strip() for field in Details.__struct_fields__}
    must_have_account(request, person)
    try:
        await request.services.floor.note_particulars(person, msgspec.convert(said, Details))
    except (Refused, msgspec.ValidationError) as error:
        return await _particulars(request, person, CONFLICT, str(error))
    return Redirect(f"{_page_of(person)}?done=kept", status_code=SEE_OTHER)


@post("/people/{person:str}/forget", policy=PEOPLE, include_in_schema=False)
async def forget(request: Request, person: FromPath[str]) -> Response[Any]:
    """Remove all that, and close the account."""
    form, services = await request.form(), request.services
    reason = str(form.get("reason", "")).strip()
    try:
        second = await second_on_form(request, _given(form), ForgetPerson)
        await services.forget_person(person, reason, request.access.by, None, second)
    except (Refused, HttpError) as error:
        return await _particulars(request, person, _status(error), _why(error))
    return Redirect(_page_of(person), status_code=SEE_OTHER)


def _page_of(person: str) -> str:
    return f"/people/{quote(person, safe='')}/particulars"


@post("/people/{person:str}/{what:str}", policy=PEOPLE, include_in_schema=False)
async def change(request: Request, person: FromPath[str], what: FromPath[str]) -> Response[Any]:
    """Another role, one role less, another password, or a bar that is lifted."""
    form, services, by = await request.form(), request.services, request.access.by
    try:
        if what == "password":
            password = str(form.get("password", ""))
            second = await second_on_form(request, _given(form), SetPassword)
            await services.set_password(person, password, by, None, second)
        else:
            command = _changed(person, what, form)
            second = await second_on_form(request, _given(form), type(command))
            await services.floor.command_house(command, by, second=second)
    except (Refused, HttpError, ValueError) as error:
        return _people(request, _status(error), _why(error))
    return _back(request, what, person, str(form.get("role", "")))


def _changed(person: str, what: str, form: FormMultiDict) -> HouseCommand:
    role = str(form.get("role", ""))
    if what == "lift":
        bar, reason = Bar(str(form.get("bar", ""))), str(form.get("reason", ""))
        return LiftBar(person=person, bar=bar, reason=reason)
    if what == "appoint":
        return Appoint(person=person, role=Role(role))
    if what == "dismiss":
        return Dismiss(person=person, role=Role(role))
    raise HttpError(ProblemType.NOT_FOUND, f"nobody can be made to {what}")


def _given(form: FormMultiDict) -> dict[str, list[str]]:
    return {name: [str(value) for value in form.getall(name)] for name in form}


def _status(error: Exception) -> int:
    return FORBIDDEN if isinstance(error, Unconfirmed | NeedsPatron) else CONFLICT


def _why(error: Exception) -> str:
    if isinstance(error, Refused):
        return error.reason
    return error.problem.detail if isinstance(error, HttpError) else str(error)


router = Router(
    "/",
    route_handlers=[
        people,
        enrol,
        change,
        tokens,
        revoke_token,
        particulars,
        note_particulars,
        forget,
    ],
    exception_handlers={Exception: error_page},
)
