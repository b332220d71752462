"""What a shoe holds, and what cannot be taken out of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.cards import DECK, Card, parse_cards
from croupier.odds.shoe_composition import Composition, NotThere, cards_of


def test_whole_decks() -> None:
    shoe = Composition.full(6)
    assert shoe.total == 312
    assert shoe[Card("AS")] == 6
    assert shoe.by_rank["K"] == 24
    assert shoe.by_points == (*[24] * 9, 96)


def test_cards_are_taken_out_by_name() -> None:
    shoe = Composition.full(2).without(cards_of("4S,4S,KD", "remove"))
    assert shoe.total == 101
    assert (shoe[Card("4S")], shoe[Card("KD")], shoe[Card("4H")]) == (0, 1, 2)


@given(st.lists(st.sampled_from(DECK), max_size=60))
def test_cards_taken_out_of_eight_decks_are_those_that_are_missing(cards: list[Card]) -> None:
    full = Composition.full(8)
    if max((cards.count(card) for card in cards), default=0) > 8:
        with pytest.raises(NotThere):
            full.without(cards)
        return
    left = full.without(cards)
    assert [full[card] - left[card] for card in DECK] == [cards.count(card) for card in DECK]
    assert left.total + len(cards) == sum(left.by_points) + len(cards) == full.total


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("4S 4S", "4S cannot be taken out of the shoe twice, which holds 1 of it"),
        ("AH", "AH cannot be taken out of the shoe once, which holds none of it"),
        ("4S 4S 4S", "4S cannot be taken out of the shoe 3 times, which holds 1 of it"),
    ],
)
def test_a_card_that_is_not_there(cards: str, message: str) -> None:
    with pytest.raises(NotThere, match=message):
        Composition.of(parse_cards("4S KD")).without(parse_cards(cards))


@pytest.mark.parametrize("word", ["4X", "1S", "KDD", "four"])
def test_a_word_that_is_no_card(word: str) -> None:
    with pytest.raises(ValueError, match=f"hand: '{word}' is not a card such as 4S or KD"):
        cards_of(f"AS, {word}", "hand")


@pytest.mark.parametrize(
    ("instrument", "decks", "message"),
    [
        ("act-blackjack-2018", 9, r"options\.decks: 9 is not between 4 and 8 \(2\.1, 2\.3\(a\)\)"),
        ("nsw-blackjack-challenge", 7, r"options\.decks: 7 is not one of 6, 8 \(3\.1"),
        ("act-mini-baccarat-2016", 6, r"options\.decks: 6 is not allowed, it is always 8 \(2\.1"),
    ],
)
def test_decks_that_the_instrument_does_not_allow(
    instrument: str, decks: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        croupier.odds(instrument, decks=decks)


def test_two_numbers_of_decks() -> None:
    with pytest.raises(ValueError, match="decks: 6 asked for, and 8 among the options"):
        croupier.odds("act-blackjack-2018", decks=6, options={"decks": 8})


@pytest.mark.parametrize("counts", [(1,) * 51, (1,) * 51 + (-1,)])
def test_a_composition_counts_each_of_52_cards(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a number of copies, 0 or more, of each of 52 cards"):
        Composition(counts)


def test_a_shoe_has_a_deck() -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        Composition.full(0)
