"""What happened in a round of Hold'em: one frozen record per act, each with its clauses.

Facts say no more than everybody at the table could see. A card has no name in them until it is
turned up, so a folded hand has none ever, and the facts of a round may be shown to anyone.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final, Literal

from croupier.aggregate.facts import Fact, Significance
from croupier.cards import Card
from croupier.quick_enums import quick
from croupier.table.facts import Reversed, Settled, Staking, Warned

DEALER: Final = "dealer"
COMMUNAL: Final = "communal"
Place = int | Literal["dealer", "communal"]
"""Where cards lie: at a box by its number, with the dealer, or in the middle."""


@quick
class Stage(StrEnum):
    """The parts of a round, in their order."""

    DEAL = "deal"
    BEFORE_THE_FLOP = "before the flop"
    AFTER_THE_FLOP = "after the flop"
    ON_THE_RIVER = "on the river"
    DEALERS_HAND = "dealer's hand"
    SETTLEMENT = "settlement"
    OVER = "over"


BEFORE_THE_FLOP, AFTER_THE_FLOP = Stage.BEFORE_THE_FLOP, Stage.AFTER_THE_FLOP
ON_THE_RIVER = Stage.ON_THE_RIVER  # asked for at every decision


@quick
class Ended(StrEnum):
    """How a box is done with the round."""

    FOLDED = "folded"
    CONCEDED = "conceded"
    VOID = "void"
    SETTLED = "settled"


class Abort(StrEnum):
    """How a round ends without a result. After a misdeal there is a shuffle and a new round."""

    MISDEAL = "misdeal"
    VOID = "void"


class StageBegan(Fact, frozen=True, tag="stage", gc=False):
    stage: Stage


class DealtFaceDown(Fact, frozen=True, tag="dealt-face-down", gc=False):
    """A card that nobody has seen."""

    to: Place


class Spread(Fact, frozen=True, tag="spread", gc=False):
    """The five communal cards lie side by side, the flop first, still face down."""


class Handled(Fact, frozen=True, tag="handled", gc=False):
    """A player has touched the cards of a box, or been shown them."""

    player: str
    box: int


class Decided(Staking, frozen=True, tag="decided", gc=False):
    """What a player did in a betting round: `fold`, `check`, or `play` for an amount."""

    box: int
    action: str


class TurnedUp(Fact, frozen=True, tag="turned-up", gc=False):
    """Cards that lie open from now on."""

    whose: Place
    cards: tuple[Card, ...]


class Exposed(Fact, frozen=True, tag="exposed", gc=False):
    """A card that was shown by mistake, by its place from 1. Everybody has seen it."""

    is_news: ClassVar[bool] = True

    whose: Place
    place: int
    card: Card


class Announced(Fact, frozen=True, tag="announced", gc=False):
    """Words that the rules put into the dealer's mouth."""

    words: str
    box: int | None = None


class Declared(Fact, frozen=True, tag="declared", gc=False):
    """The best five of a hand and the communal cards."""

    whose: Place
    poker_hand: str
    words: str
    five: tuple[Card, ...]


class Qualified(Fact, frozen=True, tag="qualified", gc=False):
    """Whether the dealer has a pair or better."""

    qualifies: bool


class PlayNoticed(Fact, frozen=True, tag="play-noticed", gc=False):
    """A play wager against rule 8 that was noticed at settlement, and what stands of it."""

    is_news: ClassVar[bool] = True

    player: str
    box: int
    staked: int
    stands: int


class Discarded(Fact, frozen=True, tag="discarded", gc=False):
    """A hand is taken or paid, and its two cards are in the discard rack."""

    box: int


class HandVoided(Fact, frozen=True, tag="hand-voided", gc=False):
    """One box is out of the round without a result."""

    is_news: ClassVar[bool] = True

    box: int
    reason: str

    @property
    def significance(self) -> Significance:
        return Significance("void", "a hand is void", f"box {self.box}", self.reason)


class Aborted(Fact, frozen=True, tag="aborted", gc=False):
    """The round is over without a result, and everything staked in it goes back."""

    is_news: ClassVar[bool] = True
    says_why_void: ClassVar[bool] = True

    how: Abort
    reason: str


RoundFact = (
    StageBegan
    | DealtFaceDown
    | Spread
    | Handled
    | Decided
    | TurnedUp
    | Exposed
    | Announced
    | Declared
    | Qualified
    | PlayNoticed
    | Discarded
    | HandVoided
    | Aborted
    | Settled
    | Reversed
    | Warned
)
"""Every fact a round of Hold'em can state."""
