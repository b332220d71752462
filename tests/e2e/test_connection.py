"""A connection that is lost in mid-round, and a server that is killed: the seat is still there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

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
            insurance.click()
            expect(turn.or_(over).first).to_be_visible()
        if turn.is_visible():
            return
        expect(page.locator(".status", has_text="Place your wagers")).to_be_visible()
    raise AssertionError("every hand was a Blackjack")


def test_a_lost_connection_is_found_again_in_mid_round(visit: Visit, house: House) -> None:
    page = visit("ana")
    _dealt(page, house, "blackjack-2006", "ana")
    page.context.set_offline(True)
    answers = [
        each for each in house.see("blackjack-2006", "ana")["legal"] if each["do"] == "stand"
    ]
    if answers:
        house.do("blackjack-2006", "ana", **answers[0])  # from another device, meanwhile
    else:
        house.do("blackjack-2006", "ana", "hit", box=1)
    page.context.set_offline(False)
    state = re.compile("you (won|lost|came)|Your turn on box 1: (?:hard|soft) 1[2-9]|2[01]")
    expect(page.locator("#content, .side").filter(has_text=state).first).to_be_visible(
        timeout=60_000
    )


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
    expect(clock).to_contain_text(re.compile(r"1\d\d s"))
    clock.evaluate("(clock) => Object.assign(clock.dataset, { now: 0, deadline: 9000 })")
    expect(clock).to_contain_text(re.compile(r": \d s"))
