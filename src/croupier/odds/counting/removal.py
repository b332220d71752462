"""What one card less of a rank does to every wager: the effects of removal, each worked out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cards import DECK, RANKS
from croupier.odds import ODDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.cards import Card
    from croupier.odds.question import Question
    from croupier.odds.shoe_composition import Composition

    Expectations = dict[str, Fraction | float]
    Watch = Callable[[int, int, str], object]


def expectations(asked: Question, shoe: Composition) -> Expectations:
    """What every wager of the table brings on average from a shoe; a ratio where it is known."""
    game = ODDS.of(asked.rules.instrument)
    edges = dict(game.exact_edges(asked.rules, shoe, **asked.extras))
    for further in game.further():
        edges |= further.exact_edges(asked.rules, shoe)
    return {wager: -edge for wager, edge in edges.items()}


def removal_effects(
    asked: Question, watch: Watch = lambda done, total, words: None
) -> tuple[Expectations, dict[str, dict[str, Fraction | float]]]:
    """What every wager brings, and by how much each rank's next card out of the shoe moves it.

    Where suits are not alike, a rank's effect is the mean over its cards that are there.
    """
    shoe = asked.shoe
    watch(0, len(RANKS), "the whole shoe")
    whole = expectations(asked, shoe)
    effects: dict[str, dict[str, Fraction | float]] = {wager: {} for wager in whole}
    for done, rank in enumerate(RANKS):
        watch(done, len(RANKS), f"without a {rank}")
        moved: dict[str, Fraction | float] = dict.fromkeys(whole, Fraction(0))
        for card, share in _cards_of(shoe, rank):
            found = expectations(asked, shoe.without([card]))
            for wager in whole:
                change = found.get(wager, whole[wager]) - whole[wager]
                moved[wager] += change if share == 1 else change * share
        for wager, change in moved.items():
            effects[wager][rank] = change
    watch(len(RANKS), len(RANKS), "done")
    return whole, effects


def _cards_of(shoe: Composition, rank: str) -> Iterator[tuple[Card, Fraction]]:
    """The cards of a rank with their shares of it; one for all where no suit differs."""
    cards = [card for card in DECK if card.rank == rank and shoe[card]]
    if _suits_are_alike(shoe):
        yield from ((card, Fraction(1)) for card in cards[:1])
        return
    copies = sum(shoe[card] for card in cards)
    yield from ((card, Fraction(shoe[card], copies)) for card in cards)


def _suits_are_alike(shoe: Composition) -> bool:
    by_suit: dict[str, list[int]] = {}
    for card in DECK:
        by_suit.setdefault(card.suit, []).append(shoe[card])
    return len({tuple(copies) for copies in by_suit.values()}) == 1
