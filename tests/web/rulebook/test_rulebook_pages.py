"""The rulebook in the browser: every clause has its page, which says what stands behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import TestClient
from tests.web.reading_rooms import Page, reading_rooms

from croupier.rulebook.coverage import shipped_tests
from croupier.rulebook.instruments import instruments, load
from croupier.web.rulebook import clause_url
from croupier.web.rulebook.links import anchor
from croupier.web.rulebook.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Litestar

INSTRUMENTS = instruments()


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(reading_rooms()) as client:
        yield client


def read(client: TestClient[Litestar], address: str, status: int = 200) -> Page:
    answer = client.get(address)
    assert answer.status_code == status, address
    return Page(answer.text)


def test_the_index_leads_to_every_instrument(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules")
    for instrument in INSTRUMENTS:
        assert f"/rules/{instrument}" in page.links
        assert load(instrument).title in page.words


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_an_instrument_shows_every_clause_and_option_once(
    client: TestClient[Litestar], instrument: str
) -> None:
    page = read(client, f"/rules/{instrument}")
    book = load(instrument)
    for clause in book.clauses:
        assert page.ids[anchor(clause.id)] == 1
        assert clause_url(instrument, clause.id) in page.links
        assert " ".join(clause.says.split()) in page.words
    for option in book.options:
        assert page.ids[f"option-{option.name}"] == 1
        assert all(meaning in page.words for meaning in option.readings.values())
    assert set(page.ids.values()) == {1}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_clause_has_a_page_with_its_tests(
    client: TestClient[Litestar], instrument: str
) -> None:
    held_by = shipped_tests()[instrument]
    for clause in load(instrument).clauses:
        page = read(client, clause_url(instrument, clause.id))
        assert clause.says in page.words
        for test in held_by.get(clause.id, ()):
            assert test.partition("::")[0] in page.words


def test_a_clause_shows_the_code_that_cites_it(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/act-blackjack-2018/13.1(f)")
    assert "croupier/games/blackjack/settlement.py" in page.words
    assert "dealer_blackjack" in page.words
    assert "In act-blackjack-2006: same" in page.words
    assert "/rules/act-blackjack-2006/13.1(f)" in page.links


def test_a_clause_shows_the_options_that_it_leaves_open(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/act-blackjack-2018/12.1")
    assert page.ids["option-soft_17"] == 1
    assert "a table must choose" in page.words


def test_a_part_leads_to_its_place_in_the_instrument(client: TestClient[Litestar]) -> None:
    answer = client.get("/rules/act-blackjack-2018/13", follow_redirects=False)
    assert answer.headers["location"] == "/rules/act-blackjack-2018#part-13"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/rules/act-blackjack-2019", "did you mean act-blackjack-201"),
        ("/rules/act-blackjack-2018/13.1f", "did you mean 13.1(f)?"),
        ("/rules/act-blackjack-2018/<b>", "has no clause <b>"),
        ("/rules/compare?a=poker", "there is no instrument poker"),
    ],
)
def test_what_is_not_in_the_rulebook_is_named(
    client: TestClient[Litestar], address: str, words: str
) -> None:
    assert words in read(client, address, 404).words


def test_a_search_finds_clauses_by_words_and_marks_them(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/act-blackjack-2018?q=split+aces")
    book = load("act-blackjack-2018")
    search = Search.of("split aces")
    shown = {link for link in page.links if link.startswith("/rules/act-blackjack-2018/")}
    found = {clause_url(book.id, it.id) for it in book.clauses if search.finds(it, book)}
    assert shown == found
    assert found
    assert "mark" in page.open


def test_a_search_for_a_number_has_that_clause_first(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/act-blackjack-2018?q=12.1")
    clauses = [link for link in page.links if link.startswith("/rules/act-blackjack-2018/")]
    assert clauses[0] == "/rules/act-blackjack-2018/12.1"


@pytest.mark.parametrize("status", ["enforced", "recorded", "defined", "open"])
def test_the_counts_of_the_states_are_those_of_their_lists(
    client: TestClient[Litestar], status: str
) -> None:
    listed = client.get(f"/rules/nsw-blackjack-challenge?status={status}").text
    shown = listed.count('class="clause deep-')
    assert f"{shown} {status}" in read(client, "/rules/nsw-blackjack-challenge").words


def test_nothing_found_is_said(client: TestClient[Litestar]) -> None:
    assert "No clause has all of these words" in read(client, "/rules?q=zebra+crossing").words


@given(st.text(max_size=30), st.sampled_from(INSTRUMENTS))
def test_marking_changes_no_letter(words: str, instrument: str) -> None:
    search = Search.of(words)
    for clause in load(instrument).clauses[:20]:
        assert "".join(piece for piece, _ in search.marked(clause.says)) == clause.says


def test_two_instruments_that_were_compared(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/compare?a=act-blackjack-2006&b=act-blackjack-2018")
    assert "128 are the same in both" in page.words
    assert "soft_17" in page.words
    assert "/laboratory/changes?a=act-blackjack-2006&b=act-blackjack-2018" in page.links


@pytest.mark.parametrize("a", INSTRUMENTS)
@pytest.mark.parametrize("b", INSTRUMENTS)
def test_any_two_instruments_stand_side_by_side(
    client: TestClient[Litestar], a: str, b: str
) -> None:
    page = read(client, f"/rules/compare?a={a}&b={b}")
    if a != b:
        assert any(link.startswith(f"/rules/{a}/") for link in page.links)
        assert any(link.startswith(f"/rules/{b}/") for link in page.links)


def test_rules_of_two_games_are_paired_by_their_name(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/compare?a=act-blackjack-2018&b=nsw-blackjack-challenge")
    assert "no card at 21 9.2(a) · 9.3" in page.words


def test_coverage_lists_what_is_open(client: TestClient[Litestar]) -> None:
    page = read(client, "/rules/coverage")
    for instrument in INSTRUMENTS:
        assert load(instrument).title in page.words


@pytest.mark.parametrize(
    "address",
    [
        "/rules",
        "/rules?q=card",
        "/rules/act-mini-baccarat-2016",
        "/rules/act-mini-baccarat-2016/7.3",
        "/rules/compare",
        "/rules/compare?a=act-blackjack-2018&b=nsw-blackjack-challenge",
        "/rules/coverage",
    ],
)
def test_pages_have_no_inline_code_and_no_link_that_leads_nowhere(
    client: TestClient[Litestar], address: str
) -> None:
    page = read(client, address)
    assert page.inline == []
    places: dict[str, set[str]] = {}
    for link in {link for link in page.links if link.startswith("/rules/")}:
        parts = urlsplit(link)
        _, _, instrument, *clause = unquote(parts.path).split("/", 3)
        if clause:
            assert load(instrument).clause(clause[0])
        elif parts.fragment:
            places.setdefault(parts.path, set()).add(parts.fragment)
    for path, fragments in places.items():
        assert fragments <= read(client, path).ids.keys()


def test_what_is_searched_for_cannot_inject_markup(client: TestClient[Litestar]) -> None:
    answer = client.get("/rules", params={"q": "<script>alert(1)</script>"})
    assert "<script>" not in answer.text
