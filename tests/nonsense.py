"""Anything that a command could say: well formed by its type, and mostly out of place."""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import zip_longest
from random import Random
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

S = TypeVar("S", bound=msgspec.Struct)

NAMES = ("ana", "bob", "cat", "zed", "")
NOW = 1_800_000_000_000
AMOUNTS = (10_00, 5_00, 7_50, 20_00, 30_00, 50_00, 600_00, 12_34, 0, -10_00)
BY_NAME: dict[str, tuple[Any, ...]] = {
    "player": NAMES,
    "person": NAMES,
    "for_player": NAMES,
    "box": (1, 2, 3, 4, 7, 8, 0, -1),
    "hand": (1, 2, 3, 0),
    "number": (1, 2, 0),
    "round": (1, 2, 9, 0),
    "amount": AMOUNTS,
    "float": (100_000_00, 0, -1),
    "minimum": AMOUNTS,
    "maximum": AMOUNTS,
    "at": (26, 1, 51, 200, 415, 0),
    "from_back": (60, 104, 1, 0),
    "wager": ("main", "perfect-pairs", "any-pairs", "super-sevens", "banker", "player", "tie",
              "ante", "blind", "trips", "play", "keno"),
    "commitment": ("0" * 64, "x"),
    "secret": ("00" * 32, ""),
    "to": ("inspector", "surveillance", "players", "ana"),
    "closes": (NOW + 10**9, NOW - 1),
    "opens": (NOW - 1, NOW + 10**9),
    "takes_effect": (NOW, NOW + 1_200_000),
}  # fmt: skip
"""What makes sense under the name of a field now and then; the rest goes by the type."""
WORDS = ("because", "opening", "rules", "fraud", "casino", "9.1", "two\nlines", "<b>", "\u2028", "")
NUMBERS = (1, 2, 3, 0, -1, 10_00, 20_00, NOW, 10**15)


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, bool, tuple[Any, ...]], ...]:
    """Of every field of a struct its name, whether it is required, and what it might say."""
    hints = get_type_hints(kind)
    return tuple(
        (field.name, field.required, values_of(hints[field.name], field.name))
        for field in msgspec.structs.fields(kind)
    )


def values_of(kind: Any, name: str = "") -> tuple[Any, ...]:
    """Some values of a type, the plainest first."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        mixed = zip_longest(*(values_of(part, name) for part in parts), fillvalue=msgspec.UNSET)
        return tuple(value for row in mixed for value in row if value is not msgspec.UNSET)
    if origin is tuple:
        if parts[1:] == (...,):
            each = values_of(parts[0])
            return ((), each[:1], each[:2], (each[0], each[0]))
        columns = [values_of(part) for part in parts]
        return tuple(zip(*columns, strict=False))
    if origin is dict:
        value = values_of(parts[1])
        keys = BY_NAME["wager"]
        return (
            {},
            {keys[0]: value[0]},
            {keys[1]: value[-1], keys[7]: value[1]},
            {"keno": value[0]},
        )
    if origin is Literal:
        return parts
    return _plain(kind, name)


def _plain(kind: Any, name: str) -> tuple[Any, ...]:
    if kind is type(None):
        return (None,)
    if kind is bool:
        return (True, False)
    if issubclass(kind, Enum):
        return tuple(kind)
    if issubclass(kind, msgspec.Struct):
        return (least(kind), *(anything(kind, Random(seed)) for seed in range(4)))
    said = BY_NAME.get(name)
    if said is not None and isinstance(said[0], kind):
        return said
    return NUMBERS if kind is int else WORDS


def least(kind: type[S]) -> S:
    """As little as a struct can say."""
    return kind(**{name: values[0] for name, required, values in fields_of(kind) if required})


def anything(kind: type[S], chance: Random) -> S:
    """Anything at all that a struct can say."""
    said = {
        name: chance.choice(values)
        for name, required, values in fields_of(kind)
        if required or chance.random() < 0.5
    }
    return kind(**said)
