"""20.10: claims; whoever is refused is told why, and larger refusals are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.promotion.facts import Claimed, ClaimRefused, DenialRegistered
from croupier.promotion.state import ClaimStanding, PromotionPhase
from croupier.promotion.terms_review import must_be_name, must_be_said
from croupier.rulebook.citations import Refused
from croupier.table.facts import Notified
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Claim
    from croupier.rulebook.citations import Clauses

acts: Acts[Promotion, PromotionLaw] = Acts()


class ClaimPrize(Command, frozen=True, tag="claim-prize"):
    """Somebody claims a prize, rightly or not."""

    player: str
    prize: int
    address: Text = ""


@acts.act(ClaimPrize, Role.PLAYER, clauses=lambda law: law.particulars["claim"])
def claim_prize(promotion: Promotion, command: ClaimPrize, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    clauses = law.particulars["claim"]
    if state.phase in (PromotionPhase.DRAFT, PromotionPhase.SENT):
        raise Refused(f"the promotion is {state.phase}", clauses)
    must_be_name("player", command.player, clauses)
    prize = state.prize(command.prize)
    if prize is None:
        raise Refused(f"prize: there is no prize {command.prize}", law.particulars["prizes"])
    if any(
        (claim.player, claim.prize, claim.of, claim.standing)
        == (command.player, command.prize, prize, ClaimStanding.OPEN)
        for claim in state.claims
    ):
        raise Refused(f"prize: {command.player} has a claim to it that is open", clauses)
    yield Claimed(
        claim=len(state.claims) + 1, player=command.player, prize=command.prize,
        address=command.address.strip(), clauses=clauses,
    )  # fmt: skip


class RefuseClaim(Command, frozen=True, tag="refuse-claim"):
    """The operator does not award a prize to whoever claims it, and says why."""

    claim: int
    reasons: tuple[Text, ...]
    address: Text = ""
    """The claimant's, if it was not given with the claim."""


@acts.act(
    RefuseClaim,
    Role.SUPERVISOR,
    clauses=lambda law: together(law.reasons_told, law.denied_claims.clauses),
)
def refuse_claim(promotion: Promotion, command: RefuseClaim, by: Person) -> Facts:
    law = promotion.law
    claim = open_claim(promotion, command.claim, law.reasons_told)
    if not command.reasons:
        raise Refused("reasons: the claimant has to be told why", law.reasons_told)
    for number, reason in enumerate(command.reasons):
        must_be_said(f"reasons[{number}]", reason, law.reasons_told)
    yield ClaimRefused(claim=claim.number, reasons=command.reasons, clauses=law.reasons_told)
    yield Notified(
        to=claim.player, about="why the prize is not awarded", detail="; ".join(command.reasons),
        clauses=law.reasons_told,
    )  # fmt: skip
    prize = claim.of  # what was claimed, though the terms may offer it no longer
    assert prize.value is not None
    if prize.value > law.denied_claims.value:
        address = claim.address or command.address.strip()
        must_be_said("address", address, law.denied_claims.clauses)
        yield DenialRegistered(
            claim=claim.number, name=claim.player, address=address, prize=prize.name,
            value=prize.value, reasons=command.reasons, clauses=law.denied_claims.clauses,
        )  # fmt: skip


def open_claim(promotion: Promotion, number: int, clauses: Clauses) -> Claim:
    """A claim that is neither awarded nor refused."""
    claims = promotion.state.claims
    if not 1 <= number <= len(claims):
        raise Refused(f"claim: there is no claim {number}", clauses)
    if claims[number - 1].standing is not ClaimStanding.OPEN:
        raise Refused(f"claim: claim {number} is {claims[number - 1].standing}", clauses)
    return claims[number - 1]
