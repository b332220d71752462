"""A table as somebody without an account finds it: chips that fit, keys that mean one thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from croupier.web.html.template_environment import called
from tests.e2e.cups import cup_in_play
from tests.e2e.pressing import done, press, press_key

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def guest(visit: Visit, table: str) -> Page:
    """Somebody without an account, by one click in the lobby."""
    page = visit()
    page.goto("/")
    page.get_by_role("button", name=f"Play as a guest at {called(table)}", exact=True).click()
    expect(page.locator(".box.mine .spot.main .lay").first).to_be_visible()
    page.wait_for_load_state()
    return page


def test_a_guest_wagers_with_the_next_click_and_keeps_the_account(
    visit: Visit, house: House
) -> None:
    page = guest(visit, house.automatic("baccarat"))
    banker = page.locator(".mine .spot-banker")
    press(banker.locator(".lay"))  # with the chip that is chosen
    expect(banker.locator(".amount")).to_have_text("$10")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".pick", has=page.locator("#chip-2500")).click()
    expect(page.locator("#chip-2500")).to_be_checked()
    banker.locator(".lay").click()  # which does not make a step of ten alone
    expect(banker.locator(".building")).to_have_text("$35 …")
    expect(page.locator("[data-hint]")).to_have_text("Wagers here go in steps of $10.")
    expect(page.locator("[data-hint]")).to_be_visible()
    press(banker.locator(".lay"))
    expect(banker.locator(".amount")).to_have_text("$60")
    for key, lies in (("z", "$10"), ("w", "$20")):
        press_key(page, key)
        expect(banker.locator(".amount")).to_have_text(lies)
    press_key(page, "x")
    expect(banker.locator(".bet")).to_have_count(0)
    page.reload()
    expect(page.locator("#chip-2500")).to_be_checked()  # as it was left
    page.get_by_role("link", name="keep this account").click()
    page.get_by_label("Name").fill("zoe")
    page.get_by_label("Password").fill("a very long secret")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("heading", name="Welcome, zoe")).to_be_visible()


def test_a_key_is_not_taken_by_the_decision_that_it_led_to(visit: Visit, house: House) -> None:
    table = house.by_hand()
    house.do(table, "ana", "arrive", player="ana")
    house.do(table, "ana", "bring-chips", player="ana", amount=500_00)
    house.do(table, "ana", "sit", player="ana", box=1)
    page = visit("ana")
    page.goto(f"/tables/{table}")
    page.wait_for_load_state()
    press(page.locator(".mine .spot.main .lay"))
    page.keyboard.press("d")  # means nothing while one bets
    expect(page.locator(".mine .amount").first).to_have_text("$10")
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "6S", "9D")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.evaluate("""() => document.addEventListener("htmx:afterSettle", () => {
        if (!document.querySelector("#rail").dataset.decision) return;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
    })""")
    house.deal(table, "5H")
    expect(page.locator(".status")).to_contain_text("Your turn on box 1: hard 11")
    expect(page.locator("body.fresh")).to_have_count(0)
    assert "POST" not in asked
    press_key(page, "d")
    expect(page.locator(".mine .more .amount")).to_have_text("$10")


def test_a_decision_is_answered_once_however_often_its_key_is_pressed(
    visit: Visit, house: House
) -> None:
    """While the house has not answered yet; the next one would be taken by what was meant twice."""
    table = house.by_hand()
    house.do(table, "ana", "arrive", player="ana")
    house.do(table, "ana", "bring-chips", player="ana", amount=500_00)
    house.do(table, "ana", "sit", player="ana", box=1)
    house.do(table, "ana", "place-wager", player="ana", box=1, amount=10_00)
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "2S", "9D", "3H")
    page = visit("ana")
    page.goto(f"/tables/{table}")
    page.wait_for_load_state()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    for cards, card in enumerate(("2D", "4C"), 3):
        expect(page.locator("#rail")).to_have_attribute("data-decision", re.compile("."))
        done(page, lambda: page.evaluate(TWICE, "h"))
        house.deal(table, card)
        expect(page.locator("#box-1 .card")).to_have_count(cards)
    assert asked.count("POST") == 2
    expect(page.locator(".status")).to_contain_text("Your turn on box 1: hard 11")


TWICE = """key => [1, 2].forEach(() => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true })
))"""
"""A key that is pressed again before anything has come of it."""


def test_what_the_picture_does_not_show_is_told_and_the_focus_stays(
    visit: Visit, house: House
) -> None:
    table = house.by_hand()
    house.do(table, "ben", "arrive", player="ben")
    house.do(table, "ben", "bring-chips", player="ben", amount=500_00)
    house.do(table, "ben", "sit", player="ben", box=1)
    page = visit("ben")
    page.goto(f"/tables/{table}")
    page.wait_for_load_state()
    spot = page.locator(".mine .spot.main .lay")
    spot.focus()
    press_key(page, "Enter")
    expect(page.locator(".mine .amount").first).to_have_text("$10")
    expect(spot).to_be_focused()
    house.do(table, "dan", "no-more-bets")
    expect(page.locator("#rail")).to_be_focused()
    house.deal(table, "6S")
    house.do(table, "sue", "announce-closure", rounds=3)
    expect(page.locator("#told")).to_contain_text("closure")
    expect(page.locator("#told .cited a").first).to_be_visible()


def test_a_lost_connection_is_told_and_so_is_its_return(visit: Visit, house: House) -> None:
    cup = cup_in_play(house)
    pages = []
    for path in ("/tables/blackjack-2018", cup, f"/tables/{cup.rpartition('/')[2]}-1"):
        pages.append(page := visit())
        page.goto(path)
        page.wait_for_load_state()
    house.stop()
    for page in pages:
        expect(page.locator("#connection")).to_contain_text("The connection to the house is lost")
    house.start()
    expect(pages[0].locator("#connection.back")).to_have_text("Connected again.")
    for page in pages:
        expect(page.locator("#connection.lost")).to_have_count(0)


def test_nothing_lies_over_the_layout_at_any_size(visit: Visit, house: House) -> None:
    page = visit("chloe")
    for width, height in (
        (1440, 900),
        (1280, 720),
        (820, 1180),
        (390, 844),
        (720, 450),
        (844, 390),
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/tables/blackjack-2018")
        felt, rail = (
            page.locator("#felt-window").bounding_box(),
            page.locator("#rail").bounding_box(),
        )
        assert felt is not None
        assert rail is not None
        below = felt["y"] + felt["height"] <= rail["y"]
        beside = felt["x"] + felt["width"] <= rail["x"]
        assert below or beside, (width, height)
        assert rail["y"] + rail["height"] <= height, (width, height)
