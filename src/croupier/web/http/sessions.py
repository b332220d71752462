"""Sessions: somebody who logged in with a password, known again by a cookie.

The cookie is a secret of 256 bits, and only its hash is kept: in the safe, so that sessions outlive
a restart and hold at every process that serves the casino. A session is written once and taken out
at its end; when it was last seen lies beside it, so that a late note of that cannot bring it back.
"""

from __future__ import annotations

import hmac
from asyncio import Lock
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.casino import passwords
from croupier.durations import SECOND
from croupier.web.http.store_safe import digest, new_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.web.http.store_safe import Put, Safe
    from croupier.web.settings import Settings

FRESH = SECOND
"""For how long a session is believed without a look into the safe: another process may end it."""
MOST_OF_ONE_PERSON = 20
MOST_CACHED = 10_000


class Session(msgspec.Struct, frozen=True):
    """Who it is, since when, and by which password; another password ends it."""

    person: str
    began: int
    password: str


class Begun(msgspec.Struct, frozen=True):
    """One session in the list of a person's."""

    name: str
    began: int


class _Cached(msgspec.Struct):
    session: Session
    checked: int
    seen: int
    noted: int
    """The last time it was seen that the safe knows of."""


class Sessions:
    def __init__(self, safe: Safe, settings: Settings, clock: Callable[[], int]) -> None:
        self._safe = safe
        self._clock = clock
        self._idle = settings.idle * SECOND
        self._life = settings.session * SECOND
        self._cache: dict[str, _Cached] = {}
        self._lists = Lock()

    async def begin(self, person: str) -> str:
        """A new session of somebody who has proved who they are; its secret, for the cookie."""
        secret, now = new_secret(), self._clock()
        name = _in_safe(secret)
        session = Session(person, now, await self._password_of(person))
        async with self._lists:
            live, over = self._sorted_out(await self._list_of(person), now)
            live.append(Begun(name, now))
            await self._safe.put(
                {
                    **{place: None for each in over for place in _places(each.name)},
                    name: msgspec.json.encode(session),
                    _list_in_safe(person): msgspec.json.encode(live),
                }
            )
        for each in over:
            self._cache.pop(each.name, None)
        self._cached(name, _Cached(session, now, now, now))
        return secret

    def _sorted_out(self, begun: list[Begun], now: int) -> tuple[list[Begun], list[Begun]]:
        """Which sessions of a person go on beside a new one, and which are over."""
        live = [each for each in begun if now - each.began < self._life]
        live = live[-(MOST_OF_ONE_PERSON - 1) :]
        return live, [each for each in begun if each not in live]

    def recognises(self, secret: str) -> bool:
        """Whether this session was found lately, without a look into the safe."""
        return _in_safe(secret) in self._cache

    async def find(self, secret: str) -> Session | None:
        """The session of a cookie, if it is not over; it has been seen now."""
        name, now = _in_safe(secret), self._clock()
        cached = self._cache.get(name)
        if cached is None or not 0 <= now - cached.checked < FRESH:
            cached = await self._looked_up(name, cached, now)
        if cached is None:
            return None
        if now - cached.session.began >= self._life or now - cached.seen >= self._idle:
            await self._end(name)
            return None
        cached.seen = now
        if now - cached.noted >= self._idle // 10:
            cached.noted = now
            await self._safe.put({_seen(name): b"%d" % now})
        return cached.session

    async def _looked_up(self, name: str, before: _Cached | None, now: int) -> _Cached | None:
        content = await self._safe.get(name)
        session = None if content is None else msgspec.json.decode(content, type=Session)
        if session is None or session.password != await self._password_of(session.person):
            self._cache.pop(name, None)
            return None
        noted = int(await self._safe.get(_seen(name)) or session.began)
        seen = noted if before is None else max(noted, before.seen)
        return self._cached(name, _Cached(session, now, seen, noted))

    def _cached(self, name: str, cached: _Cached) -> _Cached:
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        self._cache[name] = cached
        return cached

    async def is_anybody(self, person: str) -> bool:
        """Whether somebody has a session that is not over."""
        now = self._clock()
        for begun in await self._list_of(person):
            cached = self._cache.get(begun.name)
            if await self._safe.get(begun.name) is None or now - begun.began >= self._life:
                continue
            noted = int(await self._safe.get(_seen(begun.name)) or begun.began)
            if now - max(noted, cached.seen if cached else 0) < self._idle:
                return True
        return False

    async def end(self, secret: str) -> None:
        await self._end(_in_safe(secret))

    async def end_all(self, person: str, put: Put) -> None:
        """End every session of somebody, and keep no list of them."""
        async with self._lists:
            begun = await self._list_of(person)
            places = [place for each in begun for place in _places(each.name)]
            await put(dict.fromkeys([*places, _list_in_safe(person)]))
        self.forget(person)

    async def _end(self, name: str) -> None:
        self._cache.pop(name, None)
        await self._safe.put(dict.fromkeys(_places(name)))
        self._cache.pop(name, None)  # whoever looked it up while it was taken out

    def forget(self, person: str) -> None:
        """Look anew into the safe for everything that concerns somebody."""
        for name, cached in list(self._cache.items()):
            if cached.session.person == person:
                del self._cache[name]

    async def _list_of(self, person: str) -> list[Begun]:
        content = await self._safe.get(_list_in_safe(person))
        return [] if content is None else msgspec.json.decode(content, type=list[Begun])

    async def _password_of(self, person: str) -> str:
        """What tells one password of somebody from the next."""
        proof = await self._safe.get(passwords.in_safe(person))
        return sha256(proof or b"").hexdigest()


def csrf_token(secret: str) -> str:
    """What a page of this session sends along, and a page of anybody else cannot know."""
    return hmac.digest(secret.encode(errors="surrogateescape"), b"csrf", "sha256").hex()


def is_csrf_token(secret: str, given: str) -> bool:
    return hmac.compare_digest(csrf_token(secret).encode(), given.encode(errors="surrogateescape"))


def _in_safe(secret: str) -> str:
    return f"sessions/{digest(secret)}"


def _seen(name: str) -> str:
    return f"{name}/seen"


def _places(name: str) -> tuple[str, str]:
    return name, _seen(name)


def _list_in_safe(person: str) -> str:
    return f"people/{person}/sessions"
