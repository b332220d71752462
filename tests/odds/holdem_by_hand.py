"""Hold'em in plain Python: every deal of a small deck, settled by the rules of the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Final

from croupier.game_rules import rules_for
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.ranking import rank
from croupier.games.holdem.settlement import rule_on
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.games.holdem.rules import HoldemRules

    Hand = frozenset[Card]
    Deals = Counter[tuple[int, int]]
    """How many deals end with a play wager of so many antes and bring so much."""

UTH: Final = "act-ultimate-texas-holdem-2025"
FOLDED: Final = 0


def rules(**options: object) -> HoldemRules:
    found: HoldemRules = rules_for(UTH, options)
    return found


@dataclass
class ByHand:
    """A deck and wagers, in units of which an ante has some; decisions are made on exact sums."""

    cards: Sequence[Card]
    trips: Fraction = Fraction(0)
    rules: HoldemRules = field(default_factory=rules)
    known: dict[tuple[Hand, Hand, int], Deals] = field(default_factory=dict)
    outcomes: Deals = field(default_factory=Counter)
    """The deals of the best play."""

    @property
    def unit(self) -> int:
        """What an ante is counted as: the blind pays halves."""
        return 2 * self.trips.denominator

    @property
    def fold(self) -> int:
        return int(-self.unit * (2 + self.trips))

    def net(self, player: int, dealer: int, play: int) -> int:
        """What a hand that stays in brings with a play wager of so many antes."""
        stakes = {ANTE: Fraction(1), BLIND: Fraction(1), PLAY: Fraction(play)}
        stakes |= {TRIPS: self.trips} if self.trips else {}
        net = Fraction(0)
        for wager, stake in stakes.items():
            ruling = rule_on(self.rules.law, wager, player, dealer)
            if ruling.odds is not None:
                net += stake * ruling.odds.win / ruling.odds.stake
            elif ruling.outcome is Outcome.LOSE:
                net -= stake
        assert (self.unit * net).denominator == 1
        return int(self.unit * net)

    def left(self, seen: Hand) -> list[Card]:
        return [card for card in self.cards if card not in seen]

    def board(self, hand: Hand, board: Hand, play: int) -> Deals:
        """Every dealer, against a play wager of so many antes."""
        asked = (hand, board, play)
        if asked not in self.known:
            player = rank(hand | board)
            self.known[asked] = Counter(
                (play, self.net(player, rank(board.union(dealer)), play))
                for dealer in combinations(self.left(hand | board), 2)
            )
        return self.known[asked]

    def river(self, hand: Hand, board: Hand) -> Deals:
        """Every dealer, with the better of one ante and folding."""
        bet = self.board(hand, board, 1)
        if total(bet) > self.fold * bet.total():
            return bet
        return Counter({(FOLDED, self.fold): bet.total()})

    def flop(self, hand: Hand, flop: Hand, play: int | None) -> Deals:
        """Every turn, river and dealer, with a play wager that was made, or else a check."""
        deals: Deals = Counter()
        for streets in combinations(self.left(hand | flop), 2):
            board = flop.union(streets)
            river = self.river(hand, board) if play is None else self.board(hand, board, play)
            deals.update(river)
        return deals

    def start(self, hand: Hand, play: int | None) -> Deals:
        """Every deal of a hand, raised at once or checked and then played as well as can be."""
        deals: Deals = Counter()
        for cards in combinations(self.left(hand), 3):
            flop = frozenset(cards)
            if play is None:
                deals.update(better(self.flop(hand, flop, 2), self.flop(hand, flop, None)))
            else:
                deals.update(self.flop(hand, flop, play))
        return deals

    def all_hands(self) -> dict[Hand, tuple[Fraction, Fraction]]:
        """What four antes and a check are worth to every hand."""
        values = {}
        for hand in map(frozenset, combinations(self.cards, 2)):
            raised, checked = self.start(hand, 4), self.start(hand, None)
            whole = raised.total() * self.unit
            values[hand] = Fraction(total(raised), whole), Fraction(total(checked), whole)
            self.outcomes.update(better(raised, checked))
        return values


def total(deals: Deals) -> int:
    return sum(net * many for (_, net), many in deals.items())


def better(raised: Deals, checked: Deals) -> Deals:
    """Of two ways to play the same deals. Where both bring the same nothing is raised."""
    return raised if total(raised) > total(checked) else checked
