"""What a table does when another instrument takes the place of the one that it was opened under."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from croupier.games.challenge.closing import DisplayClosingSign
from croupier.games.challenge.table_law import law_of
from croupier.rulebook.life import OpenTables, open_tables
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.opening import CANBERRA
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.rulebook.instruments import Instrument
    from croupier.table.table import Table


def closing_due(table: Table, new: Instrument, at: int) -> Command | None:
    """The command that closes a table for a new instrument, at a moment in milliseconds.

    Players are told first, and a round that has begun is finished. None where nothing is due:
    before the first day, while the round goes on, where tables play on, and when it is closed.
    """
    day = datetime.fromtimestamp(at / 1000, CANBERRA).date()
    if open_tables(new, table.game.instrument, day) is not OpenTables.CLOSE:
        return None
    if table.phase in (Phase.NOT_OPEN, Phase.CLOSED):
        return None
    if not table.closing:
        return _notice(table, new, at)
    return CloseTable() if table.phase is Phase.BETTING and not table.wagers else None


def _notice(table: Table, new: Instrument, at: int) -> Command:
    """What tells the players that the table closes, as its game has it."""
    if DisplayClosingSign in table.game.acts:
        return DisplayClosingSign(closes=at + law_of(table).closure_sign.value)
    return AnnounceClosure(rounds=0, reason=f"{new.title} takes effect")
