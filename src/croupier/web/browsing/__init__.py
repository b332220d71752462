"""The casino in a browser: the lobby, logging in, and the tables as pages that stay current."""

from croupier.web.browsing import assets, front, tables

routers = (assets.router, front.router, tables.router)

__all__ = ["routers"]
