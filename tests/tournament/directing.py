"""A director who brings a tournament to its end from whatever state it is in, with staff alone.

Players who are waited for do not come, draws in which they take part are void, and what is in
dispute is decided. Of every step that is possible the first is taken.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from tests.tournament.support import DEALER, DIRECTOR, MINUTE, OPERATOR

from croupier.joint_draws import CloseRoll, JointDraw, VoidDraw, commit
from croupier.table.tournament_law import Ties
from croupier.tournament import ballot
from croupier.tournament.acts.buy_backs import DeclineBuyBack
from croupier.tournament.acts.conduct import DismissBreach, SettleDispute
from croupier.tournament.acts.entries import CloseEntries
from croupier.tournament.acts.other_games import RecordOtherGame
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import CommitBallot, DesignateTables, DrawSeats, MoveStart
from croupier.tournament.acts.session_end import CountChips, EndSession
from croupier.tournament.acts.sessions import (
    RecordRound,
    StartSession,
    in_the_session,
    plan_of,
)
from croupier.tournament.acts.ties import DrawCards, PlayOffRound
from croupier.tournament.rolls import roll_due
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.tournament.support import Held

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person

CLOSED = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
MOST = 400
TABLES = tuple(f"Table {n}" for n in range(1, 10))
SECRETS = {ballot.commit(s): s for s in (sha256(b"ballot %d" % n).digest() for n in range(500))}
"""Secrets of draws by their commitments, which staff have published or will."""
HOUSE = sha256(b"the secret of the house").digest()
"""What the house is bound to in draws in which others take part."""


def directed_to_its_end(held: Held) -> None:
    """Somebody can always do something, until it is over or called off for a reason."""
    for _ in range(MOST):
        if held.tournament.phase in CLOSED:
            return
        asked = next(_possible(held), None)
        if asked is not None:
            held.do(*asked)
        held.now += MINUTE if asked else 10 * MINUTE  # for the clock is all that is left to wait
    why = [str(held.tournament.check(*step, held.now)) for step in onwards(held)]
    raise AssertionError(f"{held.tournament.phase}: it does not come to an end: {why}")


def called_off(held: Held) -> None:
    """The operator calls it off, and everything that was paid goes back."""
    held.do(CancelTournament(reason="a fire"), OPERATOR)
    assert held.tournament.payments == []


def _possible(held: Held) -> Iterator[tuple[Command, Person]]:
    for command, by in onwards(held):
        if held.tournament.check(command, by, held.now) is None:
            yield command, by


def onwards(held: Held) -> Iterator[tuple[Command, Person]]:
    """What brings a tournament nearer to its end, the mildest first."""
    tournament = held.tournament
    if tournament.disputes:
        yield SettleDispute(decision="it stands"), DIRECTOR
    for each in tournament.reported:
        yield DismissBreach(player=each.player, reason="it was not so"), DIRECTOR
    if tournament.drawing.awaited is not None:
        yield VoidDraw(), DIRECTOR
        if not tournament.drawing.awaited.missing:
            yield VoidDraw(reason="the secret is lost"), DIRECTOR
    if tournament.phase is TournamentPhase.ENTRIES:
        yield CloseEntries(), DIRECTOR
        yield CancelTournament(reason="too few have entered"), OPERATOR
    elif tournament.phase is TournamentPhase.SEATING:
        yield from _seating(held)
    elif tournament.phase is TournamentPhase.PLAYING:
        yield from _playing(held)
    elif tournament.phase is TournamentPhase.TIES:
        yield from _deciding_ties(held)
    elif tournament.phase is TournamentPhase.PLAYED:
        yield AwardPlaces(), DIRECTOR
        yield CancelTournament(reason="nobody can have the prizes"), OPERATOR


def next_secret(held: Held) -> str:
    """That of the next draw, if it was committed to."""
    committed = held.tournament.commitments
    if held.tournament.drawing.awaited is not None:
        return HOUSE.hex()
    return SECRETS.get(committed[0], b"").hex() if committed else ""


def committing(held: Held, table: str = "") -> Iterator[tuple[Command, Person]]:
    """The house is bound to the draw that is due: with whoever takes part, or alone."""
    tournament = held.tournament
    roll = roll_due(tournament, table)
    if roll is not None:
        joint = JointDraw(tournament.name, tournament.drawing.number + 1, roll, "", 0, ())
        bound = commit(joint.bound_to, HOUSE)
        yield CloseRoll(commitment=bound, roll=roll.hash, table=table), DIRECTOR
    if not tournament.commitments:
        new = next(each for each in SECRETS if each not in tournament.committed_at)
        yield CommitBallot(commitments=(new,)), DIRECTOR


def _seating(held: Held) -> Iterator[tuple[Command, Person]]:
    tournament = held.tournament
    yield StartSession(), DIRECTOR
    if not tournament.session.drawn:
        yield DrawSeats(secret=next_secret(held)), DIRECTOR
        yield from committing(held)
        if len(tournament.table_names) < len(TABLES):
            yield DesignateTables(tables=TABLES), DIRECTOR
    if tournament.session.starts is None:
        yield MoveStart(starts=held.now + MINUTE, notice="announced in the room"), DIRECTOR


def _playing(held: Held) -> Iterator[tuple[Command, Person]]:
    """In every round the last of a table loses all chips."""
    tournament = held.tournament
    for entrant in tournament.entrants.values():
        if entrant.status is Status.MAY_BUY_BACK:
            yield DeclineBuyBack(player=entrant.name), DIRECTOR
    tables = tournament.session.tables
    if plan_of(tournament).game and not all(state.over for state in tables.values()):
        scores = {each.name: n for n, each in enumerate(in_the_session(tournament), 1)}
        yield RecordOtherGame(scores=scores), DEALER
    for table, state in sorted(tables.items(), key=lambda each: each[1].rounds):
        chips = {each.name: each.chips for each in tournament.at_table(table)}
        if chips and not state.over:
            chips[max(chips)] = 0
            yield RecordRound(table=table, chips=chips, ends_shoe=True), DEALER
    for table, state in tables.items():
        if state.counted is None:
            counted = {each.name: each.chips for each in tournament.at_table(table)}
            yield CountChips(table=table, chips=counted), DEALER
    yield EndSession(), DIRECTOR


def _deciding_ties(held: Held) -> Iterator[tuple[Command, Person]]:
    tie = held.tournament.ties[0]
    if tie.how is Ties.PLAY_OFF:
        chips = {name: 100_00 * n for n, name in enumerate(tie.players, 1)}
        yield PlayOffRound(chips=chips), DEALER
    yield DrawCards(secret=next_secret(held)), DIRECTOR
    yield from committing(held)
