"""Views of the chips: the cage and its terms, every other place, and the buy-ins left today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.house.books import CAGE, pocket
from croupier.casino.house.commands import CageTerms, ChipKind

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True)
class ChipsView:
    """All the chips of the house at one moment; amounts are in cents."""

    places: Mapping[str, int]
    """The chips at each place of the books."""
    issued: int
    balance: bool
    """True if the books balance and no place but the issue is below nothing."""


def chips_of_house(floor: Floor) -> ChipsView:
    """Return where all the chips are."""
    books = floor.house.books
    return ChipsView(books.places, books.issued, books.balance)


def chips_at(floor: Floor, place: str) -> int:
    """Return the chips at one place of the books, in cents."""
    return floor.house.books.held(place)


def chips_in_pocket(floor: Floor, person: str) -> int:
    """Return the chips that somebody has away from the tables, in cents."""
    return chips_at(floor, pocket(person))
