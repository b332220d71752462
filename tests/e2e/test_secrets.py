"""A card that lies face down is nowhere in what a browser gets, and comes into it when it turns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from croupier.cards import Card
from croupier.casino.store import open_store

if TYPE_CHECKING:
    from tests.e2e.conftest import Visit
    from tests.e2e.houses import House

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


def _hidden(house: House, box: int) -> list[Card]:
    """The cards that were dealt in the round to others than a box, from the record of the house."""
    with open_store(house.where, read_only=True) as store:
        entries = [json.loads(line)["entry"] for line in store.lines("tables/holdem/1", after=1)]
    begun = max(at for at, e in enumerate(entries) if e["command"]["do"] == "no-more-bets")
    dealt = [
        (Card(entry["command"]["card"]), entry["facts"])
        for entry in entries[begun:]
        if entry["command"]["do"] == "deal"
    ]
    return [
        card
        for card, facts in dealt
        if not any(fact["fact"] == "dealt-face-down" and fact["to"] == box for fact in facts)
    ]


def test_hidden_cards_never_reach_the_browser(visit: Visit, house: House) -> None:
    for name, box in (("ana", 1), ("ben", 2)):
        house.do("holdem", name, "arrive", player=name)
        house.do("holdem", name, "sit", player=name, box=box)
        house.do("holdem", name, "bring-chips", player=name, amount=1_000_00)
        house.do("holdem", name, "place-wager", player=name, box=box, amount=10_00, wager="ante")
    page = visit("ana")
    page.goto("/tables/holdem")
    for name in ("ana", "ben"):
        house.ask("POST", "/api/tables/holdem/ready", who=name)
    look = page.locator("#rail").get_by_role("button", name="Look at your cards")
    look.click()
    expect(page.locator("#box-1 .card:not(.back)")).to_have_count(2)
    hidden = _hidden(house, 1)
    assert len(hidden) == 9, "two of another player, two of the dealer, five in the middle"
    own = page.locator("#box-1 .card use").evaluate_all(
        "uses => uses.map((use) => use.getAttribute('href'))"
    )
    everything = _without_the_drawings(page)
    for card in hidden:
        assert f"#{card}" not in everything
        assert card.spoken not in everything
    for drawing in own:
        assert drawing.removeprefix("/static/cards.svg") in everything, "the control: one's own"


def _without_the_drawings(page: Page) -> str:
    """All that a page can reach, and every text that was sent to it, but for the sheet of cards."""
    return str(page.evaluate(REACHABLE))


def test_a_player_sees_anothers_cards_only_at_the_showdown(visit: Visit, house: House) -> None:
    """Goes on from the round before: the other folds, and those cards are never shown."""
    page = visit("ben")
    page.goto("/tables/holdem")
    page.locator("#rail").get_by_role("button", name="Fold").click()
    expect(page.locator("#box-2")).to_be_visible()
    hidden = _hidden(house, 2)
    ana = visit("ana")
    ana.goto("/tables/holdem")
    for label in ("Check", "Check", "Bet 1"):
        ana.locator("#rail").get_by_role("button", name=label).first.click()
        expect(ana.locator("#rail")).not_to_contain_text(label if label != "Check" else "\0")
    expect(ana.locator("#settled-title")).to_be_visible()
    shown = ana.evaluate("() => document.documentElement.outerHTML")
    with open_store(house.where, read_only=True) as store:
        entries = [json.loads(line)["entry"] for line in store.lines("tables/holdem/1", after=1)]
    bens = [
        Card(entry["command"]["card"])
        for entry in entries
        if entry["command"]["do"] == "deal"
        and any(f["fact"] == "dealt-face-down" and f["to"] == 2 for f in entry["facts"])
    ]
    assert len(bens) == 2
    for card in bens:
        assert f"#{card}" not in shown
    assert any(f"#{card}" in shown for card in hidden), "the control: what was turned up is shown"
