"""Draws every page at three widths, in light and dark: python -m tests.web.pictures FOLDER [WORD …]

Tables are drawn at chosen moments of every game, the other pages from a casino that is really
served; with words, only the pages whose names have one of them. Says which pages are wider than
their screen, and where a word is cut off or lies on another.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.e2e import tour
from tests.e2e.chromium import chromium
from tests.e2e.conftest import PATIENCE, log_in
from tests.e2e.houses import House
from tests.table_support import NOW
from tests.web.scenes import SCENES

import croupier.web
from croupier.web.http.security_headers import CONTENT_SECURITY_POLICY
from croupier.web.tables.page_model import render_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTHS = {"phone": 390, "tablet": 820, "wide": 1440}
HEIGHT = 900
HIGHEST = 4000
"""Of a picture; what is longer goes on in the same way."""
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HOME = Path(croupier.web.__file__).parent

COLLISIONS = """() => {
  const words = [...document.querySelectorAll(
    ".felt .label, .felt .words, .felt .amount, .felt .name, .felt .result, .felt .caption"
  )].filter((each) => each.checkVisibility());
  const boxes = words.map((each) => [each, each.getBoundingClientRect()]);
  const found = words
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => `cut off: ${each.textContent.trim()}`);
  for (const bet of document.querySelectorAll(".felt .spot .bet")) {
    const [inner, outer] = [bet, bet.closest(".spot")].map((each) => each.getBoundingClientRect());
    if (inner.left < outer.left - 2 || inner.right > outer.right + 2) {
      found.push(`${bet.textContent.trim()} is wider than its spot`);
    }
  }
  boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2 && !one.contains(other)) {
      found.push(`${one.textContent.trim()} lies on ${other.textContent.trim()}`);
    }
  }));
  return found;
}"""
"""What is cut off on a layout, or lies on something else."""


class Pages(SimpleHTTPRequestHandler):
    """Our static files, and a page for each scene, under the policy that the house serves."""

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/")
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
    """The scenes on this machine, and where they are."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(HOME)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def draw(folder: Path, words: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with served() as address:
            _draw(browser, address, None, {name: name for name in SCENES}, folder, words)
        with TemporaryDirectory() as home:
            house = House(Path(home))
            try:
                for who, paths in tour.pages(house).items():
                    named = {f"{who or 'anybody'}{_plain(path)}": path for path in paths}
                    _draw(browser, house.url, who, named, folder, words)
            finally:
                house.stop()
        browser.close()


def _plain(path: str) -> str:
    return re.sub(r"\W+", "-", path).rstrip("-")


def _draw(
    browser: Browser,
    address: str,
    who: str | None,
    paths: dict[str, str],
    folder: Path,
    words: Sequence[str],
) -> None:
    """Pages of one address, as somebody sees them."""
    chosen = [name for name in paths if not words or any(word in name for word in words)]
    if not chosen:
        return
    page = _screen(browser, address)
    if who is not None:
        log_in(page, who)
    for name in chosen:
        for look in LOOKS:
            for width, pixels in WIDTHS.items():
                page.emulate_media(color_scheme=look, reduced_motion="reduce")
                page.set_viewport_size({"width": pixels, "height": HEIGHT})
                page.goto(paths[name])
                expect(page.locator("[data-events]")).to_have_count(0, timeout=PATIENCE)
                _picture(page, folder / f"{name}-{width}-{look}.png")
    page.context.close()


def _screen(browser: Browser, address: str) -> Page:
    page = browser.new_page(base_url=address)
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
    for found in page.evaluate(COLLISIONS):
        print(f"{file.stem}: {found}")
    if not page.locator("#felt-window").count():  # a table fills its window, whatever is beside it
        whole = min(max(high, HEIGHT), HIGHEST)
        page.set_viewport_size({"width": size["width"], "height": whole})
    page.screenshot(path=file)


if __name__ == "__main__":
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("words", nargs="*", help="only pages whose name has one of these")
    given = asked.parse_args()
    draw(given.folder, given.words)
