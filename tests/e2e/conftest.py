"""Real browsers at a casino that is really served."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.debian import Unavailable
from tests.e2e.chromium import chromium
from tests.e2e.houses import PASSWORD, House

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import StorageState

    Visit = Callable[..., Page]

PATIENCE = 120_000
"""How long a browser waits for what must come, in milliseconds; under load it takes its time."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for each module: its driver keeps the event loop of the thread while it runs."""
    try:
        program = chromium()
    except Unavailable as reason:
        pytest.skip(str(reason))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"], timeout=PATIENCE
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.stop()


@pytest.fixture(scope="module")
def cookies(house: House) -> dict[str, StorageState]:
    """What the house has given whoever logged in before."""
    return {}


@pytest.fixture
def visit(browser: Browser, house: House, cookies: dict[str, StorageState]) -> Iterator[Visit]:
    """Somebody's browser, logged in; whatever a page complains of fails the test.

    The first time that is done by hand. After that they are known by what their browser was given.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(name: str | None = None, width: int = 1280, height: int = 900) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=house.url,
            storage_state=cookies.get(name or ""),
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{name}: {error}"))
        page.on("console", lambda said: _note(complaints, name, said.type, said.text))
        page.on("dialog", lambda dialog: complaints.append(f"{name}: dialog {dialog.message}"))
        if name in cookies:
            page.goto("/")
            expect(welcome(page, name)).to_be_visible()
        elif name is not None:
            log_in(page, name)
            cookies[name] = {"cookies": context.storage_state()["cookies"]}
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def _note(complaints: list[str], name: str | None, kind: str, text: str) -> None:
    lost = (
        "Failed to load resource",  # a refusal
        "[object Event]",  # a stream that broke off
        "htmx:afterRequest", "htmx:sendError",  # a question that nobody was there to answer
    )  # fmt: skip
    if kind == "error" and not text.startswith(lost):
        complaints.append(f"{name}: {text}")


def log_in(page: Page, name: str) -> None:
    page.goto("/log-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(welcome(page, name)).to_be_visible()


def welcome(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=f"Welcome, {name}")
