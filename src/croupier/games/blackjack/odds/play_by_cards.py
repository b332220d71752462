"""The best play by the cards of each hand, and what a play is worth.

Where all hands of a split lose no more than one wager to a dealer's Blackjack, that couples the
hands: the wager is lost if any of them still stands. Their cards are counted together, all hands
and the dealer's card from one shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack.odds import kernels
from croupier.games.blackjack.odds.against_up_card import PlayAgainstUpCard
from croupier.games.blackjack.odds.hands import ACE, TEN, patterns
from croupier.games.blackjack.rules import DealerBlackjackCollects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.odds.array_types import Actions, Floats, Ints

    Ways = tuple[Ints, Floats]
    """Sets of cards drawn to a hand, and how many orders of each count, or count against."""

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


# --- a dealer's Blackjack that takes one wager from all hands of a split


def collected(against: Against, card: int, actions: Actions) -> float:
    """The chance that the hands of a split, played so, lose one wager to a dealer's Blackjack."""
    if not against.takes_one_wager:
        return 0.0
    key = card, actions.tobytes()
    if key not in against.collected:
        against.collected[key] = _collected(against, card, actions)
    return against.collected[key]


def _collected(against: Against, card: int, actions: Actions) -> float:
    standing, paid = _ways_to_end(against, card, actions, pairs=False)
    any_standing, any_paid = _ways_to_end(against, card, actions, pairs=True)
    needed = ACE + TEN - against.up_card
    if against.hands.terms.collects is DealerBlackjackCollects.BUSTS_AND_ONE:
        blackjack = (against.rest[needed] - 2 * (needed == card)) / (against.rest.sum() - 2)
        none_stands = (
            _drawn(against, card, -standing, all_hands=1.0, pairs=-1.0),
            _drawn(against, card, -any_standing, all_hands=1.0),
        )
        return float(blackjack) - _chance_of_all(against, card, none_stands, needed)
    none_bust = (
        _drawn(against, card, standing + paid),
        _drawn(against, card, any_standing + any_paid),
    )
    all_paid = _drawn(against, card, paid), _drawn(against, card, any_paid)
    return _chance_of_all(against, card, none_bust, needed) - _chance_of_all(
        against, card, all_paid, needed
    )


def _ways_to_end(
    against: Against, card: int, actions: Actions, *, pairs: bool
) -> tuple[Floats, Floats]:
    """Orders in which a hand comes to stand and to be paid, with or without pairs as its start."""
    hands = against.hands
    first = np.zeros(len(hands.child))
    for second in range(10):
        first[hands.number(card, second)] = pairs or second != card
    return kernels.ways_to_end(hands.child, hands.split_row, actions, first)


def _drawn(
    against: Against, card: int, ways: Floats, *, all_hands: float = 0.0, pairs: float = 0.0
) -> Ways:
    """What a hand draws to its first card, by sets of cards that have any ways.

    All hands together are the empty set, whatever they draw; those that pair are one card.
    """
    held = np.flatnonzero(ways)
    cards = np.zeros((2 + len(held), 10), np.int16)
    cards[1, card] = 1
    cards[2:] = against.hands.counts[held]
    cards[2:, card] -= 1
    return cards, np.concatenate([[all_hands, pairs], ways[held]])


def _chance_of_all(against: Against, card: int, among: tuple[Ways, Ways], needed: int) -> float:
    """How likely every hand is to end among those, and the dealer to draw the card that is needed.

    `among` has hands whose second card did not pair, and any hands.
    """
    unpaired, free = among
    nothing = np.zeros((1, 10), np.int16), np.ones(1)
    chances = against.pair_chances(card)
    total = 0.0
    for pattern in patterns(against.hands.most_hands(card)):
        rest = against.rest.copy()
        rest[card] -= 2 + pattern.paired
        first, second, *third = [unpaired] * pattern.unpaired + [free] * pattern.free
        others = _both(second, third[0] if third else nothing)
        together = kernels.chance_of_both(*others, *first, rest, needed)
        total += pattern.ways * chances[pattern.paired] * together
    return total


def _both(one: Ways, other: Ways) -> Ways:
    """Two hands together: the cards of both, each set once, in how many orders."""
    places = 5 * np.arange(10)
    keys = [cards.astype(np.int64) @ (1 << places) for cards, _ in (one, other)]
    sets, where = np.unique(np.add.outer(*keys).ravel(), return_inverse=True)
    cards = ((sets[:, None] >> places) & 31).astype(np.int16)
    orders = np.outer(one[1], other[1]).ravel()
    return cards, np.bincount(where, orders).astype(np.float64)
