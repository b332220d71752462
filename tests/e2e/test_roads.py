"""Baccarat's roads are read in either look: the marks on the board, the letters on the marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.web.pictures import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

MARK, LETTER = 3.0, 4.5
"""Contrast that WCAG asks of a picture's parts (1.4.11) and of words (1.4.3)."""

_CONTRASTS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const style = (element) => getComputedStyle(element);
  const boards = [...document.querySelectorAll(".board .scroll")];
  const of = (board, marks, drawn) => [...board.querySelectorAll(marks)]
    .map((mark) => contrast(style(mark)[drawn], style(board).backgroundColor));
  const ground = (text) => text.closest(".plate")
    ? style(text.parentNode.querySelector(".mark")).fill
    : style(text.closest(".scroll")).backgroundColor;
  return {
    boards: boards.map((board) => light(style(board).backgroundColor)),
    marks: boards.flatMap((board) => [
      ...of(board, ".plate .mark, .pair", "fill"), ...of(board, ".big .mark, .ties", "stroke"),
    ]),
    letters: [...document.querySelectorAll(".board text")]
      .map((text) => contrast(style(text).fill, ground(text))),
  };
}"""


@pytest.fixture(scope="module")
def scenes() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_roads_are_readable_and_have_the_look_of_the_page(
    browser: Browser, scenes: str, look: Literal["light", "dark"], width: int
) -> None:
    page = browser.new_page(
        base_url=scenes, color_scheme=look, viewport={"width": width, "height": 844}
    )
    page.goto("/baccarat-settled")
    page.wait_for_selector(".board .big .ties", state="attached")
    seen = page.evaluate(_CONTRASTS)
    assert len(seen["boards"]) == 2
    assert all((light < 0.05) == (look == "dark") for light in seen["boards"]), seen["boards"]
    assert min(seen["marks"]) >= MARK
    assert min(seen["letters"]) >= LETTER
    page.close()
