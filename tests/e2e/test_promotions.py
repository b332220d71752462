"""A supervisor draws up terms in the browser and sends them; a player reads of it meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.conftest import Visit

TEXTS = {
    "name": "Winter draw", "gaming": "Blackjack Challenge", "place": "the floor",
    "eligibility": "members", "manner": "one ticket is drawn", "award_place": "the stage",
    "claim": "at the desk", "results": "the website", "prizes.0.name": "cash",
    "prizes.0.nature": "money", "prizes.0.details": "paid at the desk", "prizes.0.value": "900",
}  # fmt: skip
MOMENTS = {"starts": "2099-11-16T09:00", "entries_close": "2099-11-20T18:00",
           "award_at": "2099-11-20T20:00"}  # fmt: skip


def fill_in(page: Page) -> None:
    for name, moment in MOMENTS.items():
        item = page.locator(f'[id="item-terms.{name}"]')
        item.locator("input").fill(moment)
        item.locator("select").select_option("+11:00")
    page.locator('[id="item-terms.decided_by"] select').select_option("draw")
    page.locator('[id="item-terms.presence"] select').select_option("no")
    page.get_by_label("e-mail").check()


def test_terms_are_drawn_up_checked_and_sent_while_a_player_looks_on(visit: Visit) -> None:
    sue, ana = visit("sue"), visit("ana", width=390, height=844)
    sue.get_by_role("link", name="Promotions").click()
    sue.get_by_label("Name in the house").fill("winter")
    sue.get_by_role("button", name="Begin a promotion").click()
    expect(sue.get_by_role("heading", name="winter")).to_be_visible()
    sue.wait_for_load_state()
    ana.goto("/promotions/winter")
    expect(ana.get_by_role("status")).to_have_text("The terms are being drawn up.")

    # the form comes into the page, asks for the particulars of a kind once it is chosen,
    # and says what is missing until nothing is
    sue.get_by_role("link", name="Offer prizes").click()
    kind = sue.locator('[id="item-terms.prizes.0.kind"] select')
    expect(kind).to_be_visible()
    fill_in(sue)
    kind.select_option("cash")
    sue.get_by_role("button", name="Check").focus()
    sue.keyboard.press("Enter")
    lacks = sue.locator(".lacks li")
    expect(lacks.filter(has_text="prizes[1].value: missing")).to_have_count(1)
    for name, text in TEXTS.items():
        sue.locator(f'[name="terms.{name}"]').fill(text)
    sue.get_by_role("button", name="Check").click()
    expect(sue.get_by_role("heading", name="Nothing is missing")).to_be_visible()
    sue.get_by_role("button", name="Offer prizes").click()
    expect(sue.get_by_role("heading", name="Done: offer prizes")).to_be_visible()

    # the board beside it is told of it by itself, and so is the player
    send = sue.get_by_role("link", name="Send them to the Authority")
    expect(send).to_be_visible()
    send.click()
    sue.get_by_role("button", name="See what follows").click()
    expect(sue.get_by_text("The rules allow it.")).to_be_visible()
    sue.get_by_role("button", name="Send terms").click()
    expect(sue.get_by_role("heading", name="Done: send terms")).to_be_visible()
    expect(ana.get_by_role("status")).to_have_text("Starts Mon 16 November 2099, 09:00 (UTC+11).")
    expect(ana.get_by_role("heading", name="Terms and conditions")).to_be_visible()
    sue.goto("/promotions/winter/commands/start-promotion")
    sue.get_by_role("button", name="See what follows").click()
    expect(sue.get_by_role("alert")).to_contain_text("nobody can have them yet")
