"""What a round asks for next, and the answers that it takes.

The round is a coroutine: it yields one of the requests below and is sent a card or an answer. Who
deals and who decides is the business of whoever drives it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec

from croupier.aggregate.acts import Command, CommandSignificance, Target

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.holdem.facts import Place
    from croupier.games.holdem.hands import Box
    from croupier.rulebook.citations import Clauses


# --- requests


class CardDue(msgspec.Struct, frozen=True, gc=False):
    """A card is due, face down, to a box, the dealer or the middle."""

    to: Place
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A card that is sent for one that is due, and was laid somewhere else."""

    card: Card
    on: Place


class Betting(msgspec.Struct, frozen=True, gc=False):
    """A betting round is open; whoever owes an answer may give it, in any order."""


class Conceding(msgspec.Struct, frozen=True, gc=False):
    """The dealer's hand is declared: players may still give up, until the dealer takes and pays."""


class HandDue(msgspec.Struct, frozen=True, gc=False):
    """The dealer is to turn to the next hand, take and pay."""

    box: Box


Request = CardDue | Betting | Conceding | HandDue


# --- answers, which are also the commands of a live table


class LookAtCards(Command, frozen=True, tag="look-at-cards"):
    """The player looks at the two cards of the box, and so has handled them."""

    ends_wait: ClassVar[bool] = False
    puts_right: ClassVar[bool] = False

    box: int


class Fold(Command, frozen=True, tag="fold"):
    """The hand is given up in a betting round, and all its wagers with it."""

    gives_up_hand: ClassVar[bool] = True

    box: int


class Check(Command, frozen=True, tag="check"):
    """The hand stays in without a bet for now."""

    box: int


class PlayWager(Command, frozen=True, tag="play"):
    """The one wager that keeps a hand in the round, a multiple of the ante."""

    box: int
    amount: int


class NoAnswer(Command, frozen=True, tag="no-answer"):
    """The player did not decide in reasonable time, refused to, or is away."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX,)
    after_the_time: ClassVar[bool] = True

    box: int
    refuses: bool = False
    """Whether the player says so, and need not be waited for."""


class OverlookedPlay(Command, frozen=True, tag="overlooked-play"):
    """A play wager that was let stand, although its amount is not what rule 8 allows."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    puts_right: ClassVar[bool] = False
    why_patrons_own: ClassVar[str] = "it says that a patron has put chips down, and plays with them"

    box: int
    amount: int


class Concede(Command, frozen=True, tag="concede"):
    """The hand is given up after the dealer's hand was declared."""

    gives_up_hand: ClassVar[bool] = True

    box: int


class TakeAndPay(Command, frozen=True, tag="take-and-pay"):
    """The dealer acts on the next hand; the first time this ends the chance to concede."""

    puts_right: ClassVar[bool] = False


class Reconsider(msgspec.Struct, frozen=True):
    """Something outside the round changed (a hand is void): look again."""


Decision = Fold | Check | PlayWager | NoAnswer | OverlookedPlay
"""What may be said about a hand in a betting round."""
Answer = Decision | Concede | TakeAndPay
"""What players and dealer may answer; cards are sent as they are."""
