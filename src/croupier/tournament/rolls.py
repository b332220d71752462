"""Who is drawn in the next draw of a tournament, and for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.joint_draws import Roll
from croupier.table.tournament_law import Ties
from croupier.tournament.facts import TieDecided
from croupier.tournament.state import Status, TournamentPhase

if TYPE_CHECKING:
    from croupier.tournament.tournament import Tournament

CARDS = ", cards for tie "


def roll_due(tournament: Tournament, table: str = "") -> Roll | None:
    """The roll for the seats of a session, for cards, or for the players of a broken table.

    What is drawn names everything that the outcome is read against, so that nothing of it can be
    chosen when the order is known.
    """
    session = tournament.session
    if tournament.phase is TournamentPhase.SEATING and not session.drawn:
        names = [name for name in session.players if tournament.entrants[name].status is Status.IN]
        return Roll.of_names(f"{tournament.name}, session {session.number}", names)
    if tournament.phase is TournamentPhase.TIES and tournament.ties[0].how is Ties.DRAW:
        decided = sum(isinstance(fact, TieDecided) for fact in tournament.facts)
        purpose = f"{tournament.name}{CARDS}{decided + 1}"
        return Roll.of_names(purpose, tournament.ties[0].players)
    if tournament.phase is TournamentPhase.PLAYING and table in session.tables:
        moving = [each.name for each in tournament.holding_seats(table)]
        free = free_seats(tournament, table, len(moving))
        onto = "; ".join(f"{name} {box}" for name, box in free)
        purpose = f"{tournament.name}, session {session.number}, {table} broken"
        return Roll.of_names(f"{purpose}, onto {onto}", moving)
    return None


def cards_for(roll: Roll) -> int | None:
    """From how many cards those on a roll draw, if it is cards that they draw."""
    if CARDS not in roll.purpose:
        return None
    return len(DECK) * -(-len(roll.lines) // len(DECK))


def free_seats(tournament: Tournament, but: str, wanted: int) -> list[tuple[str, int]]:
    """Free seats of other tables than one that play on, those of the emptiest tables first."""
    size, taken = tournament.seats_at_a_table, tournament.seats_held
    states = tournament.session.tables.items()
    tables = [table for table, state in states if table != but and not state.over]
    players = {table: len(tournament.holding_seats(table)) for table in tables}
    found: list[tuple[str, int]] = []
    while players and len(found) < wanted:
        table = min(players, key=lambda name: players[name])
        free = [(table, b) for b in range(1, size + 1) if (table, b) not in (*taken, *found)]
        if not free:
            break
        found.append(free[0])
        players[table] += 1
    return found
