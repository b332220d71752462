"""Tournament chips: issued to players, taken back, and cashed where the conditions say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.law import together
from croupier.tournament.facts import ChipsCashed, ChipsIssued

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.rulebook.citing import Clauses
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


def issue(tournament: Tournament, entrant: Entrant, amount: int, why: str) -> None:
    """Give a player chips, or with a negative amount take them back."""
    law = tournament.law
    entrant.chips += amount
    clauses = law.equal_chips if amount > 0 else law.chips_returned or law.chips
    cited = together(clauses, law.chips)
    tournament.state(ChipsIssued(player=entrant.name, amount=amount, why=why, clauses=cited))


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
