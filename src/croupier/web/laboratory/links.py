"""Addresses of the laboratory: a tool, the odds of one table, and an answer as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from croupier.odds.question import MONEY, written
from croupier.rulebook.amendments import in_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument


def address(instrument: str, tool: str) -> str:
    """Where a tool of the laboratory is, for an instrument."""
    return f"/laboratory/{instrument}" + ("" if tool == "odds" else f"/{tool}")


def odds_of_table(book: Instrument, options: Mapping[str, Any]) -> str:
    """The page with the price of every wager of exactly this table, amended or not."""
    chosen = {
        option.name: written(options[option.name])
        for option in book.options
        if not option.fixed
        and option.type not in MONEY
        and option.name in options
        and options[option.name] != option.default
    }
    if book.amendment is not None:
        chosen["amend"] = in_toml(book.amendment)
    return f"{address(book.basis, 'odds')}?{urlencode(chosen)}".rstrip("?")


def file_address(instrument: str, tool: str, file: str, query: str) -> str:
    """Where an answer can be had as a file."""
    return f"/laboratory/{instrument}/{tool}/{file}?{query}".rstrip("?")
