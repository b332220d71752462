"""The cards until they can be dealt: shuffled, cut and loaded, or fed to a machine that mixes them.

Every order is committed to before anybody cuts it, and its secret is told when its cards are done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import DECK, parse_cards
from croupier.dealer.card_handling import CardHandler
from croupier.shoe import CardShoe, CutClaim, ShufflingMachine, commit, cut, pack_text, shuffle
from croupier.table.acts.burn_and_reveal import Burn, Reveal
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.table.table import Table

    AskCut = Callable[[str, range], int | None]
    """Where a player cuts, of the places that are allowed, or None."""


class Shuffler(CardHandler):
    """Gets a table's cards ready. `entropy` gives 32 fresh secret bytes.

    With no `ask_cut` the players answer the offer by their own commands: whoever prepares the cards
    stops at the offer, and goes on from there when called again.
    """

    def __init__(
        self,
        table: Table,
        entropy: Callable[[], bytes],
        *,
        ask_cut: AskCut | None = lambda _player, allowed: allowed[0],
        penetration: float = 1.0,
        name: str = "dealer",
        supervisor: str = "supervisor",
        clock: Callable[[], int] = lambda: 0,
    ) -> None:
        if not 0 <= penetration <= 1:
            raise ValueError("penetration: from 0 (the shallowest shoe allowed) to 1 (the deepest)")
        super().__init__(table, name=name, supervisor=supervisor, clock=clock)
        self._entropy = entropy
        self._ask_cut = ask_cut
        self._penetration = penetration

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
        self._mix(self._all_cards, said, by)
        self._held.forget()
        return self._told

    def reveal(self) -> list[Fact]:
        """Publish the secrets of every shoe that is finished."""
        self._told = []
        self._reveal()
        return self._told

    # -- getting ready

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
            self._burn()

    @property
    def _exhausted(self) -> bool:
        shoe = self.table.shoe
        return shoe.ready and not (shoe.machine or shoe.remaining or shoe.pending)

    @property
    def _all_cards(self) -> tuple[Card, ...]:
        return DECK * self.table.shoe.decks

    def _shuffle(self) -> None:
        table = self.table
        if table.phase is Phase.BETTING:
            self._reveal()
            pack = self._all_cards
            self._held.forget()
        elif self._exhausted or not table.shoe.remaining:
            pack = self._held.take_rack(table.discards)
        else:  # the machine broke down; what it had not dealt is shuffled, the rack is not
            assert self._held.machine is not None
            pack = self._held.machine.remove_all()
        self._mix(pack, lambda commitment: Shuffle(commitment=commitment))

    def _mix(
        self, pack: tuple[Card, ...], said: Callable[[str], Command], by: Person | None = None
    ) -> None:
        """Commit to an order of the cards, say what was done, and hold them in that order."""
        secret = self._entropy()
        commitment = commit(secret, pack)
        self._do(said(commitment), by)
        self._held.stack = shuffle(pack, secret)
        if self.table.shoe.ready:  # a machine gave the whole deck out, and nobody cuts it
            self._held.shoe = CardShoe(self._held.stack)
        self._held.secrets.append((commitment, secret.hex(), pack_text(pack)))

    @property
    def _cut_is_awaited(self) -> bool:
        return self._ask_cut is None and self.table.shoe.offer.player is not None

    def _offer_cut(self, allowed: range) -> None:
        while (offer := self.table.shoe.offer).player is not None:
            assert self._ask_cut is not None
            at = self._ask_cut(offer.player, allowed)
            if at is not None:
                self._do(Cut(player=offer.player, at=at))
                return
            self._do(DeclineCut(player=offer.player))
        staff = self.by if offer.limb is CutClaim.DEALER else self.supervisor
        self._do(Cut(player=staff.name, at=allowed[len(allowed) // 2]), staff)

    def _load(self) -> None:
        held, shoe = self._held, self.table.shoe
        order = cut(held.stack, shoe.cut_at, shoe.cuts)
        allowed = self.table.game.cutting_card_depths(len(order))
        from_back = allowed[-1] - round((len(allowed) - 1) * self._penetration)
        self._do(InsertCuttingCard(from_back=from_back))  # if it is refused, nothing was loaded
        held.shoe = CardShoe(order, cutting_card=len(order) - from_back)
        held.stack = ()

    def _burn(self) -> None:
        card = self._draw()
        if self.table.shoe.burn_is_shown:
            self._do(Burn(card=card))
        else:
            self._held.burnt.append(card)
            self._do(Burn())

    def _reveal(self) -> None:
        secrets = self._held.secrets
        while secrets:
            commitment, secret, text = secrets[0]
            pack = parse_cards(text)
            named = None if pack == self._all_cards else pack
            self._do(Reveal(commitment=commitment, secret=secret, pack=named))
            del secrets[0]

    # -- a machine that mixes

    def _load_machine(self) -> None:
        self._reveal()
        secret, pack = self._entropy(), self._all_cards
        machine = ShufflingMachine(pack, secret)
        self._do(LoadMachine(commitment=machine.commitment))
        self._held.machine = machine
        self._held.forget()
        self._held.secrets.append((machine.commitment, secret.hex(), pack_text(pack)))

    def _feed(self) -> None:
        assert self._held.machine is not None
        self._held.machine.insert(self._held.take_rack(self.table.to_feed))
        self._do(FeedMachine())
