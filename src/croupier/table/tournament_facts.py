"""What a table states when it is a tournament's."""

from __future__ import annotations

from typing import ClassVar

from croupier.aggregate.facts import Fact
from croupier.table.facts import Staking
from croupier.table.wagers import MAIN


class Designated(Fact, frozen=True, tag="designated"):
    """The table is for a tournament and for nothing else."""

    tournament: str


class PositionAllocated(Fact, frozen=True, tag="position"):
    """A player has this box, or with none no position at the table any more."""

    player: str
    box: int | None


class TournamentChipsMoved(Fact, frozen=True, tag="tournament-chips"):
    """Tournament chips to the table or back; without a player, to and from the float."""

    player: str | None
    amount: int


class MarkerPlaced(Fact, frozen=True, tag="starting-marker"):
    box: int


class AskedToWager(Fact, frozen=True, tag="asked-to-wager"):
    player: str


class WageredOutOfOrder(Fact, frozen=True, tag="out-of-order"):
    """A wager made before its owner's turn; the owner is advised of what may follow."""

    player: str
    times: int


class Passed(Fact, frozen=True, tag="passed"):
    player: str
    left: int
    """Pass cards that the player still has."""


class MadeGood(Fact, frozen=True, tag="made-good"):
    """A wager outside the limits is what it should have been."""

    player: str
    was: int
    amount: int


class OutAtTable(Fact, frozen=True, tag="out"):
    """A player cannot wager the minimum of the next round, or has not wagered it."""

    player: str
    residual: int
    wagered: int = 0
    taken: int = 0
    """The place in the order in which losers' chips were taken; the first is 1."""
    no_wager: bool = False
    """Whether it is for want of a wager, and not of chips."""
    there: bool = False
    """Whether who made none was at the table."""


class FormHandedIn(Fact, frozen=True, tag="form"):
    """A wager is written down and with the supervisor; an indicator shows that there is one."""

    player: str


class FormReturned(Fact, frozen=True, tag="form-returned"):
    """A form goes back to be put right before the round."""

    player: str
    reason: str


class HiddenStaked(Staking, frozen=True, tag="hidden-stake"):
    """What an undisclosed wager is for; not told before it is announced."""

    moves_chips: ClassVar[bool] = True

    box: int
    wager: str = MAIN


class HiddenAnnounced(Fact, frozen=True, tag="hidden-announced"):
    """An undisclosed wager: what was written and what it counts for."""

    player: str
    written: int | None
    type: str
    amount: int


class FormInspected(Fact, frozen=True, tag="form-inspected"):
    player: str
    of: str
    written: int | None
    type: str
