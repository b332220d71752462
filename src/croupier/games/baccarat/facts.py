"""What happened in a coup: one frozen record per act, each with its clauses."""

from __future__ import annotations

from enum import StrEnum

from croupier.cards import Card
from croupier.enums import quick
from croupier.table.facts import Fact, Reversed, Settled


@quick
class Stage(StrEnum):
    """The parts of a coup, in their order."""

    INITIAL_DEAL = "initial deal"
    PAIRS = "pairs"
    THIRD_CARDS = "third cards"
    SETTLEMENT = "settlement"
    OVER = "over"


@quick
class Whose(StrEnum):
    """The two hands of a coup. The people who bet on them are patrons here."""

    PLAYER = "player"
    BANKER = "banker"


@quick
class Winner(StrEnum):
    """How a coup comes out, named like the wager that it makes win."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@quick
class Stands(StrEnum):
    """Why a hand takes no third card."""

    NATURAL = "natural"
    AGAINST_A_NATURAL = "against a natural"
    TABLEAU = "tableau"


class StageBegan(Fact, frozen=True, tag="stage", gc=False):
    stage: Stage


class Dealt(Fact, frozen=True, tag="dealt", gc=False):
    """A card laid on one of the two hands."""

    hand: Whose
    card: Card


class Stood(Fact, frozen=True, tag="stood", gc=False):
    """A hand takes no third card."""

    hand: Whose
    total: int
    why: Stands


class CoupEnded(Fact, frozen=True, tag="coup-ended", gc=False):
    """Who won, with which totals; stated of a no-bet coup too."""

    winner: Winner
    player: int
    banker: int


RoundFact = StageBegan | Dealt | Stood | CoupEnded | Settled | Reversed
"""Every fact a coup can state."""
