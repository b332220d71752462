"""How a round comes out: the chance of each net result, from how often hands end in each way.

Exact where nothing is split. The hands of a split each end exactly as often as they do, together
with each end of the dealer's; beyond what they share through the dealer they are taken as
independent of each other. Drawn from one shoe they are not quite, and vary a little less together.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds.against_up_card import kinds_of_hands
from croupier.games.blackjack.odds.hand_terms import (
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    ROWS,
    STANDING,
)
from croupier.games.blackjack.odds.hands import patterns, spread
from croupier.games.blackjack.odds.play_by_cards import split_value
from croupier.games.blackjack.rules import DealerBlackjackCollects

if TYPE_CHECKING:
    from croupier.games.blackjack.odds.against_up_card import Against, PlayAgainstUpCard
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.odds.array_types import Actions, Floats


@dataclass(frozen=True)
class Scale:
    """Net results as places of an array, from the greatest loss of a whole round up."""

    terms: HandTerms
    ladder: tuple[tuple[Fraction, Fraction], ...]
    """What a Blackjack brings against another, with the chance of each."""

    @cached_property
    def _nets(self) -> tuple[Fraction, ...]:
        rows = chain.from_iterable(self.terms.pays)
        return (*chain.from_iterable(rows), *(net for net, _ in self.ladder))

    @cached_property
    def unit(self) -> int:
        """How many places there are to one wager."""
        return lcm(*(net.denominator for net in self._nets))

    @cached_property
    def most(self) -> int:
        """The most places that one hand may be from zero."""
        return int(max(map(abs, self._nets)) * self.unit)

    @cached_property
    def middle(self) -> int:
        return self.most * self.terms.most_hands

    def net(self, place: int) -> Fraction:
        return Fraction(place - self.middle, self.unit)

    def one_hand(self, ends: Floats, pays: Floats, outcome: int) -> Floats:
        """How likely one hand is to bring each result when the dealer ends so."""
        often = ends[:, :, outcome].copy()
        width = 2 * self.most + 1
        chances = np.zeros(width)
        if self.ladder and outcome == DEALER_BLACKJACK:  # a Blackjack is never doubled
            for net, chance in self.ladder:
                chances[int(net * self.unit) + self.most] += often[0, BLACKJACK] * float(chance)
            often[0, BLACKJACK] = 0.0
        places = np.rint(pays[:, :, outcome] * self.unit).astype(np.int64) + self.most
        return chances + np.bincount(places.ravel(), often.ravel(), width)

    def several(self, hands: list[Floats]) -> Floats:
        """The chances of the sum, for hands that are independent of each other."""
        together = reduce(np.convolve, hands)
        whole = np.zeros(2 * self.middle + 1)
        start = self.middle - self.most * len(hands)
        whole[start : start + len(together)] = together
        return whole


def chances_of_results(against: Against, play: PlayAgainstUpCard, scale: Scale) -> Floats:
    """The chance of every result against one card of the dealer's."""
    ends = against.ends(play)
    chances = np.zeros(2 * scale.middle + 1)
    for outcome in range(7):
        chances += scale.several([scale.one_hand(ends, against.pays, outcome)])
    for card, splits in enumerate(play.splits):
        if splits:
            chances += against.of_pair(card) * split_chances(against, card, play.split[card], scale)
    return chances


def split_chances(against: Against, card: int, actions: Actions, scale: Scale) -> Floats:
    """The chance of every result of a split with its hands played so."""
    tables = _ends_by_second_card(against, card, actions)
    chances = np.zeros(2 * scale.middle + 1)
    for pattern in patterns(against.hands.most_hands(card)):
        hands: list[tuple[Floats, int]] = []
        for kind, count, others in kinds_of_hands(pattern):
            ends = np.zeros((2, ROWS, 7))
            for more, sign in enumerate(spread(others)):
                ends += sign * tables[kind, 1 + pattern.paired + more]
            hands.append((ends, count))
        for outcome in range(7):
            often = hands[0][0][:, :, outcome].sum()
            if often > 0:
                parts = [(ends / often, count) for ends, count in hands]
                together = _together(against, parts, outcome, scale)
                chances += pattern.ways * often * together
    return _with_mean(chances, split_value(against, card, actions), scale)


def _ends_by_second_card(
    against: Against, card: int, actions: Actions
) -> dict[tuple[int, int], Floats]:
    """How one hand ends, if it did not pair and if it may have, by pair cards elsewhere.

    All with the chance that those cards paired.
    """
    found = {}
    hands, pairing = against.hands, against.pair_chances(card)
    for elsewhere in range(1, hands.at.shape[1]):
        if hands.at[card, elsewhere, hands.number(card)] < 0:
            break
        for kind, weights in enumerate(((1.0, 0.0), (0.0, 1.0))):
            ends = np.zeros((2, ROWS, 7))
            reach = pairing[elsewhere - 1] * against.second_cards(card, elsewhere, *weights)
            against.follow_split(card, elsewhere, actions, reach, ends)
            found[kind, elsewhere] = ends
    return found


def _together(
    against: Against, parts: list[tuple[Floats, int]], outcome: int, scale: Scale
) -> Floats:
    """The chances of what so many hands of each kind bring in all, when the dealer ends so."""

    def sums(counted: Floats | float = 1.0) -> Floats:
        hands: list[Floats] = []
        for ends, count in parts:
            hands += [scale.one_hand(ends * counted, against.split_pays, outcome)] * count
        return scale.several(hands)

    if outcome != DEALER_BLACKJACK or not against.takes_one_wager:
        return sums()
    no_stand, no_bust = np.ones((2, ROWS, 1)), np.ones((2, ROWS, 1))
    no_stand[:, STANDING] = no_bust[:, BUST] = 0.0
    if against.hands.terms.collects is DealerBlackjackCollects.BUSTS_AND_ONE:
        loses = sums() - sums(no_stand)
    else:
        loses = sums(no_bust) - sums(no_bust * no_stand)
    return sums() - loses + np.roll(loses, -scale.unit)


def _with_mean(chances: Floats, mean: float, scale: Scale) -> Floats:
    """The same chances with the mean that is known exactly.

    Hands that share one loss do not share it quite as independent hands would; the difference, less
    than one in a million, is moved between the likeliest result and the one a wager below it.
    """
    nets = (np.arange(len(chances)) - scale.middle) / scale.unit
    gap = mean - float(chances @ nets) / float(chances.sum())
    place = int(chances.argmax())
    chances[place] += gap
    chances[place - scale.unit] -= gap
    return chances
