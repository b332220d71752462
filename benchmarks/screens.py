"""From a click to the new state on another player's screen, and how soon the first page is there.

    python -m benchmarks.screens [--clicks 200] [--tables 20] [--pace 2] [--chromium PROGRAM]

Two players sit at one table, each before a page of their own in a real Chromium: one lays chips,
and the other's page says when it has drawn them. The server is a process of its own, and another
plays at the other tables of the house over HTTP, with so many requests a second at each. The same
is measured first with those tables at rest. A page's size is what comes over the wire when nothing
is kept from before; it is there when everything on it has loaded. Frames are those that the page
draws while a round is dealt, by the time between two of them: a screen of 60 Hz has one in 16.7 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page, sync_playwright

from croupier.aggregate.roles import Person, Role
from croupier.casino import passwords
from croupier.casino.demo import TABLES
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips, Pace, SetPassword, SetUpTable
from croupier.casino.store import open_store
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive, Sit
from croupier.web.http.store_safe import Safe
from croupier.web.http.tokens import Tokens
from croupier.web.server import serve
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

OPERATOR = Person("olga", Role.OPERATOR)
ANA, BEN = Person("ana", Role.PLAYER), Person("ben", Role.PLAYER)
PASSWORD = "correct horse battery"
WATCHED = "watched"
PATIENT = Pace(betting=3_600_000, decision=3_600_000, cut=0, settled=0)
DEALT = "dealt"
"""The table whose deals are watched frame by frame."""
DEALS = 8
FRAME, DROPPED = 1000 / 60, 2.5
"""Milliseconds of a frame, and how many frames apart two are between which some were dropped."""
BRISK = Pace(betting=2_000, decision=2_000, cut=0, settled=500)
PROMPT = Pace(betting=3_600_000, decision=3_600_000, cut=0, settled=1_500)
MANY = 10**9
NOT_NOW = {"leave", "get-up", "sit", "take-chips", "step-away", "ask-for-rules",
           "ask-determinations", "cut", "ask-for-no-bet-coup", "ask-for-riffle"}  # fmt: skip

CLICKED = """() => {
  document.addEventListener("click", () => {
    window.clicked = performance.timeOrigin + performance.now();
  }, { capture: true });
}"""
DRAWN = """() => {
  const lying = () => document.querySelector("#box-1 .amount")?.textContent ?? "";
  let before = lying();
  window.drawn = 0;
  new MutationObserver(() => {
    if (lying() === before) return;
    before = lying();
    requestAnimationFrame(() => { window.drawn = performance.timeOrigin + performance.now(); });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
FRAMES = """() => {
  window.frames_apart = [];
  let before = 0;
  const frame = (now) => {
    if (before) window.frames_apart.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
LOADED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const all = performance.getEntriesByType("resource");
  const files = all.filter((each) => !each.name.endsWith(".woff2"));  // fonts apart
  const size = [page, ...files].reduce((sum, each) => sum + each.transferSize, 0);
  return [size, page.loadEventEnd];
}"""


# --- a casino to be looked at


async def found(where: str, tables: int) -> dict[str, str]:
    """A table to be watched and others to be busy at; the tokens of those who play there."""
    guests = [Person(f"guest-{number}", Role.PLAYER) for number in range(tables)]
    kinds = list(TABLES.values())
    with open_store(where) as store:
        async with Floor(store) as floor:
            await floor.command_house(Enrol(person=OPERATOR.name, roles=(OPERATOR.role,)), OPERATOR)
            await floor.command_house(IssueChips(amount=10**12), OPERATOR)
            for person in (ANA, BEN, *guests):
                await floor.command_house(Enrol(person=person.name, roles=(person.role,)), OPERATOR)
                await floor.command_house(BuyIn(person=person.name, amount=10**9), person)
            for person in (ANA, BEN):
                safe = {passwords.in_safe(person.name): passwords.prove(PASSWORD)}
                await floor.command_house(SetPassword(person=person.name), OPERATOR, safe=safe)
            await set_up(floor, WATCHED, kinds[0], PATIENT, (ANA, BEN))
            await set_up(floor, DEALT, kinds[0], PROMPT, (ANA,))
            for number, guest in enumerate(guests):
                kind = kinds[number % len(kinds)]
                await set_up(floor, f"t{number}", kind, BRISK, (guest,))
            tokens = Tokens(Safe(store), floor.clock, lambda _: 0)
            return {
                guest.name: (await tokens.make(guest.name, "benchmark", (guest.role,), 1)).token
                for guest in guests
            }


async def set_up(
    floor: Floor, name: str, kind: tuple[str, Any], pace: Pace, players: tuple[Person, ...]
) -> None:
    instrument, options = kind
    command = SetUpTable(table=name, instrument=instrument, options=options, pace=pace, float=10**9)
    await floor.command_house(command, OPERATOR)
    for box, person in enumerate(players, 1):
        await floor.do(name, Arrive(player=person.name), person)
        await floor.do(name, BringChips(player=person.name, amount=10**8), person)
        await floor.do(name, Sit(player=person.name, box=box), person)


def serve_alone(where: str, port: int) -> None:
    settings = Settings(
        database=where, port=port, rate=MANY, rate_by_address=MANY, log_requests=False
    )
    serve(settings, demo=False, announce=lambda *_: print("open", flush=True))


@contextmanager
def beside(*words: str) -> Iterator[None]:
    """This script in another process, ready when it has said so."""
    process = subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


# --- guests who keep the other tables busy


class Guest:
    """Somebody who plays round after round, with a request every so often."""

    def __init__(self, port: int, table: str, name: str, token: str, pace: float) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._table, self._name, self._pace = f"/api/tables/{table}", name, pace
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._chance = random.Random(name)

    def play(self) -> None:
        due = time.monotonic() + self._chance.random() / self._pace
        while True:
            time.sleep(max(0.0, due - time.monotonic()))
            due = max(due + 1 / self._pace, time.monotonic())
            command = self._choice(json.loads(self._ask("GET", ""))["view"])
            if command is not None:
                self._ask("POST", "/commands", {"command": command})
                if command["do"] == "place-wager":
                    self._ask("POST", "/ready")

    def _choice(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """Something that is legal now, with one wager a round."""
        there = any(w["player"] == self._name for box in view["boxes"] for w in box["wagers"])
        open_to = [
            command
            for command in view["legal"]
            if command["do"] not in NOT_NOW
            and not (command["do"] == "place-wager" and (there or command["amount"] == 0))
        ]
        return self._chance.choice(open_to) if open_to else None

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        said = None if body is None else json.dumps(body).encode()
        self._connection.request(method, self._table + path, said, self._headers)
        return self._connection.getresponse().read()


def keep_busy(port: int, tokens: dict[str, str], pace: float) -> None:
    guests = [
        Guest(port, f"t{number}", name, token, pace)
        for number, (name, token) in enumerate(tokens.items())
    ]
    threads = [threading.Thread(target=guest.play, daemon=True) for guest in guests]
    for thread in threads:
        thread.start()
    print("busy", flush=True)
    for thread in threads:
        thread.join()


# --- what is measured


@dataclass(frozen=True)
class Waits:
    """How long it took, in milliseconds."""

    name: str
    took: list[float]

    def __str__(self) -> str:
        cuts = statistics.quantiles(self.took, n=100)
        return f"{self.name:<44}{cuts[49]:>9.1f}{cuts[98]:>9.1f}{max(self.took):>9.1f}"


def player(browser: Browser, address: str, name: str) -> Page:
    page = browser.new_context(base_url=address).new_page()
    page.goto("/log-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("/")
    page.goto(f"/tables/{WATCHED}")
    page.wait_for_selector("#rail")
    return page


def clicks(name: str, ana: Page, ben: Page, count: int) -> Waits:
    """Ana lays a chip, or takes them all back; Ben sees it."""
    took = []
    ana.locator(".tray label").nth(3).click()  # 25
    for number in range(count):
        ben.evaluate("() => { window.drawn = 0; }")
        back = number % 8 == 7
        ana.locator("#box-1 .take-back" if back else "#box-1 .lay").first.click()
        ben.wait_for_function("() => window.drawn > 0", polling=20)
        took.append(ben.evaluate("() => window.drawn") - ana.evaluate("() => window.clicked"))
    return Waits(name, took)


def frames(page: Page) -> None:
    """Rounds are dealt and played out, and the page says how far its frames were apart."""
    page.goto(f"/tables/{DEALT}")
    page.wait_for_selector("#rail")
    apart: list[float] = []
    for _ in range(DEALS):
        page.locator("#box-1 .spot.main .lay").click()
        page.locator("#deal-now").click(trial=True)
        page.evaluate(FRAMES)
        page.locator("#deal-now").click()
        over = page.locator("#about-round")
        while not over.count():
            asked = page.locator("#moves button").filter(has_text=re.compile("^(Stand|Hit|No)"))
            asked.first.or_(over).wait_for()
            if not over.count():
                page.locator("body:not(.fresh)").wait_for()
                asked.last.click()
                page.wait_for_timeout(300)  # the next card is on its way, and watched
        page.locator("#box-1 .spot.main .lay").wait_for()
        apart += page.evaluate("() => window.frames_apart.splice(0)")
        page.reload()
    dropped = sum(round(each / FRAME) - 1 for each in apart if each > DROPPED * FRAME)
    cuts = statistics.quantiles(apart, n=100)
    print(f"{'between two frames of a deal, ms':<44}{'p50':>9}{'p99':>9}{'most':>9}{'dropped':>9}")
    share = f"{100 * dropped / (len(apart) + dropped):.1f} %"
    named = f"{DEALS} rounds, {len(apart)} frames"
    print(f"{named:<44}{cuts[49]:>9.1f}{cuts[98]:>9.1f}{max(apart):>9.1f}{share:>9}")


def look_at(browser: Browser, address: str) -> None:
    """Each page as somebody's first: its size, and how long it takes until it is there."""
    print(f"{'first page':<44}{'kB':>9}{'ms':>9}")
    for name, path in (("the lobby", "/"), ("a table", f"/tables/{WATCHED}")):
        measured = []
        for _ in range(5):
            context = browser.new_context(base_url=address)
            page = context.new_page()
            page.goto(path, wait_until="load")
            measured.append(page.evaluate(LOADED))
            context.close()
        size, took = max(measured)[0], statistics.median(took for _, took in measured)
        print(f"{name:<44}{size / 1000:>9.0f}{took:>9.0f}")


def main(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        where, port = str(Path(folder) / "casino.db"), free_port()
        tokens = asyncio.run(found(where, options.tables))
        with beside("--serve", where, str(port)), sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=options.chromium, args=["--no-sandbox"]
            )
            look_at(browser, f"http://127.0.0.1:{port}")
            frames(player(browser, f"http://127.0.0.1:{port}", "ana"))
            ana, ben = (player(browser, f"http://127.0.0.1:{port}", who) for who in ("ana", "ben"))
            ana.evaluate(CLICKED)
            ben.evaluate(DRAWN)
            print(f"{'from a click to another screen, ms':<44}{'p50':>9}{'p99':>9}{'most':>9}")
            print(clicks("the other tables at rest", ana, ben, options.clicks))
            with beside("--busy", str(port), str(options.pace), json.dumps(tokens)):
                busy = f"{options.tables} busy tables, {options.pace:g} requests/s at each"
                print(clicks(busy, ana, ben, options.clicks))
            browser.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_alone(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["--busy"]:
        keep_busy(int(sys.argv[2]), json.loads(sys.argv[4]), float(sys.argv[3]))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--clicks", type=int, default=200)
        parser.add_argument("--tables", type=int, default=20)
        parser.add_argument("--pace", type=float, default=2)
        parser.add_argument("--chromium", default=shutil.which("chromium"))
        main(parser.parse_args())
