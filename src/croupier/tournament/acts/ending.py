"""The end of a session: counts, who goes on, points, and ties where they matter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.rulebook.citing import Clauses, Refused
from croupier.table.commands import Command
from croupier.table.roles import Role
from croupier.table.tournament_law import Ties
from croupier.tournament.acting import Acts
from croupier.tournament.acts.sessions import expect_session, in_the_session, plan_of
from croupier.tournament.facts import (
    Advanced,
    ChipsCounted,
    ChipsReturned,
    PointsAwarded,
    SessionEnded,
    TableConcluded,
    TieFound,
)
from croupier.tournament.ranking import CUT, LEFT, Standing, contested, cut_at, groups
from croupier.tournament.state import Entrant, Phase, Status, Tie

if TYPE_CHECKING:
    from croupier.table.roles import Person
    from croupier.tournament.acting import Effect
    from croupier.tournament.tournament import Tournament

acts = Acts()


class CountChips(Command, frozen=True, tag="count-chips"):
    """The chips in front of every player at a table are counted and told to the director."""

    table: str
    chips: dict[str, int]


@acts.act(CountChips, Role.DEALER)
def count_chips(tournament: Tournament, command: CountChips, by: Person) -> Effect:
    law = tournament.law
    clauses = law.chip_count or law.places
    tournament.must_be(Phase.PLAYING, clauses)
    state = tournament.session.tables.get(command.table)
    tournament.refuse_unless(state, f"table: {command.table!r} is not in play", clauses)
    held = {each.name: each.chips for each in tournament.at_table(command.table)}
    wrong = sorted(
        name for name in held | command.chips if held.get(name) != command.chips.get(name)
    )
    if wrong:
        raise Refused(f"chips: the count differs from the record for {', '.join(wrong)}", clauses)

    def effect() -> None:
        assert state is not None
        state.counted = command.chips
        tournament.state(ChipsCounted(table=command.table, chips=command.chips, clauses=clauses))

    return effect


class ConcludeTable(Command, frozen=True, tag="conclude-table"):
    """Play at a table ends before its time: who goes on from it is decided."""

    table: str
    agreed: tuple[str, ...] = ()
    """Who agreed, where chips are paid out in cash."""


@acts.act(ConcludeTable, Role.TOURNAMENT_DIRECTOR)
def conclude_table(tournament: Tournament, command: ConcludeTable, by: Person) -> Effect:
    law = tournament.law
    if not law.early_end:
        raise Refused("a session is played to its end", law.session)
    tournament.must_be(Phase.PLAYING, law.early_end)
    state = tournament.session.tables.get(command.table)
    tournament.refuse_unless(
        state is not None and not state.over,
        f"table: {command.table!r} is not in play",
        law.session,
    )
    players = {each.name for each in tournament.at_table(command.table)}
    advance = plan_of(tournament).advance_per_table or 1
    if len(players) > advance:
        raise Refused(
            f"{len(players)} play on for {advance} places in the next session", law.early_end
        )
    if tournament.conditions.chips_cashed and not players <= set(command.agreed):
        raise Refused("all players at the table have to agree", law.early_end_agreed)

    def effect() -> None:
        assert state is not None
        state.over = True
        cashed = tournament.conditions.chips_cashed
        clauses = law.early_end_agreed if cashed else law.early_end
        tournament.state(TableConcluded(table=command.table, clauses=clauses))

    return effect


class EndSession(Command, frozen=True, tag="end-session"):
    """The session is over at every table: it is decided who goes on and who does not."""


@acts.act(EndSession, Role.TOURNAMENT_DIRECTOR)
def end_session(tournament: Tournament, command: EndSession, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    tournament.must_be(Phase.PLAYING, law.session)
    if any(each.status is Status.MAY_BUY_BACK for each in tournament.entrants.values()):
        raise Refused("players may still buy back", law.buy_back)
    in_play = {
        table: state for table, state in session.tables.items() if tournament.at_table(table)
    }
    unfinished = [table for table, state in in_play.items() if not state.over]
    if unfinished and not plan_of(tournament).game:
        raise Refused(f"the session goes on at {', '.join(unfinished)}", law.session)
    uncounted = [table for table, state in in_play.items() if state.counted is None]
    if law.chip_count and uncounted:
        raise Refused(f"the chips have not been counted at {', '.join(uncounted)}", law.chip_count)
    return lambda: _end(tournament)


def _end(tournament: Tournament) -> None:
    law, session = tournament.law, tournament.session
    tournament.state(SessionEnded(session=session.number, clauses=law.session))
    for entrant in in_the_session(tournament):
        entrant.standing = (session.number, LEFT, entrant.chips)
    if plan_of(tournament).points:
        _award_points(tournament)
    if session.number == len(tournament.conditions.sessions):
        look_for_prize_ties(tournament)
    else:
        _decide_who_goes_on(tournament)


# --- points


def _award_points(tournament: Tournament) -> None:
    """By the places of the session; equals share the points of the places that they take."""
    law, session, points = tournament.law, tournament.session, plan_of(tournament).points
    players = [tournament.entrants[name] for name in session.players]
    here = {e.name: e.standing for e in players if e.standing[:1] == (session.number,)}
    place = 0
    for equal in groups(here):
        span = [points[n] if n < len(points) else 0 for n in range(place, place + len(equal))]
        place += len(equal)
        for name in equal:
            share = Fraction(sum(span), len(span))
            tournament.entrants[name].points += share
            tournament.state(
                PointsAwarded(
                    player=name, session=session.number, points=str(share),
                    clauses=law.session_ties.clauses,
                )
            )  # fmt: skip


# --- who goes on


def _decide_who_goes_on(tournament: Tournament) -> None:
    plan, session = plan_of(tournament), tournament.session
    players = in_the_session(tournament)
    if tournament.conditions.by_points and not (plan.advance_per_table or plan.advance_in_all):
        session.through = list(session.players)
        go_on(tournament)
        return
    advance = plan.advance_in_all or plan.until_players
    if plan.advance_per_table:
        fields = [tournament.at_table(table) for table in session.tables]
        for field in fields:
            _cut(tournament, field, plan.advance_per_table)
    else:
        _cut(tournament, players, advance or len(players))
    if tournament.ties:
        tournament.phase = Phase.TIES
    else:
        go_on(tournament)


def _cut(tournament: Tournament, players: list[Entrant], advance: int) -> None:
    found = cut_at(groups({each.name: key(each) for each in players}), advance)
    tournament.session.through += found.through
    tournament.session.cut += found.cut
    if not found.tied:
        return
    law = tournament.law
    how = law.session_ties.value or tournament.conditions.session_ties or Ties.PLAY_OFF
    if how is Ties.SHARE:  # all who are equal at the line go on
        tournament.session.through += found.tied
        return
    find_tie(tournament, Tie(tuple(found.tied), found.places, how, for_prizes=False))


def key(entrant: Entrant) -> Standing:
    return (*entrant.standing, *entrant.tie_break)


def find_tie(tournament: Tournament, tie: Tie) -> None:
    law = tournament.law
    tournament.ties.append(tie)
    rule = law.prize_ties if tie.for_prizes else law.session_ties
    clauses = Clauses((*rule.clauses, *law.tie_choices.get(tie.how, ())))
    tournament.state(TieFound(players=tie.players, places=tie.places, how=tie.how, clauses=clauses))


def go_on(tournament: Tournament) -> None:
    """Those through are in the next session; the others stand where they came to."""
    law, session = tournament.law, tournament.session
    for name in session.cut:
        entrant = tournament.entrants[name]
        entrant.status, entrant.seat = Status.OUT, None
        entrant.standing = (session.number, CUT, *entrant.standing[2:])
    for name in session.through:
        entrant = tournament.entrants[name]
        if entrant.status is Status.OUT:  # points are played for to the last session
            entrant.status = Status.IN
        entrant.standing = entrant.tie_break = ()
        clauses = Clauses((*law.advancing, *law.places))
        tournament.state(Advanced(player=name, session=session.number + 1, clauses=clauses))
    expect_session(tournament, session.number + 1)


# --- prizes


def final_standings(tournament: Tournament) -> dict[str, Standing]:
    """How far everybody came who can have a place: by points where they are played for."""
    if tournament.conditions.by_points:
        return {e.name: (e.points, *e.tie_break) for e in tournament.placeable}
    return {e.name: key(e) for e in tournament.placeable}


def look_for_prize_ties(tournament: Tournament) -> None:
    """Equals for different prizes share them, or are told apart, as the rules or conditions say."""
    tournament.ties = []
    grouped = groups(final_standings(tournament))
    for _, players in contested(grouped, tournament.prizes):
        how = _how_prizes_are_decided(tournament, players)
        if how is not Ties.SHARE:
            find_tie(tournament, Tie(tuple(players), len(players), how, for_prizes=True))
    tournament.phase = Phase.TIES if tournament.ties else Phase.PLAYED


def _how_prizes_are_decided(tournament: Tournament, players: list[str]) -> Ties:
    """Those who went out in the same round have nothing left to play on with: they share."""
    conditions, law = tournament.conditions, tournament.law
    if conditions.by_points:
        chosen = conditions.points.prize_ties if conditions.points else None
        return chosen or conditions.prize_ties or Ties.SHARE
    if tournament.entrants[players[0]].standing[1] not in (LEFT, CUT):
        return Ties.SHARE
    return law.prize_ties.value or conditions.prize_ties or Ties.SHARE


class ReturnChips(Command, frozen=True, tag="return-chips"):
    """The tournament chips of a table are back in the inventory, but for those missing."""

    table: str
    missing: dict[str, int] = {}


@acts.act(ReturnChips, Role.DEALER)
def return_chips(tournament: Tournament, command: ReturnChips, by: Person) -> Effect:
    law = tournament.law
    clauses = law.chips_returned or law.chips
    for chip, number in command.missing.items():
        tournament.refuse_unless(number > 0, f"missing: {number} of {chip} is no shortage", clauses)

    def effect() -> None:
        state = tournament.session.tables.get(command.table)
        if state is not None:
            state.chips_back = True
        tournament.state(
            ChipsReturned(table=command.table, missing=command.missing, clauses=clauses)
        )

    return effect
