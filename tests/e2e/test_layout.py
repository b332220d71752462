"""The layout as it is drawn at chosen moments, on every size of screen that people have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

from tests.web.pictures import served

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = ((390, 844), (820, 1180), (1280, 720), (1440, 900), (1920, 1080))

_SEEN = """() => {
  const frame = document.getElementById("felt-window").getBoundingClientRect();
  const box = document.querySelector(".box.mine").getBoundingClientRect();
  const rail = document.getElementById("rail").getBoundingClientRect();
  const widest = (cards) => Math.max(0, ...[...document.querySelectorAll(cards)]
    .map((card) => card.getBoundingClientRect().width));
  return {
    below: box.bottom - frame.bottom, above: frame.top - box.top, rail: frame.bottom - rail.top,
    rest: rail.bottom - innerHeight,
    own: widest(".mine .held .card"), others: widest(".felt .card"),
  };
}"""


@pytest.fixture(scope="module")
def scenes() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.mark.parametrize(
    "scene",
    ["blackjack-turn", "blackjack-settled", "holdem-flop", "holdem-showdown", "baccarat-settled"],
)
def test_ones_own_box_is_seen_whole_and_its_cards_are_the_largest(
    browser: Browser, scenes: str, scene: str
) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/{scene}")
        expect(page.locator(".felt[style*=fit]")).to_be_visible()
        seen = page.evaluate(_SEEN)
        for hidden in ("below", "above", "rail", "rest"):
            assert seen[hidden] <= 1, (width, height, hidden, seen)
        if len(page.locator(".mine .hand").all()) == 1:  # a split pair shares the room
            assert seen["own"] >= seen["others"], (width, height, seen)
    page.close()
