"""A shoe that stands on a real table: a person names its cards as they come."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from croupier.cards import DECK, DECK_SIZE, Card, parse_cards
from croupier.shoe.card_source import AllCopiesOut, NotOut
from croupier.shoe.fair_shuffle import pack_text

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class NamedCardsState:
    """What is known of a real shoe, as plain data."""

    decks: int
    out: str


class NamedCards:
    """Knows how many decks are in use and what is out, and so what may still come."""

    __slots__ = ("_decks", "_out")

    def __init__(self, decks: int, out: Iterable[Card] = ()) -> None:
        if decks < 1:
            raise ValueError("a shoe has at least one deck")
        self._decks = decks
        self._out = Counter[Card]()
        for card in out:
            self.name(card)

    def __repr__(self) -> str:
        return f"<NamedCards: {self.remaining} of {self._decks * DECK_SIZE} cards may still come>"

    @property
    def decks(self) -> int:
        return self._decks

    @property
    def remaining(self) -> int:
        """How many cards have not been named."""
        return self._decks * DECK_SIZE - self._out.total()

    @property
    def out(self) -> tuple[Card, ...]:
        """Every card that has been named and not returned."""
        return tuple(self._out.elements())

    @property
    def may_come(self) -> dict[Card, int]:
        """How many copies of each of the 52 cards may still come; 0 for an impossible one."""
        return {card: self._decks - self._out[card] for card in DECK}

    def name(self, card: Card) -> Card:
        """The card that a person says has come, if a copy of it was left."""
        if self._out[card] >= self._decks:
            raise AllCopiesOut(card)
        self._out[card] += 1
        return card

    def returned(self, cards: Iterable[Card]) -> None:
        """Cards that are back in the shoe after a shuffle: all of them, or none."""
        back = Counter(cards)
        for card, copies in back.items():
            if copies > self._out[card]:
                raise NotOut(card)
        self._out.subtract(back)

    def state(self) -> NamedCardsState:
        return NamedCardsState(self._decks, pack_text(self.out))

    @classmethod
    def resume(cls, state: NamedCardsState) -> Self:
        """The shoe as it was known."""
        return cls(state.decks, parse_cards(state.out))
