"""Additional rounds between players who are equal, at tables of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.tournament import play_at, players_in
from croupier.table.tournament_law import Ties
from croupier.tournament.acts.ties import PlayOffRound, stacks
from croupier.tournament.facts import TieDecided
from croupier.tournament.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.table import Table
    from croupier.tournament.tournament import Tournament

SEATS = 7


def groups(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """Who plays an additional round now, by what their tables are called."""
    if tournament.phase is not Phase.TIES or tournament.ties[0].how is not Ties.PLAY_OFF:
        return {}
    tied = tournament.ties[0].players
    number = 1 + sum(isinstance(fact, TieDecided) for fact in tournament.facts)
    parts = (tied[n : n + SEATS] for n in range(0, len(tied), SEATS))
    return {f"play-off {number}, table {n}": part for n, part in enumerate(parts, 1)}


def seats(tournament: Tournament, called: str) -> dict[str, tuple[int, int]]:
    """The box of everybody in a group, and the chips that they begin with."""
    tied = groups(tournament).get(called, ())
    chips = stacks(tournament) if tied else {}
    return {name: (box, chips[name]) for box, name in enumerate(tied, 1)}


def is_played(table: Table) -> bool:
    """Whether a table has played its additional round; a void one is none.

    Nor will it be played where everybody made no wager: it is over, and they are still equal.
    """
    play = table.tournament
    if play is None:
        return False
    return play.rounds > 0 or bool(play.positions and not players_in(table))


def _left(table: Table, name: str) -> int:
    """What counts for somebody after an additional round: nothing, if they made no wager."""
    return 0 if name in play_at(table).ruled_out else table.chips.rack(name)


def outcome(tournament: Tournament, tables: Iterable[Table]) -> PlayOffRound | None:
    """What additional rounds have come to, once each group has played its own.

    Who was disqualified meanwhile may have played, and counts no more.
    """
    tied = {name for group in groups(tournament).values() for name in group}
    played = [table for table in tables if is_played(table)]
    exits = [fact for table in played for fact in play_at(table).exits if fact.player in tied]
    there = ((table, name) for table in played for name in play_at(table).positions)
    chips = {name: _left(table, name) for table, name in there if name in tied}
    if set(chips) != tied:
        return None
    taken = sorted((fact for fact in exits if fact.taken), key=lambda fact: fact.taken)
    return PlayOffRound(
        chips=chips,
        wagered={fact.player: fact.wagered for fact in exits},
        taken=tuple(fact.player for fact in taken),
    )
