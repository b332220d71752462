"""API tokens: made once, for some roles, for a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import PASSWORD, Casino, Visitor, Watch, opened

from croupier.web.http.tokens import MOST_OF_ONE_PERSON

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60


async def made(visitor: Visitor, **wanted: Any) -> dict[str, Any]:
    answer = await visitor.post("/api/tokens", {"name": "robot", "roles": ["player"], **wanted})
    assert answer.status_code == 201, answer.text
    token: dict[str, Any] = answer.json()
    return token


def robot(casino: Casino, token: str) -> Visitor:
    return casino.visitor(authorization=f"Bearer {token}")


async def test_a_token_acts_for_its_person_and_needs_no_more(casino: Casino) -> None:
    token = await made(await casino.logged_in("ana"))
    acting = robot(casino, token["token"])
    me = (await acting.get("/api/me")).json()
    assert (me["person"], me["roles"], me["csrf_token"]) == ("ana", ["player"], None)
    assert (await acting.post("/api/chips/buy-in", {"amount": 500})).status_code == 200
    assert casino.services.chips_of("ana") == 500


async def test_a_token_has_the_roles_that_were_chosen_and_no_others(casino: Casino) -> None:
    pat = await casino.logged_in("pat")
    acting = robot(casino, (await made(pat, roles=["player"]))["token"])
    assert (await pat.get("/api/people")).status_code == 200
    assert (await acting.get("/api/people")).status_code == 403
    refused = await acting.get("/api/me", params={"role": "supervisor"})
    assert refused.status_code == 403
    assert refused.json()["role"] == "supervisor"
    supervising = robot(casino, (await made(pat, roles=["supervisor"]))["token"])
    assert (await supervising.get("/api/people")).status_code == 200


async def test_nobody_gives_away_a_role_they_do_not_have(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    answer = await ana.post("/api/tokens", {"name": "robot", "roles": ["player", "operator"]})
    assert answer.status_code == 403
    assert answer.json()["role"] == "operator"
    assert (await ana.get("/api/tokens")).json() == []


async def test_a_token_loses_a_role_with_its_person(casino: Casino) -> None:
    olga, pat = await casino.logged_in("olga"), await casino.logged_in("pat")
    acting = robot(casino, (await made(pat, roles=["supervisor"]))["token"])
    await olga.delete("/api/people/pat/roles/supervisor")
    assert (await acting.get("/api/people")).status_code == 403
    assert (await acting.get("/api/me")).status_code == 403


async def test_a_token_is_seen_once_and_stored_as_a_hash(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    token = await made(ana, name="my robot")
    (listed,) = (await ana.get("/api/tokens")).json()
    assert listed == token["about"]
    assert token["token"] not in str(listed)
    database = casino.floor.store.path  # type: ignore[attr-defined]  # it is SQLite's
    stored = b"".join(path.read_bytes() for path in database.parent.glob("casino.db*"))
    assert b"my robot" in stored
    assert token["token"].encode() not in stored


async def test_a_revoked_token_is_worth_nothing(casino: Casino) -> None:
    ana, bob = await casino.logged_in("ana"), await casino.logged_in("bob")
    token = await made(ana)
    acting = robot(casino, token["token"])
    assert (await acting.get("/api/me")).status_code == 200
    id = token["about"]["id"]
    assert (await bob.delete(f"/api/tokens/{id}")).status_code == 404  # not his
    assert (await acting.get("/api/me")).status_code == 200
    assert (await ana.delete(f"/api/tokens/{id}")).status_code == 204
    assert (await acting.get("/api/me")).status_code == 401
    assert (await ana.get("/api/tokens")).json() == []


async def test_a_token_expires(casino: Casino, watch: Watch) -> None:
    acting = robot(casino, (await made(await casino.logged_in("ana"), days=2))["token"])
    watch.on(2 * DAY - 1)
    assert (await acting.get("/api/me")).status_code == 200
    watch.on(1)
    assert (await acting.get("/api/me")).status_code == 401
    ana = await casino.logged_in("ana")
    assert (await ana.get("/api/tokens")).json() == []


async def test_a_token_outlives_a_restart(tmp_path: Path, watch: Watch) -> None:
    async with opened(tmp_path / "casino.db", watch) as casino:
        token = (await made(await casino.logged_in("ana")))["token"]
    async with opened(tmp_path / "casino.db", watch) as casino:
        assert (await robot(casino, token).get("/api/me")).json()["person"] == "ana"


async def test_a_token_cannot_make_tokens_or_passwords(casino: Casino) -> None:
    acting = robot(casino, (await made(await casino.logged_in("ana")))["token"])
    new = await acting.post("/api/tokens", {"name": "child", "roles": ["player"]})
    assert new.status_code == 403
    changed = await acting.put(
        "/api/people/ana/password", {"password": "stolen password", "current": PASSWORD}
    )
    assert changed.status_code == 403
    assert (await acting.delete("/api/session")).status_code == 403


@pytest.mark.parametrize(
    "shown", ["Bearer nonsense", "Bearer croupier_nonsense", "Bearer", "Basic YW5hOmFuYQ==", ""]
)
async def test_what_is_no_token(casino: Casino, shown: str) -> None:
    answer = await casino.visitor(authorization=shown).get("/health")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_cookie_is_no_token_and_a_token_no_cookie(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    token = (await made(ana))["token"]
    assert (await robot(casino, ana.cookie).get("/api/me")).status_code == 401
    assert (await casino.visitor(cookie=f"croupier={token}").get("/api/me")).status_code == 401


async def test_nobody_has_more_tokens_than_they_can_count(casino: Casino, watch: Watch) -> None:
    ana = await casino.logged_in("ana")
    for number in range(MOST_OF_ONE_PERSON):
        await made(ana, name=str(number), days=1)
        watch.on(1)
    answer = await ana.post("/api/tokens", {"name": "one more", "roles": ["player"]})
    assert answer.status_code == 409
    watch.on(DAY)
    await ana.log_in("ana")
    await made(ana)
