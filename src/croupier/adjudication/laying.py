"""Laying the wagers of a file on its table before the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped, as_promised
from croupier.adjudication.round_file import RoundFileError
from croupier.money import dollars
from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from croupier.table.table import Table
    from croupier.table.wagers import Wager


def why_not_box(table: Table, box: int) -> Refused | None:
    if box in table.boxes:
        return None
    return Refused(f"box: there is no box {box} at a table of {len(table.boxes)}", table.law.box)


def must_be_payable(table: Table, at: int, wager: Wager) -> None:
    unpayable = table.game.why_not_stake(wager.wager, wager.amount)
    if unpayable is not None:
        raise RoundFileError(f"wagers[{at + 1}].amount: {as_promised(unpayable.reason)}")


def must_have_chips(table: Table, at: int, wager: Wager) -> None:
    rack = table.chips.rack(wager.player)
    if wager.amount > rack:
        why = f"{wager.player} has {dollars(rack)} in chips"
        raise Stopped("wager", at + 1, Refused(why, table.law.chips_in_the_box))


def lay_down(table: Table, wager: Wager) -> None:
    """A wager that nothing speaks against lies in its box; a file says so, and no fact."""
    table.wagers.append(wager)
    table.chips.stake(wager.player, wager.amount)
