"""Tournament chips that become cash, where the conditions say that they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.tournament.facts import ChipsCashed
from croupier.tournament.money import Payment
from croupier.tournament.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook.citing import Clauses
    from croupier.tournament.money import Paid
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


def cash(tournament: Tournament, entrants: Iterable[Entrant], clauses: Clauses) -> None:
    """Pay out what chips are left, once in a session; they are worth what they were bought for."""
    if not tournament.conditions.chips_cashed:
        return
    for entrant in entrants:
        if entrant.chips and not entrant.cashed:
            entrant.cashed = True
            tournament.state(
                ChipsCashed(player=entrant.name, amount=entrant.chips, clauses=clauses)
            )


def to_be_refunded(tournament: Tournament) -> list[Paid]:
    """What goes back when a tournament is called off.

    Where chips are cashed, what bought them is in the chips from when a session begins.
    """
    payments = list(tournament.payments)
    if not tournament.has_conditions or not tournament.conditions.chips_cashed:
        return payments
    fees = [each for each in payments if each.what is not Payment.BUY_IN]
    coming = tournament.session.players if tournament.phase is Phase.SEATING else ()
    bought = (tournament.entrants[name] for name in coming if tournament.entrants[name].bought_in)
    mine = [_last_buy_in(payments, entrant) for entrant in bought]
    return [*fees, *mine]


def _last_buy_in(payments: list[Paid], entrant: Entrant) -> Paid:
    theirs = (p for p in reversed(payments) if p.player in entrant.payers)
    return next(each for each in theirs if each.what is Payment.BUY_IN)
