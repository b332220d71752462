"""How many ways a round of Blackjack Challenge can go, for shoes in a fixed order.

The engine plays every leaf to its end; `by_the_rules` counts again from rules 9 to 11 alone.
"""

from __future__ import annotations

from itertools import product

import pytest
from tests.act_blackjack.test_leaf_counts import REST, Held, by_the_engine
from tests.challenge.cases import NSW
from tests.support import stakes

from croupier.cards import parse_cards

SHOES = [
    ("a stiff hand", "1 P 10", "10S 6D 6H", 5),
    ("small cards", "1 P 10", "2S 6D 3H 2H 3C", 3),
    ("deuces", "1 P 10", "2S 6D 2H 2C 2D 2S 3H AC", 114),
    ("five eights", "1 P 10", "8S 6D 8H 8C 8D 8S", 122),
    ("tens and court cards", "1 P 10", "10S 6D KH QC JD 10H", 82),
    ("aces", "1 P 10", "AS 6D AH AC AD", 206),
    ("a Blackjack", "1 P 10", "AS 6D KH", 1),
    ("against an ace", "1 P 10", "10S AD 6H", 5),
    ("two boxes", "1 P 10; 2 Q 20", "9S 5S 10D 9H 6H 9C", 308),
    ("a shared box", "1 P 20; 1 Q 10", "8S 6D 8H 3C", 79),
]


def by_the_rules(wagers: str, cards: str) -> int:
    deck = [min(10, "A23456789TJQK".index(card.rank) + 1) for card in parse_cards(cards + REST)]
    owners: dict[int, list[str]] = {}
    for wager in stakes(wagers):
        owners.setdefault(wager.box, []).append(wager.player)
    size = len(owners)

    def play(at: int, hands: list[Held], formed: dict[int, int]) -> int:
        if not hands:
            return 1
        hand, *later = hands
        drawn = hand.with_card(deck[at])
        if len(hand.points) == 1:
            return play(at + 1, [drawn, *later], formed)
        if hand.total >= 21 or len(hand.points) == 5:
            return play(at, later, formed)
        ways = play(at + 1, [drawn, *later], formed)
        if hand.total >= 12:
            ways += play(at, later, formed)
        if len(hand.points) <= 3:
            ways += 2 ** (len(hand.owners) - 1) * play(at + 1, later, formed)
        if len(hand.points) == 2 and len(set(hand.points)) == 1 and formed[hand.box] < 3:
            more = {**formed, hand.box: formed[hand.box] + 1}
            first, *others = hand.owners
            for joins in product((True, False), repeat=len(others)):
                joined = tuple(o for o, join in zip(others, joins, strict=True) if join)
                left = Held(hand.points[:1], hand.owners, hand.box)
                right = Held(hand.points[1:], (first, *joined), hand.box)
                ways += play(at, [left, right, *later], more)
        return ways

    hands = [
        Held((deck[n], deck[size + 1 + n]), tuple(owners[box]), box)
        for n, box in enumerate(sorted(owners))
    ]
    return play(2 * size + 1, hands, dict.fromkeys(owners, 1))


@pytest.mark.parametrize(("name", "wagers", "cards", "leaves"), SHOES)
def test_every_way_through_a_round_is_counted_twice_and_agrees(
    name: str, wagers: str, cards: str, leaves: int
) -> None:
    counted = by_the_rules(wagers, cards)
    assert by_the_engine(NSW, wagers, cards) == counted
    assert counted == leaves
