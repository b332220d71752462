"""An inspector takes a notice, goes through a round on the felt, verifies, looks at a shoe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from croupier.web.html.template_environment import called
from tests.e2e.tour import a_quarrel, a_round

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


@pytest.fixture
def desk(visit: Visit) -> Page:
    page = visit("ines")
    page.get_by_role("link", name="Desk").click()
    expect(page.get_by_role("heading", name="The inspector")).to_be_visible()
    page.wait_for_load_state()
    return page


def test_a_notice_comes_to_the_desk_and_is_taken(desk: Page, house: House) -> None:
    table = a_round(house)
    a_quarrel(house, table)
    notice = desk.locator(".slips li").filter(has_text=called(table))
    waiting = notice.filter(has=desk.get_by_role("button", name="Acknowledge"))
    expect(waiting).to_have_count(1)
    waiting.get_by_role("button").click()
    expect(notice.filter(has_text="acknowledged by ines")).to_have_count(1)
    expect(waiting).to_have_count(0)


def test_a_round_is_gone_through_on_the_felt(desk: Page, house: House) -> None:
    table = a_round(house)
    desk.reload()
    desk.get_by_role("row", name=called(table)).get_by_role("link", name="rounds").click()
    desk.get_by_role("link", name="Round 1").click()
    step, cards = desk.get_by_role("status"), desk.locator(".felt .card")
    expect(step).to_have_text(re.compile(r"Step 1 of \d+"))
    expect(cards).to_have_count(0)
    for number, laid in enumerate((1, 2, 3), 2):
        desk.get_by_role("link", name="Next").click()
        expect(step).to_contain_text(f"Step {number} of")
        expect(cards).to_have_count(laid)
    expect(desk.locator("#box-1 .words")).to_have_text("hard 19")
    desk.wait_for_load_state()  # and with it what listens to the keys
    desk.keyboard.press("ArrowLeft")
    expect(cards).to_have_count(2)
    desk.get_by_role("link", name="Last step").click()
    expect(cards).to_have_count(5)
    expect(desk.locator("#box-1 .result summary")).to_have_text("\N{MINUS SIGN}$25")
    expect(desk.locator(".settlements")).to_contain_text("ana, box 1: loses $25")


def test_the_records_are_verified(desk: Page, house: House) -> None:
    a_round(house)
    desk.get_by_role("button", name="Verify all records now").click()
    panel = desk.locator("#verification")
    expect(panel.locator("progress").or_(panel.get_by_role("status")).first).to_be_visible()
    expect(panel.get_by_role("status")).to_contain_text("All records are sound.")
    panel.get_by_text("Record by record").click()
    expect(panel.get_by_role("row", name="tables/holdem/1")).to_contain_text("yes")


def test_a_shoe_shows_its_commitment_and_then_its_secret(desk: Page, house: House) -> None:
    desk.goto("/tables/holdem")
    committed = desk.locator(".commitment").text_content()
    assert committed
    house.do("holdem", "ben", "arrive", player="ben")
    house.do("holdem", "ben", "sit", player="ben", box=2)
    house.do("holdem", "ben", "bring-chips", player="ben", amount=100_00)
    house.do("holdem", "ben", "place-wager", player="ben", box=2, amount=10_00, wager="ante")
    house.ask("POST", "/api/tables/holdem/ready", who="ben")
    desk.goto("/desk/shoes/holdem")
    shoe = desk.locator(".slips li").filter(has_text=committed)
    expect(shoe).to_contain_text("not yet")
    expect(shoe).to_contain_text("not revealed")
    house.do("holdem", "ben", "fold", box=2)
    house.do("holdem", "dan", "collect")
    desk.goto("/tables/holdem")
    expect(desk.locator(".commitment")).not_to_have_text(committed)
    desk.goto("/desk/shoes/holdem")
    expect(shoe).to_contain_text("proved")
    expect(shoe.locator("dd").last).to_have_text(re.compile("^[0-9a-f]{32,}$"))
