"""Exercises of blackjack."""

from __future__ import annotations

from croupier.school.game_exercises import SchoolPart
from croupier.table.acts.betting import ReturnShortWager

BLACKJACK = SchoolPart(
    subjects=frozenset({"decisions"}),
    returns_short_wager=ReturnShortWager,
)
