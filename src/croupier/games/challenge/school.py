"""Exercises of Blackjack Challenge."""

from __future__ import annotations

from croupier.games.challenge.acts.conduct import DecideDispute
from croupier.school.game_exercises import SchoolPart

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
