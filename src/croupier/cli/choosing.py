"""The options of a table as words of the command line: `soft_17=hit`, `side_bets=any-pairs`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook.instruments import Option


MOST_DIGITS = 20
"""Of a number that somebody means."""


def chosen_options(instrument: str, words: Iterable[str]) -> dict[str, object]:
    """The options that the words name, as the instrument's rules take them.

    Whether the instrument has such an option and allows such a value is for its rules to say.
    """
    known = {option.name: option for option in load(instrument).options}
    chosen: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise ValueError(f"--option {word}: write it as NAME=VALUE, such as decks=6")
        if name in chosen:
            raise ValueError(f"--option {word}: {name} is chosen twice")
        chosen[name] = _value(known[name], value) if name in known else value
    return chosen


def _value(option: Option, text: str) -> object:
    if option.default is None and text in ("none", "null"):
        return None
    match option.type:
        case "flag":
            return {"true": True, "false": False}.get(text, text)
        case "number" | "amount":
            return _number(text)
        case "list":
            items = [item for item in text.split(",") if item]
            return items if option.readings else [_number(item) for item in items]
        case "limits" | "amounts":
            return _json(option, text)
        case "choice":
            return text


def _number(text: str) -> object:
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= MOST_DIGITS else text


def _json(option: Option, text: str) -> object:
    example = "[500,50000]" if option.type == "limits" else "500"
    try:
        return json.loads(text)
    except ValueError:
        raise ValueError(
            f"--option {option.name}={text}: write it as JSON, in cents by wager, "
            f'such as {{"{next(iter(option.readings))}":{example}}}'
        ) from None
