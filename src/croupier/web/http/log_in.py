"""Logging in: a name and a password for a session."""

from __future__ import annotations

import math
from asyncio import get_running_loop
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from croupier.casino import passwords
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import Incident, Report
from croupier.casino.house_views import has_account, is_forgotten
from croupier.casino.references import kept_text, new_text
from croupier.durations import DAY, SECOND
from croupier.web.http.problems import HttpError, ProblemType

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from croupier.casino.floor import Floor
    from croupier.web.http.failed_log_ins import FailedLogIns
    from croupier.web.http.sessions import Sessions
    from croupier.web.http.store_safe import Safe

    T = TypeVar("T")

AT_ONCE = 2
"""How many passwords are looked at together: each takes 64 MB and a core for a while."""
MOST_WAITING = 32
ONE_MINUTE = 60
ADDRESSES_KEPT = 90 * DAY
"""For how long it is known from where somebody tried to log in and could not."""


class Passwords:
    """Argon2, away from the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0

    async def prove(self, password: str, person: str = "") -> bytes:
        """What to keep of a new password of somebody."""
        try:
            return await self._away(lambda: passwords.prove(password, person))
        except ValueError as error:
            detail = str(error).removeprefix("password: ")
            raise HttpError(ProblemType.INVALID, detail, field="password") from None

    async def prove_again(self, password: str) -> bytes:
        """What to keep of a password that somebody has."""
        return await self._away(lambda: passwords.proof_of(password))

    async def is_proved(self, proof: bytes | None, password: str) -> bool:
        return await self._away(lambda: passwords.is_proved(proof, password))

    async def _away(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise HttpError(ProblemType.UNAVAILABLE, "too many are logging in", retry_after=2)
        self._waiting += 1
        try:
            return await get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Authenticator:
    """Where people log in."""

    def __init__(
        self,
        floor: Floor,
        safe: Safe,
        sessions: Sessions,
        failures: FailedLogIns,
        passwords: Passwords,
    ) -> None:
        self._floor = floor
        self._safe = safe
        self._sessions = sessions
        self._failures = failures
        self._passwords = passwords

    async def log_in(self, person: str, password: str, address: str) -> str:
        """A new session of whoever knows the password; its secret, for the cookie."""
        if not await self.knows(person, password, address):
            raise HttpError(ProblemType.WHO_ARE_YOU, "the name or the password is wrong")
        return await self._sessions.begin(person)

    async def knows(self, person: str, password: str, address: str) -> bool:
        """Whether this is somebody's password. Whoever is wrong too often may not ask any more."""
        floor = self._floor
        known = has_account(floor, person) and not is_forgotten(floor, person)
        attempt = await self._failures.attempt(person, address, known=known)
        if attempt.locked:
            wait = math.ceil(attempt.locked / SECOND)
            minutes = f"{math.ceil(wait / 60)} minutes"
            detail = f"try again in {minutes if wait > ONE_MINUTE else f'{wait} seconds'}"
            raise HttpError(ProblemType.LOCKED, detail, retry_after=wait)
        proof = await self._safe.get(passwords.in_safe(person)) if known else None
        if not await self._passwords.is_proved(proof, password):
            await self._report(person if known else "", address, attempt.locks)
            return False
        assert proof is not None
        if passwords.is_outdated(proof):
            renewed = await self._passwords.prove_again(password)
            await self._safe.put({passwords.in_safe(person): renewed})
        await self._failures.forgive(person, address)
        return True

    async def _report(self, person: str, address: str, locks: str) -> None:
        """A name that nobody has is not written down: it may be a password in the wrong field.

        Nor is the address, which the record only refers to.
        """
        floor = self._floor
        place = new_text(floor.entropy())
        safe = kept_text(place, address, person, floor.clock() + ADDRESSES_KEPT)
        failed = Report(incident=Incident.FAILED_LOG_IN, subject=person, detail=f"from {place}")
        await floor.command_house(failed, ITSELF, safe=safe)
        if locks:
            detail = f"{locks}, from {place}"
            locked = Report(incident=Incident.LOCKED_OUT, subject=person, detail=detail)
            await floor.command_house(locked, ITSELF)
