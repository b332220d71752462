"""The order of hands: every hand of five and of seven cards, and how a hand is read."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.games.holdem.ranking import RANKS, PokerHand, best_five, describe, kind, rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def ranked(cards: str) -> int:
    return rank(parse_cards(cards))


# --- how many hands there are of each kind

FIVES = {
    PokerHand.ROYAL_FLUSH: 4,
    PokerHand.STRAIGHT_FLUSH: 36,
    PokerHand.FOUR_OF_A_KIND: 624,
    PokerHand.FULL_HOUSE: 3_744,
    PokerHand.FLUSH: 5_108,
    PokerHand.STRAIGHT: 10_200,
    PokerHand.THREE_OF_A_KIND: 54_912,
    PokerHand.TWO_PAIRS: 123_552,
    PokerHand.ONE_PAIR: 1_098_240,
    PokerHand.HIGH_CARD: 1_302_540,
}
SEVENS = {
    PokerHand.ROYAL_FLUSH: 4_324,
    PokerHand.STRAIGHT_FLUSH: 37_260,
    PokerHand.FOUR_OF_A_KIND: 224_848,
    PokerHand.FULL_HOUSE: 3_473_184,
    PokerHand.FLUSH: 4_047_644,
    PokerHand.STRAIGHT: 6_180_020,
    PokerHand.THREE_OF_A_KIND: 6_461_620,
    PokerHand.TWO_PAIRS: 31_433_400,
    PokerHand.ONE_PAIR: 58_627_800,
    PokerHand.HIGH_CARD: 23_294_460,
}


def flushes(size: int) -> Iterator[tuple[list[Card], int]]:
    """Hands with five or more spades, each with how many hands it stands for."""
    for suited in range(5, size + 1):
        for ranks in combinations(RANKS, suited):
            others = (Card(rank + "H") for rank in RANKS)
            filled = [*(Card(rank + "S") for rank in ranks), *others][:size]
            yield filled, 4 * comb(39, size - suited)


def without_a_flush(size: int) -> Iterator[tuple[list[Card], int]]:
    """One hand for each choice of ranks, with how many ways to suit it make no flush."""
    for ranks in combinations_with_replacement(RANKS, size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        in_spades = [1]  # by how many of the cards are spades
        for many in copies.values():
            with_spade, without = comb(3, many - 1), comb(3, many)
            longer = [*(ways * without for ways in in_spades), 0]
            for spades, ways in enumerate(in_spades):
                longer[spades + 1] += ways * with_spade
            in_spades = longer
        ways = prod(comb(4, many) for many in copies.values()) - 4 * sum(in_spades[5:])
        yield no_flush(ranks), ways


def no_flush(ranks: Sequence[str]) -> list[Card]:
    """The ranks in suits that turn from card to card."""
    return [Card(rank + "SHDC"[place % 4]) for place, rank in enumerate(ranks)]


@pytest.mark.parametrize(("size", "counts"), [(5, FIVES), (7, SEVENS)])
def test_there_are_as_many_hands_of_each_kind_as_there_should_be(
    size: int, counts: dict[PokerHand, int]
) -> None:
    found: Counter[PokerHand] = Counter()
    for hands in (flushes(size), without_a_flush(size)):
        for cards, ways in hands:
            found[kind(rank(cards))] += ways
    assert found == counts
    assert sum(counts.values()) == comb(52, size)


def test_there_are_7462_different_hands() -> None:
    """As many as five cards can make; two more cards only choose among them."""
    numbers = {rank(cards) for hands in (flushes(5), without_a_flush(5)) for cards, _ in hands}
    assert len(numbers) == 7_462


# --- the best five of seven


def by_search(cards: Sequence[Card]) -> int:
    return max(rank(five) for five in combinations(cards, 5))


def test_seven_cards_are_worth_their_best_five() -> None:
    chance = random.Random(2025)
    for _ in range(3_000):
        cards = chance.sample(DECK, 7)
        assert rank(cards) == by_search(cards), cards
        five = best_five(cards)
        assert len(set(five)) == 5 <= len({*five} & {*cards})
        assert rank(five) == rank(cards)


def test_suited_and_paired_seven_cards_are_worth_their_best_five() -> None:
    """From half a deck, where good hands are common."""
    chance = random.Random(411)
    half = [card for card in DECK if card.rank in "A2345TK" and card.suit in "SHD"]
    for _ in range(2_000):
        cards = chance.sample(half, 7)
        assert rank(cards) == by_search(cards), cards
        assert rank(best_five(cards)) == rank(cards)


def test_six_cards_are_worth_their_best_five() -> None:
    chance = random.Random(6)
    for _ in range(500):
        cards = chance.sample(DECK, 6)
        assert rank(cards) == by_search(cards), cards


def test_the_order_of_the_cards_does_not_matter() -> None:
    chance = random.Random(3)
    for _ in range(200):
        cards = chance.sample(DECK, 7)
        number = rank(cards)
        chance.shuffle(cards)
        assert rank(cards) == number


# --- said a second time, from rule 3 alone


def judged(five: Sequence[Card]) -> tuple[PokerHand, list[int]]:
    """The kind of five cards, and the ranks that decide between two of a kind, as people do it."""
    worth = {rank: number for number, rank in enumerate("23456789TJQKA", 2)}
    ranks = sorted((worth[card.rank] for card in five), reverse=True)
    together = sorted(((many, rank) for rank, many in Counter(ranks).items()), reverse=True)
    suited = len({card.suit for card in five}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    in_sequence = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    if in_sequence:
        flush = PokerHand.STRAIGHT_FLUSH if ranks[0] < 14 else PokerHand.ROYAL_FLUSH
        return (flush if suited else PokerHand.STRAIGHT), ranks
    if suited:
        return PokerHand.FLUSH, ranks
    shape = [many for many, _ in together]
    kinds = {
        (4, 1): PokerHand.FOUR_OF_A_KIND, (3, 2): PokerHand.FULL_HOUSE,
        (3, 1, 1): PokerHand.THREE_OF_A_KIND, (2, 2, 1): PokerHand.TWO_PAIRS,
        (2, 1, 1, 1): PokerHand.ONE_PAIR, (1, 1, 1, 1, 1): PokerHand.HIGH_CARD,
    }  # fmt: skip
    return kinds[tuple(shape)], [rank for _, rank in together]


def test_both_rankings_put_a_large_sample_of_hands_in_the_same_order() -> None:
    chance = random.Random(31)
    half = [card for card in DECK if card.rank in "A2345TK" and card.suit in "SHD"]
    seen: dict[int, tuple[PokerHand, list[int]]] = {}
    for place in range(6_000):
        cards = chance.sample(half if place % 3 == 0 else DECK, 7)
        number = rank(cards)
        best = max(judged(five) for five in combinations(cards, 5))
        assert kind(number) is best[0], cards
        assert seen.setdefault(number, best) == best, cards
    in_order = [best for _, best in sorted(seen.items())]
    assert in_order == sorted(in_order)
    assert len(seen) > 1_000
    assert {best[0] for best in in_order} == set(PokerHand)


# --- what beats what

LADDER = [
    "KS QH JD TC 8S",
    "AS 5H 4D 3C 7S",
    "2S 2H 3D 4C 5S",
    "AS AH KD QC JS",
    "3S 3H 2D 2C 4S",
    "AS AH KD KC QS",
    "2S 2H 2D 3C 4S",
    "AS AH AD KC QS",
    "AS 2H 3D 4C 5S",
    "2S 3H 4D 5C 6S",
    "TS JH QD KC AS",
    "2S 3S 4S 5S 7S",
    "9S QS KS AS JS",
    "2S 2H 2D 3C 3S",
    "2S 2H 2D AC AS",
    "3S 3H 3D 2C 2S",
    "AS AH AD KC KS",
    "2S 2H 2D 2C 3S",
    "AS AH AD AC KS",
    "AS 2S 3S 4S 5S",
    "9S TS JS QS KS",
    "TS JS QS KS AS",
]


def test_each_hand_of_the_ladder_beats_the_one_before() -> None:
    numbers = [ranked(cards) for cards in LADDER]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AS KH QD JC 9S", "AH KD QC JS 8H"),
        ("8S 8H 8D KC 2S", "8S 8H 8D QC JS"),
        ("QS QH 4D 4C JS", "QS QH 4D 4C TS"),
        ("TS TH KD 6C 3S", "TS TH KD 6C 2S"),
        ("AS JS 9S 5S 3S", "AS JS 9S 5S 2S"),
        ("KS KH KD 5C 5S", "KS KH KD 2C 2S"),
    ],
)
def test_hands_of_one_kind_are_told_apart_by_their_other_cards(better: str, worse: str) -> None:
    assert kind(ranked(better)) is kind(ranked(worse))
    assert ranked(better) > ranked(worse)


def test_suits_break_no_tie() -> None:
    assert ranked("AS KS QS JS 9S") == ranked("AH KH QH JH 9H")
    assert ranked("TS TH KD 6C 2S") == ranked("TD TC KH 6S 2H")


def test_the_sixth_and_seventh_card_break_no_tie() -> None:
    assert ranked("KS KH 9D 9C JS 4H 4D") == ranked("KS KH 9D 9C JS 3H 2D")
    assert ranked("AS KH QD JC 9S 8H 2D") == ranked("AH KD QC JS 9H 4S 3C")


def test_an_ace_is_high_or_low_in_a_sequence_and_never_in_between() -> None:
    assert describe(parse_cards("AS 2H 3D 4C 5S")) == "straight, five high"
    assert describe(parse_cards("AS KH QD JC TS")) == "straight, ace high"
    assert describe(parse_cards("AS 2H 3D 4C 5S 6H 9D")) == "straight, six high"
    assert describe(parse_cards("QS KH AD 2C 3S 9H 7D")) == "high card, ace"
    assert describe(parse_cards("AH 5H 4H 3H 2H KS KD")) == "straight flush, five high"


# --- in words


@pytest.mark.parametrize(
    ("cards", "words", "five"),
    [
        ("AH KH QH JH TH 2C 7D", "royal flush", "AH KH QH JH TH"),
        ("5H AH 4H KS 3H 2H 9D", "straight flush, five high", "5H 4H 3H 2H AH"),
        ("8S JH 8H 8D 8C AH 3D", "four of a kind, eights", "8S 8H 8D 8C AH"),
        ("KS 5H KH 5C KD 4D 2S", "full house, kings full of fives", "KS KH KD 5H 5C"),
        ("6S 6H 6D 2C 2S 2H AD", "full house, sixes full of twos", "6S 6H 6D 2C 2S"),
        ("AH 8H KH 9H 4H 2C 2D", "flush, ace high", "AH KH 9H 8H 4H"),
        ("8C 7D 6S 5S 4H JS KD", "straight, eight high", "8C 7D 6S 5S 4H"),
        ("QS QH QD 7C 2H 4C 3S", "three of a kind, queens", "QS QH QD 7C 4C"),
        ("KS KH 9D 9C JS 4H 4D", "two pairs, kings and nines", "KS KH 9D 9C JS"),
        ("AH AD KS 7H 5C 3D 2S", "one pair, aces", "AH AD KS 7H 5C"),
        ("JH TD 9S 7H 5C 3D 2S", "high card, jack", "JH TD 9S 7H 5C"),
    ],
)
def test_a_hand_is_read_from_what_makes_it(cards: str, words: str, five: str) -> None:
    assert describe(parse_cards(cards)) == words
    assert best_five(parse_cards(cards)) == parse_cards(five)
