"""A tournament: conditions, entrants, seats, chips and places, changed only by commands."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, get_args

from croupier.aggregate.aggregate import Aggregate
from croupier.aggregate.codec import Codec
from croupier.aggregate.facts import EVERY_PLAYER
from croupier.aggregate.record import Header, Record
from croupier.aggregate.restore import AggregateKind, restore
from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.joint_draws import Drawing
from croupier.rulebook.citations import Clauses, Refused
from croupier.rulebook.instruments import fingerprint, load
from croupier.rulebook.options import as_made, resolve
from croupier.table.facts import Notified
from croupier.table.tournament_law import (
    MinimumTest,
    TournamentReadings,
    readings_of,
    table_minimum,
)
from croupier.tournament import law_of
from croupier.tournament.conditions import AT_ODDS_REFUSED, Conditions
from croupier.tournament.prize_pool import (
    PaidFor,
    bonuses,
    goods,
    pool_of,
    prizes,
    scale_for,
    with_bonuses,
)
from croupier.tournament.state import SessionState, Status, TournamentPhase, WagerTime
from croupier.version import __version__, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.aggregate.acts import Act, Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry
    from croupier.table.tournament_law import ConditionsStep, TournamentLaw
    from croupier.tournament.prize_pool import Paid, Pool
    from croupier.tournament.state import Dispute, Entrant, ReportedBreach, Tie
    from croupier.tournament.views import TournamentView


class Tournament(Aggregate):
    """One tournament under one instrument.

    `view` is what a person may see. `keep` is handed every line of the record as it is made, to be
    stored somewhere.
    """

    called = "a tournament"

    def __init__(
        self, name: str, instrument: str, *, keep: Callable[[bytes], object] | None = None
    ) -> None:
        load(instrument)
        self.law = law_of(instrument)
        header = Header.begun(
            "tournament", name, instrument=instrument, rulebook=fingerprint(instrument)
        )
        super().__init__(_acts(), Record(header, keep))
        self.name = name
        self.instrument = instrument
        self.version = __version__
        """The version of the program under which it began."""
        self.phase = TournamentPhase.DRAFT
        self._conditions: Conditions | None = None
        self._readings = TournamentReadings()
        self.steps: dict[ConditionsStep, str] = {}
        self.directors: set[str] = set()
        self.entrants: dict[str, Entrant] = {}
        self.reserves: list[str] = []
        self.payments: list[Paid] = []
        self.refunded = 0
        """How many fees went back after entries were closed."""
        self.agreement_required = False
        self.table_size: int | None = None
        self.table_names: tuple[str, ...] = ()
        self.tables_used: set[str] = set()
        """Tables at which a session was or is played."""
        self.commitments: list[str] = []
        """Commitments to secrets of draws to come, in their order."""
        self.committed_at: dict[str, int] = {}
        """After how many commands each of them was made."""
        self.names_known_at = 0
        """After how many commands it was known who is in the draw that may come now."""
        self.drawing = Drawing()
        """Who takes part in draws, and the one that the house is bound to."""
        self.session = SessionState(0)
        self.starts_told: dict[int, int] = {}
        """When sessions start, by number, where the director has told players of a time."""
        self.ties: list[Tie] = []
        self.disputes: list[Dispute] = []
        self.reported: list[ReportedBreach] = []
        """Breaches on which the director has to act."""
        self.notices: list[tuple[int, Notified]] = []
        """What players were told, all of them or one, and when."""
        self.exits = 0
        """How many rounds have put somebody out."""
        self.shown: tuple[str, dict[str, Any]] | None = None
        """What everybody sees, and after which line."""
        self.break_until = 0
        """Until when nobody wagers."""
        self.resumed_at = 0
        """When a dispute that had stopped play was last settled: times to answer begin again."""
        self.pace: WagerTime | None = None
        """How long a wager takes at most, if the director has said so during play."""

    # -- commands

    @property
    def law_of_acts(self) -> TournamentLaw:
        return self.law

    def _must_be_allowed(
        self, act: Act[Tournament, TournamentLaw], command: Command, by: Person
    ) -> None:
        if act.oneself and by.role is Role.PLAYER and by.name == _player_of(command):
            return
        if by.role not in act.open_to:
            assert act.needs is not None  # what needs no role in particular is open to all
            raise WrongRole(type(command).__name__, act.needs, by, self.law.director)
        if act.needs is Role.TOURNAMENT_DIRECTOR and by.name not in self.directors:
            raise Refused(
                f"{by.name} has not been nominated for this tournament", self.law.director
            )

    def add_fact(self, fact: Fact) -> None:
        self._fresh.append(fact)
        if isinstance(fact, Notified) and (fact.to == EVERY_PLAYER or fact.to in self.entrants):
            self.notices.append((self.at, fact))

    # -- its record

    @property
    def entries(self) -> list[Entry]:
        """Every command so far, with what followed."""
        return self.record.entries

    @property
    def lines(self) -> list[bytes]:
        """All that it takes to restore it."""
        return self.record.lines

    @classmethod
    def restore(
        cls, lines: Iterable[bytes], *, keep: Callable[[bytes], object] | None = None
    ) -> Tournament:
        """The tournament that a record tells of. A line that does not follow is a `ValueError`:
        `BeforeCorrection`, if that comes from a correction of the rules.
        """
        tournament = restore(KIND, lines)
        tournament.keep = keep  # from here on: what was read lies somewhere already
        return tournament

    # -- reading it

    def view(self, viewer: Person | None) -> TournamentView:
        """What a person may see, or with nobody named what everybody may."""
        from croupier.tournament.views import view

        return view(self, viewer)

    @property
    def conditions(self) -> Conditions:
        """What it is held by; until there is something, whatever needs it is refused."""
        self.must_have_conditions()
        assert self._conditions is not None
        return self._conditions

    @conditions.setter
    def conditions(self, conditions: Conditions) -> None:
        self._conditions = conditions
        book = load(self.instrument)
        chosen = as_made(book, conditions.options, self.version)
        self._readings = readings_of(resolve(book, chosen))

    @property
    def readings(self) -> TournamentReadings:
        """How the conditions have the open places of the rules read."""
        return self._readings

    @property
    def is_earlier(self) -> bool:
        """Whether it began before conditions had to agree with themselves."""
        return numbers(self.version) < AT_ODDS_REFUSED

    @property
    def has_conditions(self) -> bool:
        return self._conditions is not None

    @property
    def seconds(self) -> int | None:
        """How long players have for a wager: by the director's last word, or by the conditions."""
        return self.conditions.how_wagered.seconds if self.pace is None else self.pace.seconds

    @property
    def pool(self) -> Pool:
        return pool_of(
            self.conditions, self.payments, self.readings.buy_back_fee, self.entries_received
        )

    @property
    def entries_received(self) -> int:
        """How many have entered; who has the fee back since entries were closed is among them."""
        return self.refunded + sum(each.what is PaidFor.ENTRY for each in self.payments)

    @property
    def prizes(self) -> list[int]:
        """The prize of every place there is, as the pool stands."""
        scale, places = scale_for(self.conditions, self.entries_received), len(self.placeable)
        extra = bonuses(self.conditions.added_value, places)
        shared = self.pool.total - self.won_in_sessions - sum(extra)
        return with_bonuses(prizes(shared, scale.percent, places), extra)

    @property
    def shared_pool(self) -> int:
        """The part of the pool that is divided by percentages: cash for a place goes to it."""
        return self.pool.total - sum(bonuses(self.conditions.added_value))

    @property
    def goods(self) -> list[tuple[str, ...]]:
        """What every place there is has besides money."""
        return goods(self.conditions.added_value, len(self.placeable))

    @property
    def won_in_sessions(self) -> int:
        """What has gone out of the pool for places of sessions."""
        return sum(each.session_prizes for each in self.entrants.values())

    @property
    def placeable(self) -> list[Entrant]:
        """Everybody who can come to a place."""
        never = (Status.DISQUALIFIED, Status.WITHDRAWN, Status.REPLACED, Status.FORFEITED)
        return [each for each in self.entrants.values() if each.status not in never]

    def still_in(self) -> list[Entrant]:
        return [each for each in self.entrants.values() if each.status is Status.IN]

    def at_table(self, table: str) -> list[Entrant]:
        """Who plays at a table, by box."""
        there = [each for each in self.still_in() if each.seat and each.seat[0] == table]
        return sorted(there, key=lambda each: each.seat or ("", 0))

    def holding_seats(self, table: str) -> list[Entrant]:
        """Who has a seat at a table: those who play there, and those who may buy back."""
        holding = (Status.IN, Status.MAY_BUY_BACK)
        there = (e for e in self.entrants.values() if e.seat and e.seat[0] == table)
        return [each for each in there if each.status in holding]

    @property
    def seats_held(self) -> set[tuple[str, int] | None]:
        """The seats that nobody else can be given."""
        return {e.seat for table in self.session.tables for e in self.holding_seats(table)}

    @property
    def seats_at_a_table(self) -> int:
        return self.table_size or self.conditions.sessions[self.session.number - 1].seats

    def minimum(self, table: str, *, ahead: int = 0) -> int:
        """What it takes to stay in at a table for its next round, or for one further ahead."""
        every_stake = self.readings.tournament_min_test is MinimumTest.EVERY_STAKE
        return self._least(table, ahead) if not every_stake else self.stakes(table, ahead=ahead)

    def stakes(self, table: str, *, ahead: int = 0) -> int:
        """What it takes to be dealt in there, the stakes that go with a wager among it."""
        return self._least(table, ahead) * self.law.stakes_for_the_minimum.value

    def _least(self, table: str, ahead: int) -> int:
        limits = self.limits(table, ahead=ahead)
        return table_minimum(
            self.readings, (limits[w][0] for w in self.law.wagers.value if w in limits), default=1
        )

    def limits(self, table: str, *, ahead: int = 0) -> dict[str, tuple[int, int]]:
        """The limits of a table's next round, with every change that is due by then.

        Additional rounds follow on the session: a table that is none of its own plays those.
        """
        number, state = self.session.number, self.session.tables.get(table)
        played = self._rounds_of_the_tied() if state is None else state.rounds
        return self.conditions.limits_at(number, played + 1 + ahead)

    def _rounds_of_the_tied(self) -> int:
        """How many rounds the players who are told apart now have behind them in the session."""
        tables, at = self.session.tables, self.session.played_at
        tied = {at[name] for name in (self.ties[0].players if self.ties else ()) if name in at}
        rounds = {table: state.rounds for table, state in tables.items()}
        there = [rounds[table] for table in tied if table in rounds]
        return max(there or rounds.values(), default=0)

    # -- for the acts

    def must_not_be_drawing(self, clauses: Clauses) -> None:
        """The roll is closed: what a draw comes to follows from it alone."""
        if self.drawing.awaited is not None:
            raise Refused("the roll is closed until the draw is made or void", clauses)

    def note_names_known(self) -> None:
        """From here on a secret that is committed to could have been chosen for the names."""
        self.names_known_at = len(self.entries)

    def holds_entry(self, player: str) -> bool:
        """Whether somebody has or had an entry; one withdrawn whose fee went back is none."""
        found = self.entrants.get(player)
        if found is None or found.status is not Status.WITHDRAWN:
            return found is not None
        return any(each.what is PaidFor.ENTRY for each in self.payments_of(found))

    def payments_of(self, entrant: Entrant) -> list[Paid]:
        """What was paid for an entry and has not gone back.

        Where everybody who plays has paid the fee, a substitute's is their own.
        """
        fee_by = (entrant.name,) if self.law.entry else entrant.payers
        of_fee = {PaidFor.ENTRY: fee_by}
        return [p for p in self.payments if p.player in of_fee.get(p.what, entrant.payers)]

    def entrant(self, player: str, clauses: Clauses | None = None) -> Entrant:
        found = self.entrants.get(player)
        if found is None or found.status in (Status.WITHDRAWN, Status.REPLACED):
            raise Refused(f"{player} has no entry", clauses or self.law.one_entry)
        return found

    def playing(self, player: str, clauses: Clauses | None = None) -> Entrant:
        """An entrant who is still in."""
        found = self.entrant(player, clauses)
        if found.status is not Status.IN:
            raise Refused(f"{player} is {found.status}", clauses or self.law.places)
        return found

    def must_have_conditions(self) -> None:
        self.refuse_unless(
            self.has_conditions, "there are no conditions yet", self.law.must_contain.clauses
        )

    def must_be(
        self, phases: Sequence[TournamentPhase] | TournamentPhase, clauses: Clauses
    ) -> None:
        allowed = (phases,) if isinstance(phases, TournamentPhase) else phases
        if self.phase not in allowed:
            raise Refused(f"the tournament is {self.phase}", clauses)
        if self.phase in (TournamentPhase.PLAYING, TournamentPhase.TIES):
            self._must_not_be_disputed()

    def must_have_nothing_unsettled(self) -> None:
        """What the rules have settled before the game proceeds is settled."""
        self._must_not_be_disputed()
        self.must_not_be_reported(*(each.player for each in self.reported))

    def must_not_be_reported(self, *players: str) -> None:
        """Nobody is reported for what the rules have players disqualified for."""
        for each in self.reported:
            if each.player in players:
                raise Refused(
                    f"{each.player} was reported: {each.breach}. "
                    "Disqualify the player, or dismiss the report",
                    each.clauses,
                )

    @property
    def is_stopped(self) -> bool:
        """Whether the rules let nothing go on before a dispute is settled."""
        return bool(self.disputes and self.law.dispute)

    def _must_not_be_disputed(self) -> None:
        if self.is_stopped:
            raise Refused("a dispute has to be settled first", self.law.dispute)


def _player_of(command: Command) -> str | None:
    """Whom a command is about, if it is about a player."""
    return getattr(command, "player", None)


def _acts() -> Acts[Tournament, TournamentLaw]:
    from croupier.tournament.acts import ACTS

    return ACTS


def _begin(header: Header) -> Tournament:
    tournament = Tournament(header.tournament, header.instrument)
    tournament.version = header.version
    return tournament


@cache
def _codec() -> Codec:
    from croupier.tournament.acts import ACTS
    from croupier.tournament.facts import FACTS

    return Codec(ACTS, get_args(FACTS))


KIND: AggregateKind[Tournament] = AggregateKind(
    name="tournament",
    begin=_begin,
    codec=lambda _: _codec(),
    book=lambda header: load(header.instrument),
)
