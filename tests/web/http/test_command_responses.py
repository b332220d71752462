"""What every answer has: headers, problems in one form, a description, and counts of it all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from litestar import get
from tests.web.casinos import Casino, Watch, opened

from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.store.contract import (
    OtherRequest,
    StoreBusy,
    StoreFailed,
    StoreFull,
)
from croupier.rulebook.citations import Clauses, Refused
from croupier.web.http.policies import ANYBODY, operations
from croupier.web.http.problems import http_error_of
from croupier.web.http.security_headers import HEADERS
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

PLAYER = Person("ana", Role.PLAYER)


@pytest.mark.parametrize("path", ["/health", "/api/me", "/no/such/place", "/schema"])
async def test_every_answer_has_the_headers_that_keep_a_browser_safe(
    casino: Casino, path: str
) -> None:
    answer = await casino.visitor().get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("error", "status", "detail", "retry"),
    [
        (Refused("no seat is free", Clauses(("4.1",))), 409, "no seat is free", None),
        (WrongRole("it", Role.DEALER, PLAYER, Clauses(("2.1",))), 403, "dealer", None),
        (OtherRequest("evening-1"), 409, "something else", None),
        (StoreBusy("casino.db: another process is writing"), 503, "busy", "1"),
        (StoreFull("casino.db: the disk is full"), 503, "no room", "30"),
        (StoreFailed("casino.db: disk I/O error"), 503, "cannot be written", "30"),
        (KeyError("AS"), 500, "it was noted", None),
    ],
)
def test_every_error_is_a_problem(
    error: Exception, status: int, detail: str, retry: str | None
) -> None:
    http_error = http_error_of(error)
    assert http_error.problem.status == status
    assert detail in http_error.problem.detail
    assert http_error.headers.get("Retry-After") == retry
    assert http_error.problem.clauses == getattr(error, "clauses", ())
    assert "casino.db" not in http_error.problem.detail
    assert "AS" not in http_error.problem.detail


async def test_a_refusal_of_the_rules_has_its_clauses(tmp_path: Path, watch: Watch) -> None:
    @get("/refused", policy=ANYBODY)
    async def refused() -> None:
        raise WrongRole("it", Role.DEALER, PLAYER, Clauses(("2.1", "3(a)")))

    async with opened(tmp_path / "casino.db", watch, more=[refused]) as casino:
        answer = await casino.visitor().get("/refused")
    problem = answer.json()
    assert set(problem) == {"type", "title", "status", "detail", "clauses", "field", "role"}
    assert (answer.status_code, problem["clauses"], problem["role"]) == (
        403, ["2.1", "3(a)"], "dealer",
    )  # fmt: skip


async def test_a_store_that_fails_is_told_with_when_to_ask_again(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    casino.floor.store.close()
    answer = await ana.post("/api/chips/buy-in", {"amount": 100})
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "30"
    assert (await casino.visitor().get("/health")).status_code == 200


@pytest.mark.parametrize("method", ["TRACE", "PATCH", "OPTIONS", "NONSENSE"])
async def test_a_method_that_is_not_there(casino: Casino, method: str) -> None:
    answer = await casino.visitor().client.request(method, "/api/me")
    assert answer.status_code == 405
    assert answer.json()["type"] == "urn:croupier:problem:wrong-method"


async def test_the_description_knows_every_operation_and_its_problems(casino: Casino) -> None:
    schema = (await casino.visitor().get("/schema")).json()
    described = {
        f"{method.upper()} {path}"
        for path, item in schema["paths"].items()
        for method in item
        if path.startswith("/api/")
    }
    there = {
        f"{method} {re.sub(':[a-z]+}', '}', path)}"
        for method, path, _ in operations(casino.app)
        if method != "OPTIONS" and path.startswith("/api/")
    }
    assert described == there
    buying = schema["paths"]["/api/chips/buy-in"]["post"]
    assert "application/problem+json" in buying["responses"]["default"]["content"]
    assert "400" not in buying["responses"]
    assert buying["security"] == [{"session": []}, {"token": []}]
    assert "security" not in schema["paths"]["/api/session"]["post"]
    assert schema["paths"]["/api/tokens"]["post"]["security"] == [{"session": []}]


async def test_streams_are_described_as_streams_and_nothing_else_is(casino: Casino) -> None:
    schema = (await casino.visitor().get("/schema")).json()
    media = {
        path: tuple(operation["responses"]["200"]["content"])
        for path, item in schema["paths"].items()
        for operation in item.values()
        if "content" in operation["responses"].get("200", {})
    }
    streams = {path for path, types in media.items() if "text/event-stream" in types}
    assert streams == {
        "/api/tables/{table}/stream", "/api/notices/stream", "/api/tournaments/{name}/events",
        "/api/promotions/{name}/events",
    }  # fmt: skip
    assert all(media[path] == ("text/event-stream",) for path in streams)


async def test_what_happens_is_counted(casino: Casino) -> None:
    await casino.visitor().log_in("ana", "a wrong one")
    ana, ines = await casino.logged_in("ana"), await casino.logged_in("ines")
    await ana.post("/api/chips/buy-in", {"amount": 100})
    await ana.get("/api/people")
    await ana.client.request("MADE-UP", "/made/up")
    text = (await ines.get("/metrics")).text
    for line in (
        'croupier_requests_total{method="POST",path="/api/session",status="201"} 2.0',
        'croupier_requests_total{method="GET",path="/api/people",status="403"} 1.0',
        'croupier_requests_total{method="other",path="elsewhere",status="404"} 1.0',
        'croupier_request_seconds_count{method="POST",path="/api/chips/buy-in"} 1.0',
        'croupier_log_ins_total{outcome="who-are-you"} 1.0',
        'croupier_log_ins_total{outcome="welcome"} 2.0',
        'croupier_commands_total{kind="house"} 1.0',
        'croupier_problems_total{kind="not-allowed"} 1.0',
        "croupier_tables 0.0",
        "croupier_streams 0.0",
        "croupier_chips_issued 1e+08",
    ):
        assert line in text.splitlines(), line


async def test_metrics_may_be_open_to_anybody(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(open_metrics=True, log_requests=False)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        answer = await casino.visitor().get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
