"""What a dealer holds: cards in an order that nobody else knows, and the secrets of shuffles."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.cards import parse_cards
from croupier.shoe import CardShoe, CardShoeState, MachineState, ShufflingMachine, pack_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card


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
        )

    def state(self) -> DealerState:
        return DealerState(
            shoe=self.shoe.state() if self.shoe is not None else None,
            machine=self.machine.state() if self.machine is not None else None,
            stack=pack_text(self.stack),
            burnt=pack_text(self.burnt),
            unseen=pack_text(self.unseen),
            kept=pack_text(self.kept),
            secrets=tuple(self.secrets),
        )

    def take_rack(self, rack: Iterable[Card | None]) -> tuple[Card, ...]:
        """The rack's cards, with those that were burnt unseen; none of these is held any more."""
        unseen = iter(self.burnt)
        cards = tuple(next(unseen) if card is None else card for card in rack)
        self.burnt.clear()
        return cards

    def forget(self) -> None:
        """All the cards come together: none is anywhere else."""
        self.burnt.clear()
        self.unseen.clear()
        self.kept.clear()
