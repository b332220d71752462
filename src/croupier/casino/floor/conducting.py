"""What is asked of a tournament or a promotion.

It is stored in one writing with what it moves in the books, and with what a tournament's command
changes at its tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.casino.affairs import TOURNAMENT
from croupier.casino.disclosure import told_of_affair, told_trouble
from croupier.casino.duties import FollowAffair
from croupier.casino.floor.answers import Answered, answer
from croupier.casino.floor.housework import TRIES
from croupier.casino.floor.policy import confirmation_in_affair, must_be_able_to
from croupier.casino.floor.replication import follow_house
from croupier.casino.floor.together import had, house_had, undo, write_together
from croupier.casino.floor.tournament_tables import (
    bring_in_line,
    must_leave_tables_alone,
    tables_concerned,
)
from croupier.casino.floor.tournaments import tend
from croupier.casino.judging import ITSELF
from croupier.casino.store.contract import Overtaken, StoreBusy, StoreFailed
from croupier.rulebook.citing import Clauses, Refused
from croupier.tournament.acts.ending import EndSession

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.duties import Duties
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.store.contract import Request


async def conduct(
    floor: Floor,
    affair: Affair[Any],
    command: Command,
    by: Person,
    asked: Request | None,
    second: str | None = None,
) -> Answered:
    """Have an affair do a command once, or raise `Refused`."""
    if isinstance(command, EndSession) and affair.kind is TOURNAMENT:
        await tend(floor, affair)  # whose tables may have played their last round just now
    for _ in range(TRIES):
        lives = tables_concerned(floor, affair, command)
        async with had(floor, lives, affair):
            if not set(lives).issuperset(tables_concerned(floor, affair, command)):
                continue  # somebody was moved meanwhile
            before = await floor.answered(asked)
            if before is not None:
                return before
            try:
                return await _perform(floor, lives, affair, command, by, asked, second)
            except Overtaken:
                floor.counts["conflicts"] += 1
            except Refused:  # unless another process did something for the house meanwhile
                if not (floor.store.shared and await follow_house(floor)):
                    raise
    raise StoreBusy(f"others kept being faster at {affair.record}")


async def _perform(
    floor: Floor,
    lives: Sequence[Live],
    affair: Affair[Any],
    command: Command,
    by: Person,
    asked: Request | None,
    second: str | None,
) -> Answered:
    at = floor.clock()
    try:
        if affair.out_of_order:
            trouble = told_trouble(affair.out_of_order, by)
            reason = f"{affair.record} is out of order: {trouble}"
            raise Refused(reason, Clauses(()))
        must_be_able_to(floor.house, affair, command, by, at)
        must_leave_tables_alone(floor, affair, command, by, at)
        confirmed = confirmation_in_affair(floor.house, affair, command, by, at, second)
        facts = affair.subject.do(command, by, at)
    except Refused:
        floor.counts["refusals"] += 1
        raise
    try:
        for live in lives:
            bring_in_line(live, affair.subject, at)
    except BaseException:
        undo(floor, lives, affair)
        raise
    duties: list[tuple[Duties, Person]] = [] if confirmed is None else [confirmed]
    if transfers := tuple(affair.kind.transfers(affair.subject, facts)):
        duties.append((FollowAffair(affair=affair.record, transfers=transfers), ITSELF))
    if not duties:
        return await write_together(floor, lives, affair, asked, _answer(affair, by))
    return await _with_the_house(floor, lives, affair, by, asked, duties)


async def _with_the_house(
    floor: Floor,
    lives: Sequence[Live],
    affair: Affair[Any],
    by: Person,
    asked: Request | None,
    duties: Sequence[tuple[Duties, Person]],
) -> Answered:
    """Store it with what the house does after it: the books follow, and an override is noted."""
    async with house_had(floor):
        try:
            for duty, person in duties:
                floor.house.do(duty, person, floor.clock())
        except (Refused, StoreFailed):
            undo(floor, lives, affair, with_house=True)
            raise
        body = _answer(affair, by)
        return await write_together(floor, lives, affair, asked, body, with_house=True)


def _answer(affair: Affair[Any], by: Person) -> bytes:
    told = [
        fact
        for moment in affair.fresh_moments
        for fact in told_of_affair(affair.kind, moment, by).facts
    ]
    return answer(affair.record, affair.stored + len(affair.fresh), tuple(told))
