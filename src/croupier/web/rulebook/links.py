"""Where a clause stands in the browser. A citation anywhere leads here in one click."""

from __future__ import annotations

import re
from urllib.parse import quote


def instrument_url(instrument: str) -> str:
    """The page of a whole instrument."""
    return f"/rules/{instrument}"


def clause_url(instrument: str, clause: str) -> str:
    """The page of one clause: `/rules/act-blackjack-2018/13.1(f)`."""
    return f"{instrument_url(instrument)}/{quote(clause, safe='():*')}"


def anchor(clause: str) -> str:
    """The clause's place on the page of its instrument; an id may not have spaces."""
    return f"clause-{re.sub(r'[^A-Za-z0-9.()*-]+', '-', clause)}"
