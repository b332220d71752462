"""The floor: the house, its tables, tournaments and promotions, in front of one store.

All of it happens in one thread, the event loop's. A command is done in a transaction of its own
(`commands.py`); it waits for its own last writing and for nobody else's, and the batch
writer takes those of many tables into one commit.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from croupier.aggregate.acts import Command
from croupier.casino.disclosure import told_trouble
from croupier.casino.floor.command_answers import Answered, Requests, request_of
from croupier.casino.floor.commands import (
    SCRUB,
    ByItself,
    command_affair,
    command_house,
    command_table,
    note_particulars,
    take_wagers_off,
)
from croupier.casino.floor.forced_closing import close_out_older, close_out_table
from croupier.casino.floor.live_aggregate import Live
from croupier.casino.floor.maintenance import report
from croupier.casino.floor.patron_approvals import Backing, ask, find_consents
from croupier.casino.floor.patron_confirmation import (
    patrons_at_table,
    patrons_in_affair,
    patrons_in_house,
)
from croupier.casino.floor.replication import Replicator, affairs_of, match_house
from croupier.casino.floor.snapshot_checks import check_snapshots
from croupier.casino.floor.timers import Clock
from croupier.casino.floor.tournament_automation import manage_tables, wake
from croupier.casino.floor.views import ViewerTurns
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    AskPatrons,
    BeginLimits,
    CloseOut,
    Confirm,
    ConfirmForPatron,
    Enrol,
    FollowAffair,
    FollowTable,
    ForgetPerson,
    Incident,
    TakeDownTable,
)
from croupier.casino.live_kinds import HOUSE_KIND, TOURNAMENT
from croupier.casino.notices import tells_of_notices
from croupier.casino.override_commands import Unconfirmed
from croupier.casino.particulars import ParticularsStore
from croupier.casino.patron_acts import NeedsPatron
from croupier.casino.record_names import HOUSE
from croupier.casino.references import References, entered, new_person
from croupier.casino.store.batch_writer import BatchWriter
from croupier.casino.store.contract import (
    Overtaken,
    Rejected,
    StoreFailed,
    Writing,
)
from croupier.rulebook.citations import Clauses, Refused
from croupier.tournament.acts.conduct import CallBreak, RaiseDispute, SettleDispute
from croupier.tournament.acts.session_end import EndSession

if TYPE_CHECKING:
    from collections.abc import (
        Awaitable,
        Callable,
        Coroutine,
        Generator,
        Mapping,
        Sequence,
    )
    from typing import Any

    from croupier.aggregate.codec import Codec
    from croupier.aggregate.roles import Person, Role
    from croupier.casino.floor.dealer_steps import AnyDealerStep
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.house.commands import HouseCommand
    from croupier.casino.house.house import House, NamedToConfirm
    from croupier.casino.particulars import Details
    from croupier.casino.store.contract import Receipt, Store
    from croupier.promotion.promotion import Promotion
    from croupier.tournament.tournament import Tournament

SOON = 0.5
"""After how many seconds a table that could not be stored is looked after again."""
RECENTLY = 1.0
"""For how many seconds something that was stored shows that more can be."""
PROBE = "probe"
"""What is written into the safe to see whether anything can be."""
T = TypeVar("T")


class NoSuchTable(LookupError):
    def __init__(self, name: str) -> None:
        super().__init__(f"there is no table {name!r} on the floor")


class Floor:
    """Opened with `async with Floor(store) as floor`; whatever is asked is asked of it then."""

    def __init__(
        self,
        store: Store,
        *,
        name: str = "Croupier",
        clock: Clock | None = None,
        entropy: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self.store = store
        self.live_house: Live[House] = Live(store, HOUSE_KIND, HOUSE, name)
        self.tables: dict[str, LiveTable] = {}
        self.tournaments: dict[str, Live[Tournament]] = {}
        self.promotions: dict[str, Live[Promotion]] = {}
        self.counts: Counter[str] = Counter()
        """What has happened since the floor opened, for whoever measures it."""
        self.approving = asyncio.Lock()
        """Held while what patrons have approved is changed."""
        self.asked_until: dict[str, int] = {}
        """Until when staff ask something of a patron, as far as it was asked in this process."""
        self.entropy = entropy
        self.references = References(store.safe, lambda: self.house)
        self.particulars = ParticularsStore(store, self.references)
        self._writer = BatchWriter(store)
        self.requests = Requests(store)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.is_open = True
        self.closed_out: dict[str, str] = {}
        """What could not go on when the floor was opened, by its record, and why."""
        self.failures = 0
        """How often the store could not be written."""
        self.last_failure = ""
        self._stored_at = 0.0
        """When something was stored last, by the event loop's clock; 0 after a failure."""
        self._probing: asyncio.Task[None] | None = None
        self.in_flight: dict[str, LiveTable] = {}
        """The tables of which lines are being written while they go on, by their records."""
        self.changing: set[Live[Any]] = set()
        """The house, tournaments and promotions that are being changed, or could not be undone."""
        self.undone = 0
        """How often something that one of them had done was undone."""
        self.viewers = ViewerTurns()
        """Those who are to look again at a table that they watch."""
        self.notices_changed = asyncio.Event()
        """Rings, and is replaced, whenever a notice was stored."""
        self.live_house.load()
        match_house(self)
        latest = [self.house.at, *(live.at for live in self.tables.values())]
        latest += [affair.aggregate.at for affair in affairs_of(self)]
        self.clock = clock or Clock(not_before=max(latest))
        for live in self.tables.values():
            live.wait_timer.opened = self.clock()

    @property
    def house(self) -> House:
        return self.live_house.aggregate

    @property
    def house_changed(self) -> asyncio.Event:
        """Set, and replaced, whenever the house's record has grown, by whichever process."""
        return self.live_house.changed

    # -- opening and closing

    async def __aenter__(self) -> Self:
        async with self.live_house.lock:
            if self.live_house.fresh:
                with suppress(Overtaken):  # another process founded the same house
                    await self.write(Writing(additions=self.live_house.additions))
                    self.live_house.mark_stored()
                if self.live_house.fresh:
                    self.live_house.load()
        if self.store.shared:
            replicator = Replicator(self)
            await replicator.claim()
            self.begin(replicator.run())
        if not self.house.asks_patrons:
            with suppress(Refused, Rejected, StoreFailed):  # then it is said at the next opening
                await self.command_house(AskPatrons(), ITSELF)
        if self.house.cage_terms is None:
            with suppress(Refused, Rejected, StoreFailed):  # then it is said at the next opening
                await self.command_house(BeginLimits(), ITSELF)
        if await asyncio.to_thread(self.store.safe, SCRUB) is not None:
            await self.scrub()
        self.closed_out = await close_out_older(self)
        await take_wagers_off(self)
        for live in self.tables.values():
            await self.tick(live)
        if not self.store.shared:
            for affair in self.tournaments.values():
                self.manage_tables(affair)
        self.begin(check_snapshots(self))
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish what is under way, and begin nothing more."""
        self.is_open = False
        for live in self.tables.values():
            _cancel_wake_up(live)
            live.notify()
        for affair in affairs_of(self):
            affair.notify()
        self.notify_of_notices()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._writer.close)

    # -- looking

    def live(self, table: str) -> LiveTable:
        live = self.tables.get(table)
        if live is None:
            raise NoSuchTable(table)
        return live

    @property
    def to_be_written(self) -> int:
        """How many writings wait for the disk."""
        return self._writer.waiting

    @property
    def rounds(self) -> int:
        """How many rounds the tables on the floor have played."""
        return sum(live.table.number for live in self.tables.values())

    def wake(self) -> None:
        """Have everybody who watches a table look again."""
        for live in self.tables.values():
            live.notify()

    def stop(self, reason: str) -> None:
        """Nothing is played any more, for a reason that concerns every table."""
        for live in self.tables.values():
            live.out_of_order = live.out_of_order or reason

    # -- what is asked of a table

    async def do(
        self,
        table: str,
        command: Command,
        by: Person,
        request: str | None = None,
        second: str | None = None,
        code: str | None = None,
    ) -> Answered:
        """Carry out a command at a table, or raise `Refused`.

        `second` confirms an override, or what staff do for a patron; so does the patron's `code`.
        """
        if table not in self.tables:
            return await self.answered_before(table, lambda codec: command, by, request)
        live, command = await self._asked_at(table), self.references.referring(command)
        patrons = patrons_at_table(self.house, live, command, by, self.clock())
        backing = await self._backing(patrons, by, second, code)
        asked = request_of(by, request, live.record, command)
        doing = command_table(self, live, command, by, asked, backing)
        return await self._done_or_asked(doing, live.record, command, by)

    async def answered_before(
        self,
        table: str,
        read: Callable[[Codec], Command | AnyDealerStep],
        by: Person,
        request: str | None,
    ) -> Answered:
        """What was answered to a request at a table that has left the floor since.

        A request may have been done and its answer lost, and the table been taken down before it
        was made again. One that was never done is `NoSuchTable`.
        """

        def referred(codec: Codec) -> Command | AnyDealerStep:
            asked = read(codec)
            return self.references.referring(asked) if isinstance(asked, Command) else asked

        answered = await self.requests.answered_at_earlier_table(by, request, table, referred)
        if answered is None:
            raise NoSuchTable(table)
        return answered

    async def _asked_at(self, table: str) -> LiveTable:
        """A table at which something is asked for, with all that others have stored there."""
        live = self.live(table)
        if self.store.shared:
            live.by_others = 0
            await live.repeat_missed()
        return live

    async def _backing(
        self, patrons: Sequence[str], by: Person, second: str | None, code: str | None
    ) -> Backing:
        """What confirms a command, with what those approved whose own it is."""
        consents = await find_consents(self, patrons, by, code) if patrons else {}
        return Backing(second, code, consents)

    async def _done_or_asked(
        self, doing: Coroutine[Any, Any, Answered], record: str, command: Command, by: Person
    ) -> Answered:
        """Have it done; what lacks nothing but a patron's word is put to the patron."""
        try:
            return await doing
        except NeedsPatron as refusal:
            await ask(self, refusal.asks, record, command, by)
            raise

    async def step(
        self, table: str, step: AnyDealerStep, by: Person, request: str | None = None
    ) -> Answered:
        """Have the dealer's hands do something with a virtual shoe, for the person who deals."""
        if table not in self.tables:
            return await self.answered_before(table, lambda codec: step, by, request)
        live = await self._asked_at(table)
        asked = request_of(by, request, live.record, step)
        return await command_table(self, live, step, by, asked)

    async def ready(self, table: str, by: Person) -> None:
        """A bettor needs no more time; when no bettor does, the dealer goes on.

        That is to close the betting, to compare the hands, or to collect the cards of a round that
        everybody has seen. Raises `Refused` with what keeps the dealer from closing the betting.
        """
        live = await self._asked_at(table)
        self.must_be_known(live, by)
        async with live.lock:
            live.wait_timer.ready.add(by.name)
            before = live.line
        await self.finished(self.tick(live))
        if live.line == before:
            live.notify()  # of whom the table does not wait for
        held_up = await live.as_stored(lambda: live.held_up if live.is_betting else None)
        if held_up is not None:
            raise held_up

    def must_be_known(self, live: LiveTable, by: Person) -> None:
        """Refuse somebody who may not do anything there at all."""
        if live.out_of_order:
            trouble = told_trouble(live.out_of_order, by)
            reason = f"{live.set_up.command.table} is out of order: {trouble}"
            raise Refused(reason, Clauses(()))
        if not self.house.may_act(by):
            raise Refused(f"{by.name} has no account here as {by.role}", Clauses(()))

    async def finished(self, doing: Coroutine[Any, Any, T]) -> T:
        """What has begun comes to its end, even if whoever asked does not wait for the answer.

        What need not wait for anything is done at once, without a task of its own.
        """
        try:
            awaited = doing.send(None)
        except StopIteration as end:
            result: T = end.value
            return result
        except (Unconfirmed, NeedsPatron) as refusal:
            await self._report_named_too_soon(refusal)
            raise
        try:
            return await asyncio.shield(self.begin(_rest_of(doing, awaited)))
        except (Unconfirmed, NeedsPatron) as refusal:
            await self._report_named_too_soon(refusal)
            raise

    async def _report_named_too_soon(self, refusal: Unconfirmed | NeedsPatron) -> None:
        """Report that somebody was named who may not confirm anything yet in the role it takes."""
        if refusal.named is not None:
            person, asked_by = refusal.named
            await report(self, Incident.NAMED_TOO_SOON, person, after=asked_by)

    def begin(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -- storing

    def write(self, writing: Writing) -> Awaitable[Receipt]:
        """Have something stored, after all that was to be stored before; done when it is."""
        written = self._writer.submit_from_loop(writing, partial(self._note_written, writing))
        if writing.request is not None:
            self.requests.submitted(writing.request)
        return written

    def _note_written(self, writing: Writing, outcome: Receipt | Exception) -> None:
        if writing.request is not None:
            self.requests.writing_done(writing.request)
        for addition in writing.additions:
            if addition.record in self.in_flight:
                self._note_landed(self.in_flight[addition.record], outcome)
        if not isinstance(outcome, Exception):
            self._stored_at = asyncio.get_running_loop().time()
            if any(tells_of_notices(addition.lines) for addition in writing.additions):
                self.notify_of_notices()
        elif isinstance(outcome, Overtaken):
            records = {addition.record for addition in writing.additions}
            for live in self.tables.values():
                if live.record in records:
                    live.contest()
        elif isinstance(outcome, StoreFailed):
            self.failures += 1
            self.last_failure = str(outcome)
            self._stored_at = 0.0

    def _note_landed(self, live: LiveTable, outcome: Receipt | Exception) -> None:
        """The first of what a table has in flight is stored, or will never be."""
        live.writing_done(outcome)
        if not live.is_in_flight:
            del self.in_flight[live.record]
        if live.stale:
            self.begin(self.make_anew(live))
        else:
            self.counts["commands"] += 1

    async def make_anew(self, live: LiveTable) -> None:
        """Have a table forget what could not be stored, whether anybody waits for that or not."""
        async with live.lock:
            with suppress(StoreFailed):
                await live.must_be_current()
            self.schedule(live)

    async def must_be_writable(self) -> None:
        """Raise `StoreFailed` unless something has just been stored, or can be.

        However many ask, not much is written for it.
        """
        await asyncio.to_thread(self.store.must_be_in_place)
        if asyncio.get_running_loop().time() - self._stored_at < RECENTLY:
            return
        if self._probing is None or self._probing.done():
            self._probing = self.begin(self._probe())
        await asyncio.shield(self._probing)

    async def _probe(self) -> None:
        await self.write(Writing(additions=(), safe={PROBE: str(self.clock()).encode()}))

    def notify_of_notices(self) -> None:
        self.notices_changed.set()
        self.notices_changed = asyncio.Event()

    # -- what is asked of the house

    def holder_of(self, power: str) -> Role:
        """Return the role from which on staff exercise a power of the casino operator."""
        return self.house.holder_of(power)

    def is_delegated(self, power: str) -> bool:
        """Return True if the operator has said who holds a power, and the record keeps it."""
        return power in self.house.delegated

    async def command_house(
        self,
        command: HouseCommand,
        by: Person,
        request: str | None = None,
        safe: Mapping[str, bytes | None] | None = None,
        second: str | None = None,
        code: str | None = None,
    ) -> Answered:
        """Have the house do something, and something put into the safe with it."""
        if isinstance(command, FollowTable | FollowAffair | CloseOut):
            raise Refused("the house follows its tables and affairs by itself", Clauses(()))
        if isinstance(command, Confirm | ConfirmForPatron):
            raise Refused("what confirms something comes with it", Clauses(()))
        if by != ITSELF:  # which knows no names
            command = self.references.referring(command)
        asked = request_of(by, request, HOUSE, command)
        live = self.tables.get(command.table) if isinstance(command, TakeDownTable) else None
        if live is not None and not live.record_fits:
            closing_out = close_out_table(self, live, live.out_of_order, by, asked, second)
            return await self.finished(closing_out)
        patrons = patrons_in_house(self.house, command, by)
        backing = await self._backing(patrons, by, second, code)
        doing = self.finished(command_house(self, command, by, asked, safe, backing))
        answered = await self._done_or_asked(doing, HOUSE, command, by)
        if isinstance(command, ForgetPerson):
            await self.scrub()
        return answered

    async def enrol(
        self,
        name: str,
        roles: tuple[Role, ...],
        by: Person,
        request: str | None = None,
        second: str | None = None,
        *,
        guest: bool = False,
    ) -> str:
        """Give somebody an account; return the pseudonym that the records have for them."""
        asked = request_of(by, request, HOUSE, Enrol(person=name, roles=roles, guest=guest))
        person = new_person(self.entropy())
        command, safe = Enrol(person=person, roles=roles, guest=guest), entered(person, name)
        answered = await self.finished(
            command_house(self, command, by, asked, safe, Backing(second), called=name)
        )
        (fact,) = answered.read()["facts"]
        return str(fact["person"])

    def first_confirms_from(self, person: str) -> int:
        """Return the moment from which a person may confirm the requests of others."""
        return self.house.first_confirms_from(person)

    def named_to_confirm(self, person: str) -> list[NamedToConfirm]:
        """List the latest namings of a second person, newest first."""
        return [*reversed(self.house.named.get(person, ()))]

    @property
    def guests(self) -> frozenset[str]:
        """Everybody whose account ends with their session."""
        return frozenset(self.house.guests)

    def is_barred(self, person: str) -> bool:
        """Return whether a person is excluded from the casino or detained."""
        return bool(self.house.bars(person))

    def is_guest(self, person: str) -> bool:
        """True if an account ends with its session."""
        return person in self.house.guests

    async def note_particulars(self, person: str, details: Details) -> None:
        """Keep who somebody is, apart from the records."""
        await self.finished(note_particulars(self, person, details))
        await self.scrub()

    async def scrub(self) -> None:
        """Leave no traces of what was taken out of the safe.

        While somebody reads what was stored before, that has to wait, and goes on by itself.
        """
        if not await self.finished(self._scrubbed()):
            self.begin(self._scrub_later())

    async def _scrubbed(self) -> bool:
        try:
            await asyncio.to_thread(self.store.scrub)
            await self.write(Writing(additions=(), safe={SCRUB: None}))
        except StoreFailed:
            return False
        return True

    async def _scrub_later(self) -> None:
        while self.is_open and not await self._scrubbed():
            await asyncio.sleep(SOON)

    # -- what is asked of a tournament or promotion

    async def conduct(
        self,
        affair: Live[Any],
        command: Command,
        by: Person,
        request: str | None = None,
        second: str | None = None,
        code: str | None = None,
    ) -> Answered:
        """Have a tournament or promotion do something, or raise `Refused`."""
        command = self.references.referring(command)
        if isinstance(command, EndSession) and affair.kind is TOURNAMENT:
            await manage_tables(
                self, affair
            )  # whose tables may have played their last round just now
        asked = request_of(by, request, affair.record, command)
        patrons = patrons_in_affair(self.house, affair, command, by)
        backing = await self._backing(patrons, by, second, code)
        doing = self.finished(command_affair(self, affair, command, by, asked, backing))
        answered = await self._done_or_asked(doing, affair.record, command, by)
        if affair.kind is TOURNAMENT:
            if isinstance(command, CallBreak | RaiseDispute | SettleDispute):
                wake(self, affair)
            self.manage_tables(affair)
        return answered

    def manage_tables(self, affair: Live[Tournament]) -> None:
        """See to the tables of a tournament, for as long as that takes."""
        if self.is_open and not affair.out_of_order:
            self.begin(manage_tables(self, affair))

    def take_wagers_off(self) -> None:
        """Somebody has been barred from the casino: what they have on layouts goes back."""
        if self.is_open:
            self.begin(take_wagers_off(self))

    # -- what happens by itself

    def schedule(self, live: LiveTable) -> None:
        """Look after a table when it is due to do something by itself."""
        due = [at for at in (live.due, live.makes_way_at) if at is not None]
        if due and not live.out_of_order and self._sees_to(live):
            first = min(due)
            if live.wake_up is None or live.wakes_up_at != first:
                self._again(live, max(0, first - self.clock()) / 1000)
                live.wakes_up_at = first
        else:
            _cancel_wake_up(live)

    def _again(self, live: LiveTable, seconds: float) -> None:
        """Look after a table when so much time has passed, and not before."""
        _cancel_wake_up(live)
        if self.is_open:
            loop = asyncio.get_running_loop()
            live.wake_up = loop.call_later(seconds, self._wake_up, live)

    def _wake_up(self, live: LiveTable) -> None:
        live.wake_up = None
        self.begin(self.tick(live))

    def _sees_to(self, live: LiveTable) -> bool:
        """Whether what the table does by itself is for this process to see to."""
        return live.claimed or not self.store.shared

    async def tick(self, live: LiveTable) -> None:
        """Let a table that the program deals do whatever it is time for."""
        if not live.is_automatic or live.out_of_order or not self._sees_to(live):
            return
        before = live.held_up
        try:
            await command_table(self, live, ByItself.GO_ON, ITSELF)
        except (Rejected, StoreFailed):
            self._again(live, SOON)
        else:
            self.schedule(live)
            if str(before) != str(live.held_up):
                live.notify()


async def _rest_of(doing: Coroutine[Any, Any, T], awaited: object) -> T:
    """What is left of a coroutine that has come to where it waits."""
    return await _Rest(doing, awaited)


class _Rest(Generic[T]):
    def __init__(self, doing: Coroutine[Any, Any, T], awaited: object) -> None:
        self._doing, self._awaited = doing, awaited

    def __await__(self) -> Generator[Any, Any, T]:
        doing, awaited = self._doing, self._awaited
        try:
            while True:
                try:
                    sent = yield awaited
                except BaseException as error:
                    awaited = doing.throw(error)
                else:
                    awaited = doing.send(sent)
        except StopIteration as end:
            result: T = end.value
            return result


def _cancel_wake_up(live: LiveTable) -> None:
    live.wakes_up_at = None
    if live.wake_up is not None:
        live.wake_up.cancel()
        live.wake_up = None
