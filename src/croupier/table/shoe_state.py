"""What a table knows of its cards: how many are left and which are out, never which come next."""

from __future__ import annotations

from collections import Counter, deque
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from croupier.cards import DECK_SIZE
from croupier.quick_enums import quick
from croupier.shoe import Occasion, front_cut_range

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card
    from croupier.shoe import CutOffer


MOST_OPENED = 512
"""Of how many shuffles a table remembers the commitment when their secrets have been told."""


@quick
class Device(StrEnum):
    SHOE = "shoe"
    SHUFFLER = "shuffler"


@quick
class Preparation(StrEnum):
    """How far the cards are on their way into the shoe."""

    NEEDS_NEW_CARDS = "new cards are needed"
    NEEDS_SHUFFLE = "a shuffle is due"
    OFFERING_CUT = "the cut is offered"
    CUT = "the cutting card is not in yet"
    LOADED = "loaded"


_SHUFFLER, _LOADED = Device.SHUFFLER, Preparation.LOADED  # asked for at every card


class ShoeState:
    """The shoe in use, its discard rack, and cards out of turn."""

    continuous: ClassVar[bool] = True
    """Whether a machine takes discards back and shuffles all the time, or gives whole decks out."""
    face_down: ClassVar[bool] = False
    """Whether cards leave it unseen, so that nobody may know which of them are out."""

    def __init__(self, decks: int, device: Device) -> None:
        self.decks = decks
        self.device = device
        self.preparation = Preparation.NEEDS_SHUFFLE
        self.cards = decks * DECK_SIZE
        """How many cards were last put into the shoe."""
        self.remaining = 0
        self.until_cutting_card: int | None = None
        self.out: Counter[Card] = Counter()
        """Cards outside the shoe that were seen, whether on the layout or in the rack."""
        self.rack: list[Card | None] = []
        self.named_burn: int | None = None
        """Where in the rack the card lies that was named when it was burnt, if it came last."""
        self.layout: list[Card] = []
        """The cards of the round, in the order dealt, but for those mixed with the others again."""
        self.mixed: list[Card] = []
        """The cards of the round that were in the rack when it was mixed with the others again."""
        self.pending: deque[Card | None] = deque()
        """Cards out of the shoe that will be dealt before any other."""
        self.for_next_round = 0
        """Cards drawn unseen for the dealer's hand that will be the first of the next round."""
        self.occasion = Occasion.GAME_BEGINNING
        self.cutting_card_box: int | None = None
        self.cutting_card_out = False
        self.cutting_card_round: int | None = None
        """In which round the cutting card came, as long as it is out."""
        self.shuffle_due = False
        self.broken_down = False
        """The machine failed in mid-round and a shoe without one is finishing it."""
        self.burns_due = 0
        self.offers: tuple[CutOffer[str], ...] = ()
        self.offered = 0
        self.to_be_cut: int | None = None
        """How many cards the cut is offered of, before players take part in their shuffle."""
        self.cut_from = Preparation.NEEDS_SHUFFLE
        """How far the cards were when that cut was offered."""
        self.cut_at = 0
        """How many cards the last cut took from the front."""
        self.commitment: str | None = None
        """What was committed to last."""
        self.committed = False
        """Whether the cards in use lie in an order that was committed to, and nobody names them."""
        self.published: set[str] = set()
        """All commitments so far, but for those that were opened long ago."""
        self.opened: deque[str] = deque()
        """Those whose secrets were told last."""
        self.shuffles = 0
        """How many of them there were."""
        self.mixings = 0
        """How often the discard rack has gone back among the other cards."""
        self.rounds = 0
        """Rounds begun since the shoe was new."""

    @property
    def burn_is_shown(self) -> bool:
        """Whether the next card to be burnt is turned up first."""
        return False

    @property
    def machine(self) -> bool:
        """Whether an automated shuffling shoe is in use."""
        return self.device is _SHUFFLER and not self.broken_down

    @property
    def mixes(self) -> bool:
        """Whether the cards come from a machine that shuffles all the time."""
        return self.continuous and self.device is _SHUFFLER and not self.broken_down

    @property
    def cuts(self) -> range:
        """How many cards may lie in front of the cut."""
        return front_cut_range(self.in_the_stack)

    @property
    def in_the_stack(self) -> int:
        """How many cards are cut, or would be."""
        return self.remaining if self.to_be_cut is None else self.to_be_cut

    @property
    def stage(self) -> Preparation:
        """How far the cards are, whoever cuts before players take part in their shuffle."""
        cut_first = self.to_be_cut is not None and self.preparation is Preparation.OFFERING_CUT
        return self.cut_from if cut_first else self.preparation

    @property
    def offer(self) -> CutOffer[str]:
        """To whom the cut is offered now."""
        return self.offers[self.offered]

    @property
    def ready(self) -> bool:
        return self.preparation is _LOADED

    @property
    def feed_wanted(self) -> bool:
        """Whether the rules want discards in the machine before another card is dealt."""
        return False

    def all_out(self, card: Card) -> bool:
        return self.out.get(card, 0) >= self.decks

    def publish(self, commitment: str) -> None:
        """The cards come in an order that somebody has committed to."""
        self.commitment = commitment
        self.published.add(commitment)
        self.shuffles += 1

    def open(self, commitment: str) -> None:
        """The secret of a commitment has been told; in time nobody asks for it any more."""
        self.opened.append(commitment)
        if len(self.opened) > MOST_OPENED:
            self.published.discard(self.opened.popleft())

    def take(self, card: Card | None) -> None:
        """A card leaves the shoe."""
        self.remaining -= 1
        if card is not None:
            self.out[card] = self.out.get(card, 0) + 1
            self.named_burn = None

    def take_run(self, cards: Sequence[Card]) -> None:
        """Cards that everybody sees leave the shoe."""
        self.remaining -= len(cards)
        self.out.update(cards)
        self.named_burn = None

    def burn(self, card: Card | None) -> None:
        """A card leaves the shoe for the discard rack; unseen, it has no name."""
        self.take(card)
        self.rack.append(card)
        if card is not None:
            self.named_burn = len(self.rack) - 1

    def rename_burnt(self, card: Card) -> None:
        """The card that was named when it was burnt is another one."""
        assert self.named_burn is not None
        was = self.rack[self.named_burn]
        assert was is not None
        self.rack[self.named_burn] = card
        self.out[was] -= 1
        self.out[card] = self.out.get(card, 0) + 1

    def gather(self) -> None:
        """All cards come together again for a new shoe."""
        self.cards = self.remaining = self.decks * DECK_SIZE
        self.mixings += 1
        self.out.clear()
        self.rack.clear()
        self.layout.clear()
        self.mixed.clear()
        self.pending.clear()
        self.for_next_round = 0
        self.shuffle_due = self.cutting_card_out = False
        self.cutting_card_round = None
        self.rounds = 0
        self.named_burn = None

    def gather_rack(self) -> None:
        """The discard rack goes back into the shoe in mid-round."""
        self.cards = self.remaining = len(self.rack)
        self.mixings += 1
        self._back(self.rack)
        self.rack.clear()
        self.named_burn = None

    def _back(self, cards: Iterable[Card | None]) -> None:
        for card in cards:
            if card is not None:
                self.out[card] -= 1

    def feed_machine(self) -> int:
        """The rack goes back into the machine; how many cards that was."""
        fed = len(self.rack)
        self.mixings += 1
        self._back(self.rack)
        self.rack.clear()
        self.named_burn = None
        self.remaining += fed
        return fed

    def discard(self, card: Card) -> None:
        """A card of the round is to be mixed with the discards before the round is over."""
        self.layout.remove(card)
        self.rack.append(card)
        self.mixed.append(card)

    def take_out_of_rack(self, first: int, cards: int) -> None:
        """So many cards come back out of the discard rack, from the first of them on."""
        del self.rack[first : first + cards]
        self.named_burn = None

    def collect(self) -> None:
        self.rack.extend(self.layout)
        self.layout.clear()
        self.mixed.clear()
