"""20.3 and 20.4: cash instead of a prize in kind, how much cash is paid, and the award."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.money import money
from croupier.promotion.acts.claims import open_claim
from croupier.promotion.facts import Awarded, CashChosen, PaymentChosen
from croupier.promotion.money import Payment, PaymentMethod, must_pay
from croupier.promotion.terms import Cash
from croupier.promotion.terms_review import chooses_payment
from croupier.rulebook.citations import Refused
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Claim, Win
    from croupier.promotion.terms import Prize
    from croupier.rulebook.citations import Clauses

acts: Acts[Promotion, PromotionLaw] = Acts()


class TakeCash(Command, frozen=True, tag="take-cash"):
    """The winner of a prize in kind wants the cash that the terms offer instead."""

    player: str
    claim: int


@acts.act(TakeCash, Role.PLAYER, clauses=lambda law: law.cash_alternative)
def take_cash(promotion: Promotion, command: TakeCash, by: Person) -> Facts:
    clauses = promotion.law.cash_alternative
    claim = _their_claim(promotion, command.claim, command.player, clauses)
    _, prize = _won(promotion, claim, clauses)
    if prize.cash_alternative is None:
        raise Refused("the terms offer no cash instead of this prize", clauses)
    if claim.cash is not None:
        raise Refused("cash is chosen already", clauses)
    yield CashChosen(claim=claim.number, amount=prize.cash_alternative, clauses=clauses)


class ChoosePayment(Command, frozen=True, tag="choose-payment"):
    """The winner of a large cash prize says how to be paid, all in one way or partly in each."""

    player: str
    claim: int
    payments: tuple[Payment, ...]


@acts.act(ChoosePayment, Role.PLAYER, clauses=lambda law: law.payment_choice.clauses)
def choose_payment(promotion: Promotion, command: ChoosePayment, by: Person) -> Facts:
    law = promotion.law
    choice = law.payment_choice
    claim = _their_claim(promotion, command.claim, command.player, choice.clauses)
    _, prize = _won(promotion, claim, choice.clauses)
    if not chooses_payment(prize, law):
        raise Refused(
            f"the choice is for cash prizes of more than {money(choice.value)}", choice.clauses
        )
    assert prize.value is not None
    must_pay(command.payments, prize.value, claim.player, choice.clauses)
    yield PaymentChosen(claim=claim.number, payments=command.payments, clauses=choice.clauses)


class AwardPrize(Command, frozen=True, tag="award-prize"):
    """The prize is handed over or paid: as the winner chose, or else as the operator says."""

    claim: int
    payments: tuple[Payment, ...] = ()
    """Left out where the operator says, it is all in cash."""


@acts.act(
    AwardPrize,
    Role.SUPERVISOR,
    clauses=lambda law: together(
        law.cash_alternative, law.payment_choice.clauses, law.particulars["award_at"]
    ),
)
def award_prize(promotion: Promotion, command: AwardPrize, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    claim = open_claim(promotion, command.claim, law.particulars["claim"])
    win, prize = _won(promotion, claim, law.particulars["claim"])
    if state.postponed:
        raise Refused(f"the {state.postponed} is postponed", law.compromised)
    if chooses_payment(prize, law):
        payments, clauses = _as_chosen(promotion, claim, command), law.payment_choice.clauses
    elif claim.cash is not None:
        clauses = law.cash_alternative
        payments = _as_the_operator_says(claim, claim.cash, command, clauses)
    elif isinstance(prize, Cash):
        assert prize.value is not None
        clauses = law.particulars["prizes"]
        payments = _as_the_operator_says(claim, prize.value, command, clauses)
    else:
        payments, clauses = command.payments, law.particulars["prizes"]
        if payments:
            raise Refused("payments: the prize is not paid in cash", clauses)
    _must_be_announced(promotion, win)
    yield Awarded(
        claim=claim.number, win=win.number, player=win.player, payments=payments, clauses=clauses
    )


def _must_be_announced(promotion: Promotion, win: Win) -> None:
    """The winner was told and the results were published, in the ways that the terms name."""
    law, terms = promotion.law, promotion.state.terms
    if promotion.rules.options["paid_after"] != "results":
        return
    assert terms is not None
    if not win.reached(terms.notification):
        ways = " or ".join(terms.notification)
        raise Refused(
            f"win: {win.player} has not been told by {ways}", law.particulars["notification"]
        )
    if not win.published:
        raise Refused("the results have not been published", law.particulars["results"])


def _as_the_operator_says(
    claim: Claim, amount: int, command: AwardPrize, clauses: Clauses
) -> tuple[Payment, ...]:
    all_in_cash = Payment(method=PaymentMethod.CASH, amount=amount, payee=claim.player)
    payments = command.payments or (all_in_cash,)
    must_pay(payments, amount, claim.player, clauses)
    return payments


def _as_chosen(promotion: Promotion, claim: Claim, command: AwardPrize) -> tuple[Payment, ...]:
    clauses = promotion.law.payment_choice.clauses
    if not claim.payments:
        raise Refused(f"payments: {claim.player} has not chosen how to be paid", clauses)
    if command.payments not in ((), claim.payments):
        raise Refused(f"payments: {claim.player} has chosen otherwise", clauses)
    return claim.payments


def _their_claim(promotion: Promotion, number: int, player: str, clauses: Clauses) -> Claim:
    """A claim of the player's own; of others' nothing is said, not even that there are any."""
    claims = promotion.state.claims
    if not 1 <= number <= len(claims) or claims[number - 1].player != player:
        raise Refused(f"claim: {player} has no claim {number}", clauses)
    return open_claim(promotion, number, clauses)


def _won(promotion: Promotion, claim: Claim, clauses: Clauses) -> tuple[Win, Prize]:
    """What a claimant has won."""
    win, prize = promotion.state.won(claim), promotion.state.prize(claim.prize)
    if win is None:
        raise Refused(f"claim: {claim.player} has not won prize {claim.prize}", clauses)
    assert prize is not None
    return win, prize
