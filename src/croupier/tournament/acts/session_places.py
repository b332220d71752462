"""What the end of a session decides: its places, who goes on, and ties where they matter.

All of it follows from how players stand and from what has told equals apart, so it is worked out
anew whenever one of the two has changed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.table.law import together
from croupier.table.tournament_law import Ties, Topic, VacatedPlace
from croupier.tournament.acts.seating import allocate
from croupier.tournament.acts.sessions import expect_session, in_the_session, plan_of
from croupier.tournament.facts import Advanced, PlaceAwarded, PointsAwarded, TieFound
from croupier.tournament.prize_pool import divide, session_prizes
from croupier.tournament.ranking import CUT, ELIMINATED, LEFT, contested, cut_at, groups
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
    for worth in (plan.points, session_prizes(tournament.shared_pool, plan.prizes)):
        for _, players in contested(grouped, worth):
            how = _how_places_are_decided(tournament, players)
            if how is not Ties.SHARE:
                yield Tie(tuple(players), len(players), how, Contest.SESSION)
                return  # what it brings for the other is known then


def _how_places_are_decided(tournament: Tournament, players: Sequence[str]) -> Ties:
    conditions, law = tournament.conditions, tournament.law
    chosen = conditions.points.ties if conditions.points else None
    how = law.session_ties.value or chosen or conditions.session_ties or Ties.SHARE
    share = _forwent_play_off(tournament, players) or _share_by_going_out(tournament, players)
    return Ties.SHARE if share else how


def _forwent_play_off(tournament: Tournament, players: Sequence[str]) -> bool:
    """True if players had their additional round, and made no wager for it."""
    return all(tournament.entrants[name].forwent_play_off for name in players)


def _share_by_going_out(tournament: Tournament, players: Sequence[str]) -> bool:
    """True if players went out in the same round, and the rule for equal chips is not for them.

    It is for them if they had the same left, and nothing settles the places of such players.
    """
    equals = [tournament.entrants[name] for name in players]
    if equals[0].standing[1] != ELIMINATED:
        return False
    same = len({each.residual for each in equals}) == 1
    return not same or _same_round_is_settled(tournament)


def _same_round_is_settled(tournament: Tournament) -> bool:
    """True if the rules or the conditions say how players are placed who go out together."""
    return bool(tournament.law.same_round.value or tournament.conditions.same_round)


def _award_session_places(tournament: Tournament) -> None:
    """Equals share the points and the prizes of the places that they take."""
    plan, place = plan_of(tournament), 0
    prizes = session_prizes(tournament.shared_pool, plan.prizes)
    for equal in _in_order(tournament) if plan.points or plan.prizes else ():
        names = sorted(equal, key=lambda name: tournament.entrants[name].number)
        span = slice(place, place + len(names))
        if plan.points:
            _give_points(tournament, names, Fraction(sum(plan.points[span]), len(names)))
        if prizes[span]:
            _give_prizes(tournament, names, place + 1, sum(prizes[span]))
        place += len(names)
    if tournament.conditions.all_go_on_from(tournament.session.number):
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
    forgone = [each.name for each in _who_played(tournament) if each.forwent_play_off]
    session.through, session.cut = [], forgone
    if tournament.conditions.all_go_on_from(session.number):
        eliminated = (Status.OUT,) if tournament.law.placegetters_go_on else ()
        players = _who_played(tournament)
        playing = (Status.IN, *eliminated)
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
    behind = [tournament.entrants[name] for name in session.cut]
    told_apart = {key(entrant) for entrant in behind}
    for entrant in behind:  # for the places of one table, which says nothing of the others
        parts = range(len(entrant.tie_break))
        shorter = (entrant.tie_break[:part] for part in parts)
        entrant.tie_break = next(
            (each for each in shorter if (*entrant.standing, *each) in told_apart),
            entrant.tie_break,
        )
    next_in_line = _next_in_line(tournament)
    for entrant in behind:
        _stay_behind(entrant, session.number)
    for name in session.through:
        entrant = tournament.entrants[name]
        entrant.status = Status.IN
        entrant.standing = entrant.tie_break = ()
        clauses = together(law.advancing, law.places)
        tournament.add_fact(Advanced(player=name, session=session.number + 1, clauses=clauses))
    following = tournament.conditions.sessions[session.number]
    if tournament.still_in() or following.repechage:
        expect_session(tournament, session.number + 1)
        tournament.session.next_in_line = next_in_line
    else:  # nobody is left to play on
        _decide_the_prizes(tournament)


def _next_in_line(tournament: Tournament) -> dict[str, list[list[str]]]:
    """Return who stands behind each player who goes on, if they move up for one who cannot."""
    session = tournament.session
    line: dict[str, list[list[str]]] = {}
    reading = tournament.readings.disqualified_qualifier
    if reading is VacatedPlace.NEXT_MOVES_UP and session.cut:
        for players, _ in _competing_groups(tournament):
            behind = groups({each.name: key(each) for each in players if each.name in session.cut})
            through = [each.name for each in players if each.name in session.through]
            line.update(dict.fromkeys(through, behind))
    return line


def move_up(tournament: Tournament, gone: Entrant, seat: tuple[str, int] | None) -> None:
    """Let the next player go on in the place of one who was disqualified before the session."""
    session = tournament.session
    behind = session.next_in_line.pop(gone.name, [])
    while behind and tournament.entrants[behind[0][0]].status is not Status.OUT:
        behind.pop(0)
    if not behind or len(behind[0]) > 1:  # equals have no order in which they could move up
        return
    (name,) = behind.pop(0)
    entrant = tournament.entrants[name]
    entrant.status, entrant.standing, entrant.seated = Status.IN, (), False
    session.players.append(name)
    session.next_in_line[name] = behind
    clauses = together(tournament.law.advancing, tournament.law.places)
    tournament.add_fact(Advanced(player=name, session=session.number, clauses=clauses))
    if session.drawn and seat is not None:
        allocate(tournament, entrant, *seat, clauses)


def _stay_behind(entrant: Entrant, session: int) -> None:
    if entrant.standing[1:2] == (LEFT,):
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
    conditions, law = tournament.conditions, tournament.law
    if _forwent_play_off(tournament, players):
        return Ties.SHARE
    if conditions.by_points:
        chosen = conditions.points.prize_ties if conditions.points else None
        return chosen or conditions.prize_ties or Ties.SHARE
    how = law.prize_ties.value or conditions.prize_ties or Ties.SHARE
    if _share_by_going_out(tournament, players):
        return Ties.SHARE
    no_chips = not tournament.entrants[players[0]].chips
    put_out = no_chips and how is Ties.PLAY_OFF  # all of them, in the same additional round
    return Ties.SHARE if put_out and _same_round_is_settled(tournament) else how
