"""What the kernels read: tables of the ranking, of the shapes of boards, of a deck and of money.

Compiled code is kept for these definitions and its own; what they hold is given to it each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Shorts = npt.NDArray[np.int16]
    Bytes = npt.NDArray[np.uint8]

KINDS = 26
HANDS = KINDS * (KINDS + 1) // 2
"""Kinds of cards as a suit sees them, and hands of two."""
HOLD, PLAY, CHECK = 0, 1, 2
"""What is summed for a hand: the wagers made before the deal if it stays in, a play wager of one
ante, and the better of betting and folding on the river."""
WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = 0, 1, 2, 3, 4
"""How a dealer's hand leaves the player; unqualified is the dealer."""
BEFORE_FLOP, AFTER_FLOP, RIVER, FOLDED = 0, 1, 2, 3
"""When the play wager is made, if it is."""
HIGH, SUITS = 17, 32
"""Where in the word of a card the field of the high ranks begins, and where those of suits do."""
SLOTS = 1 << 17
"""Of the hash table of boards."""


class Ranks(NamedTuple):
    """The tables: 4,824 orders that seven cards can have, from 1, the higher the better."""

    start: npt.NDArray[np.int32]
    """By the high ranks: where the hands that have them begin in `order`."""
    place: Shorts
    """By the low ranks: which of those hands it is."""
    order: Shorts
    flush: Shorts
    """By the ranks of five or more cards of a suit, as bits; 0 for fewer."""
    kind: Shorts
    """By order: the kind of hand."""


class Shapes(NamedTuple):
    """What holds for any deck."""

    boards: Ints
    """Five kinds each, ascending."""
    plain: Ints
    """By board: the one of the same ranks without a suit."""
    views: Ints
    """By three kinds, ascending: the number of the flop they are."""
    plain_hand: Ints
    """By hand: the pair of its ranks, of 91."""
    words: Ints
    """By kind: the word of its rank."""


class Deck(NamedTuple):
    """What is in the deck, and which suits have the same ranks left and so are alike."""

    held: Ints
    """By card: 1 if it is there."""
    group: Ints
    """By suit: which group of like suits it belongs to. The last is no suit, which goes with 0."""
    kinds: Ints
    """By group of suits: how many cards there are of each kind."""
    plain: Ints
    """How many there are of each kind where no suit matters."""
    flops: Ints
    """One flop of those that differ by the names of like suits only."""
    weights: Ints
    """How many flops that one stands for."""
    alike: Ints
    """By hand of two cards: the number of its class, likewise, or -1."""
    dealers: int
    """How many hands the dealer can have when seven cards are known."""

    @property
    def cards(self) -> int:
        return int(self.held.sum())

    @property
    def boards(self) -> int:
        """How many flops, turns and rivers can follow a hand."""
        return comb(self.cards - 2, 3) * comb(self.cards - 5, 2)


class Payouts(NamedTuple):
    """Amounts in fractions of an ante, `unit` of them one ante.

    A dealer's hand leaves the player in one of five ways, which the kernels count in this order:
    beaten by the player, the same without qualifying, level, better, better without qualifying.
    """

    unit: int
    ante: int
    """What a winning ante is paid, and so on."""
    play: int
    """For a play wager of one ante."""
    blind: Ints
    """By kind of hand, if it beats the dealer."""
    trips: Ints
    """By kind of hand: won or lost, with the wager that lies there."""
    folded: int
    """What a fold loses: ante, blind and trips."""
    before_the_flop: int
    after_the_flop: int
    on_the_river: int
    """How many antes the largest play wager is. Between it and checking there is nothing to gain:
    whoever expects a play wager to win makes it as large as can be, and who does not can check, and
    bet less later."""

    @property
    def key(self) -> tuple[object, ...]:
        """The same for the same amounts."""
        return tuple(tuple(part) if isinstance(part, Iterable) else part for part in self)

    def holding(self, kind: int) -> tuple[int, ...]:
        """What ante, blind and trips bring to a hand that stays in, by how the dealer leaves it."""
        blind, trips = int(self.blind[kind]), int(self.trips[kind])
        won = (self.ante + blind + trips, blind + trips)
        return (*won, trips, trips - 2 * self.unit, trips - self.unit)

    @property
    def multiples(self) -> tuple[int, ...]:
        """How many antes are played before the flop, after it, on the river, and by who folds."""
        return self.before_the_flop, self.after_the_flop, self.on_the_river, 0

    @property
    def playing(self) -> tuple[int, ...]:
        """What a play wager of one ante brings, likewise."""
        return (self.play, self.play, 0, -self.unit, -self.unit)


class PlayPolicy(NamedTuple):
    """A way to play, laid out to be looked up in the middle of a round."""

    raises: Bytes
    """By hand of two cards."""
    flop_class: Ints
    """By flop, its cards ascending and counted as they are chosen: the one it is played like."""
    naming: Bytes
    """By flop: the suits' names in that one."""
    flop_raises: Bytes
    """By class of flops, and hand."""
    board_key: Ints
    board_at: Ints
    """A hash table: ranks of the suit and of the others, to the shape of a board."""
    group: Ints
    river_bets: Bytes
    """By group of suits, shape of board, and hand as that suit sees it."""
