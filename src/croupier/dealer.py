"""The dealer: holds the cards, and deals a table from a virtual shoe.

The table knows the rules and never an undealt card. The dealer knows the order and decides nothing:
it shuffles when the table says so, publishes the commitment, offers the cut, and draws what is due.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.shoe import (
    CardShoe,
    ShufflingMachine,
    commit,
    cut,
    cutting_card_range,
    front_cut_range,
    shuffle,
)
from croupier.table.acts.cards import (
    Burn,
    Cut,
    DeclineCut,
    FeedMachine,
    InsertCuttingCard,
    LoadMachine,
    Reveal,
    Shuffle,
)
from croupier.table.acts.dealing import Collect, CuttingCardDrawn, Deal
from croupier.table.roles import Person, Role
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cards import Card
    from croupier.table.commands import Command
    from croupier.table.facts import Fact
    from croupier.table.table import Table


class Dealer:
    """Deals one table. `entropy` gives 32 fresh secret bytes; `ask_cut` a player's cut or None."""

    def __init__(
        self,
        table: Table,
        entropy: Callable[[], bytes],
        *,
        ask_cut: Callable[[str, range], int | None] = lambda _player, allowed: allowed[0],
        penetration: float = 1.0,
        name: str = "dealer",
        supervisor: str = "supervisor",
        clock: Callable[[], int] = lambda: 0,
    ) -> None:
        if not 0 <= penetration <= 1:
            raise ValueError("penetration: from 0 (the shallowest shoe allowed) to 1 (the deepest)")
        self.table = table
        self.by = Person(name, Role.DEALER)
        self.supervisor = Person(supervisor, Role.SUPERVISOR)
        self._entropy = entropy
        self._ask_cut = ask_cut
        self._penetration = penetration
        self._clock = clock
        self._shoe: CardShoe | None = None
        self._machine: ShufflingMachine | None = None
        self._told: list[Fact] = []
        self._burnt: list[Card] = []
        self._secrets: list[tuple[str, bytes, tuple[Card, ...]]] = []
        """Shuffles whose secret has not been revealed: commitment, secret, pack."""

    # -- what it is asked to do; each returns the facts that followed

    def prepare(self) -> list[Fact]:
        """Shuffle, offer the cut, cut, load and burn, as far as the table wants it."""
        self._told = []
        self._prepare()
        return self._told

    def deal(self) -> list[Fact]:
        """Deal whatever is due until somebody has to decide or the round is over."""
        self._told = []
        table = self.table
        while table.phase is Phase.DEALING:
            assert table.round is not None
            if table.round.card_due_to is None:
                break
            if table.shoe.remaining == 0 or table.shoe.preparation is Preparation.NEEDS_SHUFFLE:
                self._new_shoe()
            self._deal_one()
        return self._told

    def collect(self) -> list[Fact]:
        """End the round, and feed the machine if there is one."""
        self._told = []
        self._do(Collect())
        if self.table.shoe.machine and self._machine is not None and self.table.shoe.rack:
            self._machine.insert(self._discards())
            self._burnt.clear()
            self._do(FeedMachine())
        return self._told

    def reveal(self) -> list[Fact]:
        """Publish the secrets of every shoe that is finished."""
        self._told = []
        self._reveal()
        return self._told

    # -- shuffling

    def _prepare(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation is Preparation.NEEDS_SHUFFLE:
            if shoe.machine:
                self._load_machine()
            else:
                self._new_shoe()
        while shoe.burns_due:
            self._burnt.append(self._draw())
            self._do(Burn())

    def _new_shoe(self) -> None:
        table = self.table
        if not table.in_play:
            self._reveal()
            pack = DECK * table.shoe.decks
        elif table.shoe.broken_down and self._machine is not None:
            pack = self._machine.remove_all()
        else:
            pack = self._discards()
        secret = self._entropy()
        commitment = commit(secret, pack)
        order = shuffle(pack, secret)
        self._do(Shuffle(commitment=commitment))
        self._secrets.append((commitment, secret, pack))
        order = cut(order, self._offer_cut(len(order)))
        allowed = cutting_card_range(len(order))
        from_back = allowed[-1] - round((len(allowed) - 1) * self._penetration)
        self._shoe = CardShoe(order, cutting_card=len(order) - from_back)
        self._burnt.clear()
        self._do(InsertCuttingCard(from_back=from_back))

    def _offer_cut(self, cards: int) -> int:
        allowed = front_cut_range(cards)
        while (offer := self.table.shoe.offers[self.table.shoe.offered]).player is not None:
            at = self._ask_cut(offer.player, allowed)
            if at is not None:
                self._do(Cut(player=offer.player, at=at))
                return at
            self._do(DeclineCut(player=offer.player))
        at = allowed[len(allowed) // 2]
        self._do(Cut(player=self.supervisor.name, at=at), self.supervisor)
        return at

    def _load_machine(self) -> None:
        self._reveal()
        secret, pack = self._entropy(), DECK * self.table.shoe.decks
        self._machine = ShufflingMachine(pack, secret)
        self._secrets.append((self._machine.commitment, secret, pack))
        self._do(LoadMachine(commitment=self._machine.commitment))

    def _discards(self) -> tuple[Card, ...]:
        """The rack's cards, with those that were burnt unseen."""
        unseen = iter(self._burnt)
        return tuple(next(unseen) if card is None else card for card in self.table.shoe.rack)

    def _reveal(self) -> None:
        for commitment, secret, pack in self._secrets:
            self._do(Reveal(commitment=commitment, secret=secret.hex(), pack=pack))
        self._secrets.clear()

    # -- dealing

    def _deal_one(self) -> None:
        shoe = self.table.shoe
        if shoe.pending and shoe.pending[0] is not None:
            self._do(Deal(card=shoe.pending[0]))
        elif not shoe.machine and self._shoe is not None and self._shoe.cutting_card_next:
            self._shoe.take_cutting_card()
            self._do(CuttingCardDrawn())
        else:
            self._do(Deal(card=self._draw()))

    def _draw(self) -> Card:
        if self.table.shoe.machine:
            assert self._machine is not None
            return self._machine.draw()
        assert self._shoe is not None
        return self._shoe.draw()

    def _do(self, command: Command, by: Person | None = None) -> None:
        self._told += self.table.do(command, by or self.by, self._clock())
