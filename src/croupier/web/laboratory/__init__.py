"""The odds laboratory in the browser: edges, charts, decisions, simulations; never at a table."""

from croupier.web.laboratory.pages import close, router

__all__ = ["close", "router"]
