"""The end of a session at its tables: counts, an early conclusion, chips that go back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.game_rules import table_for
from croupier.rulebook.citations import Refused
from croupier.table.law import together
from croupier.tournament.acts.session_places import decide
from croupier.tournament.acts.sessions import enough_are_out, in_the_session, is_over, plan_of
from croupier.tournament.cashier import cash
from croupier.tournament.facts import ChipsCounted, ChipsReturned, SessionEnded, TableConcluded
from croupier.tournament.ranking import LEFT
from croupier.tournament.state import Status, TournamentPhase
from croupier.tournament.table_setup import options_of

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class CountChips(Command, frozen=True, tag="count-chips"):
    """The chips in front of every player at a table are counted and told to the director."""

    table: str
    chips: dict[str, int]


@acts.act(CountChips, Role.DEALER, clauses=lambda law: law.chip_count or law.places)
def count_chips(tournament: Tournament, command: CountChips, by: Person) -> Effect:
    law = tournament.law
    clauses = law.chip_count or law.places
    tournament.must_be(TournamentPhase.PLAYING, clauses)
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
        tournament.add_fact(ChipsCounted(table=command.table, chips=command.chips, clauses=clauses))

    return effect


class ConcludeTable(Command, frozen=True, tag="conclude-table"):
    """Play at a table ends before its time: who goes on from it is decided."""

    why_patrons_own: ClassVar[str] = "it says that players agreed to be paid out"
    people_fields: ClassVar[tuple[str, ...]] = ("agreed",)

    table: str
    agreed: tuple[str, ...] = ()
    """Who agreed, where chips are paid out in cash."""


@acts.act(
    ConcludeTable,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.early_end, law.early_end_agreed) or law.session,
)
def conclude_table(tournament: Tournament, command: ConcludeTable, by: Person) -> Effect:
    law = tournament.law
    if not law.early_end:
        raise Refused("a session is played to its end", law.session)
    tournament.must_be(TournamentPhase.PLAYING, law.early_end)
    state = tournament.session.tables.get(command.table)
    tournament.refuse_unless(
        state is not None and not state.over,
        f"table: {command.table!r} is not in play",
        law.session,
    )
    players = {each.name for each in tournament.at_table(command.table)}
    _must_be_decided(tournament, command.table, len(players))
    if tournament.conditions.chips_cashed and not players <= set(command.agreed):
        raise Refused("all players at the table have to agree", law.early_end_agreed)

    def effect() -> None:
        assert state is not None
        state.over = True
        cashed = tournament.conditions.chips_cashed
        agreed = law.early_end_agreed if cashed else ()
        clauses = together(law.early_end, agreed)
        tournament.add_fact(TableConcluded(table=command.table, clauses=clauses))

    return effect


def _must_be_decided(tournament: Tournament, table: str, at_the_table: int) -> None:
    """Nobody at a table plays on for a place that another could still take.

    Who may buy back could still take one, at the same table or wherever places are for all.
    """
    plan, law = plan_of(tournament), tournament.law
    tables = (table,) if plan.advance_per_table else tournament.session.tables
    seated = (each for name in tables for each in tournament.holding_seats(name))
    waiting = [each.name for each in seated if each.status is Status.MAY_BUY_BACK]
    if waiting:
        clauses = together(law.early_end, law.buy_back)
        raise Refused(f"{', '.join(waiting)} may still buy back", clauses)
    left = at_the_table if plan.advance_per_table else len(in_the_session(tournament))
    places = plan.advance_per_table or plan.advance_in_all or plan.until_players or 1
    if left > places and not _lead_is_safe(tournament, table, places):
        raise Refused(f"{left} play on for {places} places", tournament.law.early_end)


def _lead_is_safe(tournament: Tournament, table: str, places: int) -> bool:
    """Whether nobody can overtake those ahead at a table, whatever is wagered and dealt."""
    plan, conditions = plan_of(tournament), tournament.conditions
    apart = conditions.how_wagered.undisclosed and not tournament.readings.hidden_combined_max
    if not plan.advance_per_table or plan.rounds is None or apart:
        return False
    game = table_for(conditions.instrument, options_of(conditions, conditions.limits)).game
    to_come = range(plan.rounds - tournament.session.tables[table].rounds)
    rounds = [game.extremes(tournament.limits(table, ahead=ahead)) for ahead in to_come]
    swing = sum(sum(each) for each in rounds if each is not None)
    chips = sorted((each.chips for each in tournament.at_table(table)), reverse=True)
    return None not in rounds and chips[places - 1] - chips[places] > swing


class EndSession(Command, frozen=True, tag="end-session"):
    """The session is over at every table: it is decided who goes on and who does not."""


@acts.act(
    EndSession,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.session, law.places, law.advancing, law.session_ties.clauses),
)
def end_session(tournament: Tournament, command: EndSession, by: Person) -> Effect:
    law, session = tournament.law, tournament.session
    tournament.must_be(TournamentPhase.PLAYING, law.session)
    tournament.must_have_nothing_unsettled()
    if any(each.status is Status.MAY_BUY_BACK for each in tournament.entrants.values()):
        raise Refused("players may still buy back", law.buy_back)
    in_play = {
        table: state for table, state in session.tables.items() if tournament.at_table(table)
    }
    unfinished = [
        table
        for table, state in in_play.items()
        if not state.over and not is_over(tournament, state)
    ]
    if unfinished and not enough_are_out(tournament):
        raise Refused(f"the session goes on at {', '.join(unfinished)}", law.session)
    uncounted = [table for table, state in in_play.items() if state.counted is None]
    if law.chip_count and uncounted:
        raise Refused(f"the chips have not been counted at {', '.join(uncounted)}", law.chip_count)
    return lambda: _end(tournament)


def _end(tournament: Tournament) -> None:
    law, session = tournament.law, tournament.session
    tournament.add_fact(SessionEnded(session=session.number, clauses=law.session))
    for entrant in in_the_session(tournament):
        entrant.standing = (session.number, LEFT, entrant.chips)
    cash(tournament, in_the_session(tournament), law.early_end_agreed)
    decide(tournament)


class ReturnChips(Command, frozen=True, tag="return-chips"):
    """The tournament chips of a table are back in the inventory, but for those missing."""

    table: str
    missing: dict[str, int] = {}


@acts.act(ReturnChips, Role.DEALER, clauses=lambda law: law.chips_returned or law.chips)
def return_chips(tournament: Tournament, command: ReturnChips, by: Person) -> Effect:
    law = tournament.law
    clauses = law.chips_returned or law.chips
    if command.table not in tournament.tables_used:
        raise Refused(f"table: {command.table!r} is none of the tournament's", clauses)
    for chip, number in command.missing.items():
        tournament.refuse_unless(number > 0, f"missing: {number} of {chip} is no shortage", clauses)

    def effect() -> None:
        state = tournament.session.tables.get(command.table)
        if state is not None:
            state.chips_back = True
        tournament.add_fact(
            ChipsReturned(table=command.table, missing=command.missing, clauses=clauses)
        )

    return effect
