"""Sessions: logging in and out, and when one is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import HOST, PASSWORD, Casino, Watch, opened

from croupier.web.http.sessions import MOST_OF_ONE_PERSON, csrf_token
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio

QUIET = Settings(log_requests=False)


def flags(answer: httpx.Response) -> set[str]:
    """What a browser is told of the cookie, besides its value."""
    _, *rest = answer.headers["set-cookie"].split("; ")
    return {part.lower() for part in rest}


async def test_somebody_logs_in_and_is_known_from_then_on(casino: Casino) -> None:
    visitor = casino.visitor()
    assert (await visitor.get("/api/me")).status_code == 401
    welcome = await visitor.log_in("pat")
    assert welcome.status_code == 201
    me = (await visitor.get("/api/me")).json()
    assert me == welcome.json()
    assert me["person"] == "pat"
    assert me["roles"] == ["player", "supervisor"]
    assert me["role"] == "player"
    assert me["csrf_token"] == csrf_token(visitor.cookie)


async def test_the_cookie_is_for_the_browser_alone(casino: Casino) -> None:
    welcome = await casino.visitor().log_in("ana")
    assert flags(welcome) == {"httponly", "max-age=43200", "path=/", "samesite=strict"}
    assert welcome.headers["set-cookie"].startswith("croupier=")
    assert "strict-transport-security" not in welcome.headers


async def test_by_https_the_cookie_is_secure_and_keeps_to_its_host(
    tmp_path: Path, watch: Watch
) -> None:
    settings = Settings(https=True, log_requests=False)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        welcome = await casino.visitor().log_in("ana")
    assert "secure" in flags(welcome)
    assert "httponly" in flags(welcome)
    assert welcome.headers["set-cookie"].startswith("__Host-croupier=")
    assert "max-age=31536000" in welcome.headers["strict-transport-security"]


async def test_only_a_hash_of_the_cookie_is_stored(casino: Casino) -> None:
    visitor = await casino.logged_in("ana")
    database = casino.floor.store.path  # type: ignore[attr-defined]  # it is SQLite's
    stored = b"".join(path.read_bytes() for path in database.parent.glob("casino.db*"))
    assert b"sessions/" in stored
    assert visitor.cookie.encode() not in stored
    assert PASSWORD.encode() not in stored


async def test_logging_in_again_makes_a_new_session_and_ends_the_old(casino: Casino) -> None:
    visitor = await casino.logged_in("ana")
    before = visitor.cookie
    await visitor.log_in("ana")
    assert visitor.cookie != before
    replayed = casino.visitor(cookie=f"croupier={before}")
    assert (await replayed.get("/api/me")).status_code == 401
    assert (await visitor.get("/api/me")).status_code == 200


async def test_a_cookie_that_was_planted_is_never_taken_over(casino: Casino) -> None:
    visitor = casino.visitor(cookie="croupier=planted")
    await visitor.log_in("ana")
    assert visitor.cookie != "planted"
    assert (await casino.visitor(cookie="croupier=planted").get("/api/me")).status_code == 401


async def test_a_cookie_is_worth_nothing_after_logging_out(casino: Casino) -> None:
    visitor = await casino.logged_in("ana")
    cookie, token = visitor.cookie, csrf_token(visitor.cookie)
    answer = await visitor.delete("/api/session")
    assert answer.status_code == 204
    assert "max-age=0" in flags(answer)
    replayed = casino.visitor(cookie=f"croupier={cookie}", **{"x-csrf-token": token})
    assert (await replayed.get("/api/me")).status_code == 401
    assert (await replayed.post("/api/chips/buy-in", {"amount": 100})).status_code == 401
    assert casino.services.chips_of("ana") == 0


async def test_a_session_is_over_after_a_time_without_a_request(
    casino: Casino, watch: Watch
) -> None:
    visitor = await casino.logged_in("ana")
    for _ in range(5):
        watch.on(QUIET.idle - 1)
        assert (await visitor.get("/api/me")).status_code == 200
    watch.on(QUIET.idle)
    assert (await visitor.get("/api/me")).status_code == 401
    watch.on(-QUIET.idle)  # what is over does not come back with the clock
    assert (await visitor.get("/api/me")).status_code == 401


async def test_a_session_is_over_in_any_case_after_its_life(casino: Casino, watch: Watch) -> None:
    visitor = await casino.logged_in("ana")
    for _ in range(QUIET.session // (QUIET.idle // 2) - 1):
        watch.on(QUIET.idle // 2)
        assert (await visitor.get("/api/me")).status_code == 200
    watch.on(QUIET.idle // 2)
    assert (await visitor.get("/api/me")).status_code == 401


async def test_a_session_outlives_a_restart(tmp_path: Path, watch: Watch) -> None:
    where = tmp_path / "casino.db"
    async with opened(where, watch) as casino:
        visitor = await casino.logged_in("ana")
        watch.on(QUIET.idle - 1)
        assert (await visitor.get("/api/me")).status_code == 200
        cookie = visitor.cookie
    watch.on(QUIET.idle - 1)
    async with opened(where, watch) as casino:
        again = casino.visitor(cookie=f"croupier={cookie}")
        assert (await again.get("/api/me")).json()["person"] == "ana"
        watch.on(QUIET.idle)
        assert (await again.get("/api/me")).status_code == 401


async def test_another_password_ends_every_session_of_the_person(casino: Casino) -> None:
    here, there = await casino.logged_in("ana"), await casino.logged_in("ana")
    changed = await here.put(
        "/api/people/ana/password", {"password": "another fine password", "current": PASSWORD}
    )
    assert changed.status_code == 204
    assert (await here.get("/api/me")).status_code == 401
    assert (await there.get("/api/me")).status_code == 401
    assert (await here.log_in("ana")).status_code == 401
    assert (await here.log_in("ana", "another fine password")).status_code == 201


async def test_of_many_sessions_of_one_person_the_oldest_end(casino: Casino) -> None:
    visitors = [await casino.logged_in("ana") for _ in range(MOST_OF_ONE_PERSON + 1)]
    known = [(await visitor.get("/api/me")).status_code for visitor in visitors]
    assert known == [401] + [200] * MOST_OF_ONE_PERSON


async def test_whoever_loses_an_account_role_loses_it_at_once(casino: Casino) -> None:
    olga, pat = await casino.logged_in("olga"), await casino.logged_in("pat")
    assert (await pat.get("/api/people")).status_code == 200
    await olga.delete("/api/people/pat/roles/supervisor")
    assert (await pat.get("/api/people")).status_code == 403
    assert (await pat.get("/api/me")).json()["roles"] == ["player"]


async def test_sessions_hold_at_every_process_of_one_database(
    postgresql_url: str, watch: Watch
) -> None:
    async with opened(postgresql_url, watch) as one, opened(postgresql_url, watch) as other:
        visitor = await one.logged_in("ana")
        cookie = f"croupier={visitor.cookie}"
        elsewhere = other.visitor(cookie=cookie)
        assert (await elsewhere.get("/api/me")).json()["person"] == "ana"
        watch.on(1)
        assert (await elsewhere.delete("/api/session", headers={
            "x-csrf-token": csrf_token(visitor.cookie), "origin": HOST,
        })).status_code == 204  # fmt: skip
        watch.on(1)
        assert (await visitor.get("/api/me")).status_code == 401
        assert (await elsewhere.get("/api/me")).status_code == 401
