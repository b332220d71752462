"""The inspector's desk over HTTP: notices, records, shoes, meters, events, proofs."""

from __future__ import annotations

import asyncio
import re

import pytest
from tests.web.casinos import OLGA, Casino, enrol
from tests.web.console.test_known_values import lost, ready
from tests.web.evenings import MARKUP, an_evening, send

from croupier.aggregate.roles import Role
from croupier.casino.floor.verification_in_background import Verified

pytestmark = pytest.mark.anyio

PAGES = ("/desk", "/desk/meters", "/desk/events", "/desk/records/pit-1", "/desk/shoes/pit-1")
LOOK = ("sue", "amy", "gus", "mara", "olga", "ines", "vera")
DO_NOT = ("ana", "dan", "tom")


@pytest.fixture
async def evening(casino: Casino) -> Casino:
    await an_evening(casino)
    await enrol(casino.floor, {"vera": (Role.SURVEILLANCE,)})
    return casino


async def test_those_who_look_into_it_find_every_page(evening: Casino) -> None:
    for who in LOOK:
        visitor = await evening.logged_in(who)
        for path in PAGES:
            assert (await visitor.get(path)).status_code == 200, f"{path} by {who}"


async def test_others_are_turned_away_and_strangers_asked_to_log_in(evening: Casino) -> None:
    for who in DO_NOT:
        visitor = await evening.logged_in(who)
        for path in (*PAGES, "/desk/stream", "/desk/checkpoints/1"):
            assert (await visitor.get(path)).status_code == 403, f"{path} by {who}"
    for path in PAGES:
        answer = await evening.visitor().get(path)
        assert answer.headers["location"].startswith("/log-in")


async def test_only_inspectors_and_the_operator_verify_and_seal(evening: Casino) -> None:
    for path in ("/desk/verification", "/desk/checkpoints"):
        for who in ("sue", "vera", "mara"):
            visitor = await evening.logged_in(who)
            assert (await send(visitor, path, {})).status_code == 403, f"{path} by {who}"
        for who in ("ines", "olga"):
            visitor = await evening.logged_in(who)
            assert (await send(visitor, path, {})).status_code == 303, f"{path} by {who}"


async def test_a_notice_waits_until_its_office_takes_it(evening: Casino) -> None:
    board = evening.services.noticeboard
    (notice,) = [each for each in await board.read() if each.is_waiting]
    sue, ines = await evening.logged_in("sue"), await evening.logged_in("ines")
    assert "waits for commission" in (await sue.get("/desk")).text
    page = (await ines.get("/desk")).text
    assert f'value="{notice.id}"' in page
    refused = await send(sue, "/desk/acknowledgements", {"notice": notice.id})
    assert refused.status_code == 403
    taken = await send(ines, "/desk/acknowledgements", {"notice": notice.id})
    assert taken.status_code == 303
    assert "acknowledged by ines" in (await sue.get("/desk")).text
    again = await send(ines, "/desk/acknowledgements", {"notice": notice.id})
    assert again.status_code == 409
    assert "acknowledged already" in again.text
    missing = await send(ines, "/desk/acknowledgements", {"notice": "none"})
    assert missing.status_code == 404


async def test_a_record_is_read_in_words_page_by_page(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    length = evening.floor.live("pit-1").stored
    seen: list[int] = []
    after = 0
    while len(seen) < length - 1:
        page = (await ines.get(f"/desk/records/pit-1?after={after}")).text
        lines = [int(number) for number in re.findall(r'<li id="line-(\d+)"', page)]
        assert lines
        seen += lines
        after = lines[-1]
    assert seen == list(range(2, length + 1))
    assert (await ines.get("/desk/records/pit-9")).status_code == 404


async def test_what_was_verified_is_told(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    assert "Nothing has been verified" in (await ines.get("/desk")).text
    await send(ines, "/desk/verification", {})
    while evening.services.verifier.is_under_way:
        await asyncio.sleep(0)
    assert "All records are sound." in (await ines.get("/desk/verification")).text
    assert "All records are sound." in (await ines.get("/desk")).text
    sound = evening.services.verifier.last
    assert isinstance(sound, Verified)
    (record, *_) = [each for each in sound.records if each.record == "tables/pit-1/1"]
    assert record.sound


async def test_a_verification_under_way_shows_how_far_it_has_come(
    evening: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    ines = await evening.logged_in("ines")
    verifier, hold = evening.services.verifier, asyncio.Event()
    verify = verifier._verify

    async def patiently() -> Verified:
        verifier.hear(300, 1200)
        await hold.wait()
        return await verify()

    monkeypatch.setattr(verifier, "_verify", patiently)
    begun = verifier.begin()
    await asyncio.sleep(0)
    page = (await ines.get("/desk")).text
    assert "300 of 1200 lines are verified." in page
    assert '<progress id="inspected" max="1200" value="300">' in page
    assert "Verify all records now" not in page
    hold.set()
    await begun
    assert "Verify all records now" in (await ines.get("/desk")).text


async def test_a_checkpoint_is_downloaded_as_it_is_kept(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    await send(ines, "/desk/checkpoints", {})
    page = (await ines.get("/desk")).text
    assert evening.services.sealing.key in page
    assert 'href="/desk/checkpoints/1"' in page
    answer = await ines.get("/desk/checkpoints/1")
    assert answer.content == await evening.services.sealing.last()
    assert "attachment" in answer.headers["content-disposition"]
    assert (await ines.get("/desk/checkpoints/2")).status_code == 404


async def test_shoes_show_what_they_were_committed_to(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    page = (await ines.get("/desk/shoes/pit-1")).text
    commitment = evening.floor.live("pit-1").table.view(OLGA).shoe.commitment
    assert commitment is not None
    assert commitment in page
    assert "not revealed" in page


async def test_meters_and_events_are_those_of_the_records(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    meters = (await ines.get("/desk/meters")).text
    assert '<th scope="row">Pit 1</th>' in meters
    events = (await ines.get("/desk/events")).text
    assert "a table is set up" in events
    assert "selected>every kind</option>" in events
    rules = (await ines.get("/desk/events?kind=floor")).text
    assert '<option value="floor" selected>' in rules
    assert "selected>every kind</option>" not in rules
    assert "a table is set up" in rules
    assert "a new account" not in rules


async def test_a_record_in_words_names_cards_and_approvals_as_one_says_them(casino: Casino) -> None:
    await ready(casino, "blackjack-2018")
    await lost(casino)
    ines = await casino.logged_in("ines")
    lines = (await ines.get("/desk/records/pit-1")).text
    assert "deal: card ten of spades" in lines
    assert "The ten of spades to box 1" in lines
    assert re.search(r"open table: layout .* of \d{4}-\d\d-\d\d, shoe ", lines)
    assert "reference" not in lines


async def test_what_people_wrote_is_text_on_the_desk(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    for path in ("/desk", "/desk/records/pit-1", "/desk/records/pit-1?after=40", "/desk/events"):
        assert MARKUP not in (await ines.get(path)).text
