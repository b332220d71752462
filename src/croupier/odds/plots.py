"""Plots with axes on a `Picture`: lines and bands over a quantity, with ticks and units."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING

from croupier.odds.pictures import FAINT, FIELD, INK, LEVEL, LINE, MARGIN, Picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WIDTH, HEIGHT = 560, 300
TICKS = 6
LEFT = 76
"""Room for the labels of the upright axis."""


class Plot:
    """A field with two axes, somewhere on a picture. Everything is drawn in its own quantities."""

    def __init__(
        self,
        picture: Picture,
        top: float,
        across: tuple[float, float],
        up: tuple[float, float],
        *,
        labels: tuple[str, str],
        tick: Callable[[float], str] = "{:,.6g}".format,
    ) -> None:
        """`across` and `up` are the least and most that is shown, `labels` what they measure."""
        self._picture = picture
        self._top = top + LINE + 6
        self._across, self._up = _not_empty(across), _not_empty(up)
        self._axes(labels, tick)

    @property
    def bottom(self) -> float:
        """Where it ends, its labels included."""
        return self._top + HEIGHT + 2.5 * LINE

    def line(
        self, points: Iterable[tuple[float, float]], colour: str = INK, width: float = 1.5
    ) -> None:
        self._picture.line([self._at(*point) for point in points], colour, width)

    def band(
        self, across: Sequence[float], low: Sequence[float], high: Sequence[float], fill: str
    ) -> None:
        """All that lies between two lines."""
        there = [self._at(x, y) for x, y in zip(across, high, strict=True)]
        back = [self._at(x, y) for x, y in zip(across, low, strict=True)]
        self._picture.area([*there, *reversed(back)], fill)

    def words(self, x: float, y: float, text: str, colour: str = FAINT) -> None:
        """A remark to the right of a point."""
        left, middle = self._at(x, y)
        self._picture.words(left + 6, middle, text, fill=colour)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        (left, right), (low, high) = self._across, self._up
        part = min(max((y - low) / (high - low), 0), 1)
        return (
            MARGIN + LEFT + WIDTH * (x - left) / (right - left),
            self._top + HEIGHT * (1 - part),
        )

    def _axes(self, labels: tuple[str, str], tick: Callable[[float], str]) -> None:
        picture = self._picture
        left, right = MARGIN + LEFT, MARGIN + LEFT + WIDTH
        picture.box(left, self._top, WIDTH, HEIGHT, FIELD)
        picture.words(MARGIN, self._top - LINE + 2, labels[1], fill=FAINT)
        for value in ticks(*self._up):
            _, middle = self._at(self._across[0], value)
            picture.line([(left, middle), (right, middle)], LEVEL, 1 if value else 1.5)
            picture.words(left - 8, middle, tick(value), "end", fill=FAINT)
        for value in ticks(*self._across):
            place, _ = self._at(value, self._up[0])
            picture.line([(place, self._top + HEIGHT), (place, self._top + HEIGHT + 5)], FAINT)
            picture.words(
                place, self._top + HEIGHT + LINE * 0.8, f"{value:,.6g}", "middle", fill=FAINT
            )
        middle = self._top + HEIGHT + 1.8 * LINE
        picture.words((left + right) / 2, middle, labels[0], "middle", fill=FAINT)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about six of them."""
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    return [step * place for place in range(ceil(low / step), floor(high / step) + 1)]


def _not_empty(ends: tuple[float, float]) -> tuple[float, float]:
    low, high = ends
    return (low, high) if high > low else (low - 1, high + 1)
