"""The application: routers put together, with what holds for every operation."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from croupier.casino.seal import Seal
from croupier.web import browsing, laboratory, rulebook
from croupier.web.access.gate import AtTheGate
from croupier.web.access.policy import must_have_policies
from croupier.web.asking import Asked
from croupier.web.browsing.showing import nothing_here
from croupier.web.describing import described
from croupier.web.door import Door
from croupier.web.manifest import measure
from croupier.web.problems import HANDLERS
from croupier.web.reception import Reception
from croupier.web.routes import (
    chips,
    health,
    notices,
    office,
    overrides,
    people,
    program,
    promotions,
    rounds,
    session,
    tables,
    tokens,
    tournaments,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from litestar.types import ControllerRouterHandler

    from croupier.casino.floor import Floor
    from croupier.web.manifest import Manifest
    from croupier.web.settings import Settings


def routers(settings: Settings) -> list[ControllerRouterHandler]:
    """Every operation of the casino. A new subject adds its router here."""
    return [
        health.router(open_metrics=settings.open_metrics),
        session.router,
        tokens.router,
        people.router,
        chips.router,
        tables.router,
        tournaments.router,
        promotions.router,
        program.router,
        overrides.router,
        notices.router,
        rounds.router,
        office.router,
        rulebook.router,
        laboratory.router,
        *browsing.routers,
    ]


def create_app(
    floor: Floor,
    settings: Settings,
    *,
    clock: Callable[[], int] | None = None,
    measured: Callable[[], Manifest] = measure,
    seal: Seal | None = None,
    building: Litestar | None = None,
) -> Litestar:
    """The casino over HTTP, in a `building` that others have left if there is one.

    Without a `seal` checkpoints are signed with one that nobody keeps.
    """
    app = building or build(settings)
    seal = seal or Seal.new()
    reception = Reception(floor, settings, clock or floor.clock, measured, seal)
    app.state = State({"reception": reception})
    return app


def build(settings: Settings, more: Sequence[ControllerRouterHandler] = ()) -> Litestar:
    """Every operation, before there is a casino. One that declares no policy is a `NoPolicy`."""
    app = Litestar(
        route_handlers=[*routers(settings), *more],
        middleware=[AtTheGate()],
        request_class=Asked,
        request_max_body_size=settings.largest_body,
        exception_handlers={**HANDLERS, NotFoundException: nothing_here},
        openapi_config=described(),
        lifespan=[_open],
        on_shutdown=[laboratory.close],
        logging_config=None,
    )
    must_have_policies(app)
    app.asgi_handler = Door(app.asgi_handler, settings)
    return app


@asynccontextmanager
async def _open(app: Litestar) -> AsyncIterator[None]:
    reception: Reception = app.state.reception
    if reception.program.checked is None:
        await reception.program.check()
    yield
    reception.close()
