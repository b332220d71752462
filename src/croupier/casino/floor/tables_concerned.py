"""Which tables a command of a tournament concerns, and what is not done while cards lie on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.casino.affairs import TOURNAMENT
from croupier.casino.floor.tournament_tables import is_at_rest
from croupier.rulebook.citing import Refused
from croupier.tournament.acts.coming_back import BuyAddOn
from croupier.tournament.acts.conduct import SetPace
from croupier.tournament.acts.ending import CountChips, EndSession, ReturnChips
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.acts.seating import BreakTable, MovePlayer
from croupier.tournament.acts.sessions import RecordRound
from croupier.tournament.acts.ties import PlayOffRound

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.affair import Affair
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.tournament.tournament import Tournament

THE_TABLES_OWN = (RecordRound, CountChips, ReturnChips, PlayOffRound)
"""What a table on the floor tells its tournament by itself."""
BETWEEN_ROUNDS = (MovePlayer, BreakTable, Substitute, BuyAddOn)
"""What is not done to somebody who is in a round."""


def tables_of(floor: Floor, name: str) -> list[Live]:
    """The tables on the floor that belong to a tournament, of whichever session."""
    lives = floor.lives.values()
    return [live for live in lives if (b := live.set_up.duty.belongs) and b.tournament == name]


def tables_concerned(floor: Floor, affair: Affair[Any], command: Command) -> list[Live]:
    """The tables that may have to be changed with a command."""
    if affair.kind is not TOURNAMENT:
        return []
    lives = tables_of(floor, affair.name)
    if isinstance(command, BreakTable | SetPace):
        return lives
    called = _named(affair.subject, command)
    return [live for live in lives if (b := live.set_up.duty.belongs) and b.table in called]


def _named(tournament: Tournament, command: Command) -> set[str]:
    """The tables that a command names, and those of the players it names."""
    names = [getattr(command, field, None) for field in ("player", "instead_of")]
    seats = [tournament.entrants[name].seat for name in names if name in tournament.entrants]
    named = {seat[0] for seat in seats if seat is not None}
    return {*named, getattr(command, "table", "")}


def must_leave_tables_alone(
    floor: Floor, affair: Affair[Any], command: Command, by: Person, at: int
) -> None:
    """Refuse what would be said over a table's head; what the tournament refuses comes first."""
    if affair.kind is not TOURNAMENT:
        return
    refusal = _over_its_head(floor, affair, command)
    if refusal is not None:
        raise affair.subject.check(command, by, at) or refusal


def _over_its_head(floor: Floor, affair: Affair[Any], command: Command) -> Refused | None:
    law = affair.subject.law
    if isinstance(command, EndSession):
        left = [live.set_up.duty.table for live in tables_of(floor, affair.name)]
        if left:
            return Refused(f"the session is not over yet at {', '.join(left)}", law.session)
    lives = tables_concerned(floor, affair, command)
    if isinstance(command, PlayOffRound):
        lives = tables_of(floor, affair.name)
    if lives and isinstance(command, THE_TABLES_OWN):
        return Refused("the table tells its tournament by itself", law.session)
    busy = [live.set_up.duty.table for live in lives if not is_at_rest(live.table)]
    if busy and isinstance(command, BETWEEN_ROUNDS):
        return Refused(f"a round is in play at {', '.join(busy)}", law.chips_untouched)
    return None
