"""What the program does now and then while the floor is open.

It seals the records with signed checkpoints, and reports what it notices: a clock that was set,
also while the floor was closed, a table whose record does not lead to it, a store that failed and
can be written again, a table that people are to close because its rules have come to their end.
"""

from __future__ import annotations

import asyncio
import platform
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from croupier.casino.checkpoints import RECORD, make_checkpoint, read_line
from croupier.casino.floor.commands import SCRUB
from croupier.casino.floor.timers import STEP, ClockMark
from croupier.casino.heads import HeadKeeper
from croupier.casino.house.acts import ITSELF, LONGEST_TEXT
from croupier.casino.house.commands import Incident, Report
from croupier.casino.line_sums import check_new_lines, keep_sums
from croupier.casino.store.contract import Rejected, StoreFailed, Writing
from croupier.casino.store.protection import Tampered
from croupier.durations import HOUR

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from croupier.casino.floor.floor import Floor
    from croupier.casino.heads import SignedHead
    from croupier.casino.signing_key import Seal
    from croupier.casino.store.contract import StoredLine


async def report(
    floor: Floor,
    incident: Incident,
    subject: str = "",
    detail: str = "",
    *,
    before: str = "",
    after: str = "",
    safe: Mapping[str, bytes | None] | None = None,
) -> None:
    """Have the house record an incident; texts that came from elsewhere are cut to fit a line."""
    said = Report(
        incident=incident,
        subject=_one_line(subject),
        before=_one_line(before),
        after=_one_line(after),
        detail=_one_line(detail),
    )
    await floor.command_house(said, ITSELF, safe=safe)


def _one_line(text: str) -> str:
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[: LONGEST_TEXT - 1]}…"


class Sealing:
    """Signs checkpoints, which lie in the store, and heads, of which the last lies outside."""

    def __init__(self, floor: Floor, seal: Seal, head: Path | None = None) -> None:
        self._floor = floor
        self._seal = seal
        self._heads: HeadKeeper | None = None
        if floor.store.protection is not None:
            self._heads = HeadKeeper(floor.store, seal, head)
        self._turn = asyncio.Lock()
        self.trouble = ""
        """Why the last head could not be kept outside, if so."""
        self.made = floor.clock()
        """When the last checkpoint was asked for, or else when the floor opened."""

    @property
    def key(self) -> str:
        """The public half of the seal."""
        return self._seal.public

    @property
    def head(self) -> SignedHead | None:
        """The last head that was signed."""
        return None if self._heads is None else self._heads.last

    async def checkpoint(self) -> bytes:
        """A checkpoint of how far every record has come by now; the line of its record.

        Where lines have no salts a round in play is left out: everybody may read a checkpoint, and
        guess at a hash.
        """
        floor, heads = self._floor, self._heads
        self.made = at = floor.clock()
        async with self._turn:
            if heads is not None:
                make = partial(make_checkpoint, ends=heads.refresh)
                line = await asyncio.to_thread(make, floor.store, self._seal, at)
                heads.note_checkpoint(read_line(line)[1].heads)
                return line
        limits = {live.record: live.readable for live in floor.tables.values()}
        return await asyncio.to_thread(make_checkpoint, floor.store, self._seal, at, limits)

    async def keep_head(self) -> SignedHead | None:
        """Sign all that is stored by now, and keep it outside; none, if there are no keys."""
        heads = self._heads
        if heads is None:
            return None
        async with self._turn:
            return await asyncio.to_thread(heads.keep, self._floor.clock())

    async def close(self) -> None:
        """Sign everything at a clean stop: no line, answer or secret comes after this head."""
        if self._heads is not None:
            try:
                await asyncio.to_thread(self._sum_lines)
            except Tampered as error:  # the next opening finds it too, and is refused
                with suppress(Rejected, StoreFailed):
                    what = Incident.VERIFICATION_FAILED
                    await report(self._floor, what, "the records", str(error))
        await self.checkpoint()
        await self.keep_head()

    def _sum_lines(self) -> None:
        store = self._floor.store
        digest = store.digest()
        assert digest is not None, "it is kept under keys"
        keep_sums(store, check_new_lines(store, digest))

    async def run(self) -> None:
        """Keep a head outside until the floor closes; what is not the house's stops play."""
        while self._floor.is_open and self._heads is not None:
            try:
                await self.keep_head()
            except Tampered as error:
                self._floor.stop(f"the record was tampered with: {error}")
                self._floor.wake()
                return
            except (StoreFailed, OSError) as error:
                self.trouble = str(error)
            else:
                self.trouble = ""
            await asyncio.sleep(BEHIND)

    async def last(self) -> bytes | None:
        """The line of the last checkpoint, if there is one."""
        return await asyncio.to_thread(self._last)

    def _last(self) -> bytes | None:
        store = self._floor.store
        lines = store.standing(RECORD).lines
        if lines <= 1:
            return None
        (placed,) = store.page(RECORD, lines - 1, 1)
        return placed.line

    async def page(self, after: int, most: int) -> list[StoredLine]:
        """The next checkpoints after so many of them."""
        return await asyncio.to_thread(self._floor.store.page, RECORD, after + 1, most)


PAUSE = 1.0
"""How often to look, in seconds."""
BEHIND = 0.5
"""How often to keep a head outside, in seconds: so far it is behind, and the time it takes."""


_encode = msgspec.json.Encoder().encode
_read_mark = msgspec.json.Decoder(ClockMark).decode


def _clock_mark(floor: Floor) -> str:
    """Where in the safe it is kept what the clock said; several machines may serve one store."""
    return f"clock/{platform.node()}" if floor.store.shared else "clock"


def _set(step: int) -> str:
    way, far = ("forward", step) if step > 0 else ("back", -step)
    return f"set {way} by {far / 1000:g} seconds"


class Upkeep:
    """`every` is how often to seal the records, in milliseconds.

    `known` says why tables are out of order, if that has been reported already.
    """

    def __init__(
        self, floor: Floor, sealing: Sealing, every: int, known: Callable[[], str] = lambda: ""
    ) -> None:
        self._floor = floor
        self._sealing = sealing
        self._every = every
        self._known = known
        self._stepped = 0
        self._clock_is_known = False
        """Whether the clock has been held against what it said when the floor opened last."""
        self._failures = 0
        self._head_in_trouble = False
        self._expiring = 0
        """When to look for it again."""
        self._out_of_order: dict[str, str] = {}
        self._to_be_closed: set[str] = set()
        """Tables of which it was reported that their rules have come to their end."""

    async def run(self) -> None:
        """Go round until the floor closes."""
        while self._floor.is_open:
            with suppress(StoreFailed, Rejected):  # what could not be stored is tried again
                await self.go_round()
            await asyncio.sleep(PAUSE)

    async def go_round(self) -> None:
        await self._look_at_the_clock()
        await self._look_at_the_store()
        await self._look_at_the_head()
        await self._look_at_the_tables()
        await self._look_at_what_expires()
        if self._floor.clock() >= self._sealing.made + self._every:
            await self._sealing.checkpoint()

    async def _look_at_what_expires(self) -> None:
        """What is kept of people for a time only."""
        floor, now = self._floor, self._floor.clock()
        if now < self._expiring:
            return
        gone = await floor.particulars.expired(now)
        if gone:
            await floor.write(Writing(additions=(), safe={**gone, SCRUB: b"due"}))
            await floor.scrub()
        floor.references.look_anew()  # perhaps another process has taken something out
        self._expiring = now + HOUR

    async def _look_at_the_clock(self) -> None:
        if not self._clock_is_known:
            await self._compare_clock()
            self._clock_is_known = True
        self._stepped += self._floor.clock.stepped() or 0
        if self._stepped:
            await self._report_clock(f"{_set(self._stepped)}; the floor's own time went on evenly")
            self._stepped = 0

    async def _compare_clock(self) -> None:
        """Report a clock that was set since the floor was open last, or is behind the records."""
        floor, name = self._floor, _clock_mark(self._floor)
        kept = await asyncio.to_thread(floor.store.safe, name)
        mark, behind = floor.clock.mark(), floor.clock.behind
        step = 0 if kept is None else mark.step_since(_read_mark(kept))
        own = "the floor's own time goes on from the last record"
        if step:
            await self._report_clock(f"{_set(step)} since the casino was last open; {own}")
        elif behind >= STEP:
            far = behind / 1000
            await self._report_clock(f"it is {far:g} seconds behind the last record; {own}")
        else:
            await floor.write(Writing(additions=(), safe={name: _encode(mark)}))

    async def _report_clock(self, detail: str) -> None:
        """With what it says now: what has been reported is not reported again."""
        safe = {_clock_mark(self._floor): _encode(self._floor.clock.mark())}
        subject = "the clock of the machine"
        await report(self._floor, Incident.CLOCK_CHANGED, subject, detail, safe=safe)

    async def _look_at_the_store(self) -> None:
        """A report that can be stored shows that a failure is overcome."""
        if self._floor.failures == self._failures:
            return
        detail = f"overcome: {self._floor.last_failure}"
        await report(self._floor, Incident.MALFUNCTION, "the store", detail)
        self._failures = self._floor.failures

    async def _look_at_the_head(self) -> None:
        """That no head can be kept outside is reported once, until one can again."""
        trouble = self._sealing.trouble
        if trouble and not self._head_in_trouble:
            await report(self._floor, Incident.MALFUNCTION, "the head outside", trouble)
        self._head_in_trouble = bool(trouble)

    async def _look_at_the_tables(self) -> None:
        for name, live in list(self._floor.tables.items()):
            reason = live.out_of_order
            if reason and reason not in (self._known(), self._out_of_order.get(name)):
                subject = f"table {name}"
                await report(self._floor, Incident.VERIFICATION_FAILED, subject, reason)
                self._out_of_order[name] = reason
            new = None if reason else live.has_to_make_way(self._floor.clock())
            if new is not None and live.record not in self._to_be_closed:
                detail = f"{new.title} takes effect: the round is finished, and the table closes"
                await report(self._floor, Incident.NEW_RULES, f"table {name}", detail)
                self._to_be_closed.add(live.record)
