"""Rule 3: the order of hands, as the dealer declares them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.holdem.cases import KING_HIGH, NINE_HIGH, play

from croupier.games.holdem.facts import DEALER, Declared
from croupier.games.holdem.ranking import PokerHand


def declared(board: str, hand: str, dealer: str = "6C 6D") -> Declared:
    """What the player's hand is declared as."""
    case = play("1 P 10", board, dealer, [hand], "1 play 40")
    (player,) = (fact for fact in case.facts(Declared) if fact.whose == 1)
    return player


@pytest.mark.clause("uth:3.1", "uth:3.1(a)")
def test_3_1_a_a_royal_flush_is_ace_to_ten_of_one_suit() -> None:
    assert declared("QH JH TH 2C 7D", "AH KH").poker_hand == "royal flush"
    assert declared("9H QH JH TH 7D", "8H KH").poker_hand == "straight flush"


@pytest.mark.clause("uth:3.1(b)")
def test_3_1_b_a_straight_flush_may_have_a_low_ace() -> None:
    hand = declared("4H 3H 2H KS 9D", "AH 5H")
    assert (hand.words, hand.five[-1]) == ("straight flush, five high", "AH")


@pytest.mark.clause("uth:3.1(c)", "uth:A:Quads")
def test_3_1_c_four_of_a_kind_takes_the_best_fifth_card() -> None:
    hand = declared("8S 8H 8D 8C JH", "AH 3D")
    assert hand.words == "four of a kind, eights"
    assert hand.five == ("8S", "8H", "8D", "8C", "AH")


@pytest.mark.clause("uth:3.1(d)")
def test_3_1_d_a_full_house_takes_its_rank_from_the_three() -> None:
    assert declared("5S 5H 5D KC KS", "2H 3D").words == "full house, fives full of kings"
    assert declared("5S 5H 5D KC KS", "KH 3D").words == "full house, kings full of fives"


@pytest.mark.clause("uth:3.1(e)")
def test_3_1_e_a_flush_is_five_of_one_suit_and_beats_a_straight() -> None:
    assert declared("5H 6H 7H 8C AS", "9H KH").words == "flush, king high"


@pytest.mark.clause("uth:3.1(f)")
def test_3_1_f_a_straight_may_have_some_cards_of_one_suit() -> None:
    assert declared("KH QH JH TH 2C", "9D 3S").words == "straight, king high"


@pytest.mark.clause("uth:3.1(g)", "uth:A:Trips")
def test_3_1_g_three_of_a_kind() -> None:
    assert declared("QS QH 8D 5C 2H", "QD 3S").words == "three of a kind, queens"


@pytest.mark.clause("uth:3.1(h)")
def test_3_1_h_two_pairs_are_the_two_best() -> None:
    hand = declared("KS KH 9D 9C JS", "4H 4D")
    assert hand.words == "two pairs, kings and nines"
    assert hand.five[-1] == "JS"


@pytest.mark.clause("uth:3.1(i)")
def test_3_1_i_one_pair() -> None:
    assert declared(KING_HIGH, "TH TD").words == "one pair, tens"


@pytest.mark.clause("uth:3.1(j)")
def test_3_1_j_high_card_is_what_is_left() -> None:
    assert declared(NINE_HIGH, "QH JD").words == "high card, queen"


@pytest.mark.clause("uth:3.1", "uth:9.8(b)")
def test_3_1_each_kind_beats_all_below_it() -> None:
    """Dealt from one board, each pair of hole cards makes the next kind up."""
    board = "9H TH JH 9S 2D"
    ladder = [
        ("AS KD", PokerHand.ONE_PAIR),
        ("AS 2C", PokerHand.TWO_PAIRS),
        ("9D KD", PokerHand.THREE_OF_A_KIND),
        ("QS 8D", PokerHand.STRAIGHT),
        ("3H 4H", PokerHand.FLUSH),
        ("TS 9C", PokerHand.FULL_HOUSE),
        ("9C 9D", PokerHand.FOUR_OF_A_KIND),
        ("7H 8H", PokerHand.STRAIGHT_FLUSH),
    ]
    for lower, (hole, kind) in pairwise(ladder):
        if {*lower[0].split()} & {*hole.split()}:
            continue
        case = play("1 P 10", board, hole, [lower[0]], "1 play 40")
        hands = {fact.whose: fact.poker_hand for fact in case.facts(Declared)}
        assert hands == {DEALER: kind.words, 1: lower[1].words}
        assert case.results()["play"] == -40


@pytest.mark.clause("uth:3.2", "uth:2.3")
def test_3_2_hands_of_one_kind_are_compared_card_by_card() -> None:
    def play_wager(dealer: str, hand: str) -> float:
        return play("1 P 10", NINE_HIGH, dealer, [hand], "1 play 40").results()["play"]

    assert play_wager("AC 6D", "AD TD") == 40
    assert play_wager("AC TS", "AD TD") == 0
    assert play_wager("KC 2H", "AD 2D") == 40


@pytest.mark.clause("uth:2.3", "uth:9.8(c)")
def test_2_3_suits_never_break_a_tie() -> None:
    case = play("1 P 10", "9S 7S 5S 3D 2H", "AS KS", ["AH KH"], "1 play 40")
    assert case.results()["play"] == -40  # a flush beats it, whatever its suit
    level = play("1 P 10", "9S 7S 5H 3D 2H", "AS KS", ["AC KC"], "1 play 40")
    assert level.results()["play"] == 0


@pytest.mark.clause("uth:9.3(b)", "uth:8.8(c)", "uth:A:Communal Cards")
@pytest.mark.parametrize(
    ("board", "hole", "from_the_hand"),
    [
        pytest.param("TS 9H 8C 7D 6S", "2H 3D", 0, id="the board plays"),
        pytest.param("TS 9H 8C 7D 2S", "6H 3D", 1, id="one of the two"),
        pytest.param("TS 9H 8C 2D 2S", "7H 6D", 2, id="both"),
    ],
)
def test_9_3_b_any_five_of_the_seven_make_the_hand(
    board: str, hole: str, from_the_hand: int
) -> None:
    hand = declared(board, hole, dealer="AC AD")
    assert hand.poker_hand == "straight"
    assert len({*hand.five} & {*hole.split()}) == from_the_hand
