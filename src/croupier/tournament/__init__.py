"""Tournaments under all five instruments: conditions, entries, sessions, places and prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.table.tournament_law import TournamentLaw


def law_of(instrument: str) -> TournamentLaw:
    """What an instrument's rules ask of tournaments."""
    from croupier.games import rules_for

    law: TournamentLaw = rules_for(instrument).table_law.tournament
    return law
