"""Places and prizes, and a tournament that is called off."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.tournament.acts.session_places import final_standings
from croupier.tournament.cashier import cash, issue, refund, to_be_refunded
from croupier.tournament.facts import Cancelled, Finished, PlaceAwarded
from croupier.tournament.prize_pool import divide
from croupier.tournament.ranking import groups
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class AwardPlaces(Command, frozen=True, tag="award-places"):
    """The director calculates and awards the places: all of the pool goes out."""


@acts.act(
    AwardPlaces,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.places, law.all_returned, law.pool),
)
def award_places(tournament: Tournament, command: AwardPlaces, by: Person) -> Effect:
    law = tournament.law
    tournament.must_be(TournamentPhase.PLAYED, law.places)
    tournament.must_have_nothing_unsettled()
    if not tournament.placeable:  # what is in the pool is the players', and none of them won it
        reason = "nobody is left to have the prizes: it has to be called off, and all refunded"
        raise Refused(reason, together(law.all_returned, law.cancellation))
    return lambda: _award(tournament)


def _award(tournament: Tournament) -> None:
    law, prizes, place = tournament.law, tournament.prizes, 1
    pool, goods = tournament.pool.total, tournament.goods
    for equal in groups(final_standings(tournament)):
        names = sorted(equal, key=lambda name: tournament.entrants[name].number)
        shares = divide(sum(prizes[place - 1 : place - 1 + len(names)]), len(names))
        for n, name in enumerate(names):
            # what cannot be divided goes by the order of entry
            _place(tournament, name, place, len(names), shares[n], goods[place + n - 1])
        place += len(names)
    paid = sum(each.prize for each in tournament.entrants.values())
    assert paid == pool, f"{paid} of {pool} was paid out"
    _take_chips_back(tournament, "end of the tournament")
    tournament.phase = TournamentPhase.FINISHED
    clauses = together(law.pool, law.all_returned, law.added_value, law.guarantee)
    tournament.add_fact(Finished(pool=pool, clauses=clauses))


def _take_chips_back(tournament: Tournament, why: str) -> None:
    for entrant in tournament.entrants.values():
        if entrant.chips:
            issue(tournament, entrant, -entrant.chips, why)


def _place(
    tournament: Tournament,
    name: str,
    place: int,
    shared_by: int,
    prize: int,
    goods: tuple[str, ...],
) -> None:
    law, entrant = tournament.law, tournament.entrants[name]
    entrant.place = place
    entrant.prize += prize
    shared = (law.same_round.clauses, law.prize_ties.clauses) if shared_by > 1 else ()
    tournament.add_fact(
        PlaceAwarded(
            player=name, place=place, shared_by=shared_by, prize=prize, goods=goods,
            clauses=together(law.places, law.all_returned, *shared),
        )
    )  # fmt: skip


class CancelTournament(Command, frozen=True, tag="cancel-tournament"):
    """The operator calls the tournament off: everything that was paid goes back, in full."""

    why_override: ClassVar[str] = "all that was played and paid in a tournament is undone"

    reason: Text


@acts.act(CancelTournament, Role.OPERATOR, clauses=lambda law: law.cancellation)
def cancel_tournament(tournament: Tournament, command: CancelTournament, by: Person) -> Effect:
    law = tournament.law
    if tournament.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED):
        raise Refused(f"the tournament is {tournament.phase}", law.cancellation)
    tournament.refuse_unless(command.reason, "reason: say why", law.cancellation)

    def effect() -> None:
        short = tournament.has_conditions and tournament.conditions.guarantee
        clauses = together(law.cancellation, law.guarantee if short else ())
        owed, playing = to_be_refunded(tournament), tournament.phase is TournamentPhase.PLAYING
        tournament.phase = TournamentPhase.CANCELLED
        tournament.drawing.give_up()
        tournament.add_fact(Cancelled(reason=command.reason, clauses=clauses))
        if playing:
            cash(tournament, tournament.entrants.values(), law.early_end_agreed)
        _take_chips_back(tournament, "called off")
        refund(tournament, owed, law.cancellation)

    return effect
