"""What a table has chosen, in words: what it must choose, and what is not as by default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.money import Limits, money
from croupier.rulebook.wording import said as said_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.rulebook.instruments import Instrument, Option


def chosen(instrument: Instrument, options: Mapping[str, Any]) -> str:
    """`decks 6; soft 17 hit; limits main 10 to 500`, in the order of the instrument."""
    return "; ".join(
        f"{option.name.replace('_', ' ')} {value_of(option, options[option.name])}"
        for option in instrument.options
        if option.name in options and (option.required or options[option.name] != option.default)
    )


def value_of(option: Option, value: Any) -> str:
    """An option's value as a person says it, amounts in dollars."""
    if value is None:
        return "none"
    if option.type == "limits":
        return ", ".join(f"{wager} {Limits(*pair).in_money}" for wager, pair in value.items())
    if option.type == "amounts":
        return ", ".join(f"{wager} {money(amount)}" for wager, amount in value.items())
    if option.type == "amount":
        return money(value)
    if option.type == "list":
        return ", ".join(item if isinstance(item, str) else money(item) for item in value)
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def readings_of(option: Option, value: Any) -> Iterator[tuple[str, str]]:
    """Each value that has a name, if it has one, with what the instrument means by it."""
    for each in value if isinstance(value, list) else [value]:
        name = each if isinstance(each, str) else ""
        if meant := option.readings.get(name or said_of(each)):
            yield name, meant
