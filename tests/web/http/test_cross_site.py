"""What a page of somebody else may have a browser do: nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import BY_ROLE, HOST, Casino, Watch, opened

from croupier.web.http.policies import operations, policy_of
from croupier.web.http.sessions import csrf_token
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

BUY_IN = {"amount": 100}


async def buys(casino: Casino, **headers: str) -> int:
    """The status of buying chips with a cookie of ana's and these headers."""
    ana = await casino.logged_in("ana")
    sent = {"cookie": f"croupier={ana.cookie}", **headers}
    if headers.get("x-csrf-token") == "right":
        sent["x-csrf-token"] = csrf_token(ana.cookie)
    answer = await casino.visitor(**sent).post("/api/chips/buy-in", BUY_IN)
    bought = casino.services.chips_of("ana")
    assert bought == (BUY_IN["amount"] if answer.status_code == 200 else 0)
    if answer.status_code == 403:
        assert answer.json()["type"] == "urn:croupier:problem:cross-site"
    return answer.status_code


async def test_with_the_token_of_the_session(casino: Casino) -> None:
    assert await buys(casino, **{"x-csrf-token": "right"}) == 200


@pytest.mark.parametrize("token", ["", "wrong", "0" * 64])
async def test_without_it_or_with_another(casino: Casino, token: str) -> None:
    headers = {"x-csrf-token": token} if token else {}
    assert await buys(casino, **headers) == 403


async def test_the_token_of_another_session_is_of_no_use(casino: Casino) -> None:
    bob = await casino.logged_in("bob")
    assert await buys(casino, **{"x-csrf-token": csrf_token(bob.cookie)}) == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_what_the_browser_says_is_from_elsewhere(casino: Casino, site: str) -> None:
    assert await buys(casino, **{"x-csrf-token": "right", "sec-fetch-site": site}) == 403


@pytest.mark.parametrize(
    "origin", ["https://evil.test", "null", "http://casino.test.evil.test", "http://[", ""]
)
async def test_another_origin(casino: Casino, origin: str) -> None:
    assert await buys(casino, **{"x-csrf-token": "right", "origin": origin}) == 403


async def test_a_page_of_ours(casino: Casino) -> None:
    headers = {"x-csrf-token": "right", "origin": HOST, "sec-fetch-site": "same-origin"}
    assert await buys(casino, **headers) == 200


async def test_behind_a_proxy_the_origin_is_the_one_in_the_settings(
    tmp_path: Path, watch: Watch
) -> None:
    settings = Settings(origin="https://casino.example", log_requests=False)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        token = {"x-csrf-token": "right"}
        assert await buys(casino, **token, origin=HOST) == 403
        assert await buys(casino, **token, origin="https://casino.example") == 200


async def test_nobody_is_logged_in_by_somebody_elses_page(casino: Casino) -> None:
    visitor = casino.visitor(origin="https://evil.test")
    answer = await visitor.log_in("bob")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


async def test_a_form_has_the_token_in_a_field(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    page = casino.visitor(cookie=f"croupier={ana.cookie}")
    for token, status in (("wrong", 403), (csrf_token(ana.cookie), 415)):
        answer = await page.client.post(
            "/api/chips/buy-in", data={"csrf_token": token, "amount": "100"}
        )
        assert answer.status_code == status  # past the gate, but this operation takes JSON


async def test_every_operation_that_changes_something_asks_for_the_token(casino: Casino) -> None:
    cookies = {role: (await casino.logged_in(name)).cookie for role, name in BY_ROLE.items()}
    seen = 0
    for method, path, handler in operations(casino.app):
        policy = policy_of(handler)
        if method in ("GET", "HEAD", "OPTIONS") or policy is None or policy.is_for_anybody:
            continue
        page = casino.visitor(cookie=f"croupier={cookies[policy.roles[-1]]}")
        answer = await page.client.request(method, re.sub(r"{\w+:int}", "1", path))
        assert answer.status_code == 403, f"{method} {path}"
        assert "csrf_token" in answer.text
        seen += 1
    assert seen > 8
