"""Where conditions and rules say different things: which of the two counts, and for what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.rulebook.citing import Clauses
from croupier.table.law import together

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Ruling:
    """A term of the conditions that differs from the rules."""

    term: str
    value: str
    conditions_prevail: bool
    clauses: Clauses


_OF_TOURNAMENTS: dict[str, Callable[[TournamentLaw], Clauses]] = {
    "pool_returned": lambda law: law.all_returned,
    "entries": lambda law: law.one_entry,
    "refunds": lambda law: law.cancellation,
    "ties": lambda law: law.prize_ties.clauses,
}
"""Terms that the tournament rules themselves settle: nothing in the conditions changes those."""


def rulings(conditions: Conditions, law: TournamentLaw) -> list[Ruling]:
    """What becomes of every term that differs from the rules.

    Where approved conditions prevail they do so over the rules of the game, and not over the
    rules about entries, prizes and refunds that come after the one which lets them.
    """
    found = []
    for term, value in conditions.overrides.items():
        settled = _OF_TOURNAMENTS.get(term)
        prevails = law.conditions_prevail
        if settled is not None:
            clauses = together(settled(law), prevails.clauses)
            found.append(Ruling(term, value, False, clauses))
        else:
            found.append(Ruling(term, value, prevails.value, prevails.clauses))
    return found


def terms_in_force(conditions: Conditions, law: TournamentLaw) -> dict[str, str]:
    """The terms by which tables play differently from the rules of the game."""
    return {each.term: each.value for each in rulings(conditions, law) if each.conditions_prevail}
