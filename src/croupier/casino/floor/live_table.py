"""A table on the floor: a live aggregate with its dealer, and what it does by itself in time."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier import table_replay
from croupier.aggregate.record import Entry
from croupier.aggregate.record_lines import split
from croupier.aggregate.restore import begun, resume
from croupier.aggregate.roles import Person, Role, WrongRole, who_may
from croupier.cards import parse_cards
from croupier.casino.disclosure import Moment, told_of_table
from croupier.casino.floor import table_snapshots
from croupier.casino.floor.command_answers import answer
from croupier.casino.floor.dealer_steps import (
    SLIPS,
    CollectCards,
    DealOn,
    DealOne,
    Prepare,
    RevealSecrets,
    draws_cards,
    take,
)
from croupier.casino.floor.live_aggregate import Live, OutOfOrder
from croupier.casino.floor.patron_confirmation import Stays
from croupier.casino.floor.table_snapshots import NoSnapshot, OtherProgram, Snapshots
from croupier.casino.floor.timers import CROUPIER, DIRECTOR, HELD_UP, WaitTimer, waiting
from croupier.casino.house.commands import Dealing, Shuffles
from croupier.casino.live_kinds import LiveKind
from croupier.casino.opening_and_closing import open_house, opening_of
from croupier.casino.record_names import TABLES
from croupier.casino.store.contract import StoreDamaged, StoreFailed
from croupier.dealer import Dealer, DealerState
from croupier.game_rules import table_for
from croupier.game_rules.instrument_succession import closing_due, closing_due_at, successor
from croupier.rulebook.citations import NotYet, Refused
from croupier.rulebook.instruments import load
from croupier.rulebook.options import with_settled_readings
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import NewCards, Reveal
from croupier.table.acts.closing import CloseTable, no_round_may_begin
from croupier.table.acts.dealing import Collect
from croupier.table.acts.patrons import ComeBack
from croupier.table.acts.seeding import BringTip, OpenLink, VoidShuffle
from croupier.table.acts.turns import NOT_DEALT
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import BettingClosed, Exercised, FormHandedIn, RoundEnded, RoundVoided
from croupier.table.round_index import find_round
from croupier.table.seeding import TIME_FOR_LINKS
from croupier.table.shoe_state import Preparation
from croupier.table.shuffle_verification import CardFollower
from croupier.table.table import Phase
from croupier.table.tournament_play import undisclosed
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Header
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.casino.floor.dealer_steps import AnyDealerStep
    from croupier.casino.floor.house_policy import Confirmation
    from croupier.casino.floor.timers import Wait
    from croupier.casino.floor.views import Look
    from croupier.casino.house.commands import Pace
    from croupier.casino.house.house import SetUp
    from croupier.casino.live_kinds import Keep
    from croupier.casino.store.contract import Store
    from croupier.rulebook.instruments import Instrument
    from croupier.table.table import FinishedRound, Table
    from croupier.table.wagers import Wager
    from croupier.tournament.tournament import Tournament

PENETRATION = 2 / 3
PLAY_CHIPS = "play chips, on the floor"
"""What a table was approved for at which nothing else is staked."""
CONTESTED = 60.0
"""For how many seconds after another process did something at a table it is likely to do more."""
MOST_STEPS = 100
"""After so many time-outs in a row something is wrong with the table."""
MOST_READS = 8
"""How often to read a table again that others add to."""
NO_SIGN = (ComeBack, BringTip, OpenLink)
"""Not after these is a player taken to be there again: the first says so itself, and the others
are what a page does by itself, whoever sits before it."""
SHUFFLED = b'"fact":"shuffled"'
"""What a line has that tells of a shuffle."""


class DealerSafe(msgspec.Struct, frozen=True):
    """What the dealer held after a line of the record; for the house's safe."""

    line: int
    dealer: DealerState


def _new_table(set_up: SetUp, keep: Keep | None) -> Table:
    command = set_up.command
    return table_for(
        command.instrument,
        with_settled_readings(load(command.instrument), command.options),
        name=command.table,
        boxes=command.boxes,
        keep=keep,
        forgetful=True,
    )


TABLE: LiveKind[Table] = LiveKind(
    called="table", prefix=TABLES, begin=_new_table, records=table_replay.TABLE
)


class LiveTable(Live["Table"]):
    """One table with its dealer. Whoever changes it or looks at it holds its lock."""

    def __init__(self, store: Store, set_up: SetUp, entropy: Callable[[], bytes]) -> None:
        self.set_up = set_up
        self.safe = f"dealer/{set_up.name}"
        self.confirmed: tuple[Confirmation, ...] = ()
        """Who stands behind what is not stored yet."""
        self.stays = Stays()
        self.looks: dict[Hashable, Look] = {}
        """What somebody saw since something was stored last."""
        self.wake_up: asyncio.TimerHandle | None = None
        """Calls when the table does something by itself."""
        self.wakes_up_at: int | None = None
        """What time that is, if it is known by the clock of the floor."""
        self.claimed = False
        """Whether this process sees to the table, where several could."""
        self.claims_after = 0.0
        """When it may claim the table again that it has left to another; by the loop's clock."""
        self.by_others = 0
        """How many lines others have stored since somebody asked for something here."""
        self._contested_until = 0.0
        self.tournament: Callable[[], Tournament] | None = None
        """The tournament that it belongs to, if any, as it stands."""
        self._interrupted = False
        """Whether something was left undone because its tournament is stopped."""
        self._entropy = entropy
        self.wait_timer = WaitTimer()
        self._waits: tuple[Table, int, Wait | None] | None = None
        """What the table waits for, after how many lines that was found out."""
        self.held_up: Refused | None = None
        """Why the program does not go on by itself at the moment, although it would be time."""
        self.at = self._round_begins = 0
        self._first_form: int | None = None
        """The line at which the first undisclosed wager of a round was written down."""
        self._readable = 0
        self._saved: DealerState | None = None
        self.snapshot = f"snapshot/{set_up.name}"
        """What its snapshot is called in the safe."""
        self._snapshots = Snapshots(self)
        self.began_from = 0
        """The line of the snapshot that it began from; 0, if from the first line of its record."""
        self.uses_snapshots = store.protection is not None
        """Whether it may: only where the house's keys vouch for them, and none was wrong."""
        self.snapshot_problem = ""
        """Why it could not begin from its snapshot, if so."""
        self._exposed: str | None = None
        """The commitment of cards that may be known, because the casino has lost something."""
        self._follower: CardFollower | None = None
        """Follows the cards through the record while it is read."""
        super().__init__(store, TABLE, set_up.name, set_up)
        self._stand(self.aggregate)

    def _stand(self, table: Table) -> None:
        """Have a dealer stand at a table."""
        self.aggregate = self.table = table
        table.record.keep = self._keep
        if table.record.tells_rounds:
            table.read_back = self._earlier_round
        self.dealer = Dealer(
            table, self._entropy, ask_cut=None, penetration=PENETRATION, name=CROUPIER,
            supervisor=CROUPIER, clock=self._now, joint=self.is_joint,
        )  # fmt: skip
        self.successor = successor(table.game.instrument)

    def _earlier_round(self, number: int) -> FinishedRound | None:
        codec = table_replay.TABLE.codec(self.table.record.header)
        return find_round(codec, self._store.lines(self.record), number)

    def _now(self) -> int:
        """The moment of whatever is being done, the dealer's part in it too."""
        return self.at

    def _keep(self, line: bytes) -> None:
        super()._keep(line)
        if self.line > 1:
            entry = self.table.record.entries[-1]
            self.stays.note(entry.n + 1, entry.by, entry.role, entry.command, self.table)

    def _tell(self, moment: Moment, among: list[Moment] | deque[Moment]) -> None:
        among.append(moment)
        kinds = [type(fact) for fact in moment.facts]
        if BettingClosed in kinds:
            self._round_begins = moment.line
        if RoundEnded in kinds:
            self._first_form = None
        elif self._first_form is None and FormHandedIn in kinds:
            self._first_form = moment.line

    @property
    def readable(self) -> int:
        """How much of the record may be read while something in it is hidden.

        Of a round in play it is what came before it, and before the first wager that somebody wrote
        down undisclosed. A round that is over ends that only when its end is stored.
        """
        return self._readable

    def _readable_at(self, line: int) -> int:
        last = line if self._first_form is None else self._first_form - 1
        return min(last, self._round_begins - 1) if self.table.wagers_are_frozen else last

    def _stored_readable(self, line: int) -> None:
        self._readable = line

    # -- what is stored

    def load(self) -> None:
        """Be what is stored: from a snapshot and the lines after it, or else from all lines."""
        self.began_from = 0
        if self.uses_snapshots:
            try:
                self._load_from_snapshot()
            except OtherProgram:
                pass
            except Exception as error:  # whatever does not fit, the record does without it
                if isinstance(error, StoreFailed) and not isinstance(error, StoreDamaged):
                    raise
                self.snapshot_problem = f"{type(error).__name__}: {error}"
        if not self.began_from:
            super().load()
            self._snapshots.began_from(0)

    def _load_from_snapshot(self) -> None:
        kept = self._store.safe(self.snapshot)
        if kept is None:
            return
        snapshot = table_snapshots.read(kept)
        (first,) = self._store.page(self.record, 0, 1)
        at_line = self._store.page(self.record, snapshot.line - 1, 1)
        head = split(at_line[0].line) if at_line else None
        if head is None or head.hash.decode() != snapshot.head:
            raise NoSnapshot("the record has another line there")
        lines, safe = self._stored_lines(snapshot.line)
        header = split(first.line)
        assert header is not None, "the store has nothing but lines of records"
        self.stale = True
        self._forget()
        self._follower = None
        _, table, _ = begun(table_replay.TABLE, header.body, forgetful=True)
        table_snapshots.lay_out(snapshot, table, self)
        if table.record.tells_rounds:
            table.read_back = self._earlier_round
        resume(table_replay.TABLE, table, lines, snapshot.head, self._watch)
        self.stored = snapshot.line + len(lines)
        self._go_on_with(table, safe)
        self._snapshots.began_from(snapshot.line)
        self.began_from = snapshot.line
        self.out_of_order, self.record_fits, self.is_older = "", True, False
        self.stale = False

    def restore(self, lines: list[bytes], safe: bytes | None = None) -> None:
        """Be the table that a record tells of, with the dealer's cards from the safe.

        What lies in the safe is held to what it was committed to be, and to the cards that came.
        """
        real = self.set_up.command.dealing is Dealing.REAL  # whose cards nobody holds here
        self._follower = None if safe is None or real else follower(self.table.record.header, safe)
        try:
            super().restore(lines)
        except (OutOfOrder, ValueError):
            self.aggregate = self.table  # for nobody can say where it stands
            raise
        self._go_on_with(self.aggregate, safe)
        problem = "" if self._follower is None else self.dealer.misfit(self._follower)
        self._follower = None
        if problem:
            raise OutOfOrder(f"the cards in the safe are not those of the record: {problem}")

    def _go_on_with(self, table: Table, safe: bytes | None) -> None:
        """Stand as a record that was read has left the table, with the dealer's cards."""
        self._stand(table)
        self.at = table.at
        self._resume(safe)
        self._readable = self._readable_at(self.stored)
        self._exposed = self._commitment_before_loss()

    def _forget(self) -> None:
        super()._forget()
        self.confirmed = ()
        self.looks.clear()
        self._first_form = None
        self.stays.clear()

    def _restored(self, lines: list[bytes]) -> Table:
        """The table with everything that follows from its record, however much of it is altered."""
        again = replay(lines, self._watch, forgetful=True)
        if again.made_before is not None:
            raise again.made_before.as_error()
        if not again.same:
            raise OutOfOrder(f"other facts follow from line {again.differences[0].line}")
        return again.table

    def _watch(self, done: ReplayedCommand, aggregate: Table) -> None:
        super()._watch(done, aggregate)
        if self._follower is not None:
            by = done.by
            self._follower.follow(
                Entry(done.line - 1, done.at, by.name, by.role, done.command, done.facts)
            )
        if done.refusal is None and done.failure is None:
            self.stays.note(done.line, done.by.name, done.by.role, done.command, aggregate)
        self.wait_timer.note(waiting(aggregate, self.pace), done.at)

    def _commitment_before_loss(self) -> str | None:
        """What the cards in use were committed to by, if the casino has gone on from a backup since
        then, or without its keys: after that moment somebody may have seen how they lie.
        """
        if not self._store.epoch or self.set_up.command.dealing is Dealing.REAL:
            return None
        by = None
        for line in self._store.lines(self.record):
            by = line if SHUFFLED in line else by
        parts = None if by is None else split(by)
        if parts is None or _read_epoch(parts[1]).epoch == self._store.epoch:
            return None
        return self.table.shoe.commitment

    @property
    def _is_exposed(self) -> bool:
        """Whether the cards in use are such; those are not dealt."""
        shoe = self.table.shoe
        changed = shoe.stage is Preparation.NEEDS_SHUFFLE and self.is_betting
        return self._exposed is not None and shoe.commitment == self._exposed and not changed

    def _must_be_unseen(self) -> None:
        if self._is_exposed:
            raise Refused(
                "how these cards lie may be known since the casino went on from a backup: void a "
                "round in play, and have the cards shuffled anew",
                self.table.law.shuffle,
            )

    def _stored_lines(self, after: int = 0) -> tuple[list[bytes], bytes | None]:
        for _ in range(MOST_READS):
            lines, safe = list(self._store.lines(self.record, after)), self._store.safe(self.safe)
            if safe is None or line_of(safe) <= after + len(lines):
                break  # otherwise more was stored while this was read, or lines are missing
        return lines, safe

    def _resume(self, safe: bytes | None) -> None:
        if safe is not None:
            self._saved = msgspec.json.decode(safe, type=DealerSafe).dealer
            self.dealer.resume(self._saved)

    def to_be_saved(self) -> dict[str, bytes | None]:
        """What has to go into the safe: nothing, if the dealer holds what is there."""
        saved: dict[str, bytes | None] = {}
        if self.uses_snapshots and (snapshot := self._snapshots.to_be_stored()) is not None:
            saved[self.snapshot] = snapshot
        state = self.dealer.state()
        if state is not self._saved and state != self._saved:
            self._saved = state
            saved[self.safe] = msgspec.json.encode(DealerSafe(self.line, state))
        return saved

    @property
    def facts(self) -> list[Fact]:
        """What the fresh lines tell."""
        return [fact for moment in self.moments for fact in moment.facts]

    def mark_stored(self) -> None:
        super().mark_stored()
        self._readable = self._readable_at(self.stored)

    def _hand_out_fresh(self) -> None:
        super()._hand_out_fresh()
        self.confirmed = ()

    def _wake_watchers(self) -> None:
        self.looks.clear()
        super()._wake_watchers()

    def answer(self, by: Person) -> bytes:
        """What somebody is answered who did what is fresh."""
        game, with_hidden_wagers = self.table.game, undisclosed(self.table)
        told: tuple[Fact, ...] = ()
        for each in self.moments:
            told += told_of_table(game, each, by, with_hidden_wagers).facts
        return answer(self.record, self.line, told)

    # -- what another process has stored

    def contest(self) -> None:
        self._contested_until = asyncio.get_running_loop().time() + CONTESTED

    @property
    def is_contested(self) -> bool:
        """Only where others were seen lately: elsewhere the lengths of records are enough."""
        return self._contested_until > asyncio.get_running_loop().time()

    def unread(self) -> tuple[list[bytes], bytes | None]:
        return super().unread()[0], self._store.safe(self.safe)

    def has_missed(self, lines: list[bytes], safe: bytes | None) -> bool:
        return safe is not None and line_of(safe) > self.stored + len(lines)

    def replicate(self, lines: list[bytes], safe: bytes | None = None) -> None:
        super().replicate(lines)
        self.at = self.table.at
        self._resume(safe)
        self._readable = self._readable_at(self.stored)

    # -- what is done

    @property
    def pace(self) -> Pace:
        """How long everybody has."""
        return self.set_up.command.pace

    @property
    def is_joint(self) -> bool:
        """Whether players take part in the shuffles."""
        return self.set_up.command.shuffles is Shuffles.PLAYERS

    @property
    def is_automatic(self) -> bool:
        return self.set_up.command.dealing is Dealing.AUTOMATIC

    def open(self, at: int) -> None:
        """Open a table that the program deals."""
        self.at = at
        opening = opening_of(self.table, PLAY_CHIPS, at, self.set_up.command.float)
        open_house(self.table, self.dealer, opening, at)
        self.go_on(at)

    def must_be_able_to_open(self, at: int) -> None:
        """Refuse a table that its staff could never open, whatever is approved and notified."""
        opening = opening_of(self.table, PLAY_CHIPS, at, 0)
        refusal = self.table.check(opening, self.dealer.supervisor, at)
        if refusal is not None and not isinstance(refusal, NotYet):
            raise Refused(f"it could never be opened: {refusal.reason}", refusal.clauses)

    def do(self, command: Command, by: Person, at: int) -> None:
        """Carry out a command, and whatever the program does after it."""
        self.at = at
        kind = type(command)
        self.must_be_for_hands(command, by, at)
        if by.role is Role.PLAYER and by.name in self.table.patrons.away and kind not in NO_SIGN:
            self._come_back(command, by, at)
        if kind is Collect and self.set_up.command.dealing is not Dealing.REAL:
            self.step(CollectCards(), by, at)
            return
        self.table.do(command, by, at)
        self.go_on(at)

    def must_be_for_hands(self, command: Command, by: Person, at: int) -> None:
        """Refuse to have somebody name cards that come from a virtual shoe."""
        kind = type(command)
        if self.set_up.command.dealing is Dealing.REAL or not draws_cards(kind):
            return
        refusal = self.table.check(command, by, at)
        if isinstance(refusal, WrongRole):  # whose hands they are comes first
            raise refusal
        raise Refused(
            "the cards here come from a virtual shoe, by the dealer's steps",
            self.table.law.dealer,
        )

    def _come_back(self, command: Command, by: Person, at: int) -> None:
        """Whoever acts is there again."""
        with suppress(Refused):
            self.table.do(ComeBack(player=by.name), by, at)
        refusal = self.table.check(command, by, at)
        if refusal is not None:
            self.go_on(at)  # as after whatever else has happened
            raise refusal

    def step(self, step: AnyDealerStep, by: Person, at: int) -> None:
        """Have the dealer's hands do something for a person who deals from a virtual shoe."""
        law = self.table.law
        if by.role not in who_may(Role.DEALER):
            raise WrongRole(type(step).__name__, Role.DEALER, by, law.dealer)
        if self.set_up.command.dealing is Dealing.REAL:
            raise Refused("the cards here are real, and named", law.dealer)
        if not isinstance(step, RevealSecrets):  # which outlast a table that has been closed
            self.table.must_be_open()
        slip = SLIPS.get(type(step))
        if slip is not None and slip not in self.table.game.acts:
            raise Refused("the rules of this game know no such slip", law.dealer)
        self.at = at
        before, self.dealer.by = self.dealer.by, by
        try:
            if isinstance(step, Prepare | DealOne | DealOn):
                self._bring_links_to_an_end(at)
            if isinstance(step, DealOne | DealOn):
                self._must_be_unseen()
            take(self.dealer, step)
        finally:
            self.dealer.by = before
        self.go_on(at)

    # -- what happens by itself

    def go_on(self, at: int) -> None:
        """Let the program deal as far as it can, and end every wait that is over."""
        self.at = at
        self.held_up = None
        self._interrupted = self.is_stopped
        if not self.is_automatic or self._interrupted:
            self.note_wait(at)
            return
        for _ in range(MOST_STEPS):
            if self.has_a_round_to_report:
                return
            if self.successor is not None and self.tournament is None:
                self._make_way(self.successor, at)
            held_up = not self._deals_on()
            wait = self._waiting()
            self.wait_timer.note(wait, at)
            over = None if wait is None else self.wait_timer.over_at(wait, betting=self.is_betting)
            if wait is None or over is None or (at < over and not held_up):
                return
            if any(type(command) is NoMoreBets for command in wait.then) and self._go_alone():
                continue
            if held_up or not self._end(wait):
                self.wait_timer.try_again(wait, at)
                return
        raise OutOfOrder("it does not come to rest")

    def note_wait(self, at: int) -> None:
        """Whatever the table waits for now has its time from here, unless it had before."""
        self.wait_timer.note(self._waiting(), at)

    def has_been_changed(self, at: int) -> None:
        """Others have changed what the table waits for: it goes on at once from where it is now."""
        if not self.is_automatic:
            self.note_wait(at)
        elif not self.wait_timer.has_noted(self._waiting()):
            self._interrupted = True  # nothing is over before the dealer has readied the cards

    def _waiting(self) -> Wait | None:
        """What the table waits for, which follows from its record alone: once after each line."""
        table, found = self.table, self._waits
        if found is None or found[0] is not table or found[1] != table.length:
            found = self._waits = table, table.length, waiting(table, self.pace)
        return found[2]

    def _make_way(self, new: Instrument, at: int) -> None:
        """Do what is due so that the table closes for an instrument that ends its own."""
        while (command := closing_due(self.table, new, at)) is not None:
            by = self.dealer.by if type(command) is PlaceWager else self.dealer.supervisor
            if self.table.check(command, by, at) is not None:
                return
            self.table.do(command, by, at)
            if type(command) is CloseTable:
                self.dealer.reveal()

    def _deals_on(self) -> bool:
        """Deal as far as it goes; False if the rules want something of the staff first."""
        try:
            self._put_exposed_cards_aside()
            if self.table.phase is Phase.BETTING:
                self.dealer.prepare()
            elif self.table.phase is Phase.DEALING:
                self.dealer.deal()
                if self._go_alone():  # a round in play waits for nobody new
                    self.dealer.deal()
        except Refused as refusal:
            self.held_up = refusal
            return False
        return True

    def _put_exposed_cards_aside(self) -> None:
        """Void a round of cards that may be known, and have all of them shuffled anew."""
        if self._exposed is None or self.table.phase is Phase.SETTLED:
            return  # as nearly always; what is settled was decided before
        reason = "the casino has gone on from a backup: how the cards lie may be known"
        names = {"checked_by_supervisor": "supervisor", "checked_by_dealer": "dealer"}
        for command in (VoidRound(ground="impractical", reason=reason), NewCards(**names)):
            if self._is_exposed and type(command) in self.table.game.acts:
                supervisor = self.dealer.supervisor
                if self.table.check(command, supervisor, self.at) is None:
                    self.table.do(command, supervisor, self.at)
        self._must_be_unseen()

    def _go_alone(self) -> bool:
        """Let the house shuffle alone, if it is waiting for somebody to take part, and say so."""
        waits = self.dealer.waits_for_somebody and not self.dealer.alone
        self.dealer.alone = self.dealer.alone or waits
        return waits

    def _bring_links_to_an_end(self, at: int) -> None:
        """For a person who deals: nobody is waited for any longer than the table's pace says."""
        joint = self.table.seeding.awaited
        if joint is None or not joint.missing or joint.awaits_cut:
            self._go_alone()
        elif at >= joint.since + max(self.pace.links, TIME_FOR_LINKS):
            self.dealer.void()
        else:
            who = ", ".join(joint.missing)
            raise Refused(f"{who} has a moment yet to open a link", self.table.law.shuffle)

    def _end(self, wait: Wait) -> bool:
        """Whether the dealer could do anything of what ends a wait; if not, that holds it up."""
        done, refusal = False, None
        for command in wait.then:
            if type(command) not in self.table.game.acts:
                continue
            refused = self._why_not_ended_by(command)
            done = done or refused is None
            refusal = refused or refusal
        if not done:
            self.held_up = refusal
        return done

    def _why_not_ended_by(self, command: Command) -> Refused | None:
        """Do one thing that may end a wait, or say what the rules have against it."""
        if type(command) in (VoidShuffle, Collect):
            try:
                if type(command) is VoidShuffle:
                    self.dealer.void()
                else:
                    self.dealer.collect()
            except Refused as refusal:
                return refusal
            return None
        by = self._who_does(command)
        refused = self.table.check(command, by, self.at)
        if refused is None:
            self.table.do(command, by, self.at)
            if type(command) is CloseTable:
                self.dealer.reveal()
        elif type(command) is NoMoreBets and self._give_back_what_does_not_stand(refused):
            return None
        return refused

    def _give_back_what_does_not_stand(self, refusal: Refused) -> bool:
        """Whether wagers went back to their owners on which no round can be dealt."""
        table = self.table
        if table.tournament is not None:
            return False
        ruled = table.game.close_betting(table, ())
        try:
            can_deal = table.game.why_not_deal(table, ruled) is None
            if can_deal and not no_round_may_begin(table, self.at):
                return False  # it is for another reason that betting cannot be closed
        except Refused:
            return False
        why = next((each.clauses for each in ruled if not each.stands), refusal.clauses)
        fallen = [each.wager for each in ruled if not each.stands] or list(table.wagers)
        short = any(each.amount < table.sign.of(each.wager).minimum for each in fallen)
        given_back = 0
        for _ in fallen:  # one that balances another cannot go before it
            given_back += sum(map(self._give_back, fallen))
        because = "a wager is under the minimum" if short else refusal.reason
        self.held_up = Refused(f"no round is dealt and the chips go back: {because}", why)
        return given_back > 0

    def _give_back(self, wager: Wager) -> bool:
        """Whether a wager went back, if it lay there still."""
        back = PlaceWager(player=wager.player, box=wager.box, amount=0, wager=wager.wager)
        if wager not in self.table.wagers:
            return False
        if self.table.check(back, self.dealer.by, self.at) is not None:
            return False
        self.table.do(back, self.dealer.by, self.at)
        return True

    def _who_does(self, command: Command) -> Person:
        """In which role the program does what ends a wait."""
        if self.table.tournament is None:
            return self.dealer.supervisor if type(command) is CloseTable else self.dealer.by
        if self.table.game.acts[type(command)].needs is Role.TOURNAMENT_DIRECTOR:
            return DIRECTOR
        return self.dealer.supervisor

    @property
    def has_a_round_to_report(self) -> bool:
        """Whether a round ended here of which its tournament has not heard yet."""
        belongs = self.set_up.command.belongs is not None
        return belongs and any(ends_a_round(fact) for fact in self.facts)

    @property
    def is_stopped(self) -> bool:
        """Whether its tournament lets nothing go on before a dispute is settled."""
        return self.tournament is not None and self.tournament().is_stopped

    @property
    def is_betting(self) -> bool:
        return self.table.phase is Phase.BETTING

    @property
    def due(self) -> int | None:
        """When the table will do something by itself, if nobody does anything before."""
        if not self.is_automatic or self.out_of_order:
            return None
        if self._interrupted and not self.is_stopped:
            return self.at
        wait = self._waiting()
        return None if wait is None else self.wait_timer.over_at(wait, betting=self.is_betting)

    @property
    def held_open_for(self) -> tuple[str, ...]:
        """For whom time passes that the table would not wait for otherwise."""
        wait = self._waiting()
        return () if wait is None else wait.held_open_for

    def has_to_make_way(self, at: int) -> Instrument | None:
        """The instrument for which the people who deal or direct here are to close the table."""
        if self.successor is None or (self.is_automatic and self.tournament is None):
            return None
        return None if closing_due(self.table, self.successor, at) is None else self.successor

    @property
    def makes_way_at(self) -> int | None:
        """When the table does something for an instrument that ends its own."""
        if self.successor is None or self.tournament is not None or not self.is_automatic:
            return None
        due = closing_due_at(self.table, self.successor)
        if due is None or due > self.at:
            return due
        return self.at + HELD_UP if self.is_betting else None  # after the round


class _EpochOfLine(msgspec.Struct):
    epoch: int = 0


_read_epoch = msgspec.json.Decoder(_EpochOfLine).decode


def ends_a_round(fact: Fact) -> bool:
    """Whether a round of a tournament is over by it: ended, void, or not dealt."""
    if isinstance(fact, Exercised):
        return fact.power == NOT_DEALT
    return isinstance(fact, RoundEnded | RoundVoided)


def follower(header: Header, safe: bytes) -> CardFollower:
    """One that knows the secrets in the safe."""
    held = msgspec.json.decode(safe, type=DealerSafe).dealer
    return CardFollower(
        header,
        {
            commitment: Reveal(commitment=commitment, secret=secret, pack=parse_cards(pack))
            for commitment, secret, pack in held.secrets
        },
    )


def line_of(safe: bytes) -> int:
    """The line of the record after which the dealer's cards were put into the safe."""
    return msgspec.json.decode(safe, type=DealerSafe).line
