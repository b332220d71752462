"""Plots as shapes: where each point, bar and label stands. The templates draw them in SVG."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from croupier.odds.formatting import signed
from croupier.odds.simulation.report import CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.odds.simulation.report import ResultCount
    from croupier.web.laboratory.worker_orders import Frequency, WorkerProgress

WIDTH, HEIGHT = 720, 280
LEFT, RIGHT, TOP, BOTTOM = 92, 14, 14, 38
TICKS = 5
SETTLING = 8
"""The first part in so many of a simulation is left to run out of the picture."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class MeanPlot:
    """A mean as it settles, between the bounds that hold it nineteen times in twenty."""

    line: str
    band: str
    last: tuple[float, float]
    expected: float | None
    """At the height of what an exact analysis says."""
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """How often one result came."""

    left: float
    top: float
    width: float
    height: float
    net: str
    share: str
    sign: str
    """`gain`, `loss` or `level`."""

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
class BarPlot:
    """The results of a wager beside each other, as high as they are frequent."""

    bars: tuple[HistogramBar, ...]
    up: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    """What stands at which height."""

    low: float
    high: float

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        part = (self.high - inside) / (self.high - self.low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * part, 1)

    def ticks(self) -> tuple[Tick, ...]:
        """Round numbers, as per cents."""
        step = _round_step((self.high - self.low) / TICKS)
        digits = max(0, -floor(log10(step) + 1e-9) - 2)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        values = [number * step for number in range(first, last + 1)]
        return tuple(Tick(self(value), f"{100 * value:.{digits}f} %") for value in values)


def mean_plot(
    steps: Sequence[WorkerProgress], rounds: int, expected: float | None
) -> MeanPlot | None:
    """The running mean of a simulation; one point makes no line."""
    if len(steps) < 2:
        return None
    bounds = [(step.mean - _spread(step), step.mean + _spread(step)) for step in steps]
    settled = [edge for pair in bounds[len(steps) // SETTLING :] for edge in pair]
    height = _around(settled if expected is None else [*settled, expected])
    across = [_across(step.rounds / rounds) for step in steps]
    means = [height(step.mean) for step in steps]
    over = [(x, height(high)) for x, (_, high) in zip(across, bounds, strict=True)]
    under = [(x, height(low)) for x, (low, _) in zip(across, bounds, strict=True)]
    return MeanPlot(
        line=_points(zip(across, means, strict=True)),
        band=_points([*over, *reversed(under)]),
        last=(across[-1], means[-1]),
        expected=None if expected is None else height(expected),
        across=tuple(Tick(_across(part / 4), _short(rounds * part / 4)) for part in range(5)),
        up=height.ticks(),
    )


def bar_plot(frequencies: Sequence[Frequency | ResultCount]) -> BarPlot:
    """How often each result came, from the greatest loss up."""
    most = max((each.share for each in frequencies), default=1.0)
    height = _Scale(0.0, most * 1.05)
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(frequencies))
    bars = tuple(
        HistogramBar(
            left=round(LEFT + (place + 0.1) * wide, 1),
            top=height(each.share),
            width=round(0.8 * wide, 1),
            height=round(HEIGHT - BOTTOM - height(each.share), 1),
            net=signed(each.net),
            share=f"{100 * each.share:.4g} %",
            sign=sign(each.net),
        )
        for place, each in enumerate(frequencies)
    )
    return BarPlot(bars, height.ticks())


def sign(net: float) -> str:
    """What a result is to the player, as the style sheet knows it."""
    return "gain" if net > 0 else "loss" if net < 0 else "level"


def _spread(step: WorkerProgress) -> float:
    return CONFIDENCE * (step.error or 0.0)


def _around(values: Sequence[float]) -> _Scale:
    """A scale with some room above and below."""
    low, high = min(values), max(values)
    room = 0.08 * (high - low) or 1e-6
    return _Scale(low - room, high + room)


def _across(part: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * part, 1)


def _round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, no less than asked."""
    power = 10.0 ** floor(log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough - 1e-15)


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _short(number: float) -> str:
    """`2.5 M` rounds."""
    for unit, letter in ((1e6, " M"), (1e3, " k")):
        if number >= unit:
            return f"{number / unit:g}{letter}"
    return f"{number:g}"
