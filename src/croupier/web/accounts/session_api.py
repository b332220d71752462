"""Logging in and out, and who somebody is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import JSONBody

from croupier.aggregate.roles import Role
from croupier.casino.house.acts import LONGEST_NAME
from croupier.casino.passwords import LONGEST
from croupier.web.http.cookies import no_cookie, session_cookie
from croupier.web.http.policies import ANYBODY, IN_PERSON, SOMEBODY
from croupier.web.http.request import Request
from croupier.web.http.sessions import csrf_token

if TYPE_CHECKING:
    from croupier.web.services import Services

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    person: Name
    password: Password


class Me(msgspec.Struct, frozen=True):
    """Who asks: their roles, and the one they act in unless they name another."""

    person: str
    roles: tuple[Role, ...]
    role: Role | None
    csrf_token: str | None
    """To be sent as `X-CSRF-Token` with whatever changes something; a token needs none."""
    chips: int
    """What is in their pocket, in cents."""


@post("/api/session", policy=ANYBODY, status_code=201, summary="Log in")
async def log_in(request: Request, data: JSONBody[LogIn]) -> Response[Me]:
    """A new session, in a cookie. The one before it, if there was one, is over."""
    services = request.services
    person = services.floor.references.person_called(data.person)
    secret = await services.log_in(person, data.password, request.address)
    before = request.cookies.get(services.authorizer.cookie)
    if before is not None:
        await services.sessions.end(before)
    roles = services.authorizer.roles_of(person)
    me = _me(services, person, roles, next(iter(roles), None), csrf_token(secret))
    return Response(me, status_code=201, cookies=[session_cookie(services.settings, secret)])


@delete("/api/session", policy=IN_PERSON, status_code=204, summary="Log out")
async def log_out(request: Request) -> Response[None]:
    """The session is over, wherever its cookie may turn up again."""
    services, cookie = request.services, request.access.cookie
    if cookie is not None:
        await services.log_out(request.access.by.name, cookie)
    return Response(None, status_code=204, cookies=[no_cookie(services.settings)])


@get("/api/me", policy=SOMEBODY, summary="Who am I?")
async def me(request: Request) -> Me:
    access = request.access
    by = access.by
    return _me(request.services, by.name, access.roles, by.role, access.csrf_token)


def _me(
    services: Services,
    person: str,
    roles: tuple[Role, ...],
    role: Role | None,
    token: str | None,
) -> Me:
    return Me(person, roles, role, token, services.chips_of(person))


router = Router("/", route_handlers=[log_in, log_out, me], tags=["session"])
