"""Who is excluded from the casino or detained plays at no table, in no tournament and promotion.

A table's rules give its staff the power; the house remembers it, and the floor holds to it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.casino.duties import Bar
from croupier.casino.floor.playing import play
from croupier.casino.judging import ITSELF, why_barred
from croupier.casino.store.contract import Rejected, StoreFailed
from croupier.games.challenge.overlooked import OverlookWager
from croupier.games.challenge.tokens import ExchangeVoucher, PlaceTokens
from croupier.rulebook.citing import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips import BringChips
from croupier.table.acts.hidden import WriteWager
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.acts.turns import PlayPassCard
from croupier.table.views import FloorView, PlayerView

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.house import House
    from croupier.table.views import TableView

PLAYS_ON = (
    Arrive, Sit, BringChips, PlaceWager, OverlookWager, WriteWager, PlayPassCard, ExchangeVoucher,
    PlaceTokens,
)  # fmt: skip
"""What brings somebody or their chips into play. A round that has begun is played to its end."""


def must_not_be_barred(house: House, live: Live, command: Command, by: Person, at: int) -> None:
    """Refuse what would have somebody play who is barred; what the table refuses comes first."""
    refusal = _why_not(house, command)
    if refusal is not None:
        raise live.table.check(command, by, at) or refusal


def _why_not(house: House, command: Command) -> Refused | None:
    person = getattr(command, "player", None)
    if person is None or not house.bars(person):
        return None
    leaves = isinstance(command, Leave) and Bar.DETAINED in house.bars(person)
    takes_back = isinstance(command, PlaceWager) and not command.amount
    if leaves or (isinstance(command, PLAYS_ON) and not takes_back):
        return why_barred(house, person)
    return None


def without_barred(house: House, view: TableView) -> TableView:
    """A view with nothing listed that a bar stands against."""
    if not house.barred or not isinstance(view, PlayerView | FloorView):
        return view
    legal = tuple(each for each in view.legal if _why_not(house, each) is None)
    return msgspec.structs.replace(view, legal=legal)


async def take_wagers_off(floor: Floor) -> None:
    """What barred people have on layouts goes back to them, where no round has begun."""
    for live in list(floor.lives.values()):
        if live.tournament is not None:
            continue  # where a wager stands once it is made, and a session goes on
        if any(floor.house.bars(wager.player) for wager in live.table.wagers):

            def act(at: int, live: Live = live) -> None:
                _take_off(floor.house, live, at)
                live.go_on(at)

            with suppress(Rejected, StoreFailed):  # no wager of theirs is taken in any case
                await play(floor, live, act, ITSELF, None)


def _take_off(house: House, live: Live, at: int) -> None:
    for wager in list(live.table.wagers):
        if house.bars(wager.player):
            back = PlaceWager(player=wager.player, box=wager.box, amount=0, wager=wager.wager)
            if live.table.check(back, live.dealer.by, at) is None:
                live.at = at
                live.table.do(back, live.dealer.by, at)
