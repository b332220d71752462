"""Exercises of blackjack, and of Blackjack Challenge."""

from __future__ import annotations

from croupier.games.challenge.acts.conduct import DecideDispute
from croupier.school.game_parts import SchoolPart
from croupier.table.acts.betting import ReturnShortWager

BLACKJACK = SchoolPart(returns_short_wager=ReturnShortWager)
CHALLENGE = SchoolPart(decides_dispute=DecideDispute)
