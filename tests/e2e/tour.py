"""A tour of every page of the house, with something to see on each, for tests and pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.cups import cup_in_play

if TYPE_CHECKING:
    from tests.e2e.houses import House

PUBLIC = (
    "/", "/log-in", "/tables/baccarat", "/tables/roulette",
    "/rules", "/rules?q=insurance", "/rules/act-blackjack-2018",
    "/rules/act-blackjack-2018/13.1", "/rules/coverage",
    "/rules/compare", "/rules/compare?a=act-blackjack-2006&b=act-blackjack-2018",
    "/laboratory", "/laboratory/act-mini-baccarat-2016",
    "/laboratory/act-blackjack-2018/strategy", "/laboratory/act-blackjack-2018/decision",
    "/laboratory/act-mini-baccarat-2016/effects", "/laboratory/act-mini-baccarat-2016/simulation",
    "/laboratory/act-mini-baccarat-2016/risk",
    "/laboratory/act-mini-baccarat-2016/risk?bankroll=50",
    "/laboratory/act-mini-baccarat-2016/count?shoes=100",
    "/laboratory/act-mini-baccarat-2016/covariance",
    "/laboratory/act-mini-baccarat-2016/grid?vary=settlement%3DA%2CB",
    "/laboratory/act-mini-baccarat-2016/dossier",
    "/round-files", "/round-files?example=act-blackjack-2018",
)  # fmt: skip
FORMS = ("open-table", "designate-for-tournament", "require-minimum", "burn", "set-hours")
"""Commands with every kind of field between them."""


def a_round(house: House, *, over: bool = True) -> str:
    """Ana has nineteen against a six at a new table of real cards; with twenty-one she loses."""
    table = house.by_hand()
    house.do(table, "ana", "arrive", player="ana")
    house.do(table, "ana", "sit", player="ana", box=1)
    house.do(table, "ana", "bring-chips", player="ana", amount=100_00)
    house.do(table, "ana", "place-wager", player="ana", box=1, amount=25_00)
    house.do(table, "dan", "no-more-bets")
    house.deal(table, "TS", "6H", "9D")
    if over:
        house.do(table, "ana", "stand", box=1)
        house.deal(table, "KC", "5D")
        house.do(table, "dan", "collect")
    return table


def a_quarrel(house: House, table: str) -> None:
    """Ana disputes what a supervisor then lets stand, and asks the inspector to look into it."""
    house.do(table, "ana", "raise-dispute", player="ana", about="the third card")
    house.do(table, "sue", "rule-on-dispute", number=1, decision="it stands")
    house.do(table, "ana", "request-review", player="ana", number=1)


def promotions(house: House) -> tuple[str, str]:
    """One whose terms the Authority has, and one whose terms lack something."""
    example = Path(__file__).parents[2] / "docs" / "examples" / "spring-draw.json"
    terms = json.loads(example.read_text())
    lacking = {**terms, "results": ""}
    for name, stated in (("spring", terms), ("autumn", lacking)):
        house.ask("POST", "/api/promotions", {"do": "open-promotion", "promotion": name}, "sue")
        offer = {"command": {"do": "offer-prizes", "terms": stated}}
        house.ask("POST", f"/api/promotions/{name}/commands", offer, "sue")
    send = {"command": {"do": "send-terms"}}
    house.ask("POST", "/api/promotions/spring/commands", send, "sue")
    return "/promotions/spring", "/promotions/autumn"


def pages(house: House) -> dict[str | None, tuple[str, ...]]:
    """Every page, by who looks at it."""
    table, running = a_round(house), a_round(house, over=False)
    a_quarrel(house, table)
    sent, draft = promotions(house)
    cup, console = cup_in_play(house), f"/tables/{running}/console"
    return {
        None: (
            *PUBLIC, "/promotions", sent, "/tournaments", cup, f"{cup}/conditions", f"{cup}/draws",
        ),
        "ana": (
            "/", "/tables/blackjack-2018", "/tables/blackjack-2006", "/tables/challenge",
            "/tables/baccarat", "/tables/holdem", f"/tables/{running}", f"/tables/{table}/rounds",
            cup, "/approvals",
        ),
        "dan": ("/tables/holdem", f"/tables/{running}"),
        "sue": (
            console, *(f"{console}/{form}" for form in FORMS), "/promotions", f"{draft}/desk",
            f"{draft}/commands/offer-prizes", f"{sent}/commands/publish-terms",
        ),
        "mara": (
            "/floor", "/floor?instrument=act-ultimate-texas-holdem-2025", "/floor/takings",
        ),
        "olga": (
            "/people", "/people/ana/particulars", "/people/ana/tokens", "/overrides", "/cage",
            "/director",
            "/director?instrument=nsw-blackjack-challenge",
            f"{cup}/desk", f"{cup}/desk/set-pace",
        ),
        "ines": (
            "/desk", "/desk/meters", "/desk/events", "/desk/rounds", f"/desk/records/{table}",
            f"/desk/shoes/{table}", "/desk/shoes/baccarat", f"/tables/{table}/rounds/1",
            f"/tables/{table}/rounds/1/what-if",
            f"{sent}/desk", f"{sent}/record", f"{cup}/record",
        ),
    }  # fmt: skip
