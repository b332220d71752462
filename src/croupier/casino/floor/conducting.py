"""What is asked of a tournament or a promotion, stored with what it moves in the books."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.casino.duties import FollowAffair
from croupier.casino.floor.answers import Answered, answer
from croupier.casino.floor.attending import told_of_affair
from croupier.casino.floor.entering import must_be_able_to
from croupier.casino.floor.following import catch_up_house, follow_house, held
from croupier.casino.floor.housework import TRIES
from croupier.casino.floor.taking_up import catch_up_affair, must_be_current, reloaded
from croupier.casino.judging import ITSELF
from croupier.casino.lines import HOUSE
from croupier.casino.store.contract import (
    Conflict,
    StoreBusy,
    StoreFailed,
    Unchained,
    Writing,
)
from croupier.rulebook.citing import Clauses, Refused

if TYPE_CHECKING:
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.floor import Floor
    from croupier.casino.store.contract import Addition, Request
    from croupier.table.commands import Command
    from croupier.table.roles import Person


async def conduct(
    floor: Floor, affair: Affair[Any], command: Command, by: Person, asked: Request | None
) -> Answered:
    """Have an affair do a command once, or raise `Refused`."""
    async with affair.lock, held(floor, affair.record) as lines:
        if lines is not None and lines > affair.stored:
            await catch_up_affair(floor, affair)
        for _ in range(TRIES):
            before = await floor.answered(asked)
            if before is not None:
                return before
            try:
                return await _perform(floor, affair, command, by, asked)
            except (Conflict, Unchained):
                floor.counts["conflicts"] += 1
            except Refused:  # unless another process did something for the house meanwhile
                if not (floor.store.shared and await follow_house(floor)):
                    raise
    raise StoreBusy(f"others kept being faster at {affair.record}")


async def _perform(
    floor: Floor, affair: Affair[Any], command: Command, by: Person, asked: Request | None
) -> Answered:
    must_be_current(floor, affair)
    try:
        if affair.out_of_order:
            reason = f"{affair.record} is out of order: {affair.out_of_order}"
            raise Refused(reason, Clauses(()))
        must_be_able_to(floor.house, affair, command, by, floor.clock())
        facts = affair.subject.do(command, by, floor.clock())
    except Refused:
        floor.counts["refusals"] += 1
        raise
    transfers = tuple(affair.kind.transfers(affair.subject, facts))
    if not transfers:
        return await _write(floor, affair, by, asked)
    async with floor.office.lock, held(floor, HOUSE) as lines:
        try:
            floor.office.must_be_current()
            if lines is not None and lines > floor.office.stored:
                await catch_up_house(floor)
            follow = FollowAffair(affair=affair.record, transfers=transfers)
            floor.house.do(follow, ITSELF, floor.clock())
        except (Refused, StoreFailed):
            reloaded(floor, affair)
            raise
        return await _write(floor, affair, by, asked, floor.office.additions)


async def _write(
    floor: Floor,
    affair: Affair[Any],
    by: Person,
    asked: Request | None,
    follows: tuple[Addition, ...] = (),
) -> Answered:
    """Store what is fresh, and with it what follows from that for the house."""
    told = [
        fact
        for moment in affair.fresh_moments
        for fact in told_of_affair(affair.kind, moment, by).facts
    ]
    body = answer(affair.record, affair.stored + len(affair.fresh), tuple(told))
    writing = Writing(additions=(*affair.additions, *follows), request=asked, answer=body)
    try:
        receipt = await floor.write(writing)
    except BaseException:
        _undo(floor, affair, follows)
        raise
    if receipt.repeated:  # another process was asked the same
        _undo(floor, affair, follows)
        return Answered(receipt.answer, repeated=True)
    if follows:
        floor.office.store()
    affair.store()
    floor.counts["commands"] += 1
    return Answered(receipt.answer)


def _undo(floor: Floor, affair: Affair[Any], follows: tuple[Addition, ...]) -> None:
    """What could not be stored did not happen."""
    if follows:
        floor.office.reload()
    reloaded(floor, affair)
