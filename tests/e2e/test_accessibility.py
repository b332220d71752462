"""Every page, in light on a wide screen and in dark on a phone: axe finds nothing serious."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import tour
from tests.e2e.accessible import ALL, CONTRAST, serious
from tests.e2e.pressing import press_key

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

AT_WORK = 300_000
"""How long the laboratory may take to work something out, in milliseconds."""
ROWS = int(os.environ.get("CROUPIER_AXE_ROWS", "5"))
"""How much of a long list is looked at: the rest of it is made of the same."""
SHORTEN = """rows => document.querySelectorAll("ul, ol, dl, tbody").forEach(
  (list) => [...list.children].slice(rows).forEach((row) => row.remove())
)"""


@pytest.fixture(scope="module")
def pages(house: House) -> dict[str | None, tuple[str, ...]]:
    return tour.pages(house)


def _is_worked_out(path: str) -> bool:
    """Whether a page of the laboratory begins its work as it is asked for."""
    return path.startswith("/laboratory/")


@pytest.mark.parametrize("name", [None, "ana", "dan", "sue", "mara", "olga", "ines"], ids=str)
def test_axe_finds_nothing_serious(
    visit: Visit, name: str | None, pages: dict[str | None, tuple[str, ...]]
) -> None:
    page, found = visit(name), []
    for path in filter(_is_worked_out, pages[name]):
        page.request.get(path)  # while the other pages are looked at
    for path in sorted(pages[name], key=_is_worked_out):
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(path)
        expect(page.locator("main").first).to_be_visible()
        expect(page.locator("[data-events]")).to_have_count(0, timeout=AT_WORK)
        page.evaluate(SHORTEN, ROWS)
        found += serious(page, path, ALL)
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": 390, "height": 844})
        found += serious(page, f"{path} in the dark", CONTRAST)
    assert found == []


@pytest.mark.parametrize(
    ("table", "chip", "answers"),
    [("baccarat", "3", ""), ("blackjack-2018", "4", "nsh"), ("holdem", "4", "f")],
)
def test_a_round_is_played_by_the_keyboard_alone(
    visit: Visit, house: House, table: str, chip: str, answers: str
) -> None:
    page = visit("chloe")
    page.goto(f"/tables/{table}")
    for label, shown, words in (
        ("Join the table", ".purse strong", "$500"),
        ("Sit at box 4", "#box-4 .name", "You"),
    ):
        page.get_by_role("button", name=label).focus()
        press_key(page, "Enter")
        expect(page.locator(shown).first).to_have_text(words)
    page.keyboard.press(chip)
    expect(page.locator(".tray input").nth(int(chip) - 1)).to_be_checked()
    page.locator("#box-4 .lay").first.focus()
    for key, laid in (("Enter", "$25"), ("Space", "$50")):
        press_key(page, key)
        expect(page.locator("#box-4 .bet.mine .amount").first).to_have_text(laid)
    expect(page.locator("#deal-now")).to_be_visible()  # when the cards are cut
    press_key(page, "o")
    over, asked = page.locator("#settled-title", has_text="you "), page.locator("#rail.asked")
    expect(over.or_(asked).first).to_be_visible()
    while not over.is_visible():
        decision = asked.get_attribute("data-decision") or ""
        press_key(page, next(each for each in answers if _is_offered(page, each)))
        house.go_on(table)
        expect(page.locator("#rail")).not_to_have_attribute("data-decision", decision)
        expect(over.or_(asked).first).to_be_visible()


def _is_offered(page: Page, key: str) -> bool:
    return page.locator(f'#rail [data-key="{key}"]').count() > 0
