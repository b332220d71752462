"""The cards until they can be dealt: shuffled, cut and loaded, or fed to a machine that mixes them.

Every order is committed to before anybody cuts it, and its secret is told when its cards are done.
A joint shuffle takes three steps: the house is bound, the cards are cut before anybody can know
their order, and when every link is open they are shuffled and lie as they were cut. Whoever
prepares the cards stops in between, and goes on when called again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK, parse_cards
from croupier.dealer.card_handling import CardHandler
from croupier.shoe import (
    CardShoe,
    CutClaim,
    ShufflingMachine,
    commit,
    commit_to,
    cut,
    order,
    pack_text,
    shuffle,
)
from croupier.table.acts.burn_and_reveal import Burn, Reveal
from croupier.table.acts.seeding import CommitShuffle, OpenLink, VoidShuffle, contributors
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.table.table import Table

    AskCut = Callable[[str, range], int | None]
    """Where a player cuts, of the places that are allowed, or None."""
    AskLink = Callable[[str, str], str | None]
    """The link by which a player opens a tip, or None."""
    from croupier.table.seeding import JointShuffle


NEEDS_SHUFFLE = Preparation.NEEDS_SHUFFLE


class Shuffler(CardHandler):
    """Gets a table's cards ready. `entropy` gives 32 fresh secret bytes.

    With no `ask_cut` the players answer the offer by their own commands: whoever prepares the cards
    stops at the offer, and goes on from there when called again. `joint`, the players take part in
    the shuffle: a shuffle that nobody could take part in waits, unless it is `alone`. Those who are
    in the same process are asked for their links, if there is an `ask_link`.
    """

    alone = False
    """Whether the house need not wait for somebody who takes part in the next shuffle."""

    def __init__(
        self,
        table: Table,
        entropy: Callable[[], bytes],
        *,
        ask_cut: AskCut | None = lambda _player, allowed: allowed[0],
        joint: bool = False,
        ask_link: AskLink | None = None,
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
        self._joint = joint
        self._ask_link = ask_link
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
        if self.table.shoe.preparation is NEEDS_SHUFFLE:
            self._reveal()
        self._mix(self._all_cards, said, by, cut_first=False)
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
        if not shoe.ready or (not shoe.remaining and self._exhausted):
            self._prepare_anew()
        while shoe.burns_due and shoe.ready:
            self._burn()

    def _prepare_anew(self) -> None:
        shoe = self.table.shoe
        self._shuffle_what_is_due()
        if shoe.preparation is Preparation.OFFERING_CUT and not self._cut_is_awaited:
            self._offer_cut(shoe.cuts)
            self._shuffle_what_is_due()  # if the cut came first
        if shoe.preparation is Preparation.CUT:
            self._load()

    def _shuffle_what_is_due(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation is not NEEDS_SHUFFLE:
            if self._exhausted:
                self._shuffle()
        elif shoe.mixes:
            self._load_machine()
        else:
            self._shuffle()

    @property
    def _exhausted(self) -> bool:
        shoe = self.table.shoe
        return shoe.ready and not (shoe.remaining or shoe.pending or shoe.machine)

    @property
    def _all_cards(self) -> tuple[Card, ...]:
        return DECK * self.table.shoe.decks

    def _shuffle(self) -> None:
        table, held = self.table, self._held
        if table.phase is Phase.BETTING:
            self._reveal()
            self._mix(self._all_cards, _shuffled_by)
            if not self._waits:
                held.forget()
        elif self._exhausted or not table.shoe.remaining:
            self._mix(held.in_rack(table.discards), _shuffled_by)
            if not self._waits:
                held.burnt.clear()
        else:  # the machine broke down; what it had not dealt is shuffled, the rack is not
            assert held.machine is not None
            self._mix(held.machine.held, _shuffled_by)
            if not self._waits:
                held.machine.remove_all()

    def _mix(
        self,
        pack: tuple[Card, ...],
        said: Callable[[str], Command],
        by: Person | None = None,
        *,
        cut_first: bool = True,
    ) -> None:
        """Commit to an order of the cards, say what was done, and hold them in that order."""
        self._void_what_nobody_holds()
        if self._joint:
            is_cut = cut_first and not self.table.shoe.machine
            joint = self._all_have_opened(pack, cut_first=is_cut)
            if joint is None:
                return
            assert self._held.awaited is not None
            commitment, secret = joint.root, bytes.fromhex(self._held.awaited[1])
            laid = joint.committed.laid(secret, pack)
            assert laid is not None
            stack = order(laid, pack, joint.seed)
        else:
            secret = self._entropy()
            commitment, stack = commit(secret, pack), shuffle(pack, secret)
        self._do(said(commitment), by)
        self._held.stack = stack
        if self.table.shoe.ready:  # a machine gave the whole deck out, and nobody cuts it
            self._held.shoe = CardShoe(stack)
        self._has_shuffled(commitment, secret, pack)

    def _has_shuffled(self, commitment: str, secret: bytes, pack: tuple[Card, ...]) -> None:
        self._held.awaited, self.alone = None, False
        self._held.secrets.append((commitment, secret.hex(), pack_text(pack)))

    # -- a shuffle that players take part in

    @property
    def _waits(self) -> bool:
        """Whether a joint shuffle is due that cannot be made yet."""
        return self._joint and (
            self.table.seeding.awaited is not None
            or self.table.shoe.preparation is NEEDS_SHUFFLE
            or self._exhausted
        )

    @property
    def waits_for_somebody(self) -> bool:
        """Whether a shuffle is due in which nobody takes part yet."""
        awaited = self.table.seeding.awaited
        return self._waits and awaited is None and not contributors(self.table)

    def _all_have_opened(
        self, pack: tuple[Card, ...], *, machine: bool = False, cut_first: bool = False
    ) -> JointShuffle | None:
        """The shuffle that the house is bound to, once it can be made."""
        seeding = self.table.seeding
        if self._held.awaited is not None and self._held.awaited[2] != pack_text(pack):
            self.void("other cards are to be shuffled")
        if self._cut_fell_through:
            self.void("the cards were put aside before they were cut")
        if seeding.awaited is None:
            if not (contributors(self.table) or self.alone):
                return None
            secret = self._entropy()
            whole = pack == self._all_cards
            committed = commit_to(
                self.table.name, seeding.number + 1, secret, pack, whole=whole, machine=machine
            )
            bound = CommitShuffle(
                root=committed.root, of=committed.of, machine=machine, cut_first=cut_first
            )
            self._do(bound)
            self._held.awaited = (committed.root, secret.hex(), pack_text(pack))
        joint = seeding.awaited
        if joint is not None and joint.awaits_cut:
            return None
        for each in joint.contributions if self._ask_link is not None and joint is not None else ():
            assert self._ask_link is not None
            link = None if each.link is not None else self._ask_link(each.player, each.tip)
            if link is not None:
                self._do(OpenLink(player=each.player, link=link), Person(each.player, Role.PLAYER))
        joint = seeding.awaited
        return joint if joint is not None and not joint.missing else None

    @property
    def _cut_fell_through(self) -> bool:
        """Whether a cut is to come first that is not offered any more."""
        joint = self.table.seeding.awaited
        offered = self.table.shoe.preparation is Preparation.OFFERING_CUT
        return joint is not None and joint.awaits_cut and not offered

    def _void_what_nobody_holds(self) -> None:
        """A shuffle that the house is bound to, and whose secret it does not have."""
        awaited, held = self.table.seeding.awaited, self._held.awaited
        if awaited is not None and (held is None or held[0] != awaited.root):
            self._do(VoidShuffle(reason="the house does not hold its secret"))

    def void(self, reason: str = "") -> list[Fact]:
        """Give up a shuffle for which a link is missing, or which cannot be made any more."""
        self._do(VoidShuffle(reason=reason))
        if self._held.awaited is not None:
            self._held.secrets.append(self._held.awaited)
            self._held.awaited = None
        return self._told

    @property
    def _cut_is_awaited(self) -> bool:
        return self._ask_cut is None and self.table.shoe.offer.player is not None

    def _offer_cut(self, allowed: range) -> None:
        while (offer := self.table.shoe.offer).player is not None:
            assert self._ask_cut is not None
            here = offer.player in self.table.patrons.arrived
            at = self._ask_cut(offer.player, allowed) if here else None
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
        if self.table.phase is Phase.CLOSED and self.table.seeding.awaited is not None:
            self.void()
        while secrets:
            commitment, secret, text = secrets[0]
            named = None if text == pack_text(self._all_cards) else parse_cards(text)
            self._do(Reveal(commitment=commitment, secret=secret, pack=named))
            del secrets[0]

    # -- a machine that mixes

    def _load_machine(self) -> None:
        self._reveal()
        pack = self._all_cards
        self._void_what_nobody_holds()
        if self._joint:
            joint = self._all_have_opened(pack, machine=True)
            if joint is None:
                return
            assert self._held.awaited is not None
            commitment, secret = joint.root, bytes.fromhex(self._held.awaited[1])
            machine = ShufflingMachine(pack, secret, joint.seed)
        else:
            secret = self._entropy()
            machine = ShufflingMachine(pack, secret)
            commitment = machine.commitment
        self._do(LoadMachine(commitment=commitment))
        self._held.machine = machine
        self._held.forget()
        self._has_shuffled(commitment, secret, pack)

    def _feed(self) -> None:
        assert self._held.machine is not None
        self._held.machine.insert(self._held.take_rack(self.table.to_feed))
        self._do(FeedMachine())


def _shuffled_by(commitment: str) -> Command:
    return Shuffle(commitment=commitment)
