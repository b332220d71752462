"""What the house itself is asked to do, and stored with whatever it sets up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from croupier.casino.affairs import PROMOTION, TOURNAMENT
from croupier.casino.duties import (
    FollowTable,
    OpenPromotion,
    OpenTournament,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.floor.affair import Affair
from croupier.casino.floor.answers import Answered, answer
from croupier.casino.floor.policy import confirm_duty
from croupier.casino.floor.replication import catch_up_house, held, take_up
from croupier.casino.floor.tournament_tables import lay_out, new_live
from croupier.casino.judging import ITSELF
from croupier.casino.lines import HOUSE
from croupier.casino.store.contract import Overtaken, StoreBusy, Writing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.roles import Person
    from croupier.casino.duties import Duties
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.store.contract import Request

    Safe = Mapping[str, bytes | None]

TRIES = 8
"""How often something is judged anew because another process was faster."""


async def have_done(
    floor: Floor,
    duty: Duties,
    by: Person,
    asked: Request | None,
    safe: Safe,
    second: str | None = None,
) -> Answered:
    """Have the house do a duty once, with what goes into the safe with it."""
    office = floor.office
    async with office.lock, held(floor, HOUSE) as lines:
        if lines is not None and lines > office.stored:
            await catch_up_house(floor)
        for _ in range(TRIES):
            before = await floor.answered(asked)
            if before is not None:
                return before
            try:
                return await _do(floor, duty, by, asked, safe, second)
            except Overtaken:
                floor.counts["conflicts"] += 1
    raise StoreBusy("others kept being faster at the house")


async def _do(
    floor: Floor,
    duty: Duties,
    by: Person,
    asked: Request | None,
    safe: Safe,
    second: str | None,
) -> Answered:
    office, at = floor.office, floor.clock()
    office.must_be_current()
    confirm_duty(floor.house, duty, by, at, second)
    facts = floor.house.do(duty, by, at)
    try:
        live, affair = _set_up(floor, duty, at), _opened(duty)
        begun = [each for each in (live, affair) if each is not None]
        writing = Writing(
            additions=(*office.additions, *(a for each in begun for a in each.additions)),
            request=asked,
            answer=answer(HOUSE, office.line, facts),
            safe={**safe, **({} if live is None else live.to_be_saved())},
        )
        receipt = await floor.write(writing)
    except BaseException:
        office.reload()
        raise
    if receipt.repeated:
        office.reload()
        return Answered(receipt.answer, repeated=True)
    office.store()
    if live is not None:
        live.store()
        floor.lives[live.set_up.duty.table] = live
        if floor.store.shared:
            live.claimed = await asyncio.to_thread(floor.store.claim, live.record)
        floor.schedule(live)
    if affair is not None:
        affair.store()
        take_up(floor, affair)
    elif isinstance(duty, TakeDownTable):
        floor.lives.pop(duty.table).ring()
    return Answered(receipt.answer)


def _opened(duty: Duties) -> Affair[Any] | None:
    """The affair that a duty begins, if it is one that does."""
    if isinstance(duty, OpenTournament):
        return Affair(TOURNAMENT, duty.tournament, duty)
    if isinstance(duty, OpenPromotion):
        return Affair(PROMOTION, duty.promotion, duty)
    return None


def _set_up(floor: Floor, duty: Duties, at: int) -> Live | None:
    """The table that a duty sets up, if it is one that does; opened, if the program deals."""
    if not isinstance(duty, SetUpTable):
        return None
    live = new_live(floor, floor.house.tables[duty.table])
    if live.tournament is not None:
        lay_out(live, live.tournament(), at)
    elif live.is_automatic:
        live.open(at)
        follow = FollowTable.after(live.set_up.name, live.facts)
        if follow is not None:
            floor.house.do(follow, ITSELF, at)
    return live
