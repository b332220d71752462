"""What axe finds on a page, in light and in dark, and whether the page is wider than its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}


def must_be_accessible(page: Page) -> None:
    """Nothing that axe finds, whatever the colours, and nothing to be moved sideways."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")  # no colour on its way
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += Axe().run(page, options=CONTRAST).response["violations"]
    page.emulate_media(color_scheme="light")
    assert found == [], [(each["id"], each["nodes"][0]["html"]) for each in found]
    wide, screen = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= screen, f"{wide} wide on {screen}"
