"""The floor's clock; what a table waits for, for how long, and what happens then."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.durations import SECOND
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, still_to_wager
from croupier.table.acts.closing import CloseTable, is_to_close
from croupier.table.acts.dealing import Collect
from croupier.table.acts.hidden_wagers import AnnounceWagers, ExamineForms, MakeWagersGood
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.seeding import VoidShuffle
from croupier.table.acts.shuffling import DeclineCut
from croupier.table.acts.turns import AskWager, DeductMinimum, EverybodyPasses, RuleOut, TimeIsUp
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.tournament_law import NoWager
from croupier.table.tournament_play import (
    has_begun,
    is_ordered,
    is_there,
    is_untouched,
    law_at,
    order_of_wagering,
    owing_a_wager,
    play_at,
    players_in,
    turn_is_over,
    unable_to_wager,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from croupier.aggregate.acts import Command
    from croupier.casino.house.commands import Pace
    from croupier.table.table import Table


STEP = 2_000
"""How far the clock on the wall may wander from the floor's time before somebody is told, in ms."""


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000


BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux says which start of the machine this is."""


def _since_boot() -> tuple[str, int]:
    """Which start of the machine this is, and how long ago it was, sleep included."""
    try:
        return BOOT.read_text().strip(), time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    except (AttributeError, OSError):  # pragma: no cover - only Linux says so
        return "", 0


class ClockMark(msgspec.Struct, frozen=True):
    """What the clock on the wall said, and one that nobody can set: which start, how long ago."""

    boot: str
    since_boot: int
    wall: int

    def step_since(self, before: ClockMark) -> int:
        """How far the clock on the wall was set since another mark; 0 if that cannot be told."""
        if not self.boot or self.boot != before.boot:
            return 0
        step = (self.wall - before.wall) - (self.since_boot - before.since_boot)
        return step if abs(step) >= STEP else 0


class Clock:
    """Milliseconds since 1970 by the wall as the floor opened, and steadily from there on.

    If somebody sets the clock on the wall, nobody's time to answer changes, and the order of the
    record agrees with its times. A floor that opens again is never earlier than it was.
    """

    def __init__(
        self,
        not_before: int = 0,
        *,
        wall: Callable[[], int] = _wall,
        steady: Callable[[], int] = _steady,
        since_boot: Callable[[], tuple[str, int]] = _since_boot,
    ) -> None:
        self._wall, self._steady, self._since_boot = wall, steady, since_boot
        self.behind = max(0, not_before - wall())
        """How far the clock on the wall was behind what is recorded, as the floor opened."""
        self._begun = steady()
        self._base = max(wall(), not_before)
        self._known = self._wandered()

    def __call__(self) -> int:
        return self._base + self._steady() - self._begun

    def mark(self) -> ClockMark:
        """What is compared when the floor opens again."""
        return ClockMark(*self._since_boot(), self._wall())

    def _wandered(self) -> int:
        return self._wall() - self()

    def stepped(self) -> int | None:
        """How far the clock on the wall was set since this was last asked, if it was."""
        wandered = self._wandered()
        step = wandered - self._known
        if abs(step) < STEP:
            return None
        self._known = wandered
        return step


@dataclass(frozen=True, slots=True)
class Wait:
    """Something that the table waits for."""

    question: Hashable
    """The same for as long as it waits for the same thing."""
    lasts: int
    """In milliseconds."""
    then: tuple[Command, ...]
    """What the dealer does when the time is over."""
    players: tuple[str, ...] = ()
    """Whom it waits for by name."""
    interrupts: bool = False
    """Whether it is for a shuffle, after which what was waited for before goes on."""
    is_whole: bool = False
    """True if a shuffle in between gives all of the time again: nobody is asked before it."""
    held_open_for: tuple[str, ...] = ()
    """For whom time passes that they can do without; when none of them needs more, it is over."""


GRACE = 10_000
"""How long everybody has at least when a floor opens again, in milliseconds."""
STAFF_FIRST = 10_000
"""How long staff have to close a table themselves whose closing they announced, in ms."""
HELD_UP = 500
"""How long to wait at least before what the rules did not let happen is tried again, in ms."""


class WaitTimer:
    """That of one table."""

    def __init__(self) -> None:
        self.opened = 0
        """When the floor opened again with this table on it."""
        self.ready: set[str] = set()
        """Who needs no more of the time that passes for them."""
        self.rests_until: Callable[[], int | None] = lambda: 0
        """Until when it rests, whatever it waits for; None for as long as nothing else changes."""
        self._question: Hashable = None
        self._since = 0
        self._interrupted: tuple[Hashable, int] | None = None
        """What was waited for when the cards had to be shuffled first, and since when."""

    def note(self, wait: Wait | None, at: int) -> None:
        """Remember since when the table has been waiting for the same thing."""
        if self.has_noted(wait):
            return
        question = None if wait is None else wait.question
        if wait is not None and wait.interrupts:
            self._interrupted = self._interrupted or (self._question, self._since)
        elif self._interrupted is not None and self._interrupted[0] == question:
            self._question, self._since = self._interrupted
            self._interrupted = None
            if wait is not None and wait.is_whole:
                self._since = at
            return
        else:
            if self._interrupted is None or self._interrupted[0] is not None:
                self.ready.clear()  # but not of who wagered while the first cards were shuffled
            self._interrupted = None
        self._question, self._since = question, at

    def has_noted(self, wait: Wait | None) -> bool:
        """Whether the time of this runs already."""
        return self._question == (None if wait is None else wait.question)

    def state(self) -> dict[str, Any]:
        """What it has noted, for `resume`."""
        noted = {"ready": set(self.ready), "question": self._question, "since": self._since}
        return {**noted, "interrupted": self._interrupted}

    def resume(self, state: Mapping[str, Any]) -> None:
        """Go on from what was noted."""
        self.ready = set(state["ready"])
        self._question, self._since = state["question"], state["since"]
        self._interrupted = state["interrupted"]

    def try_again(self, wait: Wait, at: int) -> None:
        """What ends the wait could not be done now."""
        self._since = at + max(0, HELD_UP - wait.lasts)

    def over_at(self, wait: Wait, *, betting: bool) -> int | None:
        """When a wait is over, if nothing happens before."""
        rests = self.rests_until()
        if rests is None:
            return None
        since = max(self._since, rests)
        bettors = wait.players if betting and not wait.interrupts else ()
        awaited = wait.held_open_for or bettors
        if awaited and self.ready.issuperset(awaited):
            return since
        return max(since + wait.lasts, self.opened + min(wait.lasts, GRACE))


def waiting(table: Table, pace: Pace) -> Wait | None:
    """What the table waits for now; None if nothing will happen before somebody does something."""
    if table.phase is Phase.SETTLED:
        collecting = Wait(
            ("settled", table.number), pace.settled, (Collect(),), held_open_for=_who_played(table)
        )
        return to_be_announced(table) or collecting
    if table.shoe.preparation is Preparation.OFFERING_CUT:
        return _cut(table, pace)
    joint = table.seeding.awaited
    if joint is not None and joint.missing:
        return Wait(
            ("links", joint.root), pace.links, (VoidShuffle(),), joint.missing, interrupts=True
        )
    if table.phase is Phase.BETTING and table.tournament is not None:
        return wagers_awaited(table, pace)
    if table.phase is Phase.BETTING and table.wagers:
        bettors = tuple(dict.fromkeys(wager.player for wager in table.wagers))
        lasts = pace.betting
        if any(still_to_wager(table)):  # who have a time that the rules give them
            lasts = max(lasts, SECOND * table.options.get("betting_seconds", 0))
        return Wait(("betting", table.number), lasts, (NoMoreBets(),), bettors)
    if table.phase is Phase.BETTING and _can_close(table):
        return Wait(("closing", table.number), max(pace.settled, STAFF_FIRST), (CloseTable(),))
    if table.phase is Phase.BETTING and _deals_without_wagers(table):
        return Wait(("no wagers", table.number), pace.settled, (NoMoreBets(),))
    if table.phase is Phase.DEALING:
        asking = table.game.asking(table)
        if asking is not None:
            lasts = pace.decision if asking.players else min(pace.decision, pace.settled)
            by_the_rules = table.options.get("decision_timer")
            if by_the_rules is not None and asking.players:
                lasts = SECOND * by_the_rules
            if asking.answered:
                lasts = 0
            return Wait(
                ("asked", asking.question), lasts, asking.overdue, asking.players, is_whole=True,
                held_open_for=asking.held_open_for,
            )  # fmt: skip
    return None


def _who_played(table: Table) -> tuple[str, ...]:
    """Who is at the table and had a wager in the round that lies there."""
    bettors = dict.fromkeys(wager.player for wager in table.wagers)
    here = set(table.patrons.arrived) - set(table.patrons.away)
    return tuple(player for player in bettors if player in here)


def _can_close(table: Table) -> bool:
    """Whether the closing of the table was announced, and nothing stands in its way."""
    return is_to_close(table, table.at) and not table.check(CloseTable(), SUPERVISOR, table.at)


def _deals_without_wagers(table: Table) -> bool:
    """Whether the next round is dealt although nobody wagers on it."""
    if not table.shoe.ready:
        return False
    try:
        return table.game.why_not_deal(table, ()) is None
    except Refused:
        return False


def _cut(table: Table, pace: Pace) -> Wait | None:
    player = table.shoe.offers[table.shoe.offered].player
    if player is None:
        return None  # nobody is left to be asked, and staff cut at once
    joint = table.seeding.awaited
    cards = joint.root if joint is not None else table.shoe.shuffles
    question = ("cut", table.number, cards, player)  # of other cards, it is asked again
    return Wait(question, pace.cut, (DeclineCut(player=player),), (player,), interrupts=True)


CROUPIER = "croupier"
"""The name under which the program itself deals, and does what ends a wait."""
SUPERVISOR = Person(CROUPIER, Role.SUPERVISOR)
DIRECTOR = Person(CROUPIER, Role.TOURNAMENT_DIRECTOR)
CLOSING: tuple[Command, ...] = (
    MakeWagersGood(), ExamineForms(), EverybodyPasses(), NoMoreBets(),
)  # fmt: skip
"""What closes the betting; whatever of it there is nothing to do for is left out."""


def wagers_awaited(table: Table, pace: Pace) -> Wait | None:
    """What is awaited before the next round is dealt; None if nobody is there to wager."""
    unable = unable_to_wager(table)
    able = [player for player in players_in(table).values() if player not in unable]
    if unable and not able:
        return Wait(("unable", _round_and_passes(table)), 0, _closing(table))
    if not (has_begun(table) or any(is_there(table, player) for player in able)):
        paid = play_at(table).this_round.deductions and not owing_a_wager(table)
        return Wait(("paid", _round_and_passes(table)), 0, CLOSING) if paid else None
    if is_ordered(table):
        return _in_turn(table, pace)
    owing = owing_a_wager(table)
    if owing:
        lasts = _seconds(table, pace)  # another time for it begins anew
        everybody = _all_players(table)  # who joins them is asked then, as is a substitute
        question = ("owed", _round_and_passes(table), lasts, *everybody)
        return Wait(question, lasts, _overdue(table, owing), is_whole=True)
    return Wait(
        ("wagered", _round_and_passes(table)), pace.settled, _closing(table), _all_players(table)
    )


def _in_turn(table: Table, pace: Pace) -> Wait:
    asked = play_at(table).this_round.asked
    if not asked:
        return Wait(("asking", _round_and_passes(table)), 0, (AskWager(),))
    left = [box for box in order_of_wagering(table) if box not in asked]
    owing = owing_a_wager(table)
    # Whoever came back after their turn cannot wager any more, and nobody waits for them.
    then = (AskWager(),) if left else (*_overdue(table, owing), *_closing(table))
    player = players_in(table).get(asked[-1])
    if player is not None and player in owing:
        lasts = _seconds(table, pace)
        late = _late(table, player) if is_there(table, player) else None
        question = ("turn", _round_and_passes(table), asked[-1], lasts, player)
        return Wait(question, lasts, then if late is None else (late,), is_whole=True)
    correcting = [each for each in owing if each in play_at(table).this_round.returned]
    if correcting and not left:
        lasts = _seconds(table, pace)
        returned = ("form returned", _round_and_passes(table), *correcting)
        return Wait(returned, lasts, then, is_whole=True)
    told = () if player is None else (player,)
    return Wait(
        ("turn over", _round_and_passes(table), asked[-1]), pace.settled if told else 0, then, told
    )


def _closing(table: Table) -> tuple[Command, ...]:
    """What closes the betting; who has not the chips to be dealt in goes before."""
    return (*(RuleOut(player=player) for player in unable_to_wager(table)), *CLOSING)


def to_be_announced(table: Table) -> Wait | None:
    """Undisclosed wagers are announced as soon as the round is over."""
    if (
        table.tournament is None
        or not table.tournament.this_round.hidden
        or not table.tournament.this_round.forms
    ):
        return None
    return Wait(("announcing", table.number), 0, (AnnounceWagers(),))


def _round_and_passes(table: Table) -> tuple[int, int]:
    """Which round it is, of those that were dealt and of those that all passed."""
    return table.number, play_at(table).rounds


def _seconds(table: Table, pace: Pace) -> int:
    seconds = play_at(table).terms.seconds
    return pace.betting if seconds is None else SECOND * seconds


def _overdue(table: Table, owing: list[str]) -> tuple[Command, ...]:
    """What becomes of players whose time is up: first of those who are there."""
    there = [player for player in owing if is_there(table, player)]
    if there:
        found = (_late(table, player) for player in there)
        return tuple(command for command in found if command is not None)
    return tuple(command for player in owing for command in _sits_out(table, player))


def _late(table: Table, player: str) -> Command | None:
    """What becomes of somebody who is there and has let the time pass; None, if nothing yet."""
    held = TimeIsUp(player=player)
    if TimeIsUp in table.game.acts and table.check(held, SUPERVISOR, table.at) is None:
        return held
    timed = law_at(table).timed_out and play_at(table).terms.seconds is not None
    precedence = play_at(table).readings.no_wager_precedence
    if timed and precedence is NoWager.DISQUALIFICATION:
        ruled = RuleOut(player=player)  # but not before the turn is over
        return ruled if table.check(ruled, DIRECTOR, table.at) is None else None
    if is_ordered(table) and turn_is_over(table, player) and not is_untouched(table):
        return next(iter(_sits_out(table, player)), StepAway(player=player))
    return StepAway(player=player)


def _sits_out(table: Table, player: str) -> tuple[Command, ...]:
    """What the rules and conditions have for somebody without a wager when a round is to begin."""
    for command in (DeductMinimum(player=player), RuleOut(player=player)):
        if table.check(command, DIRECTOR, table.at) is None:
            return (command,)
    return ()


def _all_players(table: Table) -> tuple[str, ...]:
    return tuple(players_in(table).values())
