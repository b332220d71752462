"""API tokens: made, listed and revoked by the person for whom they act, or by an operator."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from croupier.aggregate.roles import Role
from croupier.web.accounts.people_api import must_have_account
from croupier.web.http.authorization import not_theirs
from croupier.web.http.policies import IN_PERSON, OPERATOR_IN_PERSON, SOMEBODY, THE_OPERATOR
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.web.http.tokens import ApiToken, Made


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token is to be called, what it may do, and for how long."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    roles: Annotated[tuple[Role, ...], msgspec.Meta(min_length=1, max_length=len(Role))]
    days: Annotated[int, msgspec.Meta(ge=1, le=366)] = 30


@post("/api/tokens", policy=IN_PERSON, status_code=201, summary="Make a token")
async def make_token(request: Request, data: JSONBody[NewToken]) -> Made:
    """The token is in this answer and nowhere else."""
    access = request.access
    if request.services.guests.is_guest(access.by.name):
        raise HttpError(
            ProblemType.NOT_ALLOWED,
            "a guest's account ends with the session; choose a name and a password first",
        )
    for role in data.roles:
        if role not in access.roles:
            raise not_theirs(access.by.name, role)
    roles = tuple(role for role in Role if role in data.roles)
    return await request.services.tokens.make(access.by.name, data.name, roles, data.days)


@get("/api/tokens", policy=SOMEBODY, summary="My tokens")
async def list_tokens(request: Request) -> list[ApiToken]:
    return await request.services.tokens.of(request.access.by.name)


@delete("/api/tokens/{id:str}", policy=IN_PERSON, status_code=204, summary="Revoke a token")
async def revoke_token(request: Request, id: FromPath[str]) -> None:
    by = request.access.by
    await request.services.revoke_token(by.name, id, by, request.key)


@get("/api/people/{person:str}/tokens", policy=THE_OPERATOR, summary="Somebody's tokens")
async def list_somebodys_tokens(request: Request, person: FromPath[str]) -> list[ApiToken]:
    must_have_account(request, person)
    return await request.services.tokens.of(person)


@delete(
    "/api/people/{person:str}/tokens/{id:str}",
    policy=OPERATOR_IN_PERSON,
    status_code=204,
    summary="Revoke somebody's token",
)
async def revoke_somebodys_token(
    request: Request, person: FromPath[str], id: FromPath[str]
) -> None:
    """What acts with it is turned away from now on, and its streams end."""
    must_have_account(request, person)
    await request.services.revoke_token(person, id, request.access.by, request.key)


router = Router(
    "/",
    route_handlers=[
        make_token,
        list_tokens,
        revoke_token,
        list_somebodys_tokens,
        revoke_somebodys_token,
    ],
    tags=["tokens"],
)
