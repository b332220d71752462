"""What the figures of blackjack take for granted, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.games.blackjack.odds.against_up_card import Against
    from croupier.games.blackjack.odds.solver import BlackjackSolution

TABLE = (
    "one box with one player; the cards in sight are the hand's own and the dealer's, and the shoe "
    "does not run out",
    "doubles are for the whole wager; stakes leave room to double and split, and nothing to round",
)
_ALONE = "a hand from a split is played as if alone"
_ALONE_BUT_CHARGED = (
    "a hand from a split is played as if alone, reckoning to lose to a dealer's Blackjack a whole "
    "wager or the part of one that serves best"
)
_PAIRS = (
    "its pair cards are out of the shoe, other cards of other hands do not count, and pairs are "
    "split again whenever they may be"
)
RANKS_OF_TENS = "the play does not tell ten-value cards apart by their rank"
_EXACT = (
    "the edges, the average wager and the values by the dealer's card are exact but for rounding "
    "in the last of some thirteen digits"
)
_SPREAD = (
    "the standard deviation and the outcomes take the hands of a split as independent of each "
    "other beyond what they share through the dealer: with whole decks the deviation comes out "
    "0.00002 to 0.00005 too large; the mean is exact"
)


def assumptions(solution: BlackjackSolution) -> tuple[str, ...]:
    """Of the main wager's figures."""
    terms = solution.terms
    found = [*TABLE, of_splits(up.against for up in solution.up_cards)]
    if terms.even_money is not None:
        found.append("no insurance is taken, and even money where it is worth more than waiting")
    if terms.ladder is not None:
        found.append(RANKS_OF_TENS)
    return (*found, _EXACT, _SPREAD)


def of_splits(against: Iterable[Against]) -> str:
    """How the hands of a split are played."""
    charged = any(each.takes_one_wager for each in against)
    return f"{_ALONE_BUT_CHARGED if charged else _ALONE}; {_PAIRS}"
