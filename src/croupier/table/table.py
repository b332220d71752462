"""A table: people, boxes, wagers, cards and the round in progress, changed only by commands."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.aggregate import Aggregate
from croupier.aggregate.record import Header, Record
from croupier.aggregate.roles import Role, WrongRole
from croupier.money import dollars
from croupier.quick_enums import quick
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.chip_ledger import ChipLedger
from croupier.table.facts import Notified, Settled, standing
from croupier.table.law import definition_of
from croupier.table.seeding import Seeding
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Set

    from croupier.aggregate.acts import Act, Command, Effect
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.legal_commands import Legal
    from croupier.table.tournament_play import TournamentPlay
    from croupier.table.views import TableView
    from croupier.table.wagers import Wager


MOST_BOXES = 12
MOST_NOTICES = 200
ROUNDS_AT_HAND = 128
"""How many rounds a table that stands for years has at hand: more than any shoe lasts."""


@quick
class Phase(StrEnum):
    """Where the table stands between two rounds."""

    NOT_OPEN = "not open"
    BETTING = "betting"
    DEALING = "dealing"
    SETTLED = "settled"
    CLOSED = "closed"


BETTING, DEALING, SETTLED = Phase.BETTING, Phase.DEALING, Phase.SETTLED
_NOT_PLAYED_AT = (Phase.NOT_OPEN, Phase.CLOSED)
_PLAYER = Role.PLAYER


@dataclass(frozen=True, slots=True)
class BetsOfShoe:
    """Who has made a wager since the cards were last shuffled, and who has let a round pass."""

    first: frozenset[str] = frozenset()
    """Who did in the first round."""
    so_far: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    """Who did once, and not in a later round."""

    def after(self, playing: Set[str]) -> BetsOfShoe:
        """With one more round, in which these have a wager."""
        first = self.first if self.so_far else frozenset(playing)
        return BetsOfShoe(first, self.so_far | playing, self.skipped | (self.so_far - playing))


@dataclass(slots=True)
class Patrons:
    """Who is at the table, where they sit, and what has been said to them."""

    arrived: list[str] = field(default_factory=list)
    seats: dict[int, str] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    excluded: set[str] = field(default_factory=set)
    warned: set[str] = field(default_factory=set)
    """Owners told that further wagers under the minimum go back."""
    warned_of: set[tuple[str, str]] = field(default_factory=set)
    """The same with the kind of the wager; no kind, where it is not known."""
    minimum_only: dict[str, Clauses] = field(default_factory=dict)
    """Held to the minimum until a new shoe."""
    minimum_further: dict[str, Clauses] = field(default_factory=dict)
    """Held to the minimum in all further shoes."""
    restricted: dict[str, Clauses] = field(default_factory=dict)
    """Held to one box and the minimum."""
    once_restricted: set[str] = field(default_factory=set)
    several_boxes: set[str] = field(default_factory=set)
    reserved: dict[int, str] = field(default_factory=dict)
    """Boxes for the sole use of one player."""
    markers: dict[tuple[str, int], int] = field(default_factory=dict)
    breaches: Counter[str] = field(default_factory=Counter)
    idle: dict[str, list[int]] = field(default_factory=dict)
    """The rounds in a row that passed without a wager while all other seats were taken."""
    idle_before: dict[str, list[int]] = field(default_factory=dict)
    """The same before the last round, in case it does not count."""
    bets_of_shoe: BetsOfShoe = BetsOfShoe()
    bets_before: BetsOfShoe = BetsOfShoe()
    """The same before the last round, in case it does not count."""

    def warn(self, player: str, kind: str = "") -> None:
        """Note that a player was told of the minimum, and about which kind of wager."""
        self.warned.add(player)
        self.warned_of.add((player, kind))

    def forget_warnings(self, player: str | None = None) -> None:
        """Forget the warnings of one player, or of all."""
        gone = set(self.warned) if player is None else {player}
        self.warned -= gone
        self.warned_of = {each for each in self.warned_of if each[0] not in gone}

    def seat_of(self, player: str) -> int | None:
        return next((box for box, sitter in self.seats.items() if sitter == player), None)

    def rounds_let_pass(self, player: str) -> int:
        """How many in a row, while all other seats were taken."""
        return len(self.idle.get(player, ()))

    def forget_the_last_round(self) -> None:
        """It is not counted for or against anybody."""
        seated = self.seats.values()
        self.idle = {player: self.idle_before.get(player, []) for player in seated}
        self.bets_of_shoe = self.bets_before

    def forget_an_earlier_round(self, number: int) -> None:
        """Others have followed: it is no longer among those that somebody let pass."""
        for player, passed in self.idle.items():
            self.idle[player] = [each for each in passed if each != number]


class FinishedRound(msgspec.Struct, gc=False):
    """What is kept of a finished round, so that it can be undone or shown."""

    number: int
    facts: tuple[Fact, ...] = ()
    void: bool = False
    cards: tuple[Card, ...] = ()

    def fade(self, *, with_cards: bool) -> None:
        """Keep what lasts, when another round has followed."""
        self.facts = tuple([fact for fact in self.facts if fact.lasts])
        if not with_cards:
            self.cards = ()

    def settled(self) -> list[Settled]:
        return [fact for fact in self.facts if isinstance(fact, Settled)]

    def standing(self) -> list[Settled]:
        """Settlements that moved chips and were not undone within the round."""
        return [fact for fact in standing(self.facts) if fact.net]


class Collected(msgspec.Struct, eq=False):
    """The last round as it lay before its cards were collected, in case it has to be rebuilt."""

    round: GameRound
    wagers: list[Wager]
    rounds_left: int | None
    rack: int
    """How many cards lay in the discard rack before this round's."""
    mixings: int
    """How often the rack had been emptied by then; once more, and the cards are no longer in it."""
    mixed: tuple[Card, ...] = ()
    """Which of its cards had been mixed with the others before it was over."""


@dataclass(slots=True)
class Dispute:
    """How far a dispute has come, and what was decided in it, as far as that binds."""

    stage: str
    round: int | None
    """The round that it is about, if it is about one."""
    player: str
    about: str
    answers: list[tuple[str, str]] = field(default_factory=list)
    """What was said in it at each stage since."""
    stands: bool | None = None
    """Whether what happened stands, or is to be put right; None while no ruling says either."""
    carried_out: bool = False


class Table(Aggregate):
    """One table under one instrument.

    `legal` holds what a person may do now; `view` is what a person may see. A `forgetful` table
    holds no more of its record than the last entry; a table of which none is kept is given one.
    """

    called = "a table of this game"
    takes_approvals_as_given = False
    """Set at the table of a round file, which has no calendar and shows nobody's papers."""
    takes_any_stake = False
    """Set at the table of a plain round file: an amount that cannot be paid in whole cents is a
    mistake in the file once it has to be paid, and no sooner.
    """

    def __init__(
        self,
        game: GameAtTable,
        *,
        name: str = "table",
        boxes: int = 7,
        keep: Callable[[bytes], object] | None = None,
        forgetful: bool = False,
        record: Record | None = None,
    ) -> None:
        if not 1 <= boxes <= MOST_BOXES:
            raise ValueError(f"boxes: a table has 1 to {MOST_BOXES} boxes, not {boxes}")
        if record is None:
            book = game.instrument
            header = Header.begun(
                "table", name, instrument=book.id, options=game.options, boxes=boxes,
                rulebook=book.fingerprint, amendment=book.amendment,
            )  # fmt: skip
            record = Record(header, keep, forgetful=forgetful)
        super().__init__(game.acts.by_command, record)
        self.game = game
        self.law = game.table_law
        self.options = game.options
        self.name = name
        self.boxes = range(1, boxes + 1)
        self.phase = Phase.NOT_OPEN
        self.opened_at = 0
        """When the table was opened."""
        self.betting_since = 0
        """When betting opened for the round to come."""
        self.patrons = Patrons()
        self.chips = ChipLedger()
        self.shoe = game.new_shoe()
        self.seeding = Seeding()
        self.own = game.new_state()
        """What only this game's rules keep track of."""
        self.sign = Sign()
        self.next_sign: Sign | None = None
        self._smallest_chip: int = self.options.get("smallest_chip", 1)
        self.wagers: list[Wager] = []
        self.round: GameRound | None = None
        self.rounds: list[FinishedRound] = []
        """The last ones; those before them are in the record, where it can be read back."""
        self.read_back: Callable[[int], FinishedRound | None] | None = None
        """Reads a round from the record, if a store has it; it need not be remembered then."""
        self._recalled: dict[int, FinishedRound] = {}
        """Earlier ones that somebody came back to."""
        self.number = 0
        """The number of the round in progress or of the last one."""
        self.cards_checked = False
        self.closing_check_due = False
        """Whether the cards have been played with since they were last checked at a closing."""
        self.shuffle = ""
        self.hours: tuple[int, int] | None = None
        self.rounds_left: int | None = None
        self.closing = False
        self.disputes: list[Dispute] = []
        """In the order in which they were raised: the first is number 1."""
        self.tournament: TournamentPlay | None = None
        """What a table keeps track of while it is a tournament's."""
        self.notices: list[Notified] = []
        """The last ones; all of them are in the record."""
        self.seen = 0
        """How many of the round's facts the table has taken over."""
        self.before_last_card = 0
        """How many of them it had stated when its last card, or run of cards, was dealt."""
        self.warned_before: set[str] = set()
        self.warned_of_before: set[tuple[str, str]] = set()
        """Who had been told of the minimum before this round's betting closed."""
        self.warnings_end = 0
        """Until when warnings outlast a closing, where they are the gaming day's."""
        self.last: Collected | None = None

    # -- commands

    @property
    def law_of_acts(self) -> Any:
        return self.game.rules

    def _must_be_allowed(self, act: Act[Table, Any], command: Command, by: Person) -> None:
        if by.role not in act.open_to:
            assert act.needs is not None  # what needs no role in particular is open to all
            clauses = definition_of(self.law, act.needs)
            if by.role is Role.TOURNAMENT_DIRECTOR:  # in charge of tournaments and of nothing else
                clauses = Clauses((*clauses, *self.law.tournament_director))
            raise WrongRole(type(command).__name__, act.needs, by, clauses)
        if by.role is _PLAYER:
            player = getattr(command, "player", by.name)
            if player != by.name:
                raise Refused(f"{by.name} cannot act for {player}", self.law.betting_window)

    def _judge_by(self, act: Act[Table, Any], command: Command, by: Person) -> Effect:
        if by.role is _PLAYER or by.role not in act.open_to:
            self._must_be_allowed(act, command, by)
        if self.tournament is None:
            return act.judge(self, command, by)
        from croupier.table.tournament_rules import judge

        return judge(self, command, by, act)

    # -- facts

    @property
    def fresh(self) -> Sequence[Fact]:
        """What the command in progress has stated so far."""
        return self._fresh

    @property
    def stated_by_round(self) -> Sequence[int]:
        """Which facts of the last command the round has stated, as `Entry.round` has it."""
        return self._of_round

    def add_fact(self, fact: Fact) -> None:
        """Something happened outside the round."""
        self._fresh.append(fact)
        if fact.moves_chips:
            self.chips.apply(fact)
        elif type(fact) is Notified:
            self.notices.append(fact)
            del self.notices[:-MOST_NOTICES]

    def drain(self) -> None:
        """Take over what the round has stated since the last look."""
        assert self.round is not None
        facts = self.round.facts
        fresh = facts[self.seen :]
        if not fresh:
            return
        begin, noted = len(self._fresh), self._of_round
        self._fresh += fresh
        if noted and noted[-1] == begin:
            noted[-1] = len(self._fresh)
        else:
            noted += (begin, len(self._fresh))
        self.seen = len(facts)
        for fact in fresh:
            if fact.moves_chips:
                self.chips.apply(fact)
        if self._smallest_chip > 1:
            self._note_broken_chips(fresh)

    def _note_broken_chips(self, fresh: Sequence[Fact]) -> None:
        """The rules name no rounding: what no chip can pay is paid exactly, and said."""
        for fact in fresh:
            if isinstance(fact, Settled) and fact.net > 0 and fact.net % self._smallest_chip:
                self.add_fact(
                    Notified(
                        to="floor", about="a payment that takes smaller chips",
                        detail=f"{fact.player}: {dollars(fact.net)}", clauses=fact.clauses,
                    )
                )  # fmt: skip

    def follow(self) -> None:
        """Take over what the round has stated, and notice when it is over."""
        self.drain()
        assert self.round is not None
        if self.round.over:
            self.phase = SETTLED

    def begin_round(self, game_round: GameRound) -> None:
        self.round = game_round
        self.seen = 0
        self.drain()
        if self.tournament is not None and self.tournament.to_announce_again:
            from croupier.table.tournament_rules import round_laid_again

            round_laid_again(self)

    def withdraw(self, game_round: GameRound) -> None:
        """Take back every chip that a round's facts have moved."""
        if self.tournament is not None:
            from croupier.table.tournament_rules import round_withdrawn

            round_withdrawn(self)
        self.chips.undo_all(game_round.facts)

    # -- for those who look at it

    def legal(self, person: Person, at: int | None = None) -> Legal:
        """What a person may do now, judged as it is looked at; the moment is the last command's."""
        from croupier.table.legal_commands import Legal

        return Legal(self, person, self.at if at is None else at)

    def tells_of(self, where: str, command: Command, recorded: bytes) -> bool:
        from croupier.table.corrected_rules import WHERE

        return WHERE[where](self, command, recorded)

    def view(self, viewer: Person | None) -> TableView:
        """What a person may see of the table, or with nobody named what everybody may."""
        from croupier.table.views import view

        return view(self, viewer)

    # -- reading it

    def must_be_open(self) -> None:
        if self.phase in _NOT_PLAYED_AT:
            raise Refused(f"the table is {self.phase}", self.law.layout_approved)

    @property
    def in_play(self) -> bool:
        """Whether a round of play has commenced and its cards are not collected yet."""
        return bool(self.shoe.layout) and self.wagers_are_frozen

    @property
    def cleared(self) -> list[Card]:
        """Cards of the round that lie in the discard rack before its end, with those of others."""
        if self.round is None or not self.in_play:
            return []
        left, mixed = list(self.round.cleared), self.shoe.mixed
        for card in mixed:
            left.remove(card)
        return left

    @property
    def discards(self) -> list[Card | None]:
        """All that lies in the discard rack."""
        return [*self.shoe.rack, *self.cleared]

    @property
    def to_feed(self) -> list[Card | None]:
        """What goes into a machine that is fed: no card of the round, unless none else is left."""
        left = self.shoe.remaining or self.shoe.pending
        return list(self.shoe.rack) if left else self.discards

    @property
    def feed_due(self) -> bool:
        """Whether discards go into the machine before another card is dealt."""
        return self.shoe.feed_wanted and bool(self.to_feed)

    @property
    def wagers_are_frozen(self) -> bool:
        return self.phase is DEALING or self.phase is SETTLED

    def wager_of(self, player: str, box: int, wager: str | None) -> Wager | None:
        """A player's wager of a kind on a box, or of any kind."""
        for placed in self.wagers:
            if placed.player == player and placed.box == box and wager in (None, placed.wager):
                return placed
        return None

    def add_round(self, past: FinishedRound) -> None:
        """A round is over. Memory does not grow with their number where a store has the record."""
        if self.rounds:
            self.rounds[-1].fade(with_cards=self.game.shows_past_cards)
        self.rounds.append(past)
        if len(self.rounds) >= 2 * ROUNDS_AT_HAND and self.read_back is not None:
            del self.rounds[:-ROUNDS_AT_HAND]

    def past_round(self, number: int) -> FinishedRound | None:
        place = bisect_left(self.rounds, number, key=lambda past: past.number)
        if place < len(self.rounds) and self.rounds[place].number == number:
            return self.rounds[place]
        if place or self.read_back is None:
            return None
        if number not in self._recalled:
            past = self.read_back(number)
            if past is None:
                return None
            self._recalled[number] = past  # what is done about it may not be stored yet
        return self._recalled[number]
