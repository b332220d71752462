"""The chips of the whole house in double entry: what leaves one place enters another.

A place is the cage, a person's pocket, a table with its float, its layout and the racks at it, or
the account of a tournament or promotion, which is called as its record is.
Chips come from the issue, which owes as much as there is elsewhere: all places together hold
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.money import money

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ISSUE = "issue"
CAGE = "cage"


def pocket(person: str) -> str:
    return f"people/{person}"


def at_table(table: str) -> str:
    return f"tables/{table}"


class Transfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Chips on their way from one place to another, in cents."""

    source: str
    to: str
    amount: int

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(f"amount: {self.amount} cents is nothing to move")
        if self.source == self.to:
            raise ValueError(f"to: the chips are at {self.to} already")


def in_words(place: str) -> str:
    """A place of the books as people call it: `ana's pocket`, `table baccarat`."""
    kind, _, name = place.partition("/")
    if not name:
        return f"the {place}"
    return f"{name}'s pocket" if kind == "people" else f"{kind.removesuffix('s')} {name}"


class Overdrawn(ValueError):
    """A place does not hold what should leave it."""

    def __init__(self, place: str, held: int, amount: int) -> None:
        super().__init__(f"{in_words(place)} holds {money(held)}, not {money(amount)}")
        self.place = place
        self.amount = amount


class Books:
    """What every place holds. Only the issue is ever below nothing."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}

    def held(self, place: str) -> int:
        return self._held.get(place, 0)

    @property
    def places(self) -> Mapping[str, int]:
        return dict(self._held)

    def check(self, transfers: Iterable[Transfer]) -> None:
        """Raise `Overdrawn` if these transfers, in their order, take what is not there."""
        self._after(transfers)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Carry out all of these transfers or, raising `Overdrawn`, none."""
        self._held.update(self._after(transfers))

    def forget(self, place: str) -> None:
        """Drop a place that holds nothing, and to which nothing comes any more."""
        if not self.held(place):
            self._held.pop(place, None)

    def _after(self, transfers: Iterable[Transfer]) -> dict[str, int]:
        """What the places that they touch would hold."""
        after: dict[str, int] = {}
        for transfer in transfers:
            source, to, amount = transfer.source, transfer.to, transfer.amount
            left = after.get(source, self.held(source))
            if left < amount and source != ISSUE:
                raise Overdrawn(source, left, amount)
            after[source] = left - amount
            after[to] = after.get(to, self.held(to)) + amount
        return after

    @property
    def issued(self) -> int:
        """All the chips there are."""
        return -self.held(ISSUE)

    @property
    def balance(self) -> bool:
        return sum(self._held.values()) == 0 and all(
            held >= 0 for place, held in self._held.items() if place != ISSUE
        )
