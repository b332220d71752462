"""20.3 and 20.4: cash instead of a prize in kind, how much cash is paid, and the award."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.promotion.acting import Acts
from croupier.promotion.acts.claiming import open_claim
from croupier.promotion.facts import Awarded, CashChosen, PaymentChosen
from croupier.promotion.payment import Method, Payment, must_pay
from croupier.promotion.terms import Cash
from croupier.rulebook.citing import Refused
from croupier.table.commands import Command
from croupier.table.roles import Role

if TYPE_CHECKING:
    from croupier.promotion.acting import Facts
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Claim
    from croupier.promotion.terms import Prize
    from croupier.rulebook.citing import Clauses
    from croupier.table.roles import Person

acts: Acts = Acts()


class TakeCash(Command, frozen=True, tag="take-cash"):
    """The winner of a prize in kind wants the cash that the terms offer instead."""

    player: str
    claim: int


@acts.act(TakeCash, Role.PLAYER)
def take_cash(promotion: Promotion, command: TakeCash, by: Person) -> Facts:
    clauses = promotion.law.cash_alternative
    claim, prize = _won(promotion, command.claim, command.player, clauses)
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


@acts.act(ChoosePayment, Role.PLAYER)
def choose_payment(promotion: Promotion, command: ChoosePayment, by: Person) -> Facts:
    choice = promotion.law.payment_choice
    claim, prize = _won(promotion, command.claim, command.player, choice.clauses)
    if not may_choose(promotion, prize):
        raise Refused(
            f"the choice is for cash prizes of more than {dollars(choice.value)}", choice.clauses
        )
    assert prize.value is not None
    must_pay(command.payments, prize.value, claim.player, choice.clauses)
    yield PaymentChosen(claim=claim.number, payments=command.payments, clauses=choice.clauses)


def may_choose(promotion: Promotion, prize: Prize) -> bool:
    """Whether the winner, and not the operator, says how a prize is paid."""
    assert prize.value is not None
    return isinstance(prize, Cash) and prize.value > promotion.law.payment_choice.value


class AwardPrize(Command, frozen=True, tag="award-prize"):
    """The prize is handed over or paid: as the winner chose, or else as the operator says."""

    claim: int
    payments: tuple[Payment, ...] = ()
    """Left out where the operator says, it is all in cash."""


@acts.act(AwardPrize, Role.SUPERVISOR)
def award_prize(promotion: Promotion, command: AwardPrize, by: Person) -> Facts:
    law = promotion.law
    named = open_claim(promotion, command.claim, law.particulars["claim"])
    claim, prize = _won(promotion, command.claim, named.player, law.particulars["claim"])
    assert claim.win is not None
    if promotion.state.postponed:
        raise Refused(f"the {promotion.state.postponed} is postponed", law.compromised)
    if may_choose(promotion, prize):
        payments, clauses = _as_chosen(promotion, claim, command), law.payment_choice.clauses
    elif isinstance(prize, Cash) or claim.cash is not None:
        amount = prize.value if claim.cash is None else claim.cash
        assert amount is not None
        clauses = law.particulars["prizes"] if claim.cash is None else law.cash_alternative
        payments = command.payments or (
            Payment(method=Method.CASH, amount=amount, payee=claim.player),
        )
        must_pay(payments, amount, claim.player, clauses)
    else:
        payments, clauses = (), law.particulars["prizes"]
        if command.payments:
            raise Refused("payments: the prize is not paid in cash", clauses)
    yield Awarded(
        claim=claim.number, win=claim.win, player=claim.player, payments=payments, clauses=clauses
    )


def _as_chosen(promotion: Promotion, claim: Claim, command: AwardPrize) -> tuple[Payment, ...]:
    clauses = promotion.law.payment_choice.clauses
    if not claim.payments:
        raise Refused(f"payments: {claim.player} has not chosen how to be paid", clauses)
    if command.payments not in ((), claim.payments):
        raise Refused(f"payments: {claim.player} has chosen otherwise", clauses)
    return claim.payments


def _won(promotion: Promotion, number: int, player: str, clauses: Clauses) -> tuple[Claim, Prize]:
    """An open claim by the one who has won, with the prize."""
    claim = open_claim(promotion, number, clauses)
    if claim.player != player:
        raise Refused(f"claim: claim {number} is {claim.player}'s, not {player}'s", clauses)
    if claim.win is None:
        raise Refused(f"claim: {player} has not won prize {claim.prize}", clauses)
    prize = promotion.state.prize(claim.prize)
    assert prize is not None
    return claim, prize
