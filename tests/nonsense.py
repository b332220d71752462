"""Anything that a command could say: well formed by its type, and mostly out of place."""

from __future__ import annotations

from typing import Any

from croupier.testing.random_commands import StructValues

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
NUMBERS = (1, 2, 3, 0, -1, 10_00, 20_00, NOW, 10**15)

_VALUES = StructValues(BY_NAME, NUMBERS)
least = _VALUES.least
anything = _VALUES.anything
values_of = _VALUES.values_of
