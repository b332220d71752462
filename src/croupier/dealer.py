"""The dealer: holds the cards, and deals a table from a virtual shoe.

The table knows the rules and never an undealt card. The dealer knows the order and decides nothing:
it shuffles when the table says so, publishes the commitment, offers the cut, and draws what is due.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.cards import DECK, parse_cards
from croupier.rulebook.citing import Refused
from croupier.shoe import (
    CardShoe,
    CardShoeState,
    Limb,
    MachineState,
    ShufflingMachine,
    commit,
    cut,
    pack_text,
    shuffle,
)
from croupier.table.acts.cards import Burn, Reveal, must_be_in_the_shoe
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.machine import FeedMachine, LoadMachine
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.commands import Command
from croupier.table.roles import Person, Role
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cards import Card
    from croupier.table.facts import Fact
    from croupier.table.table import Table


HANDS: frozenset[type[Command]] = frozenset(
    {
        Burn, BurntInError, CuttingCardDrawn, Deal, DealerOverdrew, DrawnInError, FaceUpCard,
        FeedMachine, InsertCuttingCard, LoadMachine, Reveal, Shuffle, TakeFromRack,
    }
)  # fmt: skip
"""What only whoever holds the cards can truly say."""


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


class Dealer:
    """Deals one table. `entropy` gives 32 fresh secret bytes; `ask_cut` a player's cut or None.

    With no `ask_cut` the players answer the offer by their own commands: `prepare` and `deal` stop
    at the offer, and go on from there when they are called again.
    """

    def __init__(
        self,
        table: Table,
        entropy: Callable[[], bytes],
        *,
        ask_cut: Callable[[str, range], int | None] | None = lambda _player, allowed: allowed[0],
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
        self._stack: tuple[Card, ...] = ()
        """Shuffled cards on their way into the shoe."""
        self._shoe: CardShoe | None = None
        self._machine: ShufflingMachine | None = None
        self._told: list[Fact] = []
        self._burnt: list[Card] = []
        """Cards in the discard rack that nobody saw, in their order."""
        self._unseen: deque[Card] = deque()
        """Cards drawn in error that nobody saw, to be dealt next."""
        self._kept: deque[Card] = deque()
        """Unseen cards of the dealer's hand, kept for the beginning of the next round."""
        self._secrets: list[tuple[str, str, str]] = []
        """Shuffles whose secret has not been revealed: commitment, secret, pack, all as text."""

    # -- what outlives it

    def state(self) -> DealerState:
        return DealerState(
            shoe=self._shoe.state() if self._shoe is not None else None,
            machine=self._machine.state() if self._machine is not None else None,
            stack=pack_text(self._stack),
            burnt=pack_text(self._burnt),
            unseen=pack_text(self._unseen),
            kept=pack_text(self._kept),
            secrets=tuple(self._secrets),
        )

    def resume(self, state: DealerState) -> None:
        """Take up the cards of a dealer who stood at the same table."""
        self._shoe = CardShoe.resume(state.shoe) if state.shoe is not None else None
        self._machine = (
            ShufflingMachine.resume(state.machine) if state.machine is not None else None
        )
        self._stack = parse_cards(state.stack)
        self._burnt = list(parse_cards(state.burnt))
        self._unseen = deque(parse_cards(state.unseen))
        self._kept = deque(parse_cards(state.kept))
        self._secrets = list(state.secrets)

    # -- what it is asked to do; each returns the facts that followed

    def prepare(self) -> list[Fact]:
        """Shuffle, offer the cut, cut, load and burn, as far as the table wants it."""
        self._told = []
        self._prepare()
        return self._told

    def bring_shuffled(
        self, said: Callable[[str], Command], by: Person | None = None
    ) -> list[Fact]:
        """All the cards come to be cut in another way than by the shuffle, say from their maker.

        `said` makes the command of the commitment that it publishes.
        """
        self._told = []
        if self.table.shoe.preparation is Preparation.NEEDS_SHUFFLE:
            self._reveal()
        self._mix(DECK * self.table.shoe.decks, said, by)
        self._forget()
        return self._told

    def deal(self) -> list[Fact]:
        """Deal whatever is due until somebody has to decide or the round is over."""
        self._told = []
        table, shoe = self.table, self.table.shoe
        while table.phase is Phase.DEALING and self._step():
            pass
        if shoe.feed_due:
            self._feed()
        return self._told

    def step(self) -> list[Fact]:
        """Do the next thing that is the dealer's to do in a round, and no more."""
        self._told = []
        if self.table.phase is Phase.DEALING:
            self._step()
        return self._told

    def _step(self) -> bool:
        """Whether there was anything to do, and all that it takes was there."""
        table, shoe = self.table, self.table.shoe
        assert table.round is not None
        if shoe.feed_due:
            self._feed()
        move = table.game.dealers_turn(table)
        if move is not None:
            self._do(move)
            return True
        if table.round.card_due_to is None:
            return False
        if not shoe.pending and not (shoe.ready and shoe.remaining and not shoe.burns_due):
            self._prepare()
            if not shoe.ready:
                return False
        self._deal_one()
        return True

    def collect(self) -> list[Fact]:
        """End the round, and feed the machine if the rules let it be fed now."""
        self._told = []
        self._do(Collect())
        if self.table.shoe.mixes and FeedMachine() in self.table.legal(self.by, self._clock()):
            self._feed()
        return self._told

    def _feed(self) -> None:
        assert self._machine is not None
        self._machine.insert(self._discards())
        self._burnt.clear()
        self._do(FeedMachine())

    def reveal(self) -> list[Fact]:
        """Publish the secrets of every shoe that is finished."""
        self._told = []
        self._reveal()
        return self._told

    # -- shuffling

    def _prepare(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation is Preparation.NEEDS_SHUFFLE and shoe.mixes:
            self._load_machine()
        elif shoe.preparation is Preparation.NEEDS_SHUFFLE or self._exhausted:
            self._shuffle()
        if shoe.preparation is Preparation.OFFERING_CUT and not self._cut_is_awaited:
            self._offer_cut(shoe.cuts)
        if shoe.preparation is Preparation.CUT:
            self._load()
        while shoe.ready and shoe.burns_due:
            card = self._draw()
            if shoe.burn_is_shown:
                self._do(Burn(card=card))
            else:
                self._burnt.append(card)
                self._do(Burn())

    @property
    def _exhausted(self) -> bool:
        shoe = self.table.shoe
        return shoe.ready and not (shoe.machine or shoe.remaining or shoe.pending)

    def _shuffle(self) -> None:
        table = self.table
        if table.phase is Phase.BETTING:
            self._reveal()
            pack = DECK * table.shoe.decks
            self._forget()
        elif self._exhausted or not table.shoe.remaining:
            pack = self._discards()
            self._burnt.clear()
        else:  # the machine broke down; what it had not dealt is shuffled, the rack is not
            assert self._machine is not None
            pack = self._machine.remove_all()
        self._mix(pack, lambda commitment: Shuffle(commitment=commitment))

    def _mix(
        self, pack: tuple[Card, ...], said: Callable[[str], Command], by: Person | None = None
    ) -> None:
        """Commit to an order of the cards, say what was done, and hold them in that order."""
        secret = self._entropy()
        commitment = commit(secret, pack)
        self._do(said(commitment), by)
        self._stack = shuffle(pack, secret)
        if self.table.shoe.ready:  # a machine gave the whole deck out, and nobody cuts it
            self._shoe = CardShoe(self._stack)
        self._secrets.append((commitment, secret.hex(), pack_text(pack)))

    @property
    def _cut_is_awaited(self) -> bool:
        return self._ask_cut is None and self.table.shoe.offer.player is not None

    def _offer_cut(self, allowed: range) -> int:
        while (offer := self.table.shoe.offer).player is not None:
            assert self._ask_cut is not None
            at = self._ask_cut(offer.player, allowed)
            if at is not None:
                self._do(Cut(player=offer.player, at=at))
                return at
            self._do(DeclineCut(player=offer.player))
        at = allowed[len(allowed) // 2]
        staff = self.by if offer.limb is Limb.DEALER else self.supervisor
        self._do(Cut(player=staff.name, at=at), staff)
        return at

    def _load(self) -> None:
        order = cut(self._stack, self.table.shoe.cut_at, self.table.shoe.cuts)
        allowed = self.table.game.cutting_card_depths(len(order))
        from_back = allowed[-1] - round((len(allowed) - 1) * self._penetration)
        self._do(InsertCuttingCard(from_back=from_back))  # if it is refused, nothing was loaded
        self._shoe = CardShoe(order, cutting_card=len(order) - from_back)
        self._stack = ()

    def _load_machine(self) -> None:
        self._reveal()
        secret, pack = self._entropy(), DECK * self.table.shoe.decks
        machine = ShufflingMachine(pack, secret)
        self._do(LoadMachine(commitment=machine.commitment))
        self._machine = machine
        self._forget()
        self._secrets.append((machine.commitment, secret.hex(), pack_text(pack)))

    def _forget(self) -> None:
        """All the cards come together: none is anywhere else."""
        self._burnt.clear()
        self._unseen.clear()
        self._kept.clear()

    def _discards(self) -> tuple[Card, ...]:
        """The rack's cards, with those that were burnt unseen."""
        unseen = iter(self._burnt)
        return tuple(next(unseen) if card is None else card for card in self.table.shoe.rack)

    def _reveal(self) -> None:
        while self._secrets:
            commitment, secret, text = self._secrets[0]
            pack = parse_cards(text)
            whole = pack == DECK * self.table.shoe.decks
            named = None if whole else pack
            self._do(Reveal(commitment=commitment, secret=secret, pack=named))
            del self._secrets[0]

    # -- dealing

    def _deal_one(self) -> None:
        shoe = self.table.shoe
        if shoe.pending:
            self._deal_waiting(shoe.pending[0])
        elif self.cutting_card_next:
            assert self._shoe is not None
            self._shoe.take_cutting_card()
            self._do(CuttingCardDrawn())
        else:
            if not shoe.remaining:
                must_be_in_the_shoe(self.table)
            self._do(Deal(card=self._draw()))

    def _deal_waiting(self, waiting: Card | None, laid_on: tuple[int, int] | None = None) -> None:
        """Deal the card that is out of the shoe already; only the dealer knows an unseen one."""
        unseen = self._kept if len(self._kept) > self.table.shoe.for_next_round else self._unseen
        self._do(Deal(card=unseen[0] if waiting is None else waiting, laid_on=laid_on))
        if waiting is None:
            unseen.popleft()

    @property
    def cutting_card_next(self) -> bool:
        """Whether the cutting card comes out before any other card of the shoe."""
        if self._shoe is None or self.table.shoe.machine:
            return False
        return self._shoe.cutting_card_next

    def _draw(self) -> Card:
        if self.table.shoe.mixes:
            assert self._machine is not None
            return self._machine.draw()
        assert self._shoe is not None
        return self._shoe.draw()

    # -- slips: what goes wrong at a table goes wrong with a card of this shoe

    def find_face_up(self) -> list[Fact]:
        """The next card is found turned over."""
        return self._slip(lambda card: FaceUpCard(card=card))

    def draw_in_error(self, *, seen: bool = True) -> list[Fact]:
        """A card leaves the shoe when none is due."""
        return self._slip(lambda card: DrawnInError(card=card if seen else None), self._unseen)

    def burn_in_error(self, *, seen: bool = True) -> list[Fact]:
        """A card is put into the discard rack by mistake."""
        return self._slip(lambda card: BurntInError(card=card if seen else None), self._burnt)

    def take_from_rack(self) -> list[Fact]:
        """A card that was burnt by mistake is noticed at once, and is the next card."""
        self._told = []
        unseen = self.table.shoe.rack[-1:] == [None]
        self._do(TakeFromRack())
        if unseen:
            self._unseen.append(self._burnt.pop())
        return self._told

    def overdraw(self, *, seen: bool = True) -> list[Fact]:
        """The dealer's own hand gets a card that the rules do not give it."""
        return self._slip(lambda card: DealerOverdrew(card=card if seen else None), self._kept)

    def misplace(self, box: int, hand: int = 1) -> list[Fact]:
        """The card that is due is laid on another hand."""
        pending = self.table.shoe.pending
        if not pending:
            return self._slip(lambda card: Deal(card=card, laid_on=(box, hand)))
        self._told = []
        self._deal_waiting(pending[0], (box, hand))
        return self._told

    def _slip(
        self,
        command: Callable[[Card], Command],
        unseen: list[Card] | deque[Card] | None = None,
    ) -> list[Fact]:
        """Draw a card and say what became of it; if the table refuses, it was not drawn."""
        self._told = []
        must_be_in_the_shoe(self.table)
        shoe = self._shoe.state() if self._shoe is not None else None
        machine = self._machine.state() if self._machine is not None else None
        card = self._draw()
        said = command(card)
        try:
            self._do(said)
        except Refused:
            self._shoe = CardShoe.resume(shoe) if shoe is not None else None
            self._machine = ShufflingMachine.resume(machine) if machine is not None else None
            raise
        if unseen is not None and getattr(said, "card", card) is None:
            unseen.append(card)
        return self._told

    def _do(self, command: Command, by: Person | None = None) -> None:
        self._told += self.table.do(command, by or self.by, self._clock())
