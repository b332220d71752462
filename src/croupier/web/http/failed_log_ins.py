"""Wrong passwords are counted, and whoever gives too many has to wait.

What is locked is an account at an address, so that nobody is locked out by what strangers do
elsewhere:

- An account at an address is locked after a few wrong passwords, and each time for twice as long.
- An address is locked after more of them, for whichever accounts it tried.
- An account that is tried from everywhere is slowed down: after many wrong passwords it looks at
  one in a while. Whoever guesses from a thousand addresses gets no further than that.

Whoever has logged in to the account from the same address before is held up by the first of these
alone. A network of IPv6 counts as one address, for anybody has a great many in it.

An attempt counts as wrong until it has proved right, so that many at once are no way around it.
What is counted for an account lies in the safe and outlives a restart. Names that nobody has are
counted and locked alike, in memory, so that a lock tells nothing about who has an account.
"""

from __future__ import annotations

from asyncio import Lock
from typing import TYPE_CHECKING

import msgspec

from croupier.durations import DAY, SECOND
from croupier.web.http.request import network_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from croupier.web.http.store_safe import Safe
    from croupier.web.settings import Settings

    T = TypeVar("T")

MOST_COUNTED = 10_000
"""Of how many addresses, and of how many names that nobody has."""
MOST_ADDRESSES = 100
"""Of one account are counted; one with a lock that is over makes room first."""
MOST_FAMILIAR = 20
FAMILIAR = 90 * DAY
"""For how long an address is known from which somebody logged in."""
LONGEST_LOCK = DAY
SLOWEST = 60 * SECOND
"""How long an account that is tried from everywhere waits between two passwords at most."""


class FailureCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many wrong passwords, since when, and until when no other is looked at."""

    times: int = 0
    since: int = 0
    until: int = 0
    locks: int = 0
    """How often it was locked before."""


class AccountFailures(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of the attempts at one account."""

    by_address: dict[str, FailureCount] = {}
    elsewhere: FailureCount = FailureCount()
    """Those from addresses that are not familiar, all together."""
    familiar: dict[str, int] = {}
    """From which addresses somebody logged in, and when last."""


class LogInAttempt(msgspec.Struct, frozen=True):
    """What an attempt led to."""

    locked: int = 0
    """For how many milliseconds it is locked: the attempt is not even looked at."""
    locks: str = ""
    """What is locked from now on if this attempt is wrong too."""


class FailedLogIns:
    def __init__(self, safe: Safe, settings: Settings, clock: Callable[[], int]) -> None:
        self._safe = safe
        self._clock = clock
        self._lock = settings.lock * SECOND
        self._by_pair = settings.failures
        self._by_address = settings.failures_by_address
        self._by_account = settings.failures_by_account
        self._nobodys: dict[str, AccountFailures] = {}
        self._addresses: dict[str, FailureCount] = {}
        self._turn = Lock()

    async def attempt(self, person: str, address: str, *, known: bool) -> LogInAttempt:
        """Count an attempt as wrong, unless it has to wait."""
        address, now = network_of(address), self._clock()
        async with self._turn:
            account = await self._failures_of(person, known=known)
            pair = account.by_address.get(address, FailureCount())
            there, elsewhere = self._addresses.get(address, FailureCount()), account.elsewhere
            familiar = self._is_familiar(account, address, now)
            until = pair.until if familiar else max(pair.until, there.until, elsewhere.until)
            if until > now:
                return LogInAttempt(locked=until - now)
            pair = self._once_more(pair, now, self._by_pair)
            if not familiar:
                there = self._once_more(there, now, self._by_address)
                _keep(self._addresses, address, there)
                elsewhere = self._slower(elsewhere, now)
            account = AccountFailures(
                _with(account.by_address, address, pair, now), elsewhere, account.familiar
            )
            await self._note(person, account, known=known)
        if pair.until > now:
            return LogInAttempt(locks="the account")
        if familiar:
            return LogInAttempt()
        if there.until > now:
            return LogInAttempt(locks="the address")
        slows = elsewhere.times == self._by_account
        return LogInAttempt(locks="the account at new addresses" if slows else "")

    async def forgive(self, person: str, address: str) -> None:
        """The attempt was right: it did not count, and the address is familiar from now on."""
        address, now = network_of(address), self._clock()
        async with self._turn:
            account = await self._failures_of(person, known=True)
            elsewhere = account.elsewhere
            if not self._is_familiar(account, address, now):
                self._uncount(address)
                elsewhere = msgspec.structs.replace(elsewhere, times=max(elsewhere.times - 1, 0))
            by_address = {where: n for where, n in account.by_address.items() if where != address}
            familiar = _newest({**account.familiar, address: now}, now)
            await self._note(person, AccountFailures(by_address, elsewhere, familiar), known=True)

    async def begin_anew(self, person: str, address: str = "") -> None:
        """The account has another password: nothing counts that was, and nobody is familiar.

        Only the address is, from which somebody has just given the password before.
        """
        address = address and network_of(address)
        async with self._turn:
            familiar = {address: self._clock()} if address else {}
            await self._note(person, AccountFailures(familiar=familiar), known=True)

    def _is_familiar(self, account: AccountFailures, address: str, now: int) -> bool:
        last = account.familiar.get(address)
        return last is not None and now - last < FAMILIAR

    def _once_more(self, count: FailureCount, now: int, most: int) -> FailureCount:
        if count.until and now - count.until >= LONGEST_LOCK:
            count = FailureCount()  # it was quiet for long enough
        if count.until or not 0 <= now - count.since < self._lock:
            count = FailureCount(since=now, locks=count.locks)
        times, locks = count.times + 1, count.locks
        if times < most:
            return FailureCount(times, count.since, 0, locks)
        lasts = min(self._lock * 2 ** min(locks, 20), max(LONGEST_LOCK, self._lock))
        return FailureCount(times, count.since, now + lasts, locks + 1)

    def _slower(self, count: FailureCount, now: int) -> FailureCount:
        """For an account that is tried from everywhere; `since` is when it was tried last."""
        if not 0 <= now - count.since < self._lock:
            count = FailureCount()
        times = count.times + 1
        beyond = times - self._by_account
        wait = 0 if beyond < 0 else min(SECOND * 2 ** min(beyond, 20), SLOWEST)
        return FailureCount(times, now, now + wait if wait else 0)

    def _uncount(self, address: str) -> None:
        there = self._addresses.get(address)
        if there is not None:
            locks = there.locks - (there.until > 0)
            _keep(
                self._addresses,
                address,
                FailureCount(max(there.times - 1, 0), there.since, 0, locks),
            )

    async def _failures_of(self, person: str, *, known: bool) -> AccountFailures:
        if not known:
            return self._nobodys.get(person, AccountFailures())
        content = await self._safe.get(_in_safe(person))
        if content is None:
            return AccountFailures()
        return msgspec.json.decode(content, type=AccountFailures)

    async def _note(self, person: str, account: AccountFailures, *, known: bool) -> None:
        if known:
            await self._safe.put({_in_safe(person): msgspec.json.encode(account)})
        else:
            _keep(self._nobodys, person, account)


def _with(
    counts: dict[str, FailureCount], address: str, count: FailureCount, now: int
) -> dict[str, FailureCount]:
    """These with one more, and no more than there is room for."""
    counts = {**counts, address: count}
    while len(counts) > MOST_ADDRESSES:
        others = [where for where in counts if where != address]
        over = (where for where in others if counts[where].until <= now)
        del counts[next(over, others[0])]
    return counts


def _newest(familiar: dict[str, int], now: int) -> dict[str, int]:
    newest = sorted(familiar.items(), key=lambda each: each[1])[-MOST_FAMILIAR:]
    return {address: last for address, last in newest if now - last < FAMILIAR}


def _keep(kept: dict[str, T], key: str, value: T) -> None:
    """Keep the newest; the oldest makes room."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST_COUNTED:
        del kept[next(iter(kept))]


def _in_safe(person: str) -> str:
    return f"people/{person}/failures"
