"""Draws the film strip of a deal: python docs/images/deal.py

A guest sits down at a table of the demonstration and has a hand dealt. What moves on the page is
stopped at chosen moments, so that the strip shows a deal and not how fast a machine is.
"""

from __future__ import annotations

import base64
import shutil
import tempfile
from pathlib import Path

from browser import chromium, deal, served, shrink
from playwright.sync_api import expect, sync_playwright

HERE = Path(__file__).parent
MOMENTS = (120, 330, 520, 1_000)
"""Milliseconds into the deal."""
STOPPED = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...told) {
    const moving = animate.apply(this, told);
    moving.pause();
    return moving;
  };
}"""


def main() -> None:
    folder = tempfile.mkdtemp()
    process, url, _ = served(folder)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 690, "height": 900}, base_url=url)
            page.goto("/")
            page.get_by_role("button", name="Play as a guest at Blackjack 2018").click()
            expect(page.locator(".mine .spot.main .lay")).to_be_visible()
            page.locator(".mine .spot.main .lay").click()
            expect(page.locator(".mine .bet")).to_be_visible()
            page.evaluate(STOPPED)
            deal(page)
            expect(page.locator("#hand-dealer .card").first).to_be_visible()
            frames = []
            for at in MOMENTS:
                page.evaluate("at => document.getAnimations().forEach(a => a.currentTime = at)", at)
                shot = page.locator("#felt-window").screenshot()
                frames.append(base64.b64encode(shot).decode())
            strip = browser.new_page(viewport={"width": 1400, "height": 400})
            images = "".join(f'<img src="data:image/png;base64,{each}">' for each in frames)
            style = (
                "body{margin:0;display:flex;align-items:start;gap:8px}img{width:calc(25% - 6px)}"
            )
            strip.set_content(f"<!doctype html><style>{style}</style><body>{images}</body>")
            strip.locator("body").screenshot(path=HERE / "deal.png")
            shrink(HERE / "deal.png")
            browser.close()
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
