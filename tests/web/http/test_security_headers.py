"""The headers that keep a browser safe: on every answer there is, and as they are documented."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.web.casinos import OLGA, Casino, Watch, opened
from tests.web.streams import Listening

from croupier.casino.demo import TABLES
from croupier.casino.house.commands import SetUpTable
from croupier.web.http.policies import operations
from croupier.web.http.security_headers import HEADERS, HSTS, NOT_CACHED, security_headers
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

pytestmark = pytest.mark.anyio

SERVING = Path(__file__).parents[3] / "docs" / "serving.md"
MANY = 1_000_000
SETTINGS = Settings(https=True, log_requests=False, rate=MANY, rate_by_address=MANY)
WANTED = HEADERS | HSTS
THERE = {
    "table": "holdem", "instrument": "act-blackjack-2018", "person": "ana", "name": "base.css",
}  # fmt: skip


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    async with opened(tmp_path / "casino.db", watch, SETTINGS) as casino:
        instrument, options = TABLES["holdem"]
        set_up = SetUpTable(table="holdem", instrument=instrument, options=options)
        await casino.floor.command_house(set_up, OLGA)
        yield casino


def missing(headers: Iterable[tuple[str, str]]) -> list[str]:
    """What an answer lacks, or has twice or otherwise."""
    got = [(name.lower(), value) for name, value in headers]
    found = [name for name in WANTED if [v for n, v in got if n == name.lower()] != [WANTED[name]]]
    kept = [value for name, value in got if name == "cache-control"]
    if len(kept) != 1:
        found.append("Cache-Control")
    if any(name in ("server", "x-powered-by") for name, _ in got):
        found.append("says what it is made of")
    return found


def places(casino: Casino) -> list[tuple[str, str]]:
    """Every operation, at something that is there and at something that is not."""
    everything = {(method, path) for method, path, _ in operations(casino.app)}
    return sorted(
        (method, re.sub(r"\{(\w+):\w+\}", name, path))
        for method, path in everything
        for name in (lambda part: THERE.get(part[1], "none"), "none")
    )


@pytest.mark.parametrize("person", [None, "ana", "olga"])
async def test_every_operation_answers_with_them(casino: Casino, person: str | None) -> None:
    statuses: set[int] = set()
    for method, path in places(casino):
        # each time anew, for some operations end a session
        visitor = casino.visitor() if person is None else await casino.let_in(person)
        if "stream" in path.split("/")[-1]:
            async with Listening(casino.app, visitor, path) as heard:
                status = heard.status
                found = missing((n.decode(), v.decode()) for n, v in heard.headers)
        else:
            answer = await visitor.client.request(method, path)
            status, found = answer.status_code, missing(answer.headers.multi_items())
        assert not found, (method, path, status, found)
        statuses.add(status)
    assert statuses >= ({200, 303, 401, 404, 405} if person is None else {200, 403, 404, 405, 422})


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/static/base.css", {}, 200),
        ("HEAD", "/static/base.css", {}, 405),
        ("GET", "/static/no-such-file.css", {}, 404),
        ("GET", "/static/../settings.py", {}, 404),
        ("GET", "/nowhere", {"headers": {"accept": "text/html"}}, 404),
        ("GET", "/api/tables/none", {}, 404),
        ("TRACE", "/", {}, 405),
        ("POST", "/api/session", {"content": b"{}"}, 422),
        ("POST", "/api/session", {"content": b"{"}, 400),
        ("POST", "/api/session", {"content": b"x" * 70_000}, 413),
        ("POST", "/api/session", {"data": {"person": "ana"}}, 415),
        ("POST", "/api/session", {"headers": {"sec-fetch-site": "cross-site"}}, 403),
    ],
)  # fmt: skip
async def test_errors_and_files_have_them(
    casino: Casino, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answer = await casino.visitor().client.request(method, path, **more)
    assert (answer.status_code, missing(answer.headers.multi_items())) == (status, [])


async def test_a_file_that_has_not_changed_has_them_and_may_be_kept(casino: Casino) -> None:
    anybody = casino.visitor()
    tag = (await anybody.get("/static/base.css")).headers["etag"]
    answer = await anybody.get("/static/base.css", headers={"if-none-match": tag})
    assert (answer.status_code, missing(answer.headers.multi_items())) == (304, [])
    assert answer.headers["cache-control"] != NOT_CACHED["Cache-Control"]


async def test_who_asks_too_often_is_told_so_with_them(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(https=True, log_requests=False, rate_by_address=1, burst=1)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        anybody = casino.visitor()
        answers = [await anybody.get("/health") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert not missing(answers[1].headers.multi_items())


async def test_an_application_without_them_is_found(casino: Casino) -> None:
    bare: Any = casino.app.asgi_handler._inside  # type: ignore[attr-defined]

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        scope["litestar_app"] = casino.app
        scope.setdefault("state", {})
        await bare(scope, receive, send)

    transport = httpx.ASGITransport(inside)
    async with httpx.AsyncClient(transport=transport, base_url="http://casino.test") as client:
        answer = await client.get("/health")
    assert set(missing(answer.headers.multi_items())) >= set(WANTED)


def test_without_https_nobody_is_told_to_come_by_https() -> None:
    names = {name for name, _ in security_headers(secure=True)}
    assert names - {name for name, _ in security_headers(secure=False)} == {
        b"strict-transport-security"
    }


def test_the_list_of_them_is_the_one_in_the_manual() -> None:
    section = SERVING.read_text("utf-8").partition("### Security headers")[2].partition("\n#")[0]
    rows = dict(re.findall(r"^\| `([\w-]+)` \| `(.*?)` \|", section, re.MULTILINE))
    assert rows == WANTED | NOT_CACHED
