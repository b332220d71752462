"""The best play by the cards of each hand, and what a play is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds.against_up_card import PlayAgainstUpCard
from croupier.games.blackjack.odds.dealer_blackjack import collected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.odds.array_types import Actions, Floats

_CHARGES = (1.0, 0.75, 0.5)
"""How much of a wager a hand may reckon with when all hands of a split lose only one."""


@dataclass(frozen=True)
class Worth:
    """What a play brings and stakes on average, for one unit wagered at first."""

    value: float
    staked: float


def worth_of(against: Against, play: PlayAgainstUpCard) -> Worth:
    """A play from the deal to the end."""
    ends = against.ends(play)
    value, staked = float((ends * against.pays).sum()), _staked(ends)
    for card, splits in enumerate(play.splits):
        if splits:
            often, actions = against.of_pair(card), play.split[card]
            value += often * split_value(against, card, actions)
            staked += often * _staked(against.split_ends(card, actions))
    return Worth(value, staked)


def _staked(ends: Floats) -> float:
    return float(ends[0].sum() + 2 * ends[1].sum())


def best_play(against: Against) -> PlayAgainstUpCard:
    """The best play by the cards of each hand; split where a split so played is worth more."""
    values, dealt = against.values()
    whole = values.max(axis=1)
    split = tuple(split_play(against, card, whole) for card in range(10))
    return PlayAgainstUpCard(dealt, split, worthwhile_splits(against, split, whole))


def split_play(against: Against, card: int, whole: Floats) -> Actions:
    """The best play of a hand from a split as if it were alone, its pair cards out of the shoe.

    Where the dealer's Blackjack takes one wager from all hands together, what a hand reckons to
    lose to it is between that and nothing: of some such plays, the best.
    """
    if against.hands.takes_one_card(card):
        return np.zeros(len(against.hands.child), np.int8)
    if not against.takes_one_wager:
        return against.split_values(card)[1]
    pair = float(whole[against.hands.number(card, card)])
    plays = [against.split_values(card, charge=charge)[1] for charge in _CHARGES]
    return max(plays, key=lambda actions: split_value(against, card, actions, pair))


def worthwhile_splits(
    against: Against, split: Sequence[Actions], whole: Floats
) -> tuple[bool, ...]:
    """Which pairs are worth more split, for what each hand is worth that is not."""

    def better(card: int) -> bool:
        pair = float(whole[against.hands.number(card, card)])
        return against.of_pair(card) > 0 and split_value(against, card, split[card], pair) > pair

    return tuple(better(card) for card in range(10))


def split_value(against: Against, card: int, actions: Actions, more_than: float = -np.inf) -> float:
    """What a split is worth with every hand played so; roughly, if it is no more than that."""
    before = float((against.split_ends(card, actions) * against.split_pays).sum())
    return before if before <= more_than else before - collected(against, card, actions)
