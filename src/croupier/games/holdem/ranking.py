"""The order of poker hands: any five to seven cards to one comparable number, and to words.

A hand is ranked in one pass, without trying its fives: cards are sorted into a mask of ranks for
each suit, and how often each rank occurs says the rest. An ace counts high, or low in a sequence.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card

RANKS = "23456789TJQKA"
_ORDER = {rank: order for order, rank in enumerate(RANKS)}
_SUIT = {suit: index for index, suit in enumerate("SHDC")}
# fmt: off
_ONE = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "ace",
)
# fmt: on
_MANY = tuple("sixes" if name == "six" else f"{name}s" for name in _ONE)
_ACE = 12


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
        return self.name.lower().replace("_", " ")


def rank(cards: Iterable[Card]) -> int:
    """A number that is higher for a better best five, and equal where the fives tie."""
    suits = [0, 0, 0, 0]
    counts = [0] * 13
    for card in cards:
        order = _ORDER[card.rank]
        suits[_SUIT[card.suit]] |= 1 << order
        counts[order] += 1
    for mask in suits:
        if mask.bit_count() >= 5:  # seven cards have no room for a better hand beside a flush
            high = _straight(mask)
            if high == _ACE:
                return _number(PokerHand.ROYAL_FLUSH, (high,))
            if high:
                return _number(PokerHand.STRAIGHT_FLUSH, (high,))
            return _number(PokerHand.FLUSH, _highest(mask, 5))
    by_count: tuple[list[int], ...] = ([], [], [], [], [])
    present = 0
    for order in range(12, -1, -1):
        if counts[order]:
            by_count[counts[order]].append(order)
            present |= 1 << order
    _, _, pairs, threes, fours = by_count
    if fours:
        return _number(PokerHand.FOUR_OF_A_KIND, (fours[0], *_without(present, fours, 1)))
    if threes and (pairs or len(threes) > 1):
        full_of = max(pairs[:1] + threes[1:2])  # of two threes the lower makes the pair
        return _number(PokerHand.FULL_HOUSE, (threes[0], full_of))
    high = _straight(present)
    if high:
        return _number(PokerHand.STRAIGHT, (high,))
    if threes:
        return _number(PokerHand.THREE_OF_A_KIND, (threes[0], *_without(present, threes, 2)))
    if len(pairs) > 1:
        two = pairs[:2]
        return _number(PokerHand.TWO_PAIRS, (*two, *_without(present, two, 1)))
    if pairs:
        return _number(PokerHand.ONE_PAIR, (pairs[0], *_without(present, pairs, 3)))
    return _number(PokerHand.HIGH_CARD, _highest(present, 5))


def kind(number: int) -> PokerHand:
    """The kind of hand behind a number."""
    return PokerHand(number >> 20)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, as it is read: what makes its kind first."""
    number = rank(cards)
    made = kind(number)
    orders = _orders(number)
    chosen: list[Card] = []
    pool = sorted(cards, key=lambda card: -_ORDER[card.rank])
    if made in (PokerHand.FLUSH, PokerHand.STRAIGHT_FLUSH, PokerHand.ROYAL_FLUSH):
        suit = max("SHDC", key=lambda s: sum(card.suit == s for card in pool))
        pool = [card for card in pool if card.suit == suit]
    if made in (PokerHand.STRAIGHT, PokerHand.STRAIGHT_FLUSH, PokerHand.ROYAL_FLUSH):
        high = orders[0]
        wanted = [(high - step) % 13 for step in range(5)]  # below a two comes the low ace
        return tuple(next(c for c in pool if _ORDER[c.rank] == order) for order in wanted)
    for order in orders:
        for card in pool:
            if _ORDER[card.rank] == order and card not in chosen and len(chosen) < 5:
                chosen.append(card)
                if made in (PokerHand.FLUSH, PokerHand.HIGH_CARD) or _is_kicker(
                    made, order, orders
                ):
                    break
    return tuple(chosen)


def describe(cards: Sequence[Card]) -> str:
    """The best five in words: `full house, kings full of sevens`."""
    number = rank(cards)
    made, orders = kind(number), _orders(number)
    first = orders[0]
    match made:
        case PokerHand.ROYAL_FLUSH:
            return made.words
        case PokerHand.STRAIGHT_FLUSH | PokerHand.STRAIGHT | PokerHand.FLUSH:
            return f"{made.words}, {_ONE[first]} high"
        case PokerHand.FOUR_OF_A_KIND | PokerHand.THREE_OF_A_KIND:
            return f"{made.words}, {_MANY[first]}"
        case PokerHand.FULL_HOUSE:
            return f"{made.words}, {_MANY[first]} full of {_MANY[orders[1]]}"
        case PokerHand.TWO_PAIRS:
            return f"{made.words}, {_MANY[first]} and {_MANY[orders[1]]}"
        case PokerHand.ONE_PAIR:
            return f"{made.words}, {_MANY[first]}"
        case _:
            return f"{made.words}, {_ONE[first]}"


_LENGTH = {
    PokerHand.ROYAL_FLUSH: 1, PokerHand.STRAIGHT_FLUSH: 1, PokerHand.FOUR_OF_A_KIND: 2,
    PokerHand.FULL_HOUSE: 2, PokerHand.FLUSH: 5, PokerHand.STRAIGHT: 1,
    PokerHand.THREE_OF_A_KIND: 3, PokerHand.TWO_PAIRS: 3, PokerHand.ONE_PAIR: 4,
    PokerHand.HIGH_CARD: 5,
}  # fmt: skip
"""How many ranks tell hands of one kind apart."""


def _number(made: PokerHand, orders: Iterable[int]) -> int:
    number, shift = made << 20, 16
    for order in orders:
        number |= order << shift
        shift -= 4
    return number


def _orders(number: int) -> list[int]:
    return [(number >> shift) & 15 for shift in range(16, 16 - 4 * _LENGTH[kind(number)], -4)]


def _is_kicker(made: PokerHand, order: int, orders: Sequence[int]) -> bool:
    makers = 2 if made in (PokerHand.TWO_PAIRS, PokerHand.FULL_HOUSE) else 1
    return order not in orders[:makers]


def _straight(mask: int) -> int:
    """The highest card of five in sequence, or 0. The lowest such high card is the five."""
    line = mask << 1 | mask >> 12  # the ace once more, below the two
    runs = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
    return runs.bit_length() + 2 if runs else 0


def _highest(mask: int, many: int) -> list[int]:
    found: list[int] = []
    while many and mask:
        order = mask.bit_length() - 1
        found.append(order)
        mask ^= 1 << order
        many -= 1
    return found


def _without(mask: int, used: Iterable[int], many: int) -> list[int]:
    for order in used:
        mask &= ~(1 << order)
    return _highest(mask, many)
