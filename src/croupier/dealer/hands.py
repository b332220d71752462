"""The hands at a table: they draw its cards, and say there what they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person, Role
from croupier.dealer.holding import Holding
from croupier.table.acts.cards import Burn, Reveal
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Deal
from croupier.table.acts.machine import FeedMachine, LoadMachine
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.dealer.holding import DealerState
    from croupier.table.table import Table


HANDS: frozenset[type[Command]] = frozenset(
    {
        Burn, BurntInError, CuttingCardDrawn, Deal, DealerOverdrew, DrawnInError, FaceUpCard,
        FeedMachine, InsertCuttingCard, LoadMachine, Reveal, Shuffle, TakeFromRack,
    }
)  # fmt: skip
"""What only whoever holds the cards can truly say."""


class Hands:
    """Whoever holds a table's cards."""

    def __init__(
        self, table: Table, *, name: str, supervisor: str, clock: Callable[[], int]
    ) -> None:
        self.table = table
        self.by = Person(name, Role.DEALER)
        self.supervisor = Person(supervisor, Role.SUPERVISOR)
        self._clock = clock
        self._held = Holding()
        self._told: list[Fact] = []
        """The facts that followed from what the hands were last asked to do."""

    def state(self) -> DealerState:
        """What has to outlive them."""
        return self._held.state()

    def resume(self, state: DealerState) -> None:
        """Take up the cards of a dealer who stood at the same table."""
        self._held = Holding.of(state)

    @property
    def cutting_card_next(self) -> bool:
        """Whether the cutting card comes out before any other card of the shoe."""
        if self._held.shoe is None or self.table.shoe.machine:
            return False
        return self._held.shoe.cutting_card_next

    def _draw(self) -> Card:
        if self.table.shoe.mixes:
            assert self._held.machine is not None
            return self._held.machine.draw()
        assert self._held.shoe is not None
        return self._held.shoe.draw()

    def _deal_waiting(self, waiting: Card | None, laid_on: tuple[int, int] | None = None) -> None:
        """Deal the card that is out of the shoe already; only the dealer knows an unseen one."""
        held = self._held
        unseen = held.kept if len(held.kept) > self.table.shoe.for_next_round else held.unseen
        self._do(Deal(card=unseen[0] if waiting is None else waiting, laid_on=laid_on))
        if waiting is None:
            unseen.popleft()

    def _do(self, command: Command, by: Person | None = None) -> None:
        self._told += self.table.do(command, by or self.by, self._clock())
