"""Opening and closing a table for play chips, by the dealer who deals at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.opening import CheckCards, opening_of

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.dealer import Dealer
    from croupier.table.table import Table

__all__ = ["close_house", "open_house", "opening_of"]


def open_house(table: Table, dealer: Dealer, opening: Command, at: int) -> None:
    table.do(opening, dealer.supervisor, at)
    table.do(CheckCards(), dealer.by, at)


def close_house(table: Table, dealer: Dealer, reason: str, at: int) -> None:
    """Close the table, whose players have been told, and tell the secret of its last shoe."""
    if AnnounceClosure in table.game.acts:
        table.do(AnnounceClosure(rounds=0, reason=reason), dealer.supervisor, at)
    table.do(CloseTable(), dealer.supervisor, at)
    dealer.reveal()
