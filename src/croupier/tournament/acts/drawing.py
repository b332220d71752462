"""Others take part in the ballot: tips, the closed roll, links, void draws.

No instrument knows of this: it is how a ballot, and a draw of cards, come to be chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.aggregate.roles import Role
from croupier.joint_draws import (
    CloseRoll,
    VoidDraw,
    draw_voided,
    link_opened,
    roll_closed,
    tip_brought,
)
from croupier.rulebook.citations import Refused
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.tournament.rolls import roll_due
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.joint_draws import Roll
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


def _stated(tournament: Tournament, fact: Fact, roll: Roll | None = None) -> Effect:
    def effect() -> None:
        tournament.drawing.follow(fact, record=tournament.name, at=tournament.at, roll=roll)
        tournament.add_fact(fact)

    return effect


@acts.act(BringTip, Role.INSPECTOR, oneself=True, clauses=lambda law: law.ballot.clauses)
def bring_tip(tournament: Tournament, command: BringTip, by: Person) -> Effect:
    clauses = tournament.law.ballot.clauses
    over = tournament.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
    tournament.refuse_unless(not over, f"the tournament is {tournament.phase}", clauses)
    fact = tip_brought(tournament.drawing, command, by, clauses, official=False)
    if not fact.official and (by.role is not Role.PLAYER or by.name not in tournament.entrants):
        raise Refused("player: entrants and inspectors take part in draws", clauses)
    return _stated(tournament, fact)


@acts.act(CloseRoll, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.ballot.clauses)
def close_roll(tournament: Tournament, command: CloseRoll, by: Person) -> Effect:
    clauses = tournament.law.ballot.clauses
    roll = roll_due(tournament, command.table)
    if roll is None:
        raise Refused("no draw is due", clauses)
    return _stated(tournament, roll_closed(tournament.drawing, command, roll, clauses), roll)


@acts.act(OpenLink, Role.INSPECTOR, oneself=True, clauses=lambda law: law.ballot.clauses)
def open_link(tournament: Tournament, command: OpenLink, by: Person) -> Effect:
    clauses = tournament.law.ballot.clauses
    return _stated(tournament, link_opened(tournament.drawing, command, by, clauses))


@acts.act(VoidDraw, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.ballot.clauses)
def void_draw(tournament: Tournament, command: VoidDraw, by: Person) -> Effect:
    clauses = tournament.law.ballot.clauses
    return _stated(tournament, draw_voided(tournament.drawing, command, tournament.now, clauses))
