"""Draws every table in a browser at three widths: python -m tests.web.pictures FOLDER [SCENE …]

Says which pages are wider than their screen, and where a word is cut off or lies on another.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright
from tests.table_support import NOW
from tests.web.scenes import SCENES

import croupier.web
from croupier.web.door import CONTENT_SECURITY_POLICY
from croupier.web.pages import render_table

WIDTHS = {"phone": 360, "tablet": 768, "wide": 1440}
HEIGHT = 900
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HOME = Path(croupier.web.__file__).parent

_COLLISIONS = """() => {
  const words = [...document.querySelectorAll(
    ".felt .label, .felt .words, .felt .amount, .felt .name, .felt .result, .felt .caption"
  )].filter((each) => each.checkVisibility());
  const boxes = words.map((each) => [each, each.getBoundingClientRect()]);
  const found = words
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => `cut off: ${each.textContent.trim()}`);
  boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2 && !one.contains(other)) {
      found.push(`${one.textContent.trim()} lies on ${other.textContent.trim()}`);
    }
  }));
  return found;
}"""


class Pages(SimpleHTTPRequestHandler):
    """Our static files, and a page for each scene, under the policy that the house serves."""

    def do_GET(self) -> None:
        name = self.path.strip("/")
        if name in SCENES:
            scene = SCENES[name]()
            self._answer(render_table(scene.view, scene.game, scene.seen))
        elif name.endswith("stream"):
            self.send_response(204)  # nothing happens, and nobody asks again
            self.end_headers()
        else:
            super().do_GET()

    def _answer(self, page: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is worth a line."""


@contextmanager
def served() -> Iterator[str]:
    """The pages on this machine, and where they are."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(HOME)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def draw(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as browsers:
        browser = browsers.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        for look in LOOKS:
            for width in WIDTHS:
                page = _screen(browser, look, WIDTHS[width])
                for name in names:
                    page.goto(f"{address}/{name}")
                    _picture(page, folder / f"{name}-{width}-{look}.png")
                page.context.close()
        browser.close()


def _screen(browser: Browser, look: Literal["light", "dark"], width: int) -> Page:
    page = browser.new_page(
        viewport={"width": width, "height": HEIGHT}, color_scheme=look, reduced_motion="reduce"
    )
    page.clock.set_fixed_time(datetime.fromtimestamp(NOW / 1000, UTC))
    page.on("console", lambda said: print(said.text) if "Security Policy" in said.text else None)
    return page


def _picture(page: Page, file: Path) -> None:
    size = page.viewport_size
    assert size is not None
    wide, high = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    if wide > size["width"]:
        print(f"{file.stem} is {wide} wide")
    for found in page.evaluate(_COLLISIONS):
        print(f"{file.stem}: {found}")
    page.set_viewport_size({"width": size["width"], "height": max(high, HEIGHT)})
    page.screenshot(path=file)
    page.set_viewport_size({"width": size["width"], "height": HEIGHT})


if __name__ == "__main__":
    draw(Path(sys.argv[1]), sys.argv[2:] or [*SCENES])
