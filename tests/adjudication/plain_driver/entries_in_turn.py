"""The cards and decisions of a plain file, each when its turn has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from croupier.adjudication.answer import Stopped
from croupier.adjudication.round_file import RoundFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.cards import Card
    from croupier.rulebook.citations import Refused

D = TypeVar("D")
"""A decision of the game."""


class EntriesInTurn(Generic[D]):
    """Hands out what a file lists, and says what is missing or too much."""

    def __init__(self, cards: Sequence[Card], decisions: Sequence[D]) -> None:
        self.cards = cards
        self.decisions = decisions
        self.cards_used = 0
        self.decided = 0

    @property
    def has_decision(self) -> bool:
        return self.decided < len(self.decisions)

    @property
    def has_card(self) -> bool:
        return self.cards_used < len(self.cards)

    def card(self, due: Callable[[], str]) -> Card:
        """The next card, or an error that says to whom it is `due`."""
        if not self.has_card:
            raise RoundFileError(f"cards[{self.cards_used + 1}]: missing; {due()}")
        self.cards_used += 1
        return self.cards[self.cards_used - 1]

    def decision(self, owed: Callable[[], str]) -> D:
        """The next decision, or an error that says by whom it is `owed`."""
        if not self.has_decision:
            raise RoundFileError(f"decisions[{self.decided + 1}]: missing; {owed()}")
        self.decided += 1
        return self.decisions[self.decided - 1]

    def refused(self, refusal: Refused) -> Stopped:
        """The decision that was taken last ends the file."""
        return Stopped("decision", self.decided, refusal)

    def must_have_no_decision(self, why_not: Callable[[D], Refused | None]) -> None:
        """Refuse a decision that comes when nobody is asked any more."""
        if self.has_decision:
            refusal = why_not(self.decisions[self.decided])
            assert refusal is not None  # nobody is being asked
            raise Stopped("decision", self.decided + 1, refusal)
