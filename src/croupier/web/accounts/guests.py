"""Guests: somebody who plays with play chips at once, without a name and a password.

A house that allows guests has so many places for them. A place is an account like any other, which
is made when it is first needed and given to the next guest when the one before has gone: they get
up from the tables, and what is in their pocket is made up to what a guest begins with. So however
many come, the record has no more accounts of guests than places, but for those who choose a name
and a password: the account is theirs then, and another takes its place.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.account_names import why_unfit
from croupier.casino.demo import GUESTS_IN_SAFE
from croupier.casino.floor import look, people_at
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import BuyIn, Enrol
from croupier.casino.references import renamed
from croupier.durations import HOUR
from croupier.rulebook.citations import Refused
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Sit
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.tables.leaving import go_home

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from croupier.casino.floor import Floor
    from croupier.web.services import Services

BEGINS_WITH = 1_000_00
"""What a guest has in play chips."""
BRINGS = 500_00
"""What a guest brings to the first table."""
PLACES_IN_SAFE = "guests/places"
MOST_ADDRESSES = 10_000
PATIENCE, SOON = 10.0, 0.02
"""Seconds to wait while another process gives a place out, and between two looks."""
ONE_MORE = 3
"""How many boxes beside the middle one are tried before any that is free."""


class Place(msgspec.Struct, frozen=True):
    """An account for guests: how the records call it, and what is shown."""

    person: str
    name: str


class Guests:
    """The places of a house for guests."""

    def __init__(self, services: Services, clock: Callable[[], int]) -> None:
        self._services = services
        self._clock = clock
        self._lock = asyncio.Lock()
        self._came: dict[str, deque[int]] = {}
        """When guests came, by address."""
        self._people: set[str] = set()

    async def load(self) -> None:
        """Know again who is a guest."""
        self._people = {place.person for place in await self._places()}

    def is_guest(self, person: str) -> bool:
        return person in self._people

    async def allowed(self) -> int:
        """How many guests the house has places for; 0, if it has none."""
        set_to = self._services.settings.guests
        if set_to is not None:
            return set_to
        return int(await self._services.safe.get(GUESTS_IN_SAFE) or 0)

    async def welcome(self, address: str) -> tuple[str, str]:
        """A place for somebody at an address: how the casino calls them, and a session's secret."""
        most = await self.allowed()
        if not most:
            raise HttpError(ProblemType.NOT_ALLOWED, "this house has no places for guests; log in")
        self._must_not_be_many(address)
        async with self._alone():
            place = await self._free_place(most)
            if place is None:
                raise HttpError(
                    ProblemType.UNAVAILABLE,
                    f"all {most} places for guests are taken; come back in a few minutes",
                    retry_after=60,
                )
            await self._make_up(Person(place.person, Role.PLAYER))
            secret = await self._services.sessions.begin(place.person)
        self._came.setdefault(address, deque()).append(self._clock())
        return place.person, secret

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Nobody else gives out places meanwhile, in this process or another one of the house."""
        store = self._services.floor.store
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE):
                    while await asyncio.to_thread(store.hold, PLACES_IN_SAFE) is None:
                        await asyncio.sleep(SOON)
            except TimeoutError:
                raise HttpError(
                    ProblemType.UNAVAILABLE, "many guests come at once; ask again", retry_after=1
                ) from None
            try:
                yield
            finally:
                await asyncio.to_thread(store.release, PLACES_IN_SAFE)

    def _must_not_be_many(self, address: str) -> None:
        """Refuse an address that had as many guests within the hour as it may."""
        now, most = self._clock(), self._services.settings.guests_by_address
        came = self._came.get(address, deque())
        while came and now - came[0] >= HOUR:
            came.popleft()
        if len(came) >= most:
            raise HttpError(
                ProblemType.TOO_MANY,
                f"{most} guests an hour may come from one address; log in, or come back later",
                retry_after=(came[0] + HOUR - now) // 1000,
            )
        if len(self._came) >= MOST_ADDRESSES:
            self._came.clear()

    async def _places(self) -> list[Place]:
        content = await self._services.safe.get(PLACES_IN_SAFE)
        places = [] if content is None else msgspec.json.decode(content, type=list[Place])
        self._people.update(place.person for place in places)  # another process may have made some
        return places

    async def _free_place(self, most: int) -> Place | None:
        """One that nobody has now, of those that there are or a new one."""
        floor, places = self._services.floor, await self._places()
        for place in places:
            if await self._services.sessions.is_anybody(place.person):
                continue
            if await self._leaves(Person(place.person, Role.PLAYER)):
                return place
        if len(places) >= most:
            return None
        name = _free_name(floor, {place.name for place in places})
        made = Place(await floor.enrol(name, (Role.PLAYER,), ITSELF), name)
        await self._services.safe.put({PLACES_IN_SAFE: msgspec.json.encode([*places, made])})
        self._people.add(made.person)
        return made

    async def _leaves(self, guest: Person) -> bool:
        """Whether whoever had a place before has gone from every table."""
        floor = self._services.floor
        for table in tuple(floor.house.tables):
            if guest.name not in await people_at(floor, table):
                continue
            with suppress(Refused):
                await go_home(self._services, guest, table)
            if guest.name in await people_at(floor, table):
                return False
        return True

    async def _make_up(self, guest: Person) -> None:
        """A new guest has what every guest begins with."""
        less = BEGINS_WITH - self._services.chips_of(guest.name)
        if less > 0:
            await self._services.command_house(BuyIn(person=guest.name, amount=less), guest)

    async def sit_down(self, person: str, table: str) -> None:
        """A guest comes to a table with chips and has a seat, so that a wager is the next thing."""
        guest = Person(person, Role.PLAYER)
        await self._services.play(table, Arrive(player=person), guest)
        await self._services.play(table, BringChips(player=person, amount=BRINGS), guest)
        await sit_anywhere(self._services, guest, table)

    # -- an account that somebody keeps

    async def keep(self, person: str, name: str, password: str) -> str:
        """The account is theirs, with a name and a password; a session's secret, for the cookie."""
        services = self._services
        async with self._alone():
            places = await self._places()
            place = next((each for each in places if each.person == person), None)
            if place is None:
                raise HttpError(ProblemType.NOT_ALLOWED, "this account is kept already")
            await services.passwords.prove(password, name)  # refused before anything is changed
            floor, asked = services.floor, Enrol(person=name, roles=(Role.PLAYER,))
            unfit = why_unfit(floor.house, asked, floor.references.alike(name))
            if unfit is not None:
                raise unfit
            left = [each for each in places if each is not place]
            await services.safe.put(
                {
                    **renamed(person, place.name, name),
                    PLACES_IN_SAFE: msgspec.json.encode(left),
                }
            )
            self._people.discard(person)
            floor.references.look_anew()
            await services.set_password(person, password, Person(person, Role.PLAYER), None)
        return await services.sessions.begin(person)


async def sit_anywhere(services: Services, player: Person, table: str) -> None:
    """A free box for a player, as near the middle as there is one."""
    view = (await look(services.floor, table, player)).view
    middle = (len(view.boxes) + 1) / 2
    free = [box.number for box in view.boxes if box.seat is None and not box.wagers]
    for box in sorted(free, key=lambda number: abs(number - middle))[: ONE_MORE + 1]:
        with suppress(Refused):
            await services.play(table, Sit(player=player.name, box=box), player)
            return


def _free_name(floor: Floor, taken: set[str]) -> str:
    number = len(taken) + 1
    while (
        f"Guest {number}" in taken
        or floor.references.person_called(f"Guest {number}") != f"Guest {number}"
    ):
        number += 1
    return f"Guest {number}"
