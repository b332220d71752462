"""What may be asked of a tournament, by subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.acts import Acts
from croupier.tournament.acts import (
    buy_backs,
    conditions_approval,
    conduct,
    drawing,
    entries,
    other_games,
    prizes,
    seating,
    session_end,
    sessions,
    ties,
)

if TYPE_CHECKING:
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

ACTS: Acts[Tournament, TournamentLaw] = Acts(
    conditions_approval.acts,
    entries.acts,
    seating.acts,
    drawing.acts,
    sessions.acts,
    buy_backs.acts,
    session_end.acts,
    ties.acts,
    other_games.acts,
    prizes.acts,
    conduct.acts,
)
COMMANDS: Any = ACTS.commands
"""The union of the commands, for decoding; `do` says which one it is."""
