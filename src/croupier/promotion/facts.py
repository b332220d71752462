"""What happens in a promotion, each fact under the clauses it cites."""

from __future__ import annotations

from typing import ClassVar

from croupier.aggregate.facts import Fact, ToldTo
from croupier.joint_draws import DrawLinkOpened, DrawTipBrought, DrawVoided, RollClosed
from croupier.promotion.money import Payment
from croupier.promotion.terms import Channel, Moment, Terms
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified


class PromotionFact(Fact, frozen=True):
    """Told to the desk, and to the player whom it names, if it says nothing else."""

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    @property
    def for_dealers(self) -> bool:
        """Whether dealers are told it too, for it is they who take entries."""
        return False


class Offered(PromotionFact, frozen=True, tag="offered"):
    """Terms are drawn up; they may still be incomplete."""

    terms: Terms


class TermsPublished(PromotionFact, frozen=True, tag="terms-published"):
    """Where the terms are to be had, and which advertising refers to them."""

    where: tuple[str, ...]
    marketing: tuple[str, ...]


class TermsSent(PromotionFact, frozen=True, tag="terms-sent"):
    """The Authority has these terms, by their SHA-256; its time begins, or goes on if it had."""

    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY

    digest: str
    time_begins: bool = True


class Started(PromotionFact, frozen=True, tag="started"):
    """The promotion has commenced."""

    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY


class Amended(PromotionFact, frozen=True, tag="amended"):
    """Other terms are in the place of those that were sent."""

    terms: Terms
    approval: Approval | None = None


class Entered(PromotionFact, frozen=True, tag="entered"):
    """Somebody has tickets, numbered from the first to the last."""

    player: str
    first: int
    last: int
    ground: str
    wagered: int = 0

    @property
    def for_dealers(self) -> bool:
        return True


# --- the draw


class ScrutineerNominated(PromotionFact, frozen=True, tag="scrutineer"):
    person: str


class Attended(PromotionFact, frozen=True, tag="attended"):
    """An entrant is at the draw."""

    player: str

    @property
    def for_dealers(self) -> bool:
        return True


class DrawCommitted(PromotionFact, frozen=True, tag="draw-committed"):
    """The order of so many tickets is fixed by a secret that nobody has seen."""

    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY

    by: str
    commitment: str
    roll: str
    tickets: int


class DrawWitnessed(PromotionFact, frozen=True, tag="draw-witnessed"):
    """Somebody who saw the commitment and not the secret has added a word of their own."""

    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY

    by: str
    word: str


class Drawn(PromotionFact, frozen=True, tag="drawn"):
    """The secret is told: the draw has taken place."""

    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY

    secret: str
    seeded_by: int = 0
    """How many outside the house took part by links; nobody, where a witness added a word."""


class Won(PromotionFact, frozen=True, tag="won"):
    """One prize is somebody's: by a ticket, or by the chance that the terms name."""

    win: int
    prize: int
    player: str
    ticket: int | None = None
    chance: str = ""

    @property
    def for_dealers(self) -> bool:
        return bool(self.chance)


# --- winners and claims


class WinnerTold(PromotionFact, frozen=True, tag="winner-told"):
    """An attempt to tell a winner, and whether it counts as one that was owed."""

    win: int
    channel: Channel
    reached: bool
    counts: bool


class ResultsPublished(PromotionFact, frozen=True, tag="results-published"):
    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY

    where: str


class Claimed(PromotionFact, frozen=True, tag="claimed"):
    """Somebody claims a prize, rightly or not."""

    claim: int
    player: str
    prize: int
    address: str = ""


class CashChosen(PromotionFact, frozen=True, tag="cash-chosen"):
    """The winner takes the alternative in cash."""

    claim: int
    amount: int


class PaymentChosen(PromotionFact, frozen=True, tag="payment-chosen"):
    """The winner of much cash has said how to be paid."""

    claim: int
    payments: tuple[Payment, ...]


class Awarded(PromotionFact, frozen=True, tag="awarded"):
    """A prize is the winner's: handed over, or paid."""

    claim: int
    win: int
    player: str
    payments: tuple[Payment, ...] = ()


class ClaimRefused(PromotionFact, frozen=True, tag="claim-refused"):
    claim: int
    reasons: tuple[str, ...]


class DenialRegistered(PromotionFact, frozen=True, tag="denial-registered"):
    """A line of the register of denied claims. Nothing takes it out again."""

    claim: int
    name: str
    address: str
    prize: str
    value: int
    reasons: tuple[str, ...]


# --- when something is wrong


class Postponed(PromotionFact, frozen=True, tag="postponed"):
    """The promotion or the draw waits until it can be trusted again."""

    what: str
    reason: str


class Validated(PromotionFact, frozen=True, tag="validated"):
    """It can be trusted again, and goes on, perhaps at another time."""

    how: str
    entries_close: Moment | None = None
    award_at: Moment | None = None


class DrawCancelled(PromotionFact, frozen=True, tag="draw-cancelled"):
    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY

    reason: str


class DisputeRaised(PromotionFact, frozen=True, tag="dispute-raised"):
    number: int
    player: str
    about: str


class DisputeDecided(PromotionFact, frozen=True, tag="dispute-decided"):
    """The operator's decision, which is final."""

    number: int
    decision: str


FACTS = (
    Offered | TermsPublished | TermsSent | Started | Amended | Entered | ScrutineerNominated
    | Attended | DrawCommitted | DrawWitnessed | Drawn | Won | WinnerTold | ResultsPublished
    | Claimed | CashChosen | PaymentChosen | Awarded | ClaimRefused | DenialRegistered
    | Postponed | Validated | DrawCancelled | DisputeRaised | DisputeDecided | Notified
    | DrawTipBrought | RollClosed | DrawLinkOpened | DrawVoided
)  # fmt: skip
"""Every fact of a promotion, for decoding."""
