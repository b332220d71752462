"""Playing cards with one canonical text form: `Card("AS")`, `str(card) == "AS"`."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK_SIZE = 52

# fmt: off
_RANK_NAMES = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
}
# fmt: on
_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Card(StrEnum):
    """One of the 52 faces. Reads `10H`, `th` and `TH` alike; always writes `TH`."""

    rank: str
    suit: str
    points: int  # an ace counts 1 here; whether it may count 11 is the game's business

    def __new__(cls, text: str) -> Self:
        card = str.__new__(cls, text)
        card._value_ = text
        card.rank, card.suit = text[0], text[1]
        card.points = min(RANKS.index(card.rank) + 1, 10)
        return card

    __hash__ = str.__hash__  # an Enum's own hash is written in Python, and cards are counted a lot

    AS, AH, AD, AC = "AS", "AH", "AD", "AC"
    S2, H2, D2, C2 = "2S", "2H", "2D", "2C"
    S3, H3, D3, C3 = "3S", "3H", "3D", "3C"
    S4, H4, D4, C4 = "4S", "4H", "4D", "4C"
    S5, H5, D5, C5 = "5S", "5H", "5D", "5C"
    S6, H6, D6, C6 = "6S", "6H", "6D", "6C"
    S7, H7, D7, C7 = "7S", "7H", "7D", "7C"
    S8, H8, D8, C8 = "8S", "8H", "8D", "8C"
    S9, H9, D9, C9 = "9S", "9H", "9D", "9C"
    TS, TH, TD, TC = "TS", "TH", "TD", "TC"
    JS, JH, JD, JC = "JS", "JH", "JD", "JC"
    QS, QH, QD, QC = "QS", "QH", "QD", "QC"
    KS, KH, KD, KC = "KS", "KH", "KD", "KC"

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        text = value.strip().upper()
        if text.startswith("10"):
            text = "T" + text[2:]
        return cls(text) if text != value and text in cls._value2member_map_ else None

    @property
    def is_ace(self) -> bool:
        return self.rank == "A"

    @property
    def is_red(self) -> bool:
        return self.suit in "HD"

    @property
    def spoken(self) -> str:
        """The card as a person says it: `ace of spades`."""
        return f"{_RANK_NAMES[self.rank]} of {_SUIT_NAMES[self.suit]}"


DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""One deck of 52 cards, without jokers, in suit and rank order."""
_FACES: dict[str, Card] = {card.value: card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by spaces or commas: `parse_cards("AS 10h, KD")`."""
    words = text.replace(",", " ").split()
    return tuple(_FACES.get(word) or Card(word) for word in words)
