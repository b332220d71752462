"""NSW 5.9: a win that chips cannot pay exactly is rounded up to the next sum that they can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack.hands import Bet
from croupier.games.blackjack.rules import RoundingUnit
from croupier.rulebook.citing import Clauses

if TYPE_CHECKING:
    from croupier.chips import Odds
    from croupier.games.blackjack.hands import SideWager
    from croupier.games.blackjack.state import RoundState


def rounded(
    round: RoundState, player: str, odds: Odds, wager: Bet | SideWager, clauses: Clauses
) -> tuple[int, Clauses]:
    """What a wager wins in chips, and the clauses that say so."""
    law, unit, chip = round.law, round.rules.rounding_unit, round.rules.smallest_chip
    parts = (wager.stake, wager.double) if isinstance(wager, Bet) else (wager.amount,)
    exact = sum(odds.on(part) for part in parts)
    if unit is RoundingUnit.WAGER:
        paid = sum(up(odds.on(part), chip) for part in parts)
    elif unit is RoundingUnit.PLAYER_TOTAL:
        before = round.won.get(player, 0)
        round.won[player] = before + exact
        paid = up(before + exact, chip) - up(before, chip)
    else:
        paid = up(exact, chip)
    return paid, clauses if paid == exact else Clauses((*clauses, *(law.rounding_up or ())))


def up(amount: int, chip: int) -> int:
    """The next sum that chips can make."""
    return -(-amount // chip) * chip
