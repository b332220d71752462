"""Affairs as the store has them: taken up when the floor opens, made anew, and followed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.casino.affairs import PROMOTION, TOURNAMENT, S
from croupier.casino.floor.affair import Affair
from croupier.casino.floor.live import OutOfOrder
from croupier.casino.store.contract import StoreFailed
from croupier.rulebook.corrections import BeforeCorrection

if TYPE_CHECKING:
    from croupier.casino.floor.floor import Floor


def take_up_affairs(floor: Floor) -> None:
    """Have every affair on the floor that the house knows and the floor does not have yet."""
    house = floor.house
    for name, opened in house.tournaments.items():
        if name not in floor.tournaments:
            take_up(floor, reloaded(floor, Affair(TOURNAMENT, name, opened)))
    for name, offered in house.promotions.items():
        if name not in floor.promotions:
            take_up(floor, reloaded(floor, Affair(PROMOTION, name, offered)))


def take_up(floor: Floor, affair: Affair[Any]) -> None:
    """Have an affair on the floor."""
    if affair.kind is TOURNAMENT:
        floor.tournaments[affair.name] = affair
    else:
        floor.promotions[affair.name] = affair


def affairs_of(floor: Floor) -> list[Affair[Any]]:
    return [*floor.tournaments.values(), *floor.promotions.values()]


def reloaded(floor: Floor, affair: Affair[S]) -> Affair[S]:
    """An affair made anew from what is stored of it, as soon as that can be read."""
    affair.stale = True
    with suppress(StoreFailed):
        try:
            affair.restore(floor.store.lines(affair.record))
            affair.out_of_order, affair.is_older = "", False
        except ValueError as error:
            affair.out_of_order, affair.is_older = str(error), isinstance(error, BeforeCorrection)
        affair.stale = False
    return affair


def must_be_current(floor: Floor, affair: Affair[Any]) -> None:
    """What could not be stored is forgotten before anything else happens."""
    if affair.stale and reloaded(floor, affair).stale:
        raise StoreFailed("the record cannot be read")


async def follow_affair(floor: Floor, affair: Affair[Any]) -> None:
    """Be where the store is with an affair."""
    async with affair.lock:
        await catch_up_affair(floor, affair)


async def catch_up_affair(floor: Floor, affair: Affair[Any]) -> None:
    """The same for whoever holds the lock of the affair."""
    lines = await asyncio.to_thread(lambda: list(floor.store.lines(affair.record, affair.stored)))
    if not lines:
        return
    try:
        affair.catch_up(lines)
    except OutOfOrder:
        reloaded(floor, affair)
    affair.ring()
