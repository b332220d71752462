"""The clock of a decision: minutes and seconds from a minute on, for the eye and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.pictures import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_TOLD = """async (timer, left) => {
  const { tick } = await import("/static/table/clock.js");
  Object.assign(timer.dataset, { now: 0, deadline: left });
  tick();
  const words = (chosen) => [...timer.children].filter(chosen).map((part) => part.textContent);
  const isSeen = (part) => !part.classList.contains("unseen");
  return {
    eye: words(isSeen).join(""),
    ear: words((part) => part.ariaHidden !== "true").join(""),
  };
}"""
"""What a clock says the moment that so many milliseconds are left."""


@pytest.mark.parametrize(
    ("left", "shown", "spoken"),
    [
        (599_000, "9:59", "9 minutes 59 seconds"),
        (120_000, "2:00", "2 minutes"),
        (61_000, "1:01", "1 minute 1 second"),
        (59_500, "1:00", "1 minute"),  # what is left of a second counts as one
        (59_000, "59 s", "59 seconds"),
        (1_000, "1 s", "1 second"),
        (0, "0 s", "0 seconds"),
    ],
)
def test_a_long_time_is_told_in_minutes(
    browser: Browser, left: int, shown: str, spoken: str
) -> None:
    with served() as scenes:
        page = browser.new_page(base_url=scenes)
        page.goto("/blackjack-turn")
        told = page.get_by_role("timer").evaluate(_TOLD, left)
        page.close()
    assert told == {"eye": shown, "ear": f"Time left: {spoken}"}
