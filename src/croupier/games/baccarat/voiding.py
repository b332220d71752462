"""Undoing wagers, one patron's or a whole coup's, finished or not, as if they had not been made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.settlement import Ruling, settle_bet
from croupier.table.facts import Outcome, Reversed, Settled

if TYPE_CHECKING:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round import Round
    from croupier.rulebook.citations import Clauses


def void_everything(round: Round, clauses: Clauses) -> None:
    """Reverse what was won and lost, commission and pairs included, and give open stakes back."""
    undone = Ruling(Outcome.VOID, None, clauses)
    for fact in _standing(round):
        round.facts.append(Reversed.of(fact, clauses))
    for bet in round.bets:
        if bet.open:
            settle_bet(round, bet, undone)
    round.stop()


def can_void(round: Round, player: str, box: int, wager: str | None) -> bool:
    """Whether there is anything of it that has not been given back or undone."""
    return any(bet.open and _concerns(bet, player, box, wager) for bet in round.bets) or any(
        _concerns(fact, player, box, wager) for fact in _standing(round)
    )


def take_back(
    round: Round, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
) -> None:
    """One patron's wagers at a place on the layout go back, whatever became of them."""
    for fact in _standing(round):
        if _concerns(fact, player, box, wager):
            round.facts.append(Reversed.of(fact, clauses))
    for bet in round.bets:
        if bet.open and _concerns(bet, player, box, wager):
            settle_bet(round, bet, Ruling(outcome, None, clauses))


def _concerns(each: Bet | Settled, player: str, box: int, wager: str | None) -> bool:
    return each.player == player and each.box == box and wager in (None, each.wager)


def _standing(round: Round) -> list[Settled]:
    """Settlements that moved chips and have not been undone."""
    standing = [fact for fact in round.facts if isinstance(fact, Settled) and fact.net]
    for undone in round.facts:
        if isinstance(undone, Reversed):
            standing.remove(next(fact for fact in standing if undone.undoes(fact)))
    return standing
