"""A table solved: against each card that the dealer may show, the best play and the best chart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from croupier.games.blackjack.odds.against_up_card import Against
from croupier.games.blackjack.odds.hand_terms import terms_of
from croupier.games.blackjack.odds.hands import hands_of
from croupier.games.blackjack.odds.play_by_cards import Worth, best_play, worth_of
from croupier.games.blackjack.odds.play_by_totals import best_column

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.games.blackjack.odds.against_up_card import PlayAgainstUpCard
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.games.blackjack.odds.play_by_totals import Column
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.shoe_composition import Composition


@dataclass(frozen=True, eq=False)
class UpCard:
    """One card that the dealer may show."""

    card: int
    chance: float
    against: Against

    @cached_property
    def best(self) -> PlayAgainstUpCard:
        """By the cards of each hand."""
        return best_play(self.against)

    @cached_property
    def worth(self) -> Worth:
        return worth_of(self.against, self.best)

    @cached_property
    def chart(self) -> Column:
        """By totals."""
        return best_column(self.against, self.best)

    @cached_property
    def chart_worth(self) -> Worth:
        return worth_of(self.against, self.chart.play)


@dataclass(frozen=True, eq=False)
class BlackjackSolution:
    """Every card that the dealer may show, for one table and one shoe."""

    terms: HandTerms
    up_cards: tuple[UpCard, ...]

    @property
    def worth(self) -> Worth:
        """Of the best play by the cards of each hand."""
        return _mean((card.chance, card.worth) for card in self.up_cards)

    @property
    def chart_worth(self) -> Worth:
        return _mean((card.chance, card.chart_worth) for card in self.up_cards)


def solve(rules: BlackjackRules, shoe: Composition) -> BlackjackSolution:
    """The table solved for one box; what follows from the same terms and cards is kept."""
    return solve_for(terms_of(rules, shoe), shoe.by_points)


@lru_cache(maxsize=2)
def solve_for(terms: HandTerms, shoe: tuple[float, ...]) -> BlackjackSolution:
    """The same for cards by value, ace first; parts of cards make a shoe that is expected."""
    hands = hands_of(terms)
    return BlackjackSolution(
        terms,
        tuple(
            UpCard(card, copies / sum(shoe), Against(hands, shoe, card))
            for card, copies in enumerate(shoe)
            if copies
        ),
    )


def _mean(weighted: Iterable[tuple[float, Worth]]) -> Worth:
    value = staked = 0.0
    for chance, worth in weighted:
        value += chance * worth.value
        staked += chance * worth.staked
    return Worth(value, staked)
