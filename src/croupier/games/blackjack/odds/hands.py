"""The hands that can be held and what the terms say of each: numbered once, used for every shoe."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds import kernels
from croupier.games.blackjack.odds.hand_terms import BLACKJACK, FIVE_CARDS, LEAST_TO_STAND

if TYPE_CHECKING:
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.odds.array_types import Flags, Ints

ACE, TEN = 0, 9
"""The values of cards as places: an ace first, everything that counts ten last."""


@dataclass(frozen=True)
class Pattern:
    """How the second cards of split hands may fall, as far as it matters.

    So many paired and were split again; so many hands have a card that did not pair; the others,
    with no split left, take any.
    """

    paired: int
    unpaired: int
    free: int
    ways: int


def patterns(most_hands: int) -> tuple[Pattern, ...]:
    """Every pattern of a split with resplitting up to so many hands."""
    found: dict[tuple[int, int, int], int] = {}

    def deal(paired: int, unpaired: int) -> None:
        hands = 2 + paired
        waiting = hands - unpaired
        if hands == most_hands or waiting == 0:
            ended = paired, unpaired, waiting
            found[ended] = found.get(ended, 0) + 1
            return
        deal(paired + 1, unpaired)
        deal(paired, unpaired + 1)

    deal(0, 0)
    return tuple(Pattern(*ended, ways) for ended, ways in found.items())


def spread(unpaired: int) -> tuple[int, ...]:
    """A card that does not pair is any card less one that does: signs by how many do."""
    return tuple((-1) ** pairing * comb(unpaired, pairing) for pairing in range(unpaired + 1))


@dataclass(frozen=True, eq=False)
class NumberedHands:
    """Every hand by number, and every set of cards that may be out of the shoe with one."""

    terms: HandTerms
    counts: Ints
    child: Ints
    """The hand that a card makes of a hand; -1 if it is bust."""
    hard: Ints
    size: Ints
    out: Ints
    """Cards out of the shoe: the hands themselves, then hands with pair cards of other hands."""
    at: Ints
    """Rows of `out` by the card that was split, how many of it lie elsewhere, and the hand."""

    def number(self, *cards: int) -> int:
        """The number of the hand that holds these cards."""
        found = 0
        for card in cards:
            found = int(self.child[found, card])
        return found

    @cached_property
    def soft(self) -> Flags:
        return np.asarray((self.counts[:, ACE] > 0) & (self.hard <= 11))

    @cached_property
    def total(self) -> Ints:
        return np.asarray(self.hard + 10 * self.soft)

    @cached_property
    def split_row(self) -> Ints:
        """The row of the pay table for a hand that stands after a split."""
        row = self.total.copy()
        row[(self.size == self.terms.most_cards) & (row < 21)] = FIVE_CARDS
        if self.terms.blackjack_after_split:
            row[(self.size == 2) & (self.total == 21)] = BLACKJACK
        return row

    @cached_property
    def row(self) -> Ints:
        """The row of the pay table for a hand that stands as it was dealt."""
        row = self.split_row.copy()
        row[(self.size == 2) & (self.total == 21)] = BLACKJACK
        return row

    @cached_property
    def ended(self) -> Flags:
        """No decision is left: 21, or as many cards as a hand may have."""
        return np.asarray((self.total == 21) | (self.size >= self.terms.most_cards))

    @cached_property
    def must_draw(self) -> Flags:
        return (self.hard < LEAST_TO_STAND) & ~self.soft & ~self.ended

    @cached_property
    def may_double(self) -> Flags:
        return (self.size >= 2) & (self.size <= self.terms.doubled_up_to) & ~self.ended

    def most_hands(self, card: int) -> int:
        """The most hands that a pair of this card may become."""
        return 2 if self.takes_one_card(card) else self.terms.most_hands

    def takes_one_card(self, card: int) -> bool:
        """Whether a hand from a split of this card is over with its second."""
        return card == ACE and self.terms.one_card_on_aces


@lru_cache(maxsize=8)
def hands_of(terms: HandTerms) -> NumberedHands:
    counts, child, hard, size = kernels.hands(terms.most_cards)
    one_card = [card == ACE and terms.one_card_on_aces for card in range(10)]
    most_cards = np.array([2 if one else terms.most_cards for one in one_card])
    elsewhere = 1 + max(p.paired + p.unpaired for p in patterns(terms.most_hands))
    most_more = np.array([1 if one else elsewhere for one in one_card])
    out, at = kernels.with_more(counts, child, size, most_cards, most_more)
    return NumberedHands(terms, counts, child, hard, size, out, at)


@lru_cache(maxsize=2)
def dealers_draws(hit_soft_17: bool) -> tuple[Ints, ...]:
    """The dealer's ways to a stop from each card that may be shown."""
    counts, child, hard, size = kernels.hands(21)
    soft = (counts[:, ACE] > 0) & (hard <= 11)
    total = hard + 10 * soft
    stops = (total >= 17) & ~((total == 17) & soft & hit_soft_17)
    return tuple(kernels.dealers_draws(child, size, total, stops, card) for card in range(10))
