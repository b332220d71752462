"""What everybody sees of a tournament at one of its tables: whose turn it is, and all chips.

Tournament chips lie in full view. What a player has staked undisclosed is still shown among the
chips in front of them, until it is announced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table.tournament_play import (
    is_ordered,
    is_out,
    is_there,
    law_at,
    marker_box,
    play_at,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.table.table import Table
    from croupier.table.tournament_play import Hidden


class PositionView(msgspec.Struct, frozen=True):
    """A player of the tournament at the table."""

    box: int
    player: str
    chips: int
    out: bool
    passes: bool
    """Whether a pass card lies in the box."""
    undisclosed: bool
    """Whether an indicator shows that there is an undisclosed wager."""
    pass_cards: int
    forms: int
    """Undisclosed wagers that the player may still make."""
    absent: bool
    """Whether the player is not there."""


class TournamentTableView(msgspec.Struct, frozen=True):
    tournament: str
    rounds: int
    marker: int | None
    """The box whose player wagers first, where there is an order."""
    turn: int | None
    """The box whose player is asked for a wager."""
    positions: tuple[PositionView, ...]


def tournament_view(table: Table, unsaid: Mapping[str, Hidden]) -> TournamentTableView:
    """The tournament at the table; `unsaid` are players whose stakes this viewer is not told."""
    play = play_at(table)
    ordered = is_ordered(table)
    return TournamentTableView(
        tournament=play.name,
        rounds=play.rounds,
        marker=marker_box(table) if ordered else None,
        turn=play.this_round.asked[-1] if ordered and play.this_round.asked else None,
        positions=tuple(
            PositionView(
                box=box,
                player=player,
                chips=_chips(table, player, unsaid),
                out=is_out(table, player),
                passes=player in play.this_round.passing,
                undisclosed=player in play.this_round.forms,
                pass_cards=play.passes.get(player, 0),
                forms=play.forms_left.get(player, 0) if law_at(table).hidden else 0,
                absent=not is_there(table, player),
            )
            for player, box in sorted(play.positions.items(), key=lambda position: position[1])
        ),
    )


def _chips(table: Table, player: str, unsaid: Mapping[str, Hidden]) -> int:
    if player in unsaid:
        return unsaid[player].in_front
    return table.chips.rack(player)
