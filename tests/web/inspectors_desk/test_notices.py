"""Notices over HTTP: listed, streamed without gap or repeat, acknowledged by those they are for."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import Casino, Watch, opened
from tests.web.offices import set_up, tell
from tests.web.streams import Listening

from croupier.casino.store_verification import inspect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.web.casinos import Visitor

pytestmark = pytest.mark.anyio

LONGEST = 300
"""Seconds, after which an event that has not come never will."""


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    async with opened(tmp_path / "casino.db", watch) as casino:
        await set_up(casino, "challenge")
        yield casino


async def notices(visitor: Visitor, **query: Any) -> list[dict[str, Any]]:
    answer = await visitor.get("/api/notices", params=query)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["notices"])


async def test_a_notice_is_listed_until_it_is_acknowledged(casino: Casino) -> None:
    ines = await casino.logged_in("ines")
    await tell(casino, "inspector")
    (notice,) = await notices(ines, to="inspector", waiting=True)
    assert (notice["by"], notice["role"], notice["table"]) == ("sue", "supervisor", "challenge")
    assert notice["about"] == "restriction: further-shoes"
    assert "5.11" in notice["clauses"]
    body = {"notice": notice["id"]}
    key = {"idempotency-key": "one"}
    first = await ines.post("/api/notices/acknowledgements", body, headers=key)
    assert first.status_code == 200
    again = await ines.post("/api/notices/acknowledgements", body, headers=key)
    assert (again.content, again.headers["idempotent-replayed"]) == (first.content, "true")
    twice = await ines.post("/api/notices/acknowledgements", body)
    assert (twice.status_code, "already" in twice.json()["detail"]) == (409, True)
    assert await notices(ines, to="inspector", waiting=True) == []
    (notice,) = await notices(ines, to="inspector")
    assert notice["acknowledged"]["by"] == "ines"
    assert inspect(casino.floor.store).sound


async def test_surveillance_acknowledges_what_it_was_told_and_no_more(casino: Casino) -> None:
    vic = await casino.logged_in("vic")
    await tell(casino, "inspector")
    await tell(casino, "surveillance")
    (hers,) = await notices(vic, to="surveillance")
    (other,) = await notices(vic, to="inspector")
    answer = await vic.post("/api/notices/acknowledgements", {"notice": other["id"]})
    assert (answer.status_code, answer.json()["role"]) == (403, "inspector")
    answer = await vic.post("/api/notices/acknowledgements", {"notice": hers["id"]})
    assert answer.status_code == 200
    assert [each["to"] for each in await notices(vic, waiting=True)] == ["inspector"]


async def test_the_operator_cannot_acknowledge_for_the_inspector(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    await tell(casino, "inspector")
    (notice,) = await notices(olga, to="inspector")
    answer = await olga.post("/api/notices/acknowledgements", {"notice": notice["id"]})
    assert answer.status_code == 403
    assert len(await notices(olga, waiting=True)) == 1


@pytest.mark.parametrize("made_up", ["tables/challenge/1:999:1", "house:1:1", "x", "é:1:1"])
async def test_a_notice_that_was_never_given_is_not_found(casino: Casino, made_up: str) -> None:
    ines = await casino.logged_in("ines")
    before = casino.floor.store.last_position()
    answer = await ines.post("/api/notices/acknowledgements", {"notice": made_up})
    assert (answer.status_code, answer.json()["field"]) == (404, "notice")
    assert casino.floor.store.last_position() == before


async def heard(casino: Casino, last: int | None, most: int) -> list[tuple[int, str, Any]]:
    """The first events of a stream, each with its id and name, as a browser would get them."""
    ines = await casino.logged_in("ines")
    headers = dict(ines.client.headers)
    headers["cookie"] = f"{casino.services.authorizer.cookie}={ines.cookie}"
    if last is not None:
        headers["last-event-id"] = str(last)
    events: list[tuple[int, str, Any]] = []
    enough = asyncio.Event()
    text = b""

    async def receive() -> dict[str, Any]:
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal text
        text += message.get("body", b"")
        *whole, text = text.split(b"\n\n")
        for block in whole:
            fields = dict(line.split(": ", 1) for line in block.decode().splitlines())
            if len(events) < most and fields.get("id"):
                said = int(fields["id"]), fields["event"], json.loads(fields["data"])
                events.append(said)
        if len(events) == most:
            enough.set()

    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": "/api/notices/stream", "query_string": b"",
        "raw_path": b"/api/notices/stream", "root_path": "", "http_version": "1.1",
        "scheme": "http", "server": ("casino.test", 80), "client": ("192.0.2.1", 40000),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    serving = asyncio.create_task(casino.app(scope, receive, send))  # type: ignore[arg-type]
    await asyncio.wait_for(enough.wait(), LONGEST)
    await asyncio.wait_for(serving, LONGEST)
    return events


async def test_the_inspector_sees_them_arrive(casino: Casino) -> None:
    already = len((await casino.services.noticeboard.read()).news)
    hearing = asyncio.create_task(heard(casino, already, 3))
    for to in ("inspector", "surveillance"):
        await tell(casino, to)
    ines = await casino.logged_in("ines")
    (notice,) = await notices(ines, to="inspector")
    await ines.post("/api/notices/acknowledgements", {"notice": notice["id"]})
    first, second, third = await hearing
    assert [first[0], second[0], third[0]] == [already + 1, already + 2, already + 3]
    assert [first[1], second[1], third[1]] == ["notice", "notice", "acknowledged"]
    assert (first[2]["to"], second[2]["to"]) == ("inspector", "surveillance")
    assert (third[2]["notice"], third[2]["by"]) == (notice["id"], "ines")


async def test_a_broken_stream_goes_on_without_gap_or_repeat(casino: Casino) -> None:
    for player in ("ana", "bob", "cleo", "dora"):
        await tell(casino, "inspector", player)
    whole = len((await casino.services.noticeboard.read()).news)
    told: list[tuple[int, str, Any]] = []
    while len(told) < whole:
        told += await heard(casino, told[-1][0] if told else None, min(2, whole - len(told)))
    assert [number for number, _, _ in told] == list(range(1, whole + 1))
    assert [each[2]["detail"] for each in told][-4:] == ["ana", "bob", "cleo", "dora"]


async def test_an_open_desk_misses_nothing_that_came_while_it_was_loaded(casino: Casino) -> None:
    await tell(casino, "inspector", "ana")
    ines = await casino.logged_in("ines")
    page = (await ines.get("/desk")).text
    (stream,) = re.findall(r'sse-connect="([^"]+)"', page)
    for player in ("bob", "cleo"):
        await tell(casino, "inspector", player)
    async with Listening(casino.app, ines, stream) as desk:
        told = (await asyncio.wait_for(desk.event(), LONGEST)).decode()
        assert all(player in told for player in ("ana", "bob", "cleo"))
        await tell(casino, "inspector", "dora")
        assert "dora" in (await asyncio.wait_for(desk.event(), LONGEST)).decode()
    (last,) = re.findall(r"^id: (\d+)$", told, re.M)  # and with one that comes back
    async with Listening(casino.app, ines, stream, **{"last-event-id": last}) as desk:
        assert "dora" in (await asyncio.wait_for(desk.event(), LONGEST)).decode()
