"""What a viewer is shown of a table, tournament or promotion, once or while they watch."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command, asks_anything
from croupier.casino.disclosure import Moment, told_of_affair, told_of_table, told_trouble
from croupier.casino.floor.answer_barrier import Reading
from croupier.casino.floor.house_policy import (
    must_suit_house,
    without_barred,
    without_unheld,
    without_unsuitable,
)
from croupier.casino.floor.live_table import PLAY_CHIPS
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import Dealing
from croupier.casino.live_kinds import TOURNAMENT
from croupier.casino.opening_and_closing import opening_of
from croupier.game_rules.rules_copy import copy_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Settled
from croupier.table.table import Phase
from croupier.table.tournament_play import undisclosed
from croupier.table.views import PlayerView, RoundResult, last_settled, results, settled

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.aggregate.acts import Act
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.live_table import LiveTable
    from croupier.game_rules.rules_copy import RulesCopy
    from croupier.table.game_protocol import GameAtTable

MOST_LOOKS = 64
"""How many different looks at a table are kept for others who see the same."""
MOST_ROUNDS = 12
"""How many rounds gone by a look has."""


class HeldUp(msgspec.Struct, frozen=True):
    """What keeps a table that the program deals from going on."""

    reason: str
    clauses: Clauses = Clauses(())


STAFF_HAVE_TO_SEE_TO_IT = HeldUp("the table waits for the staff, who have been told")
"""What players hear of in the middle of a round: why could tell of a card that they do not see."""


class Look(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """What somebody is told since they looked last, and all that they see now."""

    moments: tuple[Moment, ...]
    line: int
    """The line of the table's record after which this is what they see."""
    view: Any
    """A `TableView`."""
    due: int | None
    """When the table will go on by itself."""
    instrument: str
    dealing: Dealing
    joint: bool
    """Whether players take part in the shuffles."""
    settled: tuple[Settled, ...]
    """What came of the wagers of the round on the table."""
    history: tuple[RoundResult, ...]
    """The last rounds, the newest first."""
    pocket: int
    """The chips that the viewer has away from the tables."""
    can_be_ready: bool
    """Whether the table need not wait any longer for the viewer: to wager, or to see a result."""
    held_up: HeldUp | None = None
    """Why the table does not go on by itself, where it would."""
    lists: dict[str, tuple[str, ...]] = {}
    """What the rules list for fields of the command whose form the viewer has before them."""

    @cached_property
    def body(self) -> bytes:
        """As it is sent, in JSON that is made once for all who see the same."""
        return msgspec.json.encode(_Sent(self.moments, self.line, self.view_in_json, self.due))

    @cached_property
    def view_in_json(self) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(self.view))

    def telling(self, moments: tuple[Moment, ...]) -> Look:
        """The same for somebody who is told of these moments."""
        told = msgspec.structs.replace(self, moments=moments)
        told.__dict__["view_in_json"] = self.view_in_json  # which takes longest to make
        return told


class _Sent(msgspec.Struct, frozen=True):
    """What is sent of a look."""

    moments: tuple[Moment, ...]
    line: int
    view: msgspec.Raw
    due: int | None


async def look(
    floor: Floor,
    table: str,
    viewer: Person | None,
    after: int | None = None,
    *,
    filling_in: Act[Any, Any] | None = None,
) -> Look:
    """What a person sees of a table, or everybody does, and what they were told after a line.

    Whoever fills in the form of a command sees what the rules list for it, too. A look is made of
    the table as it stands, and shown when all of that is on the disk; should that not come to be,
    the table is looked at again.
    """
    live = floor.live(table)
    while True:
        reading = Reading(floor)
        async with live.lock:
            await live.must_be_current()
            if after is not None and not live.has_at_hand(max(1, after)):
                await live.at_rest()
            seen = _look_once(floor, live, viewer, after)
            if filling_in is not None:
                seen = msgspec.structs.replace(seen, lists=_lists(live, filling_in))
        if await live.stored_up_to(seen.line) and await reading.is_stored():
            return seen


def _look_once(floor: Floor, live: LiveTable, viewer: Person | None, after: int | None) -> Look:
    """A look that is made once for all who see the same; what they are told may differ."""
    at, name = floor.clock(), None if viewer is None else viewer.name
    bars = None if name is None else floor.house.bars(name)
    held = 0 if name is None else floor.house.books.held(pocket(name))
    is_ready = name in live.wait_timer.ready
    held_up = None if live.held_up is None else live.held_up.reason
    key = (live.line, live.due, _rests_until(live, at), viewer, bars, held, is_ready, held_up)
    seen = live.looks.get(key) or _kept(live, key, _look(floor, live, viewer, at, held))
    if after is None or max(1, after) >= seen.line:
        return seen
    told = live.looks.get((*key, after))
    return told or _kept(live, (*key, after), seen.telling(_told_after(live, viewer, after)))


def _kept(live: LiveTable, key: tuple[object, ...], seen: Look) -> Look:
    if len(live.looks) >= MOST_LOOKS:
        live.looks.clear()
    live.looks[key] = seen
    return seen


def _told_after(live: LiveTable, viewer: Person | None, after: int) -> tuple[Moment, ...]:
    game, with_hidden_wagers = live.table.game, undisclosed(live.table)
    moments = live.moments_after(max(1, after))
    return tuple(told_of_table(game, moment, viewer, with_hidden_wagers) for moment in moments)


def _rests_until(live: LiveTable, at: int) -> int | None:
    """When a break is over, if there is one: nothing has to happen for wagers to be taken then."""
    until = live.wait_timer.rests_until() or 0
    return until if at < until else None


def _look(floor: Floor, live: LiveTable, viewer: Person | None, at: int, held: int) -> Look:
    """What somebody sees now, who is told of nothing that was before."""
    table = live.table
    view = without_barred(floor.house, without_unsuitable(live, table.view(viewer), viewer, at))
    view = without_unheld(floor.house, live, view, viewer)
    return Look(
        moments=(),
        line=live.line,
        view=view,
        due=live.due,
        instrument=live.set_up.command.instrument,
        dealing=live.set_up.command.dealing,
        joint=live.is_joint,
        settled=settled(table, viewer),
        history=tuple(results(table, viewer, MOST_ROUNDS)),
        pocket=held,
        can_be_ready=isinstance(view, PlayerView) and _can_be_ready(live, view.player),
        held_up=_held_up(live, viewer),
    )


def _lists(live: LiveTable, act: Act[Any, Any]) -> dict[str, tuple[str, ...]]:
    """From rules, sign and what was announced at the table, which everybody may know."""
    return {name: tuple(values(live.table)) for name, values in act.lists.items()}


def _held_up(live: LiveTable, viewer: Person | None) -> HeldUp | None:
    if live.held_up is None:
        return None
    if live.is_betting or (viewer is not None and viewer.is_staff):
        return HeldUp(live.held_up.reason, live.held_up.clauses)
    return STAFF_HAVE_TO_SEE_TO_IT


def _can_be_ready(live: LiveTable, player: str) -> bool:
    if not live.is_automatic or player in live.wait_timer.ready:
        return False
    if live.is_betting:
        return any(wager.player == player for wager in live.table.wagers)
    return player in live.held_open_for


async def watch(
    floor: Floor,
    table: str,
    viewer: Person | None,
    after: int | None = None,
    *,
    patience: float | None = None,
    most_missed: float = inf,
) -> AsyncIterator[Look | None]:
    """Look now, and again when something has happened or a break is over, while the table is there.

    Nobody misses a moment or is told it twice: whoever was told up to a line goes on after it, and
    who has missed more lines than `most_missed` with what there is to see now. When nothing happens
    for so many seconds of patience, nothing is said once.
    """
    live = floor.live(table)
    if after is not None and after + most_missed < live.stored:
        after = None
    while floor.is_open and floor.tables.get(table) is live:
        notified = live.notified
        seen = await look(floor, table, viewer, after)
        changed, after, resting = live.changed, seen.line, _rests_until(live, floor.clock())
        yield seen
        while after == live.stored and notified == live.notified and not changed.is_set():
            left = inf if resting is None else max(0, resting - floor.clock()) / 1000
            waits = left if patience is None else min(left, patience)
            try:
                async with asyncio.timeout(None if waits == inf else waits):
                    await changed.wait()
            except TimeoutError:
                if waits == left:
                    break
                yield None
        await floor.viewers.take(first=_is_at_table(live, viewer))


def _is_at_table(live: LiveTable, viewer: Person | None) -> bool:
    """Whether somebody who watches plays or works there."""
    return viewer is not None and (viewer.is_staff or viewer.name in live.table.patrons.arrived)


# --- what else is said of tables, without looking at play


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a table before they go there."""

    table: str
    instrument: str
    game: str
    title: str
    """Of the instrument."""
    dealing: Dealing
    phase: Phase
    rounds: int
    boxes: int
    free: int
    players: int
    limits: dict[str, tuple[int, int | None]]
    """By wager; the first is the one that the game is about."""
    wagers: tuple[str, ...]
    options: dict[str, Any]
    tournament: str = ""
    """To which tournament it belongs, if to one."""
    practice: bool = False
    """Whether it is there to learn at."""
    is_out_of_order: bool = False
    out_of_order: str = ""
    """Why, as far as the viewer may know it."""
    arrived: bool = False
    """Whether the viewer is there."""
    chips: int = 0
    """What the viewer has there in their rack, in cents."""


async def summaries(floor: Floor, viewer: Person | None) -> list[TableSummary]:
    """Every table on the floor."""
    return [
        await live.as_stored(partial(_summary, live, viewer)) for live in [*floor.tables.values()]
    ]


def out_of_order(floor: Floor, viewer: Person | None) -> dict[str, str]:
    """The tables at which nobody can play, and why, as far as the viewer may know it."""
    return {
        name: told_trouble(live.out_of_order, viewer)
        for name, live in floor.tables.items()
        if live.out_of_order
    }


def _summary(live: LiveTable, viewer: Person | None) -> TableSummary:
    command, table = live.set_up.command, live.table
    return TableSummary(
        table=command.table,
        instrument=command.instrument,
        game=table.game.instrument.game,
        title=table.game.instrument.title,
        dealing=command.dealing,
        phase=table.phase,
        rounds=table.number,
        boxes=command.boxes,
        free=command.boxes - len(table.patrons.seats),
        players=len(table.patrons.arrived),
        limits={wager: (each.minimum, each.maximum) for wager, each in table.sign.limits.items()},
        wagers=tuple(table.game.wagers),
        options=table.options,
        tournament="" if command.belongs is None else command.belongs.tournament,
        practice=command.practice,
        is_out_of_order=bool(live.out_of_order),
        out_of_order=told_trouble(live.out_of_order, viewer),
        arrived=viewer is not None and viewer.name in table.patrons.arrived,
        chips=0 if viewer is None else max(0, table.chips.rack(viewer.name)),
    )


def game(floor: Floor, table: str) -> GameAtTable:
    """The game of a table with its rules and options; it knows nothing of what is played."""
    return floor.live(table).table.game


def is_practice(floor: Floor, table: str) -> bool:
    """Whether a table on the floor is there to learn at."""
    return floor.live(table).set_up.command.practice


def must_have_table(floor: Floor, table: str) -> None:
    """Raise `NoSuchTable` if no table of that name stands on the floor."""
    floor.live(table)


async def rules_copy(floor: Floor, table: str) -> RulesCopy:
    """A copy of the rules of a table, as its sign and its options have them."""
    live = floor.live(table)
    return await live.as_stored(lambda: copy_of(live.table))


async def people_at(floor: Floor, table: str) -> list[str]:
    """Who is at a table, for those who work there."""
    live = floor.live(table)
    return await live.as_stored(lambda: sorted(live.table.patrons.arrived))


async def last_round_settled(floor: Floor, table: str, viewer: Person) -> tuple[Settled, ...]:
    """What came of the wagers of the last round, until another is dealt."""
    live = floor.live(table)
    return await live.as_stored(lambda: last_settled(live.table, viewer))


async def draw_at(floor: Floor, table: str, box: int, hand: int, place: int) -> int | None:
    """Which card of the round in play lies there; everybody saw them dealt in their order."""
    live = floor.live(table)

    def find() -> int | None:
        game_round = live.table.round if live.table.in_play else None
        return None if game_round is None else game_round.draw_at(box, hand, place)

    return await live.as_stored(find)


async def repeat_missed(floor: Floor, record: str) -> None:
    """Know what other processes have stored at a table, before its record is read."""
    for live in floor.tables.values():
        if live.record == record:
            await live.repeat_missed()
            return


def readable(floor: Floor, record: str) -> int | None:
    """The line after which a record is closed to everybody, if its table stands on the floor.

    Cards of a round in play lie face down in it, and every hash after them would give them away.
    """
    return next((live.readable for live in floor.tables.values() if live.record == record), None)


class TournamentTable(msgspec.Struct, frozen=True):
    """A table of a tournament that is on the floor."""

    called: str
    """By the tournament."""
    table: str
    """By the floor."""
    players: tuple[str, ...]
    away: tuple[str, ...]
    """Who of them plays there and is not there."""


async def tables_of_tournament(floor: Floor, tournament: str) -> list[TournamentTable]:
    """The tables of a tournament that are on the floor, as everybody sees them."""
    lives = tables_of(floor, tournament)
    return [await live.as_stored(partial(_tournament_table, live)) for live in lives]


def _tournament_table(live: LiveTable) -> TournamentTable:
    belongs, shown = live.set_up.command.belongs, live.table.view(None).tournament
    assert belongs is not None
    places = () if shown is None else shown.positions
    return TournamentTable(
        belongs.table,
        live.set_up.command.table,
        tuple(each.player for each in places),
        tuple(each.player for each in places if each.absent and not each.out),
    )


# --- what may be done at a table


async def check(floor: Floor, table: str, command: Command, by: Person) -> Refused | None:
    """Why a command would be refused as things stand, or None."""
    live = floor.live(table)
    async with live.lock:
        await live.at_rest()
        await live.must_be_current()
        at = floor.clock()
        try:
            live.must_be_for_hands(command, by, at)
            must_suit_house(floor.house, live, command, by, at)
        except Refused as refusal:
            return refusal
        return live.table.check(command, by, at)


async def possible(floor: Floor, table: str, by: Person) -> frozenset[type[Command]]:
    """The kinds of commands that somebody can give as things stand.

    One that has to be filled in is among them if the table lists a way of doing so.
    """
    live = floor.live(table)
    async with live.lock:
        await live.at_rest()
        await live.must_be_current()
        at, listed = floor.clock(), {type(command) for command in live.table.legal(by)}
        for act in live.table.game.acts.values():
            kind = act.command
            may = kind not in listed and by.role in act.open_to and not asks_anything(kind)
            if may and live.table.check(kind(), by, at) is None:
                listed.add(kind)
        return frozenset(listed)


async def suggestion(floor: Floor, table: str, kind: type[Command]) -> Command | None:
    """What stands in a form at first: what play chips need to open, and the limits that hold."""
    live = floor.live(table)
    return await live.as_stored(partial(_suggestion, floor, live, kind))


def _suggestion(floor: Floor, live: LiveTable, kind: type[Command]) -> Command | None:
    opening = opening_of(live.table, PLAY_CHIPS, floor.clock(), 0)
    if kind is type(opening):
        return opening
    if kind is ChangeLimits:
        shown = live.table.sign.limits.items()
        return ChangeLimits(
            limits={wager: (each.minimum, each.maximum) for wager, each in shown if each.maximum}
        )
    return None


# --- tournaments and promotions


class AffairLook(msgspec.Struct, frozen=True):
    """What somebody is told since they looked last, and what they see now."""

    moments: tuple[Moment, ...]
    line: int
    """The line of the record after which this is what they see."""
    view: Any
    tables: dict[str, str] = {}
    """The tables of a tournament that are on the floor: its names for them, and the floor's."""


async def look_at(
    floor: Floor, affair: Live[Any], viewer: Person | None, after: int | None = None
) -> AffairLook:
    """What a person sees of an affair, or everybody does, and what they were told after a line."""
    async with affair.lock:
        await affair.must_be_current()
        # the first line says nothing of what happened
        moments = [] if after is None else affair.moments_after(max(1, after))
        return AffairLook(
            tuple(told_of_affair(affair.kind, moment, viewer) for moment in moments),
            affair.stored,
            affair.kind.view(affair.aggregate, viewer, floor.clock()),
            _on_the_floor(floor, affair),
        )


def _on_the_floor(floor: Floor, affair: Live[Any]) -> dict[str, str]:
    set_up = (live.set_up.command for live in tables_of(floor, affair.name))
    own = affair.kind is TOURNAMENT
    return {each.belongs.table: each.table for each in set_up if own and each.belongs is not None}


async def watch_affair(
    floor: Floor,
    affair: Live[Any],
    viewer: Person | None,
    after: int | None = None,
    *,
    patience: float | None = None,
) -> AsyncIterator[AffairLook | None]:
    """Look now, and again whenever something has happened, until the floor closes.

    Nobody misses a moment or is told it twice. When nothing happens for so many seconds of
    patience, nothing is said once.
    """
    while floor.is_open:
        changed = affair.changed
        seen = await look_at(floor, affair, viewer, after)
        after = seen.line
        yield seen
        while after == affair.stored and not changed.is_set():
            try:
                await asyncio.wait_for(changed.wait(), patience)
            except TimeoutError:
                yield None


# --- turns of those who watch

AT_ONCE = 16
"""How many go on before the loop does something else."""
SHARE = 2
"""How many times as long as their turn took the loop is left to others."""


class ViewerTurns:
    """Two lines, of which the first goes first. Nobody waits where few watch.

    When something happens at a table, everybody who watches it is to be told. A thousand at once
    would hold up the next command for as long as that takes. So they go on a few at a time, with a
    pause in which the loop does other things. A viewer who waits for a turn misses nothing, and is
    told all that has happened by then. Those who are at the table, or work there, go first.
    """

    def __init__(self) -> None:
        self._lines: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())
        self._is_moving = False

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines))

    async def take(self, *, first: bool) -> None:
        """Wait for a turn."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._lines[0 if first else 1].append(turn)
        if not self._is_moving:
            self._is_moving = True
            loop.call_soon(self._give)
        await turn

    def _give(self) -> None:
        began, left = time.thread_time(), AT_ONCE
        for line in self._lines:
            while line and left:
                turn = line.popleft()
                if not turn.done():  # who has gone meanwhile takes no turn
                    turn.set_result(None)
                    left -= 1
        # those who have a turn go on before this is called
        asyncio.get_running_loop().call_soon(self._pause, began)

    def _pause(self, began: float) -> None:
        if any(self._lines):
            took = time.thread_time() - began
            asyncio.get_running_loop().call_later(SHARE * took, self._give)
        else:
            self._is_moving = False
