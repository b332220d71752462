"""What a promotion knows, which is what its facts have said."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.joint_draws import Drawing, DrawVoided, Roll, RollClosed
from croupier.promotion.facts import (
    Amended,
    Attended,
    Awarded,
    CashChosen,
    Claimed,
    ClaimRefused,
    DenialRegistered,
    DisputeDecided,
    DisputeRaised,
    DrawCancelled,
    DrawCommitted,
    Drawn,
    DrawWitnessed,
    Entered,
    Offered,
    PaymentChosen,
    Postponed,
    ResultsPublished,
    ScrutineerNominated,
    Started,
    TermsPublished,
    TermsSent,
    Validated,
    WinnerTold,
    Won,
)
from croupier.promotion.terms import milliseconds
from croupier.table.facts import Notified

if TYPE_CHECKING:
    from collections.abc import Container
    from datetime import datetime

    from croupier.aggregate.facts import Fact
    from croupier.joint_draws import JointFact
    from croupier.promotion.money import Payment
    from croupier.promotion.terms import Channel, Prize, Terms


class PromotionPhase(StrEnum):
    """How far a promotion has come."""

    DRAFT = "draft"
    SENT = "sent to the Authority"
    RUNNING = "running"
    DRAWN = "drawn"
    CANCELLED = "draw cancelled"


class ClaimStanding(StrEnum):
    """What has become of a claim."""

    OPEN = "open"
    AWARDED = "awarded"
    REFUSED = "refused"


@dataclass(slots=True)
class Draw:
    """A draw that is under way, or done."""

    committed_by: str
    commitment: str
    roll: str
    tickets: int
    """How many take part."""
    witness: str = ""
    word: str = ""
    secret: str = ""


@dataclass(slots=True)
class Attempt:
    """One attempt to tell a winner."""

    at: int
    told: WinnerTold


@dataclass(slots=True)
class Win:
    """A prize that is somebody's, from the moment it was won."""

    number: int
    prize: int
    player: str
    ticket: int | None
    at: int
    attempts: list[Attempt] = field(default_factory=list)
    payments: tuple[Payment, ...] = ()
    published: bool = False
    """Whether the results with it were made public."""
    awarded: bool = False

    @property
    def told(self) -> bool:
        """Whether an attempt was made that counts."""
        return any(attempt.told.counts for attempt in self.attempts)

    def reached(self, channels: Container[Channel]) -> bool:
        """Whether the winner knows of it, in one of these ways."""
        told = (attempt.told for attempt in self.attempts)
        return any(each.reached and each.channel in channels for each in told)


@dataclass(slots=True)
class Claim:
    """What somebody claims, and what they have chosen."""

    number: int
    player: str
    prize: int
    of: Prize
    """The prize as the terms had it when it was claimed; they may have been amended since."""
    address: str
    cash: int | None = None
    payments: tuple[Payment, ...] = ()
    standing: ClaimStanding = ClaimStanding.OPEN
    reasons: tuple[str, ...] = ()


@dataclass(slots=True)
class Dispute:
    """What somebody disputes, and how it was decided."""

    number: int
    player: str
    about: str
    decision: str = ""


@dataclass(slots=True)
class PromotionState:
    """Changed by `follow` alone."""

    phase: PromotionPhase = PromotionPhase.DRAFT
    terms: Terms | None = None
    published: TermsPublished | None = None
    """Where the terms in force are to be had."""
    sent_at: int | None = None
    digest: str = ""
    started_at: int | None = None
    entries_close: datetime | None = None
    award_at: datetime | None = None
    postponed: str = ""
    """The promotion or the draw, while it waits."""
    entries_wait: bool = False
    """Whether entries were yet to close when the promotion was postponed: they wait with it."""
    tickets: list[str] = field(default_factory=list)
    """Whose each ticket is, from number 1 on."""
    attended: set[str] = field(default_factory=set)
    scrutineer: str = ""
    draw: Draw | None = None
    drawing: Drawing = field(default_factory=Drawing)
    """Who takes part in the draw, and the one that the house is bound to."""
    commitments: list[str] = field(default_factory=list)
    """Every one that was published; a secret serves one draw."""
    wins: list[Win] = field(default_factory=list)
    results: str = ""
    """Where the results were published."""
    claims: list[Claim] = field(default_factory=list)
    register: list[DenialRegistered] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    notices: list[tuple[int, Notified]] = field(default_factory=list)

    # -- reading it

    def prize(self, number: int) -> Prize | None:
        """A prize of the terms, counted from 1."""
        prizes = self.terms.prizes if self.terms is not None else ()
        return prizes[number - 1] if 1 <= number <= len(prizes) else None

    def left(self, number: int) -> int:
        """How many of a prize nobody has won."""
        prize = self.prize(number)
        assert prize is not None
        return prize.quantity - sum(win.prize == number for win in self.wins)

    def won(self, claim: Claim) -> Win | None:
        """The first of the prizes that a claimant has won and not had."""
        if claim.of != self.prize(claim.prize):
            return None
        for win in self.wins:
            if (win.prize, win.player, win.awarded) == (claim.prize, claim.player, False):
                return win
        return None

    def roll(self) -> list[tuple[int, str]]:
        """The tickets that take part in a draw: all, or those of entrants who are there."""
        everybody = self.terms is not None and not self.terms.presence
        return [
            (number, holder)
            for number, holder in enumerate(self.tickets, 1)
            if everybody or holder in self.attended
        ]

    def closing_roll(self, promotion: str) -> Roll:
        """The same, as it is closed for a draw in which others take part."""
        return Roll(f"{promotion}, draw", tuple(self.roll()))

    # -- changing it

    def follow(self, fact: Fact, at: int) -> None:
        """Take in what has happened."""
        match fact:
            case Notified():
                self.notices.append((at, fact))
            case Offered() | Amended():
                self._take_terms(fact.terms)
            case TermsPublished():
                self.published = fact
            case TermsSent():
                self._sent(fact, at)
            case Started():
                self.phase, self.started_at = PromotionPhase.RUNNING, at
            case Entered():
                self.tickets += [fact.player] * (fact.last - fact.first + 1)
            case Postponed():
                self._postpone(fact.what, at)
            case Validated():
                self.postponed, self.entries_wait = "", False
                self.entries_close = fact.entries_close or self.entries_close
                self.award_at = fact.award_at or self.award_at
            case DisputeRaised():
                self.disputes.append(Dispute(fact.number, fact.player, fact.about))
            case DisputeDecided():
                self.disputes[fact.number - 1].decision = fact.decision
            case _:
                self._follow_draw(fact, at)

    def _take_terms(self, terms: Terms) -> None:
        self.terms, self.published = terms, None
        self.entries_close, self.award_at = terms.entries_close, terms.award_at

    def _postpone(self, what: str, at: int) -> None:
        self.postponed = what
        assert self.entries_close is not None
        self.entries_wait = what == "promotion" and at <= milliseconds(self.entries_close)
        if self.phase is not PromotionPhase.DRAWN:  # a draw that was under way begins anew
            self.draw = None
            self.drawing.give_up()
            self.attended.clear()

    def _sent(self, fact: TermsSent, at: int) -> None:
        self.phase, self.digest = PromotionPhase.SENT, fact.digest
        if fact.time_begins:
            self.sent_at = at

    def follow_joint(self, fact: JointFact, promotion: str, at: int) -> None:
        """The same for those who take part in the draw."""
        roll = self.closing_roll(promotion) if isinstance(fact, RollClosed) else None
        self.drawing.follow(fact, record=promotion, at=at, roll=roll)
        if isinstance(fact, RollClosed):
            self.draw = Draw("", fact.commitment, fact.roll, fact.names)
            self.commitments.append(fact.commitment)
        elif isinstance(fact, DrawVoided):
            self.draw = None

    def _follow_draw(self, fact: Fact, at: int) -> None:
        match fact:
            case ScrutineerNominated(person=person):
                self.scrutineer = person
            case Attended(player=player):
                self.attended.add(player)
            case DrawCommitted():
                self.draw = Draw(fact.by, fact.commitment, fact.roll, fact.tickets)
                self.commitments.append(fact.commitment)
            case DrawWitnessed():
                assert self.draw is not None
                self.draw.witness, self.draw.word = fact.by, fact.word
            case Drawn(secret=secret):
                assert self.draw is not None
                self.draw.secret, self.phase = secret, PromotionPhase.DRAWN
                self.drawing.done(secret)
            case Won():
                self.wins.append(Win(fact.win, fact.prize, fact.player, fact.ticket, at))
            case DrawCancelled():
                self.phase, self.postponed = PromotionPhase.CANCELLED, ""
                self.drawing.give_up()
                self.wins.clear()
            case _:
                self._follow_claims(fact, at)

    def _follow_claims(self, fact: Fact, at: int) -> None:
        match fact:
            case WinnerTold(win=number):
                self.wins[number - 1].attempts.append(Attempt(at, fact))
            case ResultsPublished(where=where):
                self.results = where
                for win in self.wins:
                    win.published = True
            case Claimed():
                prize = self.prize(fact.prize)
                assert prize is not None
                claim = Claim(fact.claim, fact.player, fact.prize, prize, fact.address)
                self.claims.append(claim)
            case CashChosen():
                self.claims[fact.claim - 1].cash = fact.amount
            case PaymentChosen():
                self.claims[fact.claim - 1].payments = fact.payments
            case Awarded():
                win = self.wins[fact.win - 1]
                win.awarded, win.payments = True, fact.payments
                self.claims[fact.claim - 1].standing = ClaimStanding.AWARDED
            case ClaimRefused():
                claim = self.claims[fact.claim - 1]
                claim.standing, claim.reasons = ClaimStanding.REFUSED, fact.reasons
            case DenialRegistered():
                self.register.append(fact)
