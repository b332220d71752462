"""What an evening brings beside the cards: a new game, a pause, a void, a table that goes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from croupier.casino.demo import TABLES
from tests.e2e.pressing import press, press_key
from tests.e2e.test_alive_table import guest

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def _seat(house: House, table: str, name: str, bet: int = 0) -> None:
    house.do(table, name, "arrive", player=name)
    house.do(table, name, "bring-chips", player=name, amount=300_00)
    house.do(table, name, "sit", player=name, box=1)
    if bet:
        house.do(table, name, "place-wager", player=name, box=1, amount=bet)


def _at(visit: Visit, name: str, table: str, width: int = 1280) -> Page:
    page = visit(name, width=width)
    page.goto(f"/tables/{table}")
    expect(page.locator("#rail .status")).to_be_visible()
    page.wait_for_load_state()
    return page


@pytest.mark.parametrize(
    ("table", "says", "pays"),
    [
        ("blackjack-2018", "Come nearer to 21", "Perfect pair 25 to 1"),
        ("blackjack-2006", "Come nearer to 21", "Three of one suit 5000 to 1"),
        ("challenge", "Come nearer to 21", "Blackjack against an equal one 4 to 1"),
        ("baccarat", "Two hands are dealt", "Tie 8 to 1"),
        ("holdem", "Make the best five", "Royal flush 500 to 1"),
    ],
)
def test_who_is_new_reads_how_the_game_goes_and_what_it_pays(
    visit: Visit, table: str, says: str, pays: str
) -> None:
    page = visit()
    page.goto(f"/tables/{table}")
    game, paid = page.locator("#about-game"), page.locator("#about-pays")
    expect(game.locator(".how")).to_be_visible()
    expect(game).to_contain_text(says)
    expect(paid.get_by_role("row", name=pays)).to_be_visible()
    odds = paid.get_by_role("link", name="What these wagers cost")
    instrument, options = TABLES[table]
    expect(odds).to_have_attribute("href", re.compile(f"/laboratory/{instrument}"))
    if "soft_17" in options:
        expect(odds).to_have_attribute("href", re.compile(f"soft_17={options['soft_17']}"))


def test_on_a_phone_it_is_one_tap_away_and_what_was_closed_stays_closed(
    visit: Visit, house: House
) -> None:
    table = house.by_hand()
    _seat(house, table, "ana", 25_00)
    page = _at(visit, "ana", table, width=390)
    game = page.locator("#about-game")
    expect(game.locator(".how")).not_to_be_in_viewport()
    page.get_by_role("link", name="How this game goes").click()
    expect(game.locator(".how")).to_be_in_viewport()
    page.locator("#about-pays summary").click()
    page.goto("/tables/baccarat")
    expect(page.locator("#about-pays")).to_have_js_property("open", value=False)
    expect(game).to_have_js_property("open", value=True)
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS", "6H", "9D")
    house.do(table, "ana", "stand", box=1)
    house.deal(table, "KC", "5D")
    house.do(table, "dan", "collect")
    page.goto(f"/tables/{table}")  # where ana is not new any more
    expect(game).to_have_js_property("open", value=False)
    expect(page.get_by_role("link", name="How this game goes")).to_have_count(0)


def test_a_pause_is_told_and_ends_with_one_click(visit: Visit, house: House) -> None:
    table = house.automatic("blackjack-2018")
    _seat(house, table, "ben")
    page = _at(visit, "ben", table)
    expect(page.locator(".waits")).to_have_text("The cards are dealt when you have wagered.")
    house.do(table, "ben", "step-away", player="ben")
    expect(page.locator(".waits")).to_contain_text("You are marked as away")
    press(page.get_by_role("button", name="Come back"))
    expect(page.locator(".waits", has_text="away")).to_have_count(0)


def test_voids_and_rounds_that_are_put_right_are_told_in_words(visit: Visit, house: House) -> None:
    table = house.by_hand()
    _seat(house, table, "ana", 25_00)
    page = _at(visit, "ana", table)
    told = page.locator("#told")
    house.do(table, "dan", "no-more-bets")
    house.do(table, "dan", "deal", card="TS", laid_on=[0, 1])
    house.do(table, "sue", "reconstruct", reason="it was for box 1")
    expect(told).to_contain_text("Round 1 is put right")
    expect(page.locator("#box-1 .card")).to_have_attribute("aria-label", "ten of spades")
    house.do(table, "sue", "void-round", ground="impractical", reason="the shoe fell")
    expect(told).to_contain_text("Round 1 is void: the shoe fell")
    expect(told.locator("li").last.locator(".cited a").first).to_be_visible()
    told.get_by_role("button", name="Close").last.click()
    expect(told).not_to_contain_text("void")


def test_in_holdem_a_misdeal_and_a_void_are_told_once_and_in_words(
    visit: Visit, house: House
) -> None:
    table = house.automatic("holdem")
    _seat(house, table, "chloe")
    page = _at(visit, "chloe", table)
    told = page.locator("#told li")
    faults: tuple[tuple[dict[str, Any], str], ...] = (
        ({"do": "wrong-count", "whose": 1, "cards": 3}, "Misdeal: a hand has the wrong number"),
        ({"do": "wrong-deck", "found": "no 7S"}, "Void: the deck is not whole"),
    )
    for number, (fault, says) in enumerate(faults, start=1):
        house.do(table, "chloe", "place-wager", player="chloe", box=1, amount=10_00, wager="ante")
        house.ask("POST", f"/api/tables/{table}/ready", who="chloe")
        expect(page.locator("#box-1 .card")).to_have_count(2)
        house.do(table, "dan", **fault)
        expect(told).to_have_count(number)  # one for each
        expect(told.last).to_contain_text(says)
        expect(told.last.locator(".cited a").first).to_be_visible()
        expect(page.locator(".purse strong").first).to_have_text("$300")  # the wagers are back
    expect(page.locator(".held-up")).to_contain_text("The deck is to be checked first")


def test_a_table_that_goes_says_so_and_leads_on(visit: Visit, house: House) -> None:
    instrument, options = TABLES["baccarat"]
    asked = {"table": "going", "instrument": instrument, "options": options}  # with no float
    house.ask("POST", "/api/tables", {"do": "set-up-table", **asked}, "olga")
    page = guest(visit, "going")
    page.get_by_label("More").click()
    page.get_by_role("button", name="Leave the table with your chips").click()
    expect(page.locator(".pocket strong")).to_have_text("$1,000")  # nothing stayed behind
    page.goto("/tables/going")
    page.wait_for_load_state()
    house.ask("DELETE", "/api/tables/going", who="olga")
    expect(page.locator("#connection")).to_contain_text("no longer on the floor")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("is over")
    page.locator("main").get_by_role("link", name="To the tables").click()
    expect(page.locator(".tables")).to_be_visible()


def test_who_waits_for_staff_is_told_so(visit: Visit, house: House) -> None:
    instrument, options = TABLES["blackjack-2018"]
    asked = {"table": "waits", "instrument": instrument, "options": options, "dealing": "virtual"}
    house.ask("POST", "/api/tables", {"do": "set-up-table", **asked}, "olga")
    ana, sue = _at(visit, "ana", "waits"), _at(visit, "sue", "waits")
    expect(ana.locator(".status")).to_have_text("The table is not open yet; the staff open it.")
    expect(sue.locator(".status")).to_contain_text("a supervisor opens it in the console")
    table = house.unchecked()
    _seat(house, table, "ana", 25_00)
    ana, dan = _at(visit, "ana", table), _at(visit, "dan", table)
    for waiting in (ana, dan):
        expect(waiting.locator(".status")).to_contain_text("The cards have to be checked")
    expect(ana.locator(".waits")).to_have_count(0)
    press(dan.locator("#moves").get_by_role("button", name="The cards are checked"))
    expect(ana.locator(".status")).to_have_text("Place your wagers for round 1.")
    expect(ana.locator(".waits")).to_have_text("The dealer closes the betting.")


def test_in_holdem_a_digit_never_bets_and_the_result_lies_on_the_cards(
    visit: Visit, house: House
) -> None:
    table = house.automatic("holdem")
    page = guest(visit, table)
    press(page.locator(".mine .spot-ante .lay"))
    expect(page.locator(".mine .spot-ante .amount")).to_be_visible()
    press(page.get_by_role("button", name="Deal now"))
    expect(page.locator("#rail.asked")).to_be_visible()
    expect(page.locator(".mine .card:not(.back)")).to_have_count(2)
    expect(page.locator("body.fresh")).to_have_count(0)
    done: list[str] = []
    page.on("request", lambda asked: done.append(asked.post_data or ""))
    for digit in "1234":
        page.keyboard.press(digit)
    press_key(page, "b")
    assert len([each for each in done if "command=" in each]) == 1
    expect(page.locator(".status")).to_contain_text("The dealer has")
    press(page.get_by_role("button", name="Compare the hands"))
    expect(page.locator(".felt .card.lit")).to_have_count(5)
    result = page.locator(".mine .spot-play .result")
    result.locator("summary").click()
    expect(result.locator(".cited a").first).to_be_visible()
    press_key(page, "k")  # who has seen it goes on
    status = page.locator(".status")
    expect(status).to_contain_text("Place your wagers for round 2.")
    expect(status.locator(".last-round")).to_contain_text("Round 1: you")
