"""The office in a browser: people with their roles and passwords, and tables set up or down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from croupier.aggregate.roles import Role
from croupier.casino.duties import (
    Appoint,
    Bar,
    Dealing,
    Dismiss,
    Enrol,
    LiftBar,
    SetPassword,
    TakeDownTable,
)
from croupier.casino.overrides import Unconfirmed, who_confirms
from croupier.games import BACCARAT, BLACKJACK, CHALLENGE, HOLDEM
from croupier.rulebook.citing import Refused
from croupier.rulebook.instruments import load
from croupier.web.access.policy import Policy
from croupier.web.access.second_person import second_on_form
from croupier.web.asking import Asked
from croupier.web.browsing.front import SEE_OTHER
from croupier.web.browsing.showing import page, show_trouble
from croupier.web.console import setting_up
from croupier.web.console.shapes import NotUnderstood
from croupier.web.problems import Kind, Trouble
from croupier.web.routes.people import THE_OPERATOR
from croupier.web.routes.tables import MANAGERS

if TYPE_CHECKING:
    from litestar.datastructures import FormMultiDict

    from croupier.casino.duties import Duties

PEOPLE = Policy(THE_OPERATOR.roles, in_person=True)
FLOOR = Policy(MANAGERS.roles, in_person=True)
INSTRUMENTS = tuple(dict.fromkeys((*BLACKJACK, *CHALLENGE, *BACCARAT, *HOLDEM)))
CONFLICT, FORBIDDEN = 409, 403


# --- people


@get("/people", policy=PEOPLE, include_in_schema=False)
async def people(request: Asked) -> Response[str]:
    return _people(request)


def _people(request: Asked, status: int = 200, wrong: str = "", **typed: str) -> Response[str]:
    reception = request.reception
    accounts = [
        (person, reception.gate.roles_of(person), reception.chips_of(person))
        for person in sorted(reception.floor.house.people)
    ]
    return page(
        request, "office/people.html", status, accounts=accounts, roles=tuple(Role), wrong=wrong,
        typed=typed, barred=sorted(
            (person, bar) for person, bars in reception.floor.house.barred.items() for bar in bars
        ),
        confirms=who_confirms(Role.OPERATOR) if reception.floor.house.second_person else "",
    )  # fmt: skip


@post("/people", policy=PEOPLE, include_in_schema=False)
async def enrol(request: Asked) -> Response[Any]:
    """Somebody gets an account with roles and a password."""
    form = await request.form()
    person, password = str(form.get("person", "")).strip(), str(form.get("password", ""))
    reception, by = request.reception, request.access.by
    try:
        roles = tuple(Role(str(role)) for role in form.getall("roles", []))
        await reception.passwords.prove(password)  # refused before there is an account
        second = await second_on_form(request, _given(form), Enrol)
        await reception.floor.duty(Enrol(person=person, roles=roles), by, second=second)
        await reception.set_password(person, password, by, None)
    except (Refused, Trouble, ValueError) as error:
        return _people(request, _status(error), _why(error), person=person)
    return Redirect("/people", status_code=SEE_OTHER)


@post("/people/{person:str}/{what:str}", policy=PEOPLE, include_in_schema=False)
async def change(request: Asked, person: FromPath[str], what: FromPath[str]) -> Response[Any]:
    """Another role, one role less, another password, or a bar that is lifted."""
    form, reception, by = await request.form(), request.reception, request.access.by
    try:
        if what == "password":
            password = str(form.get("password", ""))
            second = await second_on_form(request, _given(form), SetPassword)
            await reception.set_password(person, password, by, None, second)
        else:
            duty = _changed(person, what, form)
            second = await second_on_form(request, _given(form), type(duty))
            await reception.floor.duty(duty, by, second=second)
    except (Refused, Trouble, ValueError) as error:
        return _people(request, _status(error), _why(error))
    return Redirect("/people", status_code=SEE_OTHER)


def _changed(person: str, what: str, form: FormMultiDict) -> Duties:
    role = str(form.get("role", ""))
    if what == "lift":
        bar, reason = Bar(str(form.get("bar", ""))), str(form.get("reason", ""))
        return LiftBar(person=person, bar=bar, reason=reason)
    if what == "appoint":
        return Appoint(person=person, role=Role(role))
    if what == "dismiss":
        return Dismiss(person=person, role=Role(role))
    raise Trouble(Kind.NOT_FOUND, f"nobody can be made to {what}")


def _given(form: FormMultiDict) -> dict[str, list[str]]:
    return {name: [str(value) for value in form.getall(name)] for name in form}


def _status(error: Exception) -> int:
    return FORBIDDEN if isinstance(error, Unconfirmed) else CONFLICT


def _why(error: Exception) -> str:
    if isinstance(error, Refused):
        return error.reason
    return error.problem.detail if isinstance(error, Trouble) else str(error)


# --- tables


@get("/floor", policy=FLOOR, include_in_schema=False)
async def floor(
    request: Asked, instrument: Annotated[str, QueryParameter(max_length=60)] = ""
) -> Response[str]:
    """The tables that stand, and the form for another one."""
    if instrument and instrument not in INSTRUMENTS:
        raise Trouble(Kind.NOT_FOUND, f"there is no instrument {instrument!r}")
    values = setting_up.start(instrument) if instrument else {}
    return _floor(request, instrument, values)


def _floor(
    request: Asked,
    instrument: str,
    values: dict[str, list[str]],
    status: int = 200,
    wrong: str = "",
) -> Response[str]:
    must, may = setting_up.asked(instrument, values) if instrument else ([], [])
    return page(
        request, "office/floor.html", status, must=must, may=may, values=values, wrong=wrong,
        instrument=instrument,
        books=[load(each) for each in INSTRUMENTS],
        dealings=tuple(Dealing),
        tables=[live.set_up.duty for live in request.reception.floor.lives.values()],
    )  # fmt: skip


@post("/floor", policy=FLOOR, include_in_schema=False)
async def set_up(request: Asked) -> Response[Any]:
    given = _given(await request.form())
    instrument = given.get("instrument", [""])[0]
    if instrument not in INSTRUMENTS:
        raise Trouble(Kind.NOT_FOUND, f"there is no instrument {instrument!r}")
    try:
        duty = setting_up.read(given)
        await request.reception.duty(duty, request.access.by, request.key)
    except (Refused, NotUnderstood) as error:
        wrong = error.reason if isinstance(error, Refused) else str(error)
        return _floor(request, instrument, given, CONFLICT, wrong)
    there = duty.table if duty.dealing is Dealing.AUTOMATIC else f"{duty.table}/console"
    return Redirect(f"/tables/{there}", status_code=SEE_OTHER)


@post("/floor/{table:str}/take-down", policy=FLOOR, include_in_schema=False)
async def take_down(request: Asked, table: FromPath[str]) -> Response[Any]:
    request.reception.floor.live(table)
    try:
        await request.reception.duty(TakeDownTable(table=table), request.access.by, request.key)
    except Refused as refusal:
        return _floor(request, "", {}, CONFLICT, refusal.reason)
    return Redirect("/floor", status_code=SEE_OTHER)


router = Router(
    "/",
    route_handlers=[people, enrol, change, floor, set_up, take_down],
    exception_handlers={Exception: show_trouble},
)
