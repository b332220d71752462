"""Tournaments over the API: what is refused says why and by which clause."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.tournament.support import ACT_2006, ACT_2018, conditions_for
from tests.web.casinos import PASSWORD, Casino
from tests.web.streams import Listening

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.commands import BuyIn
from croupier.casino.store_verification import inspect
from croupier.tournament import ballot

if TYPE_CHECKING:
    from tests.web.casinos import Visitor

pytestmark = pytest.mark.anyio

PATH = "/api/tournaments/cup"
SECRET = sha256(b"of the ballot").digest()


def written(instrument: str, **changes: Any) -> Any:
    """Conditions as they are sent."""
    return msgspec.to_builtins(conditions_for(instrument)) | changes


SUE_CONFIRMS = {"second-person": f"Basic {b64encode(f'sue:{PASSWORD}'.encode()).decode()}"}
"""What the director shows who enters somebody."""


async def told(visitor: Visitor, do: str, **said: Any) -> dict[str, Any]:
    second = SUE_CONFIRMS if do == "enter" else {}
    answer = await visitor.post(f"{PATH}/commands", {"command": {"do": do, **said}}, headers=second)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def refused(visitor: Visitor, do: str, status: int = 409, **said: Any) -> dict[str, Any]:
    """The problem, which has clauses."""
    answer = await visitor.post(f"{PATH}/commands", {"command": {"do": do, **said}})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["clauses"]
    return problem


async def begun(casino: Casino, instrument: str = ACT_2018) -> tuple[Visitor, Visitor]:
    """A tournament without conditions; its operator and its director."""
    olga, tom = await casino.let_in("olga"), await casino.let_in("tom")
    asked = {"do": "open-tournament", "tournament": "cup", "instrument": instrument}
    assert (await olga.post("/api/tournaments", asked)).status_code == 201
    await casino.floor.command_house(BuyIn(person="ana", amount=500_00), Person("ana", Role.PLAYER))
    await casino.floor.command_house(BuyIn(person="bob", amount=500_00), Person("bob", Role.PLAYER))
    return olga, tom


async def taking_entries(casino: Casino, instrument: str = ACT_2018) -> tuple[Visitor, Visitor]:
    olga, tom = await begun(casino, instrument)
    await told(olga, "document-conditions", conditions=written(instrument))
    for step in ("approved",) if instrument == ACT_2006 else ("published", "notified"):
        await told(olga, "take-step", step=step, document="CR 7")
    await told(olga, "nominate-director", person="tom")
    await told(tom, "open-entries")
    return olga, tom


async def test_bad_conditions_are_refused_with_every_shortfall(casino: Casino) -> None:
    olga, _ = await begun(casino)
    lacking = written(ACT_2018, prizes=[], limits={})
    problem = await refused(olga, "document-conditions", conditions=lacking)
    assert "prizes:" in problem["detail"]
    assert "limits:" in problem["detail"]
    undecided = written(ACT_2018, options={"decks": 6})
    problem = await refused(olga, "document-conditions", conditions=undecided)
    assert "options.soft_17: a table must choose: stand, hit" in problem["detail"]
    unread = {"do": "document-conditions", "conditions": {"name": 5, "instrument": ACT_2018}}
    answer = await olga.post(f"{PATH}/commands", {"command": unread})
    assert answer.status_code == 422
    assert answer.json()["field"] == "conditions.name"


@pytest.mark.parametrize(
    ("percent", "said"),
    [(["50", "30", "10"], "90"), (["120", "-20"], "prizes"), (["fifty", "50"], "prizes")],
)
async def test_prizes_that_are_no_division_of_the_pool_are_refused(
    casino: Casino, percent: list[str], said: str
) -> None:
    olga, _ = await begun(casino)
    odd = written(ACT_2018, prizes=[{"percent": percent}])
    problem = await refused(olga, "document-conditions", conditions=odd)
    assert said in problem["detail"]


async def test_no_entry_before_the_gate_is_passed_or_after_it_has_closed(casino: Casino) -> None:
    olga, tom = await begun(casino)
    await told(olga, "document-conditions", conditions=written(ACT_2018))
    await told(olga, "nominate-director", person="tom")
    problem = await refused(tom, "open-entries")
    assert problem["detail"] == "the conditions have not been published and notified"
    assert problem["clauses"] == ["19.2", "19.2(b)", "19.2(c)"]
    assert "draft" in (await refused(tom, "enter", player="ana", paid=100_00))["detail"]
    for step in ("published", "notified"):
        await told(olga, "take-step", step=step, document="CR 7")
    await told(tom, "open-entries")
    for player in ("ana", "bob"):
        await told(tom, "enter", player=player, paid=100_00)
    await told(tom, "close-entries")
    assert "seating" in (await refused(tom, "enter", player="pat", paid=100_00))["detail"]


async def test_one_entry_one_ballot_and_the_director_alone(casino: Casino) -> None:
    _, tom = await taking_entries(casino)
    ana = await casino.let_in("ana")
    assert await told(ana, "enter", player="ana", paid=100_00)
    problem = await refused(tom, "enter", player="ana", paid=100_00)
    assert problem["detail"] == "ana has entered already"
    problem = await refused(ana, "close-entries", status=403)
    assert problem["role"] == "tournament-director"
    problem = await refused(tom, "enter", player="bob", paid=99_00)
    assert problem["detail"] == "paid: the entry fee is $100"
    await told(tom, "enter", player="bob", paid=100_00)
    await told(tom, "close-entries")
    await told(tom, "commit-ballot", commitments=[ballot.commit(SECRET)])
    other = sha256(b"another").hexdigest()
    assert "committed" in (await refused(tom, "draw-seats", secret=other))["detail"]
    await told(tom, "draw-seats", secret=SECRET.hex())
    problem = await refused(tom, "draw-seats", secret=SECRET.hex())
    assert problem["detail"] == "the seats of this session have been drawn"
    assert inspect(casino.floor.store).sound


async def test_what_one_sees_of_it(casino: Casino) -> None:
    _, tom = await taking_entries(casino)
    nobody, ana = casino.visitor(), await casino.let_in("ana")
    await told(ana, "enter", player="ana", paid=100_00)
    (listed,) = (await nobody.get("/api/tournaments")).json()
    assert (listed["title"], listed["entries"], listed["pool"]) == ("Summer Cup", 1, 100_00)
    assert (await nobody.get(PATH)).json()["view"]["view"] == "public"
    assert (await ana.get(PATH)).json()["view"]["paid"] == 100_00
    assert (await tom.get(PATH)).json()["view"]["payments"][0]["player"] == "ana"
    shown = (await nobody.get(f"{PATH}/conditions")).json()
    assert [section["title"] for section in shown["sections"]][:2] == ["Entry", "Money"]
    spelt = (await nobody.get(f"{PATH}/commands")).json()
    assert "Enter" in str(spelt)
    missing = await nobody.get("/api/tournaments/none")
    assert (missing.status_code, missing.json()["field"]) == (404, "tournament")


async def test_conditions_are_not_shown_before_they_are_anybodys(casino: Casino) -> None:
    olga, _ = await begun(casino)
    nobody = casino.visitor()
    assert (await olga.get(f"{PATH}/conditions")).status_code == 404
    await told(olga, "document-conditions", conditions=written(ACT_2018))
    assert (await nobody.get(f"{PATH}/conditions")).status_code == 404
    assert (await olga.get(f"{PATH}/conditions")).status_code == 200


async def test_a_stream_tells_everything_once(casino: Casino) -> None:
    _, tom = await taking_entries(casino)
    nobody = casino.visitor()
    path = f"{PATH}/events"
    async with Listening(casino.app, nobody, path) as heard:
        first = _look(await heard.event())
        await told(tom, "enter", player="ana", paid=100_00)
        second = _look(await heard.event())
        assert [f["fact"] for m in second["moments"] for f in m["facts"]] == ["entered"]
    await told(tom, "enter", player="bob", paid=100_00)
    headers = {"Last-Event-ID": str(second["line"])}
    async with Listening(casino.app, nobody, path, **headers) as heard:
        third = _look(await heard.event())
    assert [moment["line"] for moment in third["moments"]] == [second["line"] + 1]
    assert first["line"] < second["line"] < third["line"]


def _look(event: bytes) -> dict[str, Any]:
    (data,) = [line for line in event.splitlines() if line.startswith(b"data: ")]
    look: dict[str, Any] = msgspec.json.decode(data[6:])
    return look


async def test_asked_again_under_the_same_key_it_is_answered_as_it_was(casino: Casino) -> None:
    _, tom = await taking_entries(casino)
    entry = {"command": {"do": "enter", "player": "ana", "paid": 100_00}}
    key = {"Idempotency-Key": "one"}
    first = await tom.post(f"{PATH}/commands", entry, headers={**key, **SUE_CONFIRMS})
    again = await tom.post(f"{PATH}/commands", entry, headers=key)
    assert (again.content, again.headers["idempotent-replayed"]) == (first.content, "true")
    assert (await tom.get("/api/tournaments")).json()[0]["entries"] == 1


async def test_a_promotion_over_the_api(casino: Casino) -> None:
    sue, nobody = await casino.let_in("sue"), casino.visitor()
    asked = {"do": "open-promotion", "promotion": "raffle"}
    assert (await sue.post("/api/promotions", asked)).status_code == 201
    (listed,) = (await nobody.get("/api/promotions")).json()
    assert (listed["promotion"], listed["title"]) == ("raffle", "")
    assert (await sue.get("/api/promotions/raffle")).json()["view"]["view"] == "desk"
    assert (await nobody.get("/api/promotions/raffle/conditions")).status_code == 404
    commands = "/api/promotions/raffle/commands"
    answer = await sue.post(commands, {"command": {"do": "send-terms"}})
    assert answer.status_code == 409
    assert answer.json()["clauses"]
    ana = await casino.let_in("ana")
    answer = await ana.post(commands, {"command": {"do": "send-terms"}})
    assert answer.status_code == 409
    assert "it takes the role" in answer.json()["detail"]
