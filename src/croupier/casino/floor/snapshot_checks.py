"""Tables that began from a snapshot are held against their records, while they are played at.

Each record is played again from its first line in a thread that leaves most of the time to others.
Then the table is locked for the few lines that came meanwhile, and compared part by part with what
the record led to, and with the cards that its dealer holds. If it is not the same, the record wins:
the table is made anew from all of its lines, its snapshot is thrown away, and that is reported.
A line that was altered while the casino is open stops play at every table.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Any

from croupier import table_replay
from croupier.aggregate.record import Entry
from croupier.aggregate.record_lines import RecordError, links
from croupier.aggregate.restore import Replayer, begun
from croupier.casino.floor.live_table import follower
from croupier.casino.floor.maintenance import report
from croupier.casino.floor.table_snapshots import NOT_PUT_AWAY, parts_of
from croupier.casino.house.commands import Dealing, Incident
from croupier.casino.store.contract import Rejected, StoreFailed, Writing
from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.table.shuffle_verification import CardFollower
    from croupier.table.table import Table

PASSING = frozenset(
    ("_asked_at", "_fresh", "_of_round", "_recalled", "only_forward", "takes_text_as_stored")
)
"""What a table has of the command that was judged last, or of what somebody read in the record."""
SLICE = 200
"""How many lines are played again before others have a turn."""
SHARE = 0.25
"""Which part of a processor it takes at most."""


async def check_snapshots(floor: Floor) -> None:
    """Check every table that began from a snapshot, and make those anew that are not the same."""
    for live in list(floor.tables.values()):
        if live.snapshot_problem:
            await _report(floor, live, live.snapshot_problem)
        if live.began_from and not live.out_of_order and floor.is_open:
            try:
                await _check(floor, live)
            except StoreFailed:
                continue  # then it is checked at the next opening
            except RecordError as error:  # every line fitted before the casino opened
                floor.stop(f"the record was tampered with: {live.record}: {error}")
                floor.wake()
                return


async def _check(floor: Floor, live: LiveTable) -> None:
    checked = await asyncio.to_thread(Checked, floor, live)
    async with live.lock:
        await live.at_rest()
        if not floor.is_open or not live.began_from or live.out_of_order:
            return
        await live.must_be_current()
        wrong = checked.wrong_with(live)
        if not wrong:
            live.began_from = 0
            return
        live.uses_snapshots = False
        live.reload()
    live.notify()
    with suppress(Rejected, StoreFailed):
        await floor.write(Writing(additions=(), safe={live.snapshot: None}))
    await _report(floor, live, wrong)


async def _report(floor: Floor, live: LiveTable, wrong: str) -> None:
    with suppress(Refused, Rejected, StoreFailed):
        await report(
            floor, Incident.VERIFICATION_FAILED, f"the snapshot of {live.record}", wrong,
            after="the table was made anew from its record",
        )  # fmt: skip


class Checked:
    """What a record leads to, played again from its first line."""

    def __init__(self, floor: Floor, live: LiveTable) -> None:
        self._floor = floor
        self._found = links(floor.store.lines(live.record))
        _, _, body = next(self._found)
        header, self.table, _ = begun(table_replay.TABLE, body, forgetful=True)
        self.table.read_back = live.table.read_back
        self._line, self._head = 1, self.table.head
        self._replayer = Replayer(table_replay.TABLE, self.table)
        self.cards: CardFollower | None = None
        safe = floor.store.safe(live.safe)
        if safe is not None and live.set_up.command.dealing is not Dealing.REAL:
            self.cards = follower(header, safe)
        self.wrong = ""
        while not self.wrong and floor.is_open and self._go_on():
            pass

    def _go_on(self) -> bool:
        began = time.thread_time()
        lines = list(islice(self._found, SLICE))
        self._repeat(lines)
        time.sleep((time.thread_time() - began) * (1 / SHARE - 1))
        return bool(lines)

    def _repeat(self, lines: Iterable[tuple[int, bytes, bytes]]) -> None:
        for line, head, body in lines:
            done = self._replayer.repeat(line, body)
            if done.difference is not None:
                self.wrong = str(done.difference)
                return
            self._line, self._head = line, head.decode()
            if self.cards is not None:
                by = done.by
                self.cards.follow(
                    Entry(line - 1, done.at, by.name, by.role, done.command, done.facts)
                )

    def wrong_with(self, live: LiveTable) -> str:
        """In what a table that one has locked is not what its record leads to."""
        more = self._floor.store.lines(live.record, self._line)
        self._repeat(links(more, self._line, self._head))
        if self.wrong:
            return self.wrong
        return next(_differences(self.table, live.table), "") or self._cards_of(live)

    def _cards_of(self, live: LiveTable) -> str:
        return "" if self.cards is None else live.dealer.misfit(self.cards)


def _differences(there: Table, here: Table) -> Iterator[str]:
    """In what two tables differ, but for the coroutine of a round."""
    ours, theirs = dict(vars(here)), dict(vars(there))
    at_hand = min(len(here.rounds), len(there.rounds))  # earlier ones are read from the record
    for parts in (ours, theirs):
        parts["rounds"] = parts["rounds"][-at_hand:] if at_hand else []
    for name in sorted(ours.keys() - set(NOT_PUT_AWAY) - PASSING):
        if not same(ours[name], theirs[name]):
            yield f"{name} is {ours[name]!r:.200}, and by the record {theirs[name]!r:.200}"
    if here.view(None) != there.view(None):
        yield "what everybody sees is not what follows from the record"


def same(one: Any, other: Any) -> bool:
    """Whether two values are alike in all their parts; sets and mappings in whatever order."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, str | int | float | bytes | Enum | frozenset | set):
        return bool(one == other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple | deque):
        return len(one) == len(other) and all(map(same, one, other))
    names = parts_of(one)
    if not names:
        return bool(one == other)
    return all(same(getattr(one, name, None), getattr(other, name, None)) for name in names)
