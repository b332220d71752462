"""Buttons that are pressed at a table, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Response


def press(button: Locator) -> None:
    """Press a button, and come back when the house has done what it says."""
    done(button.page, button.click)


def press_key(page: Page, key: str) -> None:
    """The same by a key of the keyboard."""
    done(page, lambda: page.keyboard.press(key))


def done(page: Page, ask: Callable[[], None]) -> None:
    """Ask the house for something at a table; a refusal would come with words.

    A decision that has just appeared takes neither keys nor clicks for a moment.
    """
    expect(page.locator("body.fresh")).to_have_count(0)
    with page.expect_response(_to_what_was_asked) as answered:
        ask()
    answer = answered.value
    assert answer.ok, (answer.url, answer.status)
    assert answer.text() == ""


def _to_what_was_asked(answer: Response) -> bool:
    """Not to the seeds that a page gives by itself: it leaves those unread, so they never end."""
    return answer.request.method == "POST" and answer.request.resource_type != "fetch"
