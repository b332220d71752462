"""What comes next in a promotion: what the operator still owes, and what somebody could do now.

What could be done is found by asking the commands' own judges, each command tried as it would most
likely be, so nothing is offered that could not be done. A name or a text that is yet to be filled
in is taken to be a good one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Role
from croupier.joint_draws import CloseRoll, VoidDraw, WrongSecret
from croupier.promotion.acts import (
    awards,
    claims,
    disputes,
    draws,
    entries,
    integrity,
    offered_terms,
    winners,
)
from croupier.promotion.acts.winners import told_by
from croupier.promotion.money import Payment, PaymentMethod
from croupier.promotion.state import ClaimStanding, PromotionPhase
from croupier.promotion.terms import Channel, DecidedBy, Terms, milliseconds
from croupier.rulebook.citations import Clauses
from croupier.table.acts.opening import Approval

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Claim, PromotionState


class Obligation(msgspec.Struct, frozen=True):
    """One thing that is owed; with a moment, until then and no longer."""

    what: str
    by: int | None
    overdue: bool
    clauses: Clauses


def duties(promotion: Promotion, at: int) -> tuple[Obligation, ...]:
    """Everything that is owed at a moment, what is overdue with the rest."""
    return tuple(_owed(promotion, at))


def _owed(promotion: Promotion, at: int) -> Iterator[Obligation]:
    law, state = promotion.law, promotion.state
    if state.phase is PromotionPhase.DRAFT:
        return
    if state.published is None:
        yield Obligation("make the terms available", None, False, law.terms_available)
    draw = _draw_owed(promotion, at)
    if draw is not None:
        yield draw
    for win in state.wins:
        if not (win.told or win.awarded):  # too late is told too late, until the prize is theirs
            due = told_by(promotion, win)
            clauses = law.winner_told.clauses if due else law.particulars["notification"]
            overdue = due is not None and at > due
            yield Obligation(f"tell {win.player} of win {win.number}", due, overdue, clauses)
    if not all(win.published for win in state.wins):
        yield Obligation("publish the results", None, False, law.particulars["results"])
    for claim in state.claims:
        if claim.standing is ClaimStanding.OPEN:
            what = f"award or refuse claim {claim.number} of {claim.player}"
            yield Obligation(what, None, False, law.reasons_told)
    for dispute in state.disputes:
        if not dispute.decision:
            yield Obligation(f"decide dispute {dispute.number}", None, False, law.last_word)


def _draw_owed(promotion: Promotion, at: int) -> Obligation | None:
    """The draw when its hour has come; its end, as soon as nobody can be in it any more."""
    law, state = promotion.law, promotion.state
    terms, close, award = state.terms, state.entries_close, state.award_at
    waits = state.phase is not PromotionPhase.RUNNING or state.postponed
    if waits or terms is None or terms.decided_by is not DecidedBy.DRAW or close is None:
        return None
    if not state.tickets and at > milliseconds(close):
        clauses = Clauses((*law.particulars["eligibility"], *law.compromised))
        return Obligation("cancel the draw: nobody has a ticket", None, False, clauses)
    if award is None or at < milliseconds(award):
        return None
    return Obligation("hold the draw", None, False, law.particulars["award_at"])


# --- what could be done

SOMETHING = "…"
"""Whatever will be said."""
SOMEBODY = "somebody else entirely"


def possible(promotion: Promotion, by: Person, at: int) -> tuple[str, ...]:
    """The commands that a person could give at a moment, by name, in the order of the rules."""
    found = {
        str(command.__struct_config__.tag): None
        for command in _likely(promotion, by)
        if promotion.check(command, by, at) is None
    }
    told = draws.DrawWinners(secret=SOMETHING)  # nobody here knows which it is
    if isinstance(promotion.check(told, by, at), WrongSecret):
        found[str(told.__struct_config__.tag)] = None
    return tuple(found)


def _likely(promotion: Promotion, by: Person) -> Iterator[Command]:
    state = promotion.state
    terms = state.terms or Terms(name=promotion.name)
    wagered = terms.wager.amount or 0 if terms.wager is not None else 0
    yield offered_terms.OfferPrizes(terms=terms)
    yield offered_terms.SendTerms()
    yield offered_terms.PublishTerms(where=(SOMETHING,), marketing=(SOMETHING,))
    yield offered_terms.StartPromotion()
    yield offered_terms.AmendTerms(terms=terms, approval=Approval(SOMETHING, SOMETHING))
    yield entries.Enter(player=SOMEBODY, ground=SOMETHING, wagered=wagered)
    yield draws.NominateScrutineer(person=SOMEBODY)
    for player in dict.fromkeys(state.tickets):
        if player not in state.attended:
            yield draws.MarkPresent(player=player)
            break
    yield draws.CommitDraw(commitment="e" * 64)
    if state.drawing.tips and state.draw is None:
        yield CloseRoll(commitment="e" * 64, roll=state.closing_roll(promotion.name).hash)
    yield VoidDraw()
    yield draws.WitnessDraw(word=SOMETHING)
    for number in range(1, len(terms.prizes) + 1):
        yield draws.WinByChance(player=SOMEBODY, prize=number, chance=SOMETHING, wagered=wagered)
    yield winners.TellWinner(win=1, channel=Channel.MAIL, reached=True)
    yield winners.PublishResults(where=SOMETHING)
    yield from _claims(state, by)
    for what in integrity.Postponable:
        yield integrity.Postpone(what=what, reason=SOMETHING)
    yield integrity.Validate(how=SOMETHING)
    yield integrity.CancelDraw(reason=SOMETHING)
    yield disputes.DisputeTerms(player=by.name, about=SOMETHING)
    for dispute in state.disputes:
        yield disputes.DecideDispute(number=dispute.number, decision=SOMETHING)
    yield disputes.NotSatisfied(player=by.name, decision=SOMETHING)


def _may_know_of(claim: Claim, by: Person) -> bool:
    """Whether somebody may know that there is a claim: it is theirs, or they see all of them."""
    return by.oversees or (by.role is Role.PLAYER and by.name == claim.player)


def _claims(state: PromotionState, by: Person) -> Iterator[Command]:
    prizes = state.terms.prizes if state.terms is not None else ()
    claimant = SOMEBODY if by.is_staff else by.name
    for number in range(1, len(prizes) + 1):
        yield claims.ClaimPrize(player=claimant, prize=number)
    for claim in state.claims:
        if claim.standing is not ClaimStanding.OPEN or not _may_know_of(claim, by):
            continue
        yield claims.RefuseClaim(claim=claim.number, reasons=(SOMETHING,), address=SOMETHING)
        yield awards.TakeCash(player=claim.player, claim=claim.number)
        whole = Payment(method=PaymentMethod.CASH, amount=claim.of.value or 0, payee=claim.player)
        yield awards.ChoosePayment(player=claim.player, claim=claim.number, payments=(whole,))
        yield awards.AwardPrize(claim=claim.number)
