"""Draws the pages of promotions: python -m tests.web.promotion_screens FOLDER [WORD …]

Each is drawn as the house sends it, at three widths, in light and dark; with words, only the pages
whose names have one of them. Says which pages are wider than their screen.
"""

from __future__ import annotations

import asyncio
import sys
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Literal

import msgspec
from playwright.sync_api import sync_playwright
from tests.e2e.chromium import chromium
from tests.promotion.cases import DRAW, GOODS, HOUR, RUNNING, SENT, START, TRAVEL, VEHICLE, worth
from tests.web.offers import HAMPER, PURSE, TERMS, Offer, promoting

import croupier.web
from croupier.promotion.acts.offered_terms import OfferPrizes
from croupier.promotion.terms import Content, Item, QualifyingWager, Terms, WagerKind
from croupier.web.console.forms import written
from croupier.web.http.security_headers import CONTENT_SECURITY_POLICY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.sync_api import ConsoleMessage

    Keep = Callable[..., Awaitable[None]]

WIDTHS = {"phone": 390, "tablet": 820, "wide": 1440}
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HOME = Path(croupier.web.__file__).parent

CAR = msgspec.structs.replace(
    VEHICLE, name="A car", nature="one new hatchback", details="white, five doors, automatic",
    value=38_990_00, cash_alternative=30_000_00, make="Corolla", model="ZR 2026",
)  # fmt: skip
TRIP = worth(TRAVEL, 6_400_00, name="A week in Broome", nature="a journey for two")
WINE = worth(
    GOODS, 450_00, name="A hamper", quantity=10, nature="food and wine",
    contents=(
        Item(what="cheese and fruit"),
        Item(what="wine", content=Content.LIQUOR, millilitres=4_500),
    ),
)  # fmt: skip


def _terms(terms: Terms) -> Terms:
    wager = QualifyingWager(kind=WagerKind.MINIMUM, amount=25_00)
    return msgspec.structs.replace(
        terms, wager=wager, prizes=(CAR, TRIP, PURSE, HAMPER, WINE), one_prize_each=True
    )


@cache
def screens() -> dict[str, str]:
    """By name, the page."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_visited(Path(folder) / "casino.db"))


async def _visited(where: Path) -> dict[str, str]:
    made: dict[str, str] = {}
    async with promoting(where) as offer:

        async def keep(name: str, who: str, path: str = "") -> None:
            made[name] = (await offer.get(who, path)).text

        full = _terms(TERMS)
        await offer.begin()
        await keep("desk-new", "sue", "/desk")
        lacking = msgspec.structs.replace(full, results="", place="", award_place="")
        form = written(OfferPrizes(terms=lacking))
        made["terms-lacking"] = (await offer.ask("sue", "offer-prizes", **form)).text
        await offer.done("sue", "offer-prizes", **form)
        await keep("desk-draft", "sue", "/desk")
        form = written(OfferPrizes(terms=full))
        made["terms"] = (await offer.ask("sue", "offer-prizes", **form)).text
        await offer.done("sue", "offer-prizes", **form)
        offer.at(SENT)
        await offer.done("sue", "send-terms")
        await offer.done("sue", "publish-terms", where="the cage\nthe website", marketing="poster")
        await keep("sent", "")
        offer.at(START)
        await offer.done("sue", "start-promotion")
        await _played(offer, keep)
        made["list"] = (await (await offer.who("sue")).get("/promotions")).text
    return made


async def _played(offer: Offer, keep: Keep) -> None:
    offer.at(RUNNING)
    for player, tickets in (("ana", "20"), ("bob", "11"), ("pat", "7")):
        await offer.done(
            "dan", "enter", player=player, ground="member", wagered="25", tickets=tickets
        )
    await keep("running", "ana")
    await keep("dealer", "dan")
    offer.at(DRAW)
    await offer.done("olga", "nominate-scrutineer", person="ines")
    await offer.done("sue", "commit-draw")
    await keep("witness", "ines", "/commands/witness-draw")
    await keep("desk-draw", "sue", "/desk")
    await offer.done("ines", "witness-draw", word="kookaburra")
    await offer.done("sue", "draw-winners")
    await offer.done("sue", "tell-winner", win="1", channel="sms", reached="yes")
    await offer.done("sue", "tell-winner", win="2", channel="telephone", reached="yes")
    await offer.done("sue", "publish-results", where="the website")
    first = offer.held.state.wins[0].player
    other = next(name for name in ("ana", "bob") if name != first)
    for name in (first, other):
        address = f"1 High St, {name}"
        await offer.done("sue", "claim-prize", player=name, prize="1", address=address)
    await offer.done("sue", "refuse-claim", claim="2", reasons="another ticket was drawn")
    await offer.done(other, "dispute-terms", player=other, about="the order of the prizes")
    await offer.done(other, "claim-prize", player=other, prize="2", address="2 Low St")
    offer.at(DRAW + 60 * HOUR)
    await keep("winner", first)
    await keep("loser", other)
    await keep("public", "")
    await keep("desk-over", "sue", "/desk")
    await keep("inspector", "ines", "/desk")
    await keep("record", "ines", "/record")
    await keep("award", "sue", "/commands/award-prize?claim=1")


# --- pictures


class Pages(SimpleHTTPRequestHandler):
    """Our static files and the screens, under the policy that the house serves."""

    def do_GET(self) -> None:
        page = screens().get(self.path.strip("/"))
        if page is not None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
            self.end_headers()
            self.wfile.write(page.encode())
        elif "/stream" in self.path:
            self.send_response(204)  # nothing happens, and nobody asks again
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is worth a line."""


def _say_of_policy(said: ConsoleMessage) -> None:
    if "Security Policy" in said.text:
        print(said.text)


def draw(folder: Path, words: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in screens() if not words or any(word in name for word in words)]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(HOME)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for look in LOOKS:
            for screen, width in WIDTHS.items():
                page = browser.new_page(
                    viewport={"width": width, "height": 900},
                    color_scheme=look,
                    reduced_motion="reduce",
                )
                page.on("console", _say_of_policy)
                for name in names:
                    page.goto(f"http://127.0.0.1:{server.server_port}/{name}")
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    if wide > width:
                        print(f"{name} is {wide} wide on a screen of {width}")
                    page.screenshot(path=folder / f"{name}-{screen}-{look}.png", full_page=True)
                page.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    draw(Path(sys.argv[1]), sys.argv[2:])
