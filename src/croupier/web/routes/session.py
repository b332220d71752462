"""Logging in and out, and who somebody is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import JSONBody

from croupier.aggregate.roles import Role
from croupier.web.access.cookies import no_cookie, session_cookie
from croupier.web.access.policy import ANYBODY, IN_PERSON, SOMEBODY
from croupier.web.access.sessions import csrf_token
from croupier.web.asking import Asked
from croupier.web.door import address_of

if TYPE_CHECKING:
    from croupier.web.reception import Reception

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


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
async def log_in(request: Asked, data: JSONBody[LogIn]) -> Response[Me]:
    """A new session, in a cookie. The one before it, if there was one, is over."""
    reception = request.reception
    secret = await reception.log_in(data.person, data.password, address_of(request.scope))
    before = request.cookies.get(reception.gate.cookie)
    if before is not None:
        await reception.sessions.end(before)
    roles = reception.gate.roles_of(data.person)
    me = _me(reception, data.person, roles, next(iter(roles), None), csrf_token(secret))
    return Response(me, status_code=201, cookies=[session_cookie(reception.settings, secret)])


@delete("/api/session", policy=IN_PERSON, status_code=204, summary="Log out")
async def log_out(request: Asked) -> Response[None]:
    """The session is over, wherever its cookie may turn up again."""
    reception, cookie = request.reception, request.access.cookie
    if cookie is not None:
        await reception.sessions.end(cookie)
    return Response(None, status_code=204, cookies=[no_cookie(reception.settings)])


@get("/api/me", policy=SOMEBODY, summary="Who am I?")
async def me(request: Asked) -> Me:
    access = request.access
    by = access.by
    return _me(request.reception, by.name, access.roles, by.role, access.csrf_token)


def _me(
    reception: Reception,
    person: str,
    roles: tuple[Role, ...],
    role: Role | None,
    token: str | None,
) -> Me:
    return Me(person, roles, role, token, reception.chips_of(person))


router = Router("/", route_handlers=[log_in, log_out, me], tags=["session"])
