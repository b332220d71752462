"""The shoe and the discard rack, as anybody can see them: how many cards, never which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import DECK_SIZE
from croupier.table.shoe_state import Device, Preparation

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.table.views import TableView

LENGTH = 100
"""How long the shoe is drawn, from its mouth to its back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeOnFelt:
    name: str
    left: int
    cards: int
    """How long the cards in it are drawn."""
    cutting_card: int | None
    """Where the cutting card is drawn among them."""
    says: str
    discards: int
    rack: int
    """How high the discards are drawn."""
    waiting: tuple[Card | None, ...]
    commitment: str | None


def shoe(view: TableView) -> ShoeOnFelt:
    seen, whole = view.shoe, max(1, view.sign.decks * DECK_SIZE)
    until = seen.until_cutting_card
    return ShoeOnFelt(
        name="Shuffler" if seen.device == Device.SHUFFLER else str(seen.device).capitalize(),
        left=seen.cards_left,
        cards=seen.cards_left * LENGTH // whole,
        cutting_card=None if until is None else until * LENGTH // whole,
        says=_says(view),
        discards=seen.discards,
        rack=min(seen.discards, whole) * LENGTH // whole,
        waiting=seen.waiting,
        commitment=seen.commitment,
    )


def _says(view: TableView) -> str:
    seen = view.shoe
    if seen.state != Preparation.LOADED:
        return str(seen.state)
    if seen.shuffle_due:
        return "shuffle after this round"
    if seen.until_cutting_card is not None:
        return f"cutting card in {seen.until_cutting_card}"
    return f"{seen.burns_due} to burn" if seen.burns_due else ""
