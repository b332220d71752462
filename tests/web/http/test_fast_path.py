"""The fast path answers as the framework does, byte for byte, and leaves what is odd to it."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import OLGA, Casino, Watch, opened

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.floor import Floor
from croupier.casino.floor.timers import Clock
from croupier.casino.house.commands import BuyIn, Dealing, IssueChips, Pace, SetUpTable
from croupier.web.http.policies import operations
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from croupier.casino.store.contract import Store

pytestmark = pytest.mark.anyio

ANA = Person("ana", Role.PLAYER)
TABLE, BY_HAND = "blackjack-2018", "baccarat"
SLOW = Pace(betting=3_600_000, decision=3_600_000, cut=3_600_000, settled=3_600_000)
AT = f"/api/tables/{TABLE}"
ARRIVE = {"do": "arrive", "player": "ana"}
CHIPS = {"do": "bring-chips", "player": "ana", "amount": 100_00}
WAGER = {"do": "place-wager", "player": "ana", "box": 1, "amount": 10_00}

Ask = tuple[str, str, str, dict[str, Any]]

PLAIN: tuple[Ask, ...] = (
    ("ana", "POST", f"{AT}/commands", {"json": {"command": ARRIVE}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": CHIPS, "role": "player"}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER}, "key": "one"}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER}, "key": "one"}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": ARRIVE}, "key": "one"}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER}, "key": "x" * 101}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": ARRIVE}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": {**WAGER, "amount": 1}}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": {**WAGER, "amount": "1000"}}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER, "role": "dealer"}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": {"do": "no-such-thing"}}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER, "more": 1}}),
    ("ana", "POST", f"{AT}/commands", {"json": [[[1]]]}),
    ("ana", "POST", f"{AT}/commands", {"content": b"{", "headers": {"content-type": ""}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": [10**30]}}),
    ("ana", "POST", f"{AT}/commands", {"content": b"[" * 40 + b"]" * 40, "headers": {}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER}, "headers": {"x-role": "boss"}}),
    ("ana", "POST", f"{AT}/commands", {"json": {"command": WAGER}, "headers": {"origin": "x"}}),
    ("ana", "POST", "/api/tables/nowhere/commands", {"json": {"command": WAGER}}),
    ("robot", "POST", f"{AT}/commands", {"json": {"command": {**WAGER, "amount": 20_00}}}),
    ("stranger", "POST", f"{AT}/commands", {"json": {"command": WAGER}}),
    ("olga", "POST", f"{AT}/commands", {"json": {"command": {"do": "fill-float", "amount": 1}}}),
    ("olga", "POST", f"{AT}/commands",
     {"json": {"command": {"do": "fill-float", "amount": 1}}, "headers": {"second-person": "x"}}),
    ("dan", "POST", f"/api/tables/{BY_HAND}/steps", {"json": {"step": {"step": "prepare"}}}),
    ("dan", "POST", f"{AT}/steps", {"json": {"step": {"step": "prepare"}}}),
    ("ana", "POST", f"{AT}/steps", {"json": {"step": {"step": "prepare"}}}),
    ("dan", "POST", f"{AT}/steps", {"json": {"step": {"step": "dance"}}}),
    ("ana", "POST", f"{AT}/ready", {}),
    ("ana", "POST", "/api/tables/nowhere/ready", {}),
    ("ana", "GET", AT, {}),
    ("ana", "GET", f"{AT}?after=2", {}),
    ("nobody", "GET", AT, {}),
    ("nobody", "GET", f"{AT}?after=0", {}),
    ("robot", "GET", AT, {}),
    ("stranger", "GET", AT, {}),
    ("nobody", "GET", "/api/tables/nowhere", {}),
    ("nobody", "GET", "/api/tables/%00", {}),
)  # fmt: skip
"""Who asks for what in the plain form; all of it is answered here."""

ODD: tuple[Ask, ...] = (
    ("ana", "GET", f"{AT}?after=-1", {}),
    ("ana", "GET", f"{AT}?after=1&after=2", {}),
    ("ana", "GET", f"{AT}?after=9999999999999", {}),
    ("ana", "GET", f"{AT}?role=player", {}),
    ("ana", "GET", f"{AT}/", {}),
    ("ana", "HEAD", AT, {}),
    ("ana", "PUT", AT, {}),
    ("ana", "POST", f"{AT}/commands", {}),
    ("ana", "POST", f"{AT}/commands", {"data": {"command": "x"}}),
    ("ana", "POST", f"{AT}/commands", {"content": b"x" * 70_000, "headers": {"content-type": ""}}),
    ("ana", "POST", f"{AT}/commands?role=player", {"json": {"command": WAGER}}),
    ("ana", "POST", f"{AT}/ready", {"json": {}}),
    ("nobody", "POST", f"{AT}/commands", {"json": {"command": WAGER}}),
    ("nobody", "POST", f"{AT}/ready", {}),
    ("without token", "POST", f"{AT}/commands", {"json": {"command": WAGER}}),
)
"""What the framework answers."""


@asynccontextmanager
async def playing(where: Path) -> AsyncIterator[tuple[Casino, dict[str, Any]]]:
    """A casino with a table that the program deals and one that a person does, and its guests.

    Its clock stands still and its shoes are always the same.
    """
    settings, watch = Settings(log_requests=False, rate=10_000), Watch()

    def floored(store: Store) -> Floor:
        return Floor(store, clock=Clock(wall=watch, steady=watch), entropy=lambda: bytes(32))

    async with opened(where, watch, settings, floored=floored) as casino:
        for table, dealing in ((TABLE, Dealing.AUTOMATIC), (BY_HAND, Dealing.VIRTUAL)):
            instrument, options = TABLES[table]
            await casino.floor.command_house(IssueChips(amount=FLOAT), OLGA)
            set_up = SetUpTable(
                table=table, instrument=instrument, options=options, pace=SLOW, dealing=dealing,
                float=FLOAT if dealing is Dealing.AUTOMATIC else 0,
            )  # fmt: skip
            await casino.floor.command_house(set_up, OLGA)
        await casino.floor.command_house(BuyIn(person="ana", amount=500_00), ANA)
        guests = {name: await casino.let_in(name) for name in ("ana", "olga", "dan")}
        guests["nobody"] = casino.visitor()
        made = await guests["ana"].post("/api/tokens", {"name": "robot", "roles": ["player"]})
        guests["robot"] = casino.visitor(authorization=f"Bearer {made.json()['token']}")
        guests["stranger"] = casino.visitor(authorization="Bearer croupier_nobody")
        guests["without token"] = await casino.let_in("ana")
        del guests["without token"].client.headers["x-csrf-token"]
        yield casino, guests


async def answer(guests: dict[str, Any], ask: Ask) -> tuple[Any, ...]:
    who, method, path, how = ask
    headers = dict(how.get("headers", {}))
    if "key" in how:
        headers["idempotency-key"] = how["key"]
    if "content" in how:
        headers.setdefault("content-type", "application/json")
    sent = {name: how[name] for name in ("json", "content", "data") if name in how}
    got = await guests[who].client.request(method, path, headers=headers, **sent)
    got.headers["allow"] = ", ".join(sorted(got.headers.get("allow", "").split(", ")))  # a set
    return got.status_code, sorted(got.headers.items()), got.content


def fast_path_of(casino: Casino) -> Any:
    outermost: Any = casino.app.asgi_handler
    return outermost._inside


@contextmanager
def without_fast_path(casino: Casino) -> Iterator[None]:
    fast = fast_path_of(casino)
    by_method, fast._by_method = fast._by_method, {}
    try:
        yield
    finally:
        fast._by_method = by_method


async def test_the_same_is_answered_with_and_without_it(tmp_path: Path) -> None:
    async with (
        playing(tmp_path / "fast.db") as (_, guests),
        playing(tmp_path / "plain.db") as (casino, others),
    ):
        statuses = set()
        with without_fast_path(casino):
            for ask in (*PLAIN, *ODD):
                found, expected = await answer(guests, ask), await answer(others, ask)
                assert found == expected, ask
                statuses.add(found[0])
    assert statuses >= {200, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422}


async def test_plain_requests_do_not_reach_the_framework_and_odd_ones_do(tmp_path: Path) -> None:
    async with playing(tmp_path / "casino.db") as (casino, guests):
        fast = fast_path_of(casino)
        framework, reached = fast._framework, []

        async def noted(scope: Any, receive: Any, send: Any) -> None:
            reached.append(scope["path"])
            await framework(scope, receive, send)

        fast._framework = noted
        try:
            for ask in PLAIN:
                await answer(guests, ask)
                assert not reached, ask
            for number, ask in enumerate(ODD, 1):
                await answer(guests, ask)
                assert len(reached) == number, ask
        finally:
            fast._framework = framework


async def test_limits_hold_on_it(tmp_path: Path) -> None:
    settings = Settings(log_requests=False, rate=1, burst=3)
    async with opened(tmp_path / "casino.db", Watch(), settings) as casino:
        ana = await casino.let_in("ana")
        statuses = [
            (await ana.post(f"{AT}/commands", {"command": ARRIVE})).status_code for _ in range(5)
        ]
    assert statuses == [404, 404, 404, 429, 429]


async def test_which_operations_are_fast(casino: Casino) -> None:
    fast = {
        f"{method} {path}" for method, path, each in operations(casino.app) if "fast" in each.opt
    }
    at = "/api/tables/{table:str}"
    assert fast == {f"GET {at}", f"POST {at}/commands", f"POST {at}/steps", f"POST {at}/ready"}
