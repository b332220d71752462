"""Amounts as the chips that lie on a layout or stand in a tray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.money import ChipSet, dollars, money

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.table.views import LimitsView, SignView

CHIPS = ChipSet((1_00, 2_50, 5_00, 10_00, 25_00, 100_00, 500_00, 1_000_00))
HIGHEST = 6
"""How many chips of a stack are drawn; the amount beside it says the rest."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One denomination: its value, and what is printed on it."""

    value: int

    @property
    def face(self) -> str:
        return dollars(self.value).replace(",000", "k")

    @property
    def style(self) -> str:
        return f"chip-{self.value}"


@dataclass(frozen=True, slots=True)
class Stack:
    """Chips on top of each other, the largest at the bottom, and what they come to."""

    amount: int
    chips: tuple[Chip, ...]

    @property
    def words(self) -> str:
        return money(self.amount)


def stack(amount: int) -> Stack:
    """The chips of an amount; what no chip can make is told by the amount alone."""
    made = [Chip(value) for value, count in _greedily(amount) for _ in range(count)]
    return Stack(amount, tuple(made[:HIGHEST]))


def _greedily(amount: int) -> Iterator[tuple[int, int]]:
    for value in CHIPS.denominations:
        count, amount = divmod(amount, value)
        if count:
            yield value, count


@dataclass(frozen=True, slots=True)
class Tray:
    """The chips in front of a player, the smallest first, and which is chosen at first."""

    chips: tuple[Chip, ...]
    chosen: int


def tray(sign: SignView, mains: Collection[str]) -> Tray:
    """The chips that are of use at a table; the one that is chosen is a wager by itself.

    That is the smallest which each of the main wagers allows alone, or failing that any of them.
    """
    limits = [each for each in sign.limits if each.wager in mains] or list(sign.limits)
    maxima = [each.maximum for each in sign.limits if each.maximum is not None]
    most = max(maxima) if len(maxima) == len(sign.limits) else CHIPS.denominations[0]
    steps = {each.multiple for each in sign.limits} or {1}
    values = [
        value
        for value in reversed(CHIPS.denominations)
        if value <= most and any(value % step == 0 for step in steps)
    ]
    alone = [value for value in values if all(allows(each, value) for each in limits)]
    some = [value for value in values if any(allows(each, value) for each in limits)]
    return Tray(tuple(map(Chip, values)), next(iter(alone or some or values), 0))


def allows(limits: LimitsView, amount: int) -> bool:
    """Whether the sign lets a wager be of this amount."""
    most = amount if limits.maximum is None else limits.maximum
    return limits.minimum <= amount <= most and amount % limits.multiple == 0
