"""Wrong passwords are counted, by account and by address; too many lock the one or the other.

An attempt counts as wrong until it has proved right, so that many at once are no way around it.
What is counted for an account lies in the safe and outlives a restart. Names that nobody has are
counted and locked alike, in memory, so that a lock tells nothing about who has an account.
"""

from __future__ import annotations

from asyncio import Lock
from typing import TYPE_CHECKING

import msgspec

from croupier.durations import SECOND

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.web.http.safe import Safe
    from croupier.web.settings import Settings

MOST_COUNTED = 10_000
"""Of how many addresses, and of how many names that nobody has."""


class Count(msgspec.Struct, frozen=True):
    """How often, since when, and until when it is locked."""

    times: int = 0
    since: int = 0
    until: int = 0


class Counted(msgspec.Struct, frozen=True):
    """What an attempt led to."""

    locked: int = 0
    """For how many milliseconds it is locked: the attempt is not even looked at."""
    locks: str = ""
    """What is locked from now on if this attempt is wrong too: the account, or the address."""


class FailedLogIns:
    def __init__(self, safe: Safe, settings: Settings, clock: Callable[[], int]) -> None:
        self._safe = safe
        self._clock = clock
        self._lock = settings.lock * SECOND
        self._by_account = settings.failures
        self._by_address = settings.failures_by_address
        self._nobodys: dict[str, Count] = {}
        self._addresses: dict[str, Count] = {}
        self._turn = Lock()

    async def attempt(self, person: str, address: str, *, known: bool) -> Counted:
        """Count an attempt as wrong, unless the account or the address is locked."""
        now = self._clock()
        async with self._turn:
            account = await self._count_of(person, known=known)
            there = self._addresses.get(address, Count())
            locked = max(account.until, there.until) - now
            if locked > 0:
                return Counted(locked=locked)
            account = self._once_more(account, now, self._by_account)
            there = self._once_more(there, now, self._by_address)
            _keep(self._addresses, address, there)
            await self._note(person, account, known=known)
        locks = "the account" if account.until > now else "the address" if there.until > now else ""
        return Counted(locks=locks)

    async def forgive(self, person: str, address: str) -> None:
        """The attempt was right, or the account has another password."""
        async with self._turn:
            there = self._addresses.get(address)
            if there is not None:
                less = Count(max(there.times - 1, 0), there.since)
                _keep(self._addresses, address, less)
            await self._safe.put({_in_safe(person): None})

    def _once_more(self, count: Count, now: int, most: int) -> Count:
        if count.until or not 0 <= now - count.since < self._lock:
            count = Count(since=now)
        times = count.times + 1
        return Count(times, count.since, now + self._lock if times >= most else 0)

    async def _count_of(self, person: str, *, known: bool) -> Count:
        if not known:
            return self._nobodys.get(person, Count())
        content = await self._safe.get(_in_safe(person))
        return Count() if content is None else msgspec.json.decode(content, type=Count)

    async def _note(self, person: str, count: Count, *, known: bool) -> None:
        if known:
            await self._safe.put({_in_safe(person): msgspec.json.encode(count)})
        else:
            _keep(self._nobodys, person, count)


def _keep(counts: dict[str, Count], key: str, count: Count) -> None:
    """Keep the newest; the oldest makes room."""
    counts.pop(key, None)
    counts[key] = count
    if len(counts) > MOST_COUNTED:
        del counts[next(iter(counts))]


def _in_safe(person: str) -> str:
    return f"people/{person}/failures"
