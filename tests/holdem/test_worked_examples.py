"""E01 to E18: the main game and trips.

Each case is stakes, cards, what was decided, and what every wager has won or lost at the end.
"""

from __future__ import annotations

import pytest
from tests.holdem.cases import (
    KING_HIGH,
    NINE_HIGH,
    deal,
    dealt,
    finish,
    go_on,
    opened,
    play,
    refusal,
)

from croupier.cards import parse_cards
from croupier.table.facts import Outcome


@pytest.mark.clause("uth:9.5(a)", "uth:9.6(c)(ii)", "uth:9.8(a)")
def test_E01_a_pair_of_aces_beats_a_qualified_dealer() -> None:
    case = play("1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 play 40")
    assert case.results() == {"ante": 10, "blind": 0, "play": 40}
    assert case.net() == {"P": 50}


@pytest.mark.clause("uth:9.2", "uth:9.5(c)(ii)", "uth:9.6(c)(ii)", "uth:9.8(a)")
def test_E02_play_is_paid_though_the_dealer_does_not_qualify() -> None:
    case = play("1 P 10", NINE_HIGH, "QC JD", ["AH KD"], "1 play 40")
    assert case.results() == {"ante": 0, "blind": 0, "play": 40}


@pytest.mark.clause("uth:9.5(c)(ii)", "uth:9.6(b)", "uth:9.8(b)")
def test_E03_an_unqualified_dealer_who_is_ahead_takes_blind_and_play_alone() -> None:
    case = play("1 P 10", NINE_HIGH, "AC QD", ["JH TD"], "1 check; 1 check; 1 play 10")
    assert case.results() == {"ante": 0, "blind": -10, "play": -10}
    assert case.net() == {"P": -20}


@pytest.mark.clause("uth:3.2", "uth:9.6(c)(i)", "uth:9.8(c)")
def test_E04a_equal_hands_push_against_an_unqualified_dealer() -> None:
    case = play("1 P 10", "KS QD 9C 8H 6S", "AD 4H", ["AH 3C"], "1 check; 1 check; 1 play 10")
    assert case.results() == {"ante": 0, "blind": 0, "play": 0}


@pytest.mark.clause("uth:9.5(c)(i)", "uth:9.6(c)(i)", "uth:9.7(a)", "uth:9.8(c)")
def test_E04b_the_board_plays_and_trips_is_paid() -> None:
    case = play(
        "1 P 10 trips 5", "TS 9H 8C 7D 6S", "4C 4S", ["2H 3D"], "1 check; 1 check; 1 play 10"
    )
    assert case.results() == {"ante": 0, "blind": 0, "play": 0, "trips": 20}


@pytest.mark.clause("uth:9.5(b)", "uth:9.6(b)", "uth:9.8(b)")
def test_E05_a_losing_pair_loses_the_blind() -> None:
    case = play("1 P 10", KING_HIGH, "QC QD", ["JH JD"], "1 play 30")
    assert case.results() == {"ante": -10, "blind": -10, "play": -30}
    assert case.net() == {"P": -50}


@pytest.mark.clause("uth:9.6(a)", "uth:9.7(a)", "uth:10.1:T1:Blind:Flush", "uth:10.1:T1[2]:Flush")
def test_E06_a_flush_pays_the_blind_three_to_two() -> None:
    case = play("1 P 5 trips 5", "KH 9H 4H 2C 2D", "KS QD", ["AH 8H"], "1 check; 1 play 10")
    assert case.results() == {"ante": 5, "blind": 7.50, "play": 10, "trips": 35}
    assert case.net() == {"P": 57.50}


@pytest.mark.clause("uth:9.5(c)(ii)", "uth:9.6(a)", "uth:9.6(b)", "uth:9.7(a)")
def test_E07_a_straight_must_win_for_the_blind_to_be_paid() -> None:
    def against(dealer: str) -> dict[str, float]:
        board, straight = "6S 5S 4H JS KD", ["8C 7D"]
        return play("1 P 10 trips 10", board, dealer, straight, "1 check; 1 play 20").results()

    assert against("AS 3S") == {"ante": -10, "blind": -10, "play": -20, "trips": 40}
    assert against("KC 3H") == {"ante": 10, "blind": 10, "play": 20, "trips": 40}
    assert against("AH QC") == {"ante": 0, "blind": 10, "play": 20, "trips": 40}


@pytest.mark.clause("uth:9.6(b)", "uth:3.1(f)", "uth:2.3")
def test_E08_an_ace_is_low_in_the_lowest_straight_and_never_in_the_middle() -> None:
    low = play(
        "1 P 10 trips 10", "5S 4H 3D 2C KH", "6C JD", ["AH QD"], "1 check; 1 check; 1 play 10"
    )
    assert low.results() == {"ante": -10, "blind": -10, "play": -10, "trips": 40}
    wrapped = play(
        "1 P 10 trips 5", "AS 2H 3D 9C 9S", "7C 7D", ["KH QD"], "1 check; 1 check; 1 play 10"
    )
    assert wrapped.net() == {"P": -35}


@pytest.mark.clause("uth:3.1(d)", "uth:3.2", "uth:10.1:T1:Blind:Full House")
def test_E09_full_houses_of_one_three_are_told_apart_by_the_pair() -> None:
    def against(dealer: str) -> dict[str, float]:
        fives = ["5H 4D"]
        return play("1 P 10 trips 5", "KS KH KD 5C 2S", dealer, fives, "1 play 40").results()

    assert against("AC 2D") == {"ante": 10, "blind": 30, "play": 40, "trips": 40}
    assert against("7C 7D") == {"ante": -10, "blind": -10, "play": -40, "trips": 40}


@pytest.mark.clause("uth:3.1(c)", "uth:3.2", "uth:9.7(a)", "uth:10.1:T1[2]:Four of a Kind")
def test_E10_four_of_a_kind_on_the_board_is_decided_by_the_fifth_card() -> None:
    ace = play("1 P 10 trips 10", "8S 8H 8D 8C JH", "KC QD", ["AH 3D"], "1 play 40")
    assert ace.results() == {"ante": 10, "blind": 100, "play": 40, "trips": 300}
    level = play(
        "1 P 10 trips 10", "8S 8H 8D 8C AH", "QC QD", ["KH 3D"], "1 check; 1 check; 1 play 10"
    )
    assert level.results() == {"ante": 0, "blind": 0, "play": 0, "trips": 300}


@pytest.mark.clause("uth:9.3(b)", "uth:3.1(h)")
def test_E11_a_third_pair_counts_for_nothing() -> None:
    case = play("1 P 10", "KS KH 9D 9C JS", "QH 3C", ["4H 4D"], "1 check; 1 check; 1 play 10")
    assert case.net() == {"P": -30}


@pytest.mark.clause("uth:10.1:T1:Blind:Royal Flush", "uth:10.1:T1[2]:Royal Flush")
@pytest.mark.parametrize(("cap", "blind"), [(2_500_000, 25_000), (None, 50_000)])
def test_E12_the_maximum_payout_bounds_the_blind_alone(cap: int | None, blind: float) -> None:
    case = play(
        "1 P 100 trips 10",
        "QH JH TH 2C 7D",
        "QC QD",
        ["AH KH"],
        "1 play 400",
        blind_payout_cap=cap,
    )
    assert case.results() == {"ante": 100, "blind": blind, "play": 400, "trips": 500}
    assert ("10.1:T1:**" in case.one("blind").clauses) == (cap is not None)


@pytest.mark.clause(
    "uth:3.1(b)", "uth:10.1:T1:Blind:Straight Flush", "uth:10.1:T1[2]:Straight Flush"
)
def test_E13_a_suited_wheel_is_a_straight_flush() -> None:
    case = play("1 P 10 trips 10", "4H 3H 2H KS 9D", "KC KD", ["AH 5H"], "1 play 40")
    assert case.results() == {"ante": 10, "blind": 500, "play": 40, "trips": 400}
    assert case.net() == {"P": 950}


@pytest.mark.clause("uth:9.5(c)(i)", "uth:9.6(c)(i)", "uth:9.7(a)", "uth:9.8(c)")
def test_E14_everybody_ties_with_a_royal_flush_on_the_board() -> None:
    case = play(
        "1 P 25 trips 5; 2 Q 10 trips 20",
        "AS KS QS JS TS",
        "9C 9D",
        ["2H 2D", "AH AD"],
        "1 check; 2 check; 1 check; 2 check; 1 play 25; 2 play 10",
    )
    assert case.results("P") == {"ante": 0, "blind": 0, "play": 0, "trips": 250}
    assert case.results("Q") == {"ante": 0, "blind": 0, "play": 0, "trips": 1000}


@pytest.mark.clause("uth:A:Fold", "uth:8.5(a)")
def test_E15_a_fold_on_the_river_loses_trips() -> None:
    case = play("1 P 10 trips 20", "QS QH QD 7C 2H", "AD KD", ["4C 3S"], "1 check; 1 check; 1 fold")
    assert case.net() == {"P": -40}
    assert {fact.outcome for fact in case.settled()} == {Outcome.LOSE}


@pytest.mark.clause("uth:8.5(b)", "uth:9.7(a)", "uth:10.1:T1[2]:Three of a Kind")
def test_E15_a_bet_on_the_river_wins_trips() -> None:
    case = play(
        "1 P 10 trips 20", "QS QH QD 7C 2H", "AD KD", ["4C 3S"], "1 check; 1 check; 1 play 10"
    )
    assert case.results() == {"ante": -10, "blind": -10, "play": -10, "trips": 60}


@pytest.mark.clause("uth:9.1")
def test_E16_conceding_loses_the_ante_of_an_unqualified_dealer_too() -> None:
    wagers, hand = "1 P 20 trips 10", ["9H 8D"]
    decided = "1 check; 1 check; 1 play 20"
    conceded = play(wagers, KING_HIGH, "AC TD", hand, f"{decided}; 1 concede")
    assert conceded.net() == {"P": -70}
    stayed = play(wagers, KING_HIGH, "AC TD", hand, decided)
    assert stayed.results() == {"ante": 0, "blind": -20, "play": -20, "trips": -10}


TWO_BOXES = parse_cards(f"{KING_HIGH} AH KC KD AD TC JD")


@pytest.mark.clause("uth:7.2", "uth:7.2(c)", "uth:7.2(d)")
def test_E17_a_shuffler_deals_two_cards_at_once() -> None:
    case = opened("1 P 10; 2 Q 10", device="shuffler")
    deal(case.round, TWO_BOXES)
    finish(go_on(case, "1 play 40; 2 play 40"))
    assert case.net() == {"P": 40, "Q": 40}
    assert [" ".join(box.cards) for box in case.round.boxes] == ["AH KC", "KD AD"]


@pytest.mark.clause("uth:7.3", "uth:7.3(c)", "uth:7.3(d)", "uth:7.3(e)", "uth:7.3(f)")
def test_E17_a_shoe_deals_the_same_cards_one_by_one() -> None:
    case = opened("1 P 10; 2 Q 10", device="shoe")
    deal(case.round, TWO_BOXES)
    finish(go_on(case, "1 play 40; 2 play 40"))
    assert case.net() == {"P": 50, "Q": -60}
    assert [" ".join(box.cards) for box in case.round.boxes] == ["AH AD", "KC TC"]


@pytest.mark.clause("uth:13.8[2]", "uth:A:Fold")
def test_E18_silence_is_a_fold_and_does_not_touch_a_play_wager() -> None:
    case = dealt("1 P 10 trips 5; 2 Q 10", KING_HIGH, "KC QD", ["AH AC", "TH TD"], "2 play 40")
    assert refusal(case, "2 no answer").clauses == ("13.8[2]",)
    go_on(case, "1 no answer")
    assert refusal(case, "1 check").clauses == ("8.6",)
    finish(case)
    assert case.net() == {"P": -25, "Q": -60}
