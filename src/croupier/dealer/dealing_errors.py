"""Slips: what goes wrong at a table goes wrong with a card of its own shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.dealer.card_handling import CardHandler
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe
from croupier.table.acts.dealing import Deal
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cards import Card


class Slips(CardHandler):
    """Each returns the facts that followed; `seen`, and everybody knows the card."""

    def find_face_up(self) -> list[Fact]:
        """The next card is found turned over."""
        return self._slip(lambda card: FaceUpCard(card=card))

    def draw_in_error(self, *, seen: bool = True) -> list[Fact]:
        """A card leaves the shoe when none is due."""
        unseen = self._held.unseen
        return self._slip(lambda card: DrawnInError(card=card if seen else None), unseen)

    def burn_in_error(self, *, seen: bool = True) -> list[Fact]:
        """A card is put into the discard rack by mistake."""
        burnt = self._held.burnt
        return self._slip(lambda card: BurntInError(card=card if seen else None), burnt)

    def take_from_rack(self) -> list[Fact]:
        """A card that was burnt by mistake is noticed at once, and is the next card."""
        self._told = []
        self._do(TakeFromRack())
        if self.table.shoe.pending[-1] is None:
            self._held.unseen.append(self._held.burnt.pop())
        return self._told

    def overdraw(self, *, seen: bool = True) -> list[Fact]:
        """The dealer's own hand gets a card that the rules do not give it."""
        kept = self._held.kept
        return self._slip(lambda card: DealerOverdrew(card=card if seen else None), kept)

    def misplace(self, box: int, hand: int = 1) -> list[Fact]:
        """The card that is due is laid on another hand."""
        pending = self.table.shoe.pending
        if not pending:
            return self._slip(lambda card: Deal(card=card, laid_on=(box, hand)))
        self._told = []
        self._deal_waiting(pending[0], (box, hand))
        return self._told

    def _slip(
        self,
        command: Callable[[Card], Command],
        unseen: list[Card] | deque[Card] | None = None,
    ) -> list[Fact]:
        """Draw a card and say what became of it; if the table refuses, it was not drawn.

        Where the cutting card is in front, that is what comes out, and nothing else yet.
        """
        self._told = []
        must_be_in_the_shoe(self.table)
        before = self.state()
        try:
            if self.cutting_card_next:
                self._take_cutting_card()
                return self._told
            card = self._draw()
            said = command(card)
            self._do(said)
        except Refused:
            self.resume(before)
            raise
        if unseen is not None and getattr(said, "card", card) is None:
            unseen.append(card)
        return self._told
