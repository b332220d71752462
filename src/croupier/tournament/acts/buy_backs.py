"""Coming back after going out, and chips on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.money import money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.law import together
from croupier.tournament.acts.elimination import is_in_time, leave
from croupier.tournament.acts.sessions import is_over, stop_if_enough_are_out
from croupier.tournament.cashier import issue, take_money
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Entrant, Status, TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.state import TableState
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class BuyBack(Command, frozen=True, tag="buy-back"):
    """A player who would be out pays for new chips."""

    player: str
    paid: int


@acts.act(
    BuyBack,
    Role.TOURNAMENT_DIRECTOR,
    oneself=True,
    clauses=lambda law: law.buy_back or law.one_entry,
)
def buy_back(tournament: Tournament, command: BuyBack, by: Person) -> Effect:
    law, terms = tournament.law, tournament.conditions.buy_back
    clauses = law.buy_back or law.one_entry
    tournament.must_be(TournamentPhase.PLAYING, clauses)
    entrant = tournament.entrant(command.player)
    if entrant.status is not Status.MAY_BUY_BACK or terms is None:
        raise Refused(f"{entrant.name} is {entrant.status} and cannot buy back", clauses)
    state = _where_it_is_played(tournament, entrant, clauses)
    if not is_in_time(terms, tournament.session.number, state.rounds):
        raise Refused(f"it was offered until round {terms.until_round}", clauses)
    cost = terms.cost if terms.cost is not None else tournament.conditions.entry_fee or 0
    if command.paid != cost:
        raise Refused(f"paid: it costs {money(cost)}", clauses)

    def effect() -> None:
        entrant.status, entrant.standing, entrant.departure = Status.IN, (), None
        entrant.buy_backs += 1
        cited = together(clauses, law.pool)
        take_money(tournament, entrant.name, PaidFor.BUY_BACK, cost, cited)
        issue(tournament, entrant, terms.chips or tournament.conditions.chips or 0, "buy-back")

    return effect


def _where_it_is_played(tournament: Tournament, entrant: Entrant, clauses: Clauses) -> TableState:
    """The table of a player, if chips can still be wagered there."""
    table = entrant.seat[0] if entrant.seat else ""
    state = tournament.session.tables.get(table)
    if state is None or state.over or is_over(tournament, state):
        raise Refused(f"there is no play at {table} any more", clauses)
    return state


class DeclineBuyBack(Command, frozen=True, tag="decline-buy-back"):
    """A player does not come back, or has not in time."""

    player: str


@acts.act(
    DeclineBuyBack,
    Role.TOURNAMENT_DIRECTOR,
    oneself=True,
    clauses=lambda law: together(law.buy_back or law.one_entry, law.no_chips),
)
def decline_buy_back(tournament: Tournament, command: DeclineBuyBack, by: Person) -> Effect:
    law = tournament.law
    tournament.must_be(TournamentPhase.PLAYING, law.buy_back or law.one_entry)
    entrant = tournament.entrant(command.player)
    if entrant.status is not Status.MAY_BUY_BACK:
        raise Refused(f"{entrant.name} is {entrant.status}", law.buy_back or law.one_entry)

    def effect() -> None:
        leave(tournament, entrant, law.buy_back)
        stop_if_enough_are_out(tournament)

    return effect


class BuyAddOn(Command, frozen=True, tag="buy-add-on"):
    """A player pays for chips on top."""

    player: str
    paid: int


@acts.act(
    BuyAddOn,
    Role.TOURNAMENT_DIRECTOR,
    oneself=True,
    clauses=lambda law: law.add_on or law.chips_untouched,
)
def buy_add_on(tournament: Tournament, command: BuyAddOn, by: Person) -> Effect:
    law, terms = tournament.law, tournament.conditions.add_on
    clauses = law.add_on or law.chips_untouched
    tournament.must_be(TournamentPhase.PLAYING, clauses)
    if not law.add_on or terms is None or not terms.offered:
        raise Refused("no chips are added", clauses)
    entrant = tournament.playing(command.player)
    if entrant.add_ons >= terms.most or tournament.session.number > terms.until_session:
        raise Refused(f"{entrant.name} cannot have another add-on", clauses)
    _where_it_is_played(tournament, entrant, together(clauses, law.chips_untouched))
    cost, chips = terms.cost or 0, terms.chips or 0
    if command.paid != cost:
        raise Refused(f"paid: it costs {money(cost)}", clauses)

    def effect() -> None:
        entrant.add_ons += 1
        cited = together(clauses, law.pool)
        take_money(tournament, entrant.name, PaidFor.ADD_ON, cost, cited)
        issue(tournament, entrant, chips, "add-on")

    return effect
