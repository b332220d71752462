"""Takes the pictures of the tables in the browser: python docs/images/browser.py

It serves a new casino of its own, plays a few rounds there, and looks at it in Debian's Chromium.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from time import monotonic, sleep

from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
WIDE = {"width": 1280, "height": 800}
SHARP = 1


def served(folder: str) -> tuple[subprocess.Popen[str], str, str]:
    """A casino with nobody in it yet but its demonstration; its address, and ana's password."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    log = Path(folder) / "log"
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--database", f"{folder}/casino.db",
         "--port", str(port)],
        stdout=log.open("w"), stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    url, until = f"http://127.0.0.1:{port}", monotonic() + 60
    while monotonic() < until:
        try:
            urllib.request.urlopen(f"{url}/health").close()
            break
        except OSError:
            sleep(0.1)
    password = re.search(r"ana\s+(\S+)", log.read_text())
    assert password is not None
    return process, url, password[1]


def join(page: Page, table: str, chips: tuple[str, ...]) -> None:
    """Sit down at box 3 and bet."""
    page.goto(f"/tables/{table}")
    page.get_by_label("Chips to bring").fill("200")
    page.get_by_role("button", name="Join the table").click()
    page.get_by_role("button", name="Sit at box 3").click()
    for chip in chips:
        page.locator(".tray label").filter(has_text=re.compile(f"^{chip} ")).click()
        page.locator("#box-3 .lay").first.click()
        expect(page.locator("#refusal")).to_be_empty()
    expect(page.locator("#box-3 .bet.mine").first).to_be_visible()
    page.get_by_role("button", name="Deal now").click()
    expect(page.locator(".felt .card").first).to_be_visible()


def main() -> None:
    folder = tempfile.mkdtemp()
    process, url, password = served(folder)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            context = browser.new_context(
                viewport=WIDE,  # type: ignore[arg-type]
                base_url=url,
                device_scale_factor=SHARP,
            )
            page = context.new_page()
            page.goto("/log-in")
            page.get_by_label("Name").fill("ana")
            page.get_by_label("Password").fill(password)
            page.get_by_role("button", name="Log in").click()
            page.screenshot(path=HERE / "lobby.png")
            join(page, "blackjack-2018", ("25", "5"))
            page.screenshot(path=HERE / "browser-blackjack.png")
            join(page, "holdem", ("5", "5"))
            page.get_by_role("button", name="Look at your cards").click()
            expect(page.locator("#box-3 .card:not(.back)")).to_have_count(2)
            page.screenshot(path=HERE / "browser-holdem.png")
            page.goto("/rules/act-blackjack-2018/13.1(f)")
            page.screenshot(path=HERE / "browser-rules.png")
            browser.close()
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
