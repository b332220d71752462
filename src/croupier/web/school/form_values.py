"""What a trainee has put into a form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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


def payments_in(given: Given) -> tuple[str, ...]:
    """What was typed for each payment, in their order; nothing for one that was left out."""
    numbers = [int(name[5:]) for name in given if re.fullmatch(r"paid-[1-9]\d{0,2}", name)]
    return tuple(first(given, f"paid-{number}") for number in range(1, max(numbers, default=0) + 1))


def milliseconds_since(given: Given, now: int) -> int:
    """How long ago a page was asked for, as far as it says so."""
    text = first(given, "began")
    return now - int(text) if text.isdecimal() and len(text) < 15 else 0
