"""Records of what no test leaves behind by commands alone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.baccarat import table_support as baccarat
from tests.holdem import table_support as holdem
from tests.table_support import DEALER, player
from tests.tournament.at_tables import AtTable, bet, three
from tests.tournament.support import ACT_2006, BACCARAT

from croupier.cards import DECK
from croupier.games.baccarat.acts.irregularities import OutOfCards
from croupier.table.acts.patrons import GetUp, Sit
from croupier.table.acts.turns import LimitTime, VoidOutOfOrder
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.table import Table


def supplements() -> Iterator[tuple[str, Table]]:
    yield "out-of-cards", _out_of_cards()
    yield "void-out-of-order", _void_out_of_order()
    for instrument in (ACT_2006, BACCARAT):
        at = AtTable(instrument, {1: ("A", 100)})
        at.do(LimitTime(seconds=30, notice="told at the table"))
        yield f"limit-time-{instrument}", at.table
    table = holdem.open_table("X Y")
    table.do(Sit(player="X", box=2), player("X"))
    table.do(GetUp(player="X"), player("X"))
    yield "get-up", table.table


def _out_of_cards() -> Table:
    """A shoe is dealt to its last card, because nobody sees the cutting card go by."""
    at = baccarat.open_table("X Y")
    table = at.table
    cards = list(DECK * table.shoe.decks)
    for card, copies in table.shoe.out.items():
        for _ in range(copies):
            cards.remove(card)
    Random(1).shuffle(cards)
    while True:
        at.bet("X", "banker", 10)
        at.no_more_bets()
        while table.phase is Phase.DEALING:
            if not table.shoe.remaining:
                at.do(OutOfCards(), DEALER)
                return table
            at.deal(str(cards.pop()))
        at.settle()


def _void_out_of_order() -> Table:
    """Somebody wagers before their turn in two rounds, and the second time it is void."""
    at = three(BACCARAT, order=True)
    for rounds in range(2):
        first = at.ask()
        early = "C" if first != "C" else "A"
        bet(at, early, 25)
        if rounds:
            at.do(VoidOutOfOrder(player=early, reason="the second time"))
            break
        bet(at, first, 25)
        for _ in range(2):
            name = at.ask()
            if name != early:
                bet(at, name, 25)
        at.close()
        at.deal("2S 9S 4C QD")
        at.collect()
    return at.table
