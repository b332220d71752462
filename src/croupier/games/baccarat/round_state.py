"""What a coup knows: two hands, the stakes, and the facts so far.

A plain object beside the coroutine, so that views, tests and drivers can read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.facts import Dealt, Stage, StageBegan, Stood, Whose
from croupier.games.baccarat.hands import PAIRS, Hand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.games.baccarat.facts import RoundFact, Stands
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.rulebook.citations import Clauses


class RoundState:
    """The state of one coup, and the few ways in which the rules change it."""

    def __init__(self, rules: BaccaratRules, bets: Iterable[Bet]) -> None:
        self.rules = rules
        self.law = rules.law
        self.bets = list(bets)
        on_pairs = 0
        for bet in self.bets:
            on_pairs += bet.wager in PAIRS
        if on_pairs and rules.pairs is None:
            raise ValueError("pairs are not offered at this table")  # the driver's mistake
        self.has_pairs = on_pairs > 0
        self.has_only_pairs = 0 < on_pairs == len(self.bets)
        self.player = Hand(Whose.PLAYER)
        self.banker = Hand(Whose.BANKER)
        self.facts: list[RoundFact] = []
        self.stage = Stage.INITIAL_DEAL

    @property
    def is_no_bet_coup(self) -> bool:
        """Nobody has a stake on it: it is dealt to its end, and nothing is settled."""
        return not self.bets

    def hand(self, whose: Whose) -> Hand:
        return self.player if whose is Whose.PLAYER else self.banker

    def begin(self, stage: Stage, clauses: Clauses) -> None:
        self.stage = stage
        self.facts.append(StageBegan(stage=stage, clauses=clauses))

    def lay(self, card: Card, hand: Hand, clauses: Clauses) -> None:
        hand.add(card)
        self.facts.append(Dealt(hand=hand.whose, card=card, clauses=clauses))

    def stand(self, hand: Hand, why: Stands, clauses: Clauses) -> None:
        self.facts.append(Stood(hand=hand.whose, total=hand.total, why=why, clauses=clauses))
