"""Whatever is sent to the API is answered as its description says, and never with an error of ours.

Schemathesis makes requests from the OpenAPI: what fits, and what does not. `CROUPIER_REQUESTS` is
how many there are for each operation. All of them are the operator's; every third is also asked by
nobody and by everybody else: each role, with a session and with a token. Every other is about a
table, a person, a tournament that there is, where chance would only name what there is not.
"""

from __future__ import annotations

import dataclasses
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from litestar import get
from litestar.params import FromQuery
from tests.nonsense import least
from tests.web.casinos import BY_ROLE, OLGA, Casino, Visitor, Watch, opened

from croupier.aggregate.roles import Role
from croupier.casino.demo import TABLES
from croupier.casino.house.commands import OpenPromotion, OpenTournament, SetUpTable
from croupier.web.http.authorization import Access
from croupier.web.http.policies import ANYBODY, Policy, operations, policy_of
from croupier.web.rulebook.evidence import covered
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

REQUESTS = int(os.environ.get("CROUPIER_REQUESTS", "3"))
OPEN = Settings(
    log_requests=False, rate=10**6, rate_by_address=10**6, failures=10**6,
    failures_by_address=10**6,
)  # fmt: skip
LOOKED_AT = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "response_schema_conformance",
)  # fmt: skip


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    covered("act-blackjack-2018")  # or the program reads its source while requests are made
    async with opened(tmp_path / "casino.db", watch, OPEN) as casino:
        for table, (instrument, options) in TABLES.items():
            command = SetUpTable(table=table, instrument=instrument, options=options)
            await casino.floor.command_house(command, OLGA)
        instrument = TABLES["blackjack-2018"][0]
        for opens in (
            OpenTournament(tournament="spring", instrument=instrument),
            OpenPromotion(promotion="spring"),
        ):
            await casino.floor.command_house(opens, OLGA)
        yield casino


THERE = {"table": "holdem", "name": "spring", "person": "bob", "number": "1", "box": "1"}
"""What there is, by what an address calls it."""


def cases_for(operation: Any, mode: Any) -> list[Any]:
    """Requests for an operation that fit its description, or do not."""
    made: list[Any] = []
    if mode.is_negative and not _takes_anything(operation):
        return made  # where nothing is asked for, nothing can be wrong

    @seed(20)
    @settings(
        max_examples=REQUESTS, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def make(case: Any) -> None:
        made.append(case)

    with suppress(Unsatisfiable):  # where anything at all fits
        make()
    for case in made[1::2]:
        there = {name: THERE[name] for name in case.path_parameters if name in THERE}
        case.path_parameters = {**case.path_parameters, **there}
    return made


def _takes_anything(operation: Any) -> bool:
    definition = operation.definition.raw
    return bool(definition.get("requestBody") or definition.get("parameters"))


@dataclass(frozen=True)
class Caller:
    """Who asks: nobody, or somebody in their one role, with a session or with a token."""

    role: Role | None
    by_token: bool = False

    async def visitor(self, casino: Casino) -> Visitor:
        """Let in anew each time, for a request may end sessions and revoke tokens."""
        if self.role is None:
            return casino.visitor()
        person = BY_ROLE[self.role]
        if not self.by_token:
            return await casino.let_in(person)
        tokens, safe = casino.services.tokens, casino.services.safe
        await tokens.revoke_all(person, lambda changes: safe.put(dict(changes)))
        made = await tokens.make(person, "a program", (self.role,), 1)
        return casino.visitor(authorization=f"Bearer {made.token}")

    def may(self, policy: Policy) -> bool:
        """Whether the policy lets them in; what they then ask for is judged further on."""
        if policy.is_for_anybody:
            return True
        return self.role in policy.roles and not (self.by_token and policy.in_person)


ENDLESS = ("/stream", "}/events")
"""How the addresses of streams end."""
SHOWN = ("authorization", "cookie")
"""What callers show of themselves; what is made up in its place would let nobody in."""
OPERATOR = Caller(Role.OPERATOR)
EVERYBODY = [
    Caller(None),
    *(Caller(role, by_token) for role in Role for by_token in (False, True)),
]


async def answer(casino: Casino, case: Any, caller: Caller = OPERATOR) -> httpx.Response:
    visitor = await caller.visitor(casino)
    said = case.as_transport_kwargs(base_url="http://casino.test")
    made = {name: text for name, text in said["headers"].items() if name.lower() not in SHOWN}
    headers = {**visitor.client.headers, **made}
    return await visitor.client.request(
        said["method"], said["url"], headers=headers, params=said.get("params"),
        json=said.get("json"), content=said.get("data"),
    )  # fmt: skip


@dataclass
class Looked:
    """What was asked, and by whom something was done."""

    asked: int = 0
    let_in: set[Caller] = dataclasses.field(default_factory=set)
    turned_away: set[Caller] = dataclasses.field(default_factory=set)


async def look_at(casino: Casino, mode: str, under: str = "/") -> Looked:
    """Ask every operation. What is not answered as described, or to the wrong people, raises."""
    import schemathesis  # here, for it takes its time to load
    from schemathesis.checks import CHECKS
    from schemathesis.core.result import Ok

    how = schemathesis.GenerationMode(mode)
    described = (await casino.visitor().get("/schema")).json()
    schema = schemathesis.openapi.from_dict(described)
    checks, looked = CHECKS.get_by_names(LOOKED_AT), Looked()
    policies = {
        (method, re.sub(r":\w+}", "}", path)): policy_of(handler)
        for method, path, handler in operations(casino.app)
    }
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation: Any = found.ok()
        if operation.path.endswith(ENDLESS) or not operation.path.startswith(under):
            continue
        policy = policies[operation.method.upper(), operation.path]
        assert policy is not None
        for number, case in enumerate(cases_for(operation, how)):
            for caller in EVERYBODY if number % 3 == 0 else [OPERATOR]:
                got = await answer(casino, case, caller)
                case.validate_response(got, checks=checks)
                must_be_for(caller, policy, got)
                (looked.let_in if got.is_success else looked.turned_away).add(caller)
                looked.asked += 1
    return looked


def must_be_for(caller: Caller, policy: Policy, got: httpx.Response) -> None:
    """Who is not meant is turned away; who is known is never asked who they are."""
    where = f"{caller}: {got.request.method} {got.request.url}: {got.text[:200]}"
    assert caller.may(policy) or got.is_client_error, where
    if caller.role is not None and got.request.url.path != "/api/session":
        assert got.status_code != httpx.codes.UNAUTHORIZED, where


@pytest.mark.parametrize("mode", ["positive", "negative"])
async def test_no_request_meets_an_error_of_ours(casino: Casino, mode: str) -> None:
    looked = await look_at(casino, mode)
    assert looked.asked > 40 * (REQUESTS + len(EVERYBODY))
    assert looked.turned_away == set(EVERYBODY)
    if mode == "positive":
        assert looked.let_in == set(EVERYBODY)
    assert casino.floor.house.books.balance


async def test_an_operation_that_lets_anybody_in_would_be_found(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same with an authorizer that takes everybody for the operator."""

    async def let_in(asked: object, policy: Policy, cost: int, receive: object) -> Access:
        return Access(OLGA.name, (OLGA.role,), OLGA.role)

    monkeypatch.setattr(casino.services.authorizer, "let_in", let_in)
    with pytest.raises(AssertionError, match=r"Caller\(role=None"):
        await look_at(casino, "positive", "/api/people")


async def test_an_error_of_ours_would_be_found(tmp_path: Path, watch: Watch) -> None:
    from schemathesis.core.failures import FailureGroup

    @get("/api/broken", policy=ANYBODY, summary="What cannot bear some numbers")
    async def broken(number: FromQuery[int]) -> dict[str, int]:
        return {"half": 1 // (number % 2)}

    async with opened(tmp_path / "casino.db", watch, OPEN, more=[broken]) as casino:
        with pytest.raises(FailureGroup, match="Server error"):
            await look_at(casino, "positive", "/api/broken")


# --- what no description leads to


def lines_of(casino: Casino) -> list[tuple[str, list[bytes]]]:
    """Everything that is stored, but for what the program reported by itself."""
    store = casino.floor.store
    return [
        (each.record, [line for line in store.lines(each.record) if REPORT not in line])
        for each in store.records()
    ]


REPORT = b'"do":"report"'
DEEP = b"[" * 5_000 + b"]" * 5_000
BODIES = [
    b"", b"null", b"[]", b"{}", b'"a"', b"\xff\xfe\x00", b"{" * 200, DEEP,
    b'{"amount":' + DEEP + b"}",
    b'{"amount":1e999}', b'{"amount":' + b"9" * 400 + b"}", b'{"amount":-1}', b'{"amount":1.5}',
    b'{"amount":"7"}', b'{"amount":NaN}', b'{"amount":7,"amount":8,"person":"\\ud800"}',
    b'{"person":"<script>alert(1)</script>","password":"' + b"x" * 300 + b'"}', b"\0" * 70_000,
]  # fmt: skip


async def test_what_makes_no_sense_is_refused_and_changes_nothing(casino: Casino) -> None:
    olga = await casino.let_in("olga")
    chance, before = Random(21), lines_of(casino)
    for method, path, handler in operations(casino.app):
        takes_a_body = getattr(handler, "parsed_data_field", None) is not None
        if not (takes_a_body and path.startswith("/api/")):
            continue
        bodies = [*BODIES, *(chance.randbytes(chance.randrange(200)) for _ in range(10))]
        for body in bodies:
            where = re.sub(r"\{\w+:\w+\}", chance.choice(("holdem", "none", "%00", "..%2f")), path)
            said = await olga.client.request(
                method, where, content=body, headers={"content-type": "application/json"}
            )
            assert 400 <= said.status_code < 500, (method, where, body[:60], said.text)
            assert said.headers["content-type"] == "application/problem+json"
            assert said.json()["detail"]
    assert lines_of(casino) == before


async def test_a_cookie_from_before_the_log_out_opens_nothing(casino: Casino) -> None:
    olga = await casino.let_in("olga")
    cookie, headers = olga.cookie, {"x-csrf-token": olga.client.headers["x-csrf-token"]}
    assert (await olga.delete("/api/session")).status_code == 204
    before = lines_of(casino)
    thief = casino.visitor(**headers)
    thief.client.cookies.set(casino.services.authorizer.cookie, cookie)
    for answer in (
        await thief.get("/api/me"),
        await thief.post("/api/chips/issue", {"amount": 1}),
        await thief.post("/api/tables/holdem/commands", {"command": {"do": "collect"}}),
    ):
        assert (answer.status_code, answer.json()["status"]) == (401, 401)
    assert lines_of(casino) == before


async def test_a_page_of_another_site_can_have_nothing_done(casino: Casino) -> None:
    olga = await casino.let_in("olga")
    before = lines_of(casino)
    for headers in (
        {"sec-fetch-site": "cross-site"},
        {"origin": "https://elsewhere.test"},
        {"origin": "null"},
        {"x-csrf-token": "0" * 64},
        {"x-csrf-token": ""},
    ):
        answer = await olga.post("/api/chips/issue", {"amount": 100}, headers=headers)
        assert (answer.status_code, answer.json()["type"][-10:]) == (403, "cross-site")
    assert lines_of(casino) == before


async def test_script_in_words_stays_words(casino: Casino) -> None:
    """In every field that takes words: answered as JSON, or on a page as text."""
    script, olga = "<script>alert(1)</script>", await casino.let_in("olga")
    acts = casino.floor.live("holdem").table.game.acts
    for kind in acts:
        said = msgspec.to_builtins(least(kind))
        for field, value in said.items():
            if isinstance(value, str) and field != "do":
                answer = await olga.post(
                    "/api/tables/holdem/commands", {"command": {**said, field: script}}
                )
                assert answer.status_code in (200, 403, 409, 422), answer.text
                assert answer.headers["content-type"].startswith("application/")
                assert answer.headers["x-content-type-options"] == "nosniff"
    for path in ("/", "/tables/holdem", f"/tables/{script}", f"/rules/{script}"):
        assert script not in (await olga.get(path)).text
    named = await olga.post(
        "/api/people", {"person": script, "roles": ["player"], "password": "long enough"}
    )
    assert named.status_code in (201, 409, 422)
    for path in ("/", "/tables/holdem", "/desk"):
        assert script not in (await olga.get(path)).text
