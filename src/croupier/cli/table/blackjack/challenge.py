"""A player's session at a table of Blackjack Challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.cli.table.blackjack import challenge_sign
from croupier.cli.table.blackjack.session import BlackjackSession
from croupier.cli.table.house import FLOAT
from croupier.games.blackjack.challenge_table.law import law_of
from croupier.games.blackjack.challenge_table.opening import DIAGRAMS, OpenChallenge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.wording import Line
    from croupier.table.commands import Command


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

    def opening(self, at: int) -> Command:
        law = law_of(self.table)
        bets = set(self.table.options["side_bets"])
        drawn = [name for name, sides in DIAGRAMS.items() if bets & set(sides)] or ["A"]
        return OpenChallenge(
            diagram=" and ".join(drawn),
            inscriptions=tuple(law.inscriptions),
            equipment=tuple(law.equipment),
            drop_box=True,
            float=FLOAT,
        )

    def sign(self) -> Iterator[Line]:
        return challenge_sign.sign(self)

    def printed(self) -> tuple[str, ...]:
        return challenge_sign.inscription(self.rules)
