"""Amounts as the chips that lie on a layout or stand in a tray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.money import ChipSet, dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.views import SignView

CHIPS = ChipSet((1_00, 2_50, 5_00, 25_00, 100_00, 500_00, 1_000_00))
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
        return dollars(self.amount)


def stack(amount: int) -> Stack:
    """The chips of an amount; what no chip can make is told by the amount alone."""
    made = [Chip(value) for value, count in _greedily(amount) for _ in range(count)]
    return Stack(amount, tuple(made[:HIGHEST]))


def _greedily(amount: int) -> Iterator[tuple[int, int]]:
    for value in CHIPS.denominations:
        count, amount = divmod(amount, value)
        if count:
            yield value, count


def tray(sign: SignView) -> tuple[Chip, ...]:
    """The chips that are of use at a table, the smallest first."""
    steps = {limits.multiple for limits in sign.limits} or {1}
    maxima = [limits.maximum for limits in sign.limits if limits.maximum is not None]
    most = max(maxima) if len(maxima) == len(sign.limits) else CHIPS.denominations[0]
    return tuple(
        Chip(value)
        for value in reversed(CHIPS.denominations)
        if value <= most and any(value % step == 0 for step in steps)
    )
