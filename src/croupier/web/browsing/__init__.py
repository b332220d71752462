"""The casino in a browser: the lobby, logging in, tables that stay current, and what staff need."""

from croupier.web.browsing import assets, console, desk, front, office, rounds, tables

routers = (
    assets.router,
    front.router,
    tables.router,
    console.router,
    rounds.router,
    desk.router,
    office.router,
)

__all__ = ["routers"]
