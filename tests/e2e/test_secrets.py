"""A card that lies face down is nowhere in what a browser gets, and comes into it when it turns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error, Page, expect

from croupier.cards import Card
from croupier.casino.store import open_store
from tests.e2e.pressing import press

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

PLAYERS = ("ana", "ben")
REACHABLE = """() => {
  const seen = new Set(), found = [];
  const look = (value, depth) => {
    if (typeof value === "string") { found.push(value); return; }
    if (value === null || typeof value !== "object" || depth > 3 || seen.has(value)) return;
    seen.add(value);
    for (const key of Object.keys(value)) {
      try { look(value[key], depth + 1); } catch { /* not ours to read */ }
    }
  };
  look(window, 0);
  found.push(JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }));
  return found.join("\\n") + document.documentElement.outerHTML;
}"""
"""Whatever a script of the page could get at, and the page itself."""


def _entries(house: House, table: str) -> list[Any]:
    """What is in the record of a table."""
    with open_store(house.where, read_only=True) as store:
        return [json.loads(line)["entry"] for line in store.lines(f"tables/{table}/1", after=1)]


def _dealt(house: House, table: str, box: int) -> tuple[list[Card], list[Card]]:
    """The cards that were dealt to a box face down, and those that were dealt to others."""
    own: list[Card] = []
    others: list[Card] = []
    for entry in _entries(house, table):
        match entry["command"]:
            case {"do": "deal", "card": card}:
                cards = [card]
            case {"do": "deal-run", "cards": cards}:
                pass
            case _:
                continue
        laid = [fact["to"] for fact in entry["facts"] if fact["fact"] == "dealt-face-down"]
        for card, to in zip(cards, laid, strict=True):
            (own if to == box else others).append(Card(card))
    return own, others


@pytest.fixture
def table(house: House) -> str:
    """A table of Hold'em at which ana and ben are dealt to, at boxes 1 and 2."""
    table = house.automatic("holdem")
    for box, name in enumerate(PLAYERS, 1):
        house.do(table, name, "arrive", player=name)
        house.do(table, name, "sit", player=name, box=box)
        house.do(table, name, "bring-chips", player=name, amount=1_000_00)
        house.do(table, name, "place-wager", player=name, box=box, amount=10_00, wager="ante")
    return table


def _deal(house: House, table: str) -> None:
    for name in PLAYERS:
        house.ask("POST", f"/api/tables/{table}/ready", who=name)


class Wire:
    """All text that a page is sent: the bodies of answers, and what comes by its stream."""

    def __init__(self, page: Page) -> None:
        self._network = page.context.new_cdp_session(page)
        self._streamed: list[str] = []
        self._finished: list[str] = []
        self._drawings: set[str] = set()
        self._network.on("Network.eventSourceMessageReceived", self._hear)
        self._network.on("Network.responseReceived", self._note)
        self._network.on("Network.loadingFinished", self._finish)
        self._network.send("Network.enable")

    def _hear(self, event: dict[str, Any]) -> None:
        self._streamed.append(event["data"])

    def _note(self, event: dict[str, Any]) -> None:
        if "/static/" in event["response"]["url"]:  # the sheet has every card, for everybody
            self._drawings.add(event["requestId"])

    def _finish(self, event: dict[str, Any]) -> None:
        self._finished.append(event["requestId"])

    @property
    def streamed(self) -> str:
        return "\n".join(self._streamed)

    @property
    def bodies(self) -> str:
        wanted = [each for each in self._finished if each not in self._drawings]
        return "\n".join(map(self._body, wanted))

    def _body(self, request: str) -> str:
        try:
            found = self._network.send("Network.getResponseBody", {"requestId": request})
        except Error:  # of a page that was left since, or an answer without one
            return ""
        return str(found["body"])


def test_hidden_cards_never_reach_the_browser(visit: Visit, house: House, table: str) -> None:
    page = visit("ana")
    wire = Wire(page)
    page.goto(f"/tables/{table}")
    _deal(house, table)
    expect(page.locator("#box-1 .card:not(.back)")).to_have_count(2)  # without a click
    mine, hidden = _dealt(house, table, 1)
    assert len(mine) == 2
    assert len(hidden) == 9, "two of another player, two of the dealer, five in the middle"
    expect(page.locator("#told")).to_be_attached()
    streamed, bodies = wire.streamed, wire.bodies
    assert 'id="box-1"' in streamed, "the control: the table comes by the stream"
    assert 'id="box-1"' in bodies, "the control: and with the page"
    assert all(f"#{card}" in streamed for card in mine), "the control: one's own"
    everything = _without_the_drawings(page) + streamed + bodies
    for card in hidden:
        assert f"#{card}" not in everything
        assert card.spoken not in everything
    for card in mine:
        assert f"#{card}" in everything, "the control: one's own"


def _without_the_drawings(page: Page) -> str:
    """All that a page can reach, and every text that was sent to it, but for the sheet of cards."""
    return str(page.evaluate(REACHABLE))


def test_a_player_sees_anothers_cards_only_at_the_showdown(
    visit: Visit, house: House, table: str
) -> None:
    """One of the two folds, and those cards are never shown."""
    _deal(house, table)
    house.do(table, "ben", "fold", box=2)
    ana = visit("ana")
    ana.goto(f"/tables/{table}")
    for stage, label in (
        ("Before the flop", "Check"),
        ("After the flop", "Check"),
        ("On the river", "Bet 1"),
    ):
        expect(ana.locator(".status")).to_contain_text(stage)
        press(ana.locator("#rail").get_by_role("button", name=label).first)
    house.go_on(table)
    expect(ana.locator("#settled-title")).to_be_visible()
    shown = ana.evaluate("() => document.documentElement.outerHTML")
    bens, others = _dealt(house, table, 2)
    assert len(bens) == 2
    for card in bens:
        assert f"#{card}" not in shown
    assert any(f"#{card}" in shown for card in others), "the control: what was turned up is shown"
