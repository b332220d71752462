"""What staff do for a patron, over the API and on the pages: by a code, an approval, or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import OLGA, Casino, Visitor, Watch, opened
from tests.web.evenings import second, send

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import FLOAT, TABLES
from croupier.casino.house.commands import BuyIn, Dealing, IssueChips, SetUpTable
from croupier.casino.significant_events import EventKind, significant_events
from croupier.web.http.patron_code import OPT
from croupier.web.http.policies import operations

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio

COMMANDS = "/api/tables/pit-1/commands"
ARRIVE = {"command": {"do": "arrive", "player": "ana"}}
BRING = {"command": {"do": "bring-chips", "player": "ana", "amount": 50_00}}
CASH_OUT = {"person": "ana", "amount": 100_00}
UNCONFIRMED = "urn:croupier:problem:patron-unconfirmed"


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    """One with a table, and ana somewhere else with a hundred dollars in her pocket."""
    async with opened(tmp_path / "casino.db", watch) as casino:
        instrument, options = TABLES["blackjack-2018"]
        await casino.floor.command_house(IssueChips(amount=FLOAT), OLGA)
        table = SetUpTable(
            table="pit-1", instrument=instrument, options=options, float=FLOAT,
            dealing=Dealing.AUTOMATIC,
        )  # fmt: skip
        await casino.floor.command_house(table, OLGA)
        await casino.floor.command_house(
            BuyIn(person="ana", amount=100_00), Person("ana", Role.PLAYER)
        )
        yield casino


async def code_for(casino: Casino, place: str, most: int = 0) -> dict[str, str]:
    """The header with the code that ana's page shows."""
    ana = await casino.let_in("ana")
    answer = await ana.post("/api/approvals", {"place": place, "most": most})
    assert answer.status_code == 201, answer.text
    return {"patron-code": answer.json()["code"]}


def must_need_patron(answer: httpx.Response) -> None:
    assert answer.status_code == 403, answer.text
    problem: dict[str, Any] = answer.json()
    assert (problem["type"], problem["field"]) == (UNCONFIRMED, "patron-code")
    assert "a code that they read out from their page" in problem["detail"]
    assert "second person" in problem["detail"]


async def token_of(casino: Casino, person: str, role: str) -> Visitor:
    """What acts with a token, as programs do."""
    visitor = await casino.let_in(person)
    made = await visitor.post("/api/tokens", {"name": "t", "roles": [role]})
    return casino.visitor(authorization=f"Bearer {made.json()['token']}")


async def test_a_dealers_token_brings_no_absent_player_to_a_table(casino: Casino) -> None:
    dan, ana = await token_of(casino, "dan", "dealer"), await casino.let_in("ana")
    must_need_patron(await dan.post(COMMANDS, ARRIVE))
    assert (await ana.post(COMMANDS, ARRIVE)).status_code == 200  # herself she may
    must_need_patron(await dan.post(COMMANDS, BRING))
    assert (await ana.post(COMMANDS, BRING)).status_code == 200
    wager = {"do": "place-wager", "player": "ana", "box": 1, "amount": 10_00}
    must_need_patron(await dan.post(COMMANDS, {"command": wager}))
    assert (await ana.post(COMMANDS, {"command": wager})).status_code == 200
    assert (await ana.get("/api/people/ana/acts")).json() == []


async def test_a_supervisor_cashes_out_no_players_pocket(casino: Casino) -> None:
    sue = await casino.let_in("sue")
    must_need_patron(await sue.post("/api/chips/cash-out", CASH_OUT))
    ana = await casino.let_in("ana")
    assert (await ana.get("/api/me")).json()["chips"] == 100_00
    code = await code_for(casino, "cage", 100_00)
    assert (await sue.post("/api/chips/cash-out", CASH_OUT, headers=code)).status_code == 200
    assert (await ana.get("/api/me")).json()["chips"] == 0


@pytest.mark.parametrize("how", ["code", "session", "second person"])
async def test_what_is_confirmed_is_done_recorded_and_told(casino: Casino, how: str) -> None:
    ana, dan = await casino.let_in("ana"), await casino.let_in("dan")
    shown: dict[str, str] = {}
    if how == "code":
        shown = await code_for(casino, "tables/pit-1")
    elif how == "session":
        named = {"place": "tables/pit-1", "staff": "dan"}
        assert (await ana.post("/api/approvals", named)).json()["code"] is None
    else:
        shown = second("sue")
    assert (await dan.post(COMMANDS, ARRIVE, headers=shown)).status_code == 200
    (done,) = (await ana.get("/api/people/ana/acts")).json()
    confirmed_by = "sue" if how == "second person" else "ana"
    assert (done["act"], done["by"], done["how"]) == ("arrive", "dan", how)
    assert done["confirmed_by"] == confirmed_by
    page = (await ana.get("/approvals")).text
    assert "arrive</strong> by dan" in page
    (event,) = [
        event
        for event in significant_events(casino.floor.store)
        if event.happened.kind is EventKind.PATRON
    ]
    assert (event.by, event.happened.subject) == (confirmed_by, "ana")
    assert event.happened.what == "arrive by dan for a patron"


async def test_codes_of_others_used_guessed_and_expired_do_nothing(casino: Casino) -> None:
    dan, bob = await casino.let_in("dan"), await casino.let_in("bob")
    made = await bob.post("/api/approvals", {"place": "tables/pit-1"})
    must_need_patron(await dan.post(COMMANDS, ARRIVE, headers={"patron-code": made.json()["code"]}))
    code = await code_for(casino, "tables/pit-1")
    assert (await dan.post(COMMANDS, ARRIVE, headers=code)).status_code == 200
    must_need_patron(await dan.post(COMMANDS, BRING, headers=code))
    ana = await casino.let_in("ana")
    code = await code_for(casino, "tables/pit-1", 50_00)
    assert (await ana.delete("/api/approvals")).status_code == 204
    must_need_patron(await dan.post(COMMANDS, BRING, headers=code))
    for wrong in (second("sue", "wrong"), second("bob"), second("dan")):
        answer = await dan.post(COMMANDS, BRING, headers=wrong)
        assert answer.status_code == 403, answer.text
    assert (await ana.get("/api/me")).json()["chips"] == 100_00


async def test_only_the_patron_in_person_approves_and_only_they_and_overseers_read(
    casino: Casino,
) -> None:
    program = await token_of(casino, "ana", "player")
    assert (await program.post("/api/approvals", {"place": "cage"})).status_code == 403
    assert (await casino.visitor().post("/api/approvals", {"place": "cage"})).status_code == 401
    for person, status in (("bob", 403), ("dan", 403), ("ana", 200), ("sue", 200), ("ines", 200)):
        visitor = await casino.let_in(person)
        assert (await visitor.get("/api/people/ana/acts")).status_code == status
    ana = await casino.let_in("ana")
    for wrong in ({"place": "moon"}, {"place": "cage", "staff": "bob"}):
        assert (await ana.post("/api/approvals", wrong)).status_code == 409


async def test_the_console_asks_for_the_code_or_a_second_person(casino: Casino) -> None:
    dan = await casino.let_in("dan")
    form = {"player": "ana"}
    seen = await send(dan, "/tables/pit-1/console/arrive", form)
    assert 'name="patron_code"' in seen.text
    assert 'name="second_person"' in seen.text
    refused = await send(dan, "/tables/pit-1/console/arrive", {**form, "do": "yes"})
    assert refused.status_code == 403
    assert "Code that ana reads out" in refused.text
    assert casino.floor.live("pit-1").table.patrons.arrived == []
    nobody = await send(dan, "/tables/pit-1/console/arrive", {"player": "the man in the hat"})
    assert 'name="patron_code"' not in nobody.text  # who has no account to be asked by
    ana = await casino.let_in("ana")
    page = await send(ana, "/approvals", {"place": "tables/pit-1", "dollars": ""})
    code = page.text.partition('class="number code">')[2][:6]
    assert code.isdecimal()
    sent = {**form, "do": "yes", "patron_code": code}
    assert (await send(dan, "/tables/pit-1/console/arrive", sent)).status_code == 200
    assert casino.floor.live("pit-1").table.patrons.arrived == ["ana"]
    only = {"place": "tables/pit-1", "dollars": "20", "act": "Bring chips"}
    assert (
        "may bring chips once for you at tables/pit-1" in (await send(ana, "/approvals", only)).text
    )
    assert (await send(ana, "/approvals", {**only, "act": "dance"})).status_code == 422
    wrong = await send(ana, "/approvals", {"place": "moon"})
    assert wrong.status_code == 422


async def test_what_staff_ask_for_appears_on_the_patrons_page_and_is_let_or_not(
    casino: Casino,
) -> None:
    ana, dan = await casino.let_in("ana"), await casino.let_in("dan")
    await ana.post(COMMANDS, ARRIVE)
    assert (await ana.get("/api/approvals")).json() == []
    must_need_patron(await dan.post(COMMANDS, BRING))
    (asked,) = (await ana.get("/api/approvals")).json()
    assert (asked["by"], asked["place"], asked["cost"]) == ("dan", "tables/pit-1", 50_00)
    assert asked["command"] == BRING["command"]
    page = (await ana.get("/approvals")).text
    assert "dan asks to do this for you" in page
    assert "bring chips: amount $50" in page
    part = (await ana.get("/approvals", headers={"hx-request": "true"})).text
    assert "<html" not in part
    assert "dan asks to do this for you" in part
    for other in ("bob", "dan", "sue"):  # it is nobody else's to let
        visitor = await casino.let_in(other)
        assert (await visitor.get("/api/approvals")).json() == []
        assert (await visitor.post(f"/api/approvals/{asked['id']}", {})).status_code == 404
    assert (await ana.delete(f"/api/approvals/{asked['id']}")).status_code == 204
    must_need_patron(await dan.post(COMMANDS, BRING))
    (asked,) = (await ana.get("/api/approvals")).json()
    assert (await send(ana, f"/approvals/{asked['id']}", {})).status_code == 200
    more = {"command": {**BRING["command"], "amount": 51_00}}
    must_need_patron(await dan.post(COMMANDS, more))  # which she has not let
    less = {"command": {**BRING["command"], "amount": 49_00}}
    must_need_patron(await dan.post(COMMANDS, less))
    sue = await casino.let_in("sue")
    must_need_patron(await sue.post(COMMANDS, BRING))  # whom she has not let
    assert (await dan.post(COMMANDS, BRING)).status_code == 200
    must_need_patron(await dan.post(COMMANDS, BRING))  # twice
    (done,) = (await ana.get("/api/people/ana/acts")).json()
    assert (done["act"], done["how"], done["confirmed_by"]) == ("bring-chips", "session", "ana")


async def test_staff_ask_a_patron_for_five_things_at_a_time(casino: Casino) -> None:
    ana, dan = await casino.let_in("ana"), await casino.let_in("dan")
    await ana.post(COMMANDS, ARRIVE)
    for amount in range(1_00, 9_00, 1_00):
        for _ in range(2):  # and the same but once
            must_need_patron(
                await dan.post(COMMANDS, {"command": {**BRING["command"], "amount": amount}})
            )
    asked = (await ana.get("/api/approvals")).json()
    assert [each["cost"] for each in asked] == [4_00, 5_00, 6_00, 7_00, 8_00]
    assert (await ana.post(f"/api/approvals/{asked[0]['id']}", {})).status_code == 201
    assert (await ana.post(f"/api/approvals/{asked[0]['id']}", {})).status_code == 404


async def test_the_description_names_the_header_where_staff_may_act(casino: Casino) -> None:
    schema = (await casino.visitor().get("/schema/openapi.json")).json()
    named = {
        (path, method)
        for path, item in schema["paths"].items()
        for method, operation in item.items()
        if "Patron-Code" in [each["name"] for each in operation.get("parameters", ())]
    }
    declared = {
        (path.replace(":str", ""), method.lower())
        for method, path, handler in operations(casino.app)
        if handler.opt.get(OPT) and method != "OPTIONS"
    }
    assert named == declared
    assert ("/api/chips/cash-out", "post") in named
