"""What happened in a round of blackjack: one frozen record per act, each with its clauses."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from croupier.aggregate.facts import Fact
from croupier.cards import Card
from croupier.quick_enums import quick
from croupier.table.facts import Reversed, Settled, Staking, TokensMoved


@quick
class Stage(StrEnum):
    """The parts of a round, in their order."""

    INITIAL_DEAL = "initial deal"
    SIDE_BETS = "side bets"
    INSURANCE = "insurance"
    INSURANCE_ON_OTHERS = "insurance on others"
    INTERIM_SETTLEMENT = "interim settlement"
    SUBSEQUENT_DEAL = "subsequent deal"
    DEALERS_HAND = "dealer's hand"
    FINAL_SETTLEMENT = "final settlement"
    OVER = "over"


INITIAL_DEAL, INTERIM_SETTLEMENT = Stage.INITIAL_DEAL, Stage.INTERIM_SETTLEMENT
SUBSEQUENT_DEAL, DEALERS_HAND = Stage.SUBSEQUENT_DEAL, Stage.DEALERS_HAND
FINAL_SETTLEMENT, OVER = Stage.FINAL_SETTLEMENT, Stage.OVER  # those of every round


@quick
class Ended(StrEnum):
    """Why a hand takes no more decisions."""

    BLACKJACK = "blackjack"
    TWENTY_ONE = "twenty-one"
    BUST = "bust"
    STOOD = "stood"
    DOUBLED = "doubled"
    SPLIT_ACE = "split ace"
    FIVE_CARDS = "five cards"
    NO_WAGER = "no wager left"


class StageBegan(Fact, frozen=True, tag="stage", gc=False):
    opens_stage: ClassVar[bool] = True

    stage: Stage


class Dealt(Fact, frozen=True, tag="dealt", gc=False):
    """A card laid on a box's hand, or with `box` 0 on the dealer's."""

    box: int
    hand: int
    card: Card
    meant_for: tuple[int, int] | None = None
    """Where the rules wanted it, when it was laid somewhere else."""


class Chose(Staking, frozen=True, tag="chose", gc=False):
    """What the controlling player of a box did with a hand."""

    box: int
    hand: int
    action: str


class Elected(Staking, frozen=True, tag="elected", gc=False):
    """What another owner on the hand did about a split or a double.

    With no amount the owner rides on the first hand, or does not double.
    """

    box: int
    hand: int
    on: str


class Insured(Staking, frozen=True, tag="insured", gc=False):
    """Chips on the insurance line for one owner's wager."""

    box: int
    on: str


class InsuranceServed(Fact, frozen=True, tag="insurance-served", gc=False):
    """What the order of preference gave to a player who asked to insure another's wager."""

    player: str
    box: int
    on: str
    amount: int


class HandEnded(Fact, frozen=True, tag="hand-ended", gc=False):
    box: int
    hand: int
    total: int
    how: Ended


class DealerEnded(Fact, frozen=True, tag="dealer-ended", gc=False):
    total: int


RoundFact = (
    StageBegan
    | Dealt
    | Chose
    | Elected
    | Insured
    | InsuranceServed
    | HandEnded
    | DealerEnded
    | Settled
    | Reversed
    | TokensMoved
)
"""Every fact a round of blackjack can state."""
