"""Guests play at once, in so many places and no more, and may keep their account."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.web.casinos import OLGA, Casino, Visitor, Watch, opened
from tests.web.cups import Cup

from croupier.aggregate.facts import Bar, Barring
from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor import people_at
from croupier.casino.floor.commands import command_house
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.books import CAGE
from croupier.casino.house.commands import BuyIn, FollowTable, SetUpTable
from croupier.web.accounts import guests
from croupier.web.accounts.guests import BEGINS_WITH, BRINGS
from croupier.web.http.sessions import csrf_token
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio
PLACES, BY_ADDRESS = 2, 3
TABLE = "blackjack-2018"


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
async def casino(tmp_path: Path, watch: Watch) -> AsyncIterator[Casino]:
    settings = Settings(log_requests=False, guests=PLACES, guests_by_address=BY_ADDRESS)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        instrument, options = TABLES[TABLE]
        await casino.floor.command_house(
            SetUpTable(table=TABLE, instrument=instrument, options=options, float=100_000_00), OLGA
        )
        yield casino


async def come(casino: Casino, address: str = "192.0.2.7") -> tuple[Visitor, httpx.Response]:
    """Somebody presses Play as a guest in the lobby."""
    visitor = casino.visitor(address)
    return visitor, await visitor.client.post("/guests", data={"table": TABLE})


async def test_one_click_in_the_lobby_is_a_seat_with_chips(casino: Casino) -> None:
    lobby = await casino.visitor().get("/")
    assert 'action="/guests"' in lobby.text
    guest, answer = await come(casino)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{TABLE}")
    page = (await guest.get(f"/tables/{TABLE}")).text
    assert "keep this account" in page
    assert 'data-spot="4 main"' in page
    assert f"${BRINGS // 100}" in page
    (person,) = await people_at(casino.floor, TABLE)
    assert casino.services.chips_of(person) == BEGINS_WITH - BRINGS


async def test_no_more_guests_play_at_once_than_there_are_places_and_none_leaves_an_account(
    casino: Casino, watch: Watch
) -> None:
    before = len(casino.floor.house.people)
    seen: set[str] = set()
    for visit in range(4):
        for address in ("192.0.2.7", "192.0.2.8"):
            assert (await come(casino, address))[1].status_code == 303
        refused = (await come(casino, "192.0.2.9"))[1]
        assert refused.status_code == 503
        assert f"All {PLACES} places for guests are taken" in refused.text
        assert len(casino.floor.house.people) == before + PLACES, visit
        people = set(await people_at(casino.floor, TABLE))
        assert len(people) == PLACES
        assert not people & seen
        assert all(casino.services.chips_of(person) == BEGINS_WITH - BRINGS for person in people)
        seen |= people
        watch.on(31 * 60)  # and nobody is there any more


async def test_a_guest_is_a_new_person_who_inherits_nothing(casino: Casino) -> None:
    first, _ = await come(casino)
    (person,) = await people_at(casino.floor, TABLE)
    await first.client.post("/log-out", data={"csrf_token": csrf_token(first.cookie)})
    assert person not in casino.floor.house.people
    assert casino.services.chips_of(person) == 0
    assert casino.floor.references.meaning(person) != "Guest 1", "the name is gone at once"
    second, _ = await come(casino)
    (other,) = await people_at(casino.floor, TABLE)
    assert other != person
    assert casino.floor.references.meaning(other) == "Guest 2"
    assert (await first.get("/api/me")).status_code == 401
    ledger = (await second.get(f"/api/people/{other}/chips")).json()
    assert [each["transfer"]["amount"] for each in ledger["booked"]] == [BEGINS_WITH, BRINGS]


async def test_a_guest_has_no_tokens(casino: Casino) -> None:
    guest, _ = await come(casino)
    asked = {"name": "later", "roles": ["player"], "days": 366}
    token = {"x-csrf-token": csrf_token(guest.cookie)}
    refused = await guest.client.post("/api/tokens", json=asked, headers=token)
    assert refused.status_code == 403
    assert "ends with the session" in refused.json()["detail"]


async def test_a_guest_buys_no_chips_and_cannot_empty_the_cage(casino: Casino) -> None:
    guest, _ = await come(casino)
    held = casino.floor.house.books.held(CAGE)
    token = {"x-csrf-token": csrf_token(guest.cookie)}
    refused = await guest.client.post("/api/chips/buy-in", json={"amount": 100}, headers=token)
    assert refused.status_code == 409
    assert "fixed stake" in refused.json()["detail"]
    assert casino.floor.house.books.held(CAGE) == held


async def test_an_excluded_guest_keeps_nobody_out(casino: Casino) -> None:
    guest, _ = await come(casino)
    (person,) = await people_at(casino.floor, TABLE)
    barred = Barring(person=person, bar=Bar.EXCLUDED, reason="order 12")
    follow = FollowTable(table=f"{TABLE}/1", transfers=(), barrings=(barred,))
    await command_house(casino.floor, follow, ITSELF)
    await guest.client.post("/log-out", data={"csrf_token": csrf_token(guest.cookie)})
    assert casino.floor.house.bars(person)
    assert not casino.floor.house.people[person]
    assert (await come(casino))[1].status_code == 303
    (other,) = await people_at(casino.floor, TABLE)
    assert not casino.floor.house.bars(other)


async def test_guests_who_come_at_once_count_for_their_address_too(
    tmp_path: Path, watch: Watch
) -> None:
    settings = Settings(log_requests=False, guests=10, guests_by_address=BY_ADDRESS)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        answers = await asyncio.gather(*(come(casino) for _ in range(8)))
        statuses = sorted(answer.status_code for _, answer in answers)
        assert statuses == [303] * BY_ADDRESS + [429] * (8 - BY_ADDRESS)
        assert (await come(casino, "192.0.2.8"))[1].status_code == 303


async def test_guests_whom_a_table_holds_up_take_no_place(casino: Casino) -> None:
    held_up = [await come(casino, f"192.0.2.{number}") for number in range(PLACES)]
    live = casino.floor.tables[TABLE]
    live.out_of_order = "its record does not lead to it"
    for guest, _ in held_up:
        await guest.client.post("/log-out", data={"csrf_token": csrf_token(guest.cookie)})
    for number in range(PLACES):
        assert (await come(casino, f"192.0.2.{10 + number}"))[1].status_code == 303
    assert (await come(casino, "192.0.2.20"))[1].status_code == 503
    assert len(casino.floor.guests) == 2 * PLACES
    live.out_of_order = ""
    assert (await come(casino, "192.0.2.20"))[1].status_code == 503
    assert len(casino.floor.guests) == PLACES, "the table let them go"


async def test_the_chips_of_a_guest_who_left_a_tournament_go_back_to_the_cage(
    casino: Casino,
) -> None:
    cup = Cup(casino, "act-blackjack-2018")
    await cup.open_entries()
    guest, _ = await come(casino)
    (person,) = await people_at(casino.floor, TABLE)
    token = {"csrf_token": csrf_token(guest.cookie)}
    entered = await guest.client.post(
        "/tournaments/summer-cup/own", data={**token, "do": "enter", "copy_given": "yes"}
    )
    assert entered.status_code == 303, entered.text
    await guest.client.post("/log-out", data=token)
    assert person in casino.floor.guests, "the tournament may still pay them"
    assert (await guest.get("/api/me")).status_code == 401
    await cup.do("olga", "cancel-tournament", reason="flooded")
    assert casino.services.chips_of(person) == cup.held.conditions.entry_fee
    assert (await come(casino, "192.0.2.8"))[1].status_code == 303
    assert person not in casino.floor.house.people
    assert casino.services.chips_of(person) == 0


async def test_nobody_waits_for_the_round_of_a_guest_who_is_gone(casino: Casino) -> None:
    await come(casino)
    (person,) = await people_at(casino.floor, TABLE)
    waited: list[bool] = []

    async def note(*_: object, waits: bool = True) -> None:
        waited.append(waits)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guests, "go_home", note)
        await casino.services.sessions.end_all(person, casino.services.safe.put)
        assert (await come(casino))[1].status_code == 303
    assert waited == [False]


async def test_so_many_guests_come_in_a_day(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(log_requests=False, guests=PLACES, guests_by_address=100, guests_by_day=3)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        for _ in range(3):
            guest, answer = await come(casino)
            assert answer.status_code == 303
            await guest.client.post("/log-out", data={"csrf_token": csrf_token(guest.cookie)})
        refused = (await come(casino))[1]
        assert refused.status_code == 503
        assert "3 guests have come today" in refused.text
        watch.on(24 * 3600)
        assert (await come(casino))[1].status_code == 303


async def test_accounts_for_guests_of_versions_before_are_closed(
    tmp_path: Path, watch: Watch
) -> None:
    """They went from one guest to the next, with tokens that outlived the guests."""
    path = tmp_path / "casino.db"
    settings = Settings(log_requests=False, guests=PLACES)
    async with opened(path, watch, settings) as casino:
        person = await casino.floor.enrol("Guest 1", (Role.PLAYER,), ITSELF)
        await casino.services.command_house(
            BuyIn(person=person, amount=5_00), Person(person, Role.PLAYER)
        )
        made = await casino.services.tokens.make(person, "later", (Role.PLAYER,), 366)
        places = msgspec.json.encode([{"person": person, "name": "Guest 1"}])
        await casino.services.safe.put({"guests/places": places})
    async with opened(path, watch, settings) as casino:
        bearer = {"authorization": f"Bearer {made.token}"}
        answer = await casino.visitor().client.get("/api/me", headers=bearer)
        assert answer.status_code == 401
        assert person in casino.floor.house.forgotten
        assert casino.services.chips_of(person) == 0
        assert await casino.services.safe.get("guests/places") is None


async def test_an_address_has_so_many_guests_an_hour(casino: Casino, watch: Watch) -> None:
    for _ in range(BY_ADDRESS):
        guest, answer = await come(casino)
        assert answer.status_code == 303
        await guest.client.post("/log-out", data={"csrf_token": csrf_token(guest.cookie)})
    refused = (await come(casino))[1]
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    watch.on(3601)
    assert (await come(casino))[1].status_code == 303


async def test_a_network_of_ipv6_is_one_address_of_guests(tmp_path: Path, watch: Watch) -> None:
    settings = Settings(log_requests=False, guests=10, guests_by_address=BY_ADDRESS)
    async with opened(tmp_path / "casino.db", watch, settings) as casino:
        for number in range(BY_ADDRESS):
            assert (await come(casino, f"2001:db8:0:1::{number}"))[1].status_code == 303
        assert (await come(casino, "2001:db8:0:1:ffff::1"))[1].status_code == 429
        assert (await come(casino, "2001:db8:0:2::1"))[1].status_code == 303


async def test_a_guest_keeps_the_account_with_what_is_in_it(casino: Casino) -> None:
    guest, _ = await come(casino)
    (person,) = await people_at(casino.floor, TABLE)
    token = {"csrf_token": csrf_token(guest.cookie)}
    taken = await guest.client.post(
        "/account", data={**token, "person": "ana", "password": "a very long secret"}
    )
    assert taken.status_code == 422
    assert "ana" in taken.text
    short = await guest.client.post("/account", data={**token, "person": "zoe", "password": "no"})
    assert short.status_code == 422
    kept = await guest.client.post(
        "/account", data={**token, "person": "zoe", "password": "a very long secret"}
    )
    assert kept.status_code == 303
    assert "Welcome, zoe" in (await guest.get("/")).text
    again = casino.visitor("192.0.2.30")
    assert (await again.log_in("zoe", "a very long secret")).status_code == 201
    assert await people_at(casino.floor, TABLE) == [person]
    assert casino.floor.references.meaning(person) == "zoe"
    for address in ("192.0.2.31", "192.0.2.32"):  # the place is made anew
        assert (await come(casino, address))[1].status_code == 303


async def test_so_many_accounts_are_kept_from_one_address_in_a_day(
    casino: Casino, watch: Watch
) -> None:
    """Each would otherwise stay for good, and buy chips every day."""

    async def keep(number: int) -> int:
        guest, answer = await come(casino)
        assert answer.status_code == 303
        form = {"csrf_token": csrf_token(guest.cookie), "password": "a very long secret"}
        kept = await guest.client.post("/account", data={**form, "person": f"zoe {number}"})
        watch.on(1300)
        return kept.status_code

    assert [await keep(number) for number in range(BY_ADDRESS)] == [303] * BY_ADDRESS
    before = len(casino.floor.house.people)
    assert await keep(BY_ADDRESS) == 429
    assert len(casino.floor.house.people) == before + 1, "a guest, who stays one"
    watch.on(24 * 3600)
    assert await keep(BY_ADDRESS) == 303


@pytest.mark.parametrize("name", ["", " ", "zoe ", " zoe", "z" * 41, "z" * 5_000])
async def test_a_guest_who_keeps_the_account_chooses_a_name_that_an_account_may_have(
    casino: Casino, name: str
) -> None:
    guest, _ = await come(casino)
    form = {
        "csrf_token": csrf_token(guest.cookie),
        "person": name,
        "password": "a very long secret",
    }
    refused = await guest.client.post("/account", data=form)
    assert refused.status_code == 422
    assert "is not a name of 1 to 40 characters" in refused.text
    assert "Guest 1" in (await guest.get("/api/me")).text


async def test_two_processes_of_a_house_give_out_no_more_places_than_it_has(
    postgresql_url: str, watch: Watch
) -> None:
    settings = Settings(log_requests=False, guests=PLACES, guests_by_address=100)
    async with (
        opened(postgresql_url, watch, settings) as one,
        opened(postgresql_url, watch, settings) as other,
    ):
        before = len(one.floor.house.people)
        came = await asyncio.gather(
            *(
                casino.visitor(f"192.0.2.{number}").client.post("/guests", data={})
                for number in range(1, 5)
                for casino in (one, other)
            )
        )
        statuses = [answer.status_code for answer in came]
        assert statuses.count(303) == PLACES, statuses
        assert set(statuses) == {303, 503}
        assert len({*one.floor.house.people, *other.floor.house.people}) == before + PLACES


async def test_a_house_has_no_guests_unless_it_says_so(tmp_path: Path, watch: Watch) -> None:
    async with opened(tmp_path / "casino.db", watch) as casino:
        assert "/guests" not in (await casino.visitor().get("/")).text
        assert (await come(casino))[1].status_code == 403
