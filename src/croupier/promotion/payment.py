"""How money is paid to a winner."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.chips import dollars
from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.rulebook.citing import Clauses


class Method(StrEnum):
    CASH = "cash"
    CROSSED_CHEQUE = "crossed-cheque"
    TRANSFER = "transfer"


class Payment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One part of what is paid, and to whom it is made out."""

    method: Method
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
        raise Refused(f"payments: {dollars(paid)} is not {dollars(amount)}", clauses)
