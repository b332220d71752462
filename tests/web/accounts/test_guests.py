"""Guests play at once, in so many places and no more, and may keep their account."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from tests.web.casinos import OLGA, Casino, Visitor, Watch, opened

from croupier.casino.demo import TABLES
from croupier.casino.floor import people_at
from croupier.casino.house.commands import SetUpTable
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


async def test_places_are_used_again_and_the_record_has_no_more_accounts(
    casino: Casino, watch: Watch
) -> None:
    before = len(casino.floor.house.people)
    for visit in range(4):
        for address in ("192.0.2.7", "192.0.2.8"):
            assert (await come(casino, address))[1].status_code == 303
        refused = (await come(casino, "192.0.2.9"))[1]
        assert refused.status_code == 503
        assert f"All {PLACES} places for guests are taken" in refused.text
        assert len(casino.floor.house.people) == before + PLACES, visit
        watch.on(31 * 60)  # and nobody is there any more
    people = await people_at(casino.floor, TABLE)
    assert len(people) == PLACES
    assert all(casino.services.chips_of(person) == BEGINS_WITH - BRINGS for person in people)


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
