"""The layout as it is drawn at chosen moments, on every size of screen that people have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.cards import DECK_SIZE
from tests.e2e.conftest import PATIENCE
from tests.web.pictures import COLLISIONS, served

if TYPE_CHECKING:
    from collections.abc import Iterator

PHONE, ON_ITS_SIDE = (390, 844), (844, 390)
SIZES = (
    PHONE, ON_ITS_SIDE, (667, 375), (820, 1180), (1280, 720), (720, 450), (1440, 900), (1920, 1080)
)  # fmt: skip
"""Phones, tablet, desks, and one of them at 200 %."""

LOW = 576
"""Of a window with room for the cards of one's box, or its spots, and not always for all of it."""

DESK = 1280
"""A window that is at least so wide has the dealer's cards beside one's own."""

READABLE = 35
"""Pixels of a card across whose rank and suit are read at arm's length."""

A_FINGER = 40
"""Pixels of a key that is hit at the first try, across and down."""

_SEEN = """(own) => {
  const frame = document.getElementById("felt-window").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(own)].map((each) => each.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const rail = document.getElementById("rail").getBoundingClientRect();
  const widest = (cards) => Math.max(0, ...[...document.querySelectorAll(cards)]
    .map((card) => card.getBoundingClientRect().width));
  return {
    below: bottom - frame.bottom, above: frame.top - top,
    rail: Math.min(frame.bottom - rail.top, frame.right - rail.left),  // below the layout or beside
    rest: rail.bottom - innerHeight,
    dealers: frame.top - Math.min(...[...document.querySelectorAll(".dealer-side .card")]
      .map((card) => card.getBoundingClientRect().top)),
    own: widest(".mine .held .card"), others: widest(".felt .card"),
  };
}"""

_OVERLAPS = """() => {
  const hands = [...document.querySelectorAll(".mine .hand")]
    .map((hand) => [...hand.querySelectorAll(".card")].map((card) => card.getBoundingClientRect()));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return hands.flatMap((one, place) => hands.slice(place + 1)
    .flatMap((other) => one.flatMap((a) => other.filter((b) => meet(a, b))))).length;
}"""
"""How many cards of a split pair lie on those of another of its hands."""


@pytest.fixture(scope="module")
def scenes() -> Iterator[str]:
    with served() as address:
        yield address


def at_every_size(page: Page, scene: str) -> Iterator[tuple[int, int]]:
    """The scene as it is drawn in windows of every size, one after the other."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/{scene}")
        expect(page.locator(".felt[style*=fit]")).to_be_visible()
        yield width, height


@pytest.mark.parametrize(
    "scene",
    ["blackjack-turn", "blackjack-settled", "holdem-flop", "holdem-showdown", "baccarat-settled"],
)
def test_ones_own_box_is_seen_whole_its_cards_are_the_largest_and_nothing_lies_on_another(
    browser: Browser, scenes: str, scene: str
) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    for width, height in at_every_size(page, scene):
        own = ".mine .hand .card, .boxes-baccarat .mine .spot" if height < LOW else ".box.mine"
        seen = page.evaluate(_SEEN, own)
        for hidden in ("below", "above", "rail", "rest"):
            assert seen[hidden] <= 1, (width, height, hidden, seen)
        assert seen["dealers"] <= 1 or (width < DESK and height >= LOW), (width, height, seen)
        if len(page.locator(".mine .hand").all()) == 1:  # a split pair shares the room
            assert seen["own"] >= seen["others"], (width, height, seen)
        assert page.evaluate(COLLISIONS) == [], (width, height)
    page.close()


def test_four_hands_of_a_box_lie_beside_each_other(browser: Browser, scenes: str) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    for width, height in at_every_size(page, "blackjack-four-hands"):
        expect(page.locator(".mine .hand")).to_have_count(4)
        assert page.evaluate(_OVERLAPS) == 0, (width, height)
    page.close()


_NARROWEST = """(cards) => Math.min(...[...document.querySelectorAll(cards)]
  .map((card) => card.getBoundingClientRect().width))"""


@pytest.mark.parametrize("scene", ["blackjack-four-hands", "blackjack-public", "holdem-public"])
def test_the_dealers_cards_are_readable_however_much_lies_on_the_layout(
    browser: Browser, scenes: str, scene: str
) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    for width, height in at_every_size(page, scene):
        assert page.evaluate(_NARROWEST, ".hands .card") >= READABLE, (width, height)
    page.close()


def test_a_phone_that_is_turned_has_its_cards_as_large_as_if_it_had_been_held_so(
    browser: Browser, scenes: str
) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    own = ".mine .held .card"
    for width, height in (PHONE, ON_ITS_SIDE):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/blackjack-turn")
        expect(page.locator(".felt[style*=fit]")).to_be_visible()
        page.evaluate("document.fonts.ready")
        upright = page.evaluate(_NARROWEST, own)
        page.set_viewport_size({"width": 320, "height": 320})
        expect(page.locator(".felt.tight")).to_be_visible()
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            f"(wide) => ({_NARROWEST})('{own}') === wide", arg=upright, timeout=PATIENCE
        )
    page.close()


_OUTSIDE = """() => [...document.querySelectorAll("#rail :is(button, select, .pick)")]
  .filter((each) => each.checkVisibility() && !each.closest(".seat"))
  .filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((each) => each.textContent.trim())"""
"""What is on the rail and not in the window."""


@pytest.mark.parametrize(
    "scene",
    ["blackjack-betting", "blackjack-cut", "blackjack-insurance", "blackjack-turn",
     "blackjack-keypad", "baccarat-betting", "holdem-hole-cards"],
)  # fmt: skip
def test_all_that_is_asked_can_be_answered_without_scrolling(
    browser: Browser, scenes: str, scene: str
) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    for width, height in at_every_size(page, scene):
        assert page.evaluate(_OUTSIDE) == [], (width, height)
    page.close()


_KEYS = """() => [...document.querySelectorAll(".key")].map((key) => {
  const { width, height } = key.getBoundingClientRect();
  return Math.min(width, height);
})"""


def test_every_card_of_the_pack_has_a_key_for_a_finger(browser: Browser, scenes: str) -> None:
    page = browser.new_page(base_url=scenes, reduced_motion="reduce")
    for width, height in at_every_size(page, "blackjack-keypad"):
        keys = page.evaluate(_KEYS)
        assert len(keys) == DECK_SIZE
        assert min(keys) >= A_FINGER, (width, height)
    page.close()
