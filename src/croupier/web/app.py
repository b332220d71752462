"""The application: routers put together, with what holds for every operation."""

from __future__ import annotations

from asyncio import create_task
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from croupier.casino.signing_key import Seal
from croupier.web import laboratory, rulebook
from croupier.web.accounts import (
    approvals_api,
    approvals_pages,
    people_api,
    session_api,
    tokens_api,
)
from croupier.web.accounts import pages as accounts_pages
from croupier.web.approved_program import api as program_api
from croupier.web.approved_program.manifest import measure
from croupier.web.cage import api as cage_api
from croupier.web.cage import pages as cage_pages
from croupier.web.console import pages as console_pages
from croupier.web.html import assets
from croupier.web.html.page_rendering import not_found_page
from croupier.web.http import health, page_cache
from croupier.web.http.authorization import AuthorizationMiddleware
from croupier.web.http.fast_path import FastPath
from croupier.web.http.middleware import OuterMiddleware
from croupier.web.http.policies import must_have_policies
from croupier.web.http.problems import HANDLERS
from croupier.web.http.request import Request
from croupier.web.inspectors_desk import api as desk_api
from croupier.web.inspectors_desk import notices_api
from croupier.web.inspectors_desk import pages as desk_pages
from croupier.web.inspectors_desk import search_pages as desk_search_pages
from croupier.web.lobby import pages as lobby_pages
from croupier.web.office import floor_pages
from croupier.web.office import pages as office_pages
from croupier.web.openapi import described
from croupier.web.override_commands import api as overrides_api
from croupier.web.override_commands import pages as overrides_pages
from croupier.web.past_rounds import api as rounds_api
from croupier.web.past_rounds import evidence as rounds_evidence
from croupier.web.past_rounds import pages as rounds_pages
from croupier.web.promotions import api as promotions_api
from croupier.web.promotions import pages as promotions_pages
from croupier.web.round_files import adjudicator as round_files_worker
from croupier.web.round_files import pages as round_files_pages
from croupier.web.school import asking as school_worker
from croupier.web.school import instructor as school_instructor
from croupier.web.school import instructor_api as school_instructor_api
from croupier.web.school import practice as school_practice
from croupier.web.school import practice_api as school_practice_api
from croupier.web.school import sets as school_sets
from croupier.web.school import sets_api as school_sets_api
from croupier.web.services import Services
from croupier.web.tables import api as tables_api
from croupier.web.tables import pages as tables_pages
from croupier.web.tournaments import api as tournaments_api
from croupier.web.tournaments import conditions_pages
from croupier.web.tournaments import desk_pages as tournament_desk_pages
from croupier.web.tournaments import pages as tournaments_pages

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from litestar.types import ControllerRouterHandler

    from croupier.casino.floor import Floor
    from croupier.web.approved_program.manifest import Manifest
    from croupier.web.settings import Settings


def routers(settings: Settings) -> list[ControllerRouterHandler]:
    """Every operation of the casino. A new subject adds its router here."""
    return [
        health.router(open_metrics=settings.open_metrics),
        session_api.router,
        tokens_api.router,
        approvals_api.router,
        people_api.router,
        cage_api.router,
        tables_api.router,
        tournaments_api.router,
        promotions_api.router,
        program_api.router,
        overrides_api.router,
        notices_api.router,
        rounds_api.router,
        desk_api.router,
        school_practice_api.router,
        # those of one address have to be registered together
        Router("/", route_handlers=[school_sets_api.router, school_instructor_api.router]),
        rulebook.router,
        laboratory.router,
        assets.router,
        lobby_pages.router,
        accounts_pages.router,
        approvals_pages.router,
        cage_pages.router,
        tables_pages.router,
        console_pages.router,
        rounds_pages.router,
        rounds_evidence.router,
        round_files_pages.router,
        desk_pages.router,
        desk_search_pages.router,
        office_pages.router,
        floor_pages.router,
        overrides_pages.router,
        tournaments_pages.router,
        conditions_pages.router,
        tournament_desk_pages.router,
        promotions_pages.router,
        school_practice.router,
        school_sets.router,
        school_instructor.router,
    ]


def create_app(
    floor: Floor,
    settings: Settings,
    *,
    clock: Callable[[], int] | None = None,
    measured: Callable[[], Manifest] = measure,
    seal: Seal | None = None,
    head: Path | None = None,
    building: Litestar | None = None,
) -> Litestar:
    """The casino over HTTP, in a `building` that others have left if there is one.

    Without a `seal` checkpoints are signed with one that nobody keeps. `head` is where the last
    head is kept, of a store that is kept under keys.
    """
    app = building or build(settings)
    seal = seal or Seal.new()
    services = Services(floor, settings, clock or floor.clock, measured, seal, head)
    app.state = State({"services": services})
    return app


def build(settings: Settings, more: Sequence[ControllerRouterHandler] = ()) -> Litestar:
    """Every operation, before there is a casino. One that declares no policy is a `NoPolicy`."""
    app = Litestar(
        route_handlers=[*routers(settings), *more],
        middleware=[AuthorizationMiddleware()],
        request_class=Request,
        request_max_body_size=settings.largest_body,
        exception_handlers={**HANDLERS, NotFoundException: not_found_page},
        openapi_config=described(settings),
        lifespan=[_open],
        on_shutdown=[
            laboratory.close,
            page_cache.close,
            round_files_worker.close,
            school_worker.close,
        ],
        logging_config=None,
    )
    must_have_policies(app)
    app.asgi_handler = OuterMiddleware(FastPath(app, settings.largest_body), settings)
    return app


@asynccontextmanager
async def _open(app: Litestar) -> AsyncIterator[None]:
    services: Services = app.state.services
    if services.program.checked is None:
        await services.program.check()
    await services.guests.load()
    tasks = [create_task(services.streams.watch()), create_task(services.load.measure())]
    yield
    for task in tasks:
        task.cancel()
    services.close()
