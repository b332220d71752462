"""What cards come to, with the clauses that say so: in a hand, and when cards are burnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.baccarat.hands import points
from croupier.rulebook.citing import Cited, Clauses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.games.baccarat.rules import BaccaratLaw


@dataclass(frozen=True, slots=True)
class Count:
    """A hand's total, and whether it is a natural."""

    total: int
    natural: bool
    clauses: Clauses

    @property
    def words(self) -> str:
        """`natural 9` or `6`."""
        return f"natural {self.total}" if self.natural else str(self.total)


def count(law: BaccaratLaw, cards: Sequence[Card]) -> Count:
    """Count cards as one hand, in the order in which it got them."""
    cited: dict[str, None] = {}
    total = 0
    for card in cards:
        total += points(card)
        cited.update(dict.fromkeys(_value(law, card)))
    total %= 10
    cited.update(dict.fromkeys(law.hand_total))
    natural = len(cards) == 2 and total >= 8
    if natural:
        cited.update(dict.fromkeys(law.natural))
    return Count(total, natural, Clauses(tuple(cited)))


def _value(law: BaccaratLaw, card: Card) -> Clauses:
    if card.is_ace:
        return law.ace_value
    return law.no_value if card.points == 10 else law.pip_value


def to_burn(law: BaccaratLaw, shown: Card) -> Cited[int]:
    """How many more cards are burnt after the one that was turned up; a court card counts ten."""
    return Cited(shown.points, law.burn_ten if shown.points == 10 else law.burn_by_points)
