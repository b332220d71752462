"""Every page, in light and dark, on a phone and on a wide screen: axe finds nothing serious."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit

PAGES = {
    None: ("/", "/log-in", "/rules", "/rules/act-blackjack-2018", "/rules/act-blackjack-2018/9.1",
           "/rules/compare", "/laboratory", "/tables/roulette"),
    "ana": ("/", "/tables/blackjack-2018", "/tables/challenge", "/tables/baccarat",
            "/tables/holdem"),
    "sue": ("/tables/blackjack-2018", "/tables/holdem"),
    "ines": ("/", "/tables/baccarat"),
}  # fmt: skip
SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES, ids=str)
def test_axe_finds_nothing_serious(visit: Visit, name: str | None, look: str) -> None:
    width = 1280 if look == "light" else 390
    page = visit(name, width=width)
    page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
    found = []
    for path in PAGES[name]:
        page.goto(path)
        expect(page.locator("main").first).to_be_visible()
        report = Axe().run(page)
        found += [
            f"{path}: {each['id']}, {each['nodes'][0]['target']}"
            for each in report.response["violations"]
            if each["impact"] in SERIOUS
        ]
        assert page.evaluate(
            "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        ), f"{path} is wider than the screen"
    assert found == []


def test_a_round_is_played_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("chloe")
    page.goto("/tables/baccarat")
    for label in ("Join the table", "Sit at box 4"):
        button = page.get_by_role("button", name=label)
        button.focus()
        page.keyboard.press("Enter")
        expect(button).to_have_count(0)
    page.locator("body").press("1")
    page.locator("#box-4 .lay").first.focus()
    for laid in ("5", "10"):
        page.keyboard.press("Enter")
        expect(page.locator("#box-4 .bet.mine .amount").first).to_have_text(laid)
    page.locator("body").press(" ")
    expect(page.locator("#announcer")).to_contain_text(re.compile("wins|A tie"))
