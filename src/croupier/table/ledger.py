"""Chips at a table: players' racks, the layout and the float. What leaves one enters another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.facts import Reversed, Settled, Staking

if TYPE_CHECKING:
    from croupier.table.facts import Fact


class Ledger:
    """Cents in each place. `brought` is what came in from outside, so the books must balance."""

    __slots__ = ("brought", "float", "layout", "racks")

    def __init__(self) -> None:
        self.racks: dict[str, int] = {}
        self.layout = 0
        self.float = 0
        self.brought = 0

    def bring(self, player: str, amount: int) -> None:
        self.racks[player] = self.racks.get(player, 0) + amount
        self.brought += amount

    def fill(self, amount: int) -> None:
        self.float += amount
        self.brought += amount

    def rack(self, player: str) -> int:
        return self.racks.get(player, 0)

    def apply(self, fact: Fact) -> None:
        """Move the chips that a fact moves."""
        if isinstance(fact, Staking):
            self._move(fact.player, -fact.amount, fact.amount, 0)
        elif isinstance(fact, Settled):
            self._move(fact.player, fact.stake + fact.net, -fact.stake, -fact.net)
        elif isinstance(fact, Reversed):
            self._move(fact.player, -fact.net, 0, fact.net)

    def undo(self, fact: Fact) -> None:
        """Take back what a fact moved, when a hand is reconstructed."""
        if isinstance(fact, Staking):
            self._move(fact.player, fact.amount, -fact.amount, 0)
        elif isinstance(fact, Settled):
            self._move(fact.player, -fact.stake - fact.net, fact.stake, fact.net)
        elif isinstance(fact, Reversed):
            self._move(fact.player, fact.net, 0, -fact.net)

    def _move(self, player: str, rack: int, layout: int, house: int) -> None:
        if rack or layout:
            self.racks[player] = self.racks.get(player, 0) + rack
            self.layout += layout
            self.float += house

    @property
    def balances(self) -> bool:
        return sum(self.racks.values()) + self.layout + self.float == self.brought
