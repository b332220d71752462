"""What only a table of Hold'em keeps track of, beside what every table has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from croupier.table.shoe_state import ShoeState

if TYPE_CHECKING:
    from croupier.games.holdem.rules import HoldemLaw, HoldemRules
    from croupier.table.table import Table


class OneDeck(ShoeState):
    """One deck, shuffled whole for every round and dealt face down. The dealer cuts it anywhere."""

    continuous: ClassVar[bool] = False
    face_down: ClassVar[bool] = True

    @property
    def cuts(self) -> range:
        return range(1, self.in_the_stack)


@dataclass(slots=True)
class HoldemState:
    """What the rules of Hold'em want remembered between two commands."""

    rules: HoldemRules
    backs: tuple[str, ...] = ()
    """The colours of the backs of two decks, the one in play first; of a single deck, none."""
    in_doubt: bool = False
    """Whether a card was missing or foreign, and the deck has not been checked since."""
    colluded: set[str] = field(default_factory=set)
    """Players of whom it is recorded that they broke rule 12."""
    put_out: set[tuple[int, str]] = field(default_factory=set)
    """Players who were excluded from one round, with its number."""
    overlooked: set[tuple[str, int]] = field(default_factory=set)
    """Players and boxes whose chips lie against rule 4 without the dealer having noticed."""


def state_of(table: Table) -> HoldemState:
    assert isinstance(table.own, HoldemState)
    return table.own


def law_of(table: Table) -> HoldemLaw:
    return state_of(table).rules.law
