"""The features of a coup that a limb of baccarat may ask for, and the coups that can occur.

The limbs themselves stand in the data file of the instrument, under `limbs` and `pay_tables`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.facts import Winner
from croupier.rulebook.settlement_tables import Feature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.settlement_tables import Case

TOTALS = tuple(range(10))
FEATURES = (
    Feature("player_total", "The total of the player's hand.", TOTALS),
    Feature("banker_total", "The total of the banker's hand.", TOTALS),
    Feature("winner", "The hand with the higher total, or a tie.", tuple(map(str, Winner))),
)


def winner(player: int, banker: int) -> Winner:
    """The higher total wins; equal totals are a tie."""
    if player == banker:
        return Winner.TIE
    return Winner.PLAYER if player > banker else Winner.BANKER


def case_of(player: int, banker: int) -> Case:
    """Return what a limb may ask of two totals."""
    won = str(winner(player, banker))
    return {"player_total": player, "banker_total": banker, "winner": won}


def cases() -> Iterator[Case]:
    """Yield every case of two totals."""
    for player in TOTALS:
        for banker in TOTALS:
            yield case_of(player, banker)
