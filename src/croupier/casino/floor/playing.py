"""What is done at a table: judged and done in memory, then stored, and only then told.

It is stored in one writing with what follows from it for the house, or for the tournament that the
table belongs to. What cannot be stored did not happen: the table is made anew from the store.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.casino.duties import FollowTable
from croupier.casino.floor.answers import Answered, answer
from croupier.casino.floor.housework import TRIES
from croupier.casino.floor.live import answer_of
from croupier.casino.floor.replication import catch_up_table, follow_house
from croupier.casino.floor.together import house_had, table_had
from croupier.casino.floor.tournaments import store_round
from croupier.casino.judging import ITSELF
from croupier.casino.store.contract import Overtaken, Rejected, StoreBusy, StoreFailed, Writing
from croupier.rulebook.citing import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.facts import Present

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.house import House
    from croupier.casino.store.contract import Addition, Request

    Act = Callable[[int], None]
    """Does something at a table at a time, or raises `Refused`."""


async def play(floor: Floor, live: Live, act: Act, by: Person, asked: Request | None) -> Answered:
    """Have something done at a table once, or raise `Refused`."""
    for _ in range(TRIES):
        async with table_had(floor, live):
            before = await floor.answered(asked)
            if before is not None:
                return before
            try:
                return await perform(floor, live, act, by, asked)
            except Overtaken:
                floor.counts["conflicts"] += 1
            except Refused:  # unless another process did something meanwhile
                if not (floor.store.shared and await _followed(floor, live)):
                    raise
    raise StoreBusy(f"others kept being faster at {live.set_up.duty.table}")


async def _followed(floor: Floor, live: Live) -> bool:
    """Whether the table or the house had been elsewhere than in the store."""
    return await catch_up_table(floor, live) | await follow_house(floor)


async def perform(
    floor: Floor, live: Live, act: Act, by: Person, asked: Request | None = None
) -> Answered:
    """The same for whoever has the table."""
    floor.must_be_current(live)
    refusal = None
    try:
        act(floor.clock())
    except Refused as refused:
        floor.counts["refusals"] += 1
        refusal, asked = refused, None  # what came before the refusal did happen
    except Exception:
        floor.reloaded(live)
        raise
    answered = Answered(answer(live.record, live.stored, ()))
    if live.fresh:
        answered = await _store(floor, live, by, asked)
    if refusal is not None:
        raise refusal
    return answered


async def _store(floor: Floor, live: Live, by: Person, asked: Request | None) -> Answered:
    if live.has_a_round_to_report:
        return await store_round(floor, live, by, asked)
    follow = FollowTable.after(live.set_up.name, live.facts)
    if follow is None and live.confirmed is None:
        return await _write(floor, live, by, asked)
    try:
        return await _store_with_the_house(floor, live, follow, by, asked)
    except (Refused, StoreFailed):
        if live.fresh:
            floor.reloaded(live)
        raise


async def _store_with_the_house(
    floor: Floor, live: Live, follow: FollowTable | None, by: Person, asked: Request | None
) -> Answered:
    async with house_had(floor):
        try:
            if floor.lives.get(live.set_up.duty.table) is not live:
                raise Refused("the table has been taken down", live.table.law.float)
            if follow is not None:
                floor.house.do(follow, ITSELF, live.at)
            if live.confirmed is not None:
                floor.house.do(*live.confirmed, live.at)
        except Refused:
            if floor.office.fresh:
                floor.office.reload()
            raise
        answered = await _write(floor, live, by, asked, floor.office.additions)
    if follow is not None and follow.barrings:
        floor.take_wagers_off()
    return answered


async def _write(
    floor: Floor, live: Live, by: Person, asked: Request | None, follows: tuple[Addition, ...] = ()
) -> Answered:
    """Store what is fresh at a table, and with it what follows from that for the house."""
    writing = Writing(
        additions=(*live.additions, *follows),
        request=asked,
        answer=answer_of(live, by),
        safe=live.to_be_saved(),
    )
    try:
        receipt = await floor.write(writing)
    except BaseException:
        _undo(floor, live, follows)
        raise
    if receipt.repeated:  # another process was asked the same
        _undo(floor, live, follows)
        return Answered(receipt.answer, repeated=True)
    if follows:
        floor.office.store()
    _tell_who_directs(floor, live)
    live.store()
    floor.schedule(live)
    floor.counts["commands"] += 1
    return Answered(receipt.answer)


def _tell_who_directs(floor: Floor, live: Live) -> None:
    """Somebody has come to a tournament's table or left it: its desk says who is away."""
    belongs = live.set_up.duty.belongs
    if belongs is not None and any(isinstance(fact, Present) for fact in live.facts):
        floor.tournaments[belongs.tournament].ring()


def _undo(floor: Floor, live: Live, follows: tuple[Addition, ...]) -> None:
    """What could not be stored did not happen."""
    if follows:
        floor.office.reload()
    floor.reloaded(live)
    floor.schedule(live)


# --- wagers of people who are barred


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
