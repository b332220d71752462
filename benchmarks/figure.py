"""Figures that a benchmark measures, apart from how it prints them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value with its name and unit.

    Rates, whose unit ends in "/s", are better when they are higher. Times are better when they are
    lower.
    """

    name: str
    value: float
    unit: str
    yardstick: str = ""
    """The name of a figure of the same run that shows how fast the machine was at the time."""

    @property
    def speed(self) -> float:
        """The value in the direction "higher is better"."""
        return self.value if self.unit.endswith("/s") else 1 / self.value
