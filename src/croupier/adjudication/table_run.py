"""A table that a file describes, and what is done at it, by the file or by itself.

Whatever happens is a command that the table judges, does and remembers as any live table does; here
is only who gives it, where its card comes from, and what follows when the file is silent.
"""

from __future__ import annotations

from collections import Counter, deque
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication.answer import Stopped, as_promised
from croupier.adjudication.laying import why_not_box
from croupier.adjudication.round_file import RoundFileError, plain
from croupier.adjudication.script import ALL, Commands, Deals, Decides, Goes, Waits, Warned
from croupier.adjudication.settled_rounds import SettledRound, SettledRounds, bear_on_settlements
from croupier.aggregate.record import Unrecorded
from croupier.aggregate.roles import Person, Role
from croupier.durations import SECOND
from croupier.money import NotWholeCents
from croupier.rulebook.citations import Refused
from croupier.shoe import CutClaim, Occasion
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect, Deal, DealRun
from croupier.table.acts.opening import open_on
from croupier.table.acts.patrons import Arrive, Leave
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.sign import change_sign_if_due
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    TakeFromRack,
)
from croupier.table.acts.tournament import DesignateForTournament
from croupier.table.facts import Outcome, Settled
from croupier.table.shoe_state import Preparation
from croupier.table.table import BETTING, DEALING, SETTLED, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from croupier.adjudication import RoundFilePart
    from croupier.adjudication.answer import RoundAnswer
    from croupier.adjudication.round_file import RoundFile
    from croupier.adjudication.script import Entry
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.rulebook.instruments import Instrument
    from croupier.table.wagers import Sign

    Watch = Callable[[int, Table], object]

BOXES = 7
"""How many boxes a new table has."""
ENOUGH = 10**15
"""What a player has of whom a file does not say it: no wager of a file comes near it."""

_ROLES = {str(role): role for role in Role}
_STAFF = {role: Person(str(role), role) for role in Role}
DEALER, SUPERVISOR = _STAFF[Role.DEALER], _STAFF[Role.SUPERVISOR]


class CardsMissing(RoundFileError):
    """A card is due and the file has none left."""


class Told(msgspec.Struct):
    """What became of one entry, or with no place what followed by itself after the last one."""

    place: int | None
    entry: dict[str, Any] | None
    facts: tuple[Fact, ...] = ()
    refused: Refused | None = None
    round: int = 0
    """The round that was in progress, or the last one, when it was over."""


class _Moment(msgspec.Struct):
    """Where a run stood, so that it can go back there."""

    done: int
    used: int
    clock: int
    fresh: int
    unseen: tuple[Card | None, ...]
    kept: tuple[Card | None, ...]
    burnt: tuple[Card | None, ...]


class TableRun:
    """The table of a file from its opening on; each entry is done whole or not at all."""

    def __init__(
        self,
        part: RoundFilePart,
        book: Instrument,
        rules: Any,
        sign: Sign,
        file: RoundFile,
        before: Sequence[Entry] = (),
        script: Sequence[Entry] = (),
    ) -> None:
        self.part = part
        self.file = file
        self.cards: Sequence[Card] = file.cards or ()
        self.told: list[Told] = []
        self._book = book
        self._rules = rules
        self._sign = sign
        self._before = before
        self._script = script
        self.in_script = file.script is not msgspec.UNSET
        """Whether it is told by a script: a decision that is refused does not end it."""
        self._is_plain = file.is_plain
        self.players = _players(part, file, [*before, *script])
        self._fresh: list[Fact] = []
        self._deals = 0
        self._set_up()

    # -- the table as the file finds it

    def _set_up(self) -> None:
        boxes = self.file.boxes if self.file.boxes is not msgspec.UNSET else BOXES
        rules = self._rules
        game = self.part.game_at(self._book, rules, is_plain=self._is_plain)
        self.table = Table(game, boxes=boxes, record=Unrecorded())
        self.table.takes_approvals_as_given = True
        self.table.takes_any_stake = not self.in_script
        self.rounds = SettledRounds(rules.table_law, boxes=self.part.has_boxes)
        self.used = 0
        """How many of the file's cards have been drawn."""
        self.clock = 0
        self._log: list[tuple[Command, Person, int] | None] = []
        """What was done since the wagers of the file lay there; nothing stands for a burn."""
        self._unseen: deque[Card | None] = deque()
        """Cards drawn unseen that wait to be dealt; with no name, the file has not said which."""
        self._kept: deque[Card | None] = deque()
        """Unseen cards of the dealer's that are the first of the next round."""
        self._burnt: list[Card | None] = []
        """Unseen cards in the discard rack."""
        self._open()
        if self.file.prepared:
            self._load(burns=not _is_about_the_burn(self._script))
        for place, entry in enumerate(self._before, 1):
            self._give_before(place, entry)
        change_sign_if_due(self.table)
        self.part.betting_opens(self.table)
        if not self.in_script:
            self._must_be_boxes_of_the_table()
        self.part.lay_wagers(self.table, self.file, strict=self.in_script)
        self._log.clear()
        self._fresh.clear()

    def _open(self) -> None:
        table, file = self.table, self.file
        open_on(table, self._sign)
        table.shuffle = "as approved"
        table.game.opened(table)
        brought = file.chips or {}
        if self._is_plain:
            for player in self.players:
                table.chips.bring(player, ENOUGH)
            table.patrons.arrived += self.players
            return
        if _is_for_a_tournament(self._before):
            return  # people and chips come when the table is the tournament's
        late = _who_arrives([*self._before, *self._script])
        laid = {wager.player for wager in self.part.wagers_of(file)}
        for player in self.players:
            table.chips.bring(player, brought.get(player, ENOUGH))
            if player not in late or player in laid:
                table.patrons.arrived.append(player)

    def _must_be_boxes_of_the_table(self) -> None:
        """Refuse a wager on a box that the table does not have, before it judges any wager."""
        boxes = self.table.boxes
        for place, wager in enumerate(self.part.wagers_of(self.file), 1):
            if wager.box is None or wager.box in boxes:
                continue
            refusal = why_not_box(self.table, wager.box)
            if refusal is not None:
                raise Stopped("wager", place, refusal)

    def _give_before(self, place: int, entry: Entry) -> None:
        if isinstance(entry, Warned):
            self.table.patrons.warn(entry.player, entry.wager)
            return
        try:
            self._take(entry)
        except Refused as refusal:
            raise Stopped("before", place, refusal) from None

    # -- the script

    def run(
        self,
        entries: Sequence[Entry],
        given: Sequence[dict[str, Any]],
        watch: Watch | None = None,
    ) -> None:
        """Take every entry in its turn, and go on to the end of the last round."""
        for place in self._in_order(entries):
            if self._is_plain:
                self._take_decision(place, entries[place - 1])
                continue
            if watch is not None:
                watch(place, self.table)
            told = Told(place, given[place - 1] if given else None)
            try:
                self._take(entries[place - 1])
            except Refused as refusal:
                if not self.in_script:
                    raise self._stopped(place, refusal) from None
                told.refused = refusal  # cards that were due stay dealt, and are told with the next
            else:
                told.facts = tuple(self._fresh)
                self._fresh.clear()
            told.round = self.table.number
            self.told.append(told)
        if watch is not None and not self._is_plain:
            watch(len(entries) + 1, self.table)
        self._finish(len(entries))
        self.told.append(Told(None, None, tuple(self._fresh), round=self.table.number))

    def _take_decision(self, place: int, entry: Entry) -> None:
        """Take a decision of a plain file, whose account is that of its round."""
        assert isinstance(entry, Decides)
        try:
            self._decide(entry.decision)
        except Refused as refusal:
            raise self._stopped(place, refusal) from None

    def _stopped(self, place: int, refusal: Refused) -> Stopped:
        """Return the end of a file without a script: one of its decisions was refused."""
        first, why = self.part.first_refused(self.table, self.decisions, place - 1, refusal)
        return Stopped("decision", first + 1, why)

    @property
    def decisions(self) -> list[Any]:
        """The decisions of a file without a script."""
        return [each.decision for each in self._script if isinstance(each, Decides)]

    def _in_order(self, entries: Sequence[Entry]) -> Iterator[int]:
        """The places of the entries, but for unbroken runs that the rules take in another order."""
        rank = self.part.rank
        ranks = [rank(each.decision) if type(each) is Decides else None for each in entries]
        if not any(each is not None for each in ranks):
            return iter(range(1, len(ranks) + 1))
        return self._by_rank(ranks)

    def _by_rank(self, ranks: Sequence[int | None]) -> Iterator[int]:
        place = 0
        while place < len(ranks):
            end = place
            while end < len(ranks) and ranks[end] is not None:
                end += 1
            if end == place:
                end += 1
                yield end
            else:
                yield from sorted(range(place + 1, end + 1), key=lambda each: ranks[each - 1] or 0)
            place = end

    def _take(self, entry: Entry) -> None:
        self._let_time_pass(entry)
        if isinstance(entry, Commands):
            self._command(entry)
        elif isinstance(entry, Decides):
            self._decide(entry.decision)
        elif isinstance(entry, Deals):
            self._whole(lambda: self._deal(entry.cards))
        elif isinstance(entry, Goes):
            self._whole(self._go_on)

    def _let_time_pass(self, entry: Entry) -> None:
        if type(entry) is Waits:
            self.clock += entry.milliseconds
        if entry.at is not None:
            if entry.at < self.clock:
                raise RoundFileError(
                    f"{self._place_of(entry)}.at: {entry.at} ms, and {self.clock} ms have passed "
                    "by then"
                )
            self.clock = entry.at

    def _place_of(self, entry: Entry) -> str:
        """Where an entry stands in the file, as messages name it."""
        for field, entries in (("before", self._before), ("script", self._script)):
            for place, each in enumerate(entries, 1):
                if each is entry:
                    return f"{field}[{place}]"
        raise AssertionError("an entry that is done stands in the file")

    def _whole(self, act: Callable[[], None]) -> None:
        """Do something of several steps, or if one of them is refused nothing of it."""
        moment = self._moment()
        try:
            act()
        except Refused:
            self._go_back(moment)
            raise
        except CardsMissing as missing:
            self._go_back(moment)
            raise Refused(str(missing), self.table.law.dealing) from None

    # -- going back

    def _moment(self) -> _Moment:
        return _Moment(
            len(self._log), self.used, self.clock, len(self._fresh), tuple(self._unseen),
            tuple(self._kept), tuple(self._burnt),
        )  # fmt: skip

    def _go_back(self, moment: _Moment) -> None:
        """Undo all that was done since, by doing again what was done until then."""
        if len(self._log) == moment.done:
            self.clock = moment.clock
            return
        fresh, again = self._fresh[: moment.fresh], self._log[: moment.done]
        self._set_up()
        for done in again:
            if done is None:
                self._burn_unseen()
            else:
                self._do(*done)
        self._log = again
        self._fresh = fresh
        self.used, self.clock = moment.used, moment.clock
        self._unseen, self._kept = deque(moment.unseen), deque(moment.kept)
        self._burnt = list(moment.burnt)

    def do(self, command: Command, by: Person = DEALER) -> None:
        """Give the table a command; a refusal has changed nothing."""
        self._do(command, by)

    def _do(self, command: Command, by: Person, at: int | None = None) -> None:
        table = self.table
        if at is None:
            at = self.clock
        wagers = list(table.wagers) if type(command) is NoMoreBets else ()
        try:
            facts = table.do(command, by, at)
        except NotWholeCents as error:
            where = "wagers"
            if not self.in_script:
                place = self.part.unpayable(table, self.part.wagers_of(self.file))
                where = f"wagers[{place + 1}].amount"
            raise RoundFileError(f"{where}: {error}") from None
        if bear_on_settlements(facts):
            self.rounds.take(facts, table.stated_by_round, wagers)
        self._fresh += facts
        self._log.append((command, by, at))

    # -- commands

    def _command(self, entry: Commands) -> None:
        command = entry.command
        by = self._giver(command, entry.by)
        if isinstance(command, NoMoreBets):
            self._give_time_to_bet()
        elif isinstance(command, Deal):
            self._must_be_the_card_that_waits(command.card)
        elif self.part.wants_betting_closed(command) and self.table.phase is BETTING:
            self._whole(lambda: self._close_and_do(command, by))
            return
        self._do_drawing(command, by)

    def _close_and_do(self, command: Command, by: Person) -> None:
        self._close_betting(burns=not _concerns_burn(command))
        self._do_drawing(command, by)

    def _do_drawing(self, command: Command, by: Person) -> None:
        """Give a command, and note which unseen card was drawn or dealt with it."""
        shoe = self.table.shoe
        unseen_first = bool(shoe.pending) and shoe.pending[0] is None
        self._do(command, by)
        if isinstance(command, Deal):
            if unseen_first:
                self._waiting().popleft()
        elif isinstance(command, TakeFromRack):
            if shoe.pending[-1] is None:
                self._unseen.append(self._burnt.pop() if self._burnt else None)
        elif getattr(command, "card", command) is None:
            if isinstance(command, DrawnInError):
                self._unseen.append(self._draw_unseen())
            elif isinstance(command, DealerOverdrew):
                self._kept.append(self._draw_unseen())
            elif isinstance(command, (BurntInError, Burn)):
                self._burnt.append(self._draw_unseen())
        if self._unseen and None not in shoe.pending:
            self._unseen.clear()

    def _draw_unseen(self) -> Card | None:
        """The next of the file's cards, which nobody has seen; if there is none, any card."""
        if self.used == len(self.cards):
            return None
        self.used += 1
        return self.cards[self.used - 1]

    def _waiting(self) -> deque[Card | None]:
        """Of the unseen cards that wait, those that come first."""
        kept_first = len(self._kept) > self.table.shoe.for_next_round
        waiting = self._kept if kept_first else self._unseen
        if not waiting:
            waiting.append(None)
        return waiting

    def _must_be_the_card_that_waits(self, card: Card) -> None:
        pending = self.table.shoe.pending
        if pending and pending[0] is None:
            waiting = self._waiting()[0]
            if waiting is not None and waiting is not card:
                raise Refused(
                    f"{waiting} was drawn and is the next card", self.table.law.drawn_in_error
                )

    def _giver(self, command: Command, by: str | None) -> Person:
        """Who gives a command: as the script says, or else who it would be at a table."""
        needs = self.table.game.acts[type(command)].needs
        assert needs is not None  # whatever is done at a table needs a role
        if by is not None:
            if by in self.players:
                return Person(by, Role.PLAYER)
            if by in _ROLES:
                return _STAFF[_ROLES[by]]
            return Person(by, Role.DEALER if needs is Role.PLAYER else needs)
        if needs is not Role.PLAYER:
            return _STAFF[needs]
        player = getattr(command, "player", None)
        if player is None:
            return DEALER
        if player in _ROLES and player not in self.players:
            return _STAFF[_ROLES[player]]
        return Person(player, Role.PLAYER)

    # -- decisions and deals

    def _decide(self, decision: Any) -> None:
        try:
            if self.in_script or self.part.has_decisions:
                self._deal_until_somebody_decides()
        except CardsMissing:
            refusal = self.part.why_over(self.table, decision)
            if refusal is None:
                raise
            raise refusal from None
        except Refused:
            if self.in_script or not self._nothing_stands:
                raise
            refusal = self.part.why_over(self.table, decision)
            if refusal is None:
                raise
            raise refusal from None
        if self.in_script:  # else a refusal ends the file, and nothing has to be undone
            self._whole(lambda: self.part.decide(self, decision))
        else:
            self.part.decide(self, decision)

    def close_offers(self) -> None:
        """Nobody has to answer an offer: the dealer moves on from those that are open."""
        while (closing := self.part.offer(self.table)) is not None:
            self._do(closing, DEALER)

    def go_on_without_answers(self) -> None:
        """Close what is offered and deal what is due, until somebody has to decide."""
        self.close_offers()
        while self._step(to_decision=True):
            self.close_offers()

    def _deal_until_somebody_decides(self) -> None:
        if self.table.phase is BETTING:
            if self.in_script:
                self._whole_or_missing(self._close_betting)
            else:
                self._close_betting()
        while self._step(to_decision=True):
            pass

    def _whole_or_missing(self, act: Callable[[], None]) -> None:
        moment = self._moment()
        try:
            act()
        except Refused:
            self._go_back(moment)
            raise

    def _deal(self, cards: int) -> None:
        if cards == ALL:
            if self.table.phase is BETTING:
                self._close_betting()
            while self._step():
                pass
            return
        if self.table.phase is BETTING:
            self._close_betting()
        self.close_offers()
        dealt = self._deals
        while self._deals - dealt < cards:
            if not self._step(one_by_one=True):
                if self.part.offer(self.table) is not None:
                    self.close_offers()
                    continue
                number = self._deals - dealt
                due = f"{number} card is" if number == 1 else f"{number} cards are"
                raise Refused(
                    f"deal: {due} due, not {cards}{self._because()}", self.table.law.dealing
                )

    def _because(self) -> str:
        owed = self.part.owed(self.table)
        return f"; {owed}" if owed else ""

    def _step(self, *, one_by_one: bool = False, to_decision: bool = False) -> bool:
        """Do the next thing that happens by itself in a round. Return False if nothing does.

        The first cards of a round are dealt together, as far as they are all due in a row, unless
        the next entry may be about the last of them. Where nobody can decide anything any more, a
        decision that a file without a script has is refused, and no card is dealt before.
        """
        table = self.table
        if table.phase is not DEALING:
            return False
        assert table.round is not None
        if table.shoe.machine and table.feed_due:
            self._do(FeedMachine(), DEALER)
            self._burnt.clear()
        move = table.game.dealers_turn(table)
        if move is None:
            if table.round.card_due_to is not None:
                if to_decision and not self.in_script and self.part.is_decided(table):
                    return False
                self._deal_next(one_by_one=one_by_one)
                return True
            move = self.part.by_itself(table)
        if move is None:
            return False
        self._do(move, DEALER)
        return True

    def _deal_next(self, *, one_by_one: bool) -> None:
        shoe = self.table.shoe
        if shoe.pending:
            waits = shoe.pending[0]
            card = self._waiting()[0] if waits is None else waits
            if card is None:
                card = self._next_card()
                self.used += 1
            self._do(Deal(card=card), DEALER)
            if waits is None:
                self._waiting_after(card)
        else:
            if not (shoe.ready and shoe.remaining and not shoe.burns_due):
                self._prepare()
            card = self._next_card()
            if not self._is_plain and shoe.all_out(card):  # else it is known that none is
                self._cannot_be_there(card)
            if not shoe.layout and not one_by_one and len(run := self._next_run()) > 1:
                self.used += len(run)
                self._do(DealRun(cards=run), DEALER)
                self._deals += len(run)
                return
            self.used += 1
            self._do(Deal(card=card), DEALER)
        self._deals += 1

    def _next_run(self) -> tuple[Card, ...]:
        """The next cards that are all due in a row and can all be in the shoe."""
        shoe, used = self.table.shoe, self.used
        assert self.table.round is not None
        run = self.table.round.run_of(iter(self.cards[used : used + shoe.remaining]))
        if self._is_plain or len(run) < 2:
            return tuple(run)
        copies = len(run) - len(set(run)) + 1  # of any card, at the most
        if copies + max(shoe.out.values(), default=0) > shoe.decks:
            seen = Counter(shoe.out)
            for place, card in enumerate(run):
                seen[card] += 1
                if seen[card] > shoe.decks:
                    return tuple(run[:place])
        return tuple(run)

    def _waiting_after(self, card: Card) -> None:
        """An unseen card has been dealt."""
        kept_first = len(self._kept) > self.table.shoe.for_next_round
        (self._kept if kept_first and self._kept else self._unseen).popleft()

    def _next_card(self) -> Card:
        if self.used == len(self.cards):
            due = self.part.card_due(self.table, in_script=self.in_script)
            raise CardsMissing(f"cards[{self.used + 1}]: missing; {due}")
        return self.cards[self.used]

    def _cannot_be_there(self, card: Card) -> None:
        shoe = self.table.shoe
        hold = "1 deck does" if shoe.decks == 1 else f"{shoe.decks} decks do"
        raise RoundFileError(
            f"cards[{self.used + 1}]: {hold} not hold {card} {shoe.out[card] + 1} times"
        )

    # -- from betting to betting

    def _close_betting(self, *, burns: bool = True) -> None:
        if self.in_script or self._before or not self.file.prepared:  # else all is as loaded
            self._prepare(burns=burns)
            self._give_time_to_bet()
        short = () if self.in_script else self._short_and_valid()
        self._do(NoMoreBets(), DEALER)
        if short:
            assert self.rounds.last is not None
            self.rounds.last.warned.update(short)

    def _short_and_valid(self) -> Collection[tuple[str, int, str]]:
        """Return the player, box and kind of each wager under the minimum that stands."""
        table, sign = self.table, self.table.sign
        if all(wager.amount >= sign.of(wager.wager).minimum for wager in table.wagers):
            return ()
        return [
            (ruled.wager.player, ruled.wager.box, ruled.wager.wager)
            for ruled in table.game.close_betting(table, ())
            if ruled.stands and ruled.clauses == table.law.under_minimum
        ]

    def _give_time_to_bet(self) -> None:
        """Time goes on by itself as far as the rules demand before betting closes."""
        table = self.table
        seconds = table.options.get("betting_seconds", 0)
        until = table.betting_since + seconds * SECOND
        if self.clock == table.opened_at or until <= self.clock:
            return
        if table.check(NoMoreBets(), DEALER, self.clock) is not None:
            self.clock = until

    def _go_on(self) -> None:
        table = self.table
        if table.phase is BETTING and table.wagers:
            self._close_betting()
        if table.phase in (DEALING, SETTLED):
            self._play_out()
            if table.phase is DEALING:
                raise Refused(f"the round is not over{self._because()}", table.law.round_of_play)
            if table.phase is SETTLED:
                self._do(Collect(), DEALER)
        table.must_be_open()
        self._prepare()

    def _play_out(self) -> None:
        """What is due is dealt and paid until the round is over, or somebody has to decide."""
        self.close_offers()
        while self._step():
            self.close_offers()

    def _finish(self, entries: int) -> None:
        table, stop = self.table, self.file.stop
        try:
            if table.phase is BETTING and table.wagers and not self._stops_at_betting:
                self._close_if_anything_stands()
            self._play_out()
        except CardsMissing:
            if not stop:
                raise
        except Refused as refusal:  # the round cannot begin, or cannot go on
            if not stop:
                said = f"{as_promised(refusal.reason)} [{', '.join(refusal.clauses)}]"
                raise RoundFileError(f"{self._where(entries)}: missing; {plain(said)}") from None
        if self.used < len(self.cards) and not any(isinstance(e, Goes) for e in self._script):
            self._must_be_possible()
        if table.phase is DEALING and not stop:
            owed = self.part.owed(table) or "the round is not over"
            raise RoundFileError(f"{self._where(entries)}: missing; {plain(owed)}")

    @property
    def _stops_at_betting(self) -> bool:
        """True if the file stops while betting is open again: it begins no further round."""
        closed = (type(done[0]) is NoMoreBets for done in self._log if done is not None)
        return self.file.stop and any(closed)

    def _where(self, entries: int) -> str:
        """The place after the last entry, as messages name it."""
        return f"{'script' if self.in_script else 'decisions'}[{entries + 1}]"

    def _must_be_possible(self) -> None:
        """Refuse a card that the file has left and that cannot be in the shoe any more."""
        shoe = self.table.shoe
        left = Counter(shoe.out)
        for place, card in enumerate(self.cards[self.used :], self.used + 1):
            left[card] += 1
            if left[card] > shoe.decks:
                hold = "1 deck does" if shoe.decks == 1 else f"{shoe.decks} decks do"
                raise RoundFileError(f"cards[{place}]: {hold} not hold {card} {left[card]} times")

    def _close_if_anything_stands(self) -> None:
        """If nothing stands of the wagers, all of them go back, and no round is begun."""
        try:
            self._close_betting()
        except Refused:
            if not self._nothing_stands:
                raise

    @property
    def _nothing_stands(self) -> bool:
        """True if betting is open and no round can be dealt on what stands of the wagers."""
        table = self.table
        if table.phase is not BETTING:
            return False
        return table.game.why_not_deal(table, table.game.close_betting(table, ())) is not None

    def given_back(self) -> RoundAnswer:
        """What goes back of wagers on which no round was begun."""
        table = self.table
        if self._stops_at_betting:
            return self.rounds.told(SettledRound(1, ()), self.part.in_order)
        lying = SettledRound(1, table.wagers)
        if table.phase is BETTING and table.wagers:
            for ruled in table.game.close_betting(table, ()):
                wager = ruled.wager
                lying.by_table.append(
                    Settled(
                        player=wager.player, box=wager.box, hand=None, wager=wager.wager,
                        stake=wager.amount, net=0, clauses=ruled.clauses,
                        outcome=Outcome.VOID if ruled.void else Outcome.RETURNED,
                    )
                )  # fmt: skip
        return self.rounds.told(lying, self.part.in_order)

    # -- the cards

    def _prepare(self, *, burns: bool = True) -> None:
        """Shuffle, cut, load and burn, as far as the table wants it."""
        table, shoe = self.table, self.table.shoe
        if not self.file.prepared and not table.number and not shoe.rounds:
            return  # all of it is the script's
        while (preparation := self._next_preparation()) is not None:
            self._do(*preparation)
        if shoe.ready and shoe.burns_due and burns:
            self._burn()
        if shoe.ready and not shoe.remaining and shoe.mixes and table.to_feed:
            self._do(FeedMachine(), DEALER)

    def _next_preparation(self) -> tuple[Command, Person] | None:
        table, shoe = self.table, self.table.shoe
        mending = self.part.mending(table)
        if mending is not None:
            return mending
        state = shoe.preparation
        if state is Preparation.NEEDS_SHUFFLE:
            return (LoadMachine() if shoe.mixes else Shuffle()), DEALER
        if state is Preparation.OFFERING_CUT:
            offer = shoe.offer
            if offer.player is not None and offer.player not in table.patrons.arrived:
                return DeclineCut(player=offer.player), DEALER
            if offer.player is not None:
                return Cut(player=offer.player, at=shoe.cuts[0]), Person(offer.player, Role.PLAYER)
            by = DEALER if offer.limb is CutClaim.DEALER else SUPERVISOR
            return Cut(player=by.name, at=shoe.cuts[0]), by
        if state is Preparation.CUT:
            depth = table.game.cutting_card_depths(shoe.remaining)[0]
            return InsertCuttingCard(from_back=depth), DEALER
        exhausted = not (shoe.machine or shoe.remaining or shoe.pending)
        if exhausted and (table.phase is BETTING or self.part.reshuffles_in_mid_round):
            return Shuffle(), DEALER
        return None

    def _load(self, *, burns: bool) -> None:
        """The cards are checked, shuffled, cut and in the shoe, as the dealer's commands leave it.

        All files begin so, and it is nobody's business who cut: the commands are not given one by
        one. A test holds what is written here to what they come to.
        """
        table, shoe = self.table, self.table.shoe
        table.cards_checked = True
        shoe.gather()
        shoe.preparation = Preparation.LOADED
        shoe.occasion = Occasion.OTHERWISE
        depths = table.game.cutting_card_depths(shoe.remaining)
        shoe.until_cutting_card = None if shoe.machine else shoe.remaining - depths[0]
        shoe.burns_due = table.game.burns_on_new_shoe()
        if burns:
            self._burn_unseen()

    def _burn(self) -> None:
        self._burn_unseen()
        self._log.append(None)

    def _burn_unseen(self) -> None:
        """Burn what is to be burnt; of a card that would be shown, the file does not say which."""
        shoe = self.table.shoe
        while shoe.burns_due:
            shoe.burns_due -= 1
            shoe.take(None)
            shoe.rack.append(None)
            self._burnt.append(None)


def _is_about_the_burn(script: Sequence[Entry]) -> bool:
    """Whether a script begins with the burn, or says that it was forgotten."""
    entry = script[0] if script else None
    return isinstance(entry, Commands) and _concerns_burn(entry.command)


def _concerns_burn(command: Command) -> bool:
    """Return True for the burn itself, and for a command that says that it was forgotten."""
    return isinstance(command, Burn) or command.says_burn_was_forgotten


def _is_for_a_tournament(entries: Iterable[Entry]) -> bool:
    return any(
        isinstance(entry, Commands) and isinstance(entry.command, DesignateForTournament)
        for entry in entries
    )


def _who_arrives(entries: Iterable[Entry]) -> set[str]:
    """Whom the script lets come to the table, if it does not let them leave before."""
    late: dict[str, bool] = {}
    for entry in entries:
        if isinstance(entry, Commands) and isinstance(entry.command, Arrive | Leave):
            late.setdefault(entry.command.player, isinstance(entry.command, Arrive))
    return {player for player, arrives in late.items() if arrives}


_NAMED = ("player", "on", "for_player", "instead_of")
_NAMED_TOGETHER = ("players", "forfeits", "stakes")


@cache
def _fields_with_names(kind: type[msgspec.Struct]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which fields of a command or a decision name a player, and which several."""
    fields = kind.__struct_fields__
    return (
        tuple(name for name in _NAMED if name in fields),
        tuple(name for name in _NAMED_TOGETHER if name in fields),
    )


def _players(part: RoundFilePart, file: RoundFile, entries: Sequence[Entry]) -> dict[str, None]:
    """Everybody whom the file names as a player, in the order of the file."""
    found: dict[str, None] = dict.fromkeys(file.chips or ())
    for wager in part.wagers_of(file):
        found[wager.player] = None
    for entry in entries:
        if isinstance(entry, Commands):
            for name in _named(entry.command):
                if name not in _ROLES:
                    found[name] = None
        elif isinstance(entry, Decides):
            for name in _named(entry.decision):
                found[name] = None
        elif isinstance(entry, Warned):
            found[entry.player] = None
    for claim in file.paid or ():
        found[claim.player] = None
    return found


def _named(thing: Any) -> list[str]:
    kind: type[msgspec.Struct] = type(thing)
    one, several = _fields_with_names(kind)
    names = [name for field in one if isinstance(name := getattr(thing, field), str)]
    for field in several:
        names += getattr(thing, field) or ()
    if kind is NoMoreBets:
        names += (player for player, _ in thing.overlooked)
    return names
