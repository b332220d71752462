"""Cards come one by one for those who like motion, and lie there at once for those who do not."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.pressing import press
from tests.e2e.test_alive_table import guest
from tests.web.pictures import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

RECORDED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const begins = performance.now() + (timing.delay ?? 0);
    window.moved.push({ id: this.id, turn: Number(this.dataset?.turn), begins });
    return animate.call(this, frames, timing);
  };
}"""
"""Notes what is set in motion, and when it begins."""
APART = 60
"""Milliseconds by which two cards of a deal are apart at least: they come in under 2.6 s."""


def _dealt(visit: Visit, house: House, motion: str) -> list[dict[str, Any]]:
    """What moves in a deal, in the order in which its cards are dealt."""
    page = guest(visit, house.automatic("blackjack-2018"))
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    press(page.locator(".mine .spot.main .lay"))
    expect(page.locator(".mine .bet")).to_be_visible()
    page.evaluate(RECORDED)
    press(page.get_by_role("button", name="Deal now"))
    expect(page.locator("#hand-dealer .card").first).to_be_visible()
    expect(page.locator(".mine .hand .card").nth(1)).to_be_visible()
    moved: list[dict[str, Any]] = page.evaluate("() => window.moved")
    cards = [each for each in moved if each["id"].startswith("card-")]
    return sorted(cards, key=lambda each: int(each["turn"]))


def test_cards_come_out_of_the_shoe_one_by_one(visit: Visit, house: House) -> None:
    cards = _dealt(visit, house, "no-preference")
    assert len({each["id"] for each in cards}) >= 3, "two for the box, and one of the dealer's"
    begins = [each["begins"] for each in cards]
    gaps = [later - earlier for earlier, later in pairwise(begins)]
    assert min(gaps) >= APART


def test_nothing_moves_for_those_who_prefer_less_motion(visit: Visit, house: House) -> None:
    assert _dealt(visit, house, "reduce") == []


# --- from one moment of a game to the next, as the house would draw them

REDRAWN = """async (next) => {
  const { remember, animate } = await import("/static/table/motion.js");
  const page = new DOMParser().parseFromString(await (await fetch(next)).text(), "text/html");
  remember();
  document.getElementById("live").innerHTML = page.getElementById("live").innerHTML;
  animate();
  return window.moved.filter((each) => each.id.startsWith("card-"));
}"""
DRAWN_APART = 400
"""Milliseconds by which cards are apart that are drawn to a hand: one sees what it comes to."""


@pytest.fixture(scope="module")
def scenes() -> Iterator[str]:
    with served() as address:
        yield address


def _redrawn(
    browser: Browser, scenes: str, before: str, after: str, motion: str
) -> tuple[list[dict[str, Any]], int]:
    """The cards that move, in the order in which they are dealt, and how many are lit then."""
    page = browser.new_page(base_url=scenes, reduced_motion=motion)  # type: ignore[arg-type]
    page.goto(f"/{before}")
    page.evaluate(RECORDED)
    moved: list[dict[str, Any]] = page.evaluate(REDRAWN, f"/{after}")
    lit = page.locator(".felt .card.lit").count()
    page.close()
    return sorted(moved, key=lambda each: int(each["turn"])), lit


@pytest.mark.parametrize(
    ("before", "after", "cards", "lit"),
    [
        ("baccarat-betting", "baccarat-settled", 4, 0),
        ("holdem-betting", "holdem-hole-cards", 13, 0),  # three boxes, the dealer and the middle
        ("holdem-betting", "holdem-showdown", 13, 5),
    ],
)
def test_cards_of_every_game_come_one_by_one(
    browser: Browser, scenes: str, before: str, after: str, cards: int, lit: int
) -> None:
    moved, shown = _redrawn(browser, scenes, before, after, "no-preference")
    assert len(moved) == cards
    assert shown == lit
    gaps = [later["begins"] - earlier["begins"] for earlier, later in pairwise(moved)]
    assert min(gaps) >= APART
    assert _redrawn(browser, scenes, before, after, "reduce") == ([], lit)


def test_a_draw_has_a_pace_that_one_can_follow(browser: Browser, scenes: str) -> None:
    moved, _ = _redrawn(browser, scenes, "blackjack-turn", "blackjack-settled", "no-preference")
    drawn = [each["begins"] for each in moved if each["id"].startswith("card-dealer-")]
    assert len(drawn) == 2, "the dealer draws to what was shown"
    assert drawn[1] - drawn[0] >= DRAWN_APART
