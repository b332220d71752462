"""API tokens: a program that acts for a person, in the roles and for the time that they chose.

A person sees a token once. What is kept of it is its hash, in the safe. Another password of theirs
ends it.
"""

from __future__ import annotations

from asyncio import Future, Lock, ensure_future, shield
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Role
from croupier.durations import DAY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.sessions import FRESH, MOST_CACHED
from croupier.web.http.store_safe import digest, new_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.web.http.store_safe import Put, Safe

PREFIX = "croupier_"
"""How every token begins, so that one that was lost is recognised."""
MOST_OF_ONE_PERSON = 50


class ApiToken(msgspec.Struct, frozen=True):
    """What is known of a token; the token itself is not."""

    id: str
    person: str
    name: str
    """What its owner calls it."""
    roles: tuple[Role, ...]
    made: int
    expires: int


class KeptToken(ApiToken, frozen=True):
    """What the safe has of a token."""

    password: int = 0
    """Which password its person had, by number; 0 for tokens of earlier versions, which another
    password takes out of the safe."""

    @property
    def shown(self) -> ApiToken:
        return ApiToken(self.id, self.person, self.name, self.roles, self.made, self.expires)


class Made(msgspec.Struct, frozen=True):
    """A new token, as its owner sees it this once."""

    token: str
    about: ApiToken


class Tokens:
    def __init__(
        self, safe: Safe, clock: Callable[[], int], password_of: Callable[[str], int]
    ) -> None:
        self._safe = safe
        self._clock = clock
        self._password_of = password_of
        """The number of the password that somebody has, counted up with each new one."""
        self._cache: dict[str, tuple[KeptToken, int]] = {}
        self._reading: dict[str, Future[KeptToken | None]] = {}
        """What is being read from the safe; nobody who comes after `forget` is told of it."""
        self._lists = Lock()

    async def make(self, person: str, name: str, roles: tuple[Role, ...], days: int) -> Made:
        secret, now = PREFIX + new_secret(), self._clock()
        place = place_of(secret)
        about = KeptToken(
            new_secret()[:12], person, name, roles, now, now + days * DAY, self._password_of(person)
        )
        async with self._lists:
            kept, gone = await self._sorted_out(person)
            if len(kept) >= MOST_OF_ONE_PERSON:
                raise HttpError(
                    ProblemType.REFUSED, f"{person} has {len(kept)} tokens; revoke one first"
                )
            kept[place] = about
            await self._safe.put({place: msgspec.json.encode(about), **gone, **_list(person, kept)})
        return Made(secret, about.shown)

    async def of(self, person: str) -> list[ApiToken]:
        """Somebody's tokens that have not expired, the oldest first."""
        kept, _ = await self._sorted_out(person)
        return [about.shown for about in kept.values()]

    async def revoke(self, person: str, id: str, put: Put) -> None:
        async with self._lists:
            kept, gone = await self._sorted_out(person)
            place = next((place for place, about in kept.items() if about.id == id), None)
            if place is None:
                raise HttpError(ProblemType.NOT_FOUND, f"{person} has no token {id!r}", field="id")
            del kept[place]
            await put({place: None, **gone, **_list(person, kept)})
            self._cache.pop(place, None)
            self._reading.pop(place, None)

    async def revoke_all(self, person: str, put: Put) -> None:
        async with self._lists:
            kept, gone = await self._sorted_out(person)
            await put({**dict.fromkeys(kept), **gone, _list_in_safe(person): None})
            self.forget(person)

    def forget(self, person: str) -> None:
        """Look anew into the safe for everything that concerns somebody."""
        self._reading.clear()
        for place, (about, _) in list(self._cache.items()):
            if about.person == person:
                del self._cache[place]

    def recognises(self, place: str) -> bool:
        """Whether the token of this place was found lately, without a look into the safe."""
        return place in self._cache

    async def find(self, secret: str) -> ApiToken | None:
        """What a token stands for, if it was not revoked and has not expired."""
        return await self.find_at(place_of(secret)) if is_like_one(secret) else None

    async def find_at(self, place: str) -> ApiToken | None:
        """The same by the place that the safe has for it."""
        now = self._clock()
        about, checked = self._cache.get(place, (None, 0))
        if about is None or not 0 <= now - checked < FRESH:
            about = await self._looked_up(place, now)
        return about if about is not None and self._holds(about, now) else None

    def _holds(self, about: KeptToken, now: int) -> bool:
        return now < about.expires and about.password in (0, self._password_of(about.person))

    async def _looked_up(self, place: str, now: int) -> KeptToken | None:
        """What the safe has of a token, read once for all who ask meanwhile."""
        reading = self._reading.get(place)
        if reading is None:
            reading = self._reading[place] = ensure_future(self._read(place, now))
            reading.add_done_callback(lambda done: self._has_read(place, done))
        return await shield(reading)

    def _has_read(self, place: str, reading: Future[KeptToken | None]) -> None:
        if self._reading.get(place) is reading:
            del self._reading[place]

    async def _read(self, place: str, now: int) -> KeptToken | None:
        content = await self._safe.get(place)
        if content is None:
            self._cache.pop(place, None)
            return None
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        about = msgspec.json.decode(content, type=KeptToken)
        self._cache[place] = about, now
        return about

    async def _sorted_out(self, person: str) -> tuple[dict[str, KeptToken], dict[str, None]]:
        """Somebody's tokens by their places in the safe, and the places of those that are over."""
        content = await self._safe.get(_list_in_safe(person))
        if content is None:
            return {}, {}
        listed = msgspec.json.decode(content, type=dict[str, KeptToken])
        now = self._clock()
        kept = {place: about for place, about in listed.items() if self._holds(about, now)}
        return kept, dict.fromkeys(listed.keys() - kept.keys())


def is_like_one(secret: str) -> bool:
    """Whether it may be a token; all else need not be looked for."""
    return secret.startswith(PREFIX)


def place_of(secret: str) -> str:
    """Where the safe has what is kept of a token."""
    return f"tokens/{digest(secret)}"


def _list(person: str, kept: dict[str, KeptToken]) -> dict[str, bytes]:
    return {_list_in_safe(person): msgspec.json.encode(kept)}


def _list_in_safe(person: str) -> str:
    return f"people/{person}/tokens"
