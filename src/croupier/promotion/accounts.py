"""What the prizes of a promotion are worth, and where that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.promotion.state import State, Win


class Accounts(msgspec.Struct, frozen=True):
    """In cents. What is offered is not won, owed to winners or awarded, and nothing else."""

    offered: int
    not_won: int
    owed: int
    awarded: int
    paid: int
    """In money, for cash prizes and for cash that was taken instead of others."""


def accounts(state: State) -> Accounts:
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


def _worth(state: State, wins: Iterable[Win]) -> int:
    prizes = (state.prize(win.prize) for win in wins)
    return sum(prize.value or 0 for prize in prizes if prize is not None)
