"""Who may ask for what: every operation of the API by every role and by nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from litestar import get
from tests.web.casinos import BY_ROLE, Casino, Watch, opened

from croupier.web.http.policies import ANYBODY, NoPolicy, operations, policy_of
from croupier.web.http.request import Request

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

NOBODY = "nobody"
ALL = frozenset(BY_ROLE.values())
OPERATOR = frozenset({"olga"})
MANAGERS = frozenset({"mara", "olga"})
SUPERVISORS = frozenset({"sue", "amy", "gus", "mara", "olga", "vic", "ines"})
OFFICES = frozenset({"vic", "ines"})
HOLDERS = MANAGERS | {"tom"}
DESK = frozenset({"sue", "amy", "gus", "mara", "olga"})
MEASURERS = frozenset({"olga", "ines"})
LIFTING = DESK | {"ines"}
DEALERS = DESK | {"dan"}
EVERYBODY = ALL | {NOBODY}

MATRIX = {
    "GET /health": EVERYBODY,
    "GET /health/ready": EVERYBODY,
    "GET /metrics": MEASURERS,
    "GET /schema": EVERYBODY,
    "POST /api/session": EVERYBODY,
    "DELETE /api/session": ALL,
    "GET /api/me": ALL,
    "GET /api/tokens": ALL,
    "POST /api/tokens": ALL,
    "DELETE /api/tokens/{id:str}": ALL,
    "GET /api/people": SUPERVISORS,
    "POST /api/people": OPERATOR,
    "GET /api/people/{person:str}": SUPERVISORS,  # somebody else's
    "POST /api/people/{person:str}/roles": OPERATOR,
    "DELETE /api/people/{person:str}/roles/{held:str}": OPERATOR,
    "PUT /api/people/{person:str}/password": ALL,
    "GET /api/people/{person:str}/particulars": SUPERVISORS,  # somebody else's
    "PUT /api/people/{person:str}/particulars": DESK,
    "POST /api/people/{person:str}/forget": OPERATOR,
    "GET /api/people/{person:str}/tokens": OPERATOR,
    "DELETE /api/people/{person:str}/tokens/{id:str}": OPERATOR,
    "GET /api/approvals": ALL,
    "POST /api/approvals": ALL,
    "POST /api/approvals/{asked:str}": ALL,
    "DELETE /api/approvals/{asked:str}": ALL,
    "DELETE /api/approvals": ALL,
    "GET /api/people/{person:str}/acts": SUPERVISORS,  # somebody else's
    "GET /api/barred": LIFTING,
    "POST /api/people/{person:str}/bars/{bar:str}/end": LIFTING,
    "GET /api/people/{person:str}/chips": SUPERVISORS,  # somebody else's
    "GET /api/chips": SUPERVISORS,
    "GET /api/chips/ledger": SUPERVISORS,
    "POST /api/chips/buy-in": ALL,
    "POST /api/chips/cash-out": ALL,
    "POST /api/chips/issue": OPERATOR,
    "POST /api/chips/retire": OPERATOR,
    "GET /api/program": MEASURERS,
    "POST /api/program/approval": OPERATOR,
    "GET /api/overrides": SUPERVISORS,
    "PUT /api/overrides": OPERATOR,
    "GET /api/cage": ALL,
    "GET /api/powers": SUPERVISORS,
    "PUT /api/powers": OPERATOR,
    "PUT /api/cage": OPERATOR,
    "GET /api/tables": EVERYBODY,
    "POST /api/tables": MANAGERS,
    "DELETE /api/tables/{table:str}": MANAGERS,
    "GET /api/tables/{table:str}": EVERYBODY,
    "GET /api/tables/{table:str}/rules": EVERYBODY,
    "GET /api/tables/{table:str}/commands": EVERYBODY,
    "POST /api/tables/{table:str}/commands": ALL,
    "POST /api/tables/{table:str}/steps": ALL,
    "POST /api/tables/{table:str}/ready": ALL,
    "GET /api/tables/{table:str}/stream": EVERYBODY,
    "GET /api/tables/{table:str}/record": SUPERVISORS,
    "GET /api/tables/{table:str}/shoes": EVERYBODY,
    "GET /api/tables/{table:str}/shuffle": EVERYBODY,
    "GET /api/tables/{table:str}/rounds": ALL,
    "GET /api/tables/{table:str}/rounds/{number:int}": ALL,
    "GET /api/tables/{table:str}/rounds/{number:int}/file": SUPERVISORS,
    "GET /api/tables/{table:str}/rounds/{number:int}/steps": ALL,
    "GET /api/tables/{table:str}/boxes/{box:int}/rounds": SUPERVISORS,
    "GET /api/me/rounds": ALL,
    "GET /api/tournaments": EVERYBODY,
    "POST /api/tournaments": HOLDERS,
    "GET /api/tournaments/{name:str}": EVERYBODY,
    "GET /api/tournaments/{name:str}/commands": EVERYBODY,
    "POST /api/tournaments/{name:str}/commands": ALL,
    "GET /api/tournaments/{name:str}/events": EVERYBODY,
    "GET /api/tournaments/{name:str}/conditions": EVERYBODY,
    "GET /api/tournaments/{name:str}/draw": EVERYBODY,
    "GET /api/promotions": EVERYBODY,
    "POST /api/promotions": DESK,
    "GET /api/promotions/{name:str}": EVERYBODY,
    "GET /api/promotions/{name:str}/commands": EVERYBODY,
    "POST /api/promotions/{name:str}/commands": ALL,
    "GET /api/promotions/{name:str}/events": EVERYBODY,
    "GET /api/promotions/{name:str}/conditions": EVERYBODY,
    "GET /api/promotions/{name:str}/draw": EVERYBODY,
    "GET /api/notices": SUPERVISORS,
    "GET /api/notices/stream": SUPERVISORS,
    "POST /api/notices/acknowledgements": OFFICES,
    "GET /api/meters": SUPERVISORS,
    "GET /api/events": SUPERVISORS,
    "GET /api/verification": MEASURERS,
    "POST /api/verification": MEASURERS,
    "GET /api/checkpoints": EVERYBODY,
    "GET /api/checkpoints/last": EVERYBODY,
    "GET /api/head": EVERYBODY,
    "POST /api/checkpoints": MEASURERS,
    "GET /api/school/payouts/{instrument:str}": EVERYBODY,
    "POST /api/school/payouts/{instrument:str}": EVERYBODY,
    "GET /api/school/exercises/{instrument:str}": EVERYBODY,
    "GET /api/school/exercises/{instrument:str}/{name:str}": EVERYBODY,
    "POST /api/school/exercises/{instrument:str}/{name:str}": EVERYBODY,
    "GET /api/school/exercises/{instrument:str}/{name:str}/payments": EVERYBODY,
    "GET /api/school/sets": DEALERS,
    "POST /api/school/sets": DESK,
    "GET /api/school/sets/{name:str}": DEALERS,
    "DELETE /api/school/sets/{name:str}": DESK,
    "POST /api/school/sets/{name:str}/questions": DEALERS,
    "GET /api/school/sets/{name:str}/questions/{number:int}": DEALERS,
    "POST /api/school/sets/{name:str}/questions/{number:int}/act": DEALERS,
    "GET /api/school/sets/{name:str}/questions/{number:int}/payments": DEALERS,
    "POST /api/school/sets/{name:str}/questions/{number:int}/payments": DEALERS,
    "GET /api/school/marks": DESK,
}
"""Who gets as far as being answered. What they ask for is then judged by the house or the table."""
ENDLESS = ("GET /api/notices/stream",)
"""Only those who are turned away are asked here, for the others are never done."""
EXAMPLES = {
    "{number:int}": "1",
    "{box:int}": "1",
    "{id:str}": "x",
    "{person:str}": "bob",
    "{held:str}": "player",
    "{table:str}": "none",
    "{name:str}": "none",
}


def path_of(operation: str) -> str:
    path = operation.partition(" ")[2]
    for parameter, example in EXAMPLES.items():
        path = path.replace(parameter, example)
    return path


async def test_every_operation_of_the_api_is_in_the_matrix(casino: Casino) -> None:
    there = {
        f"{method} {path}"
        for method, path, _ in operations(casino.app)
        if method != "OPTIONS" and path.startswith("/api/")
    }
    assert there == {operation for operation in MATRIX if " /api/" in operation}


@pytest.mark.parametrize("who", [NOBODY, *BY_ROLE.values()])
async def test_everybody_is_answered_or_turned_away_as_the_matrix_says(
    casino: Casino, who: str
) -> None:
    for operation, allowed in MATRIX.items():
        if operation in ENDLESS and who in allowed:
            continue
        visitor = casino.visitor() if who == NOBODY else await casino.logged_in(who)
        answer = await visitor.client.request(operation.partition(" ")[0], path_of(operation))
        refused = answer.status_code in (401, 403)
        assert refused == (who not in allowed), f"{operation} by {who}: {answer.text}"
        assert answer.status_code < 500
        if refused:
            assert answer.status_code == (401 if who == NOBODY else 403)
            assert (answer.json()["role"] is None) == (who == NOBODY)


async def test_every_operation_has_a_policy(casino: Casino) -> None:
    for method, path, handler in operations(casino.app):
        assert method == "OPTIONS" or policy_of(handler) is not None, f"{method} {path}"


async def test_an_operation_without_a_policy_is_not_served(tmp_path: Path, watch: Watch) -> None:
    @get("/api/forgotten")
    async def forgotten() -> str:
        return "a secret"

    with pytest.raises(NoPolicy, match="GET /api/forgotten"):
        async with opened(tmp_path / "casino.db", watch, more=[forgotten]):
            pass


async def test_should_one_slip_in_later_nobody_gets_at_it(tmp_path: Path, watch: Watch) -> None:
    @get("/api/remembered", policy=ANYBODY)
    async def remembered() -> str:
        return "no secret"

    @get("/api/forgotten")
    async def forgotten() -> str:
        return "a secret"

    async with opened(tmp_path / "casino.db", watch, more=[remembered]) as casino:
        casino.app.register(forgotten)
        for visitor in (casino.visitor(), await casino.logged_in("olga")):
            assert "no secret" in (await visitor.get("/api/remembered")).text
            answer = await visitor.get("/api/forgotten")
            assert answer.status_code == 405
            assert "secret" not in answer.text


async def test_an_operation_for_anybody_knows_who_asks(tmp_path: Path, watch: Watch) -> None:
    @get("/who", policy=ANYBODY)
    async def who(request: Request) -> dict[str, str]:
        viewer = request.access.viewer
        return {"who": "nobody" if viewer is None else f"{viewer.name} as {viewer.role}"}

    async with opened(tmp_path / "casino.db", watch, more=[who]) as casino:
        assert (await casino.visitor().get("/who")).json() == {"who": "nobody"}
        pat = await casino.logged_in("pat")
        assert (await pat.get("/who")).json() == {"who": "pat as player"}
        acting = await pat.get("/who", params={"role": "supervisor"})
        assert acting.json() == {"who": "pat as supervisor"}
        acting = await pat.get("/who", headers={"x-role": "supervisor"})
        assert acting.json() == {"who": "pat as supervisor"}


async def test_one_acts_in_one_role_at_a_time(casino: Casino) -> None:
    pat = await casino.logged_in("pat")
    assert (await pat.get("/api/people")).status_code == 200  # the first role that will do
    as_player = await pat.get("/api/people", params={"role": "player"})
    assert as_player.status_code == 403
    assert "pat acts as player" in as_player.json()["detail"]
    unknown = await pat.get("/api/people", params={"role": "emperor"})
    assert (unknown.status_code, unknown.json()["field"]) == (422, "role")
    not_hers = await pat.get("/api/people", params={"role": "operator"})
    assert (not_hers.status_code, not_hers.json()["role"]) == (403, "operator")
