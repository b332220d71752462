"""The rulebook in the browser: every clause in our words, and what stands behind it."""

from croupier.web.rulebook.links import clause_url
from croupier.web.rulebook.pages import router

__all__ = ["clause_url", "router"]
