"""API tokens: made, listed and revoked by the person for whom they act."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from croupier.aggregate.roles import Role
from croupier.web.http.authorization import not_theirs
from croupier.web.http.policies import IN_PERSON, SOMEBODY
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
    await request.services.tokens.revoke(request.access.by.name, id)


router = Router("/", route_handlers=[make_token, list_tokens, revoke_token], tags=["tokens"])
