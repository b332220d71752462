"""Where alone a corrected rule shows in the record of a table.

A correction that lists a command explains whatever differs after it. Where that is money which
somebody could have altered, it names a place here, and explains no more than what came of the rule
as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table.acts.turns import ABSENCE, DeductMinimum
from croupier.table.tournament_play import minimum_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.table.table import Table


class _Lost(msgspec.Struct, frozen=True):
    """A fact of which only what was lost is of interest, and on what."""

    wager: str = ""
    net: int = 0


_read = msgspec.json.Decoder(list[_Lost]).decode


def is_minimum_to_come(table: Table, command: Command, recorded: bytes) -> bool:
    """Whether what was taken for a round was the minimum of limits that hold after it."""
    play, to_come = table.tournament, table.next_sign
    if play is None or to_come is None or not isinstance(command, DeductMinimum):
        return False
    taken = play.this_round.deductions.get(command.player)
    try:
        lost = [fact.net for fact in _read(recorded) if fact.wager == ABSENCE]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    if taken is None:
        return False
    held = table.chips.rack(command.player) - taken.net
    return lost == [-min(held, minimum_of(table, to_come))]


WHERE: dict[str, Callable[[Table, Command, bytes], bool]] = {
    "the minimum of limits to come": is_minimum_to_come,
}
