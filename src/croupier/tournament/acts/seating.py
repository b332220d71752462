"""Tables and seats: how many to a table, the ballot, and taking one's seat in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.joint_draws import Roll, drawn_jointly, must_not_draw_alone
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Exercised, Notified
from croupier.table.law import together
from croupier.table.tournament_law import BallotedSessions, Lateness, Topic
from croupier.tournament import ballot
from croupier.tournament.conditions import moment
from croupier.tournament.facts import (
    BallotCommitted,
    BallotDrawn,
    PositionForfeited,
    SeatAllocated,
    SeatTaken,
    StartMoved,
    TableBroken,
)
from croupier.tournament.rolls import free_seats, roll_due
from croupier.tournament.state import Entrant, Status, TableState, TournamentPhase
from croupier.tournament.table_setup import no_room_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.joint_draws import JointDraw
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class SetTableSize(Command, frozen=True, tag="set-table-size"):
    """So many players are allocated to any one table."""

    players: int


@acts.act(SetTableSize, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.table_size)
def set_table_size(tournament: Tournament, command: SetTableSize, by: Person) -> Effect:
    law = tournament.law
    tournament.must_be((TournamentPhase.ENTRIES, TournamentPhase.SEATING), law.table_size)
    tournament.must_not_be_drawing(law.table_size)
    tournament.refuse_unless(
        1 <= command.players <= 12, "players: 1 to 12 at a table", law.table_size
    )
    no_room = no_room_for(tournament.conditions, command.players)
    if no_room is not None:
        raise Refused(f"players: {no_room.reason}", no_room.clauses)

    def effect() -> None:
        tournament.table_size = command.players
        tournament.add_fact(
            Exercised(power="table size", subject=str(command.players), clauses=law.table_size)
        )

    return effect


class DesignateTables(Command, frozen=True, tag="designate-tables"):
    """These tables are for the tournament, and for nothing else while a session lasts."""

    tables: tuple[str, ...]


@acts.act(
    DesignateTables,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: law.designate or together(law.contents.get(Topic.TABLES), law.table_size),
)
def designate_tables(tournament: Tournament, command: DesignateTables, by: Person) -> Effect:
    clauses = tournament.law.designate or tournament.law.table_size
    tournament.must_be((TournamentPhase.ENTRIES, TournamentPhase.SEATING), clauses)
    tournament.must_not_be_drawing(clauses)
    tournament.refuse_unless(command.tables, "tables: name them", clauses)
    if len(set(command.tables)) != len(command.tables):
        raise Refused("tables: one is named twice", clauses)

    def effect() -> None:
        tournament.table_names = command.tables
        tournament.add_fact(
            Exercised(power="tables designated", subject=", ".join(command.tables), clauses=clauses)
        )

    return effect


class CommitBallot(Command, frozen=True, tag="commit-ballot"):
    """Commitments to the secrets of draws to come, published before the names are known."""

    commitments: tuple[str, ...]


@acts.act(CommitBallot, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.ballot.clauses)
def commit_ballot(tournament: Tournament, command: CommitBallot, by: Person) -> Effect:
    clauses = tournament.law.ballot.clauses
    tournament.refuse_unless(
        tournament.phase not in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED),
        f"the tournament is {tournament.phase}",
        clauses,
    )
    for text in command.commitments:
        if len(text) != 64 or text in tournament.commitments:
            raise Refused(f"commitments: {text!r} is not a new commitment", clauses)

    def effect() -> None:
        for text in command.commitments:
            tournament.commitments.append(text)
            tournament.committed_at[text] = len(tournament.entries)
            tournament.add_fact(BallotCommitted(commitment=text, clauses=clauses))

    return effect


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that can be made: jointly if a roll was closed for it, and otherwise by the house."""

    roll: Roll
    secret: bytes
    joint: JointDraw | None

    @property
    def order(self) -> list[str]:
        """The names as they are drawn."""
        if self.joint is None:
            return ballot.drawn(self.roll.names, self.secret, self.roll.purpose)
        return ballot.drawn_jointly(self.joint, self.secret)

    @property
    def cards(self) -> dict[str, Card]:
        """A card for each of the names."""
        if self.joint is None:
            return ballot.cards_drawn(self.roll.names, self.secret, self.roll.purpose)
        return ballot.cards_drawn_jointly(self.joint, self.secret)


def opened_draw(
    tournament: Tournament,
    secret: str,
    clauses: Clauses,
    alone: Roll | None = None,
    table: str = "",
) -> Draw:
    """The draw that is due, if the secret is the one that was committed to. Of a table that is
    broken, `alone` is the roll by which the house draws alone.
    """
    due, drawing = roll_due(tournament, table), tournament.drawing
    assert due is not None
    if drawing.awaited is not None:
        joint, told = drawn_jointly(drawing, secret, clauses)
        if joint.roll.purpose != due.purpose:
            raise Refused(f"the roll is closed for {joint.roll.purpose}", clauses)
        return Draw(joint.roll, told, joint)
    must_not_draw_alone(drawing, due, clauses)
    if not tournament.commitments:
        raise Refused("nothing has been committed to", clauses)
    opened = ballot.opened(tournament.commitments[0], secret)
    if opened is None:
        raise Refused("secret: it is not the one that was committed to", clauses)
    return Draw(alone or due, opened, None)


def tell_secret(tournament: Tournament, draw: Draw, clauses: Clauses) -> None:
    late = False
    if draw.joint is None:
        commitment = tournament.commitments.pop(0)
        late = tournament.committed_at[commitment] > tournament.names_known_at
    else:
        commitment = draw.joint.commitment
    tournament.drawing.done(draw.secret.hex())
    tournament.add_fact(
        BallotDrawn(
            commitment=commitment, secret=draw.secret.hex(), purpose=draw.roll.purpose, late=late,
            seeded_by=() if draw.joint is None else draw.joint.players, clauses=clauses,
        )
    )  # fmt: skip


class DrawSeats(Command, frozen=True, tag="draw-seats"):
    """The ballot: every player of the session gets a table and a seat."""

    secret: str


@acts.act(
    DrawSeats,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.ballot.clauses, law.position),
)
def draw_seats(tournament: Tournament, command: DrawSeats, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    clauses = law.ballot.clauses
    tournament.must_be(TournamentPhase.SEATING, clauses)
    if session.drawn:
        raise Refused("the seats of this session have been drawn", clauses)
    closed = tournament.drawing.awaited
    roll = roll_due(tournament) if closed is None else closed.roll
    assert roll is not None
    tables = _tables_for(tournament, len(roll.lines))
    draw = opened_draw(tournament, command.secret, clauses)

    def effect() -> None:
        order = draw.order
        tell_secret(tournament, draw, clauses)
        _seat_in_order(tournament, order, tables)

    return effect


def _tables_for(tournament: Tournament, players: int) -> tuple[str, ...]:
    """The tables that were designated, or as many as it takes."""
    law, size = tournament.law, tournament.seats_at_a_table
    needed = -(-players // size)
    names = tournament.table_names or tuple(f"Table {n}" for n in range(1, needed + 1))
    if len(names) < needed:
        raise Refused(
            f"{players} players take {needed} tables of {size}", law.designate or law.table_size
        )
    return names


def _seat_in_order(tournament: Tournament, order: Sequence[str], tables: Sequence[str]) -> None:
    """Players are seated round the tables in their order."""
    law, session = tournament.law, tournament.session
    session.drawn = True
    if has_come(tournament) and law.late.value is Lateness.SPECIFIED_TIME:
        session.starts = None  # nobody could have taken before it a seat allocated after it
    session.tables = {}
    places = ballot.seats(len(order), tables, tournament.seats_at_a_table)
    for name, seat in zip(order, places, strict=True):
        if tournament.entrants[name].status is Status.IN:  # or has gone since it was closed
            session.tables.setdefault(seat[0], TableState())
            allocate(tournament, tournament.entrants[name], *seat, law.ballot.clauses)
    tournament.tables_used |= set(session.tables)


class AllocateSeats(Command, frozen=True, tag="allocate-seats"):
    """The director gives the players of the session their seats by another method than a ballot."""

    method: Text
    players: tuple[str, ...]
    """All of them, in the order in which they are seated round the tables."""


@acts.act(
    AllocateSeats,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.ballot.clauses, law.position),
)
def allocate_seats(tournament: Tournament, command: AllocateSeats, by: Person) -> Effect:
    law, clauses = tournament.law, tournament.law.ballot.clauses
    if law.ballot.value is not BallotedSessions.DIRECTORS_METHOD:
        raise Refused("seats are drawn by ballot", clauses)
    tournament.must_be(TournamentPhase.SEATING, clauses)
    tournament.must_not_be_drawing(clauses)
    if tournament.session.drawn:
        raise Refused("the seats of this session have been drawn", clauses)
    tournament.refuse_unless(command.method, "method: say by which", clauses)
    due = roll_due(tournament)
    assert due is not None
    if sorted(command.players) != sorted(due.names):
        raise Refused("players: all of the session, each of them once", clauses)
    tables = _tables_for(tournament, len(due.names))

    def effect() -> None:
        tournament.add_fact(
            Exercised(power="seats allocated", subject=command.method, clauses=clauses)
        )
        _seat_in_order(tournament, command.players, tables)

    return effect


def allocate(
    tournament: Tournament, entrant: Entrant, table: str, box: int, clauses: Clauses
) -> None:
    entrant.seat, entrant.seated = (table, box), False
    tournament.session.played_at[entrant.name] = table
    cited = together(clauses, tournament.law.position, tournament.law.table_size)
    tournament.add_fact(SeatAllocated(player=entrant.name, table=table, box=box, clauses=cited))


class TakeSeat(Command, frozen=True, tag="take-seat"):
    """A player is there and sits down."""

    player: str


@acts.act(
    TakeSeat,
    Role.DEALER,
    oneself=True,
    clauses=lambda law: together(law.position, law.late.clauses),
)
def take_seat(tournament: Tournament, command: TakeSeat, by: Person) -> Effect:
    law = tournament.law
    entrant = tournament.playing(command.player, law.late.clauses)
    late_is_allowed = law.late.value is Lateness.DIRECTORS_CHOICE
    phases = (
        (TournamentPhase.SEATING, TournamentPhase.PLAYING)
        if late_is_allowed
        else (TournamentPhase.SEATING,)
    )
    tournament.must_be(phases, law.late.clauses)
    if entrant.seat is None:
        raise Refused(f"{entrant.name} has no seat yet", law.position)
    if entrant.seated:
        raise Refused(f"{entrant.name} sits already", law.position)
    if law.late.value is Lateness.SPECIFIED_TIME and has_come(tournament):
        raise Refused("the time at which the session starts has come", law.late.clauses)

    def effect() -> None:
        entrant.seated = True
        tournament.add_fact(SeatTaken(player=entrant.name, clauses=law.late.clauses))

    return effect


class CallLate(Command, frozen=True, tag="call-late"):
    """The time has come: whoever has not sat down has lost the position."""


@acts.act(
    CallLate,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.late.clauses, law.forfeited_fee),
)
def call_late(tournament: Tournament, command: CallLate, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    tournament.must_be(TournamentPhase.SEATING, law.late.clauses)
    if law.late.value is not Lateness.SPECIFIED_TIME:
        raise Refused(f"positions are lost when {law.late.value}", law.late.clauses)
    if not has_come(tournament):
        when = "no time has been told" if session.starts is None else "the time has not come"
        raise Refused(when, law.late.clauses)
    if not session.drawn:
        raise Refused("the seats have not been drawn", law.ballot.clauses)
    return lambda: forfeit_the_late(tournament)


def has_come(tournament: Tournament) -> bool:
    """Whether it is the time that players were told for the start of the session, or later."""
    starts = tournament.session.starts
    return starts is not None and tournament.now >= starts


def forfeit_the_late(tournament: Tournament) -> None:
    """The fee stays in the pool; the seat is free until somebody is put on it.

    Who does not come to a repechage stands where they had come to.
    """
    law, session = tournament.law, tournament.session
    repechage = tournament.conditions.sessions[session.number - 1].repechage
    for entrant in unseated(tournament):
        entrant.status = Status.OUT if repechage else Status.FORFEITED
        clauses = together(law.late.clauses, law.forfeited_fee)
        tournament.add_fact(PositionForfeited(player=entrant.name, clauses=clauses))


def unseated(tournament: Tournament) -> list[Entrant]:
    """Players of the session who have not sat down."""
    players = (tournament.entrants[name] for name in tournament.session.players)
    return [each for each in players if each.status is Status.IN and not each.seated]


class MoveStart(Command, frozen=True, tag="move-start"):
    """A session starts at this time, the first or another one that players are told of."""

    starts: int
    notice: Text
    session: int | None = None
    """Which; left out, the one that comes next."""


@acts.act(
    MoveStart, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.move_start or law.late.clauses
)
def move_start(tournament: Tournament, command: MoveStart, by: Person) -> Effect:
    law = tournament.law
    clauses = law.move_start or law.late.clauses
    tournament.must_be(
        (
            TournamentPhase.ENTRIES,
            TournamentPhase.SEATING,
            TournamentPhase.PLAYING,
            TournamentPhase.TIES,
        ),
        clauses,
    )
    number = _session_to_come(tournament, command, clauses)
    was = start_told(tournament, number)
    if not law.move_start and was is not None:
        raise Refused("the starting time is the published one", clauses)
    coming = tournament.session
    over = number == coming.number and coming.drawn and has_come(tournament)
    if over and law.late.value is Lateness.SPECIFIED_TIME:
        raise Refused("the time at which the session starts has come", law.late.clauses)
    tournament.refuse_unless(command.notice, "notice: players are told before", clauses)
    tournament.refuse_unless(command.starts > tournament.now, "starts: it is not to come", clauses)

    def effect() -> None:
        moved = StartMoved(
            session=number, was=was, starts=command.starts, notice=command.notice, clauses=clauses
        )
        tournament.starts_told[number] = command.starts
        if number == tournament.session.number:
            tournament.session.starts = command.starts
        tournament.add_fact(moved)
        tournament.add_fact(
            Notified(to="players", about="start", detail=command.notice, clauses=clauses)
        )

    return effect


def _session_to_come(tournament: Tournament, command: MoveStart, clauses: Clauses) -> int:
    """The session whose time is told, which has not begun."""
    first = tournament.session.number + (tournament.phase is not TournamentPhase.SEATING)
    number = first if command.session is None else command.session
    if not first <= number <= len(tournament.conditions.sessions):
        raise Refused(f"session: {number} is not to come", clauses)
    return number


def start_told(tournament: Tournament, number: int) -> int | None:
    """When players were told that a session starts: by the director, or by the conditions.

    A sit-and-go begins when enough have come.
    """
    if tournament.session.number == number:
        return tournament.session.starts
    if number in tournament.starts_told:
        return tournament.starts_told[number]
    conditions = tournament.conditions
    starts = conditions.sessions[number - 1].starts
    if number == 1:
        starts = None if conditions.sit_and_go else conditions.starts or starts
    return moment(starts) if starts else None


# --- balancing and breaking tables


class MovePlayer(Command, frozen=True, tag="move-player"):
    """The director gives a player another position, to balance the tables."""

    player: str
    table: str
    box: int


@acts.act(
    MovePlayer,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.break_tables or law.ballot.clauses, law.position),
)
def move_player(tournament: Tournament, command: MovePlayer, by: Person) -> Effect:
    law, table, box = tournament.law, command.table, command.box
    if not law.break_tables:
        raise Refused("a player stays in the position drawn for the session", law.position)
    tournament.must_be(TournamentPhase.PLAYING, law.break_tables)
    entrant = tournament.playing(command.player)
    tournament.refuse_unless(
        table in tournament.session.tables, f"table: {table!r} is not in play", law.break_tables
    )
    _must_be_playing_on(tournament, table, *(entrant.seat or ())[:1])
    tournament.must_not_be_drawing(law.break_tables)
    if (table, box) in tournament.seats_held or not 1 <= box <= tournament.seats_at_a_table:
        raise Refused(f"box: {box} at {table} is not free", law.break_tables)

    def effect() -> None:
        allocate(tournament, entrant, table, box, law.break_tables)
        entrant.seated = True

    return effect


def _must_be_playing_on(tournament: Tournament, *tables: str) -> None:
    """Nobody is moved out of rounds of the session that are to be played, or into more of them."""
    law, states = tournament.law, tournament.session.tables
    for table in tables:
        state = states.get(table)
        if state is None or state.over:
            raise Refused(
                f"the session is over at {table}", together(law.break_tables, law.session)
            )


class BreakTable(Command, frozen=True, tag="break-table"):
    """A table is broken: its players are drawn onto the free seats of the others."""

    table: str
    secret: str


@acts.act(
    BreakTable,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.break_tables, law.position, law.ballot.clauses),
)
def break_table(tournament: Tournament, command: BreakTable, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    if not law.break_tables:
        raise Refused("a player stays in the position drawn for the session", law.position)
    tournament.must_be(TournamentPhase.PLAYING, law.break_tables)
    tournament.refuse_unless(
        command.table in session.tables and len(session.tables) > 1,
        f"table: {command.table!r} is not one of several in play",
        law.break_tables,
    )
    _must_be_playing_on(tournament, command.table)
    moving = tournament.holding_seats(command.table)
    free = free_seats(tournament, command.table, len(moving))
    if len(free) < len(moving):
        raise Refused("the other tables have no room", law.break_tables)
    roll = Roll.of_names(
        f"{tournament.name}, session {session.number}, {command.table} broken",
        (each.name for each in moving),
    )
    draw = opened_draw(tournament, command.secret, law.ballot.clauses, roll, command.table)

    def effect() -> None:
        tell_secret(tournament, draw, law.ballot.clauses)
        del session.tables[command.table]
        tournament.add_fact(TableBroken(table=command.table, clauses=law.break_tables))
        for name, seat in zip(draw.order, free, strict=False):
            allocate(tournament, tournament.entrants[name], *seat, law.break_tables)
            tournament.entrants[name].seated = True

    return effect
