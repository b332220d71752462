"""Tournaments under all five instruments: conditions, entries, sessions, places and prizes.

Begin with `tournament` (the aggregate) and `conditions` (the document that it is run by). `acts`
has its commands by subject, `facts` what follows from them, `state` what they come to.
`conditions_review` says what the rules object to in conditions, `conditions_document` writes
them out for players; `table_setup` sets tables up and `round_report` says what they report;
`ballot` draws seats and cards, `ranking` puts players in order, `prize_pool` and `cashier` have the
pool and what changes hands, `views` who sees what, `desk` what a director has to do. `simulation`
holds whole tournaments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.table.tournament_law import TournamentLaw


def law_of(instrument: str) -> TournamentLaw:
    """What an instrument's rules ask of tournaments."""
    from croupier.game_rules import rules_for

    law: TournamentLaw = rules_for(instrument).table_law.tournament
    return law
