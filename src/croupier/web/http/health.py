"""Whether the service lives, whether it can serve, and what it counted."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

import msgspec
from litestar import Router, get

from croupier.aggregate.roles import Role
from croupier.casino.store.contract import StoreFailed
from croupier.version import __version__
from croupier.web.http.metrics import MEDIA_TYPE
from croupier.web.http.policies import ANYBODY, needs
from croupier.web.http.problems import LATER, HttpError, ProblemType
from croupier.web.http.request import Request

MEASURERS = needs(Role.OPERATOR, Role.INSPECTOR)


class Health(msgspec.Struct, frozen=True):
    status: Annotated[str, msgspec.Meta(examples=["alive", "ready"])]
    version: str = __version__


@get("/health", policy=ANYBODY, summary="Is it alive?")
async def alive() -> Health:
    return Health("alive")


@get("/health/ready", policy=ANYBODY, summary="Can it serve?")
async def ready(request: Request) -> Health:
    """Whether the record can be read and written, and play goes on."""
    services = request.services
    wrong = "the record cannot be read"
    try:
        await to_thread(services.floor.store.last_position)
        wrong = "nothing can be written to the record"
        await services.floor.must_be_writable()
    except StoreFailed:
        raise HttpError(ProblemType.UNAVAILABLE, wrong, retry_after=LATER) from None
    services.program.must_play()
    return Health("ready")


def router(*, open_metrics: bool) -> Router:
    policy = ANYBODY if open_metrics else MEASURERS

    @get("/metrics", policy=policy, media_type=MEDIA_TYPE, summary="What was counted")
    async def metrics(request: Request) -> bytes:
        return request.services.metrics.text()

    return Router("/", route_handlers=[alive, ready, metrics], tags=["health"])
