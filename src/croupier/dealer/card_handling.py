"""Handling the cards of a table: what a dealer holds, draws, and says at the table.

The order of the cards and the secrets of shuffles are known to nobody else.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person, Role
from croupier.cards import parse_cards
from croupier.shoe import (
    CardShoe,
    CardShoeState,
    MachineState,
    ShufflingMachine,
    commit,
    cut,
    pack_text,
)
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Deal
from croupier.table.shoe_state import Preparation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.table.shuffle_verification import CardFollower
    from croupier.table.table import Table


@dataclass(frozen=True, slots=True)
class DealerState:
    """What a dealer holds, as plain data: undealt cards and secrets, for the house's safe alone."""

    shoe: CardShoeState | None
    machine: MachineState | None
    stack: str = field(repr=False)
    burnt: str = field(repr=False)
    unseen: str = field(repr=False)
    kept: str = field(repr=False)
    secrets: tuple[tuple[str, str, str], ...] = field(repr=False)
    awaited: tuple[str, str, str] | None = field(default=None, repr=False)


@dataclass(slots=True, repr=False)
class Holding:
    """The cards wherever they lie unseen, and the secrets that are still kept."""

    shoe: CardShoe | None = None
    machine: ShufflingMachine | None = None
    stack: tuple[Card, ...] = ()
    """Shuffled cards on their way into the shoe."""
    burnt: list[Card] = field(default_factory=list)
    """Cards in the discard rack that nobody saw, in their order."""
    unseen: deque[Card] = field(default_factory=deque)
    """Cards drawn in error that nobody saw, to be dealt next."""
    kept: deque[Card] = field(default_factory=deque)
    """Unseen cards of the dealer's hand, kept for the beginning of the next round."""
    secrets: list[tuple[str, str, str]] = field(default_factory=list)
    """Shuffles whose secret has not been revealed: commitment, secret, pack, all as text."""
    awaited: tuple[str, str, str] | None = None
    """The same of a shuffle that the house is bound to while players open their links."""
    _stated: tuple[tuple[object, ...], DealerState] | None = None
    """What was held when somebody last asked, and as plain data."""

    @classmethod
    def of(cls, state: DealerState) -> Holding:
        return cls(
            shoe=CardShoe.resume(state.shoe) if state.shoe is not None else None,
            machine=ShufflingMachine.resume(state.machine) if state.machine is not None else None,
            stack=parse_cards(state.stack),
            burnt=list(parse_cards(state.burnt)),
            unseen=deque(parse_cards(state.unseen)),
            kept=deque(parse_cards(state.kept)),
            secrets=list(state.secrets),
            awaited=state.awaited,
        )

    def state(self) -> DealerState:
        """It is the very same as long as nothing has changed, which is asked after each command."""
        held = (
            None if self.shoe is None else self.shoe.place,
            None if self.machine is None else self.machine.state(),
            self.stack, (*self.burnt,), (*self.unseen,), (*self.kept,), (*self.secrets,),
            self.awaited,
        )  # fmt: skip
        if self._stated is None or self._stated[0] != held:
            self._stated = held, self._as_state()
        return self._stated[1]

    def _as_state(self) -> DealerState:
        return DealerState(
            shoe=self.shoe.state() if self.shoe is not None else None,
            machine=self.machine.state() if self.machine is not None else None,
            stack=pack_text(self.stack),
            burnt=pack_text(self.burnt),
            unseen=pack_text(self.unseen),
            kept=pack_text(self.kept),
            secrets=tuple(self.secrets),
            awaited=self.awaited,
        )

    def in_rack(self, rack: Iterable[Card | None]) -> tuple[Card, ...]:
        """The rack's cards, with those that were burnt unseen."""
        unseen = iter(self.burnt)
        return tuple(next(unseen) if card is None else card for card in rack)

    def take_rack(self, rack: Iterable[Card | None]) -> tuple[Card, ...]:
        """The rack's cards, with those that were burnt unseen; none of these is held any more."""
        cards = self.in_rack(rack)
        self.burnt.clear()
        return cards

    def forget(self) -> None:
        """All the cards come together: none is anywhere else."""
        self.burnt.clear()
        self.unseen.clear()
        self.kept.clear()


WAITING = (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS)
"""When no card is dealt that was shuffled before."""


def _fits(table: Table, commitment: str, secret: bytes, pack: tuple[Card, ...]) -> bool:
    joint = table.seeding.unrevealed.get(commitment)
    if joint is None:
        return commit(secret, pack) == commitment
    return joint.committed.laid(secret, pack) is not None


class CardHandler:
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

    @property
    def secrets(self) -> tuple[tuple[str, str, str], ...]:
        """Commitment, secret and pack of every shuffle whose secret has not been revealed."""
        return tuple(self._held.secrets)

    def resume(self, state: DealerState) -> None:
        """Take up the cards of a dealer who stood at the same table."""
        self._held = Holding.of(state)

    def misfit(self, cards: CardFollower) -> str:
        """Why what is held is not what the record commits to, if it is not.

        `cards` has followed the record with the secrets that are held.
        """
        held, table = self._held, self.table
        for commitment, secret, text in (*held.secrets, *([held.awaited] if held.awaited else ())):
            if not _fits(table, commitment, bytes.fromhex(secret), parse_cards(text)):
                return f"the secret does not fit {commitment}"
        if table.shoe.commitment is None or table.shoe.stage in WAITING:
            return ""
        if all(commitment != table.shoe.commitment for commitment, _, _ in held.secrets):
            return f"there is no secret of {table.shoe.commitment}"
        if cards.checks and cards.checks[-1].problem:
            return cards.checks[-1].problem
        undealt = cards.undealt
        return "" if undealt is None or undealt == self._undealt else "the order is another"

    @property
    def _undealt(self) -> tuple[Card, ...]:
        """The cards that are held to be dealt, in their order or in a machine's row."""
        held, shoe = self._held, self.table.shoe
        if shoe.preparation is Preparation.CUT:
            return cut(held.stack, shoe.cut_at, shoe.cuts)
        if shoe.stage is Preparation.OFFERING_CUT:
            return held.stack
        if shoe.mixes:
            return () if held.machine is None else held.machine.held
        return () if held.shoe is None else held.shoe.undealt

    @property
    def cutting_card_next(self) -> bool:
        """Whether the cutting card comes out before any other card of the shoe."""
        source = self._held.shoe
        return source is not None and source.cutting_card_next and not self.table.shoe.machine

    def _take_cutting_card(self) -> None:
        assert self._held.shoe is not None
        self._held.shoe.take_cutting_card()
        self._do(CuttingCardDrawn())

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
