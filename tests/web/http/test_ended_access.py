"""Another password, a revoked token and a log-out end all that they let in, streams at once.

The control beside each stream that ends is one of somebody else, or by another token, which goes
on.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import PASSWORD, Casino, Visitor, Watch, opened
from tests.web.evenings import second
from tests.web.streams import Listening
from tests.web.test_serving import served

from croupier.casino.significant_events import EventKind, significant_events
from croupier.web.http.streaming import HEARTBEAT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio

NEW = "another fine password"
RESET = "/api/people/ines/password"
STREAM = "/api/notices/stream"


async def token_of(visitor: Visitor, role: str, name: str = "robot") -> dict[str, Any]:
    answer = await visitor.post("/api/tokens", {"name": name, "roles": [role]})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def robot(casino: Casino, made: dict[str, Any]) -> Visitor:
    return casino.visitor(authorization=f"Bearer {made['token']}")


async def is_over(heard: Listening) -> bool:
    """Whether a stream ends, long before it would show that it is alive."""
    try:
        async with asyncio.timeout(HEARTBEAT / 3):
            while True:
                await heard.event()
    except EOFError:
        return True
    except TimeoutError:
        return False


async def is_open(casino: Casino, streams: int) -> bool:
    return f"croupier_streams {float(streams)}" in casino.services.metrics.text().decode()


@pytest.mark.parametrize("by", ["ines", "olga"])
async def test_another_password_ends_tokens_and_streams(casino: Casino, by: str) -> None:
    ines, vic = await casino.logged_in("ines"), await casino.logged_in("vic")
    acting = robot(casino, await token_of(ines, "inspector"))
    others = robot(casino, await token_of(vic, "surveillance"))
    changer = ines if by == "ines" else await casino.logged_in(by)
    async with (
        Listening(casino.app, ines, STREAM) as by_session,
        Listening(casino.app, acting, STREAM) as by_token,
        Listening(casino.app, others, STREAM) as by_another,
    ):
        assert {heard.status for heard in (by_session, by_token, by_another)} == {200}
        body = {"password": NEW, "current": PASSWORD}
        assert (await changer.put(RESET, body, headers=second("sue"))).status_code == 204
        assert await is_over(by_session)
        assert await is_over(by_token)
        assert await is_open(casino, 1)
    assert (await acting.get("/api/me")).status_code == 401
    assert (await ines.get("/api/me")).status_code == 401
    assert (await others.get("/api/me")).status_code == 200
    assert (await ines.log_in("ines", NEW)).status_code == 201
    assert (await ines.get("/api/tokens")).json() == []


async def test_a_token_made_meanwhile_elsewhere_does_not_outlive_the_password(
    casino: Casino,
) -> None:
    ines, olga = await casino.logged_in("ines"), await casino.logged_in("olga")
    made = await token_of(ines, "inspector")
    safe, tokens = casino.services.safe, casino.services.tokens
    place = next(iter(tokens._cache)) if tokens._cache else None
    assert place is None
    assert (await robot(casino, made).get("/api/me")).status_code == 200
    ((place, _),) = tokens._cache.items()
    kept = await safe.get(place)
    body = {"password": NEW}
    assert (await olga.put(RESET, body, headers=second("sue"))).status_code == 204
    assert await safe.get(place) is None
    await safe.put({place: kept})  # as if another process had put it there just then
    assert (await robot(casino, made).get("/api/me")).status_code == 401


async def test_a_token_of_an_earlier_version_holds_until_the_password_changes(
    casino: Casino,
) -> None:
    ines, olga = await casino.logged_in("ines"), await casino.logged_in("olga")
    made = await token_of(ines, "inspector")
    assert (await robot(casino, made).get("/api/me")).status_code == 200
    ((place, _),) = casino.services.tokens._cache.items()
    for name in (place, "people/ines/tokens"):
        content = await casino.services.safe.get(name)
        assert content is not None
        older = re.sub(rb',"password":\d+', b"", content)
        assert older != content
        await casino.services.safe.put({name: older})
    casino.services.tokens.forget("ines")
    assert (await robot(casino, made).get("/api/me")).status_code == 200
    assert (await olga.put(RESET, {"password": NEW}, headers=second("sue"))).status_code == 204
    assert (await robot(casino, made).get("/api/me")).status_code == 401


async def test_a_log_out_and_a_lost_role_end_streams(casino: Casino) -> None:
    one, other = await casino.logged_in("pat"), await casino.logged_in("pat")
    olga = await casino.logged_in("olga")
    async with (
        Listening(casino.app, one, STREAM) as left,
        Listening(casino.app, other, STREAM) as stays,
    ):
        assert (await one.delete("/api/session")).status_code == 204
        assert await is_over(left)
        assert await is_open(casino, 1)
        assert (await olga.delete("/api/people/pat/roles/supervisor")).status_code == 200
        assert await is_over(stays)


async def test_an_operator_lists_and_revokes_the_tokens_of_anybody(casino: Casino) -> None:
    ines, olga, sue = [await casino.logged_in(who) for who in ("ines", "olga", "sue")]
    lost, other = await token_of(ines, "inspector", "lost"), await token_of(ines, "inspector")
    listed = (await olga.get("/api/people/ines/tokens")).json()
    assert listed == [lost["about"], other["about"]]
    assert (await sue.get("/api/people/ines/tokens")).status_code == 403
    assert (await olga.get("/api/people/nobody/tokens")).status_code == 404
    path = f"/api/people/ines/tokens/{lost['about']['id']}"
    assert (await sue.delete(path)).status_code == 403
    async with (
        Listening(casino.app, robot(casino, lost), STREAM) as by_lost,
        Listening(casino.app, robot(casino, other), STREAM),
    ):
        assert (await olga.delete(path)).status_code == 204
        assert await is_over(by_lost)
        assert await is_open(casino, 1)
    assert (await robot(casino, lost).get("/api/me")).status_code == 401
    assert (await robot(casino, other).get("/api/me")).status_code == 200
    assert (await olga.delete(path)).status_code == 404
    assert (await olga.get("/api/people/ines/tokens")).json() == [other["about"]]
    (event,) = [
        each
        for each in significant_events(casino.floor.store)
        if each.happened.kind is EventKind.TOKEN
    ]
    assert (event.by, event.happened.subject) == ("olga", "ines")
    assert event.happened.detail == lost["about"]["id"]


async def test_the_page_of_somebodys_tokens(casino: Casino) -> None:
    ines, olga = await casino.logged_in("ines"), await casino.logged_in("olga")
    lost = await token_of(ines, "inspector", "<b>lost</b>")
    assert 'href="/people/ines/tokens"' in (await olga.get("/people")).text
    page = (await olga.get("/people/ines/tokens")).text
    assert "&lt;b&gt;lost&lt;/b&gt;" in page
    assert (await ines.get("/people/ines/tokens")).status_code == 403
    (action,) = re.findall(r'action="(/people/ines/tokens/[^"]+/revoke)"', page)
    gone = await olga.client.post(action)
    assert (gone.status_code, gone.headers["location"]) == (303, "/people/ines/tokens")
    assert (await robot(casino, lost).get("/api/me")).status_code == 401
    assert "lost" not in (await olga.get("/people/ines/tokens")).text


async def test_streams_end_at_every_process_of_one_database(
    postgresql_url: str, watch: Watch
) -> None:
    async with opened(postgresql_url, watch) as one, opened(postgresql_url, watch) as other:
        ines, olga = await other.logged_in("ines"), await one.logged_in("olga")
        vic = await other.logged_in("vic")
        made = await token_of(ines, "inspector")
        async with (
            Listening(other.app, ines, STREAM) as by_session,
            Listening(other.app, robot(other, made), STREAM) as by_token,
            Listening(other.app, vic, STREAM),
        ):
            body = {"password": NEW}
            assert (await olga.put(RESET, body, headers=second("sue"))).status_code == 204
            assert await is_over(by_session)
            assert await is_over(by_token)
            assert await is_open(other, 1)
        assert (await robot(other, made).get("/api/me")).status_code == 401


# --- over real sockets


def streams_open(operator: httpx.Client) -> int:
    (count,) = re.findall(r"^croupier_streams (\d+)\.0$", operator.get("/metrics").text, re.M)
    return int(count)


def test_a_server_closes_the_streams_of_an_old_password(tmp_path: Path) -> None:
    with served(tmp_path / "casino.db", "--empty") as house, ExitStack() as open_:
        operator = open_.enter_context(
            closing(house.logged_in("operator", house.passwords["operator"]))
        )
        for name, role in (("ines", "inspector"), ("otto", "inspector"), ("sue", "supervisor")):
            body = {"person": name, "roles": [role], "password": PASSWORD}
            assert operator.post("/api/people", json=body).status_code == 201
        ines, otto = (
            open_.enter_context(closing(house.logged_in(name, PASSWORD)))
            for name in ("ines", "otto")
        )
        token = ines.post("/api/tokens", json={"name": "robot", "roles": ["inspector"]}).json()
        acting = open_.enter_context(closing(house.client()))
        acting.headers["authorization"] = f"Bearer {token['token']}"
        streams = [open_.enter_context(each.stream("GET", STREAM)) for each in (ines, acting)]
        open_.enter_context(otto.stream("GET", STREAM))
        while streams_open(operator) < 3:  # as soon as the server has begun all three
            pass
        begun = time.monotonic()
        body = {"password": NEW}
        assert operator.put(RESET, json=body, headers=second("sue")).status_code == 204
        for stream in streams:
            assert _rest(stream.iter_bytes()) == b""
        assert time.monotonic() - begun < HEARTBEAT / 2
        assert streams_open(operator) == 1  # somebody else's goes on
        assert acting.get("/api/me").status_code == 401
        assert ines.get("/api/me").status_code == 401
        assert otto.get("/api/me").status_code == 200
        assert house.stop()[0] == 0


def _rest(parts: Iterator[bytes]) -> bytes:
    return b"".join(parts)
