"""Boxes, hands and the stakes on them: what a round of blackjack knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from croupier.rulebook.citations import Clauses

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from croupier.cards import Card
    from croupier.games.blackjack.facts import Ended
    from croupier.games.blackjack.rules import BlackjackLaw


class Bet:
    """One owner's stake on one hand, with what that owner added by doubling."""

    __slots__ = ("double", "open", "player", "stake")

    def __init__(self, player: str, stake: int) -> None:
        self.player = player
        self.stake = stake
        self.double = 0
        self.open = True

    @property
    def at_risk(self) -> int:
        return self.stake + self.double


class Hand:
    """Cards in front of a box or the dealer, counted as they arrive.

    An ace counts eleven while that keeps the total at 21 or less, and then the total is soft.
    """

    __slots__ = (
        "_ones",
        "aces",
        "bets",
        "cards",
        "doubled",
        "ended",
        "may_be_blackjack",
        "place",
        "soft",
        "split",
        "total",
    )

    def __init__(self, *, place: int = 1, split: bool = False) -> None:
        self.cards: list[Card] = []
        self.total = 0
        self.soft = False
        self.aces = 0
        self._ones = 0
        self.bets: list[Bet] = []
        self.place = place
        self.split = split
        self.doubled = False
        self.ended: Ended | None = None
        self.may_be_blackjack = not split
        """A hand from a split may not, unless the instrument says otherwise."""

    def add(self, card: Card) -> None:
        self.cards.append(card)
        ones = self._ones = self._ones + card.points
        if card.points == 1:
            self.aces += 1
        if self.aces and ones <= 11:
            self.total, self.soft = ones + 10, True
        else:
            self.total, self.soft = ones, False

    def give_up_second_card(self) -> Card:
        """Split: the second card leaves for a hand of its own, and both count afresh."""
        first, second = self.cards
        self.cards = []
        self.total, self.soft, self.aces, self._ones = 0, False, 0, 0
        self.split, self.may_be_blackjack = True, False
        self.add(first)
        return second

    @property
    def is_blackjack(self) -> bool:
        """An ace and a ten-value card as the first two."""
        return self.total == 21 and len(self.cards) == 2 and self.may_be_blackjack

    @property
    def is_bust(self) -> bool:
        return self.total > 21

    @property
    def is_pair_by_value(self) -> bool:
        """Splitting asks for equal value: a ten and a king will do."""
        return len(self.cards) == 2 and self.cards[0].points == self.cards[1].points

    @property
    def has_open_bets(self) -> bool:
        for bet in self.bets:  # a plain loop: this is asked before every card  # noqa: SIM110
            if bet.open:
                return True
        return False

    def bet_of(self, player: str) -> Bet | None:
        for bet in self.bets:
            if bet.player == player and bet.open:
                return bet
        return None

    def own_bet(self, player: str) -> Bet:
        """The stake of somebody who is known to have one here."""
        bet = self.bet_of(player)
        if bet is None:
            raise LookupError(f"{player} has no stake on this hand")
        return bet

    def others_than(self, player: str) -> list[str]:
        """The other owners with an open stake on the hand, nearest the dealer first."""
        return [bet.player for bet in self.bets if bet.open and bet.player != player]


@dataclass(slots=True)
class Insurance:
    """A wager that the dealer gets a Blackjack, on one owner's wager on one box."""

    player: str
    box: int
    on: str
    amount: int


class MainWager(msgspec.Struct, frozen=True):
    """A Blackjack wager as it stands when betting closes, after the limits have been applied."""

    player: str
    amount: int
    seated: bool = False


class SideWager(msgspec.Struct):
    """A wager that lies on the box rather than on a hand."""

    player: str
    wager: str
    amount: int
    open: bool = True


class Box:
    """One box in play: its wagers nearest the dealer first, and its hands from the left."""

    __slots__ = ("hands", "largest_decides", "mains", "number", "received", "sides")

    def __init__(
        self, number: int, mains: tuple[MainWager, ...], sides: Iterable[SideWager] = ()
    ) -> None:
        self.number = number
        self.mains = mains
        self.sides = list(sides)
        hand = Hand()
        hand.bets = [Bet(main.player, main.amount) for main in mains]
        self.hands = [hand]
        self.received: list[Card] = []
        """Every card dealt to the box, in order; Super Sevens looks at the first three."""
        self.largest_decides = False

    def deciders(self) -> Iterator[str]:
        """Who decides about the cards, in order of preference: the seated, then the nearest.

        Where the largest wager decides first, the nearest decides between equals.
        """
        mains: Iterable[MainWager] = self.mains
        if self.largest_decides:
            mains = sorted(mains, key=lambda main: -main.amount)
        for main in mains:
            if main.seated:
                yield main.player
        for main in mains:
            if not main.seated:
                yield main.player

    def decider(self, hand: Hand, absent: Collection[str] = ()) -> str | None:
        """The first in that order who is present and still has a stake on the hand."""
        alone = len(self.mains) == 1
        for player in (self.mains[0].player,) if alone else self.deciders():
            if player not in absent and hand.bet_of(player) is not None:
                return player
        return None


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
    if card.points < 10:
        return law.number_value
    return law.ten_value if card.rank == "T" else law.picture_value
