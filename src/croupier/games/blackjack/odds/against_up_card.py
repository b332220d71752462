"""The game against one card of the dealer's: what every choice is worth, and where a play leads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds import kernels
from croupier.games.blackjack.odds.hand_terms import (
    BLACKJACK,
    DEALER_BLACKJACK,
    EVEN_MONEY,
    ROWS,
    STANDING,
)
from croupier.games.blackjack.odds.hands import ACE, TEN, dealers_draws, patterns, spread
from croupier.games.blackjack.rules import DealerBlackjackCollects

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.blackjack.odds.hands import NumberedHands, Pattern
    from croupier.odds.array_types import Actions, Floats, Ints


@dataclass(frozen=True, eq=False)
class PlayAgainstUpCard:
    """What is done with every hand against one card of the dealer's."""

    dealt: Actions
    """By hand, as it was dealt."""
    split: tuple[Actions, ...]
    """By the card that was split, then by hand."""
    splits: tuple[bool, ...]
    """Whether a pair of each card is split, and split again whenever it may be."""


class Against:
    """One card of the dealer's and the shoe that is left: values of hands, ends of plays."""

    def __init__(self, hands: NumberedHands, shoe: Sequence[float], up_card: int) -> None:
        self.hands, self.up_card = hands, up_card
        self.rest = np.array(shoe, dtype=np.float64)
        self.rest[up_card] -= 1
        self.free: Floats = np.ascontiguousarray(np.maximum(self.rest[:, None] - hands.out.T, 0.0))
        self.left: Floats = np.maximum(self.rest.sum() - hands.out.sum(axis=1), 0.0)
        draws = dealers_draws(hands.terms.hit_soft_17)[up_card]
        self.chances = kernels.dealers_chances(draws, self.free, self.left)
        self.pays = np.array(hands.terms.pays, dtype=np.float64)
        self.split_pays = self.pays.copy()
        if self.takes_one_wager:
            self.split_pays[:, STANDING, DEALER_BLACKJACK] = 0.0  # it is collected apart
        self.row = self._rows()
        self._split_reaches: dict[int, tuple[tuple[int, Floats], ...]] = {}
        self._split_ends: dict[tuple[int, bytes], Floats] = {}
        self.collected: dict[tuple[int, bytes], float] = {}
        """What a dealer's Blackjack takes from a split, by its card and play, once worked out."""

    @property
    def takes_one_wager(self) -> bool:
        """Whether a dealer's Blackjack takes one wager from all the hands of a split together."""
        return self.up_card in (ACE, TEN) and self.hands.terms.collects in (
            DealerBlackjackCollects.BUSTS_AND_ONE,
            DealerBlackjackCollects.ONE_IN_ALL,
        )

    def _rows(self) -> Ints:
        """Rows of the pay table; a Blackjack takes even money where that is worth more."""
        even, blackjack = self.hands.terms.even_money, self.hands.number(ACE, TEN)
        if even is None or self.up_card != ACE or self.waiting() >= float(even):
            return self.hands.row
        row = self.hands.row.copy()
        row[blackjack] = EVEN_MONEY
        return row

    def waiting(self) -> float:
        """What a Blackjack is worth that waits for the dealer's second card."""
        return float(self.chances[:, self.hands.number(ACE, TEN)] @ self.pays[0, BLACKJACK])

    @cached_property
    def deals(self) -> Floats:
        """How likely each hand of two cards is."""
        deals = np.zeros(len(self.hands.child))
        cards = self.rest.sum()
        for first in range(10):
            for second in range(10):
                copies = self.rest[first] * max(self.rest[second] - (first == second), 0.0)
                deals[self.hands.number(first, second)] += copies / (cards * (cards - 1))
        return deals

    def of_pair(self, card: int) -> float:
        """How likely a pair of this card is."""
        return float(self.deals[self.hands.number(card, card)])

    # -- hands as they were dealt

    def values(self, forced: Actions | None = None) -> tuple[Floats, Actions]:
        """What standing, drawing and doubling are worth for each hand, and the best of them.

        Actions that are forced are played instead, and the values are what they then are.
        """
        return self._values(self.row, self.itself, forced, self.pays)

    def ends(self, play: PlayAgainstUpCard, reach: Floats | None = None) -> Floats:
        """How often hands that are not split end in each way, by stake and by the dealer's end.

        `reach`, how often each hand is dealt, is completed by how often each is drawn to.
        """
        reach = self.deals.copy() if reach is None else reach
        for card, splits in enumerate(play.splits):
            if splits:
                reach[self.hands.number(card, card)] = 0.0
        ends = np.zeros((2, ROWS, 7))
        self._follow(self.row, self.itself, play.dealt, reach, ends)
        return ends

    @cached_property
    def itself(self) -> Ints:
        """Nothing is out of the shoe beside a hand as it was dealt."""
        return np.arange(len(self.hands.child), dtype=np.int32)

    # -- hands from a split

    def split_values(
        self, card: int, elsewhere: int = 1, forced: Actions | None = None, charge: float = 1.0
    ) -> tuple[Floats, Actions]:
        """The same for one hand from a split, so many of its pair cards lying elsewhere.

        It is played as if alone, and reckons to lose such a part to the dealer's Blackjack.
        """
        pays = self.pays
        if charge < 1:
            pays = pays.copy()
            pays[:, STANDING, DEALER_BLACKJACK] *= charge
        return self._values(self.hands.split_row, self.hands.at[card, elsewhere], forced, pays)

    def pair_chances(self, card: int) -> list[float]:
        """How likely so many cards after a pair, 0 and up, are all to pair again."""
        chances, copies, cards = [1.0], self.rest[card] - 2, self.rest.sum() - 2
        for taken in range(self.hands.at.shape[1]):
            chances.append(chances[-1] * max(copies - taken, 0.0) / max(cards - taken, 1.0))
        return chances

    def split_reaches(self, card: int) -> tuple[tuple[int, Floats], ...]:
        if card not in self._split_reaches:
            self._split_reaches[card] = tuple(self._find_split_reaches(card))
        return self._split_reaches[card]

    def _find_split_reaches(self, card: int) -> Iterator[tuple[int, Floats]]:
        """How often, over all hands of a split, each second card falls with so many pair cards out.

        By exchange of cards every hand of a pattern counts alike; a hand whose second card did not
        pair is counted as any less one that did, so that no hand depends on another's cards.
        """
        weights = np.zeros((2, self.hands.at.shape[1] + 1))
        for pattern in patterns(self.hands.most_hands(card)):
            for kind, hands, others in kinds_of_hands(pattern):
                for pairing, sign in enumerate(spread(others)):
                    weights[kind, 1 + pattern.paired + pairing] += pattern.ways * hands * sign
        chances = self.pair_chances(card)
        for elsewhere in range(1, weights.shape[1]):
            unpaired, free = weights[:, elsewhere] * chances[elsewhere - 1]
            if unpaired or free:
                yield elsewhere, self.second_cards(card, elsewhere, unpaired, free)

    def second_cards(self, card: int, elsewhere: int, unpaired: float, free: float) -> Floats:
        """How often a split hand gets each second card: one that did not pair, and any hand."""
        reach = np.zeros(len(self.hands.child))
        state = self.hands.at[card, elsewhere, self.hands.number(card)]
        if self.left[state] > 0:
            for second in range(10):
                often = free if second == card else unpaired + free
                drawn = self.free[second, state] / self.left[state]
                reach[self.hands.number(card, second)] = often * drawn
        return reach

    def split_ends(self, card: int, actions: Actions) -> Floats:
        """How many hands of a split end in each way, by stake and by the dealer's end."""
        key = card, actions.tobytes()
        if key not in self._split_ends:
            self._split_ends[key] = ends = np.zeros((2, ROWS, 7))
            for elsewhere, reach in self.split_reaches(card):
                self.follow_split(card, elsewhere, actions, reach.copy(), ends)
        return self._split_ends[key]

    def follow_split(
        self, card: int, elsewhere: int, actions: Actions, reach: Floats, ends: Floats
    ) -> None:
        """Add how hands of a split end that are reached so often."""
        at = self.hands.at[card, elsewhere]
        self._follow(self.hands.split_row, at, actions, reach, ends)

    # -- the compiled functions with what is known here

    def _values(
        self, row: Ints, at: Ints, forced: Actions | None, pays: Floats
    ) -> tuple[Floats, Actions]:
        hands = self.hands
        if forced is None:
            forced = np.full(len(hands.child), -1, np.int8)
        return kernels.values_of(
            hands.child, row, hands.ended, hands.must_draw, hands.may_double, at,
            self.free, self.left, self.chances, pays, forced,
        )  # fmt: skip

    def _follow(self, row: Ints, at: Ints, actions: Actions, reach: Floats, ends: Floats) -> None:
        kernels.follow(
            self.hands.child, row, at, actions, reach, self.free, self.left, self.chances, ends
        )


def kinds_of_hands(pattern: Pattern) -> Iterator[tuple[int, int, int]]:
    """The hands of a pattern that did not pair (0) and any hands (1), and how many others did not.

    That others did not pair bears on a hand's own cards; what any hand's card is does not.
    """
    if pattern.unpaired:
        yield 0, pattern.unpaired, pattern.unpaired - 1
    if pattern.free:
        yield 1, pattern.free, pattern.unpaired
