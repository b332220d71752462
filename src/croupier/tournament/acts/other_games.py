"""Sessions of other authorised games, and rounds that turn out not to have been played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.table.tournament_law import Topic
from croupier.tournament.acts.seating import allocate
from croupier.tournament.acts.sessions import (
    go_on_if_too_few_are_out,
    in_the_session,
    is_over,
    plan_of,
)
from croupier.tournament.cashier import issue
from croupier.tournament.facts import OtherGamePlayed, Reinstated
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class RecordOtherGame(Command, frozen=True, tag="record-other-game"):
    """What everybody has at the end of a session of another authorised game."""

    scores: dict[str, int]


@acts.act(
    RecordOtherGame,
    Role.DEALER,
    clauses=lambda law: together(law.session, law.own_game_in_each_session.clauses),
)
def record_other_game(tournament: Tournament, command: RecordOtherGame, by: Person) -> Effect:
    law = tournament.law
    clauses = law.contents.get(Topic.POINTS) or law.session
    tournament.must_be(TournamentPhase.PLAYING, clauses)
    plan = plan_of(tournament)
    tournament.refuse_unless(plan.game, "this session is played at the tables", clauses)
    players = {each.name for each in in_the_session(tournament)}
    if set(command.scores) != players or any(score < 0 for score in command.scores.values()):
        raise Refused("scores: of everybody in the session, nothing or more", clauses)

    def effect() -> None:
        for name, score in command.scores.items():
            tournament.entrants[name].chips = score
        for state in tournament.session.tables.values():
            state.over = True
        tournament.add_fact(
            OtherGamePlayed(
                session=tournament.session.number, game=plan.game, scores=command.scores,
                clauses=clauses,
            )
        )  # fmt: skip

    return effect


class Reinstate(Command, frozen=True, tag="reinstate"):
    """Somebody is back in, with what they had: the round that put them out is void."""

    player: str
    table: str
    box: int
    chips: int
    reason: Text


@acts.act(
    Reinstate,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.cannot_wager, law.void_claws_back),
    names_anybody=True,
)
def reinstate(tournament: Tournament, command: Reinstate, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    clauses = together(law.cannot_wager, law.places)
    tournament.must_be(TournamentPhase.PLAYING, clauses)
    entrant = tournament.entrant(command.player, clauses)
    out = entrant.status in (Status.OUT, Status.MAY_BUY_BACK)
    departure = entrant.departure
    if not out or departure is None or entrant.standing[:1] != (session.number,):
        raise Refused(f"{entrant.name} did not go out in a round of this session", clauses)
    tournament.refuse_unless(command.reason, "reason: say which round is void", clauses)
    if not departure.is_void:
        raise Refused(f"the round that put {entrant.name} out is not void", clauses)
    state = session.tables.get(command.table)
    seat = (command.table, command.box)
    free = seat == entrant.seat or seat not in tournament.seats_held
    exists = 1 <= command.box <= tournament.seats_at_a_table
    over = state is None or (state.over and not state.stopped) or is_over(tournament, state)
    if over or not free or not exists:
        raise Refused(f"box: {command.box} at {command.table} is not free", law.position)
    if command.chips != departure.chips:
        before = dollars(departure.chips)
        raise Refused(f"chips: it was {before} before that round", law.chips_untouched)
    tournament.refuse_unless(
        command.chips >= tournament.minimum(command.table), "chips: the minimum or more", clauses
    )

    def effect() -> None:
        entrant.status, entrant.standing, entrant.departure = Status.IN, (), None
        tournament.add_fact(Reinstated(player=entrant.name, reason=command.reason, clauses=clauses))
        allocate(tournament, entrant, command.table, command.box, law.position)
        entrant.seated = True
        issue(tournament, entrant, command.chips - entrant.chips, "reinstated")
        go_on_if_too_few_are_out(tournament)

    return effect
