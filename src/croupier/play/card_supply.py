"""Where the cards of a game come from: shoes that a seed fixes, or cards that somebody names.

The cards of shuffle number N of a seed are a function of these two alone, whatever is played with
them: two strategies on one seed meet the same shoes, and in Hold'em the same deck in every round.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from functools import cache
from hashlib import shake_128
from struct import Struct, pack, unpack
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.cards import DECK
from croupier.play import rules_at
from croupier.shoe import NamedCards
from croupier.table.shoe_state import ShoeState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Self

    from croupier.cards import Card
    from croupier.odds.simulation.shoe_cut import Penetration
    from croupier.play import PlayPart
    from croupier.table.table import Table

    Burn = Callable[[Card], tuple[int, bool]]
    """How many cards are burnt if this one is the first, and whether everybody sees it."""

_AT_ONCE = 16
"""For how many cards a hash is asked at a time: more than a round takes is waste."""
_words = Struct(f">{_AT_ONCE}Q").unpack


class Order:
    """A pack in an order that its key fixes. Cards in front of the pack come out as they are.

    No card is likelier at any place than another by more than one part in 2**40.
    """

    __slots__ = ("cards", "settled")

    def __init__(self, pack: Iterable[Card], key: str, in_front: Sequence[Card] = ()) -> None:
        cards = list(pack)
        if cards:
            places = sorted(range(len(cards)), key=_fractions(key, len(cards)).__getitem__)
            cards = list(map(cards.__getitem__, places))
        self.cards = [*in_front, *cards] if in_front else cards
        self.settled = len(self.cards)
        """How many cards from the front have their place: all of them."""

    def settle(self) -> bool:
        """Settle the places of more cards; whether there are any."""
        return False


def _fractions(key: str, count: int) -> tuple[float, ...]:
    """Numbers from 1 up to 2, as the bits of a hash make them."""
    digest = shake_128(key.encode()).digest(8 * count)
    ones, kept = _bits(count)
    return unpack(f">{count}d", (int.from_bytes(digest, "big") & kept | ones).to_bytes(8 * count))


@cache
def _bits(count: int) -> tuple[int, int]:
    """The exponent of so many numbers from 1 up to 2, and the bits that are left to chance."""
    one, fraction = pack(">d", 1.0), (2**52 - 1).to_bytes(8)
    return int.from_bytes(one * count), int.from_bytes(fraction * count)


class LongOrder(Order):
    """An order of many cards, of which few are wanted: it is settled only as far as they are."""

    __slots__ = ("_block", "_key")

    def __init__(self, pack: Iterable[Card], key: str, in_front: Sequence[Card] = ()) -> None:
        self.cards = [*in_front, *pack]
        self.settled = len(in_front)
        self._key = key
        self._block = 0

    def settle(self) -> bool:
        cards, at = self.cards, self.settled
        left = len(cards) - at
        if not left:
            return False
        words = _words(shake_128(f"{self._key} {self._block}".encode()).digest(8 * _AT_ONCE))
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

    _kind: ClassVar[type[Order]] = LongOrder
    is_fed: ClassVar[bool] = False
    """Whether cards come back into it during a round, so that it is told of every one."""
    __slots__ = (
        "_in_front",
        "_known",
        "_seed",
        "first",
        "number",
        "order",
        "pack",
        "position",
        "told_after",
    )

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
        self.told_after = len(pack)
        """With how many cards out it is to be told of the end of a round."""
        self._known: tuple[Card, ...] = ()
        """Cards out of the shoe that everybody saw otherwise than dealt from it."""

    def copy(self) -> Self:
        """The same shoe, to be dealt from apart from this one."""
        return copy(self)

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
            self.order = self._kind(pack, key, self._in_front)
        else:
            self.order = self._kind(pack, key)
        self.position = self.first = 0
        self._known = known


class CutShoe(Shoe):
    """A shoe with a cutting card: when that has come, the round is played and the shoe is over."""

    _kind = Order
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
        self.told_after = self._cut_at
        self._starts_no_round = starts_no_round
        """Whether no round begins when the cutting card comes before its first card."""
        self._burn = burn
        self._is_over = True
        self._is_extended = False
        """Whether one more round than the cutting card's is played."""

    def mark(self) -> tuple[Any, ...]:
        return (
            self.number,
            self.order,
            self.position,
            self.first,
            self._known,
            self._is_over,
            self._is_extended,
        )

    def back(self, mark: tuple[Any, ...]) -> None:
        *where, self._is_over, self._is_extended = mark
        self.told_after = -1 if self._is_extended else self._cut_at
        super().back(tuple(where))

    def prepare(self) -> None:
        if not self._is_over:
            return
        self._is_over = self._is_extended = False
        self.told_after = self._cut_at
        self._shuffle(self.pack)
        if self._in_front and self.number == 1:  # they were named as they came after the burn
            return
        cards = self.order.cards
        burnt, is_seen = self._burn(cards[0])
        self.position = self.first = burnt
        self._known = tuple(cards[: int(is_seen)])

    def comes_to_its_end(self) -> bool:
        if self._starts_no_round and self.position == self._cut_at:
            self._is_over = True
        return self._is_over

    def end_round(
        self, dealt: Callable[[], Iterable[Card]], ends_shoe: Callable[[bool], bool]
    ) -> None:
        self._is_over = ends_shoe(self._is_extended)
        self._is_extended = not self._is_over
        self.told_after = -1 if self._is_extended else self._cut_at

    def _refill(self, dealt: Iterable[Card]) -> bool:
        self._is_extended, self.told_after = True, -1  # the cutting card came long ago
        return super()._refill(dealt)


class FedDevice(Shoe):
    """A shuffling device that gets the cards of a round when those of the next are dealt."""

    is_fed = True
    __slots__ = ("_is_fed", "_rack")

    def __init__(self, pack: Sequence[Card], seed: int, in_front: Sequence[Card] = ()) -> None:
        super().__init__(pack, seed, in_front)
        self._rack: tuple[Card, ...] = ()
        self._is_fed = False
        self.told_after = -1

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


# --- which of them a table has


def supply_for(
    table: Table,
    part: PlayPart,
    seed: int,
    named: Sequence[Card] | None,
    in_order: bool,
    penetration: Penetration,
) -> Shoe:
    """The cards of a table: as its device and rules have it, and as somebody named them.

    `in_order` says that nothing but what is named ever comes.
    """
    decks = rules_at(table).decks
    pack, in_front = DECK * decks, tuple(named or ())
    NamedCards(decks, in_front)  # refuses what the decks do not have
    if in_order:
        supply = NamedSupply(pack, seed)
        supply.name(in_front)
        return supply
    is_cut = not (part.SHUFFLED_EVERY_ROUND or table.shoe.mixes)
    if not is_cut and isinstance(penetration, (int, float)):
        raise ValueError("penetration: no cutting card is used at this table")
    if is_cut and penetration is not None:
        return CutShoe(
            pack,
            seed,
            in_front,
            behind=_behind_cutting_card(table, len(pack), penetration),
            starts_no_round=bool(table.law.cutting_card_first),
            burn=lambda first: part.to_burn(table, first),
        )
    is_fed_late = type(table.shoe).feed_wanted is not ShoeState.feed_wanted
    is_device = table.shoe.mixes and is_fed_late
    return (FedDevice if is_device else Shoe)(pack, seed, in_front)


def _behind_cutting_card(table: Table, cards: int, penetration: float | str) -> int:
    """How many cards lie behind the cutting card, in the range that the rules leave it."""
    from croupier.odds.simulation.shoe_cut import CUT, deepest_cut

    if penetration == CUT:
        return cards - deepest_cut(rules_at(table), cards)
    if not isinstance(penetration, (int, float)) or not 0 < penetration < 1:
        raise ValueError(
            f"penetration: a part of the shoe between 0 and 1, {CUT!r} or None, not {penetration!r}"
        )
    behind, allowed = cards - int(penetration * cards), table.game.cutting_card_depths(cards)
    if behind not in allowed:
        least, most = (1 - depth / cards for depth in (allowed[-1], allowed[0]))
        raise ValueError(
            f"penetration: {penetration} leaves {behind} cards behind the cutting card, and the "
            f"rules want {allowed[0]} to {allowed[-1]} there: from {least:.4g} to {most:.4g}"
        )
    return behind
