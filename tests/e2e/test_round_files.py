"""A stranger pastes a round file; an inspector changes a card and sees both settlements."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.e2e.accessible import must_be_accessible
from tests.e2e.tour import a_round

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


def test_anybody_pastes_a_file_and_reads_the_account(visit: Visit) -> None:
    page = visit()
    page.goto("/round-files")
    page.get_by_role("link", name="act-blackjack-2018").click()
    file = page.get_by_label("The round file, in JSON")
    expect(file).to_have_value(re.compile("drawn-in-error"))
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Adjudicate").focus()
    page.keyboard.press("Enter")
    account = page.locator("#account")
    expect(account).to_contain_text("a claim does not agree")
    expect(account).to_contain_text("that is 3 to 2 on $10: what a Blackjack is paid")
    expect(account.get_by_role("img", name="eight of spades")).to_be_visible()
    must_be_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the report").click()
    report = download.value.path().read_text("utf-8")
    assert report.startswith("<!doctype html>")
    assert "Adjudication of a round" in report


def test_what_is_no_round_is_said_of_its_field(visit: Visit) -> None:
    page = visit()
    page.goto("/round-files")
    file = page.get_by_label("The round file, in JSON")
    file.fill('{"instrument": "act-blackjack-2018", "crads": []}')
    page.get_by_role("button", name="Adjudicate").click()
    expect(page.get_by_role("alert")).to_contain_text("crads: there is no such field")
    expect(file).to_have_value(re.compile("crads"))
    must_be_accessible(page)


def test_a_name_of_a_hundred_letters_stays_on_a_phone(visit: Visit) -> None:
    page = visit(width=390)
    page.emulate_media(color_scheme="dark")
    page.goto("/round-files?example=nsw-blackjack-challenge")
    file = page.get_by_label("The round file, in JSON")
    file.fill(file.input_value().replace("ana", "W" * 100))
    page.get_by_role("button", name="Adjudicate").click()
    expect(page.locator("#account")).to_contain_text("W" * 100)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    must_be_accessible(page)


def test_an_inspector_changes_a_card_and_sees_both_settlements(visit: Visit, house: House) -> None:
    table = a_round(house)
    page = visit("ines")
    page.goto(f"/tables/{table}/rounds/1")
    page.get_by_role("link", name="What if …").click()
    last = page.get_by_label("5 Card 5")
    expect(last).to_have_value("5D")
    last.fill("9d")
    page.get_by_role("button", name="Settle both").click()
    both = page.get_by_role("group", name="Both settlements")
    row = both.get_by_role("row", name="ana's main on box 1")
    expect(row).to_contain_text("differs")
    expect(row.get_by_role("cell")).to_have_text(
        [re.compile(r"\$25 loses \$25"), re.compile(r"\$25 wins \$25")]
    )
    expect(page.get_by_role("status")).to_have_text("They differ.")
    must_be_accessible(page)
    stake = page.get_by_label("ana's main on box 1")
    stake.fill("10")
    page.get_by_role("button", name="Settle both").click()
    expect(both.get_by_role("row", name="Net of ana")).to_contain_text("+$10")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the changed file").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert kept["cards"][4] == "9d"
    assert kept["wagers"][0]["amount"] == 1000
    with page.expect_download() as download:
        page.get_by_role("button", name="Report, PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")


def test_what_cannot_be_is_said_and_the_fields_stay(visit: Visit, house: House) -> None:
    table = a_round(house)
    page = visit("ines")
    page.goto(f"/tables/{table}/rounds/1/what-if")
    entry = page.get_by_label(re.compile("^Entry 1 "))
    entry.fill("{nonsense")
    page.get_by_role("button", name="Settle both").click()
    expect(page.get_by_role("alert")).to_contain_text("entry 1: it is not JSON")
    expect(entry).to_have_value("{nonsense")
    page.get_by_role("link", name="As recorded again").click()
    page.get_by_label("5 Card 5").fill("5X")
    page.get_by_role("button", name="Settle both").click()
    expect(page.get_by_role("alert")).to_contain_text('cards[5]: "5X" is not a card')
    must_be_accessible(page)
