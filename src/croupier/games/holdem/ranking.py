"""The order of poker hands, rule 3: any five to seven cards to one comparable number, and to words.

A hand is ranked without trying its fives: a mask of ranks for each suit tells which were seen in
it, and all four together which were seen once, twice, three and four times. Two masks of equally
many ranks compare as their ranks do, highest first, so a number is the kind of hand, the ranks that
make it, and the others.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.quick_enums import quick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.cards import Card

RANKS = "23456789TJQKA"
# fmt: off
_ONE = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "ace",
)
# fmt: on
_MANY = tuple("sixes" if name == "six" else f"{name}s" for name in _ONE)
_ACE = 12
_bit_of = {
    card: 1 << RANKS.index(card.rank) + 13 * "SHDC".index(card.suit) for card in DECK
}.__getitem__
_MADE, _KIND, _MASK = 13, 26, (1 << 13) - 1
"""Where in a number the ranks that make the hand begin, and where its kind does."""
AT_HAND = 7462
"""How many numbers are kept in words: all that there are."""


@quick
class PokerHand(IntEnum):
    """The kinds of hand, lowest first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def words(self) -> str:
        return _WORDS[self]


_KINDS = tuple(PokerHand)
_FLUSHES = (PokerHand.FLUSH, PokerHand.STRAIGHT_FLUSH, PokerHand.ROYAL_FLUSH)
_STRAIGHTS = (PokerHand.STRAIGHT, PokerHand.STRAIGHT_FLUSH, PokerHand.ROYAL_FLUSH)
_WORDS = tuple(hand.name.lower().replace("_", " ") for hand in PokerHand)


def rank(cards: Iterable[Card]) -> int:
    """A number that is higher for a better best five, and equal where the fives tie."""
    seen = reduce(or_, map(_bit_of, cards), 0)
    spades, hearts = seen & _MASK, seen >> 13 & _MASK
    diamonds, clubs = seen >> 26 & _MASK, seen >> 39
    major, both_majors = spades | hearts, spades & hearts
    minor, both_minors = diamonds | clubs, diamonds & clubs
    once, twice = major | minor, both_majors | both_minors | major & minor
    thrice, four = both_majors & minor | both_minors & major, both_majors & both_minors
    for suited in (spades, hearts, diamonds, clubs):
        if suited.bit_count() >= 5:  # seven cards have no room for a better hand beside a flush
            high = _straight(suited)
            if high:
                royal = high == 1 << _ACE
                return _number(PokerHand.ROYAL_FLUSH if royal else PokerHand.STRAIGHT_FLUSH, high)
            return _number(PokerHand.FLUSH, 0, _highest(suited, 5))
    if four:
        return _number(PokerHand.FOUR_OF_A_KIND, four, _highest(once ^ four, 1))
    three = _highest(thrice, 1)
    if three and twice ^ three:  # of two threes the lower makes the pair
        return _number(PokerHand.FULL_HOUSE, three, _highest(twice ^ three, 1))
    high = _straight(once)
    if high:
        return _number(PokerHand.STRAIGHT, high)
    if three:
        return _number(PokerHand.THREE_OF_A_KIND, three, _highest(once ^ three, 2))
    if twice:
        pairs = _highest(twice, 2)
        if pairs & pairs - 1:
            return _number(PokerHand.TWO_PAIRS, pairs, _highest(once ^ pairs, 1))
        return _number(PokerHand.ONE_PAIR, pairs, _highest(once ^ pairs, 3))
    return _number(PokerHand.HIGH_CARD, 0, _highest(once, 5))


def kind(number: int) -> PokerHand:
    """The kind of hand behind a number."""
    return _KINDS[number >> _KIND]


def best_five(cards: Sequence[Card], number: int | None = None) -> tuple[Card, ...]:
    """The five cards that make the hand, as it is read: what makes its kind first.

    The number of the cards need not be worked out again where it is known.
    """
    if number is None:
        number = rank(cards)
    pool = cards
    if kind(number) in _FLUSHES:
        suits = [card.suit for card in cards]
        flush = max("SHDC", key=suits.count)
        pool = [card for card in cards if card.suit == flush]
    by_rank: dict[str, list[Card]] = {}
    for card in pool:
        by_rank.setdefault(card.rank, []).append(card)
    five: list[Card] = []
    for wanted, copies in _read(number):
        five += by_rank[RANKS[wanted]][:copies]
    return tuple(five)


def describe(cards: Iterable[Card]) -> str:
    """The best five in words: `full house, kings full of sevens`."""
    return in_words(rank(cards))


@lru_cache(AT_HAND)
def in_words(number: int) -> str:
    """The same for a number."""
    made = kind(number)
    first, *more = (wanted for wanted, _ in _read(number))
    match made:
        case PokerHand.ROYAL_FLUSH:
            return made.words
        case PokerHand.STRAIGHT_FLUSH | PokerHand.STRAIGHT | PokerHand.FLUSH:
            return f"{made.words}, {_ONE[first]} high"
        case PokerHand.FULL_HOUSE:
            return f"{made.words}, {_MANY[first]} full of {_MANY[more[0]]}"
        case PokerHand.TWO_PAIRS:
            return f"{made.words}, {_MANY[first]} and {_MANY[more[0]]}"
        case PokerHand.HIGH_CARD:
            return f"{made.words}, {_ONE[first]}"
        case _:
            return f"{made.words}, {_MANY[first]}"


_COPIES = {
    PokerHand.FOUR_OF_A_KIND: (4, 1),
    PokerHand.FULL_HOUSE: (3, 2),
    PokerHand.THREE_OF_A_KIND: (3, 1),
    PokerHand.TWO_PAIRS: (2, 1),
    PokerHand.ONE_PAIR: (2, 1),
}
"""How many cards of each rank that makes the hand, and of each other."""


@lru_cache(AT_HAND)
def _read(number: int) -> tuple[tuple[int, int], ...]:
    """The ranks of the five, as the hand is read, and how many cards of each."""
    made, others = number >> _MADE & _MASK, number & _MASK
    if kind(number) in _STRAIGHTS:
        high = made.bit_length() - 1
        return tuple(((high - step) % 13, 1) for step in range(5))  # below a two: the low ace
    copies_of = zip((made, others), _COPIES.get(kind(number), (1, 1)), strict=True)
    return tuple((order, copies) for mask, copies in copies_of for order in _from_the_top(mask))


def _from_the_top(mask: int) -> Iterator[int]:
    """The ranks of a mask, highest first."""
    while mask:
        order = mask.bit_length() - 1
        yield order
        mask ^= 1 << order


def _number(made: PokerHand, ranks: int, others: int = 0) -> int:
    return made << _KIND | ranks << _MADE | others


def _straight(mask: int) -> int:
    """The highest rank of five in sequence, or nothing. The lowest such is the five."""
    line = mask << 1 | mask >> _ACE  # the ace once more, below the two
    runs = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
    return 1 << runs.bit_length() + 2 if runs else 0


def _highest(mask: int, many: int) -> int:
    """The so many highest ranks of a mask."""
    while mask.bit_count() > many:
        mask &= mask - 1
    return mask
