"""A dealer runs a table from its desk: what comes next, and what went wrong where it happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.accessible import must_be_accessible
from tests.e2e.pressing import press

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House


@pytest.fixture
def table(house: House) -> str:
    """Ana at box 1 and ben at box 4 have wagers, chloe at box 6 has no chips."""
    table = house.by_hand()
    for name, box in (("ana", 1), ("ben", 4), ("chloe", 6)):
        house.do(table, name, "arrive", player=name)
        house.do(table, name, "sit", player=name, box=box)
        if name != "chloe":
            house.do(table, name, "bring-chips", player=name, amount=300_00)
            house.do(table, name, "place-wager", player=name, box=box, amount=25_00)
    return table


def desk(visit: Visit, table: str, who: str = "dan", width: int = 1280) -> Page:
    page = visit(who, width=width)
    page.goto(f"/tables/{table}/console")
    expect(page.get_by_role("heading", name="What comes next")).to_be_visible()
    return page


def now(page: Page) -> Locator:
    return page.locator("#rail [aria-current=step]")


def test_a_round_is_run_by_what_comes_next(visit: Visit, house: House, table: str) -> None:
    page = desk(visit, table)
    expect(now(page)).to_contain_text("Take the wagers")
    expect(page.get_by_role("row", name="chloe")).to_contain_text("no wager yet")
    press(now(page).get_by_role("button", name="No more bets"))
    expect(now(page)).to_contain_text("The next card is for box 1.")
    expect(page.get_by_role("row", name="chloe")).to_contain_text("sits out")
    cards = page.locator(".felt .card:not(.back)")
    for laid, name in enumerate(("ten of spades", "nine of diamonds"), 1):
        press(page.locator(".keypad").get_by_role("button", name=name))
        expect(cards).to_have_count(laid)
    for laid, card in enumerate(("6H", "8C", "7D"), 3):
        page.locator("body").press(card[0])
        page.locator("body").press(card[1])
        expect(cards).to_have_count(laid)
    expect(page.get_by_role("row", name="ana")).to_contain_text("has to answer")
    for box in (1, 4):
        expect(now(page)).to_contain_text(f"on box {box}")
        house.do(table, "ana" if box == 1 else "ben", "stand", box=box)
    house.deal(table, "KC", "4D")
    expect(now(page)).to_contain_text("Collect the cards")
    press(now(page).get_by_role("button", name="Collect the cards"))
    expect(now(page)).to_contain_text("Place your wagers for round 2")


def test_a_touched_card_leads_to_what_happened_to_it_in_two_steps(
    visit: Visit, house: House, table: str
) -> None:
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS")
    page = desk(visit, table, "sue")
    page.get_by_role("link", name="ten of spades: what happened to it?").click()
    expect(page.locator("#action-title")).to_have_text("The ten of spades, box 1")
    page.locator("#action").get_by_role("link", name="Replace card").click()
    expect(page.locator("#action-title")).to_have_text("Replace card")
    expect(page.locator("#field-card")).to_have_value("TS")
    page.locator("#box-4 .who .touch").click()
    page.locator("#action").get_by_role("link", name="Laid here by mistake").click()
    expect(page.locator("#action-title")).to_have_text("Deal")
    expect(page.locator("#field-laid_on\\.box")).to_have_value("4")
    page.locator("#box-4 .bet .touch").click()
    expect(page.locator("#action-title")).to_have_text("The wager of ben on box 4")
    page.get_by_role("link", name="The shoe: what happened to it?").click()
    expect(page.locator("#action")).to_contain_text(
        "The next card is found turned over in the shoe"
    )


def test_a_card_laid_on_the_wrong_box_is_put_right_from_the_felt(
    visit: Visit, house: House, table: str
) -> None:
    house.do(table, "dan", "no-more-bets")
    page = desk(visit, table, "sue")
    page.locator("#box-4 .who .touch").click()
    page.locator("#action").get_by_role("link", name="Laid here by mistake").click()
    page.locator("#field-card").select_option("TS")
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#action .outcome.good")).to_contain_text("Done")
    expect(page.locator("#box-4 .card")).to_have_count(1)
    page.locator("#box-4 .cards .touch").click()
    page.locator("#action").get_by_role("link", name="Reconstruct").click()
    page.get_by_label("Reason").fill("it was for box 1")
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Reconstruct", exact=True).click()
    expect(page.locator("#box-1 .card")).to_have_count(1)
    expect(page.locator("#box-4 .card")).to_have_count(0)


def test_a_void_round_asks_for_one_of_the_two_grounds_of_the_rules(
    visit: Visit, house: House, table: str
) -> None:
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS")
    page = desk(visit, table, "sue")
    page.get_by_role("link", name="Something is wrong with the round").click()
    page.locator("#action").get_by_role("link", name="Void round").click()
    ground = page.get_by_label("Ground")
    assert ground.locator("option").all_inner_texts() == ["choose", "impractical", "fraud"]
    ground.select_option("impractical")
    page.get_by_label("Reason").fill("the shoe fell")
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Void round", exact=True).click()
    expect(page.locator("#action .outcome.good")).to_contain_text("Done: void round")


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_nothing_lies_over_the_felt_and_everything_is_accessible(
    visit: Visit, house: House, table: str, width: int
) -> None:
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS", "9D")
    page = desk(visit, table, width=width)
    felt, rail = page.locator(".felt").bounding_box(), page.locator("#rail").bounding_box()
    assert felt is not None
    assert rail is not None
    beside = rail["x"] >= felt["x"] + felt["width"] or rail["y"] >= felt["y"] + felt["height"]
    assert beside, (felt, rail)
    page.locator("#box-1 .cards .touch").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#action-title")).to_be_visible()
    must_be_accessible(page)


def test_a_card_that_was_named_wrongly_is_put_right(visit: Visit, house: House, table: str) -> None:
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS")
    page = desk(visit, table)
    guest = visit("ana")
    guest.goto(f"/tables/{table}")
    page.get_by_role("link", name="The last card was another one").click()
    expect(page.locator("#action-title")).to_have_text("Correct last card")
    page.locator("#field-card").select_option("9S")
    page.get_by_role("button", name="See what follows").click()
    expect(page.locator("#action")).to_contain_text("The rules allow it.")
    page.locator("#action").get_by_role("button", name="Correct last card").click()
    expect(page.locator("#action")).to_contain_text("Card 1 of round 1 is 9S")
    expect(page.locator(".felt .card")).to_have_attribute("aria-label", "nine of spades")
    expect(guest.locator("body")).to_contain_text("Card 1 of round 1 is 9S and had been named TS")
    must_be_accessible(page)


def test_a_supervisor_touches_a_card_that_play_went_on_from(
    visit: Visit, house: House, table: str
) -> None:
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS", "9D", "6H", "8C", "7D")
    house.do(table, "ana", "stand", box=1)
    page = desk(visit, table, "sue")
    page.get_by_role("link", name="eight of clubs: what happened to it?").click()
    page.get_by_role("link", name="It is another card, and play went on").click()
    expect(page.locator("#field-draw")).to_have_value("4")
    expect(page.locator("#field-card")).to_have_value("")
    page.locator("#field-card").select_option("7C")
    page.locator("#field-reason").fill("seen on the felt")
    page.get_by_role("button", name="See what follows").click()
    page.locator("#action").get_by_role("button", name="Correct card", exact=True).click()
    expect(page.locator("#action")).to_contain_text("had been named 8C, because: seen on the felt")
    expect(page.get_by_role("link", name="seven of clubs: what happened to it?")).to_be_visible()
