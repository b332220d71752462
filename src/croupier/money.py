"""Money is whole cents, odds are exact ratios, and nothing is ever rounded in silence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


class NotWholeCents(ValueError):
    """A payment that is not a whole number of cents: the rules name no rounding."""


@dataclass(frozen=True, slots=True)
class Odds:
    """`Odds(3, 2)`: three units won for every two staked, the stake itself apart."""

    win: int
    stake: int = 1

    def __post_init__(self) -> None:
        if self.win < 0 or self.stake < 1:
            raise ValueError(f"odds of {self.win} to {self.stake} are not odds")

    @classmethod
    def parse(cls, text: str) -> Self:
        win, _, stake = text.partition(":")
        return cls(int(win), int(stake or 1))

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    def on(self, stake: int) -> int:
        """What a stake in cents wins."""
        won, rest = divmod(stake * self.win, self.stake)
        if rest:
            raise NotWholeCents(f"{self} on {dollars(stake)} is not a whole number of cents")
        return won


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most of one kind of wager, and the step between, in cents."""

    minimum: int = 1
    maximum: int | None = None
    multiple: int = 1

    def __post_init__(self) -> None:
        if self.minimum < 1 or self.multiple < 1:
            raise ValueError("a minimum and a multiple are at least one cent")
        if self.maximum is not None and self.maximum < self.minimum:
            raise ValueError(
                f"the maximum {dollars(self.maximum)} is under the minimum {dollars(self.minimum)}"
            )

    def __str__(self) -> str:
        most = "no maximum" if self.maximum is None else dollars(self.maximum)
        step = "" if self.multiple == 1 else f", in multiples of {dollars(self.multiple)}"
        return f"{dollars(self.minimum)} to {most}{step}"

    @property
    def in_money(self) -> str:
        """The same as people are shown it: `$10 to $500, in multiples of $5`."""
        most = "no maximum" if self.maximum is None else money(self.maximum)
        step = "" if self.multiple == 1 else f", in multiples of {money(self.multiple)}"
        return f"{money(self.minimum)} to {most}{step}"


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The denominations in a table's float, largest first."""

    denominations: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.denominations or min(self.denominations) < 1:
            raise ValueError("a chip set has at least one denomination, in whole cents")
        object.__setattr__(
            self, "denominations", tuple(sorted(set(self.denominations), reverse=True))
        )

    @property
    def smallest(self) -> int:
        return self.denominations[-1]

    def stack(self, amount: int) -> dict[int, int]:
        """How many of each chip make up an amount, fewest chips of the largest first."""
        chips: dict[int, int] = {}
        rest = amount
        for chip in self.denominations:
            count, rest = divmod(rest, chip)
            if count:
                chips[chip] = count
        if rest:
            raise ValueError(f"{dollars(amount)} cannot be made of these chips")
        return chips


def dollars(cents: int) -> str:
    """`dollars(-2250) == "-22.50"`; whole dollars are written without cents."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}{whole:,}" if part == 0 else f"{sign}{whole:,}.{part:02}"


def money(cents: int) -> str:
    """The same with the sign of the currency, as people are shown it: `-$22.50`."""
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    return f"{sign}${dollars(abs(cents))}"


MOST_DIGITS = 15
"""Nobody has more dollars than can be written with so many."""


def cents(text: str) -> int | None:
    """Dollars as a person writes them, `25`, `$1,000` or `22.5`, in cents."""
    whole, point, part = text.strip().removeprefix("$").replace(",", "").partition(".")
    digits = whole + part
    if not digits.isdecimal() or not digits.isascii() or len(part) > 2 or (point and not part):
        return None
    if len(digits) > MOST_DIGITS:
        return None
    return int(whole or 0) * 100 + int(part.ljust(2, "0"))
