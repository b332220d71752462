"""The cage as people see it: its terms, the chips in it, and what a player may still buy today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.house.books import CAGE
from croupier.casino.house.commands import CageTerms, ChipKind

if TYPE_CHECKING:
    from croupier.casino.floor import Floor


@dataclass(frozen=True, slots=True)
class CageView:
    """The cage at one moment; amounts are in cents."""

    terms: CageTerms
    held: int
    reserve: int
    """Chips that buy-ins leave in the cage."""
    issued: int

    @property
    def for_money(self) -> bool:
        return self.terms.chips is ChipKind.MONEY


def cage_of(floor: Floor) -> CageView:
    house = floor.house
    terms = house.cage_terms or CageTerms()
    return CageView(terms, house.books.held(CAGE), house.cage_reserve, house.books.issued)


def left_to_buy(floor: Floor, person: str) -> int:
    """Return the chips that a player may still buy today without staff, in cents."""
    cage = cage_of(floor)
    own = floor.house.left_to_buy(person, floor.clock())
    return max(0, min(own, cage.held - cage.reserve))
