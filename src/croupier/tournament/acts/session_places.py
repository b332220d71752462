"""What the end of a session decides: its places, who goes on, and ties where they matter.

All of it follows from how players stand and from what has told equals apart, so it is worked out
anew whenever one of the two has changed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.table.law import together
from croupier.table.tournament_law import Ties, Topic
from croupier.tournament.acts.sessions import expect_session, in_the_session, plan_of
from croupier.tournament.facts import Advanced, PlaceAwarded, PointsAwarded, TieFound
from croupier.tournament.prize_pool import divide, session_prizes
from croupier.tournament.ranking import CUT, LEFT, contested, cut_at, groups
from croupier.tournament.state import Contest, Status, Tie, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.tournament.ranking import Standing
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


def decide(tournament: Tournament) -> None:
    """Decide as much as can be decided; the rest waits until a tie has been told apart."""
    session = tournament.session
    if not session.placed:
        if _must_wait(tournament, list(_ties_in_the_session(tournament))):
            return
        _award_session_places(tournament)
        session.placed = True
    if _is_the_last(tournament):
        _decide_the_prizes(tournament)
    else:
        _decide_who_goes_on(tournament)


def _is_the_last(tournament: Tournament) -> bool:
    return tournament.session.number == len(tournament.conditions.sessions)


def _must_wait(tournament: Tournament, ties: list[Tie]) -> bool:
    """Whether somebody has to be told apart first; a tie that is new is announced."""
    for tie in ties:
        if tie not in tournament.ties:
            _announce(tournament, tie)
    tournament.ties = ties
    if ties:
        tournament.phase = TournamentPhase.TIES
        tournament.note_names_known()
    return bool(ties)


def _announce(tournament: Tournament, tie: Tie) -> None:
    law = tournament.law
    rule = law.prize_ties if tie.contest is Contest.PRIZES else law.session_ties
    clauses = together(rule.clauses, law.tie_choices.get(tie.how, ()))
    tournament.add_fact(
        TieFound(players=tie.players, places=tie.places, how=tie.how, clauses=clauses)
    )


def key(entrant: Entrant) -> Standing:
    return (*entrant.standing, *entrant.tie_break)


# --- the places of the session


def _in_order(tournament: Tournament) -> list[list[str]]:
    """Everybody who has a place in the session, from the first to the last."""
    return groups({each.name: key(each) for each in _who_played(tournament)})


def _who_played(tournament: Tournament) -> list[Entrant]:
    """Who began the session and has a place in it; who did not pay for its chips never began."""
    number, names = tournament.session.number, set(tournament.session.players)
    began = (e for e in tournament.placeable if e.name in names and e.sessions == number)
    return [each for each in began if each.standing[:1] == (number,)]


def _ties_in_the_session(tournament: Tournament) -> Iterator[Tie]:
    """Equals whose places bring different points or prizes, where they are not shared."""
    plan = plan_of(tournament)
    grouped = _in_order(tournament) if plan.points or plan.prizes else []
    for worth in (plan.points, session_prizes(tournament.pool.total, plan.prizes)):
        for _, players in contested(grouped, worth):
            how = _how_places_are_decided(tournament, players)
            if how is not Ties.SHARE:
                yield Tie(tuple(players), len(players), how, Contest.SESSION)
                return  # what it brings for the other is known then


def _how_places_are_decided(tournament: Tournament, players: Sequence[str]) -> Ties:
    conditions, law = tournament.conditions, tournament.law
    if tournament.entrants[players[0]].standing[1] != LEFT:
        return Ties.SHARE
    chosen = conditions.points.ties if conditions.points else None
    return law.session_ties.value or chosen or conditions.session_ties or Ties.SHARE


def _award_session_places(tournament: Tournament) -> None:
    """Equals share the points and the prizes of the places that they take."""
    plan, place = plan_of(tournament), 0
    prizes = session_prizes(tournament.pool.total, plan.prizes)
    for equal in _in_order(tournament) if plan.points or plan.prizes else ():
        names = sorted(equal, key=lambda name: tournament.entrants[name].number)
        span = slice(place, place + len(names))
        if plan.points:
            _give_points(tournament, names, Fraction(sum(plan.points[span]), len(names)))
        if prizes[span]:
            _give_prizes(tournament, names, place + 1, sum(prizes[span]))
        place += len(names)
    if tournament.conditions.by_points and _is_the_last(tournament):
        for entrant in tournament.placeable:  # what told chips apart says nothing about points
            entrant.tie_break = ()


def _give_points(tournament: Tournament, names: Sequence[str], points: Fraction) -> None:
    law = tournament.law
    shared = law.session_ties.clauses if len(names) > 1 else ()
    cited = together(law.contents.get(Topic.POINTS, law.places), shared)
    for name in names:
        tournament.entrants[name].points += points
        tournament.add_fact(
            PointsAwarded(
                player=name, session=tournament.session.number, points=str(points),
                clauses=cited,
            )
        )  # fmt: skip


def _give_prizes(tournament: Tournament, names: Sequence[str], place: int, prize: int) -> None:
    law = tournament.law
    shared = law.session_ties.clauses if len(names) > 1 else ()
    cited = together(law.contents.get(Topic.POINTS, law.places), law.all_returned, shared)
    for name, share in zip(names, divide(prize, len(names)), strict=True):
        entrant = tournament.entrants[name]
        entrant.session_prizes += share
        entrant.prize += share
        tournament.add_fact(
            PlaceAwarded(
                player=name, place=place, shared_by=len(names), prize=share,
                session=tournament.session.number, clauses=cited,
            )
        )  # fmt: skip


# --- who goes on


def _decide_who_goes_on(tournament: Tournament) -> None:
    session = tournament.session
    session.through, session.cut = [], []
    if tournament.conditions.all_go_on_from(session.number):
        playing = (Status.IN, Status.OUT)
        players = _who_played(tournament)
        session.through = [each.name for each in players if each.status in playing]
    else:
        found = (_cut(tournament, *field) for field in list(_competing_groups(tournament)))
        if _must_wait(tournament, [tie for tie in found if tie is not None]):
            return
    tournament.ties = []
    _go_on(tournament)


def _competing_groups(tournament: Tournament) -> Iterator[tuple[list[Entrant], int]]:
    """Who competes with whom for how many places in the next session."""
    plan, session = plan_of(tournament), tournament.session
    players = in_the_session(tournament)
    if tournament.law.placegetters_go_on:
        players = _who_played(tournament)
    if plan.advance_per_table:
        for table in session.tables:
            there = [each for each in players if session.played_at.get(each.name) == table]
            yield there, plan.advance_per_table
    else:
        yield players, plan.advance_in_all or plan.until_players or len(players)


def _cut(tournament: Tournament, players: list[Entrant], advance: int) -> Tie | None:
    """Let the first so many through; those equal at the line are a tie, or go on together."""
    session, law = tournament.session, tournament.law
    found = cut_at(groups({each.name: key(each) for each in players}), advance)
    session.through += found.through
    session.cut += found.cut
    if not found.tied:
        return None
    how = law.session_ties.value or tournament.conditions.session_ties or Ties.PLAY_OFF
    if how is Ties.SHARE:
        session.through += found.tied
        return None
    return Tie(tuple(found.tied), found.places, how, Contest.LINE)


def _go_on(tournament: Tournament) -> None:
    """Those through are in the next session; the others stand where they came to."""
    law, session = tournament.law, tournament.session
    for name in session.cut:
        _stay_behind(tournament.entrants[name], session.number)
    for name in session.through:
        entrant = tournament.entrants[name]
        entrant.status = Status.IN
        entrant.standing = entrant.tie_break = ()
        clauses = together(law.advancing, law.places)
        tournament.add_fact(Advanced(player=name, session=session.number + 1, clauses=clauses))
    following = tournament.conditions.sessions[session.number]
    if tournament.still_in() or following.repechage:
        expect_session(tournament, session.number + 1)
    else:  # nobody is left to play on
        _decide_the_prizes(tournament)


def _stay_behind(entrant: Entrant, session: int) -> None:
    if entrant.status is Status.IN:
        entrant.status, entrant.seat = Status.OUT, None
        entrant.standing = (session, CUT, *entrant.standing[2:], *entrant.tie_break)
        entrant.tie_break = ()


# --- prizes


def final_standings(tournament: Tournament) -> dict[str, Standing]:
    """How far everybody came who can have a place: by points where they are played for."""
    if tournament.conditions.by_points:
        return {e.name: (e.points, *e.tie_break) for e in tournament.placeable}
    return {e.name: key(e) for e in tournament.placeable}


def _decide_the_prizes(tournament: Tournament) -> None:
    """Equals for different prizes share them, or are told apart, as the rules or conditions say."""
    ties = []
    grouped = groups(final_standings(tournament))
    for _, players in contested(grouped, tournament.prizes, tournament.goods):
        how = _how_prizes_are_decided(tournament, players)
        if how is not Ties.SHARE:
            ties.append(Tie(tuple(players), len(players), how, Contest.PRIZES))
    if not _must_wait(tournament, ties):
        tournament.phase = TournamentPhase.PLAYED


def _how_prizes_are_decided(tournament: Tournament, players: Sequence[str]) -> Ties:
    """Those who have nothing left to play on with share."""
    conditions, law = tournament.conditions, tournament.law
    if conditions.by_points:
        chosen = conditions.points.prize_ties if conditions.points else None
        return chosen or conditions.prize_ties or Ties.SHARE
    how = law.prize_ties.value or conditions.prize_ties or Ties.SHARE
    first = tournament.entrants[players[0]]
    out = first.standing[1] not in (LEFT, CUT)
    return Ties.SHARE if out or (how is Ties.PLAY_OFF and not first.chips) else how
