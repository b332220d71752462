"""Requests that are too large, too deep, too many or no requests at all."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.web.casinos import Casino, Watch, opened

from croupier.web.http.problems import HttpError
from croupier.web.http.request import DEEPEST, MOST_DIGITS, must_be_modest
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
LARGEST = Settings().largest_body


@pytest.mark.parametrize("announced", [True, False])
async def test_a_body_that_is_too_large(casino: Casino, announced: bool) -> None:
    body = b'{"person":"' + b"a" * LARGEST + b'"}'

    async def parts() -> object:
        yield body  # in parts, nobody says beforehand how many

    content = body if announced else parts()
    answer = await casino.visitor().client.post("/api/session", content=content, headers=JSON)  # type: ignore[arg-type]
    assert answer.status_code == 413
    assert answer.json()["type"] == "urn:croupier:problem:too-large"


async def test_a_body_that_just_fits_is_looked_at(casino: Casino) -> None:
    body = b'{"person":"' + b"a" * (LARGEST - 13) + b'"}'
    assert len(body) == LARGEST
    answer = await casino.visitor().client.post("/api/session", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["field"]) == (422, "person")


@pytest.mark.parametrize("depth", [DEEPEST + 1, 1000, 30_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
async def test_brackets_in_brackets(casino: Casino, depth: int, brackets: str) -> None:
    opening = "[" if brackets == "[]" else '{"a":'
    closing = brackets[1]
    depth = min(depth, LARGEST // (len(opening) + 1) - 1)
    body = opening * depth + "1" + closing * depth
    answer = await casino.visitor().client.post("/api/session", content=body, headers=JSON)
    assert answer.status_code == 400
    assert f"{DEEPEST} brackets" in answer.json()["detail"]


@pytest.mark.parametrize("digits", [MOST_DIGITS + 1, 40, 5000, 60_000])
async def test_numbers_without_end(casino: Casino, digits: int) -> None:
    ana = await casino.logged_in("ana")
    answer = await ana.client.post(
        "/api/chips/buy-in", content='{"amount":' + "9" * digits + "}", headers=JSON
    )
    assert answer.status_code in (400, 422)
    assert casino.services.chips_of("ana") == 0


@pytest.mark.parametrize(
    "amount", ["0", "-1", "1.0", "1e3", '"7"', "true", "null", "[]", "1000000000001", "NaN"]
)
async def test_amounts_that_are_none(casino: Casino, amount: str) -> None:
    ana = await casino.logged_in("ana")
    answer = await ana.client.post(
        "/api/chips/buy-in", content=f'{{"amount":{amount}}}', headers=JSON
    )
    assert answer.status_code in (400, 422)
    if answer.status_code == 422:
        assert answer.json()["field"] == "amount"
    assert casino.services.chips_of("ana") == 0


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        (b"", 400, None),
        (b"nonsense", 400, None),
        (b"\xff\xfe", 400, None),
        (b'{"person":"\xff"}', 400, None),
        (b"[]", 422, None),
        (b"{}", 422, "person"),
        (b'{"person":"ana"}', 422, "password"),
        (b'{"person":"ana","password":7}', 422, "password"),
        (b'{"person":"ana","password":"x","remember":true}', 422, "remember"),
        (b'{"person":"","password":"x"}', 422, "person"),
    ],
)
async def test_what_does_not_fit_is_named(
    casino: Casino, body: bytes, status: int, field: str | None
) -> None:
    answer = await casino.visitor().client.post("/api/session", content=body, headers=JSON)
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["field"]) == (status, status, field)
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_body_of_another_kind(casino: Casino) -> None:
    answer = await casino.visitor().client.post(
        "/api/session", content='{"person":"ana"}', headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 415


async def test_one_account_asks_too_often(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(rate=2, burst=3, log_requests=False)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        ana, bob = await casino.logged_in("ana"), await casino.logged_in("bob")
        codes = [(await ana.get("/api/me")).status_code for _ in range(6)]
        assert codes == [200] * 6
        answer = await ana.get("/api/me")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "1"
        assert answer.json()["type"] == "urn:croupier:problem:too-many"
        elsewhere = casino.visitor("198.51.100.9", cookie=f"croupier={ana.cookie}")
        assert (await elsewhere.get("/api/me")).status_code == 429  # it is the account that counts
        assert (await bob.get("/api/me")).status_code == 200
        watch.on(1)
        codes = [(await ana.get("/api/me")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


async def test_one_address_asks_too_often(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(rate_by_address=2, burst=2, log_requests=False)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        here, there = casino.visitor(), casino.visitor("198.51.100.9")
        codes = [(await here.get("/nowhere")).status_code for _ in range(5)]
        assert codes == [404] * 4 + [429]
        answer = await here.get("/health")
        assert answer.headers["content-type"] == "application/problem+json"
        assert "content-security-policy" in answer.headers
        assert (await there.get("/health")).status_code == 200
        watch.on(1)
        assert (await here.get("/health")).status_code == 200


@given(st.binary(max_size=200))
@hypothesis_settings(max_examples=300, suppress_health_check=[HealthCheck.differing_executors])
def test_whatever_is_sent_is_judged_without_an_error_of_ours(body: bytes) -> None:
    with suppress(HttpError):
        must_be_modest(body)
