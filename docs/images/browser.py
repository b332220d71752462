"""Takes the pictures of the tables in the browser: python docs/images/browser.py

It serves a new casino of its own, plays a few rounds there, and looks at it in Debian's Chromium.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from croupier.tournament import ballot

if TYPE_CHECKING:
    from playwright.sync_api import APIRequest, Browser

HERE = Path(__file__).parent
PLAYERS = ("ana", "ben", "chloe")
PEOPLE = (*PLAYERS, "operator", "director", "supervisor")
CUP, SPRING = "tournaments/summer-cup", "promotions/spring-draw"
WIDE = {"width": 1280, "height": 800}
SHARP = 1
PATIENCE = 30_000
"""Milliseconds for what has to come, on a machine that has other things to do as well."""


def chromium() -> str | None:
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def served(folder: str) -> tuple[subprocess.Popen[str], str, dict[str, str]]:
    """A casino with nobody in it yet but its demonstration; its address, and the passwords."""
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
    return (
        process,
        url,
        {
            name: found[1]
            for name in PEOPLE
            if (found := re.search(rf"^\s*{name}\s+(\S+)", log.read_text(), re.MULTILINE))
        },
    )


def shrink(file: Path) -> None:
    """The same picture in 256 colours, which is a third of its size."""
    Image.open(file).convert("RGB").quantize(256).save(file, optimize=True)


def deal(page: Page) -> None:
    """Have the round dealt; where the cut is offered first, it is declined."""
    page.get_by_role("button", name="Deal now").click()
    card = page.locator(".felt .card").first
    cut = page.get_by_role("button", name="Decline the cut")
    expect(card.or_(cut).first).to_be_visible(timeout=PATIENCE)
    if cut.is_visible():
        page.locator("body:not(.fresh)").wait_for()
        cut.click()
    expect(card).to_be_visible(timeout=PATIENCE)


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
    deal(page)
    asked, again = page.locator("#rail.asked"), page.locator("#bets-again")
    while True:
        expect(asked.or_(again).first).to_be_visible(timeout=PATIENCE)
        if asked.is_visible():
            return
        again.click()  # a round in which there was nothing to decide is no picture of one
        deal(page)


class Told:
    """Somebody who does things without a browser."""

    def __init__(self, requests: APIRequest, url: str, name: str, password: str) -> None:
        self._context = requests.new_context(base_url=url)
        session = self._post("/api/session", {"person": name, "password": password}, {})
        self._headers = {"x-csrf-token": session["csrf_token"]}

    def _post(self, path: str, said: Any, headers: dict[str, str]) -> Any:
        answer = self._context.post(path, data=said, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def begin(self, affairs: str, **said: Any) -> None:
        self._post(f"/api/{affairs}", said, self._headers)

    def do(self, command: str, *, affair: str = CUP, **fields: Any) -> None:
        said = {"command": {"do": command, **fields}}
        self._post(f"/api/{affair}/commands", said, self._headers)


def hold(people: dict[str, Told]) -> None:
    """A tournament of three players, as far as its first session."""
    stated = json.loads((HERE.parent / "examples/tournaments/act-blackjack-2018.json").read_text())
    stated |= {"minimum_players": 2, "starts": "2099-01-16T19:00:00+11:00"}
    stated["eligibility"] = {"entitled_only": True}
    stated["sessions"][0] |= {"seats": 2, "advance_per_table": 1}
    operator, director = people["operator"], people["director"]
    operator.begin("tournaments", tournament="summer-cup", instrument=stated["instrument"])
    operator.do("document-conditions", conditions=stated)
    operator.do("nominate-director", person="director")
    for step in ("published", "notified"):
        operator.do("take-step", step=step, document="CR 7 of 2026")
    director.do("open-entries")
    secret = secrets.token_bytes(32)
    director.do("commit-ballot", commitments=[ballot.commit(secret)])
    for name in PLAYERS:
        people[name].do("enter", player=name, paid=100_00)
    director.do("close-entries")
    director.do("draw-seats", secret=secret.hex())
    for name in PLAYERS:
        people[name].do("take-seat", player=name)
    director.do("start-session")


def offer(supervisor: Told) -> None:
    """A promotion whose terms the Authority has, to begin in three days."""
    stated = json.loads((HERE.parent / "examples/spring-draw.json").read_text())
    starts = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for field, days, hours in (("starts", 3, 0), ("entries_close", 7, 9), ("award_at", 7, 11)):
        moment = starts + timedelta(days=days, hours=hours)
        stated[field] = moment.astimezone(timezone(timedelta(hours=11))).isoformat()
    supervisor.begin("promotions", promotion="spring-draw")
    for command, fields in (("offer-prizes", {"terms": stated}), ("send-terms", {})):
        supervisor.do(command, affair=SPRING, **fields)


def entered(browser: Browser, url: str, name: str, password: str) -> Page:
    """A page of somebody who has logged in."""
    context = browser.new_context(
        viewport=WIDE,  # type: ignore[arg-type]
        base_url=url,
        device_scale_factor=SHARP,
        reduced_motion="reduce",  # what moves would be caught on its way
    )
    page = context.new_page()
    page.goto("/log-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    return page


def main() -> None:
    folder = tempfile.mkdtemp()
    process, url, passwords = served(folder)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            page = entered(browser, url, "ana", passwords["ana"])
            join(page, "blackjack-2018", ("25",))
            page.mouse.move(0, 0)  # or a button looks as if it were pressed
            page.screenshot(path=HERE / "browser-blackjack.png")
            join(page, "holdem", ("10",))
            page.mouse.move(0, 0)
            expect(page.locator("#box-3 .card:not(.back)")).to_have_count(2)
            page.screenshot(path=HERE / "browser-holdem.png")
            page.goto("/rules/act-blackjack-2018/13.1(f)")
            page.screenshot(path=HERE / "browser-rules.png")
            people = {
                name: Told(playwright.request, url, name, password)
                for name, password in passwords.items()
            }
            hold(people)
            offer(people["supervisor"])
            page.goto("/tournaments/summer-cup")
            expect(page.get_by_role("link", name="To your table")).to_be_visible()
            page.screenshot(path=HERE / "browser-tournament.png")
            page.goto("/promotions/spring-draw")
            page.screenshot(path=HERE / "browser-promotion.png")
            page.goto("/")
            page.screenshot(path=HERE / "lobby.png")
            desk = entered(browser, url, "director", passwords["director"])
            desk.goto("/tournaments/summer-cup/desk")
            expect(desk.locator("#tables-title")).to_be_visible()
            desk.screenshot(path=HERE / "browser-desk.png")
            browser.close()
            for file in sorted(HERE.glob("browser-*.png")):
                shrink(file)
            shrink(HERE / "lobby.png")
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
