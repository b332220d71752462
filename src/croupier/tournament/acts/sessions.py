"""Sessions: their beginning, chips, and the rounds at the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.durations import MINUTE
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.table.tournament_law import BallotedSessions, Lateness
from croupier.tournament.acts.elimination import exit_of, go_out, may_buy_back, rule_out
from croupier.tournament.acts.seating import forfeit_the_late, start_told, unseated
from croupier.tournament.cashier import end_play_off, issue, take_money
from croupier.tournament.facts import (
    Eliminated,
    LimitsChanged,
    RoundRecorded,
    SessionStarted,
)
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.ranking import Exit
from croupier.tournament.state import (
    Departure,
    Entrant,
    SessionState,
    Status,
    TableState,
    TournamentPhase,
)

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import SessionPlan
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


def plan_of(tournament: Tournament) -> SessionPlan:
    return tournament.conditions.sessions[tournament.session.number - 1]


def expect_session(tournament: Tournament, number: int) -> None:
    """The next session is to be seated: by those still in, or for a repechage by those who are out.

    Where only a player's first session is drawn for, the others begin where they sit; if a time is
    published for it and has not come yet, they take their seats again before that.
    """
    tournament.note_names_known()
    last = tournament.session
    tournament.session = session = SessionState(number, start_told(tournament, number))
    plan = plan_of(tournament)
    wanted = Status.OUT if plan.repechage else Status.IN
    session.players = [e.name for e in tournament.entrants.values() if e.status is wanted]
    for name in session.players:
        tournament.entrants[name].status = Status.IN
    kept = tournament.law.ballot.value is BallotedSessions.FIRST_SESSION and number > 1
    kept = kept and all(tournament.entrants[name].seat for name in session.players)
    to_come = session.starts is not None and tournament.now < session.starts
    for each in tournament.entrants.values():
        each.seated = kept and each.name in session.players and not to_come
        each.bought_in = False
        if not kept:
            each.seat = None
    if kept:
        session.drawn = True
        session.tables = {
            table: TableState() for table in last.tables if _is_used(tournament, table)
        }
    tournament.phase = TournamentPhase.SEATING


def _is_used(tournament: Tournament, table: str) -> bool:
    return bool(tournament.at_table(table))


class PayBuyIn(Command, frozen=True, tag="pay-buy-in"):
    """A player pays for the chips of the coming session."""

    player: str
    paid: int


@acts.act(
    PayBuyIn,
    Role.TOURNAMENT_DIRECTOR,
    oneself=True,
    clauses=lambda law: law.buy_in or law.equal_chips,
)
def pay_buy_in(tournament: Tournament, command: PayBuyIn, by: Person) -> Effect:
    law, price = tournament.law, tournament.conditions.buy_in
    tournament.must_be(TournamentPhase.SEATING, law.buy_in or law.equal_chips)
    entrant = tournament.playing(command.player)
    if not price or entrant.bought_in:
        raise Refused(f"{entrant.name} owes no buy-in", law.buy_in or law.equal_chips)
    if command.paid != price:
        raise Refused(f"paid: the buy-in is {money(price)}", law.buy_in)

    def effect() -> None:
        entrant.bought_in = True
        take_money(tournament, entrant.name, PaidFor.BUY_IN, price, law.buy_in)

    return effect


class StartSession(Command, frozen=True, tag="start-session"):
    """Play begins. Whoever was not there in time is out, as the rules have it."""


@acts.act(
    StartSession,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.session, law.late.clauses),
)
def start_session(tournament: Tournament, command: StartSession, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    tournament.must_be(TournamentPhase.SEATING, law.session)
    tournament.must_have_nothing_unsettled()
    if not session.drawn:
        raise Refused("the seats have not been drawn", law.ballot.clauses)
    missing = [each.name for each in unseated(tournament)]
    if missing and session.starts is None and law.late.value is not Lateness.DIRECTORS_CHOICE:
        who = ", ".join(missing)
        raise Refused(f"{who}: nobody is late for a time that was not told", law.late.clauses)
    if missing and session.starts is not None and tournament.now < session.starts:
        raise Refused("players have until the published time to sit down", law.late.clauses)

    def effect() -> None:
        if law.late.value is not Lateness.DIRECTORS_CHOICE:
            forfeit_the_late(tournament)
        tournament.phase = TournamentPhase.PLAYING
        session.began = tournament.now
        tournament.note_names_known()
        for name in session.players:
            if tournament.entrants[name].status is Status.IN:
                _begin(tournament, tournament.entrants[name])
        _put_out_who_cannot_begin(tournament)
        players = len([e for e in tournament.still_in() if e.name in session.players])
        tournament.add_fact(
            SessionStarted(session=session.number, players=players, clauses=law.session)
        )

    return effect


def _begin(tournament: Tournament, entrant: Entrant) -> None:
    law = tournament.law
    if tournament.conditions.buy_in and not entrant.bought_in:
        entrant.status = Status.OUT
        entrant.standing = (tournament.session.number, 0)
        tournament.add_fact(
            Eliminated(player=entrant.name, session=tournament.session.number, clauses=law.buy_in)
        )
        return
    begin_with_chips(tournament, entrant)


def _put_out_who_cannot_begin(tournament: Tournament) -> None:
    """Who goes on with the chips of the session before may not have enough for a round of this."""
    short = [
        Exit(each.name, each.chips)
        for each in in_the_session(tournament)
        if each.seat and each.chips < tournament.minimum(each.seat[0])
    ]
    if short:
        go_out(tournament, short)


def begin_with_chips(tournament: Tournament, entrant: Entrant) -> None:
    """Equal chips for everybody who begins afresh; others go on with what they have."""
    chips, number = tournament.conditions.chips or 0, tournament.session.number
    is_first, entrant.has_played = not entrant.has_played, True
    entrant.standing, entrant.cashed = (), False
    entrant.sessions, entrant.departure = number, None
    if begins_afresh(tournament) or is_first:
        if entrant.chips:
            issue(tournament, entrant, -entrant.chips, "chips of the session before")
        issue(tournament, entrant, chips, "beginning of the session")
        entrant.before_play_off = None
    end_play_off(tournament, entrant)


def begins_afresh(tournament: Tournament) -> bool:
    """Whether a session begins with the same chips for all.

    It does where everybody plays on for points: places are by chips, so nobody begins with more.
    """
    plan, number = plan_of(tournament), tournament.session.number
    all_play_on = number > 1 and tournament.conditions.all_go_on_from(number - 1)
    fresh = plan.fresh_chips or plan.repechage or tournament.law.chips_each_session
    return bool(fresh or all_play_on)


# --- rounds


class RecordRound(Command, frozen=True, tag="record-round"):
    """A round was played at a table: what everybody there has now, had wagered, and lost when."""

    table: str
    chips: dict[str, int]
    wagered: dict[str, int] = {}
    taken: tuple[str, ...] = ()
    """Whose chips were taken, in the order in which they were."""
    counts: bool = True
    """Whether it is one of the rounds of the session; one that was void is not."""
    ends_shoe: bool = False
    begun: bool = False
    """Whether it was in play when the session ended elsewhere: it is played out."""
    number: int | None = None
    """What the table calls it; otherwise it has its place among those that were recorded there."""
    voids: int | None = None
    """An earlier round of the table, called like that, which is void after all."""
    no_wager: dict[str, bool] = {}
    """Who had made no wager when it began and takes no further part; true if they were there."""
    pass_cards: dict[str, int] = {}
    """The pass cards that players still have who cannot wager the minimum of the next round."""


@acts.act(
    RecordRound,
    Role.DEALER,
    clauses=lambda law: together(
        law.session, law.chips_untouched, law.no_chips, law.must_wager, law.cannot_wager
    ),
)
def record_round(tournament: Tournament, command: RecordRound, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    tournament.must_be(TournamentPhase.PLAYING, law.session)
    state = session.tables.get(command.table)
    if state is None:
        raise Refused(f"table: {command.table!r} is not in play", law.table_size)
    if state.over and not command.begun:
        raise Refused(f"the session is over at {command.table}", law.session)
    there = {each.name for each in tournament.at_table(command.table)}
    if set(command.chips) != there:
        wrong = ", ".join(sorted(set(command.chips) ^ there))
        raise Refused(f"chips: of those who play there, and nobody else: {wrong}", law.position)
    if any(amount < 0 for amount in command.chips.values()):
        raise Refused("chips: nothing or more", law.chips_untouched)
    void = command.voids
    if void is not None and (command.counts or void not in state.numbers):
        raise Refused(f"voids: {void} is no round that counts at {command.table}", law.session)
    for field, named in (("no_wager", command.no_wager), ("pass_cards", command.pass_cards)):
        strangers = ", ".join(sorted(set(named) - there))
        tournament.refuse_unless(
            not strangers, f"{field}: {strangers} does not play there", law.position
        )

    def effect() -> None:
        before = tournament.limits(command.table)
        had = {player: tournament.entrants[player].chips for player in command.chips}
        state.counted = None
        if not _came_too_late(tournament):
            for player, left in command.chips.items():
                tournament.entrants[player].chips = left
            _count(state, command)
            had_to_wager = not state.over
            state.over = state.over or is_over(tournament, state)
            if had_to_wager:
                rule_out(tournament, command.no_wager)
        chips = {player: tournament.entrants[player].chips for player in command.chips}
        tournament.add_fact(
            RoundRecorded(table=command.table, round=state.rounds, chips=chips, clauses=law.session)
        )
        goes_on = command.voids is not None and not state.stopped
        state.over = (state.over and not goes_on) or is_over(tournament, state)
        limits = tournament.limits(command.table)
        if limits != before:
            clauses = law.limit_changes or law.must_wager
            tournament.add_fact(LimitsChanged(limits=limits, clauses=clauses))
        _put_out(tournament, command, 1 if state.over else tournament.minimum(command.table))
        _note_departures(tournament, state, command, had)
        stop_if_enough_are_out(tournament)

    return effect


def _count(state: TableState, command: RecordRound) -> None:
    """Only rounds that are not void are rounds of the session."""
    if command.counts:
        state.rounds += 1
        state.recorded += 1
        state.numbers.append(state.recorded if command.number is None else command.number)
    elif command.voids is not None:
        state.rounds -= 1
        state.numbers.remove(command.voids)
    state.shoes += command.ends_shoe


def is_over(tournament: Tournament, state: TableState) -> bool:
    """Whether a table has played its rounds, shoes or time; a round in progress was played out."""
    plan = plan_of(tournament)
    return bool(
        (plan.rounds and state.rounds >= plan.rounds)
        or (plan.shoes and state.shoes >= plan.shoes)
        or _time_is_up(tournament)
    )


def _time_is_up(tournament: Tournament) -> bool:
    return time_is_up(tournament, tournament.now)


def time_is_up(tournament: Tournament, at: int) -> bool:
    """Whether the time that a session lasts is over at a moment, if it is measured by time."""
    minutes, began = plan_of(tournament).minutes, tournament.session.began or 0
    return minutes is not None and at >= began + minutes * MINUTE


def _came_too_late(tournament: Tournament) -> bool:
    """Whether the clock has overtaken a round, where one in progress is not played out."""
    return _time_is_up(tournament) and not tournament.readings.finish_round_at_clock


def enough_are_out(tournament: Tournament) -> bool:
    """Whether no more players are left than the session is played down to."""
    until = plan_of(tournament).until_players
    if until is None and tournament.session.number == len(tournament.conditions.sessions):
        until = 1  # nothing is left to decide
    held = (e for e in tournament.entrants.values() if e.status is Status.MAY_BUY_BACK)
    waiting = any(tournament.is_earlier or may_buy_back(tournament, each) for each in held)
    return until is not None and not waiting and len(in_the_session(tournament)) <= until


def stop_if_enough_are_out(tournament: Tournament) -> None:
    if enough_are_out(tournament):
        for each in tournament.session.tables.values():
            each.stopped = each.stopped or not each.over
            each.over = True


def go_on_if_too_few_are_out(tournament: Tournament) -> None:
    """Somebody is back in: what was stopped because enough were out goes on."""
    if not enough_are_out(tournament):
        for each in tournament.session.tables.values():
            if each.stopped:
                each.stopped, each.over = False, is_over(tournament, each)


def in_the_session(tournament: Tournament) -> list[Entrant]:
    names = set(tournament.session.players)
    return [each for each in tournament.still_in() if each.name in names]


def _put_out(tournament: Tournament, command: RecordRound, minimum: int) -> None:
    """Whoever cannot wager the minimum of the next round is out, or may buy back.

    After the last round of a session that is nobody who has chips left. Where the conditions have
    it so, a pass card keeps in whoever still has one.
    """
    saves = tournament.readings.pass_saves_from_19_6_13
    saved = {player for player, left in command.pass_cards.items() if saves and left > 0}
    playing = [tournament.entrants[player] for player in command.chips if player not in saved]
    short = [each for each in playing if each.status is Status.IN and each.chips < minimum]
    exits = [exit_of(each.name, command) for each in short]
    if exits:
        go_out(tournament, exits)


def _note_departures(
    tournament: Tournament, state: TableState, command: RecordRound, had: dict[str, int]
) -> None:
    """Keep by which round somebody goes out and with what before it, and whether it is void."""
    number = state.numbers[-1] if command.counts and state.numbers else 0
    for entrant in tournament.entrants.values():
        if entrant.status not in (Status.OUT, Status.MAY_BUY_BACK):
            continue
        if entrant.name in had:
            entrant.departure = Departure(command.table, number, had[entrant.name])
        elif entrant.departure is not None and entrant.departure.table == command.table:
            entrant.departure.is_void |= entrant.departure.round == command.voids
