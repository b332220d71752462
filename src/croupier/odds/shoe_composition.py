"""What a shoe holds: whole decks, or what is left of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

from croupier.cards import DECK, RANKS, SUITS, Card

if TYPE_CHECKING:
    from collections.abc import Iterable


class NotThere(ValueError):
    """A card was to be removed of which the shoe has no copy left."""


@dataclass(frozen=True)
class Composition:
    """How many copies of each card are in the shoe, in the order of `DECK`."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(DECK) or min(self.counts) < 0:
            raise ValueError("a composition has a number of copies, 0 or more, of each of 52 cards")

    @classmethod
    def full(cls, decks: int) -> Self:
        """So many whole decks."""
        if decks < 1:
            raise ValueError("a shoe has at least one deck")
        return cls((decks,) * len(DECK))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """These cards and no others."""
        held = Counter(cards)
        return cls(tuple(held[card] for card in DECK))

    def without(self, cards: Iterable[Card], what: str = "") -> Self:
        """What is left when these cards are taken out; a refusal says what they are."""
        taken = Counter(cards)
        for card, copies in taken.items():
            if copies > self[card]:
                named = f"{what}: {card}" if what else f"{card}"
                raise NotThere(
                    f"{named} cannot be taken out of the shoe {_times(copies)}, "
                    f"which holds {self[card] or 'none'} of it"
                )
        return type(self)(tuple(self[card] - taken[card] for card in DECK))

    def __getitem__(self, card: Card) -> int:
        return self.by_card[card]

    @cached_property
    def by_card(self) -> dict[Card, int]:
        return dict(zip(DECK, self.counts, strict=True))

    @cached_property
    def total(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @cached_property
    def by_rank(self) -> dict[str, int]:
        """How many cards there are of each rank, suits put together."""
        return {rank: sum(n for card, n in self.by_card.items() if card.rank == rank)
                for rank in RANKS}  # fmt: skip

    @cached_property
    def by_points(self) -> tuple[int, ...]:
        """How many cards count 1, 2, … 10, an ace 1."""
        held = Counter[int]()
        for card, copies in self.by_card.items():
            held[card.points] += copies
        return tuple(held[points] for points in range(1, 11))

    def needs(self, cards: int, purpose: str) -> None:
        """Refuse a shoe that is too short to finish."""
        if self.total < cards:
            raise ValueError(f"{self.total} cards are left in the shoe, {purpose} takes {cards}")


def _times(copies: int) -> str:
    return {1: "once", 2: "twice"}.get(copies, f"{copies} times")


def ranks_or_cards(named: Iterable[Card] | str, what: str, left: Composition) -> tuple[Card, ...]:
    """The same where suits do not matter: `8 8` and `10` are taken too.

    Of a rank alone, a card is meant of which the shoe holds most copies.
    """
    words = named.replace(",", " ").split() if isinstance(named, str) else [*named]
    cards: list[Card] = []
    for word in words:
        rank = _rank(word)
        if rank is not None:
            taken = Counter(cards)
            suits = [Card(rank + suit) for suit in SUITS]
            cards.append(max(suits, key=lambda card: left[card] - taken[card]))
        else:
            cards += cards_of([Card(word)] if isinstance(word, Card) else word, what)
    return tuple(cards)


def _rank(word: str) -> str | None:
    """The rank that a word names alone."""
    rank = "T" if word == "10" else word.upper()
    return rank if len(rank) == 1 and rank in RANKS else None


def cards_of(named: Iterable[Card] | str, what: str) -> tuple[Card, ...]:
    """Cards as a person names them, `4S,4S,KD`; a word that is none is refused by name."""
    words = named.replace(",", " ").split() if isinstance(named, str) else named
    cards: list[Card] = []
    for word in words:
        try:
            cards.append(Card(word))
        except ValueError:
            reason = f"{what}: {word!r} is not a card such as 4S or KD"
            if (rank := _rank(word)) is not None:
                *suits, last = (f"{rank}{suit}" for suit in SUITS)
                reason += f": suits matter here, so write {', '.join(suits)} or {last}"
            raise ValueError(reason) from None
    return tuple(cards)
