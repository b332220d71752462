"""Where the cards of a game come from: shoes that a seed fixes, or cards that somebody names.

The cards of shuffle number N of a seed are a function of these two alone, whatever is played with
them: two strategies on one seed meet the same shoes, and in Hold'em the same deck in every round.
"""

from __future__ import annotations

from collections import Counter
from hashlib import shake_128
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.cards import Card

    Burn = Callable[[Card], tuple[int, bool]]
    """How many cards are burnt if this one is the first, and whether everybody sees it."""

_AT_ONCE = 16
"""For how many cards a hash is asked at a time: more than a round takes is waste."""
_MANY = 4 * _AT_ONCE
"""In a shoe that lasts."""
_words = {count: Struct(f">{count}Q").unpack for count in (_AT_ONCE, _MANY)}


class Order:
    """A shuffled pack whose order is settled only as far as cards are wanted from it.

    It is fixed by its key, and no card is likelier at any place than another by more than one part
    in 2**55. Cards in front of the pack come out as they are.
    """

    __slots__ = ("_at_once", "_block", "_key", "cards", "settled")

    def __init__(
        self,
        pack: Iterable[Card],
        key: str,
        in_front: Sequence[Card] = (),
        at_once: int = _AT_ONCE,
    ) -> None:
        self.cards = [*in_front, *pack]
        self.settled = len(in_front)
        """How many cards from the front have their place."""
        self._key = key
        self._at_once = at_once
        self._block = 0

    def settle(self) -> bool:
        """Settle the next few places; whether any card was left for them."""
        cards, at = self.cards, self.settled
        left = len(cards) - at
        if not left:
            return False
        count = self._at_once
        digest = shake_128(f"{self._key} {self._block}".encode()).digest(8 * count)
        words = _words[count](digest)
        self._block += 1
        for word in words[:left]:
            ahead = at + word % left
            cards[at], cards[ahead] = cards[ahead], cards[at]
            at += 1
            left -= 1
        self.settled = at
        return True


class Shoe:
    """Cards dealt from the front of an order. This one is shuffled anew for every round."""

    _at_once = _AT_ONCE
    is_fed: ClassVar[bool] = False
    """Whether cards come back into it during a round, so that it is told of every one."""
    __slots__ = ("_in_front", "_known", "_seed", "first", "number", "order", "pack", "position")

    def __init__(self, pack: Sequence[Card], seed: int, in_front: Sequence[Card] = ()) -> None:
        self.pack = pack
        self._seed = seed
        self._in_front = in_front
        """Cards that somebody named: the first of the first shuffle."""
        self.number = 0
        """How many shuffles there have been."""
        self.order = Order((), "")
        self.position = 0
        """How many cards have left the shoe."""
        self.first = 0
        """How many of them were burnt before the first was dealt."""
        self._known: tuple[Card, ...] = ()
        """Cards out of the shoe that everybody saw otherwise than dealt from it."""

    def mark(self) -> tuple[Any, ...]:
        """Where the shoe stands, for `back`; orders are shared, since nothing unsettles them."""
        return self.number, self.order, self.position, self.first, self._known

    def back(self, mark: tuple[Any, ...]) -> None:
        """Stand where the shoe stood."""
        self.number, self.order, self.position, self.first, self._known = mark

    @property
    def left(self) -> int:
        """How many cards are still in it."""
        return len(self.order.cards) - self.position

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards that are out of the shoe and were not burnt unseen."""
        return (*self._known, *self.order.cards[self.first : self.position])

    def prepare(self) -> None:
        """Make the cards ready for a round, before anybody wagers."""
        self._shuffle(self.pack)

    def comes_to_its_end(self) -> bool:
        """Whether the cutting card lies before the first card of a round, which does not begin."""
        return False

    def begin_round(self, cards_of_the_deal: int) -> None:
        """The first card of a round is due."""

    def end_round(
        self, dealt: Callable[[], Iterable[Card]], ends_shoe: Callable[[bool], bool]
    ) -> None:
        """A round is over, in which these cards were dealt.

        `ends_shoe` says whether the shoe is over too, now that its cutting card is out, or if one
        more round than that one has been played.
        """

    def settle(self, dealt: Callable[[], Iterable[Card]]) -> bool:
        """See to it that a next card is there; whether there is one.

        An empty shoe is filled in mid-round with all the cards that were not dealt in it.
        """
        return self.order.settle() or self._refill(dealt())

    def _refill(self, dealt: Iterable[Card]) -> bool:
        on_layout = tuple(dealt)
        self._shuffle(_without(self.pack, on_layout), on_layout)
        return self.order.settle()

    def _shuffle(self, pack: Iterable[Card], known: tuple[Card, ...] = ()) -> None:
        self.number += 1
        key = f"croupier play 1 {self._seed} {self.number}"
        if self._in_front and self.number == 1:
            pack = _without(pack, self._in_front)
            self.order = Order(pack, key, self._in_front, self._at_once)
        else:
            self.order = Order(pack, key, (), self._at_once)
        self.position = self.first = 0
        self._known = known


class CutShoe(Shoe):
    """A shoe with a cutting card: when that has come, the round is played and the shoe is over."""

    _at_once = _MANY
    __slots__ = ("_burn", "_cut_at", "_is_extended", "_is_over", "_starts_no_round")

    def __init__(
        self,
        pack: Sequence[Card],
        seed: int,
        in_front: Sequence[Card] = (),
        *,
        behind: int,
        starts_no_round: bool,
        burn: Burn,
    ) -> None:
        super().__init__(pack, seed, in_front)
        self._cut_at = len(pack) - behind
        """How many cards lie in front of the cutting card in a full shoe."""
        self._starts_no_round = starts_no_round
        """Whether no round begins when the cutting card comes before its first card."""
        self._burn = burn
        self._is_over = True
        self._is_extended = False
        """Whether one more round than the cutting card's is played."""

    def mark(self) -> tuple[Any, ...]:
        where = self.number, self.order, self.position, self.first, self._known
        return where, self._is_over, self._is_extended

    def back(self, mark: tuple[Any, ...]) -> None:
        where, self._is_over, self._is_extended = mark
        super().back(where)

    def prepare(self) -> None:
        if not self._is_over:
            return
        self._is_over = self._is_extended = False
        self._shuffle(self.pack)
        order = self.order
        if order.settled:  # they were named as they were dealt, after the burn
            return
        order.settle()
        burnt, is_seen = self._burn(order.cards[0])
        while order.settled < burnt:
            order.settle()
        self.position = self.first = burnt
        self._known = tuple(order.cards[: int(is_seen)])

    def comes_to_its_end(self) -> bool:
        if self._starts_no_round and self.position == self._cut_at:
            self._is_over = True
        return self._is_over

    def end_round(
        self, dealt: Callable[[], Iterable[Card]], ends_shoe: Callable[[bool], bool]
    ) -> None:
        if self.position > self._cut_at or self._is_extended:
            self._is_over = ends_shoe(self._is_extended)
            self._is_extended = not self._is_over

    def _refill(self, dealt: Iterable[Card]) -> bool:
        self._is_extended = True  # the cutting card came long ago
        return super()._refill(dealt)


class FedDevice(Shoe):
    """A shuffling device that gets the cards of a round when those of the next are dealt."""

    is_fed = True
    __slots__ = ("_is_fed", "_rack")

    def __init__(self, pack: Sequence[Card], seed: int, in_front: Sequence[Card] = ()) -> None:
        super().__init__(pack, seed, in_front)
        self._rack: tuple[Card, ...] = ()
        self._is_fed = False

    def mark(self) -> tuple[Any, ...]:
        return super().mark(), self._rack, self._is_fed

    def back(self, mark: tuple[Any, ...]) -> None:
        where, self._rack, self._is_fed = mark
        super().back(where)

    @property
    def left(self) -> int:
        return len(self.pack) - len(self._rack) - len(self._known) - self.position

    def prepare(self) -> None:
        self._is_fed = False
        self._shuffle(_without(self.pack, self._rack))

    def begin_round(self, cards_of_the_deal: int) -> None:
        """The initial deal is drawn now; the other cards are mixed with what is fed after it."""
        order = self.order
        drawn = max(cards_of_the_deal, order.settled)
        while order.settled < drawn and order.settle():
            pass
        self.order = Order((), "", order.cards[:drawn])

    def end_round(
        self, dealt: Callable[[], Iterable[Card]], ends_shoe: Callable[[bool], bool]
    ) -> None:
        self._rack = tuple(dealt())

    def settle(self, dealt: Callable[[], Iterable[Card]]) -> bool:
        if self._is_fed:
            return super().settle(dealt)
        self._is_fed, self._rack = True, ()
        return self._refill(dealt())


class NamedSupply(Shoe):
    """Cards that somebody names as they come. Nothing is shuffled, cut or burnt."""

    __slots__ = ()

    @property
    def left(self) -> int:
        return len(self.pack) - self.position

    def prepare(self) -> None:
        """Nothing is to be made ready."""

    def name(self, cards: Sequence[Card]) -> None:
        """More cards, which come after those that were named before."""
        named = (*self.order.cards, *cards)
        self.order = Order((), "", named)

    def settle(self, dealt: Callable[[], Iterable[Card]]) -> bool:
        return False


def _without(pack: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    rest = Counter(pack)
    rest.subtract(cards)
    return tuple(rest.elements())
