"""The terms of the cage over the API and in a browser, and the second person of a new account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import Hands
from tests.web.casinos import OLGA, PASSWORD, Casino, Watch, enrol, opened
from tests.web.evenings import send
from tests.web.http.test_second_person import shown, told, typed

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import Floor
from croupier.casino.house.commands import (
    MONEY_TERMS,
    BuyIn,
    CageTerms,
    RequireSecondPerson,
    SetCageTerms,
)
from croupier.casino.significant_events import EventKind
from croupier.durations import DAY
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.casino.store.contract import Store

pytestmark = pytest.mark.anyio

FORM = {"chips": "play", "own_buy_in": "200", "kept_buy_in": "100", "reserve": "20"}


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch, hands: Hands) -> AsyncIterator[Casino]:
    def floored(store: Store) -> Floor:
        return Floor(store, clock=hands.clock())

    settings = Settings(log_requests=False, guests=2)
    async with opened(tmp_path / "casino.db", watch, settings, floored=floored) as casino:
        yield casino


async def test_the_operator_sets_the_terms_and_players_see_what_is_left(casino: Casino) -> None:
    olga, ana = await casino.logged_in("olga"), await casino.logged_in("ana")
    assert "You can buy $100,000 more today" in (await ana.get("/")).text
    page = (await olga.get("/cage")).text
    assert 'value="100,000"' in page
    assert (await send(olga, "/cage", FORM)).status_code == 303
    assert casino.floor.house.cage_terms == CageTerms(
        own_buy_in=200_00, kept_buy_in=100_00, reserve=20
    )
    assert (await send(ana, "/cage/buy-in", {"dollars": "150"})).status_code == 303
    assert "You can buy $50 more today" in (await ana.get("/")).text
    refused = await send(ana, "/cage/buy-in", {"dollars": "51"})
    assert refused.status_code == 422
    assert "a supervisor at the cage can sell you more" in refused.text
    assert (await ana.get("/api/cage")).json() == {
        "chips": "play", "own_buy_in": 200_00, "kept_buy_in": 100_00, "reserve": 20,
        "left_today": 50_00,
    }  # fmt: skip
    (event,) = [each for each in told(casino, EventKind.CHIPS) if "terms" in each.happened.what]
    assert "up to $200 a day" in event.happened.after


async def test_terms_that_make_no_sense_are_refused_with_what_was_typed(casino: Casino) -> None:
    olga, sue = await casino.logged_in("olga"), await casino.logged_in("sue")
    for field, value in (("reserve", "91"), ("reserve", "x"), ("own_buy_in", "much")):
        answer = await send(olga, "/cage", {**FORM, field: value})
        assert answer.status_code == 409
        assert "Not done." in answer.text
        assert f'value="{value}"' in answer.text
    assert (await send(sue, "/cage", FORM)).status_code == 403
    assert "The operator sets the terms." in (await sue.get("/cage")).text
    assert (await (await casino.logged_in("ana")).get("/cage")).status_code == 403
    assert casino.floor.house.cage_terms == CageTerms()


async def test_a_house_with_chips_for_money_says_so_and_has_no_guests(casino: Casino) -> None:
    assert "Play as a guest" not in (await casino.visitor().get("/")).text  # no table yet
    await casino.floor.command_house(SetCageTerms(terms=MONEY_TERMS), OLGA)
    ana = await casino.logged_in("ana")
    page = (await ana.get("/")).text
    assert "Chips are backed by money. Buy them at the cage." in page
    assert ">Buy in</button>" not in page
    refused = await casino.visitor().client.post("/guests", data={"table": ""})
    assert refused.status_code == 403
    assert "backed by money" in (await (await casino.logged_in("olga")).get("/cage")).text


async def test_an_operator_cannot_name_an_account_that_they_have_just_made(
    casino: Casino, hands: Hands
) -> None:
    """Both are told: the one who asks at once, and the one who was named on their own page."""
    await enrol(casino.floor, {"otto": (Role.OPERATOR,)})
    await casino.floor.command_house(RequireSecondPerson(required=True), OLGA)
    hands.pass_(2 * DAY)
    olga = await casino.logged_in("olga")
    new = {"person": "orla", "password": PASSWORD, "roles": "operator"}
    assert (await send(olga, "/people", {**new, **typed("otto")})).status_code == 303
    house, before = casino.floor.house, casino.floor.house.books.issued
    orla = casino.floor.references.person_called("orla")
    issue = {"amount": 100}
    refused = await olga.post("/api/chips/issue", issue, headers=shown("orla"))
    assert refused.status_code == 403
    assert "may confirm from" in refused.json()["detail"]
    assert house.books.issued == before
    assert [(each.override, each.asked_by) for each in house.named[orla]] == [("", "olga")]
    *_, event = told(casino, EventKind.OVERRIDE)
    assert (event.happened.subject, event.happened.after) == (orla, "olga")
    named = await casino.logged_in("orla")
    assert "Refused, because your account or role is new" in (await named.get("/approvals")).text
    hands.pass_(DAY)
    done = await olga.post("/api/chips/issue", issue, headers=shown("orla"))
    assert done.status_code == 200
    page = (await named.get("/approvals")).text
    assert "Issue chips" in page
    assert "asked for by olga" in page


@pytest.mark.parametrize(
    ("path", "asked"),
    [("issue", {"amount": 100}), ("cash-out", {"amount": 100, "person": "ana"})],
)
async def test_a_new_role_of_an_old_account_is_told_to_both_too(
    casino: Casino, hands: Hands, path: str, asked: dict[str, object]
) -> None:
    """The account may confirm in its older role, but not what takes the new one."""
    await enrol(casino.floor, {"otto": (Role.OPERATOR,)})
    await casino.floor.command_house(RequireSecondPerson(required=True), OLGA)
    hands.pass_(2 * DAY)
    await casino.floor.command_house(BuyIn(person="ana", amount=100), Person("ana", Role.PLAYER))
    olga = await casino.logged_in("olga")
    role = {"role": "operator"}
    given = await olga.post("/api/people/dan/roles", role, headers=shown("otto"))
    assert given.status_code < 300, given.text
    refused = await olga.post(f"/api/chips/{path}", asked, headers=shown("dan"))
    assert refused.status_code == 403
    assert "may confirm from" in refused.json()["detail"]
    house = casino.floor.house
    assert [(each.override, each.asked_by) for each in house.named["dan"]] == [("", "olga")]
    assert told(casino, EventKind.OVERRIDE)[-1].happened.subject == "dan"
    assert (await olga.post(f"/api/chips/{path}", asked, headers=shown("otto"))).status_code == 200
