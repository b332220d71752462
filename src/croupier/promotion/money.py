"""Money of a promotion: how winners are paid, and what its prizes are worth and where that is."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.money import money
from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.promotion.state import PromotionState, Win
    from croupier.rulebook.citations import Clauses


class PaymentMethod(StrEnum):
    CASH = "cash"
    CROSSED_CHEQUE = "crossed-cheque"
    TRANSFER = "transfer"


class Payment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One part of what is paid, and to whom it is made out."""

    method: PaymentMethod
    amount: int
    payee: str


def must_pay(payments: tuple[Payment, ...], amount: int, winner: str, clauses: Clauses) -> None:
    """The parts make up the amount to the cent, and each goes to the winner."""
    for number, payment in enumerate(payments):
        if payment.amount <= 0:
            raise Refused(f"payments[{number}].amount: more than nothing", clauses)
        if payment.payee != winner:
            raise Refused(
                f"payments[{number}].payee: {winner} has won, not {payment.payee}", clauses
            )
    paid = sum(payment.amount for payment in payments)
    if paid != amount:
        raise Refused(f"payments: {money(paid)} is not {money(amount)}", clauses)


class Accounts(msgspec.Struct, frozen=True):
    """In cents. What is offered is not won, owed to winners or awarded, and nothing else."""

    offered: int
    not_won: int
    owed: int
    awarded: int
    paid: int
    """In money, for cash prizes and for cash that was taken instead of others."""


def accounts(state: PromotionState) -> Accounts:
    """The prizes of a promotion as they stand."""
    prizes = state.terms.prizes if state.terms is not None else ()
    return Accounts(
        offered=sum((prize.value or 0) * prize.quantity for prize in prizes),
        not_won=sum(
            (prize.value or 0) * state.left(number) for number, prize in enumerate(prizes, 1)
        ),
        owed=_worth(state, (win for win in state.wins if not win.awarded)),
        awarded=_worth(state, (win for win in state.wins if win.awarded)),
        paid=sum(payment.amount for win in state.wins for payment in win.payments),
    )


def _worth(state: PromotionState, wins: Iterable[Win]) -> int:
    prizes = (state.prize(win.prize) for win in wins)
    return sum(prize.value or 0 for prize in prizes if prize is not None)
