"""Cards come one by one for those who like motion, and lie there at once for those who do not."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.e2e.pressing import press
from tests.e2e.test_alive_table import guest

if TYPE_CHECKING:
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
