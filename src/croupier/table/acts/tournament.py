"""A table in a tournament: whose it is, who sits where, its chips, sessions and starting marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.closing import expect_rounds, look_at_the_cutting_card_again
from croupier.table.facts import (
    Designated,
    Exercised,
    MarkerPlaced,
    Notified,
    PositionAllocated,
    TournamentChipsMoved,
)
from croupier.table.law import of_table, of_tournaments, together
from croupier.table.table import Phase
from croupier.table.tournament_law import readings_of
from croupier.table.tournament_play import (
    TableTerms,
    TournamentPlay,
    chips_of,
    goes_by_boxes,
    is_ordered,
    law_at,
    marker_box,
    play_at,
    players_in,
    stakes_of_a_round,
)

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table


acts: Acts[Table, TableRules] = Acts()


class SetSession(Command, frozen=True, tag="set-session"):
    """Play at this table is a session of so many rounds, so the last of them are known."""

    bears_on_round: ClassVar[bool] = False

    rounds: int


@acts.act(SetSession, Role.SUPERVISOR, clauses=of_table(lambda law: law.session))
def set_session(table: Table, command: SetSession, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    if table.tournament is None:
        cited = Clauses((*law.session, *law_at(table).applies))
        raise Refused("only a tournament has sessions", cited)
    table.refuse_unless(command.rounds > 0, "rounds: more than none", law.session)

    def effect() -> None:
        expect_rounds(table, command.rounds)
        table.add_fact(
            Notified(
                to="players",
                about="session",
                detail=f"{command.rounds} rounds",
                clauses=law.session,
            )
        )
        look_at_the_cutting_card_again(table)

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
    if play.this_round.asked or table.phase is not Phase.BETTING:
        raise Refused("a round has begun", law.marker.clauses)
    table.refuse_unless(
        command.box in players_in(table), f"box: nobody plays at {command.box}", law.marker.clauses
    )

    def effect() -> None:
        play.marker = command.box
        table.add_fact(MarkerPlaced(box=command.box, clauses=law.marker.clauses))

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


def must_be_a_tournaments(table: Table) -> TournamentPlay:
    if table.tournament is None:
        cited = Clauses((*law_at(table).applies, *table.law.tournament_director))
        raise Refused("the table is no tournament's", cited)
    return table.tournament


# --- the table and its players


class DesignateForTournament(Command, frozen=True, tag="designate-for-tournament"):
    """The table is used for a tournament and for nothing else, on these terms."""

    tournament: str
    terms: TableTerms = TableTerms()


@acts.act(
    DesignateForTournament,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(
        lambda law: together(
            law.applies, law.conditions_prevail.clauses, law.designate, *law.not_with.values(),
            law.deal_from_marker,
        )
    ),
)  # fmt: skip
def designate_for_tournament(table: Table, command: DesignateForTournament, by: Person) -> Effect:
    law, terms = law_at(table), command.terms
    clauses = law.designate or law.table_size
    if terms.overrides and not law.conditions_prevail.value:
        raise Refused("terms: the rules prevail", law.conditions_prevail.clauses)
    refusal = table.game.why_no_tournament(table, terms)
    if refusal is not None:
        raise refusal
    if table.tournament is not None:
        raise Refused(f"it is for {table.tournament.name} already", clauses)
    table.refuse_unless(command.tournament, "tournament: say which", clauses)
    if table.patrons.arrived or table.wagers or table.chips.brought:
        cited = Clauses((*clauses, *table.law.tournament_director))
        raise Refused("people or chips are at the table", cited)
    if terms.pass_cards and not law.pass_cards:
        raise Refused("terms: every player wagers every round", law.must_wager)
    if terms.undisclosed and law.hidden is None:
        raise Refused("terms: wagers lie in the box", law.must_wager)

    def effect() -> None:
        readings = readings_of(table.options)
        table.tournament = TournamentPlay(command.tournament, terms, readings)
        table.game.hold_tournament(terms)
        marker = law.deal_from_marker if readings.deal_from_marker else ()
        prevailing = law.conditions_prevail.clauses if terms.overrides else ()
        cited = Clauses((*law.applies, *clauses, *marker, *prevailing))
        table.add_fact(Designated(tournament=command.tournament, clauses=cited))

    return effect


class AllocatePosition(Command, frozen=True, tag="allocate-position"):
    """A player of the tournament has this box; with no box, none at this table.

    A substitute plays on with what is left of the pass cards and forms of whom they replace.
    """

    player: str
    box: int | None
    instead_of: str | None = None


@acts.act(
    AllocatePosition,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(lambda law: together(law.position, law.substitute)),
    names_anybody=True,
)
def allocate_position(table: Table, command: AllocatePosition, by: Person) -> Effect:
    law, player, box = law_at(table), command.player, command.box
    play = must_be_a_tournaments(table)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", table.law.wagers_frozen)
    if box is not None and (box not in table.boxes or box in play.positions.values()):
        raise Refused(f"box: {box} is not free", law.position)
    if any(wager.player == player for wager in table.wagers):
        raise Refused(f"{player} has a wager on the layout", law.position)
    if box is None and player not in play.positions:
        raise Refused(f"{player} has no position here", law.position)
    if box is None and table.chips.rack(player):
        raise Refused(f"{player} has chips at the table", law.chips_untouched)
    before = command.instead_of
    gone = before in play.passes and before not in play.positions
    if before is not None and (box is None or not gone):
        raise Refused(f"instead_of: {before} has given up no position here", law.substitute)

    def effect() -> None:
        if box is None:
            del play.positions[player]
            play.out.discard(player)
            play.ruled_out.discard(player)
            play.came.discard(player)
        else:
            play.positions[player] = box
            if before is not None:
                _take_over(play, player, before)
            play.passes.setdefault(player, play.terms.pass_cards)
            play.forms_left.setdefault(player, play.terms.undisclosed)
        table.add_fact(PositionAllocated(player=player, box=box, clauses=law.position))

    return effect


def _take_over(play: TournamentPlay, player: str, before: str) -> None:
    """A substitute has what is left of somebody's pass cards, forms and rounds of absence."""
    play.substitutes[before] = player
    play.passes[player] = play.passes.pop(before)
    play.forms_left[player] = play.forms_left.pop(before)
    play.deducted[player] = play.deducted.pop(before, 0)


def pass_on_to_substitutes(table: Table) -> None:
    """Give what a past round returns or takes to whoever has the position of its player now."""
    law, play = law_at(table), play_at(table)
    for before in list(play.substitutes):
        held, now = table.chips.rack(before), before
        while now in play.substitutes and now not in play.positions:
            now = play.substitutes[now]
        if held and before not in play.positions and now in play.positions:
            cited = together(law.chips, law.substitute)
            for player, amount in ((before, -held), (now, held)):
                table.chips.bring(player, amount)
                moved = TournamentChipsMoved(player=player, amount=amount, clauses=cited)
                table.add_fact(moved)


class IssueTournamentChips(Command, frozen=True, tag="issue-tournament-chips"):
    """Tournament chips come to a player at the table, or without one to the float."""

    amount: int
    player: str | None = None


@acts.act(
    IssueTournamentChips,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(lambda law: together(law.chips, law.equal_chips, law.chips_untouched)),
    names_anybody=True,
)
def issue_tournament_chips(table: Table, command: IssueTournamentChips, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    table.refuse_unless(command.amount > 0, "amount: more than nothing", law.chips)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.chips_untouched)
    if player is not None and player not in play.positions:
        raise Refused(f"{player} has no position here", law.position)

    def effect() -> None:
        move_chips(table, player, command.amount)
        if player is not None and chips_of(table, player) >= stakes_of_a_round(table):
            play.out.discard(player)

    return effect


def move_chips(table: Table, player: str | None, amount: int) -> None:
    law = law_at(table)
    play_at(table).issued += amount
    if player is None:
        table.chips.fill(amount)
    else:
        table.chips.bring(player, amount)
    given = law.equal_chips if amount > 0 else law.chips_returned
    cited = together(law.chips, given)
    table.add_fact(TournamentChipsMoved(player=player, amount=amount, clauses=cited))


class CollectTournamentChips(Command, frozen=True, tag="collect-tournament-chips"):
    """A player's tournament chips, or without one those of everybody and the float, go back."""

    player: str | None = None


@acts.act(
    CollectTournamentChips,
    Role.DEALER,
    clauses=of_tournaments(lambda law: law.chips_returned or law.chips),
    names_anybody=True,
)
def collect_tournament_chips(table: Table, command: CollectTournamentChips, by: Person) -> Effect:
    law = law_at(table)
    play = must_be_a_tournaments(table)
    clauses = law.chips_returned or law.chips
    if table.phase in (Phase.DEALING, Phase.SETTLED) or table.wagers:
        raise Refused("chips lie on the layout", clauses)
    if command.player is not None and command.player not in play.positions:
        raise Refused(f"{command.player} has no position here", law.position)

    def effect() -> None:
        everybody = list(table.chips.racks) if command.player is None else [command.player]
        for player in everybody:
            if table.chips.rack(player):
                move_chips(table, player, -table.chips.rack(player))
        if command.player is None and table.chips.float:
            move_chips(table, None, -table.chips.float)

    return effect


class ReleaseTable(Command, frozen=True, tag="release-table"):
    """The tournament is over here: the table may be used for anything again."""


@acts.act(
    ReleaseTable,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(lambda law: together(law.designate, law.chips_returned or law.chips)),
)
def release_table(table: Table, command: ReleaseTable, by: Person) -> Effect:
    law = law_at(table)
    must_be_a_tournaments(table)
    clauses = law.chips_returned or law.chips
    table.refuse_unless(not table.chips.brought, "tournament chips are still there", clauses)

    def effect() -> None:
        table.tournament = None
        table.game.end_tournament()
        table.add_fact(Exercised(power="table released", subject=table.name, clauses=clauses))

    return effect
