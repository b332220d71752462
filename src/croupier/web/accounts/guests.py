"""Guests: people who play with play chips at once, without a name and a password.

Every guest is a new person with an account of their own: nothing of an earlier guest is theirs. The
account has a fixed stake and no API tokens. When its session has ended, the guest leaves the
tables, the chips go back to the cage, and the account is closed. A guest who chooses a name and a
password keeps the account. The number of accounts is bounded in four ways: how many guests play
at once, how many come from one address in an hour, how many come to the house in a day, and how
many accounts are kept from one address in a day.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.cage import cage_of
from croupier.casino.demo import GUESTS_IN_SAFE
from croupier.casino.floor import look, people_at
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import BuyIn, CashOut, Dismiss, Enrol, KeepAccount
from croupier.casino.house_views import tables_set_up, why_name_unfit
from croupier.casino.references import renamed
from croupier.durations import DAY, HOUR
from croupier.rulebook.citations import Refused
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Sit
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import network_of
from croupier.web.tables.leaving import go_home

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from croupier.web.services import Services

BEGINS_WITH = 1_000_00
"""What a guest has in play chips."""
BRINGS = 500_00
"""What a guest brings to the first table."""
COUNT_IN_SAFE = "guests/count"
OLD_PLACES_IN_SAFE = "guests/places"
"""The list of versions before 1.3: accounts that were given to one guest after another."""
MOST_ADDRESSES = 10_000
PATIENCE, SOON = 10.0, 0.02
"""Seconds to wait while another process lets a guest in, and between two looks."""
ONE_MORE = 3
"""How many boxes beside the middle one are tried before any that is free."""
LEFT = "the guest has left"
"""The reason for which the account of a guest is closed."""


class OldPlace(msgspec.Struct, frozen=True):
    """An account for guests as versions before 1.3 kept it."""

    person: str
    name: str


class Count(msgspec.Struct, frozen=True):
    """The number of guests who have come."""

    number: int = 0
    """Since the house was founded."""
    day: int = 0
    """The day of the last one, in days since 1970."""
    on_day: int = 0
    """The number of guests on that day."""


class Arrivals:
    """When something was done from each address, as far back as a limit reaches."""

    def __init__(self, clock: Callable[[], int], span: int) -> None:
        self._clock = clock
        self._span = span
        self._by_address: dict[str, deque[int]] = {}

    def wait(self, address: str, most: int) -> int:
        """Return the seconds until one more is allowed from an address; 0 if it is now."""
        now, times = self._clock(), self._by_address.get(address, deque())
        while times and now - times[0] >= self._span:
            times.popleft()
        return max(1, (times[0] + self._span - now) // 1000) if len(times) >= most else 0

    def note(self, address: str) -> None:
        if address not in self._by_address:
            while len(self._by_address) >= MOST_ADDRESSES:
                del self._by_address[next(iter(self._by_address))]
        self._by_address.setdefault(address, deque()).append(self._clock())


class Guests:
    """Those who play without an account of their own choosing."""

    def __init__(self, services: Services, clock: Callable[[], int]) -> None:
        self._services = services
        self._clock = clock
        self._lock = asyncio.Lock()
        self._came = Arrivals(clock, HOUR)
        self._kept = Arrivals(clock, DAY)
        """When guests kept their accounts."""

    async def load(self) -> None:
        """End what accounts of versions before 1.3 allow, and close those that can be closed."""
        content = await self._services.safe.get(OLD_PLACES_IN_SAFE)
        if content is None:
            return
        places = msgspec.json.decode(content, type=list[OldPlace])
        for place in places:
            await self._services.sessions.end_all(place.person, self._services.safe.put)
            await self._services.tokens.revoke_all(place.person, self._services.safe.put)
        count = await self._count()
        if not count.number:  # nobody is called as somebody was before
            count = Count(number=len(places))
            await self._services.safe.put({COUNT_IN_SAFE: msgspec.json.encode(count)})
        left = [place for place in places if not await self._retire(place.person)]
        kept = msgspec.json.encode(left) if left else None
        await self._services.safe.put({OLD_PLACES_IN_SAFE: kept})

    def is_guest(self, person: str) -> bool:
        return self._services.floor.is_guest(person)

    async def allowed(self) -> int:
        """Return how many guests may play at once: none where chips are worth money."""
        if cage_of(self._services.floor).for_money:
            return 0
        set_to = self._services.settings.guests
        if set_to is not None:
            return set_to
        return int(await self._services.safe.get(GUESTS_IN_SAFE) or 0)

    async def welcome(self, address: str) -> tuple[str, str]:
        """Let somebody at an address in; return their pseudonym and the secret of a session."""
        address = network_of(address)
        most = await self.allowed()
        if not most:
            raise HttpError(ProblemType.NOT_ALLOWED, "this house has no places for guests; log in")
        self._must_not_be_many(address)
        async with self._alone():
            self._must_not_be_many(address)  # others have come meanwhile
            held_up = await self._retire_absent()
            if len(self._services.floor.guests) - held_up >= most:
                raise HttpError(
                    ProblemType.UNAVAILABLE,
                    f"all {most} places for guests are taken; come back in a few minutes",
                    retry_after=60,
                )
            person = await self._enrol()
            self._came.note(address)
            secret = await self._services.sessions.begin(person)
        return person, secret

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Have no other process let guests in or close their accounts meanwhile."""
        store = self._services.floor.store
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE):
                    while await asyncio.to_thread(store.hold, COUNT_IN_SAFE) is None:
                        await asyncio.sleep(SOON)
            except TimeoutError:
                raise HttpError(
                    ProblemType.UNAVAILABLE, "many guests come at once; ask again", retry_after=1
                ) from None
            try:
                yield
            finally:
                await asyncio.to_thread(store.release, COUNT_IN_SAFE)

    def _must_not_be_many(self, address: str) -> None:
        """Refuse an address that had as many guests within the hour as it may."""
        most = self._services.settings.guests_by_address
        if wait := self._came.wait(address, most):
            detail = f"{most} guests an hour may come from one address; log in, or come back later"
            raise HttpError(ProblemType.TOO_MANY, detail, retry_after=wait)

    def _must_not_keep_many(self, address: str) -> None:
        """Refuse an address from which as many accounts were kept within a day as may be."""
        most = self._services.settings.guests_by_address
        if wait := self._kept.wait(address, most):
            detail = f"{most} guests a day may keep their account from one address; try tomorrow"
            raise HttpError(ProblemType.TOO_MANY, detail, retry_after=wait)

    async def _enrol(self) -> str:
        """Give a new guest an account with its stake; return the pseudonym."""
        floor, safe = self._services.floor, self._services.safe
        count = await self._count_one_more()
        person = await floor.enrol(f"Guest {count.number}", (Role.PLAYER,), ITSELF, guest=True)
        await safe.put({COUNT_IN_SAFE: msgspec.json.encode(count)})
        try:
            await self._services.command_house(BuyIn(person=person, amount=BEGINS_WITH), ITSELF)
        except Refused:
            await self._retire(person)
            raise
        return person

    async def _count(self) -> Count:
        content = await self._services.safe.get(COUNT_IN_SAFE)
        return Count() if content is None else msgspec.json.decode(content, type=Count)

    async def _count_one_more(self) -> Count:
        """Return the count with a new guest whose name nobody has, if the day allows for one."""
        floor, now = self._services.floor, self._clock()
        count = await self._count()
        today = now // DAY
        on_day = count.on_day if count.day == today else 0
        most = self._services.settings.guests_by_day
        if on_day >= most:
            raise HttpError(
                ProblemType.UNAVAILABLE,
                f"{most} guests have come today, as many as may; log in, or come back tomorrow",
                retry_after=((today + 1) * DAY - now) // 1000,
            )
        number = count.number + 1
        while floor.references.person_called(f"Guest {number}") != f"Guest {number}":
            number += 1
        return Count(number, today, on_day + 1)

    # -- leaving

    async def leave(self, person: str) -> None:
        """Close the account of a guest who has logged out, unless they play on elsewhere."""
        if await self._is_absent(person):
            await self._leaves(Person(person, Role.PLAYER), waits=True)  # and nobody waits for it
            async with self._alone():
                if await self._is_absent(person):
                    await self._retire(person)

    async def _is_absent(self, person: str) -> bool:
        return self.is_guest(person) and not await self._services.sessions.is_anybody(person)

    async def _retire_absent(self) -> int:
        """Close the accounts of all guests whose sessions have ended.

        Return how many a table, tournament or promotion holds up. They take no place: nobody knows
        when it lets them go.
        """
        absent = [
            each for each in sorted(self._services.floor.guests) if await self._is_absent(each)
        ]
        return [await self._retire(each) for each in absent].count(False)

    async def _retire(self, person: str) -> bool:
        """Close the account of a guest; return whether nothing holds them up."""
        services, guest = self._services, Person(person, Role.PLAYER)
        if not await self._leaves(guest, waits=False):
            return False
        if held := services.chips_of(person):
            await services.command_house(CashOut(person=person, amount=held), guest)
        try:
            await services.forget_person(person, LEFT, ITSELF, None)
        except Refused:
            if not services.floor.is_barred(person):
                return False  # a tournament may still pay them, and a claim may be open
            # the house has to know who is excluded or detained
            await services.sessions.end_all(person, services.safe.put)
            await services.command_house(Dismiss(person=person, role=Role.PLAYER), ITSELF)
        return True

    async def _leaves(self, guest: Person, *, waits: bool) -> bool:
        """Have a guest leave every table; return whether all let them go.

        Whoever holds others up does not wait for a round to come to its end.
        """
        floor = self._services.floor
        for table in tables_set_up(floor):
            if guest.name not in await people_at(floor, table):
                continue
            with suppress(Refused):
                await go_home(self._services, guest, table, waits=waits)
            if guest.name in await people_at(floor, table):
                return False
        return True

    async def sit_down(self, person: str, table: str) -> None:
        """A guest comes to a table with chips and has a seat, so that a wager is the next thing."""
        guest = Person(person, Role.PLAYER)
        await self._services.play(table, Arrive(player=person), guest)
        await self._services.play(table, BringChips(player=person, amount=BRINGS), guest)
        await sit_anywhere(self._services, guest, table)

    # -- an account that somebody keeps

    async def keep(self, person: str, name: str, password: str, address: str) -> str:
        """The account is theirs, with a name and a password; a session's secret, for the cookie."""
        services, address = self._services, network_of(address)
        async with self._alone():
            if not self.is_guest(person):
                raise HttpError(ProblemType.NOT_ALLOWED, "this account is kept already")
            self._must_not_keep_many(address)
            await services.passwords.prove(password, name)  # refused before anything is changed
            floor, asked = services.floor, Enrol(person=name, roles=(Role.PLAYER,))
            unfit = why_name_unfit(floor, asked)
            if unfit is not None:
                raise unfit
            guest = Person(person, Role.PLAYER)
            safe = renamed(person, floor.references.in_text(person), name)
            await floor.command_house(KeepAccount(person=person), guest, safe=safe)
            self._kept.note(address)
            floor.references.look_anew()
            await services.set_password(person, password, guest, None)
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
