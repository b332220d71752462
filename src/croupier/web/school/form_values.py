"""What a trainee has put into a form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.school.answers import signed_cents
from croupier.web.school.orders import ActOrder, Named

if TYPE_CHECKING:
    from croupier.web.http.request import Request

Given = dict[str, list[str]]
"""Every field with what stands in it, as a form sends it."""
_OURS = frozenset({"mistake", "do", "score", "began", "csrf_token"})
"""Fields of the page itself; the others are those of the chosen command."""


async def given_in(request: Request) -> Given:
    """What a form was sent with."""
    given: Given = {}
    for name, text in (await request.form()).multi_items():
        given.setdefault(name, []).append(str(text))
    return given


def first(given: Given, name: str) -> str:
    return given.get(name, [""])[0]


def fields_in(given: Given) -> Given:
    """The fields of a command, and what is said to be wrong."""
    return {name: texts for name, texts in given.items() if name not in _OURS - {"mistake"}}


def act_order(named: Named, given: Given) -> ActOrder:
    fields = {name: texts for name, texts in given.items() if name not in _OURS}
    return ActOrder(named, first(given, "mistake"), first(given, "do"), fields)


def amounts_in(given: Given) -> tuple[int | None, ...]:
    """What was said of each payment, in their order."""
    named = [name for name in given if re.fullmatch(r"paid-\d{1,3}", name)]
    ordered = sorted(named, key=lambda name: int(name[5:]))
    return tuple(signed_cents(first(given, name)) for name in ordered)


def milliseconds_since(given: Given, now: int) -> int:
    """How long ago a page was asked for, as far as it says so."""
    text = first(given, "began")
    return now - int(text) if text.isdecimal() and len(text) < 15 else 0
