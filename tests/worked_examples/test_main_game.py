"""W01 to W18: the main game, from the guide to ACT Blackjack.

Each case is the draw order of the shoe, the wagers in dollars, what was decided, and what every
player has won or lost at the end. Cards after a bar in the guide that must stay in the shoe are
asserted in `left`.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.cases import (
    allowed,
    ended,
    go_on,
    hand,
    open_round,
    refusal,
    said,
    stage_of,
)
from tests.support import play_round

from croupier.cards import parse_cards
from croupier.games.blackjack.facts import Ended, Stage

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


@pytest.mark.clause("9.2(a)", "13.1(f)")
def test_W01_a_drawn_21_loses_to_a_dealer_blackjack(instrument: str) -> None:
    case = play_round(instrument, "1 P 50", "7S KD 6H 8C AS", said("1 hit"))
    assert ended(case, "1") is Ended.TWENTY_ONE
    assert case.net() == {"P": -50}


@pytest.mark.clause("8.1", "12.2", "13.1(c)", "13.2(a)")
def test_W02_a_lone_blackjack_against_a_ten_stops_the_dealer_at_15(instrument: str) -> None:
    case = play_round(instrument, "1 P 30", "AS 10C QH 5D 6H")
    assert case.net() == {"P": 45}
    assert hand(case, "0") == list(parse_cards("10C 5D"))
    assert case.left == list(parse_cards("6H"))
    (paid,) = case.settled()
    assert stage_of(case, paid) is Stage.FINAL_SETTLEMENT


@pytest.mark.clause("13.1(c)", "13.1(e)")
def test_W03_a_blackjack_beats_the_21_that_another_hand_made_the_dealer_draw(
    instrument: str,
) -> None:
    case = play_round(instrument, "1 P 30; 2 R 20", "AS KH 10C QH QD 5D 6H", said("2 stand"))
    assert case.net() == {"P": 45, "R": -20}
    assert case.left == []


@pytest.mark.clause("8.1", "13.1(g)")
def test_W04_a_court_card_is_a_ten_for_the_interim_settlement(instrument: str) -> None:
    case = play_round(instrument, "1 P 20", "AH KD JC AC")
    assert case.net() == {"P": 0}
    (stand_off,) = case.settled()
    assert stage_of(case, stand_off) is Stage.FINAL_SETTLEMENT


@pytest.mark.clause("8.1(a)", "12.2")
def test_W05_a_blackjack_against_a_nine_is_paid_before_the_subsequent_deal(
    instrument: str,
) -> None:
    case = play_round(instrument, "1 P 15", "AH 9D JC 4C")
    assert case.net() == {"P": 22.50}
    assert case.left == list(parse_cards("4C"))
    (paid,) = case.settled()
    assert stage_of(case, paid) is Stage.INTERIM_SETTLEMENT


@pytest.mark.clause("10.4", "11.3", "13.1(f)")
def test_W06_a_dealer_blackjack_takes_the_split_and_the_double(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 20",
        "8S AD 8H 3C 10D 10C KC",
        said("1 split; 1 double 20; 1.2 stand"),
    )
    assert [(fact.hand, fact.net) for fact in case.settled()] == [(1, -4000), (2, -2000)]
    assert case.net() == {"P": -60}


@pytest.mark.clause("7.1", "06:7.4", "18:7.5", "06:7.5(b)", "18:7.6(b)", "13.1(f)")
def test_W07_insurance_at_the_cap_makes_good_the_loss(instrument: str) -> None:
    case = play_round(instrument, "1 P 40", "10S AC 9H QD", said("P insures box 1 for 20; 1 stand"))
    assert [(fact.wager, fact.net) for fact in case.settled()] == [
        ("insurance", 4000),
        ("main", -4000),
    ]
    assert case.net() == {"P": 0}


@pytest.mark.clause("12.2", "13.1(d)")
@pytest.mark.parametrize(
    ("insured", "next_card", "net", "dealer", "left"),
    [
        pytest.param("P insures box 1 for 20;", "5C", -60, "AC 5C", "4S", id="a"),
        pytest.param("P insures box 1 for 20;", "JD", 0, "AC JD", "4S", id="b"),
        pytest.param("", "JD", -40, "AC", "JD 4S", id="c"),
    ],
)
def test_W08_a_bust_with_and_without_open_insurance(
    instrument: str, insured: str, next_card: str, net: float, dealer: str, left: str
) -> None:
    case = play_round(
        instrument, "1 P 40", f"10S AC 6H KD {next_card} 4S", said(f"{insured} 1 hit")
    )
    assert ended(case, "1") is Ended.BUST
    assert case.net() == {"P": net}
    assert hand(case, "0") == list(parse_cards(dealer))
    assert case.left == list(parse_cards(left))


@pytest.mark.clause("8.1(b)", "12.2")
def test_W09_a_even_money_is_paid_at_the_interim_settlement(instrument: str) -> None:
    case = play_round(instrument, "1 P 25", "AS AD KH 10C", said("P takes even money on box 1"))
    assert case.net() == {"P": 25}
    assert case.left == list(parse_cards("10C"))
    (paid,) = case.settled()
    assert stage_of(case, paid) is Stage.INTERIM_SETTLEMENT


@pytest.mark.clause("7.1", "06:7.5(b)", "18:7.6(b)", "13.1(g)")
def test_W09_b_insurance_and_a_stand_off_come_to_the_same(instrument: str) -> None:
    case = play_round(instrument, "1 P 25", "AS AD KH 10C", said("P insures box 1 for 12.50"))
    assert {fact.wager: fact.net for fact in case.settled()} == {"insurance": 2500, "main": 0}
    assert case.net() == {"P": 25}


@pytest.mark.clause("7.1", "06:7.5(a)", "18:7.6(a)", "12.2", "13.1(c)")
def test_W09_c_so_do_insurance_and_a_win(instrument: str) -> None:
    case = play_round(instrument, "1 P 25", "AS AD KH 5C 6H", said("P insures box 1 for 12.50"))
    assert {fact.wager: fact.net for fact in case.settled()} == {
        "insurance": -1250,
        "main": 3750,
    }
    assert case.net() == {"P": 25}
    assert hand(case, "0") == list(parse_cards("AD 5C"))
    assert case.left == list(parse_cards("6H"))


@pytest.mark.clause("8.1(b)", "13.1(g)")
def test_W09_d_one_owner_takes_even_money_and_the_other_does_not(instrument: str) -> None:
    case = play_round(
        instrument, "1 P 25; 1 Q 10", "AS AD KH 10C", said("P takes even money on box 1")
    )
    assert case.net() == {"P": 25, "Q": 0}


@pytest.mark.clause(
    "A:Split", "9.2(a)", "10.7", "13.1(a)", "13.2(b)",
    "06:18.3", "06:18.11(d)", "18:17.3", "18:17.9(d)",
)  # fmt: skip
def test_W10_a_ten_and_a_king_split_but_are_no_pair(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 20 perfect-pairs 5",
        "10H 6S KD AC 5C 10S 9C",
        said("1 split; 1.2 stand"),
        side_bets=["perfect-pairs"],
    )
    assert ended(case, "1") is Ended.TWENTY_ONE
    assert [(fact.wager, fact.hand, fact.net) for fact in case.settled()] == [
        ("perfect-pairs", None, -500),
        ("main", 1, 2000),
        ("main", 2, 2000),
    ]
    assert case.net() == {"P": 35}


@pytest.mark.clause("10.3", "10.5", "10.7")
def test_W11_split_aces_take_one_card_each(instrument: str) -> None:
    case = play_round(instrument, "1 P 20", "AS 7C AH KD AC 10S", said("1 split"))
    assert hand(case, "1.1") == list(parse_cards("AS KD"))
    assert hand(case, "1.2") == list(parse_cards("AH AC"))
    assert [fact.net for fact in case.settled()] == [2000, -2000]
    assert case.net() == {"P": 0}


@pytest.mark.clause("10.3", "10.4", "11.3")
def test_W12_four_hands_and_a_fifth_eight_refused(instrument: str) -> None:
    case = open_round(
        instrument,
        "1 P 10",
        "8S 5D 8H 8C 8D 8S 3C 9H 10D 2S KS 10C 4H",
        "1 split; 1 split; 1 split",
    )
    assert "10.3" in refusal(case, "1 split").clauses
    go_on(case, "1 stand; 1.2 double 10; 1.3 stand; 1.4 double 10")
    assert [" ".join(hand(case, f"1.{place}")) for place in (1, 2, 3, 4)] == [
        "8S 8S",
        "8D 3C 9H",
        "8C TD",
        "8H 2S KS",
    ]
    assert [fact.net for fact in case.settled()] == [-1000, 2000, -1000, 2000]
    assert case.net() == {"P": 20}
    assert case.left == []


@pytest.mark.clause("A:Double/double down", "11.2")
def test_W13_a_double_for_less_and_a_back_bettor_who_declines(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 50; 1 Q 30",
        "6S 6D 5H 9C 10H 2C",
        said("1 double 20; Q stays out of 1"),
    )
    assert case.net() == {"P": 70, "Q": 30}


@pytest.mark.clause("11.2")
@pytest.mark.parametrize(
    ("dealer", "net"),
    [
        pytest.param("10S 10D", {"P": 20, "Q": 20}, id="a"),
        pytest.param("10S 3D", {"P": -20, "Q": -20}, id="b"),
    ],
)
def test_W14_a_double_that_ends_under_12_takes_no_more_cards(
    instrument: str, dealer: str, net: dict[str, float]
) -> None:
    case = play_round(
        instrument,
        "1 P 10; 1 Q 20",
        f"6S 5C 2H 2D {dealer}",
        said("1 double 10; Q stays out of 1"),
    )
    assert hand(case, "1") == list(parse_cards("6S 2H 2D"))
    assert ended(case, "1") is Ended.DOUBLED
    assert case.net() == net


@pytest.mark.clause("10.2", "10.2(a)", "10.2(b)", "11.2", "11.3")
def test_W15_three_bettors_a_split_and_a_double(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 20; 1 Q 50; 1 R 10",
        "9S 8D 9H 2C 10C 7D KD",
        said(
            "1 split; Q stays out of 1; R joins 1 with 10;"
            "1 double 20; Q joins 1 with 25; R stays out of 1; 1.2 stand"
        ),
    )
    assert {(fact.player, fact.hand): fact.net for fact in case.settled()} == {
        ("P", 1): 4000,
        ("Q", 1): 7500,
        ("R", 1): 1000,
        ("P", 2): -2000,
        ("R", 2): -1000,
    }
    assert case.net() == {"P": 20, "Q": 75, "R": 0}


@pytest.mark.clause("10.2(b)", "10.7")
def test_W16_a_rider_who_gets_ten_and_ace_has_no_blackjack(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 10; 1 Q 40",
        "QS 5C JH AD 6C 10D 3S",
        said("1 split; Q stays out of 1; 1.2 stand"),
    )
    assert case.net() == {"P": 0, "Q": 40}


# W17: the legal-action matrix. Box 2 is there so that a hand can be over while the round goes on;
# it holds 10-9 and the dealer shows a six.

SPLIT_ACES = "AS 10S 6D AH 9S KD 5C"
SPLIT_TENS = "QS 10S 6D 10H 9S AD"


@pytest.mark.parametrize(
    ("cards", "before", "words"),
    [
        pytest.param("AS 10S 6D AH 9S", "", "1 stand", id="stand on A-A, soft 12"),
        pytest.param("AS 10S 6D 5H 9S", "", "1 stand", id="stand on A-5, soft 16"),
        pytest.param("6S 10S 6D 6H 9S", "", "1 stand", id="stand on 6-6"),
        pytest.param("4S 10S 6D 4H 9S", "", "1 split", id="split 4-4"),
        pytest.param("QS 10S 6D 10H 9S", "", "1 split", id="split Q-10"),
        pytest.param("QS 10S 6D 10H 9S", "", "1 split with 50", id="split with the whole stake"),
        pytest.param("AS 10S 6D 2H 9S", "", "1 double 50", id="double A-2"),
        pytest.param("10S 10S 6D 10H 9S", "", "1 double 50", id="double 10-10"),
        pytest.param("5S 10S 6D 6H 9S", "", "1 double 50", id="double 5-6"),
        pytest.param("5S 10S 6D 6H 9S", "", "1 double 5", id="double for one multiple"),
        pytest.param("8S 10S 6D 8H 9S 3C", "1 split", "1 double 50", id="double 8-3 after a split"),
    ],
)
def test_W17_what_a_player_may_do(instrument: str, cards: str, before: str, words: str) -> None:
    case = open_round(instrument, "1 P 50; 2 R 10", cards, before, multiples={"main": 500})
    assert allowed(case, words)
    go_on(case, words)


@pytest.mark.parametrize(
    ("cards", "before", "words", "clause"),
    [
        pytest.param("5S 10S 6D 6H 9S", "", "1 stand", "9.2(b)", id="stand on 5-6, hard 11"),
        pytest.param(
            "2S 10S 6D 3H 9S 4C", "1 hit", "1 stand", "9.2(b)", id="stand on 2-3-4, hard 9"
        ),
        pytest.param("9S 10S 6D 8H 9S", "", "1 split", "A:Split", id="split 9-8"),
        pytest.param("AS 10S 6D KH 9S", "", "1 double 50", "9.2(a)", id="double A-K"),
        pytest.param(SPLIT_TENS, "1 split", "1 double 50", "9.2(a)", id="double 21 after a split"),
        pytest.param(SPLIT_ACES, "1 split", "1 double 50", "10.5", id="double the first split ace"),
        pytest.param(SPLIT_ACES, "1 split", "1.2 double 50", "10.5", id="double the second"),
        pytest.param(
            "5S 10S 6D 6H 9S 2C", "1 double 50", "1 double 50", "11.2", id="double a second time"
        ),
        pytest.param(
            "2S 10S 6D 3H 9S 4C", "1 hit", "1 double 50", "A:Double/double down",
            id="double three cards",
        ),
        pytest.param(
            "5S 10S 6D 6H 9S", "", "1 double 60", "A:Double/double down", id="double 60 on 50"
        ),
        pytest.param("5S 10S 6D 6H 9S", "", "1 double 7", "3.3", id="double off the multiples"),
        pytest.param("8S 10S 6D 8H 9S", "", "1 split with 10", "A:Split", id="split for less"),
    ],
)  # fmt: skip
def test_W17_what_is_refused_and_under_which_clause(
    instrument: str, cards: str, before: str, words: str, clause: str
) -> None:
    case = open_round(instrument, "1 P 50; 2 R 10", cards, before, multiples={"main": 500})
    assert not allowed(case, words)
    assert clause in refusal(case, words).clauses


@pytest.mark.clause("A:Double/double down")
def test_W17_three_cards_may_be_doubled_where_the_table_says_so(instrument: str) -> None:
    case = open_round(
        instrument, "1 P 50; 2 R 10", "2S 10S 6D 3H 9S 4C 9H", "1 hit", double_on="any_cards"
    )
    go_on(case, "1 double 50")
    assert ended(case, "1") is Ended.DOUBLED


@pytest.mark.clause("10.1", "11.1")
@pytest.mark.parametrize(
    ("decided", "asked"),
    [
        pytest.param("", "Q joins 1 with 30", id="before the controlling player has spoken"),
        pytest.param("1 hit", "Q joins 1 with 30", id="after the controlling player drew"),
        pytest.param("1 stand", "Q joins 1 with 30", id="after the controlling player stood"),
    ],
)
def test_W17_a_back_bettor_neither_splits_nor_doubles_alone(
    instrument: str, decided: str, asked: str
) -> None:
    case = open_round(instrument, "1 P 50; 1 Q 30; 2 R 10", "8S 10S 6D 8H 9S 2C", decided)
    assert {"10.1", "11.1"} <= set(refusal(case, asked).clauses)


STAND_ON_17 = [
    pytest.param(ACT_2006, {}, id="2006"),
    pytest.param(ACT_2018, {"soft_17": "stand"}, id="2018 stand"),
]


@pytest.mark.clause("06:12.1", "18:12.1(a)")
@pytest.mark.parametrize(("instrument", "options"), STAND_ON_17)
@pytest.mark.parametrize(
    ("dealer", "left"),
    [pytest.param("6C", "4C", id="a"), pytest.param("AC 5H", "3C", id="d")],
)
def test_W18_a_d_the_dealer_stands_on_soft_17(
    instrument: str, options: dict[str, Any], dealer: str, left: str
) -> None:
    case = play_round(
        instrument, "1 P 20", f"10S AD 8H {dealer} {left}", said("1 stand"), **options
    )
    assert hand(case, "0") == list(parse_cards(f"AD {dealer}"))
    assert case.left == list(parse_cards(left))
    assert case.net() == {"P": 20}


@pytest.mark.clause("18:12.1(b)")
@pytest.mark.parametrize(
    ("dealer", "net"),
    [
        pytest.param("6C 4C", -20, id="b"),
        pytest.param("6C KC", 20, id="c"),
        pytest.param("AC 5H 3C", -20, id="e"),
    ],
)
def test_W18_b_c_e_the_dealer_draws_on_soft_17(dealer: str, net: float) -> None:
    case = play_round(ACT_2018, "1 P 20", f"10S AD 8H {dealer} 2S", said("1 stand"), soft_17="hit")
    assert hand(case, "0") == list(parse_cards(f"AD {dealer}"))
    assert case.left == list(parse_cards("2S"))
    assert case.net() == {"P": net}
