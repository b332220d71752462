"""A connection that is lost in mid-round, and a server that is killed: the seat is still there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.e2e.cups import cup_in_play
from tests.e2e.pressing import press
from tests.e2e.tour import promotions

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def _dealt(page: Page, house: House, table: str, name: str) -> None:
    """A round in which the player is asked: others are dealt until it is so."""
    house.do(table, name, "arrive", player=name)
    house.do(table, name, "sit", player=name, box=1)
    house.do(table, name, "bring-chips", player=name, amount=1_000_00)
    page.goto(f"/tables/{table}")
    for _ in range(12):
        house.do(table, name, "place-wager", player=name, box=1, amount=25_00)
        house.ask("POST", f"/api/tables/{table}/ready", who=name)
        turn = page.locator(".status", has_text="Your turn on box 1")
        over = page.locator("#settled-title")
        insurance = page.locator("#rail").get_by_role("button", name="No insurance")
        expect(turn.or_(over).or_(insurance).first).to_be_visible()
        if insurance.is_visible():
            press(insurance)
            house.go_on(table)
            expect(turn.or_(over).first).to_be_visible()
        if turn.is_visible():
            return
        house.do(table, "dan", "collect")
        expect(page.locator(".status", has_text="Place your wagers")).to_be_visible()
    raise AssertionError("every hand was a Blackjack")


def test_a_lost_connection_is_found_again_in_mid_round(visit: Visit, house: House) -> None:
    page, table = visit("ana"), "blackjack-2006"
    _dealt(page, house, table, "ana")
    page.context.set_offline(True)
    while (seen := house.see(table, "ana"))["phase"] == "dealing":  # by another device, meanwhile
        legal = {each["do"]: each for each in seen["legal"]}
        house.do(table, "ana", **(legal["stand"] if "stand" in legal else legal["hit"]))
    page.context.set_offline(False)
    expect(page.locator("#settled-title")).to_contain_text(re.compile("you (won|lost|came)"))


def test_desks_and_promotions_say_that_the_connection_is_lost_and_that_it_is_back(
    visit: Visit, house: House
) -> None:
    """Whoever looks at a page that stands still is told so: nothing on it may be taken for news."""
    promotion, _ = promotions(house)
    cup = cup_in_play(house)
    pages = []
    for who, path in (
        (None, promotion),
        ("sue", f"{promotion}/desk"),
        ("sue", "/tables/challenge/console"),
        ("ines", "/desk"),
        ("tom", f"{cup}/desk"),
        ("mara", "/floor"),
    ):
        pages.append(page := visit(who))
        page.goto(path)
        page.wait_for_load_state()
        expect(page.locator("#connection")).to_be_hidden()
    house.stop()
    for page in pages:
        expect(page.locator("#connection.lost")).to_contain_text("connection to the house is lost")
    house.start()
    for page in pages:
        expect(page.locator("#connection.lost")).to_have_count(0)
        expect(page.locator("body.offline")).to_have_count(0)


def test_a_server_that_was_killed_opens_with_the_round_as_it_was(
    visit: Visit, house: House
) -> None:
    page = visit("ben")
    _dealt(page, house, "blackjack-2018", "ben")
    cards = page.locator("#box-1 .card:not(.back)").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )
    house.kill()
    house.start()
    page.reload()
    expect(page.locator(".status")).to_contain_text("Your turn on box 1")
    again = page.locator("#box-1 .card:not(.back)").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )
    assert again == cards
    expect(page.locator("#box-1 .name")).to_have_text("You")


def test_the_clock_is_that_of_the_wait_at_hand(visit: Visit, house: House) -> None:
    page = visit("chloe")
    _dealt(page, house, "challenge", "chloe")
    clock = page.locator(".timer")
    expect(clock).to_contain_text(re.compile(r"\d:\d\d"))
    clock.evaluate("(clock) => Object.assign(clock.dataset, { now: 0, deadline: 9000 })")
    expect(clock).to_contain_text(re.compile(r"Time left: \d seconds?$"))
