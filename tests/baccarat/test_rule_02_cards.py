"""Rule 2: eight decks, what cards count, and totals without their tens."""

from __future__ import annotations

import pytest
from tests.baccarat.cases import coup, rules

from croupier.cards import DECK, parse_cards
from croupier.games.baccarat.hands import count
from croupier.rulebook.options import OptionError

LAW = rules().law


def total(cards: str) -> int:
    return count(LAW, parse_cards(cards)).total


@pytest.mark.parametrize("decks", [1, 6, 7, 9])
def test_2_1_there_are_eight_decks_and_no_other_number(decks: int) -> None:
    assert rules(decks=8).decks == rules().decks == 8
    with pytest.raises(OptionError, match=r"it is always 8 \(2\.1\)"):
        rules(decks=decks)


@pytest.mark.clause("bac:2.4", "bac:2.4(a)")
@pytest.mark.parametrize("rank", "23456789")
def test_2_4_a_number_cards_count_their_number(rank: str) -> None:
    assert {total(f"{rank}{suit}") for suit in "SHDC"} == {int(rank)}
    assert count(LAW, parse_cards(f"{rank}S")).clauses == ("2.4", "2.4(a)", "2.6")


@pytest.mark.clause("bac:2.4", "bac:2.4(b)")
@pytest.mark.parametrize("rank", ["10", "J", "Q", "K"])
def test_2_4_b_tens_and_court_cards_count_nothing(rank: str) -> None:
    assert {total(f"{rank}{suit}") for suit in "SHDC"} == {0}
    assert count(LAW, parse_cards(f"{rank}S")).clauses == ("2.4", "2.4(b)", "2.6")


@pytest.mark.clause("bac:2.4", "bac:2.4(c)")
def test_2_4_c_an_ace_counts_one() -> None:
    assert {total(f"A{suit}") for suit in "SHDC"} == {1}
    assert total("AS AH AD") == 3
    assert count(LAW, parse_cards("AS")).clauses == ("2.4", "2.4(c)", "2.6")


@pytest.mark.clause("bac:2.6")
@pytest.mark.parametrize(
    ("cards", "comes_to"),
    [
        ("5S 5H", 0),
        ("7S 8H", 5),
        ("9S 9H", 8),
        ("9S 9H 9D", 7),
        ("KS QH", 0),
        ("KS AH 9D", 0),
        ("2S 3H 4D", 9),
        ("6S 6H 8D", 0),
    ],
)
def test_2_6_the_tens_of_a_total_are_left_off(cards: str, comes_to: int) -> None:
    assert total(cards) == comes_to


@pytest.mark.clause("bac:2.6")
def test_2_6_any_three_cards_come_to_a_single_digit() -> None:
    for first in DECK[:13]:
        for second in DECK[:13]:
            for third in DECK[:13]:
                counted = count(LAW, (first, second, third))
                assert 0 <= counted.total <= 9
                assert not counted.natural


@pytest.mark.clause("bac:A:Natural")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("KS 8H", "natural 8"),
        ("9S KH", "natural 9"),
        ("4S 4H", "natural 8"),
        ("9S 9H", "natural 8"),
        ("AS 8H", "natural 9"),
    ],
)
def test_A_Natural_is_eight_or_nine_on_two_cards(cards: str, words: str) -> None:
    assert count(LAW, parse_cards(cards)).words == words


@pytest.mark.parametrize("cards", ["KS 7H", "2S 2H 4D", "3S 3H 3D", "KS KH 9D", "9S"])
def test_A_Natural_is_nothing_else(cards: str) -> None:
    counted = count(LAW, parse_cards(cards))
    assert not counted.natural
    assert counted.words == str(counted.total)
    assert "A:Natural" not in counted.clauses


@pytest.mark.parametrize("cards", ["2S KC 3H 3S 4D 9H", "KS 2C 8H 3S", "9S 9C 9H 8S"])
def test_the_round_counts_as_the_counting_does(cards: str) -> None:
    case = coup("", cards)
    for hand in (case.round.player, case.round.banker):
        assert hand.total == count(LAW, hand.cards).total
        assert hand.is_natural == count(LAW, hand.cards).natural
