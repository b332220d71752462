"""What a coup asks for next: cards, and never a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.games.baccarat.hands import Hand
    from croupier.rulebook.citing import Clauses


class CardDue:
    """A card is due to one of the two hands."""

    __slots__ = ("clauses", "hand")

    def __init__(self, hand: Hand, clauses: Clauses) -> None:
        self.hand = hand
        self.clauses = clauses
