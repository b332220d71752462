"""The log: every line is JSON, and none has a secret in it."""

from __future__ import annotations

import io
import json
import logging
import re
from typing import TYPE_CHECKING, Any

import pytest
from litestar import get
from tests.web.casinos import OLGA, PASSWORD, Casino, Watch, opened

from croupier.cards import Card
from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.house.commands import IssueChips, Pace, SetUpTable
from croupier.web.http.logs import LogLine, report, say, set_up
from croupier.web.http.policies import ANYBODY
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

AT_ONCE = Pace(betting=0, decision=0, cut=0, settled=0)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Where everything that is logged during a test goes."""
    root, ours = logging.getLogger(), logging.getLogger("croupier.web")
    before = root.handlers, root.level, ours.level
    root.setLevel(logging.INFO)  # as other tests may leave it
    stream = io.StringIO()
    set_up(stream)
    yield stream
    root.handlers, root.level, ours.level = before


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


async def test_who_goes_away_in_the_midst_of_a_body_is_no_error_of_ours(
    casino: Casino, log: io.StringIO
) -> None:
    scope: Any = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": "/api/session", "raw_path": b"/api/session", "root_path": "",
        "query_string": b"", "client": ("192.0.2.1", 40000), "server": ("casino.test", 80),
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"100")],
    }  # fmt: skip
    arriving: list[Any] = [
        {"type": "http.request", "body": b'{"person":', "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        return arriving.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    await casino.app(scope, receive, send)
    assert sent[0]["status"] == 400
    assert [line for line in lines(log) if line["level"] == "error"] == []


async def test_a_request_is_a_line_without_what_was_asked(
    tmp_path: Path, watch: Watch, log: io.StringIO
) -> None:
    async with opened(tmp_path / "casino.db", watch, Settings()) as casino:
        sue = await casino.logged_in("sue")
        await sue.get("/api/people/ana", params={"role": "supervisor", "note": "hush"})
        await sue.get("/no/such/place/hush")
    _, asked, nowhere = lines(log)
    assert asked.pop("at").endswith("Z")
    assert asked.pop("took") > 0
    assert asked == {
        "level": "info", "what": "request", "method": "GET", "path": "/api/people/{person}",
        "status": 200, "by": "sue", "address": "192.0.2.1",
    }  # fmt: skip
    assert (nowhere["path"], nowhere["status"]) == ("elsewhere", 404)
    assert "hush" not in log.getvalue()


async def test_an_error_of_ours_is_logged_by_its_place_and_told_to_nobody(
    tmp_path: Path, watch: Watch, log: io.StringIO
) -> None:
    @get("/broken", policy=ANYBODY)
    async def broken() -> None:
        raise RuntimeError("the shoe's secret is 4711")

    async with opened(tmp_path / "casino.db", watch, Settings(), more=[broken]) as casino:
        answer = await casino.visitor().get("/broken")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "RuntimeError" not in answer.text
    error, request = lines(log)
    assert (error["level"], error["error"], error["path"]) == ("error", "RuntimeError", "/broken")
    assert any("broken" in place for place in error["where"])
    assert request["status"] == 500
    assert "4711" not in log.getvalue() + answer.text


async def test_what_the_http_server_says_is_json_too(log: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("Started %s", "well")
    try:
        raise ValueError("a secret")
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved")
    told = lines(log)
    assert [line["note"] for line in told] == ["Started well", "ValueError in asyncio"]
    assert "a secret" not in log.getvalue()


async def played(casino: Casino) -> set[str]:
    """A few rounds of each game with every kind of request, and all the secrets there were."""
    floor = casino.floor
    await floor.command_house(IssueChips(amount=len(TABLES) * FLOAT), OLGA)
    for name, (instrument, options) in TABLES.items():
        await floor.command_house(
            SetUpTable(
                table=name, instrument=instrument, options=options, float=FLOAT, pace=AT_ONCE
            ),
            OLGA,
        )
    ana = await casino.logged_in("ana")
    made = await ana.post("/api/tokens", {"name": "robot", "roles": ["player"]})
    token = made.json()["token"]
    await ana.post("/api/chips/buy-in", {"amount": 1_000_00})
    robot = casino.visitor(authorization=f"Bearer {token}")
    for table, wager in (
        ("blackjack-2018", "main"), ("blackjack-2006", "main"), ("challenge", "main"),
        ("baccarat", "player"), ("holdem", "ante"),
    ):  # fmt: skip
        for command in (
            {"do": "arrive", "player": "ana"},
            {"do": "sit", "player": "ana", "box": 1},
            {"do": "bring-chips", "player": "ana", "amount": 100_00},
            {"do": "place-wager", "player": "ana", "box": 1, "wager": wager, "amount": 10_00},
        ):
            answer = await robot.post(f"/api/tables/{table}/commands", {"command": command})
            assert answer.status_code == 200, answer.text
        assert (await robot.get(f"/api/tables/{table}")).status_code == 200
    await casino.visitor().log_in("ana", "a wrong password")
    secrets = {PASSWORD, "a wrong password", ana.cookie, token, ana.client.headers["x-csrf-token"]}
    shoes = 0
    for live in floor.tables.values():
        state = json.loads(floor.store.safe(live.safe) or b"{}")
        found = {text for text in _texts(state) if len(text) >= 16}
        shoes += bool(found)
        secrets |= found
    assert shoes == len(floor.tables)
    return secrets


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


async def test_no_password_token_cookie_or_secret_of_a_shoe_reaches_the_log(
    tmp_path: Path, watch: Watch, log: io.StringIO
) -> None:
    async with opened(tmp_path / "casino.db", watch, Settings()) as casino:
        secrets = await played(casino)
    text = log.getvalue()
    assert len(lines(log)) > 25
    for secret in secrets:
        assert secret not in text
    cards = {str(Card(rank + suit)) for rank in "23456789TJQKA" for suit in "CDHS"}
    for line in lines(log):
        assert not cards & {part for value in line.values() for part in str(value).split()}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_at_a_terminal_only_what_is_wrong_is_shown_in_words() -> None:
    root, ours = logging.getLogger(), logging.getLogger("croupier.web")
    before = root.handlers, root.level, ours.level
    terminal = Terminal()
    try:
        set_up(terminal)
        say(LogLine(what="request", method="GET", path="/", status=200))
        report(ValueError("hush"), "GET", "/api/tables")
    finally:
        root.handlers, root.level, ours.level = before
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d error: error GET /api/tables ValueError\n", terminal.getvalue()
    )
