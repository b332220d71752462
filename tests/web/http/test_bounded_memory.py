"""Nothing that clients send is remembered without end.

Thousands of requests differ in everything that a client chooses. Then everything is looked through
that can be reached from the modules of the program and its libraries, and from the application:
nothing may have grown with the number of requests. The control remembers what it is asked.
"""

from __future__ import annotations

import gc
import sys
from collections import deque
from functools import _lru_cache_wrapper, cache
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from litestar import get
from litestar.params import FromPath
from tests.web.casinos import OLGA, Casino, Watch, opened

from croupier.casino.demo import TABLES
from croupier.casino.house.commands import SetUpTable
from croupier.web.http import failed_log_ins, rate_limits, sessions, tokens
from croupier.web.http.policies import ANYBODY
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    Request = tuple[str, str, dict[str, Any]]

pytestmark = pytest.mark.anyio

MANY = 1_300
"""Requests of each kind; the largest bound of a library is 1,024."""
FEW = 100
"""What our own bounds are set to, so that so many requests reach them."""
SOME = 1_100
"""Growth by which something is found."""
LIBRARIES = ("croupier", "litestar", "jinja2", "msgspec", "prometheus_client", "uvicorn", "anyio")
UNLIMITED = Settings(log_requests=False, rate=10**9, rate_by_address=10**9)


def _static(number: int) -> Request:
    return "GET", f"/static/nothing-{number}.css", {}


def _nowhere(number: int) -> Request:
    return "GET", f"/nowhere/{number}", {}


def _table(number: int) -> Request:
    return "GET", f"/api/tables/none-{number}", {}


def _tournament(number: int) -> Request:
    return "GET", f"/api/tournaments/none-{number}", {}


def _instrument(number: int) -> Request:
    return "GET", f"/rules/none-{number}", {}


def _clause(number: int) -> Request:
    return "GET", f"/rules/act-blackjack-2018/99.{number}", {}


def _comparison(number: int) -> Request:
    return "GET", f"/rules/compare?a=none-{number}&b=act-blackjack-2018", {}


def _search(number: int) -> Request:
    return "GET", f"/rules/act-baccarat-2013?q=nothing{number}", {}


def _laboratory(number: int) -> Request:
    return "GET", f"/laboratory/none-{number}/odds", {}


def _after(number: int) -> Request:
    return "GET", f"/api/tables/holdem?after={number}", {}


def _session(number: int) -> Request:
    return "GET", "/api/me", {"headers": {"cookie": f"croupier=guessed-{number}"}}


def _token(number: int) -> Request:
    return "GET", "/api/me", {"headers": {"authorization": f"Bearer croupier_guessed-{number}"}}


def _key(number: int) -> Request:
    headers = {"idempotency-key": f"key-{number}", "origin": f"http://other-{number}.test"}
    return "POST", "/api/chips/buy-in", {"headers": headers}


def _host(number: int) -> Request:
    return "GET", "/health", {"headers": {"host": f"casino-{number}.test"}}


def _method(number: int) -> Request:
    return f"METHOD{number}", "/health", {}


def _log_in(number: int) -> Request:
    return "POST", "/api/session", {"json": {"person": f"nobody{number}", "password": "wrong one"}}


KINDS: tuple[Callable[[int], Request], ...] = (
    _static, _nowhere, _table, _tournament, _instrument, _clause, _comparison, _search,
    _laboratory, _after, _session, _token, _key, _host, _method, _log_in,
)  # fmt: skip


@cache
def remember(name: str) -> str:
    return name * 2


@get("/remembered/{name:str}", policy=ANYBODY)
async def remembered(name: FromPath[str]) -> str:
    return remember(name)


def sizes(app: object) -> dict[int, tuple[object, int]]:
    """Return everything that can be reached, by its identity, with how much is in it.

    Small objects are not kept, only counted.
    """
    modules = [module for name, module in sys.modules.items() if name.startswith(LIBRARIES)]
    waiting: deque[object] = deque([app, remember, *(vars(module) for module in modules)])
    seen: dict[int, tuple[object, int]] = {}
    while waiting:
        each = waiting.popleft()
        if id(each) in seen:
            continue
        size = len(each) if isinstance(each, (dict, list, set, deque)) else 0
        if isinstance(each, _lru_cache_wrapper):
            size = each.cache_info().currsize
        seen[id(each)] = each if size > SOME else None, size
        waiting += [
            part
            for part in gc.get_referents(each)
            if not isinstance(part, (ModuleType, FrameType, str, bytes, int, float))
        ]
    return seen


def grown(before: dict[int, tuple[object, int]], after: dict[int, tuple[object, int]]) -> list[str]:
    return [
        f"{type(what).__name__} {what!r:.120}: from {before.get(each, (None, 0))[1]} to {size}"
        for each, (what, size) in after.items()
        if size - before.get(each, (None, 0))[1] >= SOME
    ]


@pytest.fixture
async def house(
    tmp_path: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Casino]:
    monkeypatch.setattr(rate_limits, "MOST_WATCHED", FEW)
    monkeypatch.setattr(failed_log_ins, "MOST_COUNTED", FEW)
    monkeypatch.setattr(sessions, "MOST_CACHED", FEW)
    monkeypatch.setattr(tokens, "MOST_CACHED", FEW)
    async with opened(tmp_path / "casino.db", watch, UNLIMITED, more=(remembered,)) as casino:
        instrument, options = TABLES["holdem"]
        duty = SetUpTable(table="holdem", instrument=instrument, options=options, float=100_000_00)
        await casino.floor.command_house(duty, OLGA)
        yield casino


async def ask(casino: Casino, kind: Callable[[int], Request], number: int) -> int:
    """A request from an address of its own."""
    method, path, more = kind(number)
    address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
    transport = httpx.ASGITransport(casino.app, client=(address, 40000))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://casino.test") as client:
        return (await client.request(method, path, **more)).status_code


async def test_what_is_asked_leaves_nothing_behind(house: Casino) -> None:
    """All kinds together: looking through everything takes longer than asking."""
    for kind in KINDS:
        assert await ask(house, kind, 0) < 500
    before = sizes(house.app)
    for kind in KINDS:
        codes = {await ask(house, kind, number) for number in range(1, MANY)}
        assert max(codes) < 500, kind.__name__
    assert grown(before, sizes(house.app)) == []


async def test_what_remembers_everything_is_found(house: Casino) -> None:
    before = sizes(house.app)
    for number in range(MANY):
        await ask(house, lambda each: ("GET", f"/remembered/{each}", {}), number)
    found = grown(before, sizes(house.app))
    assert any("remember" in each or "cache" in each for each in found), found


@pytest.mark.parametrize("length", [255, 256, 4_000])
async def test_a_name_of_any_length_is_no_error_of_ours(casino: Casino, length: int) -> None:
    answer = await casino.visitor().get("/static/" + "a" * length)
    assert answer.status_code == 404
    assert (await casino.visitor().get("/static/../app.py")).status_code == 404
    assert (await casino.visitor().get("/static/%2e%2e/app.py")).status_code == 404
    assert (await casino.visitor().get("/static/base.css")).status_code == 200
