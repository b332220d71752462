"""An inspector finds a round by who played in it, takes its evidence away, and sees disputes."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from datetime import datetime
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from croupier.web.html.template_environment import called
from tests.e2e.accessible import must_be_accessible
from tests.e2e.tour import a_quarrel, a_round

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def test_a_round_is_found_and_its_evidence_taken_away(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    table = a_round(house)
    page = visit("ines")
    page.goto("/desk")
    page.get_by_label("Find a person\N{RIGHT SINGLE QUOTATION MARK}s rounds").fill("ana")
    page.get_by_role("button", name="Find", exact=True).click()
    row = page.get_by_role("row", name=f"{called(table)}, round 1")
    expect(row).to_contain_text("\N{MINUS SIGN}$25")
    page.get_by_label("Staked, won or lost at least").fill("25")
    page.get_by_label("Came to").select_option("lost")
    page.get_by_label("Table").select_option(table)
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page).to_have_url(re.compile(f"table={table}"))
    expect(row).to_be_visible()
    page.reload()
    expect(page.get_by_label("Came to")).to_have_value("lost")
    with page.expect_download() as download:
        page.get_by_role("link", name="As CSV").click()
    (found,) = csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines())
    assert (found["table"], found["player"], found["net ($)"]) == (called(table), "ana", "-25")
    assert datetime.fromisoformat(found["when (UTC+10)"])
    with page.expect_download() as download:
        row.get_by_role("link", name="Evidence").click()
    with ZipFile(download.value.path()) as archive:
        archive.extractall(tmp_path)
    names = {each.name for each in tmp_path.iterdir()}
    assert names >= {"READ-ME.txt", "record.jsonl", "round.json", "account.html"}
    verify = [sys.executable, "-m", "croupier", "verify", str(tmp_path / "record.jsonl")]
    assert subprocess.run(verify, capture_output=True, check=False).returncode == 0
    assert "ana" in (tmp_path / "account.html").read_text()
    page.get_by_label("Came to").select_option("won")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_role("cell", name="Nothing was found.")).to_be_visible()


def test_the_largest_are_first_by_a_heading_that_stays_in_the_address(
    visit: Visit, house: House
) -> None:
    a_round(house)
    page = visit("ines")
    page.goto("/desk/rounds?person=ana")
    page.get_by_role("link", name="Staked").click()
    heading = page.get_by_role("columnheader", name="Staked")
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert "person=ana" in page.url
    assert "sort=staked" in page.url
    with page.expect_navigation():
        page.get_by_role("button", name="Find", exact=True).click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    must_be_accessible(page)


def test_a_data_table_sorts_and_filters_by_the_keyboard_and_keeps_its_address(
    visit: Visit, house: House
) -> None:
    house.by_hand()  # with the tables of the house enough for a search
    page = visit("ines")
    page.goto("/desk")
    tables = page.locator("[data-table=records] tbody th:visible")
    names = tables.all_inner_texts()
    assert names == sorted(names)
    heading = page.get_by_role("columnheader", name="Table")
    for order, expected in (("ascending", names), ("descending", names[::-1])):
        heading.get_by_role("button").press("Enter")
        expect(heading).to_have_attribute("aria-sort", order)
        assert tables.all_inner_texts() == expected
    page.get_by_label("Only rows with").fill("blackjack")
    expect(tables).to_have_count(2)
    page.reload()
    expect(page.get_by_label("Only rows with")).to_have_value("blackjack")
    assert tables.all_inner_texts() == ["Blackjack 2018", "Blackjack 2006"]
    must_be_accessible(page)
    page.get_by_role("columnheader", name="Lines").get_by_role("button").press("Enter")
    page.get_by_label("Only rows with").fill("")
    lines = page.locator("[data-table=records] tbody td.number").all_inner_texts()
    assert [*map(int, lines)] == sorted(map(int, lines), reverse=True)
    heading.get_by_role("button").press("Enter")
    heading.get_by_role("button").press("Enter")
    heading.get_by_role("button").press("Enter")
    expect(page).to_have_url("/desk")


def test_people_are_found_by_role_and_sorted_by_what_they_hold(visit: Visit) -> None:
    page = visit("olga")
    page.goto("/people?find-people=dealer&sort-people=-name")
    names = page.locator("[data-table=people] tbody th:visible").all_inner_texts()
    assert "dan" in names
    assert "olga" not in names
    assert names == sorted(names, reverse=True)
    dan = page.get_by_role("row", name="dan")
    dan.get_by_text("Change", exact=True).click()
    expect(dan.get_by_label("Another role")).to_be_visible()
    must_be_accessible(page)


def test_a_dispute_arrives_and_leads_to_the_felt_as_it_was(visit: Visit, house: House) -> None:
    table = a_round(house)
    a_quarrel(house, table)
    page = visit("ines")
    page.goto("/desk")
    disputes = page.get_by_role("region", name="Disputes")
    disputes.get_by_role("link", name=f"{called(table)}, dispute 1").click()
    page.goto(f"/desk/records/{table}")
    page.get_by_role("link", name="The felt after this line").nth(3).click()
    expect(page.locator(".felt .card")).to_have_count(3)
    expect(page.locator("[aria-current=step]")).to_contain_text("9D to box 1")
    page.goto("/desk/events?kind=dispute")
    page.get_by_label("Person").fill("ana")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator(".told")).to_contain_text(called(table))
    expect(page.get_by_label("Kind")).to_have_value("dispute")


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_the_searches_are_accessible(visit: Visit, house: House, width: int) -> None:
    table = a_round(house)
    page = visit("ines", width=width)
    for path in ("/desk/rounds", "/desk/events", "/desk", f"/tables/{table}/rounds/1"):
        page.goto(path)
        must_be_accessible(page)
