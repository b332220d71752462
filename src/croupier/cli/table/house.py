"""Opening a table for play chips, and closing it when its player has left."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.opening import Approval, CheckCards, OpenTable

if TYPE_CHECKING:
    from croupier.dealer import Dealer
    from croupier.table.commands import Command
    from croupier.table.table import Table

FLOAT = 1_000_000_00


def approvals(table: Table, at: int) -> OpenTable:
    """The table opens on approvals of its own: nothing is staked here but play chips."""
    today = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    approval = Approval("play chips, in the terminal", today)
    return OpenTable(
        layout=approval,
        shoe=approval,
        side_bet_layouts=dict.fromkeys(table.options.get("side_bets", ()), approval),
        side_bet_amounts=dict.fromkeys(table.options.get("side_bets", ()), approval),
        inscription=table.options.get("soft_17"),
        shuffle="provable",
        float=FLOAT,
        commences=today,  # where the text is silent, the table claims no day before its own
    )


def open_house(table: Table, dealer: Dealer, opening: Command, at: int) -> None:
    table.do(opening, dealer.supervisor, at)
    table.do(CheckCards(), dealer.by, at)


def close_house(table: Table, dealer: Dealer, at: int) -> None:
    """Close the table, whose players have been told, and tell the secret of its last shoe."""
    if AnnounceClosure in table.game.acts:
        announced = AnnounceClosure(rounds=0, reason="the player has left")
        table.do(announced, dealer.supervisor, at)
    table.do(CloseTable(), dealer.supervisor, at)
    dealer.reveal()
