"""A table on the floor with its dealer, between what is stored and what is done next.

It is changed in memory first. What that added to the record waits in `fresh` until it is stored; if
it cannot be, the table is made anew from the store.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Person, Role, WrongRole, who_may
from croupier.casino.disclosure import Moment, told_of_table
from croupier.casino.duties import Dealing
from croupier.casino.floor.answers import answer
from croupier.casino.floor.dealer_steps import SLIPS, CollectCards, RevealSecrets, draws_cards, take
from croupier.casino.floor.timers import CROUPIER, DIRECTOR, Patience, waiting
from croupier.casino.lines import TABLES
from croupier.casino.opening import open_house, opening_of
from croupier.casino.store.contract import Addition
from croupier.dealer import Dealer, DealerState
from croupier.games import table_for
from croupier.replaying import Reader, replay
from croupier.rulebook.citing import Refused
from croupier.table.acts.dealing import Collect
from croupier.table.acts.patrons import ComeBack
from croupier.table.acts.turns import NOT_DEALT
from croupier.table.chain import split
from croupier.table.facts import BettingClosed, Exercised, RoundEnded, RoundVoided
from croupier.table.table import Phase
from croupier.table.tournament import undisclosed
from croupier.table.tournament_facts import FormHandedIn

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.casino.duties import Confirm
    from croupier.casino.floor.dealer_steps import Steps
    from croupier.casino.floor.timers import Wait
    from croupier.casino.floor.views import Look
    from croupier.casino.house import SetUp
    from croupier.replaying import Step
    from croupier.table.record import Entry
    from croupier.table.table import Table
    from croupier.tournament.tournament import Tournament

PENETRATION = 2 / 3
PLAY_CHIPS = "play chips, on the floor"
"""What a table was approved for at which nothing else is staked."""
RECENT = 512
"""How many of the last moments of a table are at hand for those who look away."""
CONTESTED = 60.0
"""For how many seconds after another process did something at a table it is likely to do more."""
MOST_STEPS = 100
"""After so many time-outs in a row something is wrong with the table."""


class OutOfOrder(RuntimeError):
    """A table whose record does not lead to it; it is not played at before somebody has looked."""


class Safe(msgspec.Struct, frozen=True):
    """What the dealer held after a line of the record; for the house's safe."""

    line: int
    dealer: DealerState


class Live:
    """One table on the floor. Whoever changes it or looks at it holds its lock."""

    def __init__(self, set_up: SetUp, entropy: Callable[[], bytes]) -> None:
        duty = set_up.duty
        self.set_up = set_up
        self.record = TABLES + set_up.name
        self.safe = f"dealer/{set_up.name}"
        self.fresh: list[bytes] = []
        """Lines that are not stored yet."""
        self.moments: list[Moment] = []
        """What they tell."""
        self.stored = 0
        """How many lines the store has."""
        self.recent: deque[Moment] = deque(maxlen=RECENT)
        self.confirmed: tuple[Confirm, Person] | None = None
        """Who stands behind what is not stored yet, if somebody confirmed it."""
        self.looks: dict[Hashable, Look] = {}
        """What somebody saw since something was stored last."""
        self.lock = asyncio.Lock()
        self.bell = asyncio.Event()
        """Rings, and is replaced, whenever something new has been stored."""
        self.timer: asyncio.TimerHandle | None = None
        self.claimed = False
        """Whether this process sees to the table, where several could."""
        self._contested_until = 0.0
        self.stale = False
        """Whether what could not be stored has not been forgotten yet."""
        self.out_of_order = ""
        """Why nobody can play here, if so."""
        self.record_fits = True
        """Whether the record leads to the table; if not, nobody can say where it stands."""
        self.is_older = False
        """Whether that is because a rule was corrected after it had been played by."""
        self.tournament: Callable[[], Tournament] | None = None
        """The tournament that it belongs to, if any, as it stands."""
        self._interrupted = False
        """Whether something was left undone because its tournament is stopped."""
        self._entropy = entropy
        self.patience = Patience()
        self.at = self._round_begins = 0
        self._first_form: int | None = None
        """The line at which the first undisclosed wager of a round was written down."""
        self._saved: DealerState | None = None
        self._stand(
            table_for(
                duty.instrument, duty.options, name=duty.table, boxes=duty.boxes,
                keep=self.fresh.append, forgetful=True,
            )
        )  # fmt: skip

    def _stand(self, table: Table) -> None:
        """Have a dealer stand at a table."""
        self.table = table
        table.record.keep = self._keep
        self.dealer = Dealer(
            table, self._entropy, ask_cut=None, penetration=PENETRATION, name=CROUPIER,
            supervisor=CROUPIER, clock=lambda: self.at,
        )  # fmt: skip

    def _keep(self, line: bytes) -> None:
        self.fresh.append(line)
        moment = _moment(self.table.record.entries[-1])
        self.moments.append(moment)
        self._note_round(moment)

    def _note_round(self, moment: Moment) -> None:
        if any(type(fact) is BettingClosed for fact in moment.facts):
            self._round_begins = moment.line
        if any(type(fact) is RoundEnded for fact in moment.facts):
            self._first_form = None
        elif self._first_form is None and any(type(fact) is FormHandedIn for fact in moment.facts):
            self._first_form = moment.line

    @property
    def readable(self) -> int:
        """How much of the record may be read while something in it is hidden.

        Of a round in play it is what came before it, and before the first wager that somebody wrote
        down undisclosed.
        """
        last = self.stored if self._first_form is None else self._first_form - 1
        return min(last, self._round_begins - 1) if self.table.wagers_are_frozen else last

    def contest(self) -> None:
        """Another process has added something to the record, and may do so again."""
        self._contested_until = asyncio.get_running_loop().time() + CONTESTED

    @property
    def is_contested(self) -> bool:
        """Whether another process has to be kept from the record before anything is done."""
        return self._contested_until > asyncio.get_running_loop().time()

    # -- what is stored

    def restore(self, lines: Iterable[bytes], safe: bytes | None) -> None:
        """Be the table that a record tells of, with the dealer's cards from the safe."""
        self.fresh.clear()
        self.moments.clear()
        self.confirmed = None
        self.recent.clear()
        self.looks.clear()
        self._first_form = None
        again = replay(lines, self._watch, forgetful=True)
        if again.made_before is not None:
            raise again.made_before.as_error()
        if not again.same:
            raise OutOfOrder(f"other facts follow from line {again.differences[0].line}")
        self._stand(again.table)
        self.stored = again.lines
        self.at = again.table.at
        self._resume(safe)

    def _watch(self, step: Step, table: Table) -> None:
        moment = Moment(step.line, step.at, step.facts)
        self.recent.append(moment)
        self._note_round(moment)
        self.patience.note(waiting(table, self.set_up.duty.pace), step.at)

    def catch_up(self, lines: Iterable[bytes], safe: bytes | None) -> None:
        """Follow what another process has stored; every line has to come out as it is there."""
        reader = Reader(msgspec.json.encode(self.table.record.header))
        for line in lines:
            parts = split(line)
            if parts is None:
                raise OutOfOrder(f"line {self.stored + 1} is not a line of a record")
            self._repeat(reader.entry(self.stored + 1, parts[1]))
            if self.fresh.pop() != line:
                raise OutOfOrder(f"line {self.stored + 1}: other facts follow from it")
            self.stored += 1
            self.recent.append(self.moments.pop())
        self._resume(safe)

    def _resume(self, safe: bytes | None) -> None:
        if safe is not None:
            self._saved = msgspec.json.decode(safe, type=Safe).dealer
            self.dealer.resume(self._saved)

    @staticmethod
    def line_of(safe: bytes) -> int:
        """The line of the record after which the dealer's cards were put into the safe."""
        return msgspec.json.decode(safe, type=Safe).line

    def to_be_saved(self) -> dict[str, bytes | None]:
        """What has to go into the safe: nothing, if the dealer holds what is there."""
        state = self.dealer.state()
        if state == self._saved:
            return {}
        self._saved = state
        return {self.safe: msgspec.json.encode(Safe(self.stored + len(self.fresh), state))}

    @property
    def additions(self) -> tuple[Addition, ...]:
        """What is to be stored of it, if anything."""
        return (Addition(self.record, self.stored, tuple(self.fresh)),) if self.fresh else ()

    @property
    def facts(self) -> list[Fact]:
        """What the fresh lines tell."""
        return [fact for moment in self.moments for fact in moment.facts]

    def store(self) -> None:
        """All that was fresh is stored, and whoever watches may look."""
        self.stored += len(self.fresh)
        self.recent.extend(self.moments)
        self.fresh.clear()
        self.moments.clear()
        self.confirmed = None
        self.ring()

    def ring(self) -> None:
        self.looks.clear()
        self.bell.set()
        self.bell = asyncio.Event()

    def read(self, lines: Iterable[bytes], after: int) -> list[Moment]:
        """The moments that stored lines tell, of which the first comes after that line."""
        reader = Reader(msgspec.json.encode(self.table.record.header))
        moments = []
        for number, line in enumerate(lines, after + 1):
            parts = split(line)
            if parts is None:
                raise OutOfOrder(f"line {number} is not a line of a record")
            moments.append(_moment(reader.entry(number, parts[1])))
        return moments

    # -- what is done

    @property
    def is_automatic(self) -> bool:
        return self.set_up.duty.dealing is Dealing.AUTOMATIC

    def open(self, at: int) -> None:
        """Open a table that the program deals."""
        self.at = at
        opening = opening_of(self.table, PLAY_CHIPS, at, self.set_up.duty.float)
        open_house(self.table, self.dealer, opening, at)
        self.go_on(at)

    def do(self, command: Command, by: Person, at: int) -> None:
        """Carry out a command, and whatever the program does after it."""
        self.at = at
        kind = type(command)
        self.must_be_for_hands(command, by, at)
        if by.role is Role.PLAYER and by.name in self.table.patrons.away and kind is not ComeBack:
            self._come_back(command, by, at)
        if kind is Collect and self.set_up.duty.dealing is not Dealing.REAL:
            self.step(CollectCards(), by, at)
            return
        self.table.do(command, by, at)
        self.go_on(at)

    def must_be_for_hands(self, command: Command, by: Person, at: int) -> None:
        """Refuse to have somebody name cards that come from a virtual shoe."""
        kind = type(command)
        if self.set_up.duty.dealing is Dealing.REAL or not draws_cards(kind):
            return
        refusal = self.table.check(command, by, at)
        if isinstance(refusal, WrongRole):  # whose hands they are comes first
            raise refusal
        raise Refused(
            f"{kind.__name__}: the cards here come from a virtual shoe, by the dealer's steps",
            self.table.law.dealer,
        )

    def _come_back(self, command: Command, by: Person, at: int) -> None:
        """Whoever acts is there again."""
        with suppress(Refused):
            self.table.do(ComeBack(player=by.name), by, at)
        refusal = self.table.check(command, by, at)
        if refusal is not None:
            raise refusal

    def _repeat(self, entry: Entry) -> None:
        self.at = entry.at
        try:
            self.table.do(entry.command, Person(entry.by, entry.role), entry.at)
        except Refused as refusal:
            raise OutOfOrder(f"line {self.stored + 1} would be refused") from refusal
        self.patience.note(waiting(self.table, self.set_up.duty.pace), entry.at)

    def step(self, step: Steps, by: Person, at: int) -> None:
        """Have the dealer's hands do something for a person who deals from a virtual shoe."""
        law = self.table.law
        if by.role not in who_may(Role.DEALER):
            raise WrongRole(type(step).__name__, Role.DEALER, by, law.dealer)
        if self.set_up.duty.dealing is Dealing.REAL:
            raise Refused("the cards here are real, and named", law.dealer)
        if not isinstance(step, RevealSecrets):  # which outlast a table that has been closed
            self.table.must_be_open()
        slip = SLIPS.get(type(step))
        if slip is not None and slip not in self.table.game.acts:
            raise Refused(f"{slip.__name__}: the rules of this game know no such slip", law.dealer)
        self.at = at
        before, self.dealer.by = self.dealer.by, by
        try:
            take(self.dealer, step)
        finally:
            self.dealer.by = before
        self.go_on(at)

    # -- what happens by itself

    def go_on(self, at: int) -> None:
        """Let the program deal as far as it can, and end every wait that is over."""
        self.at = at
        pace = self.set_up.duty.pace
        self._interrupted = self.is_stopped
        if not self.is_automatic or self._interrupted:
            self.patience.note(waiting(self.table, pace), at)
            return
        for _ in range(MOST_STEPS):
            if self.has_a_round_to_report:
                return
            held_up = not self._deals_on()
            wait = waiting(self.table, pace)
            self.patience.note(wait, at)
            over = None if wait is None else self.patience.over_at(wait, betting=self.is_betting)
            if wait is None or over is None or (at < over and not held_up):
                return
            if held_up or not self._end(wait):
                self.patience.try_again(wait, at)
                return
        raise OutOfOrder("it does not come to rest")

    def _deals_on(self) -> bool:
        """Deal as far as it goes; False if the rules want something of the staff first."""
        try:
            if self.table.phase is Phase.BETTING:
                self.dealer.prepare()
            elif self.table.phase is Phase.DEALING:
                self.dealer.deal()
        except Refused:
            return False
        return True

    def _end(self, wait: Wait) -> bool:
        """Whether the dealer could do anything of what ends a wait."""
        done = False
        for command in wait.then:
            if type(command) not in self.table.game.acts:
                continue
            by = self._who_does(command)
            if type(command) is Collect:
                with suppress(Refused):
                    self.dealer.collect()
                    done = True
            elif self.table.check(command, by, self.at) is None:
                self.table.do(command, by, self.at)
                done = True
        return done

    def _who_does(self, command: Command) -> Person:
        """In which role the program does what ends a wait."""
        if self.table.tournament is None:
            return self.dealer.by
        if self.table.game.acts[type(command)].needs is Role.TOURNAMENT_DIRECTOR:
            return DIRECTOR
        return self.dealer.supervisor

    @property
    def has_a_round_to_report(self) -> bool:
        """Whether a round ended here of which its tournament has not heard yet."""
        belongs = self.set_up.duty.belongs is not None
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
        wait = waiting(self.table, self.set_up.duty.pace)
        return None if wait is None else self.patience.over_at(wait, betting=self.is_betting)


def ends_a_round(fact: Fact) -> bool:
    """Whether a round of a tournament is over by it: ended, void, or not dealt."""
    if isinstance(fact, Exercised):
        return fact.power == NOT_DEALT
    return isinstance(fact, RoundEnded | RoundVoided)


def answer_of(live: Live, by: Person) -> bytes:
    """What somebody is answered who did what is fresh at a table."""
    game, unsaid = live.table.game, undisclosed(live.table)
    told = [fact for each in live.moments for fact in told_of_table(game, each, by, unsaid).facts]
    return answer(live.record, live.stored + len(live.fresh), tuple(told))


def _moment(entry: Entry) -> Moment:
    return Moment(entry.n + 1, entry.at, entry.facts)
