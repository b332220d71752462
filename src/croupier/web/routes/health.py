"""Whether the service lives, whether it can serve, and what it counted."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

import msgspec
from litestar import Router, get

from croupier.aggregate.roles import Role
from croupier.casino.store.contract import StoreFailed
from croupier.version import __version__
from croupier.web.access.policy import ANYBODY, needs
from croupier.web.asking import Asked
from croupier.web.metrics import MEDIA_TYPE
from croupier.web.problems import LATER, Kind, Trouble

MEASURERS = needs(Role.OPERATOR, Role.INSPECTOR)


class Health(msgspec.Struct, frozen=True):
    status: Annotated[str, msgspec.Meta(examples=["alive", "ready"])]
    version: str = __version__


@get("/health", policy=ANYBODY, summary="Is it alive?")
async def alive() -> Health:
    return Health("alive")


@get("/health/ready", policy=ANYBODY, summary="Can it serve?")
async def ready(request: Asked) -> Health:
    """Whether the record can be read, and play goes on."""
    reception = request.reception
    try:
        await to_thread(reception.floor.store.last_position)
    except StoreFailed:
        raise Trouble(Kind.UNAVAILABLE, "the record cannot be read", retry_after=LATER) from None
    reception.program.must_play()
    return Health("ready")


def router(*, open_metrics: bool) -> Router:
    policy = ANYBODY if open_metrics else MEASURERS

    @get("/metrics", policy=policy, media_type=MEDIA_TYPE, summary="What was counted")
    async def metrics(request: Asked) -> bytes:
        return request.reception.metrics.text()

    return Router("/", route_handlers=[alive, ready, metrics], tags=["health"])
