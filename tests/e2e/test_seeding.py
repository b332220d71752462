"""A player's browser takes part in the shuffle by itself, and checks it card by card."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.cups import cup_with_entries

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def joined(visit: Visit, table: str, name: str) -> Page:
    page = visit(name)
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Join the table").click()
    return page


def seeded_by(page: Page, words: str) -> None:
    expect(page.locator("#about-shuffle strong")).to_have_text(words)


def new_cards(house: House, table: str) -> None:
    checked = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}
    house.do(table, "sue", "new-cards", **checked)


def test_the_browser_takes_part_again_when_loaded_anew_and_while_it_is_hidden(
    visit: Visit, house: House
) -> None:
    table = house.automatic("blackjack-2018")
    ana = joined(visit, table, "ana")
    seeded_by(ana, "Seeded by ana")
    ben = joined(visit, table, "ben")
    expect(ana.get_by_text("ana, ben")).to_be_visible()
    expect(ben.locator("#seeding")).to_have_count(1)
    _until_tips(house, table, {"ana", "ben"})
    ben.reload()
    ana.evaluate(HIDE, True)
    new_cards(house, table)
    first = _shuffled(house, table, 2)
    seeded_by(ben, "Seeded by ana, ben")
    ana.evaluate(HIDE, False)
    new_cards(house, table)
    second = _shuffled(house, table, 3)
    assert [each["tip"] for each in second] == [each["link"] for each in first]
    assert house.see(table)["shoe"]["seeding"]["void"] == 0


def _until_tips(house: House, table: str, who: set[str]) -> None:
    house.until(
        f"/api/tables/{table}",
        lambda view: {each["player"] for each in view["shoe"]["seeding"]["tips"]} == who,
        "the browsers bring no tips",
    )


def _shuffled(house: House, table: str, number: int) -> Any:
    """What was brought to the shuffle of this number, once the cards are in use."""
    view = house.until(
        f"/api/tables/{table}",
        lambda view: view["shoe"]["seeding"]["in_use"]["number"] == number,
        "the browsers open no links",
    )
    return view["shoe"]["seeding"]["in_use"]["contributions"]


def played(house: House, table: str) -> Any:
    """A round of ana's, who stands; and what is published of its shuffle."""
    legal = house.see(table, "ana")["legal"]
    cut = next((each for each in legal if each["do"] == "cut"), None)
    if cut is not None:
        house.do(table, "ana", **cut)
    bet = next(each for each in legal if each["do"] == "place-wager")
    house.do(table, "ana", **bet)
    house.ask("POST", f"/api/tables/{table}/ready", {}, "ana")
    return house.ask("GET", f"/api/tables/{table}/shuffle")


@pytest.mark.parametrize("game", ["blackjack-2018"])
def test_a_shuffle_is_checked_card_by_card_and_what_does_not_fit_is_shown(
    visit: Visit, house: House, game: str
) -> None:
    table = house.automatic(game)
    ana = joined(visit, table, "ana")
    seeded_by(ana, "Seeded by ana")
    published = played(house, table)
    ana.get_by_text("Fair shuffle").click()
    ana.get_by_role("link", name="Check this shuffle").click()
    expect(ana.locator("[data-verdict]")).to_contain_text("Everything fits")
    expect(ana.locator("[data-cards] li")).to_have_count(len(published["proofs"]))
    expect(ana.locator("[data-cards] .good")).to_have_count(len(published["proofs"]))
    parts = ana.locator("[data-parts]")
    expect(parts).to_contain_text("before anybody opened a link")
    expect(parts).to_contain_text(f"It had been shown the same cut before: {published['cut']} from")

    def cut_otherwise(route: Route) -> None:
        route.fulfill(json={**published, "cut": published["cut"] + 1, "proofs": []})

    ana.route("**/api/tables/*/shuffle*", cut_otherwise)
    ana.reload()
    expect(ana.locator("[data-verdict]")).to_contain_text("1 thing does not fit")
    ana.unroute("**/api/tables/*/shuffle*")

    def forged(route: Route) -> None:
        said = json.loads(json.dumps(published))
        said["proofs"][0]["card"] = "AS" if said["proofs"][0]["card"] != "AS" else "2S"
        route.fulfill(json=said)

    ana.route("**/api/tables/*/shuffle*", forged)
    ana.reload()
    expect(ana.locator("[data-verdict]")).to_contain_text("1 thing does not fit")
    ana.unroute("**/api/tables/*/shuffle*")
    new_cards_when_done(house, table)
    ana.goto(f"/tables/{table}/shuffle?number={published['number']}")
    expect(ana.locator("[data-rest]")).to_contain_text("The secret leads to the root")
    expect(ana.locator("[data-verdict]")).to_contain_text("Everything fits")


def new_cards_when_done(house: House, table: str) -> None:
    """The round is void, and the cards are changed: the secret of the shoe is told."""
    view = house.see(table)
    if view["phase"] != "betting":
        house.do(table, "sue", "void-round", ground="fraud", reason="a test")
    new_cards(house, table)


LOOK = """(said) => {
  document.getElementById("seeding").dataset.seeding = JSON.stringify(said);
  document.dispatchEvent(new Event("htmx:afterSettle"));
}"""


def test_the_browser_opens_no_link_for_a_second_root(visit: Visit, house: House) -> None:
    """A house that shows a root, learns the link and then shows another one learns nothing more."""
    table = house.automatic("blackjack-2018")
    ana = joined(visit, table, "ana")
    seeded_by(ana, "Seeded by ana")
    (brought,) = house.see(table)["shoe"]["seeding"]["in_use"]["contributions"]
    opened: list[Any] = []

    def hear(route: Route) -> None:
        opened.append(json.loads(route.request.post_data or "{}")["command"])
        route.fulfill(json={})

    ana.route("**/api/tables/*/commands", hear)
    said = {"table": table, "player": "ana", "tip": brought["link"]}
    shown = ("a" * 64, "b" * 64, "a" * 64)
    for number, root in enumerate(shown):
        with_root = {**said, "awaited": {"root": root, "tip": brought["link"]}, "look": number}
        ana.evaluate(LOOK, with_root)
    # what was opened before, for the shuffle in use, is not opened again for another root
    ana.evaluate(LOOK, {**said, "awaited": {"root": "c" * 64, "tip": brought["tip"]}, "look": 9})
    with ana.expect_request(_brings_a_tip):  # the last in line: a chain used up
        first = ana.evaluate("""() => {
          const where = Object.keys(localStorage).find((name) => name.startsWith("croupier chain"));
          return JSON.parse(localStorage.getItem(where)).chain[0];
        }""")
        ana.evaluate(LOOK, {**said, "tip": first, "awaited": None, "look": 10})
    links = [each["link"] for each in opened if each["do"] == "open-link"]
    assert len(links) == len(set(links)) + shown.count("a" * 64) - 1
    assert brought["link"] not in links


def _brings_a_tip(request: Request) -> bool:
    return '"do":"bring-tip"' in (request.post_data or "")


def test_a_ballot_is_seeded_by_browsers_and_checked_in_one(visit: Visit, house: House) -> None:
    """The inspector's browser and an entrant's take part by themselves, and the director draws."""
    cup = cup_with_entries(house, "joint-cup")
    ines, ana, tom = visit("ines"), visit("ana"), visit("tom")
    for page in (ines, ana):
        page.goto(f"/tournaments/{cup}")
    seen = f"/api/tournaments/{cup}"
    house.until(seen, lambda view: view["drawing"]["contributors"] == 2, "nobody brings a tip")
    directed(tom, cup, "close-roll")
    house.until(seen, lambda view: _is_opened(view["drawing"]["awaited"]), "no link is opened")
    directed(tom, cup, "draw-seats")
    house.until(seen, lambda view: view["drawing"]["drawn"], "nothing is drawn")
    ana.goto(f"/tournaments/{cup}/draws")
    ana.get_by_role("link", name="Check draw 1 in your browser").click()
    expect(ana.locator("[data-verdict]")).to_contain_text("Everything fits")
    expect(ana.locator("[data-drawn] li")).to_have_count(4)
    published = house.ask("GET", f"/api/tournaments/{cup}/draw")
    assert {each["player"] for each in published["brought"]} == {"ana", "ines"}


def directed(tom: Page, cup: str, act: str) -> None:
    tom.goto(f"/tournaments/{cup}/desk/{act}")
    tom.get_by_role("button", name="Do it").or_(tom.locator("button[name=do]")).first.click()


def _is_opened(awaited: Any) -> bool:
    return bool(awaited) and all(each["link"] for each in awaited["contributions"])
