"""RateLimit: how much somebody may ask for; operations declare what they cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from croupier.durations import SECOND
from croupier.web.http.problems import HttpError, ProblemType

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_WATCHED = 10_000


class RateLimit:
    """A bucket for each who asks: it holds a burst, and fills up at the rate."""

    def __init__(self, rate: int, burst: int, clock: Callable[[], int]) -> None:
        self._rate = rate
        self._full = float(rate * burst)
        self._clock = clock
        self._buckets: dict[str, tuple[float, int]] = {}

    def take(self, who: str, cost: int = 1) -> None:
        """Take what a request costs, or raise `HttpError` if there have been too many.

        A full bucket is enough for anything; what costs more than it holds empties it.
        """
        now = self._clock()
        left, since = self._buckets.get(who, (self._full, now))
        left = min(left + max(now - since, 0) * self._rate / SECOND, self._full)
        needed = min(float(cost), self._full)
        if left < needed:
            raise HttpError(
                ProblemType.TOO_MANY,
                f"more than {self._rate} requests a second"
                + (f", and this one counts as {cost}" if cost > 1 else ""),
                retry_after=math.ceil((needed - left) / self._rate),
            )
        if who not in self._buckets and len(self._buckets) >= MOST_WATCHED:
            self._make_room(now)
        self._buckets[who] = left - needed, now

    def _make_room(self, now: int) -> None:
        """Forget those whose buckets have filled up since; if all are busy, all."""
        filled = self._full / self._rate * SECOND
        busy = {who: kept for who, kept in self._buckets.items() if now - kept[1] < filled}
        self._buckets = busy if len(busy) < MOST_WATCHED else {}
