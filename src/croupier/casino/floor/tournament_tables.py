"""A table of a tournament: laid out for a session, brought in line with it, and cleared.

The tournament decides who sits where with how many chips. Whenever no cards lie on the table it is
given the commands that make it so; which they are follows from both, and so nothing is forgotten
when a floor is killed, and nothing is done twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Person
from croupier.casino.floor.live_table import LiveTable
from croupier.casino.floor.timers import DIRECTOR
from croupier.casino.live_kinds import TOURNAMENT
from croupier.casino.opening_and_closing import close_house, open_house, opening_of
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
)
from croupier.table.acts.turns import LimitTime
from croupier.table.table import Phase
from croupier.table.tournament_play import has_begun, is_out, is_there, play_at, players_in
from croupier.tournament.acts.buy_backs import BuyAddOn
from croupier.tournament.acts.conduct import SetPace
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.acts.seating import BreakTable, MovePlayer
from croupier.tournament.acts.session_end import CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import RecordRound, time_is_up
from croupier.tournament.acts.ties import PlayOffRound, play_off_groups, stacks
from croupier.tournament.round_report import report_of
from croupier.tournament.state import Status, TournamentPhase
from croupier.tournament.table_setup import options_of, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.acts import Command
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.house.commands import Belonging
    from croupier.casino.house.house import SetUp
    from croupier.table.table import Table
    from croupier.tournament.state import Entrant
    from croupier.tournament.tournament import Tournament


FLOAT = 10**12
"""Tournament chips that a table pays from: more than it can ever lose."""


def new_live(floor: Floor, set_up: SetUp) -> LiveTable:
    """A table of the floor, which listens to its tournament if it has one."""
    live, belongs = LiveTable(floor.store, set_up, floor.entropy), set_up.command.belongs
    if belongs is not None:
        affair = floor.tournaments[belongs.tournament]
        live.tournament = lambda: affair.aggregate
        live.wait_timer.rests_until = lambda: rests_until(
            live.table, affair.aggregate, belongs, floor.clock()
        )
    return live


def rests_until(table: Table, tournament: Tournament, belongs: Belonging, at: int) -> int | None:
    """Until when a table does nothing by itself; None until the tournament goes on."""
    if table.tournament is None:
        return 0
    if tournament.is_stopped:
        return None
    if not is_at_rest(table):
        return tournament.resumed_at
    if not is_in_play(table, tournament, belongs, at):
        return None
    return max(tournament.break_until, tournament.resumed_at)


def is_at_rest(table: Table) -> bool:
    """Whether no round is in play, and nobody has done anything for the next."""
    play = play_at(table)
    begun = has_begun(table) or play.this_round.excused or play.leaving
    return table.phase is Phase.BETTING and not begun


def is_in_play(table: Table, tournament: Tournament, belongs: Belonging, at: int) -> bool:
    """Whether the session goes on at a table, or an additional round is still to be played.

    Once its time is up no round of it begins; one that has begun is another matter.
    """
    if belongs.play_off:
        return belongs.table in play_off_groups(tournament) and not play_off_is_played(table)
    if not may_report(tournament, belongs) or not tournament.holding_seats(belongs.table):
        return False  # nor does anything go on where nobody is left
    return not (tournament.session.tables[belongs.table].over or time_is_up(tournament, at))


def may_report(tournament: Tournament, belongs: Belonging) -> bool:
    """Whether the tournament still wants to hear of a table's rounds."""
    session = tournament.session
    here = session.number == belongs.session and belongs.table in session.tables
    return here and tournament.phase is TournamentPhase.PLAYING


def report_of_round(floor: Floor, live: LiveTable, tournament: Tournament) -> Command | None:
    """What the tournament is told of a round that is over, if it wants to hear of it."""
    belongs = live.set_up.command.belongs
    assert belongs is not None
    if belongs.play_off:
        tables = [each.table for each in tables_of(floor, belongs.tournament)]
        return play_off_outcome(tournament, tables) if play_off_groups(tournament) else None
    if may_report(tournament, belongs):
        return report_of(tournament, live.table, belongs.table)
    return None


# --- laying it out, and clearing it


def lay_out(live: LiveTable, tournament: Tournament, at: int) -> None:
    """Open a table with tournament chips, seat those who were balloted to it, and begin."""
    live.at = at
    table = live.table
    terms = terms_of(tournament.conditions, tournament.law)
    _direct(live, DesignateForTournament(tournament=tournament.name, terms=terms))
    opening = opening_of(table, "tournament chips, on the floor", at, 0)
    open_house(table, live.dealer, opening, at)
    _direct(live, IssueTournamentChips(amount=FLOAT))
    bring_in_line(live, tournament, at)


def options_for(tournament: Tournament, called: str) -> dict[str, object]:
    return options_of(tournament.conditions, tournament.limits(called))


def clear(live: LiveTable, at: int) -> None:
    """Everybody goes, all chips go back, and the secret of the last shoe is told."""
    live.at = at
    for name in list(play_at(live.table).positions):
        _go(live, name)
    live.table.do(CollectTournamentChips(), live.dealer.by, at)
    close_house(live.table, live.dealer, "the session is over", at)


# --- bringing it in line


def bring_in_line(live: LiveTable, tournament: Tournament, at: int) -> None:
    """Make a table as the tournament says; who is asked for something then has time from there."""
    _give_what_is_due(live, tournament, at)
    live.has_been_changed(at)


def _give_what_is_due(live: LiveTable, tournament: Tournament, at: int) -> None:
    """Give a table whatever commands make it as the tournament says, as far as they can be."""
    belongs = live.set_up.command.belongs
    assert belongs is not None
    table = live.table
    if table.tournament is None or table.phase is not Phase.BETTING:
        return
    live.at = at
    if belongs.play_off and play_off_is_played(table):
        return
    seats = _seats(tournament, belongs)
    if is_at_rest(table):
        for name, box in list(play_at(table).positions.items()):
            if name not in seats or seats[name][0] != box:
                _go(live, name)
    for name, (box, chips) in seats.items():
        entrant = tournament.entrants[name]
        _allocate(live, entrant, box, chips)
        if entrant.seated or belongs.play_off:
            _sit(live, name, box)
    if is_at_rest(table) and is_in_play(table, tournament, belongs, at):
        _follow_limits(live, tournament.limits(belongs.table))
        _follow_pace(live, tournament)


def _seats(tournament: Tournament, belongs: Belonging) -> dict[str, tuple[int, int]]:
    """Who has which box with which chips, whoever may still buy back among them.

    Where the minimum is deducted from who does not take the seat, they have theirs as well.
    """
    if tournament.session.number != belongs.session:
        return {}
    if belongs.play_off:
        return play_off_seats(tournament, belongs.table)
    return {
        each.name: (each.seat[1], each.chips)
        for each in tournament.entrants.values()
        if each.seat is not None
        and each.seat[0] == belongs.table
        and (each.seated or (each.sessions == belongs.session and tournament.law.absent))
        and each.status in (Status.IN, Status.MAY_BUY_BACK)
    }


def _go(live: LiveTable, name: str) -> None:
    """Somebody plays here no longer."""
    table = live.table
    if table.chips.rack(name):
        table.do(CollectTournamentChips(player=name), live.dealer.by, live.at)
    _direct(live, AllocatePosition(player=name, box=None))
    if name in table.patrons.arrived:
        table.do(Leave(player=name), live.dealer.by, live.at)


def _allocate(live: LiveTable, entrant: Entrant, box: int, chips: int) -> None:
    """Somebody has the position and the chips that the tournament says."""
    table, play, name = live.table, play_at(live.table), entrant.name
    is_new = name not in play.positions
    if is_new:
        if box in play.positions.values():
            return  # until whoever sat there can go
        before = next((one for one in entrant.payers if one != name and one in play.passes), None)
        _direct(live, AllocatePosition(player=name, box=box, instead_of=before))
    if is_new or is_at_rest(table) or is_out(table, name):
        _give_chips(live, name, chips)


def _sit(live: LiveTable, name: str, box: int) -> None:
    """Somebody who has the position takes the seat."""
    table = live.table
    play = play_at(table)
    if name in play.positions and name not in play.came:
        table.do(Arrive(player=name), live.dealer.by, live.at)
        table.do(Sit(player=name, box=box), live.dealer.by, live.at)


def _give_chips(live: LiveTable, name: str, chips: int) -> None:
    held = live.table.chips.rack(name)
    if held > chips:
        live.table.do(CollectTournamentChips(player=name), live.dealer.by, live.at)
        held = 0
    if held < chips:
        _direct(live, IssueTournamentChips(player=name, amount=chips - held))


def _follow_limits(live: LiveTable, wanted: dict[str, tuple[int, int]]) -> None:
    table = live.table
    shown = {wager: (each.minimum, each.maximum) for wager, each in table.sign.limits.items()}
    if table.next_sign is None and any(shown.get(wager) != pair for wager, pair in wanted.items()):
        table.do(ChangeLimits(limits=wanted), live.dealer.supervisor, live.at)


def _follow_pace(live: LiveTable, tournament: Tournament) -> None:
    pace = tournament.pace
    if pace is not None and play_at(live.table).terms.seconds != pace.seconds:
        _direct(live, LimitTime(seconds=pace.seconds, notice=pace.direction))


def _direct(live: LiveTable, command: Command) -> None:
    live.table.do(command, DIRECTOR, live.at)


# --- additional rounds between players who are equal, at tables of their own


def play_off_seats(tournament: Tournament, called: str) -> dict[str, tuple[int, int]]:
    """The box of everybody in a group, and the chips that they begin with."""
    tied = play_off_groups(tournament).get(called, ())
    chips = stacks(tournament) if tied else {}
    return {name: (box, chips[name]) for box, name in enumerate(tied, 1)}


def play_off_is_played(table: Table) -> bool:
    """Whether a table has played its additional round; a void one is none.

    Nor will it be played where everybody made no wager: it is over, and no other follows.
    """
    play = table.tournament
    if play is None:
        return False
    return play.rounds > 0 or bool(play.positions and not players_in(table))


def _play_off_chips(table: Table, name: str) -> int:
    """What counts for somebody after an additional round: nothing, if they made no wager."""
    return 0 if name in play_at(table).ruled_out else table.chips.rack(name)


def play_off_outcome(tournament: Tournament, tables: Iterable[Table]) -> PlayOffRound | None:
    """What additional rounds have come to, once each group has played its own.

    Who was disqualified meanwhile may have played, and counts no more.
    """
    tied = {name for group in play_off_groups(tournament).values() for name in group}
    played = [table for table in tables if play_off_is_played(table)]
    exits = [fact for table in played for fact in play_at(table).exits if fact.player in tied]
    there = ((table, name) for table in played for name in play_at(table).positions)
    chips = {name: _play_off_chips(table, name) for table, name in there if name in tied}
    if set(chips) != tied:
        return None
    taken = sorted((fact for fact in exits if fact.taken), key=lambda fact: fact.taken)
    idle = {name: table for table in played for name in play_at(table).ruled_out if name in tied}
    return PlayOffRound(
        chips=chips,
        wagered={fact.player: fact.wagered for fact in exits},
        taken=tuple(fact.player for fact in taken),
        no_wager={name: is_there(table, name) for name, table in sorted(idle.items())},
    )


# --- which tables a command concerns, and what is not done while cards lie on them


REPORTED_BY_TABLES = (RecordRound, CountChips, ReturnChips, PlayOffRound)
"""What a table on the floor tells its tournament by itself."""
BETWEEN_ROUNDS = (MovePlayer, BreakTable, Substitute, BuyAddOn)
"""What is not done to somebody who is in a round."""


def tables_of(floor: Floor, name: str) -> list[LiveTable]:
    """The tables on the floor that belong to a tournament, of whichever session."""
    lives = floor.tables.values()
    return [live for live in lives if (b := live.set_up.command.belongs) and b.tournament == name]


def tables_concerned(floor: Floor, affair: Live[Any], command: Command) -> list[LiveTable]:
    """The tables that may have to be changed with a command."""
    if affair.kind is not TOURNAMENT:
        return []
    lives = tables_of(floor, affair.name)
    if isinstance(command, BreakTable | SetPace):
        return lives
    called = _named(affair.aggregate, command)
    return [live for live in lives if (b := live.set_up.command.belongs) and b.table in called]


def _named(tournament: Tournament, command: Command) -> set[str]:
    """The tables that a command names, and those of the players it names."""
    names = [getattr(command, field, None) for field in ("player", "instead_of")]
    seats = [tournament.entrants[name].seat for name in names if name in tournament.entrants]
    named = {seat[0] for seat in seats if seat is not None}
    leaving = command.instead_of if isinstance(command, Substitute) else ""
    groups = play_off_groups(tournament).items()
    playing_off = {called for called, players in groups if leaving in players}
    return {*named, *playing_off, getattr(command, "table", "")}


def must_leave_tables_alone(
    floor: Floor, affair: Live[Any], command: Command, by: Person, at: int
) -> None:
    """Refuse what would be said over a table's head; what the tournament refuses comes first."""
    if affair.kind is not TOURNAMENT:
        return
    refusal = _refusal_for_tables(floor, affair, command)
    if refusal is not None:
        raise affair.aggregate.check(command, by, at) or refusal


def _refusal_for_tables(floor: Floor, affair: Live[Any], command: Command) -> Refused | None:
    law = affair.aggregate.law
    if isinstance(command, EndSession):
        left = [live.set_up.command.table for live in tables_of(floor, affair.name)]
        if left:
            return Refused(f"the session is not over yet at {', '.join(left)}", law.session)
    lives = tables_concerned(floor, affair, command)
    if isinstance(command, PlayOffRound):
        lives = tables_of(floor, affair.name)
    if lives and isinstance(command, REPORTED_BY_TABLES):
        return Refused("the table tells its tournament by itself", law.session)
    busy = [live.set_up.command.table for live in lives if not is_at_rest(live.table)]
    if busy and isinstance(command, BETWEEN_ROUNDS):
        return Refused(f"a round is in play at {', '.join(busy)}", law.chips_untouched)
    return None
