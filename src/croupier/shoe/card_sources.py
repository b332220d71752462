"""Sources of cards: a shoe that a dealer fills and empties, and one whose cards a person names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, Self

from croupier.cards import DECK, DECK_SIZE, Card, parse_cards
from croupier.shoe.fair_shuffle import pack_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


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
