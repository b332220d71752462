"""Rounds of the past over HTTP: as those saw them who may, step by step, and as a file."""

from __future__ import annotations

import re

import pytest
from tests.web.casinos import Casino
from tests.web.evenings import an_evening

from croupier.adjudication import adjudicate
from croupier.aggregate.roles import Person, Role
from croupier.casino.past_rounds import past_round

pytestmark = pytest.mark.anyio

ROUND = "/tables/pit-1/rounds/1"


@pytest.fixture
async def evening(casino: Casino) -> Casino:
    await an_evening(casino, rounds=2)
    return casino


async def test_whoever_played_and_whoever_looks_on_see_a_round_again(evening: Casino) -> None:
    for who in ("ana", "dan", "sue", "ines", "olga"):
        answer = await (await evening.logged_in(who)).get(ROUND)
        assert answer.status_code == 200, who
        assert "What came of the wagers" in answer.text
    assert (await (await evening.logged_in("bob")).get(ROUND)).status_code == 403
    assert (await evening.visitor().get(ROUND)).status_code == 303


async def test_every_step_is_a_page_with_the_one_before_and_the_one_after(evening: Casino) -> None:
    ana = await evening.logged_in("ana")
    last = (await ana.get(ROUND)).text
    (steps,) = re.findall(r"Step (\d+) of \1<", last)
    cards = []
    for step in range(1, int(steps) + 1):
        page = (await ana.get(f"{ROUND}?step={step}")).text
        assert f"Step {step} of {steps}" in page
        cards.append(len(re.findall(r'class="card ', page)))
    assert cards == sorted(cards)
    assert cards[0] < cards[-1]


async def test_nothing_can_be_done_in_the_past(evening: Casino) -> None:
    for who in ("ana", "sue"):
        page = (await (await evening.logged_in(who)).get(f"{ROUND}?step=1")).text
        assert 'name="command"' not in page


async def test_rounds_are_listed_for_whoever_may_see_them(evening: Casino) -> None:
    for who, numbers in (("ana", ["2", "1"]), ("ines", ["2", "1"]), ("bob", [])):
        visitor = await evening.logged_in(who)
        page = (await visitor.get("/tables/pit-1/rounds")).text
        assert re.findall(r">Round (\d+)</a>", page) == numbers, who
        assert "/rounds/2" not in (await visitor.get("/tables/pit-1/rounds?before=2")).text
    assert (await evening.visitor().get("/tables/pit-1/rounds")).status_code == 303


async def test_a_round_that_has_not_ended_is_not_there(evening: Casino) -> None:
    ana = await evening.logged_in("ana")
    assert (await ana.get("/tables/pit-1/rounds/3")).status_code == 404
    assert (await ana.get("/tables/pit-9/rounds/1")).status_code == 404


async def test_the_settlements_of_a_round_stand_with_their_clauses(evening: Casino) -> None:
    page = (await (await evening.logged_in("ana")).get(ROUND)).text
    listed = page.partition('id="settled-title"')[2].partition("</section>")[0]
    assert "You, box 2" in listed
    assert 'href="/rules/act-blackjack-2018/' in listed


async def test_the_file_of_a_round_is_for_those_who_answer_for_it(evening: Casino) -> None:
    sue = await evening.logged_in("sue")
    assert f'href="{ROUND}/file"' in (await sue.get(ROUND)).text
    answer = await sue.get(f"{ROUND}/file")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    assert adjudicate(answer.content)
    ana = await evening.logged_in("ana")
    assert f'href="{ROUND}/file"' not in (await ana.get(ROUND)).text
    assert (await ana.get(f"{ROUND}/file")).status_code == 403


async def test_scenes_end_as_the_round_did(evening: Casino) -> None:
    lines = list(evening.floor.store.lines("tables/pit-1/1"))
    again = past_round(lines, 1, Person("ana", Role.PLAYER))
    assert again.last == 2
    assert again.scenes[0].line == again.span.begins
    assert again.scenes[-1].view.number == 1
    assert {fact.player for fact in again.settled} == {"ana"}
