"""Casinos to be visited in a test: the real application before a real store, and a clock to set."""

from __future__ import annotations

from collections import defaultdict
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
from argon2 import PasswordHasher
from litestar import Litestar

from croupier.aggregate.roles import Person, Role
from croupier.casino import passwords
from croupier.casino.floor import Floor
from croupier.casino.house.commands import Enrol, IssueChips, SetPassword
from croupier.casino.store import open_store
from croupier.web.app import build, create_app
from croupier.web.approved_program.manifest import Manifest
from croupier.web.http.sessions import csrf_token
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator
    from pathlib import Path

    from croupier.casino.store.contract import Store
    from croupier.web.services import Services

PASSWORD = "correct horse battery"
HOST = "http://casino.test"
OLGA = Person("olga", Role.OPERATOR)
PEOPLE = {
    "mara": (Role.SHIFT_MANAGER,),
    "gus": (Role.GAMING_MANAGER,),
    "amy": (Role.ASSISTANT_MANAGER,),
    "sue": (Role.SUPERVISOR,),
    "dan": (Role.DEALER,),
    "ines": (Role.INSPECTOR,),
    "tom": (Role.TOURNAMENT_DIRECTOR,),
    "vic": (Role.SURVEILLANCE,),
    "ana": (Role.PLAYER,),
    "bob": (Role.PLAYER,),
    "pat": (Role.PLAYER, Role.SUPERVISOR),
}


QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
BY_ROLE = {
    Role.PLAYER: "ana", Role.DEALER: "dan", Role.SUPERVISOR: "sue", Role.ASSISTANT_MANAGER: "amy",
    Role.GAMING_MANAGER: "gus", Role.SHIFT_MANAGER: "mara", Role.OPERATOR: "olga",
    Role.TOURNAMENT_DIRECTOR: "tom", Role.INSPECTOR: "ines", Role.SURVEILLANCE: "vic",
}  # fmt: skip
"""Somebody with this role and no other."""


@cache
def proof() -> bytes:
    """What proves the password of everybody here."""
    return QUICK.hash(PASSWORD).encode()


class Watch:
    """A clock that stands still until a test moves it on."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def on(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


class Visitor:
    """Somebody at a browser: cookies are kept, and a page's token is sent along."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def log_in(self, person: str, password: str = PASSWORD) -> httpx.Response:
        answer = await self.client.post(
            "/api/session", json={"person": person, "password": password}
        )
        if answer.status_code == httpx.codes.CREATED:
            self.client.headers["x-csrf-token"] = answer.json()["csrf_token"]
        return answer

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.get(path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.client.post(path, json=body, **more)

    async def put(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.client.put(path, json=body, **more)

    async def delete(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.delete(path, **more)

    @property
    def cookie(self) -> str:
        (value,) = self.client.cookies.jar
        assert value.value is not None
        return value.value


class Casino:
    """An open casino. Whoever visits it comes from an address of their own."""

    def __init__(self, app: Litestar, floor: Floor) -> None:
        self.app = app
        self.floor = floor
        self.services: Services = app.state.services

    def visitor(self, address: str = "192.0.2.1", **headers: str) -> Visitor:
        transport = httpx.ASGITransport(
            self.app,  # type: ignore[arg-type]  # Litestar's types of ASGI are stricter
            client=(address, 40000),
        )
        return Visitor(httpx.AsyncClient(transport=transport, base_url=HOST, headers=headers))

    async def logged_in(self, person: str, address: str = "192.0.2.1") -> Visitor:
        visitor = self.visitor(address)
        answer = await visitor.log_in(person)
        assert answer.status_code == httpx.codes.CREATED, answer.text
        return visitor

    async def let_in(self, person: str, address: str = "192.0.2.1") -> Visitor:
        """The same without a password, which takes its time to look at."""
        secret = await self.services.sessions.begin(self.floor.references.person_called(person))
        visitor = self.visitor(address)
        visitor.client.cookies.set(self.services.authorizer.cookie, secret)
        visitor.client.headers["x-csrf-token"] = csrf_token(secret)
        return visitor


async def enrol(
    floor: Floor, people: dict[str, tuple[Role, ...]], *, by_reference: bool = False
) -> None:
    """Accounts with the password that everybody here has, entered under their names or not."""
    for person, roles in people.items():
        if by_reference:
            person = await floor.enrol(person, roles, OLGA)
        else:
            await floor.command_house(Enrol(person=person, roles=roles), OLGA)
        await give_password(floor, person)


async def give_password(floor: Floor, person: str) -> None:
    safe = {passwords.in_safe(person): proof()}
    await floor.command_house(SetPassword(person=person), OLGA, safe=safe)


_left: defaultdict[Settings, list[Litestar]] = defaultdict(list)
"""Buildings that nobody is in: putting one up takes longer than most of what is done in it."""


@contextmanager
def building(settings: Settings, more: tuple[Any, ...] = ()) -> Iterator[Litestar]:
    """One that a test before has left, or a new one, and always if it has more than the usual."""
    standing = [] if more else _left[settings]
    built = standing.pop() if standing else build(settings, more)
    try:
        yield built
    finally:
        standing.append(built)


@asynccontextmanager
async def opened(
    where: str | Path,
    watch: Watch,
    settings: Settings | None = None,
    more: Iterable[Any] = (),
    program: Manifest | None = None,
    floored: Callable[[Store], Floor] = Floor,
    *,
    by_reference: bool = False,
) -> AsyncIterator[Casino]:
    """A casino before the store at an address, founded if it is new."""
    settings = settings or Settings(log_requests=False)
    with open_store(str(where)) as store:
        async with floored(store) as floor:
            if not floor.house.people:
                await floor.command_house(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
                await give_password(floor, "olga")
                await floor.command_house(IssueChips(amount=1_000_000_00), OLGA)
                await enrol(floor, PEOPLE, by_reference=by_reference)
            served = program or Manifest("1", {"croupier.py": "a hash"})
            with building(settings, tuple(more)) as built:
                app = create_app(
                    floor, settings, clock=watch, measured=lambda: served, building=built
                )
                async with app.lifespan():
                    yield Casino(app, floor)
