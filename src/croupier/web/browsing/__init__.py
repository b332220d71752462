"""The casino in a browser: the lobby, logging in, tables that stay current, and what staff need."""

from croupier.web.browsing import (
    assets,
    conditions,
    console,
    desk,
    directing,
    front,
    office,
    overrides,
    promotions,
    rounds,
    tables,
    tournaments,
)

routers = (
    assets.router,
    front.router,
    tables.router,
    console.router,
    rounds.router,
    desk.router,
    office.router,
    overrides.router,
    tournaments.router,
    conditions.router,
    directing.router,
    promotions.router,
)

__all__ = ["routers"]
