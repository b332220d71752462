"""What a table does when another instrument takes the place of the one that it was opened under.

Players are told first, a round that has begun is finished, and no other begins: the table closes,
unless the new instrument has tables play on. Where a sign has to stand for a while before a table
closes, it is displayed so long before the first day.
"""

from __future__ import annotations

from datetime import date, datetime, time
from typing import TYPE_CHECKING

from croupier.rulebook.instrument_life import OpenTables, open_tables
from croupier.rulebook.instruments import instruments, load
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.opening import CANBERRA
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import ClosingSign
    from croupier.table.table import Table


def successor(old: Instrument) -> Instrument | None:
    """The first instrument, of those that are known, for which tables under another close."""
    found = {
        new.commences: new
        for new in map(load, instruments())
        if new.commences is not None
        and open_tables(new, old, date.fromisoformat(new.commences)) is OpenTables.CLOSE
    }
    return found[min(found)] if found else None


def closing_due(table: Table, new: Instrument, at: int) -> Command | None:
    """The command that closes a table for a new instrument, at a moment in milliseconds.

    None where nothing is due: before the first day, while the round goes on, where tables play on,
    and when it is closed.
    """
    if not _is_open(table) or not _ends(table, new, at + _sign_stands(table)):
        return None
    if not table.closing or (_ends(table, new, at) and _announced_more_rounds(table)):
        return _notice(table, new, at)
    if table.phase is not Phase.BETTING or not _ends(table, new, at):
        return None
    if not table.wagers:
        return CloseTable()
    lies = table.wagers[0]
    back = PlaceWager(player=lies.player, box=lies.box, amount=0, wager=lies.wager)
    return back if _last_round_is_over(table, at) else None


def closing_due_at(table: Table, new: Instrument) -> int | None:
    """When a table that is open is due for something by the clock alone, in milliseconds."""
    assert new.commences is not None
    midnight = datetime.combine(date.fromisoformat(new.commences), time(), CANBERRA)
    first = int(midnight.timestamp() * 1000)
    if not _is_open(table):
        return None
    return max(first, _closing_time(table)) if table.closing else first - _sign_stands(table)


def _is_open(table: Table) -> bool:
    return table.phase not in (Phase.NOT_OPEN, Phase.CLOSED)


def _ends(table: Table, new: Instrument, at: int) -> bool:
    """Whether the rules of a table have come to their end at a moment."""
    day = datetime.fromtimestamp(at / 1000, CANBERRA).date()
    return open_tables(new, table.game.instrument, day) is OpenTables.CLOSE


def _announced_more_rounds(table: Table) -> bool:
    """Whether the players expect a round after the one that is under way."""
    under_way = table.phase is not Phase.BETTING
    return table.rounds_left is not None and table.rounds_left > under_way


def _last_round_is_over(table: Table, at: int) -> bool:
    return table.rounds_left == 0 if _sign(table) is None else at >= _closing_time(table)


def _sign(table: Table) -> ClosingSign | None:
    """Return the sign that stands at the table before it closes, if its game has one."""
    return table.game.closing_sign(table)


def _closing_time(table: Table) -> int:
    """Return the time at which the sign says that the table closes; 0 if there is none."""
    sign = _sign(table)
    return 0 if sign is None else sign.closes


def _sign_stands(table: Table) -> int:
    """Return how long the sign has to stand at the table before it closes."""
    sign = _sign(table)
    return 0 if sign is None else sign.stands


def _notice(table: Table, new: Instrument, at: int) -> Command:
    """Return the command that tells the players that the table closes."""
    sign = _sign(table)
    if sign is not None:
        return sign.display(at + sign.stands)
    return AnnounceClosure(rounds=0, reason=f"{new.title} takes effect")
