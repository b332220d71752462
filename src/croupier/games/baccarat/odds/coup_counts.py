"""Every coup that a shoe can deal, counted.

Play depends on points alone and pairs on the first two cards of a hand alone, so an opening of four
cards is counted twice over: by what third cards make of its points, and by the pairs among its
cards. All counts are whole numbers of ordered draws of six cards, those that no hand takes
included.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import TYPE_CHECKING, NamedTuple

from croupier.games.baccarat.hands import points
from croupier.games.baccarat.pairs import suits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.cards import Card
    from croupier.games.baccarat.rules import BaccaratLaw, Suits
    from croupier.odds.shoe_composition import Composition

    Hand = tuple[int, int]
    """The points of two cards, the lower ones first."""
    Pair = Suits | None
    Pairs = tuple[Pair, Pair]
    """The player's and the banker's."""
    Twins = tuple[int | None, int | None]
    """The points that both cards of the player's hand have, and both of the banker's, if any."""
    Ends = list[list[int]]
    """Ways by the player's final total and the banker's."""

MOST_CARDS = 6
NATURAL = 8
HANDS = tuple(combinations_with_replacement(range(10), 2))


class Tableau(NamedTuple):
    """When third cards are drawn: by the player's total, and by the banker's the cards it meets."""

    player_draws: frozenset[int]
    banker_draws: tuple[frozenset[int | None], ...]


class Coup(NamedTuple):
    """How a coup comes out: both totals, and how the suits of each hand's pair lie, if any."""

    player: int
    banker: int
    player_pair: Pair
    banker_pair: Pair


def coups(law: BaccaratLaw, shoe: Composition) -> Mapping[Coup, int]:
    """The ordered draws of six cards by how the coup comes out."""
    shoe.needs(MOST_CARDS, "a coup")
    rows = (law.banker_tableau[total].draws_against.value for total in range(NATURAL))
    return _counted(Tableau(law.player_draws.value, tuple(rows)), shoe)


@lru_cache(maxsize=8)
def _counted(tableau: Tableau, shoe: Composition) -> Mapping[Coup, int]:
    pairs = _Pairs(shoe)
    # Most values have as many cards of each suit as others, and so the same pairs: add them first.
    alike: defaultdict[frozenset[tuple[Pairs, int]], Ends] = defaultdict(_no_ends)
    for twins, ends in _by_points(tableau, points_left(shoe)).items():
        _add(alike[frozenset(pairs.among(twins).items())], ends, 1)
    tables: defaultdict[Pairs, Ends] = defaultdict(_no_ends)
    for by_pairs, ends in alike.items():
        for both, orders in sorted(by_pairs, key=repr):  # a set has another order in each process
            _add(tables[both], ends, orders)
    return {
        Coup(player, banker, *both): ways
        for both, ends in tables.items()
        for player, row in enumerate(ends)
        for banker, ways in enumerate(row)
        if ways
    }


def _add(into: Ends, ends: Ends, orders: int) -> None:
    for target, row in zip(into, ends, strict=True):
        _add_row(target, row, orders)


def _add_row(into: list[int], row: list[int], orders: int) -> None:
    into[:] = [old + orders * ways for old, ways in zip(into, row, strict=True)]


def _no_ends() -> Ends:
    return [[0] * 10 for _ in range(10)]


# --- by points


def _by_points(tableau: Tableau, left: list[int]) -> Mapping[Twins, Ends]:
    """The endings of all openings, with the ways of dealing two equal points in a hand left out."""
    found: defaultdict[Twins, Ends] = defaultdict(_no_ends)
    for player, banker in product(HANDS, HANDS):
        one, other = player[0] == player[1], banker[0] == banker[1]
        rest = left.copy()
        ways = 1
        # Twins first, so that what they leave is the same whichever cards they are.
        for hand, is_twins in sorted(((player, one), (banker, other)), key=lambda it: not it[1]):
            for point in hand:
                ways *= 1 if is_twins else rest[point]
                rest[point] -= 1
            ways *= 1 if is_twins else 2
        if ways > 0 and min(rest) >= 0:
            twins = player[0] if one else None, banker[0] if other else None
            _finish(tableau, rest, sum(player) % 10, sum(banker) % 10, ways, found[twins])
    return found


def _finish(
    tableau: Tableau, shoe: list[int], player: int, banker: int, ways: int, ends: Ends
) -> None:
    """Deal the third cards of an opening in every way."""
    cards = sum(shoe)
    if player >= NATURAL or banker >= NATURAL:
        ends[player][banker] += ways * cards * (cards - 1)
        return
    drawn_against = tableau.banker_draws[banker]
    if player not in tableau.player_draws:
        if None in drawn_against:
            _bankers_third(shoe, banker, ways * (cards - 1), ends[player])
        else:
            ends[player][banker] += ways * cards * (cards - 1)
        return
    for third, copies in enumerate(shoe):
        if not copies:
            continue
        row = ends[(player + third) % 10]
        if third in drawn_against:
            shoe[third] -= 1
            _bankers_third(shoe, banker, ways * copies, row)
            shoe[third] += 1
        else:
            row[banker] += ways * copies * (cards - 1)


def _bankers_third(shoe: list[int], banker: int, ways: int, row: list[int]) -> None:
    """A card of so many points moves the total on by as many."""
    by_total = shoe[-banker:] + shoe[:-banker] if banker else shoe
    _add_row(row, by_total, ways)


def points_left(shoe: Composition) -> list[int]:
    """How many cards count 0, 1, … 9."""
    left = [0] * 10
    for card, copies in shoe.by_card.items():
        left[points(card)] += copies
    return left


# --- by pairs


class _Pairs:
    """The ways of dealing hands of two equal points, by the pairs that the cards are."""

    def __init__(self, shoe: Composition) -> None:
        self.cards: list[dict[Card, int]] = [{} for _ in range(10)]
        for card, copies in shoe.by_card.items():
            self.cards[points(card)][card] = copies
        self.alone = [_pairs(cards) for cards in self.cards]

    def among(self, twins: Twins) -> Mapping[Pairs, int]:
        """Which cards one hand holds matters to the other only where all four have one value."""
        player, banker = twins
        if player is not None and player == banker:
            return self._all_of(player)
        nothing: Mapping[Pair, int] = {None: 1}
        one = nothing if player is None else self.alone[player]
        other = nothing if banker is None else self.alone[banker]
        return {(p, b): one[p] * other[b] for p, b in product(one, other)}

    def _all_of(self, point: int) -> Mapping[Pairs, int]:
        """Both hands of one value: the player's pairs card by card, the rest is what remains."""
        cards = self.cards[point]
        ways: Counter[Pairs] = Counter()
        for first, second, orders in _of_one_rank(cards):
            rest = Counter(cards)
            rest.subtract((first, second))
            for other, more in _pairs(rest).items():
                ways[suits(first, second), other] += orders * more
        left = sum(cards.values())
        for pair, orders in self.alone[point].items():
            beside_a_pair = sum(n for (_, other), n in ways.items() if other is pair)
            ways[None, pair] = orders * perm(left - 2, 2) - beside_a_pair
        return ways


def _pairs(cards: Mapping[Card, int]) -> Counter[Pair]:
    """Ordered draws of two of these cards by the pair they are."""
    ways: Counter[Pair] = Counter()
    for first, second, orders in _of_one_rank(cards):
        ways[suits(first, second)] += orders
    left = sum(cards.values())
    ways[None] = left * (left - 1) - ways.total()
    return ways


def _of_one_rank(cards: Mapping[Card, int]) -> Iterator[tuple[Card, Card, int]]:
    """Two cards of one rank in order, and in how many ways they are drawn."""
    for first, second in product(cards, repeat=2):
        if first.rank == second.rank:
            orders = cards[first] * (cards[second] - (first is second))
            if orders:
                yield first, second, orders
