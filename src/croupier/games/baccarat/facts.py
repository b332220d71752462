"""What happened in a coup: one frozen record per act, each with its clauses."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from croupier.aggregate.facts import Fact, Significance
from croupier.cards import Card
from croupier.money import dollars
from croupier.quick_enums import quick
from croupier.table.facts import Reversed, Settled


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
    meant_for: Whose | None = None
    """The hand that the rules wanted it on, when it was laid on the other."""
    drawn_to: Whose | None = None
    """The hand that it was drawn to in error, before it became this hand's card."""


class DealtFaceDown(Fact, frozen=True, tag="dealt-face-down", gc=False):
    """A card laid on one of the two hands that nobody has seen."""

    hand: Whose
    meant_for: Whose | None = None
    drawn_to: Whose | None = None


class Turned(Fact, frozen=True, tag="turned", gc=False):
    """A card that lay face down is seen by all."""

    hand: Whose
    place: int
    card: Card
    by: str


class Stood(Fact, frozen=True, tag="stood", gc=False):
    """A hand takes no third card."""

    hand: Whose
    total: int
    why: Stands


class CoupEnded(Fact, frozen=True, tag="coup-ended", gc=False):
    """Who won, with which totals; stated of a no-bet coup too."""

    lasts: ClassVar[bool] = True  # the scoreboard shows it

    winner: Winner
    player: int
    banker: int


RoundFact = StageBegan | Dealt | DealtFaceDown | Turned | Stood | CoupEnded | Settled | Reversed
"""Every fact a coup can state."""


# --- what a table of baccarat states outside its coups


@quick
class Door(StrEnum):
    """What leads to a no-bet coup."""

    AGREED = "asked for, and agreed to by all"
    NOBODY_HERE = "nobody is at the table"
    EXCESS_CARD = "a card drawn in excess was seen"
    REMOVED = "all wagers were removed"
    WITHDRAWN = "all wagers were withdrawn"


class Determined(Fact, frozen=True, tag="determined"):
    """How coups are dealt and settled from now on; the sign says so."""

    settlement: str
    pairs: str | None
    dealing: str
    differential: int | None

    @property
    def table_terms(self) -> str:
        apart = "none" if self.differential is None else dollars(self.differential)
        dealing = str(self.dealing).replace("_", " ")
        return (
            f"method {self.settlement}, pairs {self.pairs or 'none'}, dealt {dealing}, "
            f"differential {apart}"
        )


class NoBetWish(Fact, frozen=True, tag="no-bet-wish"):
    """What a patron says about a no-bet coup: asks for one, agrees, or does not agree."""

    player: str
    wish: str


class NoBetCoup(Fact, frozen=True, tag="no-bet-coup"):
    """A coup is played without wagers."""

    is_news: ClassVar[bool] = True

    round: int
    door: Door


class OneMoreRound(Fact, frozen=True, tag="one-more-round"):
    """The last coup from the shoe was a tie: another is dealt before the shuffle."""

    is_news: ClassVar[bool] = True


class TurnersNamed(Fact, frozen=True, tag="turners-named"):
    """Who turns a hand that is dealt face down; with nobody named, the dealer."""

    hand: Whose
    players: tuple[str, ...]


class ChangesPermitted(Fact, frozen=True, tag="changes-permitted"):
    """No card has been seen: patrons may do these things to their wagers."""

    is_news: ClassVar[bool] = True

    round: int
    changes: tuple[str, ...]
    reason: str


class RemovalOffered(Fact, frozen=True, tag="removal-offered"):
    """The hands were laid anew and no card was seen: patrons may remove wagers, or leave them."""

    is_news: ClassVar[bool] = True

    round: int


class RoundResumed(Fact, frozen=True, tag="round-resumed"):
    """Every patron has had the choice, and the coup goes on."""

    is_news: ClassVar[bool] = True

    round: int


class RulingDue(Fact, frozen=True, tag="ruling-due"):
    """A card was misplaced in a finished round, and no rule says what becomes of it."""

    is_news: ClassVar[bool] = True

    round: int
    reason: str


class LateRuling(StrEnum):
    VOID = "void"
    SETTLE_ANEW = "settle anew"
    STAND = "stand"


class Ruled(Fact, frozen=True, tag="ruled"):
    """What the operator makes of a finished round in which a card was misplaced."""

    is_news: ClassVar[bool] = True

    round: int
    ruling: str
    reason: str

    @property
    def withdraws_round(self) -> bool:
        return self.ruling == LateRuling.SETTLE_ANEW

    @property
    def counts_anew(self) -> int:
        return self.round

    @property
    def significance(self) -> Significance:
        what = f"the ruling on a round: {self.ruling}"
        return Significance("dispute", what, f"round {self.round}", self.reason)
