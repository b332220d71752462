"""Money and tournament chips that change hands: paid, refunded, issued, taken back, cashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.law import together
from croupier.tournament.facts import ChipsCashed, ChipsIssued, MoneyPaid, MoneyRefunded
from croupier.tournament.prize_pool import Paid, PaidFor
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook.citations import Clauses
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


def take_money(
    tournament: Tournament, player: str, what: PaidFor, amount: int, clauses: Clauses
) -> None:
    tournament.payments.append(Paid(player, what, amount))
    tournament.add_fact(MoneyPaid(player=player, what=what, amount=amount, clauses=clauses))


def refund(tournament: Tournament, payments: Iterable[Paid], clauses: Clauses) -> None:
    """What was paid goes back to whoever paid it.

    An entry that was received before entries were closed has been received for good: a guarantee
    that was announced for so many stands.
    """
    for paid in payments:
        tournament.payments.remove(paid)
        closed = tournament.phase not in (TournamentPhase.ENTRIES, TournamentPhase.CANCELLED)
        tournament.refunded += closed and paid.what is PaidFor.ENTRY
        if paid.amount:
            tournament.add_fact(
                MoneyRefunded(
                    player=paid.player, what=paid.what, amount=paid.amount, clauses=clauses
                )
            )


def is_left_in_the_pool(tournament: Tournament, payments: Iterable[Paid]) -> bool:
    """Whether what was paid has not gone out in prizes of sessions."""
    left = tournament.pool.total - tournament.won_in_sessions
    return left >= sum(paid.amount for paid in payments if paid.what is not PaidFor.BUY_IN)


def to_be_refunded(tournament: Tournament) -> list[Paid]:
    """What goes back when a tournament is called off.

    Where chips are cashed, what bought them is in the chips from when a session begins.
    """
    payments = list(tournament.payments)
    if not tournament.has_conditions or not tournament.conditions.chips_cashed:
        return payments
    fees = [each for each in payments if each.what is not PaidFor.BUY_IN]
    coming = tournament.session.players if tournament.phase is TournamentPhase.SEATING else ()
    bought = (tournament.entrants[name] for name in coming if tournament.entrants[name].bought_in)
    mine = (_last_buy_in(payments, entrant) for entrant in bought)
    return [*fees, *(paid for paid in mine if paid is not None)]


def _last_buy_in(payments: list[Paid], entrant: Entrant) -> Paid | None:
    """What somebody paid last for chips, unless they have had it back."""
    theirs = (p for p in reversed(payments) if p.player in entrant.payers)
    return next((each for each in theirs if each.what is PaidFor.BUY_IN), None)


def issue(tournament: Tournament, entrant: Entrant, amount: int, why: str) -> None:
    """Give a player chips, or with a negative amount take them back."""
    law = tournament.law
    entrant.chips += amount
    clauses = law.equal_chips if amount > 0 else law.chips_returned or law.chips
    cited = together(clauses, law.chips)
    tournament.add_fact(ChipsIssued(player=entrant.name, amount=amount, why=why, clauses=cited))


def end_play_off(tournament: Tournament, entrant: Entrant) -> None:
    """Let a player have the chips of the session again: those of a play-off tell equals apart."""
    if entrant.before_play_off is None:
        return
    change, entrant.before_play_off = entrant.before_play_off - entrant.chips, None
    if change:
        entrant.chips += change
        clauses = together(tournament.law.chips, tournament.law.chips_untouched)
        why = "end of the play-off"
        tournament.add_fact(
            ChipsIssued(player=entrant.name, amount=change, why=why, clauses=clauses)
        )


def cash(tournament: Tournament, entrants: Iterable[Entrant], clauses: Clauses) -> None:
    """Pay out what chips are left, once in a session; they are worth what they were bought for."""
    if not tournament.conditions.chips_cashed:
        return
    for entrant in entrants:
        if entrant.chips and not entrant.cashed:
            entrant.cashed = True
            tournament.add_fact(
                ChipsCashed(player=entrant.name, amount=entrant.chips, clauses=clauses)
            )
