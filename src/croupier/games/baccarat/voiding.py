"""Undoing a coup, finished or not: everybody stands where they stood before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.settlement import Ruling, settle_bet
from croupier.table.facts import Outcome, Reversed, Settled

if TYPE_CHECKING:
    from croupier.games.baccarat.round import Round
    from croupier.rulebook.citing import Clauses


def void_everything(round: Round, clauses: Clauses) -> None:
    """Reverse what was won and lost, commission and pairs included, and give open stakes back."""
    undone = Ruling(Outcome.VOID, None, clauses)
    for fact in [fact for fact in round.facts if isinstance(fact, Settled)]:
        if fact.net:
            round.facts.append(Reversed.of(fact, clauses))
    for bet in round.bets:
        if bet.open:
            settle_bet(round, bet, undone)
    round.stop()


def out_of_cards(round: Round) -> None:
    """The shoe cannot complete the coup, so it is void."""
    void_everything(round, round.law.shoe_exhausted)
