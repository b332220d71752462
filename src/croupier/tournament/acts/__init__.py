"""What may be asked of a tournament, by subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.acts import Acts
from croupier.tournament.acts import (
    awarding,
    coming_back,
    conduct,
    ending,
    entries,
    gate,
    other_games,
    seating,
    sessions,
    ties,
)

if TYPE_CHECKING:
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

ACTS: Acts[Tournament, TournamentLaw] = Acts(
    gate.acts,
    entries.acts,
    seating.acts,
    sessions.acts,
    coming_back.acts,
    ending.acts,
    ties.acts,
    other_games.acts,
    awarding.acts,
    conduct.acts,
)
COMMANDS: Any = ACTS.commands
"""The union of the commands, for decoding; `do` says which one it is."""
