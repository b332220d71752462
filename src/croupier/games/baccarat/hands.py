"""The two hands of a coup, what their cards come to and by which clauses, and the stakes on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.rulebook.citations import Cited, Clauses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.games.baccarat.facts import Whose
    from croupier.games.baccarat.rules import BaccaratLaw


BANKER, PLAYER, TIE = "banker", "player", "tie"
BANKER_PAIR, PLAYER_PAIR = "banker-pair", "player-pair"
MAINS = frozenset({BANKER, PLAYER, TIE})
PAIRS = frozenset({BANKER_PAIR, PLAYER_PAIR})


def points(card: Card) -> int:
    """What a card counts in play: tens and court cards nothing, an ace one."""
    return card.points % 10


class Hand:
    """The player's or the banker's cards, counted as they arrive, the tens left off."""

    __slots__ = ("cards", "total", "whose")

    def __init__(self, whose: Whose) -> None:
        self.whose = whose
        self.cards: list[Card] = []
        self.total = 0

    def add(self, card: Card) -> None:
        self.cards.append(card)
        self.total = (self.total + card.points) % 10

    @property
    def is_natural(self) -> bool:
        """Eight or nine with the first two cards."""
        return self.total >= 8 and len(self.cards) == 2


class Bet:
    """One patron's stake on banker, player, tie or one hand's pair."""

    __slots__ = ("box", "open", "player", "stake", "wager")

    def __init__(self, player: str, wager: str, stake: int, box: int | None = None) -> None:
        self.player = player
        self.wager = wager
        self.stake = stake
        self.box = box
        """The place on the layout, where a table tells its boxes apart."""
        self.open = True


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
    return law.no_value if card.points == 10 else law.number_value


def to_burn(law: BaccaratLaw, shown: Card) -> Cited[int]:
    """How many more cards are burnt after the one that was turned up; a court card counts ten."""
    return Cited(shown.points, law.burn_ten if shown.points == 10 else law.burn_by_points)
