"""Somebody who has never been here plays a round of each game, from the lobby to the result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pressing import press

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

ANSWERS = (
    "Stand", "Hit", "No insurance", "Check", "Fold", "Bet 1", "Stay out",
)  # fmt: skip
"""What a newcomer presses, the first of these that is there."""


def _join(page: Page, table: str, box: int) -> None:
    page.goto("/")
    page.locator(f'a[href="/tables/{table}"]').click()
    expect(page.locator("#rail")).to_be_visible()
    page.wait_for_load_state()
    press(page.get_by_role("button", name="Join the table"))
    press(page.get_by_role("button", name=f"Sit at box {box}"))
    expect(page.locator(f"#box-{box} .name")).to_have_text("You")


def _bet(page: Page, box: int, *chips: str) -> None:
    """Chips on the main spot of a box, one after the other; the last makes it a wager."""
    spot = page.locator(f"#box-{box} .spot.main .lay").last
    for chip in chips[:-1]:
        page.locator(".tray label").filter(has_text=re.compile(f"^{chip} ")).click()
        spot.click()
        expect(spot.locator(".building")).to_be_visible()
    page.locator(".tray label").filter(has_text=re.compile(f"^{chips[-1]} ")).click()
    press(spot)
    whole = f"${sum(map(int, chips))}"
    expect(page.locator(f"#box-{box} .bet.mine .amount").first).to_have_text(whole)


def _play(page: Page, house: House, table: str) -> None:
    """Press something that is there until the round is over."""
    over, rail = page.locator("#settled-title", has_text="you "), page.locator("#rail")
    for _ in range(30):
        expect(over.or_(page.locator("#rail.asked")).first).to_be_visible()
        if over.is_visible():
            return
        decision = rail.get_attribute("data-decision") or ""
        moves = rail.locator(".moves button").all_inner_texts()
        label = next(each for each in ANSWERS if any(move.startswith(each) for move in moves))
        press(rail.locator(".moves button").filter(has_text=label).first)
        house.go_on(table)
        expect(rail).not_to_have_attribute("data-decision", decision)
    raise AssertionError(f"the round did not end: {rail.inner_text()}")


@pytest.mark.parametrize(
    ("table", "chips"),
    [
        ("blackjack-2018", ("5", "5")),
        ("blackjack-2006", ("10",)),
        ("challenge", ("5", "5")),
        ("baccarat", ("5", "5")),
        ("holdem", ("5", "5")),
    ],
)
def test_a_newcomer_plays_a_round(
    visit: Visit, house: House, table: str, chips: tuple[str, ...]
) -> None:
    page = visit("ana")
    _join(page, table, 3)
    _bet(page, 3, *chips)
    press(page.get_by_role("button", name="Deal now"))
    _play(page, house, table)
    settled = page.locator(".settled .lines li").first
    settled.locator("summary").click()
    clause = settled.locator(".cited a").first
    expect(clause).to_be_visible()
    clause.click()
    expect(page).to_have_url(re.compile("/rules/"))
    expect(page.get_by_role("heading").first).to_be_visible()
    page.go_back()
    expect(page.locator("#rail")).to_be_visible()
    house.do(table, "dan", "collect")  # or nobody else could wager here


def test_the_cage_gives_chips_and_takes_them_back(visit: Visit) -> None:
    page = visit("chloe")
    pocket = page.locator(".pocket strong")
    expect(pocket).to_have_text("$5,000")
    page.get_by_label("Dollars to buy in with").fill("250.50")
    page.get_by_role("button", name="Buy in").click()
    expect(pocket).to_have_text("$5,250.50")
    page.get_by_label("Dollars to buy in with").fill("250.50")
    page.get_by_role("button", name="Cash out").click()
    expect(pocket).to_have_text("$5,000")
    page.get_by_label("Dollars to buy in with").fill("lots")
    page.get_by_role("button", name="Buy in").click()
    expect(page.get_by_role("alert")).to_contain_text("not an amount of dollars")


def test_a_refusal_says_why_with_its_clause(visit: Visit, house: House) -> None:
    page = visit("ben")
    _join(page, "blackjack-2018", 5)
    house.do("blackjack-2018", "ben", "place-wager", player="ben", box=5, amount=500_00)
    expect(page.locator("#box-5 .bet.mine .amount").first).to_have_text("$500")
    page.locator("#box-5 .lay").first.click()  # the sign has no more, and the page says so
    expect(page.locator("[data-hint]")).to_have_text("The most here is $500.")
    page.evaluate("document.querySelector('#box-5 .lay').removeAttribute('data-most')")
    page.locator("#box-5 .lay").first.click()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Not possible")
    expect(refusal.locator("a").first).to_have_attribute(
        "href", re.compile("/rules/act-blackjack-2018/")
    )


def test_whoever_is_not_logged_in_may_look_and_is_asked_who_they_are(visit: Visit) -> None:
    page = visit()
    page.goto("/tables/baccarat")
    expect(page.locator("#rail .status")).to_be_visible()
    expect(page.locator("#rail button.primary")).to_have_count(0)
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_label("Password")).to_be_visible()
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_table_that_is_not_there_has_a_page_that_says_so(visit: Visit) -> None:
    page = visit()
    answer = page.goto("/tables/roulette")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1).last).to_have_text("There is no such thing")
