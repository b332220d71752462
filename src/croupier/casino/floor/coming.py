"""Chips that come to a table come from where the books of the house have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.books import CAGE, Overdrawn, Transfer, at_table, pocket
from croupier.casino.judging import overdrawn
from croupier.table.acts.chips import BringChips, FillFloat

if TYPE_CHECKING:
    from croupier.casino.books import Books
    from croupier.casino.floor.live import Live
    from croupier.table.commands import Command
    from croupier.table.roles import Person


def must_be_there(books: Books, live: Live, command: Command, by: Person, at: int) -> None:
    """Refuse a command that would bring chips which are not there, before it is done."""
    match command:
        case BringChips(player=player, amount=amount):
            source = pocket(player)
        case FillFloat(amount=amount):
            source = CAGE
        case _:
            source, amount = CAGE, getattr(command, "float", 0)
    if amount <= 0:
        return
    try:
        books.check([Transfer(source, at_table(live.set_up.name), amount)])
    except Overdrawn as short:
        # whoever may not do it at all is told that, and nothing about the chips
        refusal = live.table.check(command, by, at)
        raise refusal or overdrawn(short, by, live.table.law.float) from None
