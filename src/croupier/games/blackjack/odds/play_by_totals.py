"""The best play by totals alone: one action for a total against a card, whatever makes it up.

Where a rule counts a hand's cards, so does the chart. It is improved by what each choice is worth
as often as the hands of a cell arise, split hands included, until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds import kernels
from croupier.games.blackjack.odds.against_up_card import PlayAgainstUpCard
from croupier.games.blackjack.odds.hands import ACE
from croupier.games.blackjack.odds.kernels.playing import DOUBLE, HIT, STAND
from croupier.games.blackjack.odds.play_by_cards import worthwhile_splits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.games.blackjack.odds.hands import NumberedHands
    from croupier.odds.array_types import Actions, Flags, Floats, Ints

_TOTALS = 22
_ATTEMPTS = 25
"""More improvements than any chart has needed, lest two cells take turns for ever."""
_NOTHING = 1e-14
"""Less than the chance of any cell that arises: what rounding leaves of those that do not."""


class Worths:
    """What each choice of each cell comes to, over its hands as often as they arise.

    Where some of a cell's hands may be doubled and others not, doubling is worth what it is for
    the former and the better of drawing and standing for the latter.
    """

    def __init__(self, sums: Floats) -> None:
        (others, others_stand, others_hit, _), (doubled, stand, hit, double) = sums
        self.often = others + doubled
        self.may_double = doubled > _NOTHING
        self.stand, self.hit = others_stand + stand, others_hit + hit
        self.double = double + np.maximum(others_stand, others_hit)
        self.doubles = self.may_double & (self.double > np.maximum(self.stand, self.hit))
        of_others = np.where(others > _NOTHING, others_hit > others_stand, hit > stand)
        self.draws = np.where(self.doubles, of_others, self.hit > self.stand)
        """What is done with all hands of a cell or, where it doubles, with those it cannot."""


@dataclass(frozen=True, eq=False)
class Column:
    """The chart against one card of the dealer's, by number of cell."""

    against: Against
    plays: Actions
    """Stand or draw, where the hand is not doubled."""
    doubles: Flags
    """Whether a hand that may be doubled is."""
    splits: tuple[bool, ...]

    @cached_property
    def play(self) -> PlayAgainstUpCard:
        """The chart as a play: split hands by the same cells."""
        hands = self.against.hands
        place = cells(hands)
        actions = np.where(hands.may_double & self.doubles[place], DOUBLE, self.plays[place])
        actions = np.where(hands.ended, STAND, actions).astype(np.int8)
        split = [actions] * 10
        if hands.takes_one_card(ACE):
            split[ACE] = np.zeros(len(hands.child), np.int8)
        return PlayAgainstUpCard(actions, tuple(split), self.splits)

    @cached_property
    def worths(self) -> Worths:
        """All further choices by the chart; a cell that it never holds, as if it drew there."""
        against, play = self.against, self.play
        sums = np.zeros((2, 4, len(self.plays)))
        for at, values, reach in _all_hands(self):
            _weigh(against, at, values, reach, sums)
        never = np.zeros_like(sums)
        values, _ = against.values(play.dealt)
        _weigh(against, against.itself, values, reach_of_everything(against), never)
        arises = sums[:, 0].sum(axis=0) > _NOTHING
        return Worths(np.where(arises, sums, never))

    def same(self, other: Column) -> bool:
        return (
            np.array_equal(self.plays, other.plays)
            and np.array_equal(self.doubles, other.doubles)
            and self.splits == other.splits
        )


def counts_cards(hands: NumberedHands) -> bool:
    """Whether the number of cards matters beyond doubling: where some number ends a hand."""
    return hands.terms.most_cards < 21


def cells(hands: NumberedHands) -> Ints:
    """The number of the cell of every hand."""
    kind = hands.size if counts_cards(hands) else 0
    return np.asarray((kind * 2 + hands.soft) * _TOTALS + hands.total)


def best_column(against: Against, best: PlayAgainstUpCard) -> Column:
    """The best chart against one card, begun from the best play by the cards of each hand."""
    column = _first_guess(against, best)
    for _ in range(_ATTEMPTS):
        better = _improved(column)
        if better.same(column):
            break
        column = better
    return column


def _first_guess(against: Against, best: PlayAgainstUpCard) -> Column:
    """By the values of the best play, as if every hand were drawn to: no cell is left out."""
    sums = np.zeros((2, 4, int(cells(against.hands).max()) + 1))
    values, _ = against.values(best.dealt)
    _weigh(against, against.itself, values, reach_of_everything(against), sums)
    return _by(Worths(sums), against, best.splits)


def reach_of_everything(against: Against) -> Floats:
    """How often each hand would be held by somebody who always draws."""
    reach = against.deals.copy()
    draws = np.where(against.hands.ended, STAND, HIT).astype(np.int8)
    against.ends(PlayAgainstUpCard(draws, (), (False,) * 10), reach)
    return reach


def _improved(column: Column) -> Column:
    """The better choice of each cell, for what each is worth by the chart as it is."""
    against, play = column.against, column.play
    values, _ = against.values(play.dealt)
    whole = values[np.arange(len(values)), play.dealt]
    return _by(column.worths, against, worthwhile_splits(against, play.split, whole))


def _by(worths: Worths, against: Against, splits: tuple[bool, ...]) -> Column:
    """The chart that these worths ask for; of cells that cannot be, some must be drawn to still."""
    hands = against.hands
    plays = np.where(worths.draws, HIT, STAND).astype(np.int8)
    plays[cells(hands)[hands.must_draw]] = HIT
    return Column(against, plays, worths.doubles, splits)


def _all_hands(column: Column) -> Iterator[tuple[Ints, Floats, Floats]]:
    """Hands as dealt, then from splits: where, what choices are worth, how often each is held."""
    against, play = column.against, column.play
    values, _ = against.values(play.dealt)
    reach = against.deals.copy()
    against.ends(play, reach)
    yield against.itself, values, reach
    for card, splits in enumerate(play.splits):
        if splits and not against.hands.takes_one_card(card):
            for elsewhere, second_cards in against.split_reaches(card):
                values, _ = against.split_values(card, elsewhere, play.split[card])
                reach = against.of_pair(card) * second_cards
                ends = np.zeros_like(against.pays)
                against.follow_split(card, elsewhere, play.split[card], reach, ends)
                yield against.hands.at[card, elsewhere], values, reach


def _weigh(against: Against, at: Ints, values: Floats, reach: Floats, sums: Floats) -> None:
    hands = against.hands
    kernels.weigh(cells(hands), hands.ended, hands.may_double, at, values, reach, sums)
