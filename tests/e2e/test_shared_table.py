"""One table, several browsers: what one does the others see, and the rules keep them apart.

The cards are real ones, named by the dealer, so that a test can say what is dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.houses import LONG, House
from tests.e2e.pressing import press

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit

PLAYERS = ("ana", "ben")


class Table:
    """A table of real cards, and what people do there without a browser."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.name = house.by_hand()

    def seat(self, name: str, box: int, bet: int = 0) -> None:
        self.do(name, "arrive", player=name)
        self.do(name, "sit", player=name, box=box)
        self.do(name, "bring-chips", player=name, amount=500_00)
        if bet:
            self.bet(name, box, bet)

    def bet(self, name: str, box: int, amount: int) -> None:
        self.do(name, "place-wager", player=name, box=box, amount=amount)

    def do(self, who: str, do: str, **fields: Any) -> None:
        self.house.do(self.name, who, do, **fields)

    def deal(self, *cards: str) -> None:
        self.house.deal(self.name, *cards)

    def seen_by(self, page: Page) -> Page:
        page.goto(f"/tables/{self.name}")
        expect(page.locator("#rail .status")).to_be_visible()
        return page


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def _press(page: Page, label: str) -> None:
    press(page.locator("#rail").get_by_role("button", name=label).first)


def _stand(page: Page, hand: int) -> None:
    """The last word on a hand of a box that was split, once the page shows which is asked for."""
    expect(page.locator(".status")).to_contain_text(f"Your turn on box 1, hand {hand}")
    _press(page, "Stand")


def _name_card(page: Page, card: str) -> None:
    """One key for the rank and one for the suit."""
    expect(page.locator(".keypad")).to_be_visible()
    laid = page.locator(".felt .card:not(.back)").count()
    page.locator("body").press(card[0])
    page.locator("body").press(card[1])
    expect(page.locator(".felt .card:not(.back)")).to_have_count(laid + 1)


def test_two_players_a_dealer_and_a_supervisor_share_a_table(visit: Visit, table: Table) -> None:
    for box, name in enumerate(PLAYERS, 1):
        table.seat(name, box)
    ana, ben, dealer, supervisor = (
        table.seen_by(visit(name)) for name in ("ana", "ben", "dan", "sue")
    )
    for page, box in ((ana, 1), (ben, 2)):
        page.locator(".tray label").nth(3).click()
        page.locator(f"#box-{box} .lay").first.click()
    for page in (ana, ben, dealer, supervisor):
        for box in (1, 2):
            expect(page.locator(f"#box-{box} .amount").first).to_have_text("$25")
    ana.locator("#about-sign summary").click()
    _press(dealer, "No more bets")
    for card in ("TS", "9D", "6H", "8C", "7D"):
        _name_card(dealer, card)
    expect(ana.locator(".status")).to_contain_text("Your turn on box 1")
    expect(ben.locator("#rail").get_by_role("button", name="Stand")).to_have_count(0)
    expect(supervisor.locator(".felt .card:not(.back)")).to_have_count(5)
    _press(ana, "Stand")
    expect(ben.locator(".status")).to_contain_text("Your turn on box 2")
    _press(ben, "Stand")
    expect(dealer.locator(".keypad")).to_be_visible()
    for card in ("KC", "4D"):
        _name_card(dealer, card)
    for page in (ana, ben):
        expect(page.locator("#settled-title")).to_contain_text("you ")
    for page, is_open in ((ana, False), (ben, True)):
        expect(page.locator("#about-sign")).to_have_js_property("open", is_open)
    _press(dealer, "Collect the cards")
    expect(ana.locator(".status")).to_contain_text("Place your wagers")


def test_every_chip_of_a_quick_hand_is_laid_and_a_decision_takes_one_click(
    visit: Visit, table: Table
) -> None:
    table.seat("ana", 1)
    ana = table.seen_by(visit("ana"))
    ana.wait_for_load_state()
    ana.locator(".tray label").nth(3).click()
    ana.locator("#box-1 .lay").first.evaluate("spot => { for (const _ of '123') spot.click(); }")
    expect(ana.locator("#box-1 .amount").first).to_have_text("$75")
    table.do("dan", "no-more-bets")
    table.deal("5S", "6D", "4H")
    asked: list[str] = []
    ana.on("request", lambda request: asked.append(request.method))
    ana.locator("#rail").get_by_role("button", name="Hit").first.dblclick()
    expect(ana.locator(".status")).not_to_contain_text("Your turn")
    table.deal("2C")
    expect(ana.locator("#box-1 .card")).to_have_count(3)
    assert asked.count("POST") == 1


def test_a_back_bettor_rides_on_a_split(visit: Visit, table: Table) -> None:
    table.seat("ana", 1)
    table.seat("ben", 2)
    table.bet("ana", 1, 25_00)
    table.bet("ben", 1, 25_00)
    table.do("dan", "no-more-bets")
    table.deal("8S", "6D", "8D")
    ana, ben = table.seen_by(visit("ana")), table.seen_by(visit("ben"))
    _press(ana, "Split")
    expect(ben.locator("#rail.asked")).to_be_visible()
    _press(ben, "Join with $25")
    expect(ben.locator("#box-1 .hand")).to_have_count(2)
    table.deal("KH")
    _stand(ana, 1)
    table.deal("9H")
    _stand(ana, 2)
    table.deal("TC", "TD")
    for page in (ana, ben):
        expect(page.locator("#settled-title")).to_contain_text("you won $50")


def test_insurance_on_anothers_wager(visit: Visit, table: Table) -> None:
    table.seat("ana", 1)
    table.seat("ben", 2)
    table.bet("ana", 1, 50_00)
    table.bet("ben", 2, 50_00)
    table.do("dan", "no-more-bets")
    table.deal("TS", "9D", "AH", "8C", "7D")
    ana, ben, dealer = (
        table.seen_by(visit("ana")),
        table.seen_by(visit("ben")),
        table.seen_by(visit("dan")),
    )
    _press(ana, "No insurance")
    _press(ben, "Insure")
    _press(dealer, "Move on")
    _press(ben, "Insure ana")
    expect(ana.locator(".insurance").or_(ana.locator(".felt")).first).to_contain_text("25")
    _press(dealer, "Move on")
    _press(ana, "Stand")
    _press(ben, "Stand")
    table.deal("KC")
    expect(ana.locator("#settled-title")).to_contain_text("you lost $50")
    expect(ben.locator("#settled-title")).to_contain_text("you won $50")


def test_a_card_on_the_wrong_hand_is_put_right_before_anybody(visit: Visit, table: Table) -> None:
    table.seat("ana", 1)
    table.seat("ben", 2)
    table.bet("ana", 1, 25_00)
    table.bet("ben", 2, 25_00)
    table.do("dan", "no-more-bets")
    ana = table.seen_by(visit("ana"))
    table.do("dan", "deal", card="TS", laid_on=[2, 1])
    expect(ana.locator("#box-2 .card:not(.back)")).to_have_count(1)
    table.do("sue", "void-round", ground="impractical", reason="a misdeal")
    expect(ana.locator("#side, .side")).to_contain_text("void")
    view = table.house.see(table.name, "ana")
    assert view["chips"] + sum(w["amount"] for b in view["boxes"] for w in b["wagers"]) == 500_00


def test_the_console_shows_the_table_as_it_is(visit: Visit, table: Table) -> None:
    table.seat("ana", 1, 25_00)
    console = visit("sue")
    console.goto(f"/tables/{table.name}/console")
    expect(console.locator("#live .amount")).to_have_text("$25")
    table.do("dan", "no-more-bets")
    expect(console.locator("#live .standing")).to_contain_text("The next card is for box 1.")
    table.deal("TS")
    expect(console.locator("#live .card")).to_have_count(1)
    assert console.locator("#live .felt button").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_the_longest_names_break_no_page(visit: Visit, house: House, width: int) -> None:
    name, table = LONG, f"{width}-{'w' * 35}"
    house.by_hand(table)
    for command in ("arrive", "sit"):
        more = {"box": 1} if command == "sit" else {}
        house.do(table, name, command, player=name, **more)
    house.do(table, name, "bring-chips", player=name, amount=100_00)
    house.do(table, name, "place-wager", player=name, box=1, amount=25_00)
    here = f"/tables/{table}"
    for who, paths in (
        (name, ("/", here, f"{here}/rounds")),
        ("sue", ("/", here, f"{here}/console", "/desk", f"/desk/records/{table}")),
        ("olga", ("/people", "/floor")),
    ):
        page = visit(who, width=width)
        for path in paths:
            page.goto(path)
            expect(page.locator("main").first).to_be_visible()
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} wide for {who}"


def test_a_name_with_markup_is_a_name(visit: Visit, table: Table) -> None:
    name = "<b>eve<b>"
    table.seat(name, 3)
    table.bet(name, 3, 25_00)
    for page in (
        table.seen_by(visit("ana")),
        table.seen_by(visit("sue")),
        table.seen_by(visit(name)),
    ):
        expect(page.locator("#box-3")).to_be_visible()
        assert page.locator("#box-3 b").count() == 0
    table.do(name, "place-wager", player=name, box=3, amount=0)


def test_the_dealer_asks_and_the_patron_lets_them_in_their_browser(
    visit: Visit, table: Table
) -> None:
    patron, dealer = visit("ana"), visit("dan")
    patron.goto("/approvals")
    dealer.goto(f"/tables/{table.name}/console/arrive")
    dealer.get_by_label("Player").fill("ana")
    dealer.get_by_role("button", name="See what follows").click()
    dealer.get_by_role("button", name="Arrive", exact=True).click()
    expect(dealer.locator(".outcome.waits")).to_contain_text("ana is asked")
    asked = patron.locator("#asked .asked")  # which comes by itself
    expect(asked).to_contain_text("dan asks to do this for you")
    expect(asked).to_contain_text(f"arrive at tables/{table.name}")
    asked.get_by_role("button", name="Let dan do it").click()
    expect(patron.get_by_role("status")).to_contain_text("dan may do it")
    dealer.get_by_role("button", name="Arrive", exact=True).click()
    expect(dealer.locator(".outcome.good")).to_contain_text("Done: arrive")
    patron.goto("/approvals")
    expect(patron.locator(".done-for-you")).to_contain_text("arrive by dan")
    dealer.goto(f"/tables/{table.name}/console/bring-chips")
    dealer.get_by_label("Player").select_option("ana")
    dealer.get_by_label("Amount").fill("20")
    dealer.get_by_role("button", name="See what follows").click()
    dealer.get_by_role("button", name="Bring chips", exact=True).click()
    expect(dealer.locator(".outcome.waits")).to_contain_text("ana is asked")
    patron.goto("/")
    patron.get_by_role("link", name="Staff ask you").click()
    expect(patron.locator("#asked")).to_contain_text("It takes $20 from your pocket.")
    patron.get_by_role("button", name="No", exact=True).click()
    expect(patron.locator("#asked .asked")).to_have_count(0)
