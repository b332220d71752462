"""A player who counts: the system, what is staked at each true count, and the charts followed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from croupier.odds import ODDS
from croupier.odds.results import Cell, Chart, Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.counting.tags import Count
    from croupier.odds.question import Question

RAMP_FROM, RAMP_TO = 1, 5
"""A spread such as 1:8 begins to rise at the first true count and is at its most at the second."""
MOST_UNITS = 10_000
_SPREAD = re.compile(r"(\d+):(\d+)")
_STEP = re.compile(r"([-+]?\d+)=(\d+)")


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever plays a shard has to know of the player."""

    name: str
    tags: tuple[int, ...]
    """By rank, as whole numbers."""
    scale: int
    """How many of them make one."""
    lowest: int
    """The true count of the first level."""
    stakes: tuple[int, ...]
    """Initial wagers by level; the last holds beyond, and the first below."""
    strategies: tuple[Strategy, ...]
    charts: tuple[int, ...]
    """Which of the strategies is followed, by level."""


def read_ramp(text: str) -> dict[int, int]:
    """What is staked from each true count on: a spread, or steps such as `0=1,2=4,4=8`.

    Below the first step the least is staked that any step has: 0 where one watches.
    """
    spread = _SPREAD.fullmatch(text.strip())
    if spread:
        low, high = int(spread[1]), int(spread[2])
        if not 0 <= low < high <= MOST_UNITS:
            raise ValueError(f"ramp: {text} is no spread such as 1:8, up to {MOST_UNITS:,}")
        rise = RAMP_TO - RAMP_FROM
        steps = {RAMP_FROM + at: low + (high - low) * at // rise for at in range(rise + 1)}
        return {RAMP_FROM - 1: low, **steps}
    found: dict[int, int] = {}
    for word in text.replace(",", " ").split():
        step = _STEP.fullmatch(word)
        if step is None:
            raise ValueError(
                f"ramp: {word!r} is neither a spread such as 1:8 nor a step such as 2=4"
            )
        true, units = int(step[1]), int(step[2])
        if true in found:
            raise ValueError(f"ramp: the true count {true} is there twice")
        if units > MOST_UNITS or abs(true) > 100:
            raise ValueError(f"ramp: {word} goes beyond what anybody stakes")
        found[true] = units
    if not any(found.values()):
        raise ValueError("ramp: nothing is ever staked")
    return dict(sorted(found.items()))


def stake_at(ramp: dict[int, int], true: int) -> int:
    """What is staked at a true count."""
    below = [units for step, units in ramp.items() if step <= true]
    return below[-1] if below else min(ramp.values())


def counter_for(
    asked: Question,
    count: Count,
    ramp: dict[int, int],
    cut: int,
    usual: Strategy,
    *,
    deviations: bool,
    watch: Callable[[int, int, str], object] = lambda done, total, words: None,
) -> Counter:
    """A player at a table whose shoe is dealt to the cut."""
    by_count = ODDS.of(asked.rules.instrument).played_by_count
    if by_count is None:
        raise LookupError(f"{asked.rules.instrument.id} leaves no play that a count changes")
    game = by_count()
    charted = game.LEVELS
    strategies: list[tuple[Chart, ...]] = []
    charts: list[int] = []
    if deviations:
        found = game.charts_by_count(asked, count, asked.shoe.total - cut / 2, watch)
    else:
        found = dict.fromkeys(charted, usual.charts)
    lowest, highest = charted[0], charted[-1]
    levels = range(min(lowest, *ramp), max(highest, *ramp) + 1)
    for level in levels:
        nearest = min(max(level, lowest), highest)
        bare = tuple(_without_values(chart) for chart in found[nearest])
        if bare not in strategies:
            strategies.append(bare)
        charts.append(strategies.index(bare))
    return Counter(
        name=count.name,
        tags=tuple(int(tag * count.scale) for tag in count.tags),
        scale=count.scale,
        lowest=levels[0],
        stakes=tuple(stake_at(ramp, level) for level in levels),
        strategies=tuple(
            Strategy(instrument=usual.instrument, options={}, actions={}, charts=each)
            for each in strategies
        ),
        charts=tuple(charts),
    )


def _without_values(chart: Chart) -> Chart:
    cells = tuple(
        tuple(None if cell is None else Cell(action=cell.action) for cell in row)
        for row in chart.cells
    )
    return msgspec.structs.replace(chart, cells=cells)
