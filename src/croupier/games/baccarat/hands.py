"""The two hands of a coup and the stakes on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.baccarat.facts import Whose


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
