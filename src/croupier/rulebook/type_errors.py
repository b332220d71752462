"""Errors of msgspec in plain words: what is needed, what stands there, and the known names."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from croupier.money import Odds
from croupier.rulebook.citations import did_you_mean

if TYPE_CHECKING:
    import msgspec

_EXPECTED = re.compile(r"Expected `(.+)`, got `(.+)`")
_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a decimal fraction",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of fields",
    "null": "nothing",
}


def place_and_reason(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the place within the data, such as `.when`, and the reason in plain words."""
    reason, _, place = str(error).partition(" - at `$")
    found = _EXPECTED.fullmatch(reason)
    if found is not None:
        wanted = [_in_words(name) for name in found[1].split(" | ") if name != "null"]
        reason = f"{' or '.join(wanted)} is needed, not {_in_words(found[2])}"
    return place.rstrip("`"), reason


def _in_words(name: str) -> str:
    return _WORDS.get(name, name)


def why_not(data: object, kind: object, error: msgspec.ValidationError) -> str:
    """Return why data is not of a kind, with the names that an enumeration knows."""
    known = names_of(kind)
    if known:
        near = did_you_mean(data, known) if isinstance(data, str) else ""
        return f"{data!r} is not one of {', '.join(known)}{near}"
    if kind is Odds:
        return "odds are needed: a named value in braces, such as {win_pays}"
    place, reason = place_and_reason(error)
    return f"{place.lstrip('.')}: {reason}" if place else reason


def names_of(kind: object) -> tuple[str, ...]:
    """Return the names of an enumeration or of a literal type; nothing for another type."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(each.value) for each in kind)
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()
