"""Exercises of blackjack, and of Blackjack Challenge."""

from __future__ import annotations

from croupier.games.challenge.acts.conduct import DecideDispute
from croupier.school.game_exercises import SchoolPart
from croupier.table.acts.betting import ReturnShortWager

BLACKJACK = SchoolPart(
    subjects=frozenset({"decisions"}),
    returns_short_wager=ReturnShortWager,
)
CHALLENGE = SchoolPart(
    subjects=frozenset(
        {
            "card checks",
            "decisions",
            "overlooked wagers",
            "shuffling device",
            "side bets",
            "void rounds",
            "wagering",
        }
    ),
    decides_dispute=DecideDispute,
)
