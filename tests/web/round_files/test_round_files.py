"""Round files over HTTP: pasted by anybody, changed by staff, and never at the tables' expense."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import Casino, Watch, opened
from tests.web.evenings import an_evening

from croupier.adjudication import account_of
from croupier.rulebook.instruments import instruments
from croupier.web.round_files import adjudicator as client
from croupier.web.round_files.adjudicator import Adjudicator, TookTooLong, TooManyFiles
from croupier.web.round_files.changed_file import NotAFile, changed, form_of
from croupier.web.round_files.pages import LONGEST_FILE, examples
from croupier.web.round_files.rulings import Form, RulingRequest, rule

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

WHAT_IF = "/tables/pit-1/rounds/1/what-if"
EXAMPLE = examples()["act-blackjack-2018"]
SLOW = {
    "instrument": "act-ultimate-texas-holdem-2025",
    "cards": ["KS", "7H", "5C", "3D", "2S", "AH", "KC", "KD", "AD", "TC", "JD"] * 12,
    "stop": True,
    "script": [
        *(
            entry
            for _ in range(12)
            for entry in (
                {"do": "place-wager", "player": "a", "box": 1, "wager": "ante", "amount": 1000},
                {"do": "place-wager", "player": "b", "box": 2, "wager": "ante", "amount": 1000},
                {"action": "play", "box": 1, "amount": 4000},
                {"action": "play", "box": 2, "amount": 4000},
                {"next": True},
            )
        ),
        {"do": "place-wager", "player": "a", "box": 1, "wager": "ante", "amount": 1000},
        *[{"deal": 99}] * 1500,
    ],
}
"""Much is done, and then undone again and again."""


# --- the worker


@pytest.fixture
async def adjudicator() -> AsyncIterator[Adjudicator]:
    found = Adjudicator()
    yield found
    await found.close()


async def test_a_file_is_ruled_on_in_another_process(adjudicator: Adjudicator) -> None:
    first, again = await adjudicator.ask(RulingRequest(EXAMPLE), RulingRequest("{"))
    assert first == rule(RulingRequest(EXAMPLE))
    assert first.contested
    assert first.net == {"ana": 0}
    assert again.error.startswith("not JSON")
    (document,) = await adjudicator.ask(RulingRequest(EXAMPLE, Form.HTML))
    assert document == rule(RulingRequest(EXAMPLE, Form.HTML))


async def test_a_file_that_takes_too_long_is_given_up_and_the_next_is_not(
    adjudicator: Adjudicator, monkeypatch: pytest.MonkeyPatch
) -> None:
    await adjudicator.ask(RulingRequest(EXAMPLE))
    monkeypatch.setattr(client, "LONGEST", 0.05)
    with pytest.raises(TookTooLong):
        await adjudicator.ask(RulingRequest(json.dumps(SLOW)))
    monkeypatch.setattr(client, "LONGEST", 60)
    (ruling,) = await adjudicator.ask(RulingRequest(EXAMPLE))
    assert ruling.contested


async def test_a_worker_that_has_ended_is_begun_again(adjudicator: Adjudicator) -> None:
    await adjudicator.ask(RulingRequest(EXAMPLE))
    process = adjudicator._process
    assert process is not None
    process.kill()
    await process.wait()
    (ruling,) = await adjudicator.ask(RulingRequest(EXAMPLE))
    assert ruling.contested


async def test_few_wait_and_the_rest_are_told_to_come_back(
    adjudicator: Adjudicator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "WAITING", 1)
    answers = await asyncio.gather(
        *(adjudicator.ask(RulingRequest(EXAMPLE)) for _ in range(4)), return_exceptions=True
    )
    assert [isinstance(each, TooManyFiles) for each in answers] == [False, False, True, True]


async def test_whoever_goes_away_leaves_no_half_answer_behind(adjudicator: Adjudicator) -> None:
    await adjudicator.ask(RulingRequest(EXAMPLE))
    asking = asyncio.create_task(adjudicator.ask(RulingRequest(EXAMPLE, Form.HTML)))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    (ruling,) = await adjudicator.ask(RulingRequest(EXAMPLE))
    assert ruling.account


# --- pasted


async def test_anybody_is_answered_with_the_account(casino: Casino) -> None:
    visitor = casino.visitor()
    empty = await visitor.get("/round-files?example=act-blackjack-2018")
    assert EXAMPLE.strip() in unescape(empty.text)
    answer = await visitor.post("/round-files", data={"file": EXAMPLE})
    assert answer.status_code == 200
    assert "that is 3 to 2 on $10: what a Blackjack is paid" in answer.text
    assert "/static/cards.svg#8S" in answer.text
    assert "style=" not in answer.text, "the policy of the pages would not let it"
    kept = await visitor.post("/round-files", data={"file": EXAMPLE, "as": "html"})
    assert kept.headers["content-disposition"] == 'attachment; filename="adjudication.html"'
    assert kept.text.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("", "There is nothing in it."),
        ("   ", "There is nothing in it."),
        ("{", "not JSON"),
        ('{"instrument": "whist"}', "is not an instrument that can be adjudicated"),
        ('{"instrument": "<script>alert(1)</script>"}', "&lt;script&gt;alert(1)&lt;/script&gt;"),
        (" " * LONGEST_FILE + "{}", "is too long for this page"),
    ],
)
async def test_what_is_no_round_is_said(casino: Casino, file: str, says: str) -> None:
    answer = await casino.visitor().post("/round-files", data={"file": file})
    assert answer.status_code == 400
    assert says in answer.text
    assert "<script>alert" not in answer.text


async def test_a_page_of_another_site_cannot_send_one(casino: Casino) -> None:
    answer = await casino.visitor().post(
        "/round-files", data={"file": EXAMPLE}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


async def test_a_crowd_is_held_to_its_rate_and_the_tables_are_not(casino: Casino) -> None:
    visitor = casino.visitor()
    answers = [
        (await visitor.post("/round-files", data={"file": EXAMPLE})).status_code for _ in range(8)
    ]
    assert 429 in answers
    ana = await casino.logged_in("ana")
    assert (await ana.get("/")).status_code == 200


def test_every_instrument_has_an_example_that_can_be_read() -> None:
    assert sorted(examples()) == sorted(instruments())
    page = Path(__file__).parents[3] / "docs" / "round-files.md"
    for example in examples().values():
        assert account_of(example).told
        assert example in page.read_text("utf-8")


# --- what if


@pytest.fixture
async def evening(casino: Casino) -> Casino:
    await an_evening(casino, rounds=2)
    return casino


async def test_supervisors_and_inspectors_ask_what_if_and_nobody_else(evening: Casino) -> None:
    for who, status in (("sue", 200), ("ines", 200), ("vic", 200), ("ana", 403), ("dan", 403)):
        visitor = await evening.logged_in(who)
        assert (await visitor.get(WHAT_IF)).status_code == status, who
        assert (await visitor.post(WHAT_IF, data={})).status_code in ((200, 400), (403,))[
            status == 403
        ], who
    assert (await evening.visitor().get(WHAT_IF)).status_code == 303


def fields(page: str) -> dict[str, str]:
    found = re.findall(r'<input id="[^"]*" name="([^"]+)" value="([^"]*)"', page)
    (options,) = re.findall(r'<textarea id="options"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return {**{name: unescape(value) for name, value in found}, "options": unescape(options)}


async def test_what_is_not_changed_comes_to_the_same(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    given = fields((await ines.get(WHAT_IF)).text)
    answer = await ines.post(WHAT_IF, data=given)
    assert answer.status_code == 200
    assert "Both come to the same." in answer.text
    assert 'class="differs"' not in answer.text


async def test_another_wager_is_another_settlement(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    given = fields((await ines.get(WHAT_IF)).text)
    answer = await ines.post(WHAT_IF, data={**given, "wager-1": "12"})
    assert "They differ." in answer.text
    file = await ines.post(WHAT_IF, data={**given, "wager-1": "12", "as": "file"})
    assert file.json()["wagers"][0]["amount"] == 1200
    for form, begins in (("html", b"<!doctype html>"), ("pdf", b"%PDF")):
        report = await ines.post(WHAT_IF, data={**given, "as": form})
        assert report.content.startswith(begins)
        assert f'filename="pit-1-round-1-changed.{form}"' in report.headers["content-disposition"]


async def test_the_record_stays_as_it_is(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    before = (await ines.get("/tables/pit-1/rounds/1/file")).content
    given = fields((await ines.get(WHAT_IF)).text)
    await ines.post(WHAT_IF, data={**given, "wager-1": "12", "card-1": "2C"})
    assert (await ines.get("/tables/pit-1/rounds/1/file")).content == before


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("wager-1", "many", "is not an amount in dollars"),
        ("card-1", "ZZ", "cards[1]: &#34;ZZ&#34; is not a card"),
        ("entry-1", "{", "entry 1: it is not JSON"),
        ("options", "[", "options: it is not JSON"),
        ("options", '{"decks": 3}', "options.decks: 3 is not between"),
    ],
)
async def test_what_cannot_be_is_said_of_its_field(
    evening: Casino, field: str, value: str, says: str
) -> None:
    ines = await evening.logged_in("ines")
    given = fields((await ines.get(WHAT_IF)).text)
    answer = await ines.post(WHAT_IF, data={**given, field: value})
    assert answer.status_code == 400
    assert says in answer.text


async def test_a_round_that_there_is_not(evening: Casino) -> None:
    ines = await evening.logged_in("ines")
    assert (await ines.get("/tables/pit-1/rounds/99/what-if")).status_code == 404
    assert (await ines.get("/tables/pit-9/rounds/1/what-if")).status_code == 404


# --- the fields of a file

FILE: dict[str, Any] = json.loads(EXAMPLE)


def given_of(file: dict[str, Any]) -> dict[str, str]:
    form = form_of(file, "")
    return {
        **{field.name: field.value for field in (*form.cards, *form.entries)},
        **{field.name: field.amount for field in form.wagers},
        "options": form.options,
    }


def test_a_form_that_nobody_touched_is_the_file() -> None:
    assert changed(FILE, given_of(FILE)) == FILE


def test_cards_and_entries_are_taken_out_and_put_in() -> None:
    given = {**given_of(FILE), "card-1": "", "card-2": "6D, 5c", "entry-3": "", "wager-1": ""}
    given["entry-4"] = '{"deal": 1}, {"next": true}'
    file = changed(FILE, given)
    assert file["cards"][:3] == ["6D", "5c", "8H"]
    assert file["wagers"] == []
    assert file["script"][2:4] == [{"deal": 1}, {"next": True}]


def test_a_field_that_is_not_json_is_named() -> None:
    with pytest.raises(NotAFile, match="entry 2: it is not JSON"):
        changed(FILE, {**given_of(FILE), "entry-2": "hit"})


# --- people who go by references in the record


async def test_names_stand_on_both_sides_where_the_record_has_references(tmp_path: Path) -> None:
    async with opened(tmp_path / "casino.db", Watch(), by_reference=True) as casino:
        await an_evening(casino, rounds=1)
        ines = await casino.logged_in("ines")
        shown = (await ines.get(WHAT_IF)).text
        assert "ana&#39;s main" in shown
        assert "~" not in shown.split("<main", 1)[1]
        answer = await ines.post(WHAT_IF, data=fields(shown))
        assert "Both come to the same." in answer.text
        assert "~" not in answer.text.split("<main", 1)[1]
