"""What a seat may know of a game, built for that seat.

A view is a value: it stays as it was when the game goes on. Cards that the seat may not see are
`None` in it, whatever they are.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from croupier.cards import Card

BOX: Final = "box"
DEALER: Final = "dealer"
BOARD: Final = "board"
FACE_DOWN: Final = "??"


class StakeSeen(msgspec.Struct, frozen=True, gc=False):
    """A wager that lies there undecided, with what was added to it."""

    player: str
    wager: str
    amount: int


class HandSeen(msgspec.Struct, frozen=True, gc=False):
    """Cards that are settled together, or that everybody plays with."""

    of: str
    """`box`, `dealer`, `board` in Hold'em, `player` and `banker` in baccarat."""
    cards: tuple[Card | None, ...]
    """In the order dealt; `None` lies face down for whoever looks."""
    total: int | None = None
    """What the cards come to, where they are counted and all of them seen."""
    soft: bool = False
    """Whether an ace counts eleven in the total."""
    words: str = ""
    """What it is called, as in `soft 17`, `Blackjack`, `natural 9` or `a flush`."""
    stakes: tuple[StakeSeen, ...] = ()
    ended: str | None = None
    """Why nothing more is decided about it, as in `bust` or `folded`."""
    box: int | None = None
    place: int = 1
    """Which hand of its box it is, from the left."""
    is_asked: bool = False
    """Whether it is the hand that a decision is due about."""

    @property
    def is_pair(self) -> bool:
        """Two cards of one value, as splitting asks for it."""
        first, *others = self.cards or (None,)
        return (
            len(others) == 1
            and first is not None
            and others[0] is not None
            and first.points == others[0].points
        )

    def __str__(self) -> str:
        shown = " ".join(FACE_DOWN if card is None else str(card) for card in self.cards)
        return f"{shown} ({self.words})" if self.words else shown


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """The game as a seat sees it; with no seat, as anybody does who looks on."""

    seat: str | None
    round: int
    stage: str
    turn: str | None
    """Who is to move, if anybody is."""
    hands: tuple[HandSeen, ...]
    """Those of the boxes from the first one on, then what is common to all."""
    cards_left: int
    """How many cards are in the shoe."""
    shuffles: int
    """How often the cards have been shuffled: while it stays the same, so does the shoe."""
    net: int
    """What the seat has won or lost in all rounds so far, in cents."""
    staked: int
    """What the seat has on its main wagers in this round, in cents, without what was added."""
    _seen: tuple[Card, ...] | None

    @property
    def hand(self) -> HandSeen | None:
        """The hand that a decision is due about, whoever decides."""
        return next((hand for hand in self.hands if hand.is_asked), None)

    @property
    def dealer(self) -> HandSeen | None:
        """The dealer's hand; baccarat has none."""
        return self._of(DEALER)

    @property
    def board(self) -> HandSeen | None:
        """The communal cards of Hold'em."""
        return self._of(BOARD)

    @property
    def own(self) -> tuple[HandSeen, ...]:
        """The hands on which the seat has a wager."""
        return tuple(
            hand for hand in self.hands if any(stake.player == self.seat for stake in hand.stakes)
        )

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card that the seat has seen since the shuffle, those on the table included."""
        if self._seen is not None:
            return self._seen
        return tuple(card for hand in self.hands for card in hand.cards if card is not None)

    @property
    def gone(self) -> Counter[Card]:
        """The same, counted."""
        return Counter(self.seen)

    def _repr_html_(self) -> str:
        from croupier.play.notebook import html_of_view

        return html_of_view(self)

    def _of(self, of: str) -> HandSeen | None:
        return next((hand for hand in self.hands if hand.of == of), None)

    def __str__(self) -> str:
        """A line for each hand, and what is staked on it."""
        lines = [f"round {self.round}, {self.stage}"]
        for hand in self.hands:
            whose = hand.of if hand.box is None else f"{hand.of} {hand.box}"
            whose += f".{hand.place}" if hand.place > 1 else ""
            staked = ", ".join(f"{s.player} {s.wager} {s.amount / 100:,.2f}" for s in hand.stakes)
            mark = ">" if hand.is_asked else " "
            lines.append(f"{mark} {whose:<8} {hand!s:<28} {staked}".rstrip())
        return "\n".join(lines)
