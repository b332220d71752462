"""Words of the dictionary that belong to tournaments, and what they mean at an ordinary table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acts.closing import expect_rounds
from croupier.table.facts import Notified
from croupier.table.law import of_table, of_tournaments, together
from croupier.table.table import Phase
from croupier.table.tournament import goes_by_boxes, is_ordered, law_at, marker_box, players_in
from croupier.table.tournament_facts import MarkerPlaced

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class SetSession(Command, frozen=True, tag="set-session"):
    """Play at this table is a session of so many rounds, so the last of them are known."""

    rounds: int


@acts.act(SetSession, Role.SUPERVISOR, clauses=of_table(lambda law: law.session))
def set_session(table: Table, command: SetSession, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    table.refuse_unless(command.rounds > 0, "rounds: more than none", law.session)

    def effect() -> None:
        expect_rounds(table, command.rounds)
        table.state(
            Notified(
                to="players",
                about="session",
                detail=f"{command.rounds} rounds",
                clauses=law.session,
            )
        )

    return effect


class PlaceStartingMarker(Command, frozen=True, tag="place-starting-marker"):
    """The marker lies at the box whose player wagers first."""

    box: int


@acts.act(
    PlaceStartingMarker,
    Role.DEALER,
    clauses=of_tournaments(lambda law: together(law.marker.clauses, law.order.clauses)),
)
def place_starting_marker(table: Table, command: PlaceStartingMarker, by: Person) -> Effect:
    law, play = law_at(table), table.tournament
    if play is None:
        raise Refused(
            "players wager in any order at an ordinary table",
            Clauses((*table.law.starting_marker, *table.law.betting_window)),
        )
    if not is_ordered(table):
        raise Refused("players wager in any order", law.order.clauses)
    if goes_by_boxes(table):
        raise Refused(f"it lies at box {marker_box(table)} in this round", law.marker.clauses)
    if play.asked or table.phase is not Phase.BETTING:
        raise Refused("a round has begun", law.marker.clauses)
    table.refuse_unless(
        command.box in players_in(table), f"box: nobody plays at {command.box}", law.marker.clauses
    )

    def effect() -> None:
        play.marker = command.box
        table.state(MarkerPlaced(box=command.box, clauses=law.marker.clauses))

    return effect


class TakeCommission(Command, frozen=True, tag="take-commission"):
    """The house takes nothing for the game but what the rules let it win."""

    amount: int


@acts.act(
    TakeCommission,
    Role.SUPERVISOR,
    clauses=lambda rules: together(
        rules.table_law.tournament_commission,
        rules.table_law.no_advantage,
        rules.table_law.tournament.commission.clauses,
    ),
)
def take_commission(table: Table, command: TakeCommission, by: Person) -> Effect:
    raise Refused(
        "a commission is taken for tournaments only",
        Clauses((*table.law.tournament_commission, *table.law.no_advantage)),
    )
