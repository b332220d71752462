"""What a table tells its tournament of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.shoe_state import Preparation
from croupier.table.tournament import is_out, play_at
from croupier.tournament.acts.sessions import RecordRound

if TYPE_CHECKING:
    from croupier.table.table import Table
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


def report_of(tournament: Tournament, table: Table, called: str = "") -> RecordRound:
    """What the round that a table has just finished means for the tournament.

    `called` is what the tournament calls the table, if that is not the table's own name.
    """
    called = called or table.name
    state = tournament.session.tables[called]
    out = play_at(table).exits
    taken = sorted((fact for fact in out if fact.taken), key=lambda fact: fact.taken)
    return RecordRound(
        table=called,
        chips={each.name: _chips_of(table, each) for each in tournament.at_table(called)},
        wagered={fact.player: fact.wagered for fact in out},
        taken=tuple(fact.player for fact in taken),
        counts=play_at(table).rounds > state.rounds,
        ends_shoe=table.shoe.preparation is Preparation.NEEDS_SHUFFLE,
        begun=state.over,
    )


def _chips_of(table: Table, entrant: Entrant) -> int:
    """What somebody has after a round; who took no part in it may have chips still to come."""
    play, name = play_at(table), entrant.name
    took_part = not is_out(table, name) or any(fact.player == name for fact in play.exits)
    return table.chips.rack(name) if name in play.positions and took_part else entrant.chips
