"""Tables and the tournament that they belong to, changed together and stored in one writing.

Whoever needs several has them in one order: tables by their records, the tournament, the house.
"""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from croupier.casino.floor.answers import Answered
from croupier.casino.floor.replication import (
    catch_up_affair,
    catch_up_house,
    catch_up_table,
    held,
    must_be_current,
    reloaded,
)
from croupier.casino.lines import HOUSE
from croupier.casino.store.contract import Writing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Sequence

    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.store.contract import Request


@asynccontextmanager
async def had(floor: Floor, lives: Collection[Live], affair: Affair[Any]) -> AsyncIterator[None]:
    """Tables and their tournament for oneself, as they stand in the store."""
    async with AsyncExitStack() as stack:
        for live in sorted(lives, key=lambda live: live.record):
            await stack.enter_async_context(table_had(floor, live))
            floor.must_be_current(live)
        await stack.enter_async_context(affair_had(floor, affair))
        yield


@asynccontextmanager
async def table_had(floor: Floor, live: Live) -> AsyncIterator[None]:
    """A table for oneself, as it stands in the store: surely so, where others were seen lately."""
    async with live.lock:
        if not live.is_contested:
            yield
            return
        async with held(floor, live.record) as lines:
            if lines is not None and lines > live.stored:
                await catch_up_table(floor, live)
            yield


@asynccontextmanager
async def affair_had(floor: Floor, affair: Affair[Any]) -> AsyncIterator[None]:
    async with affair.lock, held(floor, affair.record) as lines:
        if lines is not None and lines > affair.stored:
            await catch_up_affair(floor, affair)
        must_be_current(floor, affair)
        yield


@asynccontextmanager
async def house_had(floor: Floor) -> AsyncIterator[None]:
    async with floor.office.lock, held(floor, HOUSE) as lines:
        floor.office.must_be_current()
        if lines is not None and lines > floor.office.stored:
            await catch_up_house(floor)
        yield


async def write_together(
    floor: Floor,
    lives: Sequence[Live],
    affair: Affair[Any],
    asked: Request | None = None,
    answer: bytes = b"",
    *,
    with_house: bool = False,
) -> Answered:
    """Store whatever is fresh of them; what cannot be stored did not happen."""
    parts = (*lives, affair, *((floor.office,) if with_house else ()))
    safe: dict[str, bytes | None] = {}
    for live in lives:
        safe |= live.to_be_saved()
    writing = Writing(
        additions=tuple(addition for part in parts for addition in part.additions),
        request=asked,
        answer=answer,
        safe=safe,
    )
    try:
        receipt = await floor.write(writing)
    except BaseException:
        undo(floor, lives, affair, with_house=with_house)
        raise
    if receipt.repeated:  # another process was asked the same
        undo(floor, lives, affair, with_house=with_house)
        return Answered(receipt.answer, repeated=True)
    for part in parts:
        part.store()
    for live in lives:
        floor.schedule(live)
    floor.counts["commands"] += 1
    return Answered(receipt.answer)


def undo(
    floor: Floor, lives: Sequence[Live], affair: Affair[Any], *, with_house: bool = False
) -> None:
    """Forget whatever is not stored."""
    if with_house:
        floor.office.reload()
    reloaded(floor, affair)
    for live in lives:
        floor.reloaded(live)
        floor.schedule(live)
