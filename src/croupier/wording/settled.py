"""What became of a wager, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.table.facts import Settled


def outcome(settled: Settled, level: str) -> str:
    """`wins 25`, `loses 10`, or what else; `level` is the game's word for neither."""
    if settled.outcome is Outcome.WIN:
        return f"wins {dollars(settled.net)}"
    if settled.outcome is Outcome.LOSE:
        return f"loses {dollars(settled.stake)}"
    if settled.outcome is Outcome.PUSH:
        return level
    void = "is void, " if settled.outcome is Outcome.VOID else ""
    return f"{void}{dollars(settled.stake)} goes back"
