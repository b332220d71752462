"""20.1, 20.6, 20.9: terms are drawn up, made known, sent to the Authority, and changed."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.promotion.facts import Amended, Offered, Started, TermsPublished, TermsSent
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import Terms, as_written, local, milliseconds
from croupier.promotion.terms_review import must_be_said, not_allowed, objections
from croupier.rulebook.citations import Clauses, Refused, must_be_free_of
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion

acts: Acts[Promotion, PromotionLaw] = Acts()

AUTHORITY = "authority"

_encode = msgspec.json.Encoder().encode


class OfferPrizes(Command, frozen=True, tag="offer-prizes"):
    """The operator draws up terms, or draws them up anew while nobody has them yet."""

    terms: Terms


def _declared_for_terms(law: PromotionLaw) -> Clauses:
    """What may be offered, and all that the terms of a prize have to say."""
    return together(
        law.promotional_prize, law.barred, *law.prohibited.values(), law.most_liquor.clauses,
        law.prescribed, *law.particulars.values(), law.wager_named,
        *law.prize_particulars.values(), *law.machinery.values(), *law.vehicle.values(),
        *law.travel.values(), *law.real_estate.values(),
    )  # fmt: skip


@acts.act(OfferPrizes, Role.SUPERVISOR, clauses=_declared_for_terms)
def offer_prizes(promotion: Promotion, command: OfferPrizes, by: Person) -> Facts:
    law = promotion.law
    if promotion.state.phase is not PromotionPhase.DRAFT:
        raise Refused(
            "terms: the Authority has them; they can only be amended",
            law.terms_to_authority.clauses,
        )
    must_be_free_of(not_allowed(command.terms, promotion.rules), "terms.")
    yield Offered(terms=command.terms, clauses=law.may_offer)


class PublishTerms(Command, frozen=True, tag="publish-terms"):
    """The terms can be had, and the advertising refers to them."""

    where: tuple[Text, ...]
    """In the casino, on a website, by e-mail, in the post, in brochures."""
    marketing: tuple[Text, ...]
    """Each piece of advertising that refers to the terms."""


@acts.act(PublishTerms, Role.SUPERVISOR, clauses=lambda law: law.terms_available)
def publish_terms(promotion: Promotion, command: PublishTerms, by: Person) -> Facts:
    law = promotion.law
    if promotion.state.phase is PromotionPhase.DRAFT:
        raise Refused("terms: they have not been sent to the Authority", law.terms_available)
    for field, words in (("where", command.where), ("marketing", command.marketing)):
        if not words:
            raise Refused(f"{field}: name at least one", law.terms_available)
        for number, each in enumerate(words):
            must_be_said(f"{field}[{number}]", each, law.terms_available)
    yield TermsPublished(
        where=command.where, marketing=command.marketing, clauses=law.terms_available
    )


class SendTerms(Command, frozen=True, tag="send-terms"):
    """The Authority gets the full terms."""


@acts.act(SendTerms, Role.SUPERVISOR, clauses=lambda law: law.terms_to_authority.clauses)
def send_terms(promotion: Promotion, command: SendTerms, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    if state.terms is None:
        raise Refused("terms: there are none", law.terms_to_authority.clauses)
    if state.phase is not PromotionPhase.DRAFT:
        raise Refused("terms: the Authority has them", law.terms_to_authority.clauses)
    must_be_free_of(objections(state.terms, promotion.rules), "terms.")
    yield from _sent(promotion, state.terms, time_begins=True)


def _sent(promotion: Promotion, terms: Terms, *, time_begins: bool) -> Facts:
    clauses = promotion.law.terms_to_authority.clauses
    digest = sha256(_encode(terms)).hexdigest()
    yield Notified(
        to=AUTHORITY, about="terms and conditions", detail=f"{terms.name}: {digest}",
        clauses=clauses,
    )  # fmt: skip
    yield TermsSent(digest=digest, time_begins=time_begins, clauses=clauses)


class StartPromotion(Command, frozen=True, tag="start-promotion"):
    """The promotion commences."""


@acts.act(
    StartPromotion,
    Role.SUPERVISOR,
    clauses=lambda law: together(law.terms_available, law.terms_to_authority.clauses),
)
def start_promotion(promotion: Promotion, command: StartPromotion, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    if state.phase is PromotionPhase.DRAFT:
        raise Refused(
            "terms: they have not been sent to the Authority", law.terms_to_authority.clauses
        )
    if state.phase is not PromotionPhase.SENT:
        raise Refused(f"the promotion is {state.phase}", law.may_offer)
    if state.postponed:
        raise Refused(f"the {state.postponed} is postponed", law.compromised)
    must_be_available(promotion)
    _must_be_time(promotion)
    yield Started(
        clauses=Clauses((*law.may_offer, *law.terms_to_authority.clauses, *law.terms_available))
    )


def earliest_start(promotion: Promotion) -> int | None:
    """From when terms that were sent may take effect: by the Authority's time, and their own."""
    state = promotion.state
    if state.terms is None or state.terms.starts is None or state.sent_at is None:
        return None
    return max(
        state.sent_at + promotion.law.terms_to_authority.value, milliseconds(state.terms.starts)
    )


def _must_be_time(promotion: Promotion) -> None:
    law, state, now = promotion.law, promotion.state, promotion.now
    assert state.terms is not None
    assert state.terms.starts is not None
    assert state.entries_close is not None
    assert state.sent_at is not None
    notice = law.terms_to_authority
    if now < state.sent_at + notice.value:
        earliest = as_written(local(state.sent_at + notice.value, state.terms.starts))
        raise Refused(
            f"the Authority has the terms for too short a time; from {earliest}", notice.clauses
        )
    if now < milliseconds(state.terms.starts):
        raise Refused(
            f"starts: not before {as_written(state.terms.starts)}", law.particulars["starts"]
        )
    if now > milliseconds(state.entries_close):  # perhaps later than the terms had it
        raise Refused(
            "entries_close: entries have closed already", law.particulars["entries_close"]
        )


def must_be_available(promotion: Promotion) -> None:
    """The terms that are in force can be had."""
    if promotion.state.published is None:
        raise Refused("terms: nobody can have them yet", promotion.law.terms_available)


class AmendTerms(Command, frozen=True, tag="amend-terms"):
    """Terms that the Authority has are changed; once the promotion runs, with its approval."""

    terms: Terms
    approval: Approval | None = None


@acts.act(
    AmendTerms,
    Role.SUPERVISOR,
    clauses=lambda law: together(law.terms_to_authority.clauses, law.amendment_approved),
)
def amend_terms(promotion: Promotion, command: AmendTerms, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    if state.phase is PromotionPhase.DRAFT:
        raise Refused("terms: nothing was sent that could be amended", law.amendment_approved)
    if state.phase is PromotionPhase.SENT:
        must_be_free_of(objections(command.terms, promotion.rules), "terms.")
        yield Amended(terms=command.terms, clauses=law.terms_to_authority.clauses)
        begins = bool(promotion.rules.options["preamend_restarts_24h"])
        yield from _sent(promotion, command.terms, time_begins=begins)
        return
    _must_be_approved(promotion, command.approval)
    _must_leave_the_draw_alone(promotion, command.terms)
    must_be_free_of(objections(command.terms, promotion.rules), "terms.")
    yield Amended(terms=command.terms, approval=command.approval, clauses=law.amendment_approved)


def _must_be_approved(promotion: Promotion, approval: Approval | None) -> None:
    clauses = promotion.law.amendment_approved
    if approval is None:
        raise Refused(
            "approval: the promotion has started, and the Authority has to approve", clauses
        )
    must_be_said("approval.reference", approval.reference, clauses)
    must_be_said("approval.date", approval.date, clauses)


def _must_leave_the_draw_alone(promotion: Promotion, terms: Terms) -> None:
    """Nobody changes what is being drawn for, or was won."""
    law, state = promotion.law, promotion.state
    assert state.terms is not None
    if state.phase is PromotionPhase.RUNNING and state.draw is not None:
        raise Refused("terms: a draw is under way", law.amendment_approved)
    settled = state.wins or state.phase is not PromotionPhase.RUNNING
    for field in ("prizes", "decided_by"):
        if settled and getattr(terms, field) != getattr(state.terms, field):
            raise Refused(f"terms.{field}: prizes were won by these terms", law.amendment_approved)
