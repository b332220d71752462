"""Logging in and out, and choosing the role to act in."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post
from litestar.params import QueryParameter, URLEncodedBody
from litestar.response import Redirect

from croupier.casino.floor import NoSuchTable
from croupier.rulebook.citations import Refused
from croupier.web.html.page_rendering import SEE_OTHER, error_page, page
from croupier.web.http.cookies import no_cookie, role_cookie, session_cookie
from croupier.web.http.policies import ANYBODY, IN_PERSON
from croupier.web.http.problems import HttpError
from croupier.web.http.request import Request
from croupier.wording.teller import sentence

Next = Annotated[str, QueryParameter(name="next", max_length=300)]


class LogInForm(msgspec.Struct, frozen=True):
    person: str = ""
    password: str = ""


@get("/log-in", policy=ANYBODY, include_in_schema=False)
async def ask_who(request: Request, next: Next = "/") -> Response[str]:
    return page(request, "accounts/log_in.html", next=_here(next), person="", wrong="")


@post("/log-in", policy=ANYBODY, include_in_schema=False)
async def log_in(
    request: Request, data: URLEncodedBody[LogInForm], next: Next = "/"
) -> Response[Any]:
    services = request.services
    try:
        person = services.floor.references.person_called(data.person)
        secret = await services.log_in(person, data.password, request.address)
    except HttpError as http_error:
        return page(
            request, "accounts/log_in.html", http_error.problem.status,
            next=_here(next), person=data.person, wrong=http_error.problem.detail,
        )  # fmt: skip
    before = request.cookies.get(services.authorizer.cookie)
    if before is not None:
        await services.sessions.end(before)
    there = Redirect(_here(next), status_code=SEE_OTHER)
    there.cookies.append(session_cookie(services.settings, secret))
    return there


def _here(asked: str) -> str:
    """A page of this house; nobody is sent anywhere else."""
    return asked if asked.startswith("/") and not asked.startswith(("//", "/\\")) else "/"


@post("/log-out", policy=IN_PERSON, include_in_schema=False)
async def log_out(request: Request) -> Redirect:
    cookie = request.access.cookie
    if cookie is not None:
        await request.services.log_out(request.access.by.name, cookie)
    there = Redirect("/", status_code=SEE_OTHER)
    there.cookies.append(no_cookie(request.services.settings))
    return there


# --- guests


class GuestForm(msgspec.Struct, frozen=True):
    table: str = ""


@post("/guests", policy=ANYBODY, cost=5, include_in_schema=False)
async def play_as_guest(request: Request, data: URLEncodedBody[GuestForm]) -> Response[Any]:
    """A place for somebody without an account, and a seat at the table that they chose."""
    guests, access = request.services.guests, request.access
    there = Redirect(
        f"/tables/{quote(data.table, safe='')}" if data.table else "/", status_code=303
    )
    if access.person is not None:
        return there
    person, secret = await guests.welcome(request.address)
    if data.table:
        with suppress(Refused, NoSuchTable):  # the table's page says what it waits for
            await guests.sit_down(person, data.table)
    there.cookies.append(session_cookie(request.services.settings, secret))
    return there


class KeptAccountForm(msgspec.Struct, frozen=True):
    person: str = ""
    password: str = ""


@get("/account", policy=IN_PERSON, include_in_schema=False)
async def own_account(request: Request) -> Response[str]:
    return _account(request)


@post("/account", policy=IN_PERSON, include_in_schema=False)
async def keep_account(request: Request, data: URLEncodedBody[KeptAccountForm]) -> Response[Any]:
    """A guest chooses a name and a password, and keeps the account with what is in it."""
    services = request.services
    try:
        guest, address = request.access.by.name, request.address
        secret = await services.guests.keep(guest, data.person, data.password, address)
    except Refused as refusal:
        return _account(request, 422, data.person, refusal.reason)
    except HttpError as http_error:
        return _account(request, http_error.problem.status, data.person, http_error.problem.detail)
    there = Redirect("/", status_code=SEE_OTHER)
    there.cookies.append(session_cookie(services.settings, secret))
    return there


def _account(
    request: Request, status: int = 200, person: str = "", wrong: str = ""
) -> Response[str]:
    wrong = sentence(wrong.removeprefix("person: ")) if wrong else ""
    return page(request, "accounts/keep.html", status, person=person, wrong=wrong)


class ChosenRole(msgspec.Struct, frozen=True):
    role: str = ""


@post("/role", policy=IN_PERSON, include_in_schema=False)
async def choose_role(
    request: Request, data: URLEncodedBody[ChosenRole], next: Next = "/"
) -> Redirect:
    """Whoever has several roles says in which of them they act."""
    there = Redirect(_here(next), status_code=SEE_OTHER)
    if data.role in request.access.roles:
        there.cookies.append(role_cookie(request.services.settings, data.role))
    return there


router = Router(
    "/",
    route_handlers=[
        ask_who,
        log_in,
        log_out,
        choose_role,
        play_as_guest,
        own_account,
        keep_account,
    ],
    exception_handlers={Exception: error_page},
)
