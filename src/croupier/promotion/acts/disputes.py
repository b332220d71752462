"""20.11: the operator has the last word on the terms, and says who can be asked after that."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.promotion.facts import DisputeDecided, DisputeRaised
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms_review import must_be_name, must_be_said
from croupier.rulebook.citations import Refused
from croupier.table.facts import Notified

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Dispute

acts: Acts[Promotion, PromotionLaw] = Acts()


class DisputeTerms(Command, frozen=True, tag="dispute-terms"):
    """Somebody does not agree with what is made of the terms."""

    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    player: str
    about: Text


@acts.act(DisputeTerms, Role.PLAYER, clauses=lambda law: law.last_word)
def dispute_terms(promotion: Promotion, command: DisputeTerms, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    if state.phase is PromotionPhase.DRAFT:
        raise Refused("terms: there are none", law.last_word)
    must_be_name("player", command.player, law.last_word)
    must_be_said("about", command.about, law.last_word)
    yield DisputeRaised(
        number=len(state.disputes) + 1, player=command.player, about=command.about,
        clauses=law.last_word,
    )  # fmt: skip


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """The operator decides, and that is final."""

    number: int
    decision: Text


@acts.act(DecideDispute, Role.OPERATOR, clauses=lambda law: law.last_word)
def decide_dispute(promotion: Promotion, command: DecideDispute, by: Person) -> Facts:
    law = promotion.law
    dispute = _dispute(promotion, command.number)
    if dispute.decision:
        raise Refused(f"number: dispute {dispute.number} is decided", law.last_word)
    must_be_said("decision", command.decision, law.last_word)
    yield DisputeDecided(number=dispute.number, decision=command.decision, clauses=law.last_word)
    yield Notified(
        to=dispute.player, about=f"dispute {command.number} is decided", detail=command.decision,
        clauses=law.last_word,
    )  # fmt: skip


class NotSatisfied(Command, frozen=True, tag="not-satisfied"):
    """Somebody is not satisfied with a decision of the operator, and is told of the next step."""

    why_staff_may: ClassVar[str] = (
        "staff write down what is said; a complaint that is heard is never against the patron"
    )

    player: str
    number: int | None = None
    """Of the dispute that was decided."""
    decision: Text = ""
    """Another decision about the promotion, such as a refused claim."""


@acts.act(NotSatisfied, Role.PLAYER, clauses=lambda law: law.last_word)
def not_satisfied(promotion: Promotion, command: NotSatisfied, by: Person) -> Facts:
    law = promotion.law
    must_be_name("player", command.player, law.last_word)
    detail = command.decision
    if command.number is not None:
        detail = f"dispute {command.number}"
        if not _dispute(promotion, command.number).decision:
            raise Refused(f"number: {detail} is not decided yet", law.last_word)
    elif promotion.state.phase is PromotionPhase.DRAFT:
        raise Refused("terms: there are none", law.last_word)
    must_be_said("decision", detail, law.last_word)
    yield Notified(
        to=command.player, about="right to complain to an inspector", detail=detail,
        clauses=law.last_word,
    )  # fmt: skip


def _dispute(promotion: Promotion, number: int) -> Dispute:
    disputes = promotion.state.disputes
    if not 1 <= number <= len(disputes):
        raise Refused(f"number: there is no dispute {number}", promotion.law.last_word)
    return disputes[number - 1]
