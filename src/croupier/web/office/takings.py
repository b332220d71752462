"""Win, drop and hold by day and table as bars, against what the odds expect of the wagers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from textwrap import wrap
from typing import TYPE_CHECKING

from croupier.casino.expected_takings import ALL
from croupier.casino.meters import Meter, total
from croupier.web.html.template_environment import called

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.casino.expected_takings import Expected, ExpectedLine
    from croupier.casino.meters import Meters

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 250, 70, 36, 12
LETTER = 7
"""How wide a letter of a label is, about."""
MOST_LABELS = 14
"""More bars than these have a label each third time."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A day or a table in a chart: where its bars and marks stand."""

    label: str
    lines: tuple[str, ...]
    """What stands under it, in the room that it has; nothing, where there are too many bars."""
    meter: Meter
    left: float
    width: float
    zero: float
    win: tuple[float, float]
    """Top and height."""
    drop: tuple[float, float]
    expected: float | None
    """At what height the expected win is marked."""
    range: tuple[float, float] | None
    """Top and height of where an honest result lies."""
    found: Expected | None

    @property
    def hold(self) -> str:
        hold = self.meter.hold
        return "\N{EN DASH}" if hold is None else f"{float(100 * hold):.1f} %"


@dataclass(frozen=True, slots=True)
class Chart:
    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, int], ...]
    """Heights with the amounts in cents that stand there."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT


def last_days(today: str, count: int) -> list[str]:
    end = date.fromisoformat(today)
    return [(end - timedelta(days=back)).isoformat() for back in range(count - 1, -1, -1)]


def by_day(
    meters: dict[str, Meters], days: Sequence[str], table: str, lines: Iterable[ExpectedLine]
) -> list[tuple[str, Meter, Expected | None]]:
    """Each day, of one table or of all."""
    expected = {(line.table, line.day): line.found for line in lines}
    return [
        (
            day,
            total(
                each.days[day]
                for name, each in meters.items()
                if table in ("", name) and day in each.days
            ),
            expected.get((table, day)) if table else None,
        )
        for day in days
    ]


def by_table(
    meters: dict[str, Meters], days: Sequence[str], lines: Iterable[ExpectedLine]
) -> list[tuple[str, Meter, Expected | None]]:
    """Each table over all these days."""
    known = list(lines)
    whole = {line.table: line.found for line in known if line.table != ALL and not line.day}
    single = {line.table: line.found for line in known if line.day}
    wanted = set(days)
    return [
        (
            called(name),
            total(meter for day, meter in each.days.items() if day in wanted),
            whole.get(name) or single.get(name),
        )
        for name, each in sorted(meters.items())
    ]


def _lines(label: str, most: int) -> tuple[str, ...]:
    """A day as it is said, or a name on two lines if it has to be; what is too long is cut."""
    try:
        day = date.fromisoformat(label)
    except ValueError:
        name = label
    else:
        return (f"{day.day} {day:%b}",)
    first, *others = wrap(name, max(most, 3), break_long_words=True)
    second = " ".join(others)
    if len(second) > most:
        second = f"{second[: most - 1]}…"
    return (first, second) if second else (first,)


def chart(rows: Sequence[tuple[str, Meter, Expected | None]]) -> Chart:
    """Bars from nothing up to what was won and dropped, or down where a table lost."""
    amounts = [0, 100_00]
    for _, meter, found in rows:
        amounts += [meter.win, meter.drop]
        amounts += [] if found is None else [found.least, found.most]
    low, high = min(amounts), max(amounts)
    room = HEIGHT - TOP - BOTTOM

    def height(cents: float) -> float:
        return round(TOP + room * (high - cents) / (high - low), 1)

    def reach(one: float, other: float) -> tuple[float, float]:
        top = min(height(one), height(other))
        return top, round(abs(height(one) - height(other)), 1)

    each = (WIDTH - LEFT) / max(1, len(rows))
    step = 1 if len(rows) <= MOST_LABELS else 3
    bars = tuple(
        Bar(
            label, () if place % step else _lines(label, int(each * step / LETTER)), meter,
            round(LEFT + place * each, 1), round(each, 1), height(0),
            reach(0, meter.win), reach(0, meter.drop),
            None if found is None else height(found.expected),
            None if found is None else reach(found.least, found.most), found,
        )
        for place, (label, meter, found) in enumerate(rows)
    )  # fmt: skip
    return Chart(bars, tuple((height(cents), cents) for cents in {low, 0, high}))
