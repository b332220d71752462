"""What axe finds on a page, in light and in dark, and whether the page is wider than its window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

ALL: dict[str, Any] = {"resultTypes": ["violations"]}
CONTRAST: dict[str, Any] = {**ALL, "runOnly": ["color-contrast"]}
"""What else could be wrong is the same in light and dark."""
SERIOUS = ("serious", "critical")


def violations(page: Page, options: dict[str, Any]) -> list[dict[str, Any]]:
    """What axe finds wrong; it is brought to a page once, and tells nothing of what is right."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(document, options).then((found) => found.violations)", options
    )
    return found


def must_be_accessible(page: Page) -> None:
    """Nothing that axe finds, whatever the colours, and nothing to be moved sideways."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")  # no colour on its way
    found = violations(page, ALL)
    page.emulate_media(color_scheme="dark")
    found += violations(page, CONTRAST)
    page.emulate_media(color_scheme="light")
    assert found == [], [(each["id"], each["nodes"][0]["html"]) for each in found]
    wide, screen = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= screen, f"{wide} wide on {screen}"


def serious(page: Page, path: str, options: dict[str, Any]) -> list[str]:
    """What is seriously wrong with a page, in words; that it is wider than its screen is, too."""
    found = [
        f"{path}: {each['id']}, {each['nodes'][0]['target']}"
        for each in violations(page, options)
        if each["impact"] in SERIOUS
    ]
    wide, screen = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    return found if wide <= screen else [*found, f"{path} is {wide} wide on {screen}"]
