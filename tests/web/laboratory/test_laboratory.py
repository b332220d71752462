"""The odds laboratory in the browser: what it asks, what it answers, and what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import msgspec
import pytest
from litestar.testing import TestClient
from tests.web.reading_rooms import Page, reading_rooms

from croupier.odds import decision_for, effects_for, odds, strategy_for
from croupier.odds.disk_cache import AnswerCache, directory
from croupier.odds.formatting import per_cent
from croupier.odds.simulation import simulate
from croupier.odds.simulation.formatting import interval
from croupier.rulebook.instruments import instruments, load
from croupier.web.laboratory.job_queue import AT_ONCE, WAITING, WORKER, JobState
from croupier.web.laboratory.pages import job_queue_of
from croupier.web.laboratory.worker_orders import SimulationOrder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from litestar import Litestar

INSTRUMENTS = instruments()
BACCARAT = "act-mini-baccarat-2016"
BLACKJACK = "act-blackjack-2018"
HOLDEM = "act-ultimate-texas-holdem-2025"
LONG = 100_000_000


@pytest.fixture
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(reading_rooms()) as client:
        yield client


def answered(client: TestClient[Litestar], address: str, status: int = 200) -> str:
    """The page at an address, once its answer is there."""
    page = client.get(address)
    if at_work := re.search(r'data-events="([^"]+)"', page.text):
        told = client.get(at_work[1])  # which ends when the work does
        assert "event: over" in told.text
        page = client.get(address)
    assert page.status_code == status, page.text
    return page.text


# --- what it asks


def test_the_index_leads_to_every_tool(client: TestClient[Litestar]) -> None:
    page = Page(client.get("/laboratory").text)
    for instrument in INSTRUMENTS:
        assert f"/laboratory/{instrument}" in page.links
        assert f"/laboratory/{instrument}/simulation" in page.links
    assert f"/laboratory/{BLACKJACK}/strategy" in page.links
    assert f"/laboratory/{BACCARAT}/strategy" not in page.links


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_form_has_every_option_that_may_move_an_edge(
    client: TestClient[Litestar], instrument: str
) -> None:
    text = client.get(f"/laboratory/{instrument}/simulation").text
    for option in load(instrument).options:
        has_choices = option.type != "list" or option.readings
        asked = not option.fixed and option.type not in ("limits", "amounts") and has_choices
        assert (f'name="{option.name}"' in text) == bool(asked), option.name
    assert Page(text).inline == []


def test_a_form_that_is_sent_becomes_a_short_address(client: TestClient[Litestar]) -> None:
    sent = "settlement=B&burn_method=a&dealing=face_up&remove=&cutting_card_depth=12"
    answer = client.get(f"/laboratory/{BACCARAT}?{sent}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/laboratory/{BACCARAT}?settlement=B"


@pytest.mark.parametrize(
    ("instrument", "query", "field", "words"),
    [
        (BLACKJACK, "decks=99", "decks", "99 is not between 4 and 8"),
        (BLACKJACK, "decks=many", "decks", "is not a whole number"),
        (BLACKJACK, "soft_17=sometimes", "soft_17", "is not one of stand, hit"),
        (BLACKJACK, "side_bets=perfect-pairs,pairs-play", "side_bets", "more than one of"),
        (BLACKJACK, "remove=XX", "remove", "&#39;XX&#39; is not a card"),
        (BACCARAT, "remove=" + "4S+" * 9, "remove", "holds 8 of it"),
        (HOLDEM, "trips=-1", "trips", "-1 antes are no wager"),
        (HOLDEM, "ante=0", "ante", "0 is not a whole number from 1"),
        ("nsw-blackjack-challenge", "low_limit=true", "low_limit", "asks for device shuffler"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    client: TestClient[Litestar], instrument: str, query: str, field: str, words: str
) -> None:
    answer = client.get(f"/laboratory/{instrument}?{query}")
    assert answer.status_code == 400
    said = re.search(f'<p class="error" id="{field}-error">([^<]*)</p>', answer.text)
    assert said is not None
    assert words in said[1]
    assert 'aria-invalid="true"' in answer.text
    assert "data-events" not in answer.text


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("rounds=0", "rounds"),
        (f"rounds={LONG + 1}", "rounds"),
        ("rounds=1e3", "rounds"),
        ("seed=-1", "seed"),
        ("boxes=8", "boxes"),
        ("penetration=1.5", "penetration"),
        ("penetration=nan", "penetration"),
    ],
)
def test_a_simulation_is_bounded(client: TestClient[Litestar], query: str, field: str) -> None:
    answer = client.post(f"/laboratory/{BLACKJACK}/simulation", data=parse_qs(query))
    assert answer.status_code == 400
    assert f'id="{field}-error"' in answer.text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/laboratory/poker", "there is no instrument poker"),
        (f"/laboratory/{BACCARAT}/strategy", "there are only: odds, effects, grid, simulation"),
        (f"/laboratory/{BLACKJACK}/horoscope", "there are only"),
        ("/laboratory/changes?a=poker&b=whist", "have not been compared"),
        (f"/laboratory/changes?a={BLACKJACK}&b={BACCARAT}", "are two games"),
    ],
)
def test_what_is_not_in_the_laboratory_is_named(
    client: TestClient[Litestar], address: str, words: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert words in answer.text


def test_an_option_that_there_is_not_is_named_and_cannot_inject_markup(
    client: TestClient[Litestar],
) -> None:
    answer = client.get(f"/laboratory/{BACCARAT}", params={"<b>": "1", "remove": "<script>"})
    assert answer.status_code == 400
    assert "has no option &lt;b&gt;" in answer.text
    assert "<script>" not in answer.text


# --- what it answers


@pytest.mark.parametrize("query", ["", "?settlement=B&side_bets=perfect-pairs&remove=4S+KD"])
def test_edges_are_those_of_the_analysis(client: TestClient[Litestar], query: str) -> None:
    page = answered(client, f"/laboratory/{BACCARAT}{query}")
    chosen: dict[str, Any] = {}
    if query:
        chosen = {"settlement": "B", "side_bets": ["perfect-pairs"]}
    found = odds(BACCARAT, options=chosen, remove="4S KD" if query else "")
    for wager in found.wagers:
        assert per_cent(wager.house_edge) in page
        assert str(wager.exact) in page
    assert Page(page).inline == []


def test_an_answer_is_given_again_without_being_worked_out_again(
    client: TestClient[Litestar],
) -> None:
    first = answered(client, f"/laboratory/{BACCARAT}")
    (job,) = job_queue_of(client.app).jobs.values()
    assert answered(client, f"/laboratory/{BACCARAT}") == first
    assert [*job_queue_of(client.app).jobs.values()] == [job]


def test_the_chart_is_that_of_the_strategy(client: TestClient[Litestar]) -> None:
    page = answered(client, f"/laboratory/{BLACKJACK}/strategy?decks=6")
    found = strategy_for(BLACKJACK, decks=6, cache=AnswerCache(directory()))
    shown = re.findall(
        r'aria-label="([^"]+) against ([^":]+): ([^"]+)" data-values', unescape(page)
    )
    wanted = [
        (row, column, found.actions[cell.action])
        for chart in found.charts
        for row, cells in zip(chart.rows, chart.cells, strict=True)
        for column, cell in zip(chart.columns, cells, strict=False)
        if cell is not None
    ]
    assert shown == wanted
    assert Page(page).inline == []


def test_a_decision_is_that_of_the_analysis(client: TestClient[Litestar]) -> None:
    page = answered(client, f"/laboratory/{BLACKJACK}/decision?hand=AS+5D&dealer=6H")
    found = decision_for(BLACKJACK, "AS 5D", dealer="6H")
    assert f"Best: {found.best}" in page
    for value in found.values.values():
        assert f"{float(value):+.9f}" in page


def test_a_decision_without_cards_asks_for_them(client: TestClient[Litestar]) -> None:
    assert "Name the cards" in client.get(f"/laboratory/{HOLDEM}/decision").text


def test_cards_that_make_no_decision_are_refused_beside_their_field(
    client: TestClient[Litestar],
) -> None:
    page = answered(client, f"/laboratory/{BLACKJACK}/decision?hand=AS+5D")
    said = re.search('<p class="error" id="dealer-error">([^<]*)</p>', page)
    assert said is not None
    assert "one card" in said[1]


def test_effects_are_those_of_the_analysis(client: TestClient[Litestar]) -> None:
    page = answered(client, f"/laboratory/{BACCARAT}/effects")
    moving = [effect for effect in effects_for(BACCARAT) if effect.change]
    assert moving
    for effect in moving:
        assert per_cent(effect.house_edge) in page
        assert f"{100 * effect.change:+.4f} %" in page


# --- simulations


def begun(client: TestClient[Litestar], **asked: object) -> str:
    """Begin a simulation of baccarat; the address where it is watched."""
    form = {name: str(value) for name, value in asked.items()}
    answer = client.post(f"/laboratory/{BACCARAT}/simulation", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_a_simulation_is_told_as_it_comes_on_and_ends_with_the_report(
    client: TestClient[Litestar],
) -> None:
    address = begun(client, rounds=3_000_000, seed=5)
    assert address == f"/laboratory/{BACCARAT}/simulation?rounds=3000000&seed=5"
    page = answered(client, address)
    report = simulate(BACCARAT, 3_000_000, seed=5)
    assert interval(report.mean, report.standard_error) in page
    assert "standard errors away" in page
    assert "<svg" in page
    assert Page(page).inline == []


def test_a_simulation_of_one_round_is_told_without_saying_how_sure_it_is(
    client: TestClient[Litestar],
) -> None:
    page = answered(client, begun(client, rounds=1, seed=5))
    assert "± an unknown error" in page
    assert "standard errors away" not in page


def test_a_simulation_is_begun_by_asking_for_it_and_not_by_reading(
    client: TestClient[Litestar],
) -> None:
    page = client.get(f"/laboratory/{BACCARAT}/simulation?rounds=1000").text
    assert "Nothing has been dealt" in page
    assert not job_queue_of(client.app).jobs
    assert client.post(f"/laboratory/{BACCARAT}/odds", data={}).status_code == 405


def test_a_simulation_can_be_stopped_and_begun_again(client: TestClient[Litestar]) -> None:
    address = begun(client, rounds=LONG)
    (job,) = job_queue_of(client.app).jobs.values()
    client.post(f"/laboratory/jobs/{job.id}/stop", headers={"referer": address})
    assert job.state is JobState.STOPPED
    assert "it was stopped" in client.get(address).text
    begun(client, rounds=LONG)
    (again,) = job_queue_of(client.app).jobs.values()
    assert again is not job
    assert not again.over


def test_only_a_simulation_can_be_stopped(client: TestClient[Litestar]) -> None:
    answered(client, f"/laboratory/{BACCARAT}")
    (job,) = job_queue_of(client.app).jobs
    assert client.post(f"/laboratory/jobs/{job}/stop").status_code == 404
    assert client.post("/laboratory/jobs/none/stop").status_code == 404
    assert client.get("/laboratory/jobs/none/events").status_code == 404


def test_more_than_there_is_room_for_is_refused(client: TestClient[Litestar]) -> None:
    for seed in range(AT_ONCE + WAITING):
        begun(client, rounds=LONG, seed=seed)
    refused = client.post(f"/laboratory/{BACCARAT}/simulation", data={"seed": "999"})
    assert refused.status_code == 503
    assert "too much is being worked out already" in refused.text
    assert client.get(f"/laboratory/{BACCARAT}").status_code == 503
    at_work = [
        job for job in job_queue_of(client.app).jobs.values() if job.state is JobState.WORKING
    ]
    assert len(at_work) <= AT_ONCE


# --- the worker


def test_a_worker_leaves_with_its_server() -> None:
    order = SimulationOrder(instrument=BACCARAT, rounds=LONG)
    worker = subprocess.Popen(
        [sys.executable, "-m", WORKER], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert worker.stdin is not None
    worker.stdin.write(msgspec.json.encode(order) + b"\n")
    worker.stdin.close()
    assert worker.wait(timeout=300) == 1


def test_without_the_compiler_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("numba", "numpy"):
        (tmp_path / f"{module}.py").write_text(f"raise ImportError('gone', name='{module}')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    with TestClient(reading_rooms()) as client:
        page = answered(client, f"/laboratory/{BLACKJACK}")
    assert "pip install &#34;croupier[odds]&#34;" in page
