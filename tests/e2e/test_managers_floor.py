"""A manager reads the floor at a glance, sets a table up as it is offered, and looks at takings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.casino.demo import TABLES
from croupier.web.html.template_environment import called
from tests.e2e.accessible import must_be_accessible
from tests.e2e.cups import cup_with_entries
from tests.e2e.houses import LONG
from tests.e2e.tour import a_quarrel, a_round

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def at_a_glance(page: Page, table: str) -> Locator:
    there = page.get_by_role("heading", name=called(table), exact=True)
    return page.locator(".glance > li").filter(has=there)


def test_the_floor_is_read_at_a_glance_and_keeps_current(visit: Visit, house: House) -> None:
    table = a_round(house)
    page = visit("mara")
    page.goto("/floor")
    tile = at_a_glance(page, table)
    expect(tile).to_contain_text("Place your wagers for round 2")
    expect(tile.locator(".takings")).to_contain_text("$25")
    expect(tile.locator(".takings")).to_contain_text("25.0 %")
    a_quarrel(house, table)
    expect(tile).to_contain_text("A dispute waits for a ruling")
    expect(page.locator(".glance > li").first.locator(".reason")).to_be_visible()


def test_the_head_of_a_tournaments_desk_is_one_line_with_all_doors(
    visit: Visit, house: House
) -> None:
    name = cup_with_entries(house, "one-line-cup")
    page = visit("olga", 1280)
    page.goto(f"/tournaments/{name}/desk")
    head = page.locator("header.top")
    expect(head.get_by_role("heading")).to_contain_text("Summer Blackjack Cup")
    expect(head.get_by_role("link", name="People")).to_be_visible()
    middles = [
        place["y"] + place["height"] / 2
        for each in (head.locator("h1"), head.locator("nav"), head.locator(".whoami"))
        if (place := each.bounding_box()) is not None
    ]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 6, middles


@pytest.mark.parametrize("game", TABLES)
def test_a_table_set_up_as_it_is_offered_opens_and_takes_a_wager(
    visit: Visit, house: House, game: str
) -> None:
    page, table = visit("mara"), f"new-{game}"
    page.goto(f"/floor?instrument={TABLES[game][0]}")
    page.get_by_label("Name of the table").fill(table)
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator("#rail .status")).to_be_visible()
    ana = visit("ana")
    ana.goto(f"/tables/{table}")
    ana.get_by_role("button", name="Join the table").click()
    open_ = re.compile("Place your wagers|The cut is offered to ana")
    expect(ana.locator("#rail .status")).to_contain_text(open_)
    legal = house.see(table, "ana")["legal"]
    for cut in [each for each in legal if each["do"] == "decline-cut"]:
        house.do(table, "ana", **cut)
    house.until(
        f"/api/tables/{table}",
        lambda view: (view["phase"], view["shoe"]["state"]) == ("betting", "loaded"),
        "its cards are never ready",
    )
    house.do(table, "ana", "bring-chips", player="ana", amount=100_00)
    wagers = (each for each in house.see(table, "ana")["legal"] if each["do"] == "place-wager")
    house.do(table, "ana", **next(wagers))
    expect(ana.locator(".bet").first).to_be_visible()


def test_a_table_that_is_taken_down_is_asked_about_first(visit: Visit, house: House) -> None:
    instrument, options = TABLES["baccarat"]
    asked = {"table": "spare", "instrument": instrument, "options": options, "dealing": "real"}
    house.ask("POST", "/api/tables", {"do": "set-up-table", **asked}, "olga")
    page = visit("mara")
    page.goto("/floor")
    expect(at_a_glance(page, "spare")).to_contain_text("not open")
    at_a_glance(page, "spare").get_by_role("link", name="Take Spare down").click()
    page.get_by_role("button", name="Take Spare down").click()
    expect(page.get_by_role("status")).to_contain_text("Spare was taken down")
    expect(at_a_glance(page, "spare")).to_have_count(0)


def test_names_are_read_on_a_phone_and_a_dismissal_is_asked_about(
    visit: Visit, house: House
) -> None:
    page = visit("olga", width=390)
    page.goto("/people")
    for name in ("mara", LONG):
        cell = page.get_by_role("rowheader", name=name, exact=True).bounding_box()
        assert cell is not None
        assert cell["width"] >= 90
        assert cell["height"] < 220
    change = page.get_by_label("Change mara").bounding_box()
    assert change is not None
    assert change["height"] < 60  # on one line
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="chloe"))
    row.get_by_text("Dismiss…").click()
    expect(row.get_by_role("button", name="Dismiss chloe as player")).to_be_visible()
    row.get_by_label("Change chloe").click()
    row.get_by_label("Another role").select_option("dealer")
    row.get_by_role("button", name="Appoint").click()
    done = page.get_by_role("status").filter(has_text="chloe is appointed: dealer.")
    expect(done).to_be_visible()
    must_be_accessible(page)


def test_takings_are_held_against_what_the_odds_expect(visit: Visit, house: House) -> None:
    table = a_round(house)
    page = visit("mara")
    page.goto("/floor")
    page.get_by_role("link", name="Takings and charts").click()
    page.locator("#table").select_option(table)
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(table))
    row = page.get_by_role("region", name="Day").get_by_role("row").nth(1)
    expect(row).to_contain_text("$25")
    page.get_by_role("button", name="Work it out").click()
    known = page.get_by_role("status").filter(has_text="honest results")
    again = page.get_by_role("link", name="See whether it is there now")
    expect(known.or_(again).first).to_be_visible()
    while again.is_visible():
        again.click()
        expect(known.or_(again).first).to_be_visible()
    expect(row).to_contain_text(" to $")
    assert table in page.url


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_floor_is_accessible(visit: Visit, width: int) -> None:
    page = visit("mara", width=width)
    for path in ("/floor", "/floor?instrument=act-blackjack-2018", "/floor/takings"):
        page.goto(path)
        must_be_accessible(page)
