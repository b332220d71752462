"""What a win comes to in chips: exact, or rounded up to chips where the instrument says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.rules import RoundingUnit
from croupier.rulebook.citing import Clauses

if TYPE_CHECKING:
    from croupier.chips import Odds
    from croupier.games.blackjack.state import RoundState


def win(
    round: RoundState, player: str, odds: Odds, stake: int, double: int, clauses: Clauses
) -> tuple[int, Clauses]:
    """What a stake and what doubling added to it win, and the clauses that say so."""
    exact = odds.on(stake + double)
    rounding_up = round.law.rounding_up
    if rounding_up is None:
        return exact, clauses
    unit, chip = round.rules.rounding_unit, round.rules.smallest_chip
    if unit is RoundingUnit.WAGER:
        paid = up(odds.on(stake), chip) + up(odds.on(double), chip)
    elif unit is RoundingUnit.PLAYER_TOTAL:
        before = round.won.get(player, 0)
        round.won[player] = before + exact
        paid = up(before + exact, chip) - up(before, chip)
    else:
        paid = up(exact, chip)
    return paid, clauses if paid == exact else Clauses((*clauses, *rounding_up))


def up(amount: int, chip: int) -> int:
    """The next sum that chips can make."""
    return -(-amount // chip) * chip
