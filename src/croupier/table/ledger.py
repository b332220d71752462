"""Chips at a table: players' racks, the layout and the float. What leaves one enters another.

Promotional tokens are apart from chips, but for those that are staked: they are worth their face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.facts import Reversed, Settled, Staking, TokensMoved

if TYPE_CHECKING:
    from croupier.table.facts import Fact


class Ledger:
    """Cents in each place. `brought` is what came in from outside, so the books must balance."""

    __slots__ = ("brought", "float", "layout", "racks", "tokens", "tokens_taken")

    def __init__(self) -> None:
        self.racks: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        """Tokens in front of players, not those on the layout."""
        self.tokens_taken = 0
        """Tokens that are the house's again."""
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
        elif isinstance(fact, TokensMoved):
            self._move_tokens(fact, 1)

    def undo(self, fact: Fact) -> None:
        """Take back what a fact moved, when a hand is reconstructed."""
        if isinstance(fact, Staking):
            self._move(fact.player, fact.amount, -fact.amount, 0)
        elif isinstance(fact, Settled):
            self._move(fact.player, -fact.stake - fact.net, fact.stake, fact.net)
        elif isinstance(fact, Reversed):
            self._move(fact.player, fact.net, 0, -fact.net)
        elif isinstance(fact, TokensMoved):
            self._move_tokens(fact, -1)

    def _move_tokens(self, fact: TokensMoved, way: int) -> None:
        """Face value goes from tokens to the stake, or out of where a settlement has put it."""
        player = fact.player
        held = fact.issued - fact.staked + fact.returned
        self.tokens[player] = self.tokens.get(player, 0) + way * held
        out_of_the_rack = fact.returned + fact.kept - fact.staked
        self.racks[player] = self.racks.get(player, 0) - way * out_of_the_rack
        self.float -= way * fact.lost
        self.brought -= way * (out_of_the_rack + fact.lost)
        self.tokens_taken += way * (fact.lost + fact.kept)

    def _move(self, player: str, rack: int, layout: int, house: int) -> None:
        if rack or layout:
            self.racks[player] = self.racks.get(player, 0) + rack
            self.layout += layout
            self.float += house

    @property
    def balances(self) -> bool:
        return sum(self.racks.values()) + self.layout + self.float == self.brought
