"""A player's session at a Blackjack Challenge table."""

from __future__ import annotations

from typing import ClassVar

from croupier.games.blackjack.terminal.session import BlackjackSession


class ChallengeSession(BlackjackSession):
    """Blackjack in which ties lose, and twenty-one or five cards win at once."""

    name: ClassVar[str] = "Blackjack Challenge"
    least_boxes: ClassVar[int] = 5
    help: ClassVar[str] = """\
[b]Blackjack Challenge against the dealer, for play chips.[/b]
Come nearer to 21 than the dealer; a tie loses. A Blackjack never
loses. Any other 21, and five cards that do not pass 21, are paid
at once. Only what the rules allow is offered; what they refuse is
refused here too, with the clause.

[b]Your hands[/b]
  h  s  p   hit, stand, split
  d  l      double on two or three cards, double for less"""
    typed: ClassVar[str] = """\
Your hand  hit, stand, double, double 10 (for less), split; also h, s, d, p"""
