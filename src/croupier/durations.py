"""Lengths of time in milliseconds, as every moment of a record is counted, and zones in words."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def zone(moment: datetime) -> str:
    """Whose time a moment is told in: `UTC+11`, `UTC-3:30`."""
    minutes = (moment.utcoffset() or timedelta()) // timedelta(minutes=1)
    hours, rest = divmod(abs(minutes), 60)
    sign = "-" if minutes < 0 else "+"
    return "UTC" + (f"{sign}{hours}" if minutes else "") + (f":{rest:02}" if rest else "")
