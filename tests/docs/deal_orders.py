"""Draws the order in which each game deals: rounds are adjudicated, and every card is numbered.

A card's number is its place in `cards` of a round file. All cards of these rounds are different, so
where each of them lies at the end is what the program made of the order, and nothing else.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from croupier.adjudication import Answer, adjudicate
from croupier.cards import parse_cards
from croupier.documents import card_faces

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.adjudication import HandShown

CARD, HIGH, GAP, TOP, LEFT, ROW = 52, 73, 8, 64, 150, 106
WIDTH = 640

STYLE = """
.whose, .title, .says { font: 15px system-ui, sans-serif; fill: #222 }
.title { font-weight: 600 } .says { fill: #555; font-size: 13.5px }
.page { fill: #fff } .badge { fill: #1d6b41 }
.number { font: 700 13px system-ui, sans-serif; fill: #fff; text-anchor: middle }
@media (prefers-color-scheme: dark) {
  .whose, .title { fill: #e8e6e1 } .says { fill: #a8b0bb } .page { fill: #16181b }
}
"""

BLACKJACK: dict[str, Any] = {
    "cards": "5S 8S TS 6D 6S 8D 9S 8H TC 9C TD 4C",
    "wagers": [
        {"box": box, "player": player, "wager": "main", "amount": 1000}
        for box, player in ((1, "ana"), (2, "ben"), (4, "cleo"))
    ],
    "decisions": [
        {"action": "hit", "box": 1, "hand": 1},
        {"action": "stand", "box": 1, "hand": 1},
        {"action": "split", "box": 2, "hand": 1, "players": ["ben"]},
        {"action": "stand", "box": 2, "hand": 1},
        {"action": "stand", "box": 2, "hand": 2},
        {"action": "stand", "box": 4, "hand": 1},
    ],
}
HOLDEM: dict[str, Any] = {
    "cards": "KS 7H 5C 3D 2S AH KC KD AD TC JD",
    "wagers": [
        {"box": box, "player": player, "wager": wager, "amount": 1000}
        for box, player in ((1, "ana"), (3, "ben"))
        for wager in ("ante", "blind")
    ],
    "decisions": [
        {"action": "play", "box": 1, "amount": 4000},
        {"action": "play", "box": 3, "amount": 4000},
    ],
}
BACCARAT: dict[str, Any] = {
    "cards": "2H KC 3D 4S 5S 6S",
    "wagers": [{"player": "ana", "wager": "banker", "amount": 1000}],
}
SPLIT = "Box 1 takes a card, box 2 splits: each of its hands is finished before the next begins."


def deal_order(instrument: str, round: dict[str, Any], says: str, **options: str) -> str:
    """The picture of one round: every hand with its cards, and the place of each in the file."""
    cards = parse_cards(round["cards"])
    assert len(set(cards)) == len(cards)
    answer = adjudicate(
        {"instrument": instrument, "options": options, **round, "cards": [*map(str, cards)]}
    )
    assert isinstance(answer, Answer)
    assert answer.cards_used == len(cards)
    places = {card: place for place, card in enumerate(cards, 1)}
    parts = [
        f'<text class="title" x="20" y="28">{escape(instrument)}</text>',
        f'<text class="says" x="20" y="48">{escape(says)}</text>',
    ]
    for row, hand in enumerate(answer.hands):
        y = TOP + row * ROW
        parts.append(
            f'<text class="whose" x="20" y="{y + 22 + HIGH / 2}">{escape(_whose(hand))}</text>'
        )
        for column, card in enumerate(hand.cards):
            x = LEFT + column * (CARD + GAP)
            parts += [
                f'<use href="#{card}" x="{x}" y="{y + 22}" width="{CARD}" height="{HIGH}"/>',
                f'<circle class="badge" cx="{x + CARD / 2}" cy="{y + 14}" r="12"/>',
                f'<text class="number" x="{x + CARD / 2}" y="{y + 18.5}">{places[card]}</text>',
            ]
    height = TOP + len(answer.hands) * ROW + 16
    faces = card_faces.sprite(sorted(cards)).splitlines()[1:-1]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>The order in which cards are dealt under {instrument}: {escape(says)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="page" width="{WIDTH}" height="{height}"/>',
            *faces,
            *parts,
            "</svg>\n",
        )
    )


def _whose(hand: HandShown) -> str:
    names = {"dealer": "Dealer", "communal": "Shared", "player": "Player", "banker": "Banker"}
    if isinstance(hand.box, str):
        return names[hand.box]
    return f"Box {hand.box}" + (f", hand {hand.hand}" if hand.hand and hand.hand > 1 else "")


def _holdem(device: str, says: str) -> str:
    return deal_order("act-ultimate-texas-holdem-2025", HOLDEM, says, device=device)


PICTURES: dict[str, Callable[[], str]] = {
    "deal-order-act-blackjack-2006.svg": lambda: deal_order("act-blackjack-2006", BLACKJACK, SPLIT),
    "deal-order-act-blackjack-2018.svg": lambda: deal_order("act-blackjack-2018", BLACKJACK, SPLIT),
    "deal-order-nsw-blackjack-challenge.svg": lambda: deal_order(
        "nsw-blackjack-challenge", BLACKJACK, SPLIT
    ),
    "deal-order-act-mini-baccarat-2016.svg": lambda: deal_order(
        "act-mini-baccarat-2016", BACCARAT, "Third cards go to the player's hand first."
    ),
    "deal-order-act-ultimate-texas-holdem-2025-shoe.svg": lambda: _holdem(
        "shoe", "From a shoe, one card at a time."
    ),
    "deal-order-act-ultimate-texas-holdem-2025-shuffler.svg": lambda: _holdem(
        "shuffler", "From a shuffling device, two cards at a time."
    ),
}
