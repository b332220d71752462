"""The shoe that a dealer fills with a cut stack and empties from the front."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from croupier.cards import parse_cards
from croupier.shoe.card_source import ShoeEmpty
from croupier.shoe.fair_shuffle import pack_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.cards import Card


MOST_AT_ONCE = 64
"""How many cards of a shoe are looked at together: more than are ever dealt in one run."""


class CuttingCardInFront(Exception):
    """A card was wanted while the cutting card lies in front of it and has to come out first."""


@dataclass(frozen=True, slots=True)
class CardShoeState:
    """A shoe as plain data. It holds undealt cards: for the house's own store alone."""

    order: str = field(repr=False)
    dealt: int
    cutting_card: int | None


class CardShoe:
    """Cards in a fixed order, and the cutting card somewhere among them."""

    __slots__ = ("_cutting_card", "_dealt", "_order", "_text")

    def __init__(
        self, order: Iterable[Card], *, cutting_card: int | None = None, dealt: int = 0
    ) -> None:
        """`cutting_card` is the number of cards in front of it in the full stack, if it is in."""
        self._order = tuple(order)
        self._text = pack_text(self._order)
        self._dealt = dealt
        # A shoe without a cutting card has it nowhere that a draw could reach.
        self._cutting_card = -1 if cutting_card is None else cutting_card
        if not 0 <= dealt <= len(self._order):
            raise ValueError(f"{dealt} of {len(self._order)} cards cannot have been dealt")
        if cutting_card is not None and not dealt <= cutting_card <= len(self._order):
            raise ValueError(f"the cutting card cannot lie behind {cutting_card} cards")

    def __repr__(self) -> str:
        return f"<CardShoe: {self.remaining} of {len(self._order)} cards remain>"

    @property
    def remaining(self) -> int:
        """How many cards are left to draw."""
        return len(self._order) - self._dealt

    @property
    def undealt(self) -> tuple[Card, ...]:
        """The cards that are left, front to back."""
        return self._order[self._dealt :]

    @property
    def dealt(self) -> int:
        """How many cards have left the shoe."""
        return self._dealt

    @property
    def place(self) -> tuple[str, int, int]:
        """All that tells it from itself before and after a card."""
        return self._text, self._dealt, self._cutting_card

    @property
    def cutting_card_next(self) -> bool:
        """Whether the cutting card lies in front of the next card."""
        return self._dealt == self._cutting_card

    def take_cutting_card(self) -> None:
        """Take the cutting card out; it is next, or it cannot be taken."""
        if not self.cutting_card_next:
            raise ValueError("the cutting card is not next")
        self._cutting_card = -1

    def draw(self) -> Card:
        """The next card. The cutting card never passes unseen: it is taken before."""
        if self._dealt == self._cutting_card:
            raise CuttingCardInFront("the cutting card lies in front of the next card")
        try:
            card = self._order[self._dealt]
        except IndexError:
            raise ShoeEmpty("no card is left in the shoe") from None
        self._dealt += 1
        return card

    def draw_run(self, run_of: Callable[[Iterator[Card]], list[Card]]) -> list[Card]:
        """Draw as many of the cards in front of the cutting card as are taken of them."""
        dealt = self._dealt
        end = dealt + MOST_AT_ONCE
        if dealt <= self._cutting_card < end:
            end = self._cutting_card
        run = run_of(iter(self._order[dealt:end]))
        self._dealt = dealt + len(run)
        return run

    def remove_all(self) -> tuple[Card, ...]:
        """Take out every card that is left, and the cutting card, to be shuffled."""
        rest = self._order[self._dealt :]
        self._dealt = len(self._order)
        self._cutting_card = -1
        return rest

    def state(self) -> CardShoeState:
        cutting_card = None if self._cutting_card < 0 else self._cutting_card
        return CardShoeState(self._text, self._dealt, cutting_card)

    @classmethod
    def resume(cls, state: CardShoeState) -> Self:
        """The shoe as it was, down to the next card."""
        return cls(parse_cards(state.order), cutting_card=state.cutting_card, dealt=state.dealt)
