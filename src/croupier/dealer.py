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
        self._burnt: list[Card] = []
        self._secrets: list[tuple[str, bytes, tuple[Card, ...]]] = []
        """Shuffles whose secret has not been revealed: commitment, secret, pack."""

    # -- shuffling

    def prepare(self) -> list[Fact]:
        """Shuffle, offer the cut, cut and load, if the table wants it."""
        facts: list[Fact] = []
        shoe = self.table.shoe
        if shoe.preparation is Preparation.NEEDS_SHUFFLE:
            if shoe.machine:
                facts += self._load_machine()
            else:
                facts += self._new_shoe()
        while shoe.burns_due:
            card = self._draw()
            self._burnt.append(card)
            facts += self._do(Burn())
        return facts

    def _new_shoe(self) -> list[Fact]:
        table = self.table
        if not table.in_play:
            pack = DECK * table.shoe.decks
        elif table.shoe.broken_down and self._machine is not None:
            pack = self._machine.remove_all()
        else:
            pack = self._discards()
        facts = self.reveal() if not table.in_play else []
        secret = self._entropy()
        commitment = commit(secret, pack)
        order = shuffle(pack, secret)
        facts += self._do(Shuffle(commitment=commitment))
        self._secrets.append((commitment, secret, pack))
        at, cut_facts = self._offer_cut(len(order))
        order = cut(order, at)
        allowed = cutting_card_range(len(order))
        from_back = allowed[-1] - round((len(allowed) - 1) * self._penetration)
        self._shoe = CardShoe(order, cutting_card=len(order) - from_back)
        self._burnt.clear()
        return facts + cut_facts + self._do(InsertCuttingCard(from_back=from_back))

    def _discards(self) -> tuple[Card, ...]:
        unseen = iter(self._burnt)
        return tuple(next(unseen) if card is None else card for card in self.table.shoe.rack)

    def _offer_cut(self, cards: int) -> tuple[int, list[Fact]]:
        facts: list[Fact] = []
        allowed = front_cut_range(cards)
        while (offer := self.table.shoe.offers[self.table.shoe.offered]).player is not None:
            at = self._ask_cut(offer.player, allowed)
            if at is not None:
                return at, facts + self._do(Cut(player=offer.player, at=at))
            facts += self._do(DeclineCut(player=offer.player))
        at = allowed[len(allowed) // 2]
        return at, facts + self._do(Cut(player=self.supervisor.name, at=at), self.supervisor)

    def _load_machine(self) -> list[Fact]:
        facts = self.reveal()
        secret, pack = self._entropy(), DECK * self.table.shoe.decks
        self._machine = ShufflingMachine(pack, secret)
        self._secrets.append((self._machine.commitment, secret, pack))
        return facts + self._do(LoadMachine(commitment=self._machine.commitment))

    def reveal(self) -> list[Fact]:
        """Publish the secrets of every shoe that is finished."""
        facts: list[Fact] = []
        for commitment, secret, pack in self._secrets:
            facts += self._do(Reveal(commitment=commitment, secret=secret.hex(), pack=pack))
        self._secrets.clear()
        return facts

    # -- dealing

    def deal(self) -> list[Fact]:
        """Deal whatever is due until somebody has to decide or the round is over."""
        facts: list[Fact] = []
        table = self.table
        while table.phase is Phase.DEALING:
            assert table.round is not None
            if table.round.card_due_to is None:
                break
            if table.shoe.remaining == 0 or table.shoe.preparation is Preparation.NEEDS_SHUFFLE:
                facts += self.prepare() if table.shoe.broken_down else self._new_shoe()
            facts += self._deal_one()
        return facts

    def _deal_one(self) -> list[Fact]:
        table = self.table
        if table.shoe.pending and table.shoe.pending[0] is not None:
            return self._do(Deal(card=table.shoe.pending[0]))
        if not table.shoe.machine and self._shoe is not None and self._shoe.cutting_card_next:
            self._shoe.take_cutting_card()
            return self._do(CuttingCardDrawn())
        return self._do(Deal(card=self._draw()))

    def _draw(self) -> Card:
        if self.table.shoe.machine:
            assert self._machine is not None
            return self._machine.draw()
        assert self._shoe is not None
        return self._shoe.draw()

    def collect(self) -> list[Fact]:
        """End the round, and feed the machine if there is one."""
        facts = self._do(Collect())
        if self.table.shoe.machine and self._machine is not None and self.table.shoe.rack:
            self._machine.insert(self._discards())
            self._burnt.clear()
            facts += self._do(FeedMachine())
        return facts

    def _do(self, command: Command, by: Person | None = None) -> list[Fact]:
        return list(self.table.do(command, by or self.by, self._clock()))
