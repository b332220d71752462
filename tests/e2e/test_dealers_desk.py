"""A dealer runs a table from its desk: what comes next, and what went wrong where it happened."""

from __future__ import annotations

import re
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


def test_a_table_of_the_desk_stays_sorted_when_it_is_redrawn(
    visit: Visit, house: House, table: str
) -> None:
    page = desk(visit, table)
    heading, rows = page.get_by_role("columnheader", name="Player"), page.locator("#present tbody")
    for order in ("ascending", "descending"):
        heading.get_by_role("button").press("Enter")
        expect(heading).to_have_attribute("aria-sort", order)
    house.do(table, "ben", "place-wager", player="ben", box=4, amount=50_00)
    expect(page.get_by_role("row", name="ben")).to_contain_text("$50")
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert [row.split()[0] for row in rows.locator("th").all_inner_texts()] == [
        "chloe",
        "ben",
        "ana",
    ]
    assert page.url.endswith("?sort-present=-player")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1720, 1000)])
def test_the_layout_stays_above_the_list_of_commands(
    visit: Visit, table: str, width: int, height: int
) -> None:
    """Where a window is lower than the desk, nothing slides over anything else."""
    page = desk(visit, table)
    page.set_viewport_size({"width": width, "height": height})
    for down in (0, 300, 900):
        layout, commands = page.evaluate(
            "(down) => { scrollTo(0, down); return ['.at-table', '.commands'].map("
            "(each) => document.querySelector(each).getBoundingClientRect().toJSON()); }",
            down,
        )
        assert layout["bottom"] <= commands["top"], (down, layout, commands)


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


REACHED = {
    "challenge": [
        ("ten of spades: what happened to it?", "Misstate total", "box", "1"),
        ("nine of diamonds: what happened to it?", "Laid here by mistake", "laid_on.box", "3"),
        ("six of hearts: what happened to it?", "Dealer overdrew", "", ""),
        ("$20 of ben: what happened to it?", "Find wager", "player", "ben"),
        ("The shoe: what happened to it?", "Drawn in error", "", ""),
    ],
    "baccarat": [
        ("ten of spades: what happened to it?", "Cannot reconstruct", "", ""),
        ("nine of diamonds: what happened to it?", "Laid here by mistake", "laid_on.hand", "2"),
        ("$20 of ana: what happened to it?", "Return short wager", "lying", "1 banker ana"),
        ("The shoe: what happened to it?", "Excess card seen", "", ""),
    ],
    "holdem": [
        ("A card face down: what happened to it?", "Card shown", "place", "1"),
        ("Box 3, ben: what happened here?", "Wrong count", "whose", "3"),
        ("$20 of ana: what happened to it?", "Overlooked wager", "wager", "ante"),
        ("The shuffler: what happened to it?", "Wrong deck", "", ""),
    ],
}
"""What is touched, what happened to it, and a field of its form with what stands in it already."""


@pytest.mark.parametrize("game", REACHED)
def test_irregularities_of_the_other_games_are_two_steps_from_the_felt(
    visit: Visit, house: House, game: str
) -> None:
    table = house.by_hand(game=game)
    wager = {"baccarat": "banker", "holdem": "ante"}.get(game, "main")
    for name, box in (("ana", 1), ("ben", 3)):
        house.do(table, name, "arrive", player=name)
        house.do(table, name, "sit", player=name, box=box)
        house.do(table, name, "bring-chips", player=name, amount=100_00)
        house.do(table, name, "place-wager", player=name, box=box, amount=20_00, wager=wager)
    house.do(table, "dan", "no-more-bets")
    if game == "baccarat":
        house.do(table, "dan", "burn", card="AC")
        while house.see(table, "dan")["shoe"]["burns_due"]:
            house.do(table, "dan", "burn")
    house.deal(table, "TS", "9D", "6H")
    page = desk(visit, table, "sue")
    for touched, happened, field, known in REACHED[game]:
        page.get_by_role("link", name=touched, exact=True).first.click()
        page.locator("#action").get_by_role("link", name=re.compile(f"^{happened}")).click()
        expect(page.locator("#action .action form")).to_be_visible()
        if field:
            asked = page.locator("#action .action").locator(f"[name='{field}']")
            expect(asked).to_have_value(known)


def test_a_wager_is_voided_by_choosing_it_among_those_that_lie_there(
    visit: Visit, house: House, table: str
) -> None:
    page = desk(visit, table, "sue")
    page.goto(f"/tables/{table}/console/record-breach")
    page.get_by_label("Person").fill("ben")
    page.get_by_label("Clause").select_option(index=1)
    page.locator("#field-what").fill("he told others how to play")
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Record breach", exact=True).click()
    expect(page.locator("#action")).to_contain_text("Done: record breach")
    page.locator("#box-4 .bet .touch").click()
    page.locator("#action").get_by_role("link", name="Void wager").click()
    wager = page.get_by_label("Which wager")
    expect(wager.locator("option:checked")).to_have_text("ben, box 4: Wager, $25")
    page.get_by_label("Reason").fill("advice to others")
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Void wager", exact=True).click()
    expect(page.locator("#action")).to_contain_text("Done: void wager")
    expect(page.locator("#box-4 .bet .touch")).to_have_count(0)


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
    expect(ground.locator("option")).to_have_text(["choose", "impractical", "fraud"])
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
    told = "Card 1 of round 1 is the nine of spades and had been named the ten of spades"
    expect(guest.locator("#told")).to_contain_text(told)
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
