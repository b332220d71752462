"""What the sources of cards share: how to draw, how many are left, and how they can fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from croupier.cards import Card


class ShoeEmpty(Exception):
    """A card was wanted and none is left."""


class AllCopiesOut(ValueError):
    """A card was named of which every copy is already out of the shoe."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"every {card.spoken} is already out of the shoe")
        self.card = card


class NotOut(ValueError):
    """A card was put back of which no copy is out of the shoe."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"no {card.spoken} is out of the shoe to be put back")
        self.card = card


class CardSource(Protocol):
    """A shoe that holds the cards itself, so that the next card is its own affair."""

    @property
    def remaining(self) -> int:
        """How many cards are left to draw."""
        ...

    def draw(self) -> Card:
        """The next card, or `ShoeEmpty`."""
        ...

    def remove_all(self) -> tuple[Card, ...]:
        """Take out every card that is left, to be shuffled."""
        ...
