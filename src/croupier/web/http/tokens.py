"""API tokens: a program that acts for a person, in the roles and for the time that they chose.

A person sees a token once. What is kept of it is its hash, in the safe.
"""

from __future__ import annotations

from asyncio import Lock
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Role
from croupier.durations import DAY
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.safe import digest, new_secret
from croupier.web.http.sessions import FRESH, MOST_CACHED

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.web.http.safe import Safe

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


class Made(msgspec.Struct, frozen=True):
    """A new token, as its owner sees it this once."""

    token: str
    about: ApiToken


class Tokens:
    def __init__(self, safe: Safe, clock: Callable[[], int]) -> None:
        self._safe = safe
        self._clock = clock
        self._cache: dict[str, tuple[ApiToken, int]] = {}
        self._lists = Lock()

    async def make(self, person: str, name: str, roles: tuple[Role, ...], days: int) -> Made:
        secret, now = PREFIX + new_secret(), self._clock()
        place = _in_safe(secret)
        about = ApiToken(new_secret()[:12], person, name, roles, now, now + days * DAY)
        async with self._lists:
            kept, gone = await self._sorted_out(person)
            if len(kept) >= MOST_OF_ONE_PERSON:
                raise HttpError(
                    ProblemType.REFUSED, f"{person} has {len(kept)} tokens; revoke one first"
                )
            kept[place] = about
            await self._write(person, kept, {place: msgspec.json.encode(about), **gone})
        return Made(secret, about)

    async def of(self, person: str) -> list[ApiToken]:
        """Somebody's tokens that have not expired, the oldest first."""
        kept, _ = await self._sorted_out(person)
        return list(kept.values())

    async def revoke(self, person: str, id: str) -> None:
        async with self._lists:
            kept, gone = await self._sorted_out(person)
            place = next((place for place, about in kept.items() if about.id == id), None)
            if place is None:
                raise HttpError(ProblemType.NOT_FOUND, f"{person} has no token {id!r}", field="id")
            del kept[place]
            await self._write(person, kept, {place: None, **gone})
            self._cache.pop(place, None)

    async def find(self, secret: str) -> ApiToken | None:
        """What a token stands for, if it was not revoked and has not expired."""
        if not secret.startswith(PREFIX):
            return None
        place, now = _in_safe(secret), self._clock()
        about, checked = self._cache.get(place, (None, 0))
        if about is None or not 0 <= now - checked < FRESH:
            about = await self._looked_up(place, now)
        return about if about is not None and now < about.expires else None

    async def _looked_up(self, place: str, now: int) -> ApiToken | None:
        content = await self._safe.get(place)
        if content is None:
            self._cache.pop(place, None)
            return None
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        about = msgspec.json.decode(content, type=ApiToken)
        self._cache[place] = about, now
        return about

    async def _sorted_out(self, person: str) -> tuple[dict[str, ApiToken], dict[str, None]]:
        """Somebody's tokens by their places in the safe, and the places of those that expired."""
        content = await self._safe.get(_list_in_safe(person))
        if content is None:
            return {}, {}
        listed = msgspec.json.decode(content, type=dict[str, ApiToken])
        now = self._clock()
        kept = {place: about for place, about in listed.items() if now < about.expires}
        return kept, dict.fromkeys(listed.keys() - kept.keys())

    async def _write(
        self, person: str, kept: dict[str, ApiToken], changes: dict[str, bytes | None]
    ) -> None:
        await self._safe.put({**changes, _list_in_safe(person): msgspec.json.encode(kept)})


def _in_safe(secret: str) -> str:
    return f"tokens/{digest(secret)}"


def _list_in_safe(person: str) -> str:
    return f"people/{person}/tokens"
