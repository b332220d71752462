"""What a round asks for next, and the answers that it takes.

The round is a coroutine: it yields one of the requests below and is sent a card or an answer. Who
deals and who decides is the business of whoever drives it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.acts import Command
from croupier.cards import Card
from croupier.quick_enums import quick

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Box, Hand
    from croupier.rulebook.citations import Clauses


# --- requests


class CardDue(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A card is due to a hand; with no box, to the dealer's."""

    box: Box | None
    hand: Hand
    clauses: Clauses


class Choice(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The controlling player of a box decides about a hand."""

    box: Box
    hand: Hand
    player: str


class Election:
    """The other owners on a hand say whether they split or double too, before the card."""

    __slots__ = ("action", "box", "hand", "waiting")

    def __init__(self, action: str, box: Box, hand: Hand, waiting: list[str]) -> None:
        self.action = action
        self.box = box
        self.hand = hand
        self.waiting = waiting


@quick
class Window(StrEnum):
    OWNERS = "owners"
    OTHERS = "others"


class InsuranceWindow:
    """Insurance is open: first to the owners of wagers, then on wagers whose owners declined."""

    __slots__ = ("window",)

    def __init__(self, window: Window) -> None:
        self.window = window


Request = CardDue | Choice | Election | InsuranceWindow


# --- answers, which are also the commands of a live table


class Hit(Command, frozen=True, tag="hit"):
    """The hand takes another card."""

    box: int
    hand: int = 1


class Stand(Command, frozen=True, tag="stand"):
    """The hand takes no more cards."""

    box: int
    hand: int = 1


class Double(Command, frozen=True, tag="double"):
    """The controlling player adds up to the initial wager and takes exactly one card."""

    box: int
    amount: int
    hand: int = 1


class Split(Command, frozen=True, tag="split"):
    """The controlling player matches the initial wager and makes two hands of one.

    `amount` may name the chips put down; anything but the whole initial wager is refused.
    """

    box: int
    hand: int = 1
    amount: int | None = None


class Elect(Command, frozen=True, tag="elect"):
    """Another owner on the hand joins a split or a double, or with an amount of 0 does not."""

    player: str
    box: int
    amount: int
    hand: int = 1


class Insure(Command, frozen=True, tag="insure"):
    """Chips on the insurance line for one's own wager on a box, or for another's."""

    player: str
    box: int
    amount: int
    on: str | None = None


class TakeEvenMoney(Command, frozen=True, tag="even-money"):
    """The owner of a Blackjack against an ace is paid one to one at once."""

    player: str
    box: int


class DeclineInsurance(Command, frozen=True, tag="decline-insurance"):
    """The owner says no; silence means the same when the dealer moves on."""

    player: str
    box: int


class MoveOn(Command, frozen=True, tag="move-on"):
    """The dealer closes an open window or election; whoever has not answered is passed over."""


class Misplaced(msgspec.Struct, frozen=True):
    """A card that was laid on another hand than the one it was due to (dealer: box 0)."""

    card: Card
    box: int
    hand: int = 1


class Reconsider(msgspec.Struct, frozen=True):
    """Something outside the round changed (a wager void, a player gone): look again."""


Answer = Hit | Stand | Double | Split | Elect | Insure | TakeEvenMoney | DeclineInsurance | MoveOn
"""What players and dealer may answer; cards are sent as they are."""
