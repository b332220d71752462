"""Risk, counting and the dossier in the browser, answers as files, and the odds of one table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from litestar.testing import TestClient
from PIL import Image
from tests.web.laboratory.test_laboratory import answered
from tests.web.reading_rooms import Page, reading_rooms
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.game_rules import rules_for
from croupier.odds import effects_for, odds, risk_for, simulate, takings_for
from croupier.odds.covariance import covariance_for
from croupier.odds.formatting import chance
from croupier.rulebook.amendments import amended
from croupier.rulebook.instruments import load
from croupier.version import __version__
from croupier.web.laboratory.links import odds_of_table
from croupier.web.laboratory.pages import job_queue_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Litestar

BACCARAT, BLACKJACK = "act-mini-baccarat-2016", "act-blackjack-2018"
EXAMPLES = Path("docs/examples/amendments")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(reading_rooms()) as client:
        yield client


def test_a_bankroll_is_a_players_question(client: TestClient[Litestar]) -> None:
    text = answered(client, f"/laboratory/{BACCARAT}/risk?rounds=50&bankroll=10&target=15")
    found = risk_for(BACCARAT, bankroll=10, rounds=50, target=15)
    page = Page(text)
    assert chance(found.ruined) in page.words
    assert "at the target" in page.words
    assert page.inline == []
    assert text.count("<svg xmlns=") == 2  # for a page in the light and for one in the dark


def test_another_wager_and_what_a_round_needs_are_asked(client: TestClient[Litestar]) -> None:
    query = "rounds=50&bankroll=10&wager=tie&cover=all"
    page = Page(answered(client, f"/laboratory/{BACCARAT}/risk?{query}"))
    found = risk_for(BACCARAT, bankroll=10, rounds=50, wager="tie", cover="all")
    assert chance(found.ruined) in page.words
    unknown = answered(client, f"/laboratory/{BACCARAT}/risk?wager=draw")
    assert "has no wager draw here, only player, banker, tie" in Page(unknown).words


def test_the_hold_of_a_drop_is_asked_of_a_table(client: TestClient[Litestar]) -> None:
    query = "rounds=50&drop=20&confidence=0.9"
    page = Page(answered(client, f"/laboratory/{BACCARAT}/risk?{query}"))
    found = takings_for(BACCARAT, rounds=50, drop=20, confidence=0.9)
    assert found.hold is not None
    assert f"{100 * found.hold:.4f} %" in page.words
    assert "an honest table, 90 % of the time" in page.words


def test_without_a_bankroll_it_is_the_houses(client: TestClient[Litestar]) -> None:
    page = Page(answered(client, f"/laboratory/{BACCARAT}/risk?rounds=50&settlement=B"))
    found = takings_for(BACCARAT, rounds=50, options={"settlement": "B"})
    assert f"{found.theoretical_win:+,.2f}" in page.words
    assert f"{BACCARAT}, 8 decks, settlement=B: 50 wagers of 1 on player" in page.words


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("bankroll=lots", "lots is no amount such as 100 or 2.50"),
        ("target=50", "a target needs a bankroll"),
        ("rounds=1000000", "1000000 is not a whole number from 1 to 100,000"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    client: TestClient[Litestar], query: str, message: str
) -> None:
    answer = client.get(f"/laboratory/{BACCARAT}/risk?{query}")
    assert answer.status_code == 400
    assert message in Page(answer.text).words


def test_an_unknown_count_is_said(client: TestClient[Litestar]) -> None:
    answer = client.get(f"/laboratory/{BACCARAT}/count?count=LO-HI")
    assert answer.status_code == 400
    assert "LO-HI" in Page(answer.text).words


def test_wagers_of_one_round_are_told_together(client: TestClient[Litestar]) -> None:
    address = f"/laboratory/{BACCARAT}/covariance"
    text = answered(client, f"{address}?settlement=B")
    page, found = Page(text), covariance_for(BACCARAT, options={"settlement": "B"})
    assert f"{found.pairs[0].covariance:+.6f}" in page.words
    assert "two wagers of one unit in the same round" in page.words
    lines = client.get(f"{address}/lines.csv?settlement=B").text
    (first, *_) = csv.DictReader(io.StringIO(lines))
    assert first["covariance"] == repr(found.pairs[0].covariance)


def test_a_counter_is_simulated_and_told_by_true_count(client: TestClient[Litestar]) -> None:
    address = f"/laboratory/{BLACKJACK}/simulation"
    chosen = {"rounds": "200000", "count": "HI-LO", "ramp": "0=1,2=4", "rounds_an_hour": "80"}
    begun = client.post(address, data=chosen, follow_redirects=False)
    assert begun.status_code == 303
    assert parse_qs(urlsplit(begun.headers["location"]).query) == {
        name: [value] for name, value in chosen.items()
    }
    page = Page(answered(client, begun.headers["location"]))
    assert "By true count" in page.words
    assert "counted exactly for a fresh shoe" not in page.words
    wrong = client.post(address, data={"count": "HI-LO", "ramp": "eight"})
    assert wrong.status_code == 400
    assert (
        "system of counting"
        not in Page(client.get(f"/laboratory/{BACCARAT}/simulation").text).words
    )


# --- files


def test_an_answer_is_taken_away_as_lines_data_and_a_picture(client: TestClient[Litestar]) -> None:
    query = "settlement=B"
    text = answered(client, f"/laboratory/{BACCARAT}?{query}")
    files = [link for link in Page(text).links if "/odds/" in link]
    assert [urlsplit(link).path.rpartition("/")[2] for link in files] == [
        "lines.csv", "data.json", "picture.svg", "picture-dark.svg", "picture.png",
        "picture-dark.png",
    ]  # fmt: skip
    lines, data, picture, dark, *pngs = (client.get(link) for link in files)
    (first, *_) = csv.DictReader(io.StringIO(lines.text))
    assert (first["version"], first["instrument"]) == (__version__, BACCARAT)
    assert first["options"] == "decks=8 settlement=B"
    told = json.loads(data.text)
    exact = odds(BACCARAT, options={"settlement": "B"})
    assert told["wagers"][1]["exact"] == str(exact["banker"].exact)
    assert "settlement=B" in picture.text
    assert picture.text != dark.text
    assert pngs[0].content != pngs[1].content
    for png in pngs:
        title = Image.open(io.BytesIO(png.content)).info["Title"]
        assert title == f"{BACCARAT}, 8 decks, settlement=B"
    named = lines.headers["content-disposition"]
    assert named == f'attachment; filename="{BACCARAT}-odds-settlement-B-lines.csv"'


def test_a_simulation_is_taken_away_as_the_command_gives_it(client: TestClient[Litestar]) -> None:
    address = f"/laboratory/{BACCARAT}/simulation"
    begun = client.post(address, data={"rounds": "3000"}, follow_redirects=False)
    page = Page(answered(client, begun.headers["location"]))
    files = {
        urlsplit(link).path.rpartition("/")[2]: client.get(link)
        for link in page.links
        if "/simulation/" in link
    }
    report = simulate(BACCARAT, 3_000)
    told = json.loads(files["data.json"].text)
    assert (told["rounds"], told["mean"]) == (3_000, report.mean)
    assert "3,000 rounds" in files["picture.svg"].text
    assert files["picture.png"].content.startswith(b"\x89PNG")


def test_a_decision_is_taken_away_in_the_shape_of_the_command(
    client: TestClient[Litestar],
) -> None:
    asked = f"/laboratory/{BLACKJACK}/decision?hand=8+8&dealer=10"
    data = next(link for link in Page(answered(client, asked)).links if "data.json" in link)
    words = ("strategy", BLACKJACK, "--hand", "8 8", "--dealer", "10", "--json")
    assert client.get(data).json() == json.loads(CliRunner().invoke(app, words).stdout)


def test_a_file_that_there_is_not(client: TestClient[Litestar]) -> None:
    assert client.get(f"/laboratory/{BACCARAT}/odds/data.xml").status_code == 404
    assert client.get(f"/laboratory/{BACCARAT}/strategy/lines.csv").status_code == 404
    assert client.get(f"/laboratory/{BACCARAT}/effects/picture.svg").status_code == 404


def test_a_dossier_is_begun_by_asking_for_it_and_not_by_reading(
    client: TestClient[Litestar],
) -> None:
    address = f"/laboratory/{BACCARAT}/dossier"
    before = len(job_queue_of(client.app).jobs)
    assert "Make the dossier" in client.get(address).text
    away = client.get(f"{address}/dossier.html", follow_redirects=False)
    assert (away.status_code, away.headers["location"]) == (303, address)
    assert len(job_queue_of(client.app).jobs) == before
    amendment = (EXAMPLES / "baccarat-four-per-cent.toml").read_text()
    asked = {"settlement": "B", "amend": amendment}
    begun = client.post(address, data=asked, follow_redirects=False)
    link = begun.headers["location"]
    assert begun.status_code == 303
    assert link.startswith(f"{address}?settlement=B&amend=")
    page = Page(answered(client, link))
    html, pdf = (client.get(link) for link in page.links if "/dossier/dossier." in link)
    assert "baccarat-four-per-cent, 8 decks, settlement=B" in html.text
    assert html.headers["content-disposition"].startswith("attachment;")
    assert pdf.content.startswith(b"%PDF")
    again = client.get(f"{address}/dossier.html?{urlsplit(link).query}")
    assert again.content == html.content


# --- from a table on the floor


def test_a_table_leads_to_the_odds_of_exactly_its_options() -> None:
    options = {
        "decks": 6, "soft_17": "hit", "side_bets": ["perfect-pairs"], "betting_seconds": 5,
        "limits": {"main": [500, 50_000]},
    }  # fmt: skip
    rules = rules_for(BLACKJACK, options)
    address = odds_of_table(load(BLACKJACK), rules.options)
    assert urlsplit(address).path == f"/laboratory/{BLACKJACK}"
    assert parse_qs(urlsplit(address).query) == {
        "decks": ["6"], "soft_17": ["hit"], "side_bets": ["perfect-pairs"],
    }  # fmt: skip
    assert odds_of_table(load(BACCARAT), rules_for(BACCARAT).options) == f"/laboratory/{BACCARAT}"


def test_an_amended_table_leads_to_the_odds_of_exactly_its_rules(
    client: TestClient[Litestar],
) -> None:
    book = amended(EXAMPLES / "baccarat-four-per-cent.toml")
    page = Page(answered(client, odds_of_table(book, rules_for(book).options)))
    assert "0.5993 %" in page.words
    assert f"Not an approved instrument: it amends {BACCARAT}" in page.words


# --- rules that nobody approved


def test_an_amendment_is_asked_about_with_every_tool_and_its_link_asks_the_same(
    client: TestClient[Litestar],
) -> None:
    text = (EXAMPLES / "baccarat-four-per-cent.toml").read_text()
    first = client.get(
        f"/laboratory/{BACCARAT}", params={"amend": text.replace("\n", "\r\n")},
        follow_redirects=False,
    )  # fmt: skip
    assert first.status_code == 303  # to the amendment as it is always written, without remarks
    link = first.headers["location"]
    assert "%23" not in link
    page = Page(answered(client, link))
    assert "0.5993 %" in page.words
    data = next(each for each in page.links if "data.json" in each)
    assert json.loads(client.get(data).text)["instrument"] == "baccarat-four-per-cent"
    effects = next(each for each in page.links if f"{BACCARAT}/effects?" in each)
    book = amended(EXAMPLES / "baccarat-four-per-cent.toml")
    (banker,) = (each for each in effects_for(book) if each.reading == "B" and each.change > 0)
    assert f"{100 * banker.change:+.4f}" in Page(answered(client, effects)).words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[change]", "not TOML"),
        ("a = " + "[" * 3_000, "not TOML"),
        ("a = " + "9" * 3_900, "a: there is no such field"),
        ("#" * 4_001, "more than 4,000 letters"),
        ("wagers = 3", "wagers: there is no such field, only amends"),
        ('amends = "act-blackjack-2018"\nid = "x"\ntitle = "X"\n', "change: at least one"),
    ],
)
def test_what_is_no_amendment_is_said_beside_its_field(
    client: TestClient[Litestar], text: str, words: str
) -> None:
    answer = client.get(f"/laboratory/{BACCARAT}", params={"amend": text})
    assert answer.status_code == 400
    assert words in Page(answer.text).words


def test_an_amendment_of_another_game_is_said(client: TestClient[Litestar]) -> None:
    text = Path("docs/examples/six-to-five.toml").read_text()
    answer = client.get(f"/laboratory/{BACCARAT}", params={"amend": text})
    assert answer.status_code == 400
    assert f"amends: {BLACKJACK}, and this is {BACCARAT}" in Page(answer.text).words


def test_an_amendment_that_fixes_a_choice_takes_it_from_the_form(
    client: TestClient[Litestar],
) -> None:
    text = Path("docs/examples/house-edition.toml").read_text()
    usual = client.get(f"/laboratory/{BLACKJACK}").text
    amended = client.get(f"/laboratory/{BLACKJACK}", params={"amend": text})
    assert amended.status_code == 200
    assert 'name="soft_17"' in usual
    assert 'name="soft_17"' not in amended.text
    assert "blackjack-house-edition" in amended.text


# --- grids


def test_a_grid_is_begun_and_its_link_shows_what_it_came_to(client: TestClient[Litestar]) -> None:
    address = f"/laboratory/{BACCARAT}/grid"
    assert "Name what is varied" in client.get(address).text
    begun = client.post(address, data={"vary": "settlement=A,B"}, follow_redirects=False)
    assert begun.status_code == 303
    link = begun.headers["location"]
    page = Page(answered(client, link))
    banker = [odds(BACCARAT, options={"settlement": each})["banker"] for each in "AB"]
    for each in banker:
        assert f"{each.house_edge:,.6g}" in page.words
    lines = next(each for each in page.links if "lines.csv" in each)
    rows = [*csv.DictReader(io.StringIO(client.get(lines).text))]
    assert [row["settlement"] for row in rows if row["wager"] == "banker"] == ["A", "B"]
    assert {row["version"] for row in rows} == {__version__}
    told = json.loads(client.get(lines.replace("lines.csv", "data.json")).text)
    assert [row["wager"] for row in told["grid"]] == ["player", "banker", "tie"] * 2


def begun_grid(client: TestClient[Litestar], **asked: str) -> list[dict[str, str]]:
    """The lines of a grid that somebody asks for."""
    address = f"/laboratory/{BACCARAT}/grid"
    begun = client.post(address, data=asked, follow_redirects=False)
    assert begun.status_code == 303, Page(begun.text).words
    page = Page(answered(client, begun.headers["location"]))
    lines = next(each for each in page.links if "lines.csv" in each)
    return [*csv.DictReader(io.StringIO(client.get(lines).text))]


def test_a_grid_of_risk_is_what_each_table_risks(client: TestClient[Litestar]) -> None:
    rows = begun_grid(
        client, vary="settlement=A,B bankroll=5,10", ask="risk", rounds="50", wager="banker",
        cover="first",
    )  # fmt: skip
    assert [(row["settlement"], row["bankroll"]) for row in rows] == [
        ("A", "5.0"), ("A", "10.0"), ("B", "5.0"), ("B", "10.0"),
    ]  # fmt: skip
    last = risk_for(BACCARAT, bankroll=10, rounds=50, wager="banker", options={"settlement": "B"})
    assert float(rows[-1]["ruined"]) == last.ruined
    house = begun_grid(client, vary="stake=1,2", ask="risk", rounds="50")
    taken = [takings_for(BACCARAT, rounds=50, stake=stake).theoretical_win for stake in (1, 2)]
    assert [float(row["theoretical_win"]) for row in house] == taken


def test_a_grid_of_simulations_plays_every_table(client: TestClient[Litestar]) -> None:
    rows = begun_grid(client, vary="settlement=A,B", ask="simulate", rounds="2000")
    assert [row["wager"] for row in rows] == ["player", "banker", "tie"] * 2
    report = simulate(BACCARAT, 2_000, options={"settlement": "B"})
    assert float(rows[3]["mean"]) == report.mean


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"vary": "settlement=A,B", "ask": "simulate", "bankroll": "5"}, "not asked with simulate"),
        ({"vary": "settlement=A,B", "ask": "everything"}, "everything is none of odds, risk"),
        ({"vary": "rounds=1000,100000000", "ask": "simulate"}, "rounds in all are more than"),
        ({"vary": "target=15", "ask": "risk"}, "target is asked of a player: give a bankroll"),
        ({"vary": "rounds=10", "ask": "odds"}, "rounds cannot be varied"),
    ],
)
def test_what_a_grid_of_another_tool_is_not_asked_is_said(
    client: TestClient[Litestar], asked: dict[str, str], words: str
) -> None:
    answer = client.post(f"/laboratory/{BACCARAT}/grid", data=asked)
    assert answer.status_code == 400
    assert words in Page(answer.text).words


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("settlement", "is no NAME=VALUES"),
        ("setlement=A,B", "setlement cannot be varied; did you mean settlement?"),
        ("cutting_card_depth=1..200", "200 tables are more than 64"),
        ("settlement=A,C", "options.settlement"),
    ],
)
def test_a_grid_is_bounded_and_what_is_wrong_is_said(
    client: TestClient[Litestar], vary: str, words: str
) -> None:
    answer = client.post(f"/laboratory/{BACCARAT}/grid", data={"vary": vary})
    assert answer.status_code == 400
    assert words in Page(answer.text).words
