"""What opens a table for play chips or for a tournament's: on approvals of the house's own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.games.challenge.opening import DIAGRAMS, OpenChallenge
from croupier.games.challenge.table_law import law_of
from croupier.table.acts.opening import Approval, OpenTable

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

FLOAT = 1_000_000_00


def opening_of(table: Table, approved: str, at: int, float: int = FLOAT) -> Command:
    """What opens a table at which nothing is staked but play chips, in the words of its game."""
    if OpenChallenge in table.game.acts:
        return _challenge(table, float)
    today = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    approval = Approval(approved, today)
    side_bets = table.options.get("side_bets", ())
    return OpenTable(
        layout=approval,
        shoe=approval,
        side_bet_layouts=dict.fromkeys(side_bets, approval),
        side_bet_amounts=dict.fromkeys(side_bets, approval),
        inscription=table.options.get("soft_17"),
        shuffle="provable",
        float=float,
        commences=today,  # where the text is silent, the table claims no day before its own
    )


def _challenge(table: Table, float: int) -> OpenChallenge:
    law, bets = law_of(table), set(table.options["side_bets"])
    drawn = [name for name, sides in DIAGRAMS.items() if bets & set(sides)] or ["A"]
    return OpenChallenge(
        diagram=" and ".join(drawn),
        inscriptions=tuple(law.inscriptions),
        equipment=tuple(law.equipment),
        drop_box=True,
        float=float,
    )
