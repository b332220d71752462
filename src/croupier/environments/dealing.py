"""A shoe that is shuffled by a seed, card by card as the compiled tables deal them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.odds.simulation.shoe_cut import ShoeCut

_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD = (1 << 64) - 1
_GIVEN = frozenset({"_all", "_cut", "_rules"})
"""What a shoe is made with."""
RAN_OUT = "the shoe ran out in the middle of a round: leave more cards in it"


class SeededShoe:
    """The same seed brings the same cards here and in `croupier.odds.simulation.kernel_dealing`.

    A round begins with `begin_round`, which shuffles if the last one met the cutting card, or
    every time where there is none.
    """

    def __init__(self, cards: Sequence[Card], cut: ShoeCut) -> None:
        self._all, self._cut = cards, cut
        self.word = 0
        self.seen: list[int] = [0] * len(RANKS)
        """How many cards of each rank were seen since the shuffle, aces first."""
        self._order = list(cards)
        self._place = len(cards)

    def seed(self, word: int) -> None:
        """Begin anew from a word of 64 bits, with the shoe unshuffled."""
        self.word, self._order, self._place = word, list(self._all), len(self._all)

    def state(self) -> dict[str, Any]:
        """All that changes, to be set again with `restore`."""
        kept = {name: value for name, value in vars(self).items() if name not in _GIVEN}
        return {**kept, "_order": list(self._order), "seen": list(self.seen)}

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

    @property
    def over(self) -> bool:
        """Whether the shoe is shuffled before the next round."""
        return self._place >= self._cut.place

    def begin_round(self) -> None:
        if self.over:
            self._place, self.seen = 0, [0] * len(RANKS)
            self._burn()

    def draw(self) -> Card:
        """The next card, face up."""
        card = self._next()
        self.seen[RANKS.index(card.rank)] += 1
        return card

    def _burn(self) -> None:
        for _ in range(self._cut.burnt):
            self._next()

    def _next(self) -> Card:
        left = len(self._order) - self._place
        if left < 1:
            raise ValueError(RAN_OUT)
        self.word = (self.word + _STEP) & _WORD
        bits = ((self.word ^ (self.word >> 30)) * _FIRST) & _WORD
        bits = ((bits ^ (bits >> 27)) * _SECOND) & _WORD
        bits = (bits ^ (bits >> 31)) >> 32
        here, order = self._place, self._order
        other = here + ((bits * left) >> 32)
        order[here], order[other] = order[other], order[here]
        self._place = here + 1
        return order[here]
