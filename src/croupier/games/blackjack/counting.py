"""What cards come to, in words and with the clauses that say so: rule 2.5 and its dictionary.

The arithmetic is `Hand`'s; this only says what it found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.blackjack.hands import Hand
from croupier.rulebook.citing import Clauses

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.games.blackjack.rules import BlackjackLaw


@dataclass(frozen=True, slots=True)
class Count:
    """A hand's total: hard or soft, and whether it is a Blackjack."""

    total: int
    soft: bool
    blackjack: bool
    clauses: Clauses

    @property
    def bust(self) -> bool:
        return self.total > 21

    @property
    def words(self) -> str:
        """`Blackjack`, `soft 17`, `hard 12` or `bust with 25`."""
        if self.blackjack:
            return "Blackjack"
        if self.bust:
            return f"bust with {self.total}"
        return f"{'soft' if self.soft else 'hard'} {self.total}"


def count(law: BlackjackLaw, cards: Iterable[Card], *, split: bool = False) -> Count:
    """Count cards as one hand; `split` says that it came from a split."""
    hand = Hand(split=split)
    hand.may_be_blackjack = not split or law.no_blackjack_after_split is None
    cited: dict[str, None] = {}
    for card in cards:
        hand.add(card)
        cited.update(dict.fromkeys(_value(law, card)))
    cited.update(dict.fromkeys(law.soft_total if hand.soft else law.hard_total))
    if hand.is_blackjack:
        cited.update(dict.fromkeys(law.blackjack))
    elif law.no_blackjack_after_split and hand.split and hand.total == 21 and len(hand.cards) == 2:
        cited.update(dict.fromkeys(law.no_blackjack_after_split))
    return Count(hand.total, hand.soft, hand.is_blackjack, Clauses(tuple(cited)))


def _value(law: BlackjackLaw, card: Card) -> Clauses:
    if card.is_ace:
        return law.ace_value
    return law.ten_value if card.points == 10 else law.pip_value
